/* What the service wants to be kept: plain structs, one for every kind of row.
 *
 * play decides and fills them, store writes and reads them; neither knows the other. Text fields
 * end with a zero byte and are clean UTF-8; their sizes below count that byte. Ids are random and
 * positive, so they fit a signed 64-bit column. Times ending in _ms are milliseconds since 1970
 * (wall clock) where a comment does not say otherwise; 0 means never.
 *
 * A turn of the loop gives a list of `struct row`. The store writes all of them, in order, in one
 * transaction, or none. A row that names a ply (move, result, offer, seat) is a compare-and-set:
 * it applies only WHERE id = game_id AND ply = ply AND status = 'what it must be'; if no line
 * changed, the whole transaction fails, for the memory of the service is not what the table says. */
#ifndef PLAY_ROWS_H
#define PLAY_ROWS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ROW_NAME_SIZE = 65,    /* 1..20 characters in at most 64 bytes */
    ROW_BOARD_SIZE = 12,   /* "7x6", "5x5x5", "12x12x12c8" */
    ROW_CODE_SIZE = 7,     /* 6 characters, or empty */
    ROW_MOVES_SIZE = 257,  /* one column letter a move, at most 256 */
    ROW_TEXT_SIZE = 801,   /* 1..200 characters in at most 800 bytes */
    ROW_REQUEST_SIZE = 37, /* up to 36 bytes, such as a UUID, or empty */
    ROW_HASH_BYTES = 32,
    ROW_LOGIN_SIZE = 21,     /* 3..20 letters, digits, _ and - */
    ROW_PASSWORD_SIZE = 129, /* a hash of it, as text with its parameters */
    ROW_SEATS = 2,           /* 0 is X, red, who begins; 1 is O, yellow */
    ROW_NOBODY = 2           /* in place of a seat: no winner, no offer */
};

/* These numbers are stored: append, never reorder. */
enum game_status { GAME_WAITING, GAME_PLAYING, GAME_WIN, GAME_DRAW, GAME_CANCELLED };
enum game_reason {
    REASON_NONE,
    REASON_LINE,
    REASON_DRAW, /* the board is full */
    REASON_RESIGN,
    REASON_TIME,
    REASON_ABANDON, /* somebody left for good; with GAME_DRAW both did */
    REASON_AGREED   /* a draw was offered and accepted */
};
enum clock_kind { CLOCK_NONE, CLOCK_LIVE, CLOCK_DAYS };
enum seat_kind { SEAT_OPEN, SEAT_PLAYER, SEAT_BOT };
enum rating_class { RATING_CLASSIC, RATING_CUBE, RATING_OTHER, RATING_CLASSES };
enum chat_channel { CHAT_PLAYERS, CHAT_SPECTATORS };

enum game_flags {
    GAME_RATED = 1,
    GAME_ASYNC = 2, /* nobody need be connected: no abandoning */
    GAME_PUBLIC = 4 /* may be listed for spectators */
};

/* INSERT, or UPDATE name and ratings' owner where the id exists. */
struct player_row {
    int64_t id;
    char name[ROW_NAME_SIZE];
    int64_t created_ms;
    int64_t erased_ms; /* read only: when the player's data was deleted, 0: it was not */
};

/* One per player and class; INSERT or UPDATE. Absent: a new player's rating. */
struct rating_row {
    int64_t player_id;
    uint8_t class; /* enum rating_class */
    double rating, deviation, volatility;
    int32_t games, wins, draws, losses;
    int64_t updated_ms;
};

/* The hash of a token is all that is stored of it; it is the key. INSERT, or UPDATE seen_ms. */
struct session_row {
    uint8_t token_hash[ROW_HASH_BYTES];
    int64_t player_id;
    int64_t created_ms, seen_ms;
};

struct seat_row {
    uint8_t kind;         /* enum seat_kind */
    uint8_t level, style; /* of a bot: ff_level, ff_style */
    int64_t player_id;    /* 0 unless SEAT_PLAYER */
};

/* How fast a game is. CLOCK_LIVE: initial_ms for all moves and increment_ms after each.
 * CLOCK_DAYS: initial_ms for every single move. */
struct clock_row {
    uint8_t kind; /* enum clock_kind */
    int64_t initial_ms, increment_ms;
};

/* A whole game. Written once, by INSERT, when it is created (ply 0, no moves, or waiting for its
 * second player); later changes come as the smaller rows below. Read whole to restore a game. */
struct game_row {
    int64_t id;
    char board[ROW_BOARD_SIZE];
    char code[ROW_CODE_SIZE]; /* of a private game; unique among games that wait */
    struct seat_row seat[ROW_SEATS];
    struct clock_row clock;
    uint8_t flags;  /* enum game_flags */
    uint8_t status; /* enum game_status */
    uint8_t winner; /* a seat or ROW_NOBODY */
    uint8_t reason; /* enum game_reason */
    uint8_t offer;  /* the seat that offers a draw, or ROW_NOBODY */
    uint16_t ply;   /* == strlen(moves) */
    char moves[ROW_MOVES_SIZE];
    int64_t left_ms[ROW_SEATS]; /* durations: what was left when the turn began */
    int64_t moved_ms;           /* when the turn began */
    int64_t deadline_ms; /* when a waiting game expires or a CLOCK_DAYS turn is over; 0: never */
    int64_t rematch_of;  /* the game before, 0: none */
    uint32_t chat_seq;   /* the last one used; when read: MAX(seq) of the game's chat rows */
    int64_t created_ms, updated_ms, finished_ms;
};

