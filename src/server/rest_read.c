/* Bodies of requests become commands. What the fields may say is the service's to judge. */
#include <stdio.h>
#include <string.h>

#include "play/code.h"
#include "server/game_read.h"
#include "server/rest_parts.h"

enum { WORD_MAX = 64, NAME_MAX_CHARS = 1000 };

static bool is_read(const struct json_fields *f, char fault[JSON_FAULT_MAX])
{
    memcpy(fault, f->fault, JSON_FAULT_MAX);
    return json_fields_are_right(f);
}

static void read_seat(struct json_fields *f, struct seat_order *seat, const json_t *value)
{
    static const char *const kinds[] = {"me", "open", "computer", "guest"};
    static const char *const keys[] = {"kind", "name", "level", "style"};
    struct json_fields player = json_fields_of(value, "a player");
    int kind = WISH_ME;
    (void)json_read_only(&player, keys, 4);
    (void)json_read_word(&player, "kind", JSON_REQUIRED, kinds, 4, &kind);
    seat->wish = (uint8_t)kind;
    if (kind == WISH_BOT)
        (void)game_read_computer(&player, seat, JSON_REQUIRED);
    if (kind == WISH_NEW)
        (void)json_read_text(&player, "name", JSON_OPTIONAL, 0, NAME_MAX_CHARS, &seat->name,
                             &seat->name_len);
    game_read_fault(f, &player);
}

_Static_assert(WISH_ME == 0 && WISH_ANYONE == 1 && WISH_BOT == 2 && WISH_NEW == 3, "as in kinds");

/* Two players; without a word the caller and whoever comes, or two new guests. */
static void read_players(struct json_fields *f, struct service_command *out, bool has_token)
{
    const json_t *array;
    bool is_said = json_read_array(f, "players", JSON_OPTIONAL, ROW_SEATS, &array);
    if (is_said && json_array_size(array) != ROW_SEATS)
        (void)snprintf(f->fault, sizeof f->fault, "players must have two entries");
    for (int i = 0; i < ROW_SEATS; i++) {
        out->seat[i].wish = (uint8_t)(!has_token ? WISH_NEW : i == 0 ? WISH_ME : WISH_ANYONE);
        if (is_said)
            read_seat(f, &out->seat[i], json_array_get(array, (size_t)i));
    }
}

bool rest_read_create(struct service_command *out, struct rest_job *job, const json_t *body,
                      bool has_token, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"board", "clock", "rated", "visibility", "players"};
    static const char *const who_sees[] = {"private", "public"};
    struct json_fields f = json_fields_of(body, "the body");
    int visibility = 0;
    (void)json_read_only(&f, keys, 5);
    game_read_board(&f, &out->board);
    game_read_clock(&f, &out->clock, true);
    (void)json_read_bool(&f, "rated", JSON_OPTIONAL, &out->is_rated);
    (void)json_read_word(&f, "visibility", JSON_OPTIONAL, who_sees, 2, &visibility);
    read_players(&f, out, has_token);
    out->is_public = visibility == 1;
    out->is_async = true;
    for (int i = 0; i < ROW_SEATS; i++) {
        if (out->seat[i].wish != WISH_NEW)
            continue;
        job->fresh |= (uint8_t)(1 << i);
        token_fresh(&job->fresh_token[i]);
        token_hash(out->seat[i].fresh_hash, &job->fresh_token[i]);
    }
    return is_read(&f, fault);
}

bool rest_read_move(struct service_command *out, const json_t *body, bool needs_version,
                    char fault[JSON_FAULT_MAX])
{
    static const char *const actions[] = {"drop"};
    static const char *const keys[] = {"action", "parameters", "version"};
    static const char *const inner_keys[] = {"column"};
    struct json_fields f = json_fields_of(body, "the body");
    const json_t *object = NULL;
    int64_t column = 0, version = PLY_ANY;
    int action;
    (void)json_read_only(&f, keys, 3);
    (void)json_read_word(&f, "action", JSON_REQUIRED, actions, 1, &action);
    if (json_read_object(&f, "parameters", JSON_REQUIRED, &object)) {
        struct json_fields parameters = json_fields_of(object, "parameters");
        (void)json_read_only(&parameters, inner_keys, 1);
        (void)json_read_int(&parameters, "column", JSON_REQUIRED, INT32_MIN, INT32_MAX, &column);
        game_read_fault(&f, &parameters);
    }
    (void)json_read_int(&f, "version", needs_version ? JSON_REQUIRED : JSON_OPTIONAL, 0, INT32_MAX,
                        &version);
    out->column = (int32_t)column;
    out->ply = (int32_t)version;
    return is_read(&f, fault);
}

/* What is no code is no game's code. */
bool rest_read_join(struct service_command *out, const json_t *body, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"code"};
    struct json_fields f = json_fields_of(body, "the body");
    const char *text;
    size_t len;
    (void)json_read_only(&f, keys, 1);
    if (json_read_text(&f, "code", JSON_REQUIRED, 1, WORD_MAX, &text, &len))
        (void)code_read(out->code, text, len);
    return is_read(&f, fault);
}
