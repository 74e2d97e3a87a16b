/* Every refusal in one table: name, HTTP status, code for programs and text for people.
 *
 * The first six after OK are the faults of the core's move contract (core/move.h), with the same
 * numbers and texts. {last}, {column} and {player} are filled in by refusal_write. Where the rules of a variant refuse
 * something, the core's text takes the place of ours.
 * docs/protocol.md lists every code; tests/e2e/protocol_doc.test.mjs compares both. */
#ifndef PLAY_REFUSAL_H
#define PLAY_REFUSAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/move.h"

#define REFUSALS(X)                                                                         \
    X(OK, 200, "ok", "Ok")                                                                  \
    X(NOT_YOUR_TURN, 422, "not-your-turn", MOVE_TEXT_NOT_YOUR_TURN)                         \
    X(COLUMN_RANGE, 422, "column-out-of-range", MOVE_TEXT_COLUMN_RANGE)                     \
    X(COLUMN_FULL, 422, "column-full", MOVE_TEXT_COLUMN_FULL)                               \
    X(GAME_OVER, 409, "game-over", MOVE_TEXT_GAME_OVER)                                     \
    X(NOT_IN_GAME, 403, "not-in-game", MOVE_TEXT_NOT_IN_GAME)                               \
    X(GAME_WAITING, 409, "game-waiting", MOVE_TEXT_GAME_WAITING)                            \
    X(GAME_RUNNING, 409, "game-running", "The game is still being played")                  \
    X(STALE, 409, "stale", "The game has moved on; see its current state")                  \
    X(NO_SUCH_GAME, 404, "no-such-game", "There is no such game")                           \
    X(NO_SUCH_CODE, 404, "no-such-code", "No game is waiting under this code")              \
    X(NO_SUCH_MATCH, 404, "no-such-match", "This match is no longer on offer")              \
    X(NO_SUCH_EVENT, 400, "no-such-event", "There is no such event")                        \
    X(NO_SESSION, 401, "no-session", "Connect first")                                       \
    X(BAD_TOKEN, 401, "bad-token", "Unknown token")                                         \
    X(ALREADY_CONNECTED, 409, "already-connected", "This connection already has a session") \
    X(BAD_NAME, 422, "bad-name", "A name has 1 to 20 visible characters")                   \
    X(NAME_TAKEN, 409, "name-taken", "This name belongs to an account, or looks like it")   \
    X(NAME_RESERVED, 422, "name-reserved", "This name is reserved")                         \
    X(NAME_MIXED, 422, "name-mixed", "A name may not mix scripts")                          \
    X(BAD_BOARD, 422, "bad-board", "There is no such board")                                \
    X(BAD_VARIANT, 422, "bad-variant", "There is no such variant")                          \
    X(VARIANT_BOARD, 422, "variant-board", "This variant is not played on this board")      \
    X(ILLEGAL_MOVE, 422, "illegal-move", "This move is not legal")                          \
    X(OTHER_RULES, 409, "other-rules", "This game has other rules than your program knows") \
    X(BAD_CLOCK, 422, "bad-clock", "There is no such clock")                                \
    X(BAD_LEVEL, 422, "bad-level", "There is no such opponent")                             \
    X(BAD_SEATS, 422, "bad-seats", "A game needs two different players")                    \
    X(BAD_TEXT, 422, "bad-text", "A message has 1 to 200 visible characters")               \
    X(BAD_QUICK, 422, "bad-quick", "There is no such quick message")                        \
    X(ALREADY_QUEUED, 409, "already-queued", "You are already waiting for a game")          \
    X(NOT_QUEUED, 409, "not-queued", "You are not waiting for a game")                      \
    X(IN_GAME, 409, "in-game", "Finish your running game first")                            \
    X(OWN_GAME, 409, "own-game", "You cannot join your own game")                           \
    X(NO_OFFER, 409, "no-offer", "There is no offer to answer")                             \
    X(ALREADY_OFFERED, 409, "already-offered", "You have already offered this")             \
    X(REPLACED, 409, "replaced", "You are playing in another window")                       \
    X(NOT_WATCHING, 409, "not-watching", "You are not watching this game")                  \
    X(PLAYER_WATCHING, 409, "own-game-watch", "You are playing in this game")               \
    X(OPPONENT_GONE, 409, "opponent-gone", "The opponent has left")                         \
    X(WRONG_NAME, 422, "wrong-name", "This is not your name")                               \
    X(BANNED, 403, "banned", "You are banned from this server")                             \
    X(MUTED, 403, "muted", "You are muted; quick messages still work")                      \
    X(BOT_DECLINES, 409, "bot-declines", "The computer does not accept draws")              \
    X(TOO_MANY_GAMES, 429, "too-many-games", "Too many open games from this network")       \
    X(RATED_SEATS, 422, "rated-seats", "A rated game needs two independent people")         \
    X(RATED_ACCOUNT, 403, "rated-account", "A rated invitation needs two accounts")         \
    X(RATED_CLOCK, 422, "rated-clock", "A rated game needs a clock")                        \
    X(QUEUE_WAIT, 429, "queue-wait", "You missed several matches; wait a little")           \
    X(SLOW_DOWN, 429, "slow-down", "Too many requests; slow down")                          \
    X(SERVER_FULL, 503, "server-full", "The server is full; try again later")               \
    X(STORE, 503, "store-unavailable", "This could not be saved; please try again")

enum refusal {
#define REFUSAL_ENUM(name, http, code, text) REFUSAL_##name,
    REFUSALS(REFUSAL_ENUM)
#undef REFUSAL_ENUM
        REFUSAL_COUNT
};

/* The refusal of a move that the core found at fault. */
static inline enum refusal refusal_of_move(enum move_fault fault)
{
    return (enum refusal)fault;
}

/* The values a text may show; only those it names are read. */
struct refusal_detail {
    int column, last_column;
    int64_t player_id;
    ff_err reason;   /* of the core; FF_OK: none */
    int64_t wait_ms; /* how long the same request will be refused; 0: unknown */
};

enum { REFUSAL_TEXT_SIZE = 96 }; /* enough for every text with its details */

/* "not-your-turn", 422. For a number that is no refusal: "?" and 500. */
const char *refusal_code(enum refusal refusal);
int refusal_http(enum refusal refusal);

/* True if the same request may succeed later. */
bool refusal_is_retryable(enum refusal refusal);

/* Writes the text with its values and a zero byte, cut to `size`; returns the length written. */
size_t refusal_write(char *out, size_t size, enum refusal refusal,
                     const struct refusal_detail *detail);

#endif
