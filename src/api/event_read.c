#include "api/event_read.h"

#include <string.h>

#include "api/game_read.h"
#include "play/code.h"
#include "play/id.h"

/* Longer than any text the service accepts, so that the service can say what is wrong with it. */
enum { TEXT_MAX = 20000, WORD_MAX = 64, NO_ID = -1 };

/* Without a default (0) the field is required. */
static int64_t read_id(struct json_fields *f, const char *key, int64_t default_id)
{
    const char *text;
    size_t len;
    int64_t id = NO_ID; /* a text that is no id is the id of no game */
    enum json_need need = default_id ? JSON_OPTIONAL : JSON_REQUIRED;
    if (!json_read_text(f, key, need, 1, WORD_MAX, &text, &len))
        return default_id;
    (void)id_read(&id, text, len);
    return id;
}

static void read_name(struct json_fields *f, struct service_command *out,
                      const struct event_last *last)
{
    (void)last;
    (void)json_read_text(f, "name", JSON_OPTIONAL, 0, TEXT_MAX, &out->name, &out->name_len);
}

static void read_queue(struct json_fields *f, struct service_command *out,
                       const struct event_last *last)
{
    read_name(f, out, last);
    game_read_rules(f, &out->rules);
    game_read_clock(f, &out->clock, false);
    (void)json_read_bool(f, "rated", JSON_OPTIONAL, &out->is_rated);
}

static void read_match(struct json_fields *f, struct service_command *out,
                       const struct event_last *last)
{
    out->match_id = read_id(f, "matchId", last->match_id);
}

static void read_game(struct json_fields *f, struct service_command *out,
                      const struct event_last *last)
{
    out->game_id = read_id(f, "gameId", last->game_id);
}

static void read_move(struct json_fields *f, struct service_command *out,
                      const struct event_last *last)
{
    (void)last;
    int64_t column = 0, ply = PLY_ANY;
    out->game_id = read_id(f, "gameId", 0);
    game_read_action(f, JSON_OPTIONAL, &out->action);
    bool has_column = ff_action_has_column((ff_action)out->action);
    (void)json_read_int(f, "columnIndex", has_column ? JSON_REQUIRED : JSON_OPTIONAL, INT32_MIN,
                        INT32_MAX, &column);
    (void)json_read_int(f, "ply", JSON_OPTIONAL, 0, INT32_MAX, &ply);
    out->column = (int32_t)column;
    out->ply = (int32_t)ply;
}

static void read_new_game(struct json_fields *f, struct service_command *out,
                          const struct event_last *last)
{
    (void)last;
    static const char *const sides[] = {"X", "O", "random"};
    static const char *const visibilities[] = {"private", "public"};
    int side = 0, visibility = 0;
    game_read_request(f, out->request);
    game_read_rules(f, &out->rules);
    game_read_clock(f, &out->clock, false);
    (void)json_read_bool(f, "rated", JSON_OPTIONAL, &out->is_rated);
    (void)json_read_word(f, "visibility", JSON_OPTIONAL, visibilities, 2, &visibility);
    (void)json_read_word(f, "player", JSON_OPTIONAL, sides, 3, &side);
    out->is_public = visibility == 1;
    out->is_either_side = side == 2;
    struct seat_order *other = &out->seat[side != 1];
    out->seat[side == 1].wish = WISH_ME;
    other->wish = game_read_computer(f, other, JSON_OPTIONAL) ? WISH_BOT : WISH_ANYONE;
}

/* A text that cannot be a code is read as one that no game has. */
static void read_code(struct json_fields *f, struct service_command *out,
                      const struct event_last *last)
{
    (void)last;
    const char *text;
    size_t len;
    if (json_read_text(f, "code", JSON_REQUIRED, 1, WORD_MAX, &text, &len))
        (void)code_read(out->code, text, len);
    (void)json_read_bool(f, "variants", JSON_OPTIONAL, &out->knows_variants);
}

static void read_chat(struct json_fields *f, struct service_command *out,
                      const struct event_last *last)
{
    int64_t quick = 0;
    read_game(f, out, last);
    bool has_quick = json_read_int(f, "quick", JSON_OPTIONAL, 0, UINT16_MAX, &quick);
    (void)json_read_text(f, "text", has_quick ? JSON_OPTIONAL : JSON_REQUIRED, 0, TEXT_MAX,
                         &out->text, &out->text_len);
    if (has_quick)
        out->text = NULL;
    out->quick = (uint16_t)quick;
}

static void read_watched(struct json_fields *f, struct service_command *out,
                         const struct event_last *last)
{
    out->game_id = read_id(f, "gameId", last->watched_id);
}

typedef void reader(struct json_fields *f, struct service_command *out,
                    const struct event_last *last);

static reader *const readers[COMMAND_COUNT] = {
    [COMMAND_SET_NAME] = read_name,        [COMMAND_JOIN_QUEUE] = read_queue,
    [COMMAND_CONFIRM_MATCH] = read_match,  [COMMAND_DECLINE_MATCH] = read_match,
    [COMMAND_CREATE_GAME] = read_new_game, [COMMAND_JOIN_GAME] = read_code,
    [COMMAND_CANCEL_GAME] = read_game,     [COMMAND_MAKE_MOVE] = read_move,
    [COMMAND_RESIGN] = read_game,          [COMMAND_OFFER_DRAW] = read_game,
    [COMMAND_ACCEPT_DRAW] = read_game,     [COMMAND_DECLINE_DRAW] = read_game,
    [COMMAND_REQUEST_REMATCH] = read_game, [COMMAND_ACCEPT_REMATCH] = read_game,
    [COMMAND_DECLINE_REMATCH] = read_game, [COMMAND_RESUME] = read_game,
    [COMMAND_CHAT_MESSAGE] = read_chat,    [COMMAND_WATCH] = read_game,
    [COMMAND_UNWATCH] = read_watched,
};

bool event_read(struct service_command *out, enum command_kind kind, const json_t *data,
                const struct event_last *last, char fault[JSON_FAULT_MAX])
{
    struct json_fields f = json_fields_of(data, "the event's argument");
    *out = command_of(kind);
    if (json_fields_are_right(&f) && readers[kind])
        readers[kind](&f, out, last);
    memcpy(fault, f.fault, JSON_FAULT_MAX);
    return json_fields_are_right(&f);
}

void auth_read(struct auth *out, const json_t *data)
{
    struct json_fields f = json_fields_of(data, "auth");
    *out = (struct auth){0};
    (void)json_read_text(&f, "token", JSON_OPTIONAL, 1, WORD_MAX, &out->token, &out->token_len);
    f.fault[0] = '\0'; /* a wrong token does not make the name wrong */
    (void)json_read_text(&f, "name", JSON_OPTIONAL, 1, SIZE_MAX, &out->name, &out->name_len);
}
