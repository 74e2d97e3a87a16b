#include "server/event_read.h"

#include <string.h>

#include "play/code.h"
#include "play/id.h"

/* Long enough for the service to say what is wrong with it. */
enum { TEXT_MAX = 20000, WORD_MAX = 64, NO_ID = -1 };

static const int64_t ms_max = INT64_C(1000) * 60 * 60 * 24 * 365;

/* `otherwise` is meant where nothing is said; 0: something must be. */
static int64_t read_id(struct json_fields *f, const char *key, int64_t otherwise)
{
    const char *text;
    size_t len;
    int64_t id = NO_ID; /* a text that is no id names nothing */
    enum json_need need = otherwise ? JSON_OPTIONAL : JSON_REQUIRED;
    if (!json_read_text(f, key, need, 1, WORD_MAX, &text, &len))
        return otherwise;
    (void)id_read(&id, text, len);
    return id;
}

void game_read_board(struct json_fields *f, ff_board *out)
{
    const char *text;
    size_t len;
    *out = ff_classic;
    if (json_read_text(f, "board", JSON_OPTIONAL, 0, WORD_MAX, &text, &len) &&
        ff_board_read(out, text, len) != FF_OK)
        memset(out, 0, sizeof *out);
}

void game_read_clock(struct json_fields *f, struct clock_row *out, bool is_strict)
{
    static const char *const keys[] = {"perMoveMs", "initialMs", "incrementMs"};
    const json_t *object;
    if (!json_read_object(f, "clock", JSON_OPTIONAL, &object))
        return;
    struct json_fields clock = json_fields_of(object, "clock");
    if (is_strict)
        (void)json_read_only(&clock, keys, 3);
    if (json_read_int(&clock, "perMoveMs", JSON_OPTIONAL, 0, ms_max, &out->initial_ms)) {
        out->kind = CLOCK_DAYS;
    } else {
        out->kind = CLOCK_LIVE;
        (void)json_read_int(&clock, "initialMs", JSON_REQUIRED, 0, ms_max, &out->initial_ms);
        (void)json_read_int(&clock, "incrementMs", JSON_OPTIONAL, 0, ms_max, &out->increment_ms);
    }
    game_read_fault(f, &clock);
}

bool game_read_computer(struct json_fields *f, struct seat_order *seat, enum json_need need)
{
    const char *text;
    size_t len;
    ff_level level = FF_LEVEL_COUNT;
    ff_style style = FF_BALANCED;
    if (!json_read_text(f, "level", need, 0, WORD_MAX, &text, &len))
        return false;
    (void)ff_level_read(&level, text, len);
    if (json_read_text(f, "style", JSON_OPTIONAL, 0, WORD_MAX, &text, &len) &&
        ff_style_read(&style, text, len) != FF_OK)
        style = FF_STYLE_COUNT;
    seat->level = (uint8_t)level;
    seat->style = (uint8_t)style;
    return true;
}

void game_read_fault(struct json_fields *f, const struct json_fields *inner)
{
    if (json_fields_are_right(f))
        memcpy(f->fault, inner->fault, sizeof f->fault);
}

static void read_name(struct json_fields *f, struct command *out)
{
    (void)json_read_text(f, "name", JSON_OPTIONAL, 0, TEXT_MAX, &out->name, &out->name_len);
}

static void read_queue(struct json_fields *f, struct command *out)
{
    read_name(f, out);
    game_read_board(f, &out->board);
    game_read_clock(f, &out->clock, false);
    (void)json_read_bool(f, "rated", JSON_OPTIONAL, &out->is_rated);
}

/* event_read has put there what is meant without a word. */
static void read_match(struct json_fields *f, struct command *out)
{
    out->match_id = read_id(f, "matchId", out->match_id);
}

static void read_game(struct json_fields *f, struct command *out)
{
    out->game_id = read_id(f, "gameId", out->game_id);
}

static void read_move(struct json_fields *f, struct command *out)
{
    int64_t column = 0, ply = PLY_ANY;
    out->game_id = read_id(f, "gameId", 0);
    (void)json_read_int(f, "columnIndex", JSON_REQUIRED, INT32_MIN, INT32_MAX, &column);
    (void)json_read_int(f, "ply", JSON_OPTIONAL, 0, INT32_MAX, &ply);
    out->column = (int32_t)column;
    out->ply = (int32_t)ply;
}

static void read_new_game(struct json_fields *f, struct command *out)
{
    static const char *const sides[] = {"X", "O", "random"};
    static const char *const who_sees[] = {"private", "public"};
    int side = 0, visibility = 0;
    game_read_board(f, &out->board);
    game_read_clock(f, &out->clock, false);
    (void)json_read_bool(f, "rated", JSON_OPTIONAL, &out->is_rated);
    (void)json_read_word(f, "visibility", JSON_OPTIONAL, who_sees, 2, &visibility);
    (void)json_read_word(f, "player", JSON_OPTIONAL, sides, 3, &side);
    out->is_public = visibility == 1;
    out->is_either_side = side == 2;
    struct seat_order *other = &out->seat[side != 1];
    out->seat[side == 1].wish = WISH_ME;
    other->wish = game_read_computer(f, other, JSON_OPTIONAL) ? WISH_BOT : WISH_ANYONE;
}

/* What is no code is no game's code. */
static void read_code(struct json_fields *f, struct command *out)
{
    const char *text;
    size_t len;
    out->game_id = 0;
    if (json_read_text(f, "code", JSON_REQUIRED, 1, WORD_MAX, &text, &len))
        (void)code_read(out->code, text, len);
}

static void read_chat(struct json_fields *f, struct command *out)
{
    int64_t quick = 0;
    read_game(f, out);
    bool has_quick = json_read_int(f, "quick", JSON_OPTIONAL, 0, UINT16_MAX, &quick);
    (void)json_read_text(f, "text", has_quick ? JSON_OPTIONAL : JSON_REQUIRED, 0, TEXT_MAX,
                         &out->text, &out->text_len);
    if (has_quick)
        out->text = NULL;
    out->quick = (uint16_t)quick;
}

typedef void reader(struct json_fields *f, struct command *out);

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
    [COMMAND_UNWATCH] = read_game,
};

bool event_read(struct command *out, enum command_kind kind, const json_t *data,
                const struct event_last *last, char fault[JSON_FAULT_MAX])
{
    struct json_fields f = json_fields_of(data, "the event's argument");
    *out = command_of(kind);
    out->game_id = kind == COMMAND_UNWATCH ? last->watched_id : last->game_id;
    out->match_id = last->match_id;
    if (json_fields_are_right(&f) && readers[kind])
        readers[kind](&f, out);
    memcpy(fault, f.fault, JSON_FAULT_MAX);
    return json_fields_are_right(&f);
}

void auth_read(struct auth *out, const json_t *data)
{
    struct json_fields f = json_fields_of(data, "auth");
    *out = (struct auth){0};
    (void)json_read_text(&f, "token", JSON_OPTIONAL, 1, WORD_MAX, &out->token, &out->token_len);
    f.fault[0] = '\0'; /* an odd token is no reason to refuse a name, nor the other way round */
    (void)json_read_text(&f, "name", JSON_OPTIONAL, 1, WORD_MAX, &out->name, &out->name_len);
}
