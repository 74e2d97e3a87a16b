#include "play/command.h"

#include <string.h>

static const struct {
    const char *name;
    int cost;
} table[COMMAND_COUNT] = {
#define COMMAND_LINE(name, text, cost) {text, cost},
    COMMANDS(COMMAND_LINE)
#undef COMMAND_LINE
};

struct command command_of(enum command_kind kind)
{
    struct command command;
    memset(&command, 0, sizeof command);
    command.kind = (uint8_t)kind;
    command.conn = CONN_NONE;
    command.ply = PLY_ANY;
    return command;
}

const char *command_name(enum command_kind kind)
{
    return (unsigned)kind < COMMAND_COUNT ? table[kind].name : "?";
}

int command_cost(enum command_kind kind)
{
    return (unsigned)kind < COMMAND_COUNT ? table[kind].cost : 0;
}

bool command_read(enum command_kind *out, const char *name, size_t len)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        bool is_event = table[i].name[0] != '[' && table[i].name[0] != '/';
        if (is_event && strlen(table[i].name) == len && memcmp(table[i].name, name, len) == 0) {
            *out = (enum command_kind)i;
            return true;
        }
    }
    return false;
}
