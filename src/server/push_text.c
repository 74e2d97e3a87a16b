#include "server/push_text.h"

#include <stdio.h>
#include <string.h>

#include "play/id.h"
#include "play/room.h"
#include "json/pair.h"

enum { MINUTE_S = 60, DAY_S = 24 * 60 * 60, TTL_MAX_S = 28 * DAY_S, OVER_S = 7 * DAY_S };

static bool is_to_move(const struct game_row *game, int seat)
{
    return row_to_move(game) == seat;
}

bool push_is_true(const struct push_due_row *due, const struct game_row *game, int seat)
{
    switch ((enum push_kind)due->kind) {
    case PUSH_TURN:
        return is_to_move(game, seat);
    case PUSH_START:
        return game->status == GAME_PLAYING;
    case PUSH_OFFER:
        return game->status == GAME_PLAYING && game->offer == 1 - seat;
    default:
        return game->status == GAME_WIN || game->status == GAME_DRAW;
    }
}

enum sentence { MOVED, BEGAN, BEGAN_TO_MOVE, OFFERED, WON, LOST, DRAWN, REMATCH, SENTENCES };

static enum sentence sentence_of(const struct push_due_row *due, const struct game_row *game,
                                 int seat)
{
    switch ((enum push_kind)due->kind) {
    case PUSH_TURN:
        return MOVED;
    case PUSH_START:
        return is_to_move(game, seat) ? BEGAN_TO_MOVE : BEGAN;
    case PUSH_OFFER:
        return OFFERED;
    case PUSH_REMATCH:
        return REMATCH;
    default:
        return game->status == GAME_DRAW ? DRAWN : game->winner == seat ? WON : LOST;
    }
}

/* The name comes between the two parts. */
static const char *const english[SENTENCES][2] = {
    [MOVED] = {"", " has moved. It is your turn."},
    [BEGAN] = {"Your game against ", " has begun."},
    [BEGAN_TO_MOVE] = {"Your game against ", " has begun. It is your turn."},
    [OFFERED] = {"", " offers a draw."},
    [WON] = {"You have won against ", "."},
    [LOST] = {"You have lost against ", "."},
    [DRAWN] = {"Your game against ", " is a draw."},
    [REMATCH] = {"", " asks for a rematch."},
};
static const char *const german[SENTENCES][2] = {
    [MOVED] = {"", " hat gezogen. Du bist am Zug."},
    [BEGAN] = {"Dein Spiel gegen ", " hat begonnen."},
    [BEGAN_TO_MOVE] = {"Dein Spiel gegen ", " hat begonnen. Du bist am Zug."},
    [OFFERED] = {"", " bietet ein Unentschieden an."},
    [WON] = {"Du hast gegen ", " gewonnen."},
    [LOST] = {"Du hast gegen ", " verloren."},
    [DRAWN] = {"Dein Spiel gegen ", " endete unentschieden."},
    [REMATCH] = {"", " möchte eine Revanche."},
};

/* A guest without a name of their own is "Guest 12" here and "Gast 12" in German, as on the page. */
static void name_write(char out[ROW_NAME_SIZE], const char *name, bool is_german)
{
    static const char guest[] = "Guest ";
    size_t len = sizeof guest - 1;
    bool is_guest = strncmp(name, guest, len) == 0 && name[len] &&
                    strspn(name + len, "0123456789") == strlen(name + len);
    (void)snprintf(out, ROW_NAME_SIZE, "%s%s", is_guest && is_german ? "Gast " : "",
                   is_guest && is_german ? name + len : name);
}

void push_text_write(char out[PUSH_TEXT_SIZE], const struct push_due_row *due,
                     const struct game_row *game, int seat, const char *opponent,
                     const char *language)
{
    enum sentence which = sentence_of(due, game, seat);
    bool is_german = strcmp(language, "de") == 0;
    const char *const *parts = is_german ? german[which] : english[which];
    struct buffer buffer = buffer_with_max(PUSH_TEXT_SIZE - 1);
    char name[ROW_NAME_SIZE], body[ROW_NAME_SIZE + 64], id[ID_TEXT_SIZE];
    id_write(id, game->id);
    name_write(name, opponent, is_german);
    (void)snprintf(body, sizeof body, "%s%s%s", parts[0], name, parts[1]);
    struct json_write w = json_write_on(&buffer);
    json_write_object(&w);
    pair_text(&w, "game", id);
    pair_text(&w, "body", body);
    pair_text(&w, "language", language);
    json_write_object_end(&w);
    bool is_written = json_write_finish(&w) == JSON_WRITE_OK;
    (void)snprintf(out, PUSH_TEXT_SIZE, "%.*s", is_written ? (int)buffer.len : 0,
                   is_written ? buffer.bytes : "");
    buffer_free(&buffer);
}

int push_ttl_s(const struct push_due_row *due, const struct game_row *game, int64_t wall_ms)
{
    int64_t left_s = (game->deadline_ms - wall_ms) / 1000;
    if (due->kind == PUSH_OVER || due->kind == PUSH_REMATCH)
        return OVER_S;
    if (left_s < MINUTE_S)
        return MINUTE_S;
    return left_s < TTL_MAX_S ? (int)left_s : TTL_MAX_S;
}