/* Somebody takes the open seat of a waiting game, and it begins. Requires status GAME_WAITING and
 * ply 0. Sets seat[at], status GAME_PLAYING, left_ms, moved_ms, deadline_ms, updated_ms. */
struct join_row {
    int64_t game_id;
    uint8_t at;
    struct seat_row seat;
    int64_t left_ms[ROW_SEATS];
    int64_t moved_ms, deadline_ms;
};

/* One move. Requires status GAME_PLAYING and this ply; appends the letter to moves, ply + 1, sets
 * status, winner, reason, offer, left_ms, moved_ms, deadline_ms, updated_ms = moved_ms, and
 * finished_ms = moved_ms where the status is no longer GAME_PLAYING. */
struct move_row {
    int64_t game_id;
    uint16_t ply; /* before the move: the first is 0 */
    uint8_t column;
    char letter;
    uint8_t status, winner, reason, offer;
    int64_t left_ms[ROW_SEATS];
    int64_t moved_ms, deadline_ms;
};

/* A game ends without a move. Requires this ply and status GAME_PLAYING (GAME_WAITING for
 * GAME_CANCELLED). Sets status, winner, reason, left_ms, updated_ms, finished_ms, no offer, and
 * deadline_ms 0. */
struct result_row {
    int64_t game_id;
    uint16_t ply;
    uint8_t status, winner, reason;
    int64_t left_ms[ROW_SEATS];
    int64_t finished_ms;
};

/* A draw is offered, or the offer is gone (ROW_NOBODY). Requires this ply and GAME_PLAYING. */
struct offer_row {
    int64_t game_id;
    uint16_t ply;
    uint8_t offer;
};

/* How a rated game changed both ratings; one INSERT per game. */
struct rated_row {
    int64_t game_id;
    uint8_t class; /* enum rating_class */
    double before[ROW_SEATS], after[ROW_SEATS];
};

/* One line of chat. seq counts from 1 per game; the last 100 of each channel are worth keeping. */
struct chat_row {
    int64_t game_id;
    uint32_t seq;
    uint8_t channel; /* enum chat_channel */
    int64_t player_id;
    uint16_t quick; /* id of a ready-made message; 0: the text counts */
    char text[ROW_TEXT_SIZE];
    int64_t sent_ms;
};

/* Who waits for a correspondence game (CLOCK_DAYS); at most one per player. */
struct queue_row {
    int64_t player_id;
    bool is_waiting; /* false: DELETE */
    char board[ROW_BOARD_SIZE];
    struct clock_row clock;
    bool is_rated;
    int64_t since_ms;
};

/* The game that a client's create request made; INSERT or UPDATE. */
struct request_row {
    int64_t player_id;
    char request[ROW_REQUEST_SIZE]; /* chosen by the client, unique among the player's */
    int64_t game_id;
};

/* How a player comes back without a token; INSERT or UPDATE. Logins are unique whatever their case. */
struct account_row {
    int64_t player_id;
    char login[ROW_LOGIN_SIZE];       /* empty: none, and then there is no password */
    char password[ROW_PASSWORD_SIZE]; /* its hash */
    bool has_recovery;
    uint8_t recovery[ROW_HASH_BYTES]; /* the hash of the code */
    int64_t created_ms;
};

/* One token, or every token of a player, is void; DELETE. */
struct logout_row {
    int64_t player_id;
    bool is_everywhere;
    uint8_t token_hash[ROW_HASH_BYTES]; /* unless is_everywhere */
};

/* A player's data goes: sessions, account, ratings, statistics, history, what he said, his place in
 * the queue. Games stay, and so does the row of the player, with the name it has by then. */
struct erase_row {
    int64_t player_id;
    int64_t erased_ms;
};

enum row_kind {
    ROW_PLAYER,
    ROW_RATING,
    ROW_SESSION,
    ROW_GAME,
    ROW_JOIN,
    ROW_MOVE,
    ROW_RESULT,
    ROW_OFFER,
    ROW_RATED,
    ROW_CHAT,
    ROW_QUEUE,
    ROW_ACCOUNT,
    ROW_LOGOUT,
    ROW_ERASE,
    ROW_REQUEST,
    ROW_KINDS
};

struct row {
    uint8_t kind; /* enum row_kind */
    union {
        struct player_row player;
        struct rating_row rating;
        struct session_row session;
        struct game_row game;
        struct join_row join;
        struct move_row move;
        struct result_row result;
        struct offer_row offer;
        struct rated_row rated;
        struct chat_row chat;
        struct queue_row queue;
        struct account_row account;
        struct logout_row logout;
        struct erase_row erase;
        struct request_row request;
    };
};

/* What a player is when read back: with all ratings, present or not. */
struct player_rows {
    struct player_row player;
    struct rating_row rating[RATING_CLASSES]; /* games 0 and rating 0: absent */
};

#endif
