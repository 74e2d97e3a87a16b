#include "play/command.h"

#include <string.h>

static const struct {
    const char *name;
    int cost;
} command_table[COMMAND_COUNT] = {
#define COMMAND_LINE(name, text, cost) {text, cost},
    COMMANDS(COMMAND_LINE)
#undef COMMAND_LINE
};

void command_again(struct service_command *command)
{
    command->attempt = ATTEMPT_AGAIN;
    command->looked_up = 0;
    command->created_id = 0;
    if (command->kind == COMMAND_JOIN_GAME && command->code[0])
        command->game_id = 0;
}

void command_looked(struct service_command *command, bool is_session, bool is_there)
{
    if (is_session)
        command->has_session = is_there;
    else if (!is_there && command->attempt != ATTEMPT_FINAL)
        command->has_session = true;
    command->attempt = is_there ? ATTEMPT_AGAIN : ATTEMPT_FINAL;
}

struct service_command command_of(enum command_kind kind)
{
    struct service_command command;
    memset(&command, 0, sizeof command);
    command.kind = (uint8_t)kind;
    command.conn = CONN_NONE;
    command.ply = PLY_ANY;
    return command;
}

const char *command_name(enum command_kind kind)
{
    return (unsigned)kind < COMMAND_COUNT ? command_table[kind].name : "?";
}

int command_cost(enum command_kind kind)
{
    return (unsigned)kind < COMMAND_COUNT ? command_table[kind].cost : 0;
}

bool command_read(enum command_kind *out, const char *name, size_t len)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        bool is_event = command_table[i].name[0] != '[' && command_table[i].name[0] != '/';
        if (is_event && strlen(command_table[i].name) == len &&
            memcmp(command_table[i].name, name, len) == 0) {
            *out = (enum command_kind)i;
            return true;
        }
    }
    return false;
}
