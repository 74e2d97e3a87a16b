/* The rows of the database as plain structs, one for every kind.
 *
 * play fills them, store writes and reads them; neither knows the other. Text fields are valid UTF-8
 * and end with a zero byte, which the sizes below count. Ids are random and positive, so they fit a
 * signed 64-bit column. Times ending in _ms are milliseconds since 1970 (wall clock) unless a comment
 * says otherwise; 0 means never.
 *
 * A turn of the loop gives a list of `struct row`. The store writes all of them, in order, in one
 * transaction, or none. A row that names a ply (move, result, offer, join) is a compare-and-set: it
 * applies only if the game has this ply and the required status. If it does not apply, the memory of
 * the service differs from the table, and the whole transaction fails. */
#ifndef PLAY_ROWS_H
#define PLAY_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "play/misses.h"

enum {
    ROW_NAME_SIZE = 65,  /* 1..20 characters in at most 64 bytes */
    ROW_BOARD_SIZE = 32, /* play/ruleset.h: "7x6", "9x7c5-popout-pie" */
    ROW_CODE_SIZE = 7,   /* 6 characters, or empty */
    ROW_PLIES_MAX = 512,
    ROW_MOVE_SIZE = 3,     /* a move in notation: "4", "-4", "<" */
    ROW_MOVES_SIZE = 1025, /* all of a game's */
    ROW_TEXT_SIZE = 801,   /* 1..200 characters in at most 800 bytes */
    ROW_REQUEST_SIZE = 37, /* up to 36 bytes, such as a UUID, or empty */
    ROW_HASH_BYTES = 32,
    ROW_NETWORK_SIZE = 48,   /* "2001:db8:1::/48", or empty */
    ROW_LOGIN_SIZE = 21,     /* 3..20 letters, digits, _ and - */
    ROW_PASSWORD_SIZE = 129, /* a hash of it, as text with its parameters */
    ROW_ENDPOINT_SIZE = 768, /* the address of a push subscription */
    ROW_PUSH_KEY_BYTES = 65,
    ROW_PUSH_AUTH_BYTES = 16,
    ROW_LANGUAGE_SIZE = 3, /* "en", "de" */
    ROW_RECENT = 16,       /* rated games that a rating remembers */
    ROW_TOTP_BYTES = 20,
    ROW_PASSKEY_ID_MAX = 255,
    ROW_PASSKEY_KEY_MAX = 259, /* the longest: RSA with 2048 bits */
    ROW_SEATS = 2,  /* 0 moves first: X, red, unless sides were swapped; 1 is the other */
    ROW_NOBODY = 2, /* in place of a seat: no winner, no offer */
    ROW_AGREED = 3  /* in place of a seat that wants another game: it has begun */
};

/* These numbers are stored: append, never reorder. */
enum game_status { GAME_WAITING, GAME_PLAYING, GAME_WIN, GAME_DRAW, GAME_CANCELLED };
enum game_reason {
    REASON_NONE,
    REASON_LINE,
    REASON_DRAW, /* the board is full */
    REASON_RESIGN,
    REASON_TIME,
    REASON_ABANDON, /* a player did not come back; with GAME_DRAW neither did */
    REASON_AGREED   /* a draw was offered and accepted */
};
enum clock_kind { CLOCK_NONE, CLOCK_LIVE, CLOCK_DAYS };
enum seat_kind { SEAT_OPEN, SEAT_PLAYER, SEAT_BOT };
enum rating_class {
    RATING_CLASSIC,
    RATING_CUBE,
    RATING_OTHER,
    RATING_POPS,   /* PopOut, Pop Ten */
    RATING_POWERS, /* Power Up, Turn */
    RATING_LINES,  /* Five, Misère, Cylinder */
    RATING_CLASSES
};
enum chat_channel { CHAT_PLAYERS, CHAT_SPECTATORS };

enum game_flags {
    GAME_RATED = 1,
    GAME_ASYNC = 2,  /* players need not be connected, so it cannot be abandoned */
    GAME_PUBLIC = 4, /* listed for spectators */
    GAME_QUEUED = 8  /* its players were paired by the queue; a rematch, too */
};

/* Why a rated game does not count for a leaderboard (play/discount.h). These numbers are stored: append, never
 * reorder. */
enum discount {
    DISCOUNT_NONE,
    DISCOUNT_SAME_NETWORK,
    DISCOUNT_SHORT,
    DISCOUNT_REPEATED,
    DISCOUNT_NEW_OPPONENT,
    DISCOUNTS
};

/* INSERT, or UPDATE name and misses where the id exists. Shared: an empty name leaves the name as it is. */
struct player_row {
    int64_t id;
    char name[ROW_NAME_SIZE];
    int64_t created_ms;
    struct misses misses;
    int64_t erased_ms; /* only read: when the player's data was deleted; 0: it was not */
    bool has_account;  /* only read */
};

/* The rating by counted games alone; games 0: none, and the rest is 0. */
struct counted_row {
    double rating, deviation, volatility;
    int32_t games, wins, draws, losses;
    int64_t updated_ms;
};

/* An earlier rated game: a tag of the opponent and when it ended. minute 0: none. */
struct recent_game {
    uint32_t opponent, minute;
};

/* One per player and class; INSERT or UPDATE. Absent: a new player's rating. Shared: E_STALE unless `games` is one more
 * than in the row. */
struct rating_row {
    int64_t player_id;
    uint8_t class; /* enum rating_class */
    double rating, deviation, volatility;
    int32_t games, wins, draws, losses;
    int64_t updated_ms;
    struct counted_row counted;
    struct recent_game recent[ROW_RECENT]; /* newest first */
};

/* Only the hash of a token is stored; it is the key. INSERT, or UPDATE seen_ms and a known agent. */
struct session_row {
    uint8_t token_hash[ROW_HASH_BYTES];
    int64_t player_id;
    int64_t created_ms, seen_ms;
    uint16_t agent; /* browser and system, see api/agent.h; 0: unknown */
    bool
        is_use; /* when it is written: only seen_ms and agent, and nothing if the session has ended */
};

struct seat_row {
    uint8_t kind;         /* enum seat_kind */
    uint8_t level, style; /* of a bot: ff_level, ff_style */
    int64_t player_id;    /* 0 unless SEAT_PLAYER */
    uint32_t network; /* of a player of a rated game until it ends: discount_network; 0: unknown */
};

/* The time control. CLOCK_LIVE: initial_ms for all moves and increment_ms after each. CLOCK_DAYS:
 * initial_ms for every move. */
struct clock_row {
    uint8_t kind; /* enum clock_kind */
    int64_t initial_ms, increment_ms;
};

/* Rows of a shared database. Several servers (nodes) may write the same PostgreSQL database (docs/scale.md). There every
 * change of a game carries the `version` that the node has in memory; E_STALE if the row has another. Fields and rows
 * marked "shared" mean something there only; SQLite ignores the fields and refuses the rows with E_ROW. */

/* A whole game. Inserted once, when the game is created; the smaller rows below change it. Read whole
 * to restore the game. */
struct game_row {
    int64_t id;
    char board[ROW_BOARD_SIZE];
    char code[ROW_CODE_SIZE]; /* of a private game; unique among games that wait */
    struct seat_row seat[ROW_SEATS];
    struct clock_row clock;
    uint8_t flags;   /* enum game_flags */
    uint8_t status;  /* enum game_status */
    uint8_t winner;  /* a seat or ROW_NOBODY */
    uint8_t reason;  /* enum game_reason */
    uint8_t offer;   /* the seat that offers a draw, or ROW_NOBODY */
    uint8_t to_move; /* the seat; only of a game that is played */
    uint16_t ply;    /* how many moves there are in `moves` */
    char moves[ROW_MOVES_SIZE];
    int64_t left_ms[ROW_SEATS]; /* durations: the time left at moved_ms */
    int64_t moved_ms;           /* when the last move was made, or the game began */
    int64_t deadline_ms; /* when a waiting game expires or a CLOCK_DAYS move is due; 0: never */
    int64_t rematch_of;  /* the game before; 0: none */
    uint32_t chat_seq;   /* the highest seq of the game's chat rows */
    uint8_t rematch;     /* shared: the seat that wants another game, ROW_NOBODY or ROW_AGREED */
    uint32_t version;    /* shared: changes of this row; inserted with 0 */
    int64_t created_ms, updated_ms, finished_ms;
};

/* A player takes the open seat of a waiting game, and it begins. Requires status GAME_WAITING and
 * ply 0. Sets seat[at], status GAME_PLAYING, left_ms, moved_ms, deadline_ms, updated_ms. */
struct join_row {
    int64_t game_id;
    uint32_t version; /* shared: before this change */
    uint8_t at;
    struct seat_row seat;
    int64_t left_ms[ROW_SEATS];
    int64_t moved_ms, deadline_ms;
};

/* One move. Requires status GAME_PLAYING and this ply; appends the text to moves, ply + 1, sets
 * status, winner, reason, offer, to_move, left_ms, moved_ms, deadline_ms, updated_ms = moved_ms, and
 * finished_ms = moved_ms where the status is no longer GAME_PLAYING. */
struct move_row {
    int64_t game_id;
    uint32_t version; /* shared: before this change */
    uint16_t ply;     /* before the move: the first is 0 */
    char text[ROW_MOVE_SIZE];
    uint8_t status, winner, reason, offer;
    uint8_t to_move; /* the seat; 0 where the game is over */
    uint8_t by;      /* the seat that moved; not stored */
    int64_t left_ms[ROW_SEATS];
    int64_t moved_ms, deadline_ms;
};

/* A game ends without a move. Requires this ply and status GAME_PLAYING (GAME_WAITING for
 * GAME_CANCELLED). Sets status, winner, reason, left_ms, updated_ms, finished_ms, no offer, and
 * deadline_ms 0. Shared: with REASON_ABANDON also E_STALE if the presence of the player who loses (a draw: of either
 * player) names a node. */
struct result_row {
    int64_t game_id;
    uint32_t version; /* shared: before this change */
    uint16_t ply;
    uint8_t status, winner, reason;
    int64_t left_ms[ROW_SEATS];
    int64_t finished_ms;
};

/* A draw is offered, or the offer was declined (ROW_NOBODY). Requires this ply and GAME_PLAYING. */
struct offer_row {
    int64_t game_id;
    uint32_t version; /* shared: before this change */
    uint16_t ply;
    uint8_t offer;
};

/* Shared: a player of a finished game wants another, no longer does (ROW_NOBODY), or it begins in this turn (ROW_AGREED).
 * Requires this version and a game that is over. */
struct rematch_row {
    int64_t game_id;
    uint32_t version; /* before this change */
    uint8_t rematch;
};

/* Both ratings before and after a rated game, and whether it counts; one INSERT per game. */
struct rated_row {
    int64_t game_id, at_ms;
    uint8_t class;    /* enum rating_class */
    uint8_t discount; /* enum discount */
    bool counts[ROW_SEATS];
    double before[ROW_SEATS], after[ROW_SEATS];
};

/* One chat message. seq counts from 1 per game; the store keeps the last 100 of each channel. Shared: E_STALE unless seq is
 * one more than the game's chat_seq. */
struct chat_row {
    int64_t game_id;
    uint32_t seq;
    uint8_t channel; /* enum chat_channel */
    int64_t player_id;
    uint16_t quick; /* id of a quick message; 0: see text */
    char text[ROW_TEXT_SIZE];
    int64_t sent_ms;
};

/* A player in the queue for correspondence games (CLOCK_DAYS); shared: in any queue. At most one row per player. Shared:
 * E_STALE if a player who is in a match would wait. (A turn may close the match first.) */
struct queue_row {
    int64_t player_id;
    bool is_waiting; /* false: DELETE; shared: E_STALE if there is no such row with this since_ms */
    char board[ROW_BOARD_SIZE];
    struct clock_row clock;
    bool is_rated;
    uint32_t network; /* as in seat_row */
    int64_t since_ms;
};

/* Shared: where a player is connected; INSERT or UPDATE. `node` 0: nowhere since since_ms. That applies only where the
 * row names the node `from`. With a node and a `from` it is a claim: it applies only where the row names `from`, `node`
 * or 0, or does not exist. A row that does not apply changes nothing, and is no error; but E_STALE if `node` has lost its
 * lease, because nobody would bury it again. A row that is read has `from` 0. */
struct presence_row {
    int64_t player_id;
    int32_t node, from;
    int64_t since_ms;
};

/* Shared: two players of the queue may play if both confirm. */
enum match_step {
    MATCH_OPEN, /* deletes both queue rows and INSERTs the match; E_STALE if one of them does not exist with its since_ms */
    MATCH_CONFIRM, /* sets `confirmed`; E_STALE unless it was `before` */
    MATCH_CLOSE /* DELETE; E_STALE unless `confirmed` was `before`. confirmed 3: its game begins in this turn */
};

struct match_row {
    int64_t id;
    uint8_t step;              /* enum match_step */
    uint8_t before, confirmed; /* bit i: player i has confirmed */
    int64_t player_id[ROW_SEATS];
    int64_t since_ms
        [ROW_SEATS]; /* when each began to wait; MATCH_CLOSE: 0 if the player waits no longer */
    char board[ROW_BOARD_SIZE];
    struct clock_row clock;
    bool is_rated;
    uint32_t network[ROW_SEATS]; /* as in seat_row */
    int64_t deadline_ms;
};

/* The game that a client's create request made; INSERT or UPDATE. Shared: E_EXISTS if the request has made another game,
 * on another node at the same time. */
struct request_row {
    int64_t player_id;
    char request[ROW_REQUEST_SIZE]; /* chosen by the client, unique among the player's */
    int64_t game_id;
};

/* These numbers are stored: append, never reorder. */
enum account_role { ACCOUNT_PLAYER, ACCOUNT_MODERATOR };

/* How a player logs in without a token; INSERT or UPDATE. Logins are unique, ignoring case. */
struct account_row {
    int64_t player_id;
    char login[ROW_LOGIN_SIZE];       /* empty: no login and no password */
    char password[ROW_PASSWORD_SIZE]; /* its hash */
    bool has_recovery;
    uint8_t recovery[ROW_HASH_BYTES]; /* the hash of the code */
    uint8_t role; /* enum account_role; only read: `fourfall moderator` sets it */
    int64_t created_ms;
    bool has_passkey; /* only read */
    bool has_totp;    /* a second factor is needed */
    uint8_t totp[ROW_TOTP_BYTES];
    int64_t
        totp_step; /* the last time step whose code was used; with the same totp it never falls */
};

/* A code of the second factor is used; UPDATE. E_STALE unless totp_step grows, so a code works once, whichever nodes it is
 * shown to. */
struct code_row {
    int64_t player_id;
    int64_t totp_step;
};

/* A device that has logged in to this account, so that guesses of others do not keep it out; INSERT or UPDATE. The
 * store keeps the sixteen last seen of a player. */
struct device_row {
    int64_t player_id;
    uint8_t hash[ROW_HASH_BYTES]; /* of the device's token and the player */
    int64_t seen_ms;
};

/* Deletes one session, or all sessions of a player. */
struct logout_row {
    int64_t player_id;
    bool is_everywhere;
    uint8_t token_hash[ROW_HASH_BYTES]; /* unless is_everywhere */
};

/* A key of one of the player's devices: INSERT; with is_use, UPDATE counter and used_ms. */
struct passkey_row {
    int64_t player_id;
    bool is_use;
    uint16_t id_len, key_len;
    uint8_t id[ROW_PASSKEY_ID_MAX];
    uint8_t key[ROW_PASSKEY_KEY_MAX];
    int32_t algorithm; /* COSE's number */
    uint32_t counter;
    char name[ROW_NAME_SIZE];
    int64_t created_ms, used_ms;
};

/* Deletes a passkey of this player. */
struct passkey_gone_row {
    int64_t player_id;
    uint16_t id_len;
    uint8_t id[ROW_PASSKEY_ID_MAX];
};

/* A device that wants push messages: INSERT, or UPDATE where the endpoint exists. It goes with its session. A
 * player has at most eight; the oldest make room. */
struct push_row {
    int64_t id; /* only read: given by the store */
    int64_t player_id;
    uint8_t token_hash[ROW_HASH_BYTES]; /* the session of the device */
    char endpoint[ROW_ENDPOINT_SIZE];
    uint8_t key[ROW_PUSH_KEY_BYTES], auth[ROW_PUSH_AUTH_BYTES];
    char language[ROW_LANGUAGE_SIZE];
    int64_t created_ms;
};

/* Deletes a subscription, by id or, where that is 0, by endpoint and player. */
struct push_gone_row {
    int64_t id, player_id;
    char endpoint[ROW_ENDPOINT_SIZE];
};

/* These numbers are stored: append, never reorder. */
enum push_kind { PUSH_TURN, PUSH_START, PUSH_OFFER, PUSH_OVER, PUSH_REMATCH };

/* A message that a device is to get about a game; a newer one replaces it. PUSH_AGAIN and PUSH_DONE apply only if
 * no newer one did: they delay it to due_ms, or delete it. */
enum push_step { PUSH_ADD, PUSH_AGAIN, PUSH_DONE };

struct push_due_row {
    int64_t push_id, game_id;
    uint8_t step; /* enum push_step */
    uint8_t kind; /* enum push_kind */
    uint8_t tries;
    uint16_t ply;
    int64_t due_ms;
};

/* These numbers are stored: append, never reorder. */
enum moderation_action { MODERATE_MUTE, MODERATE_BAN, MODERATE_RENAME, MODERATION_ACTIONS };
enum report_kind { REPORT_CHAT, REPORT_NAME, REPORT_PLAY, REPORT_OTHER, REPORT_KINDS };

/* What moderators imposed on a player, each until a time of the calendar; 0: not. INSERT or UPDATE. SANCTION_KEEP, only when
 * it is written: this one stays as it is, because another node may have changed it. */
enum { SANCTION_KEEP = -1 };

struct sanction_row {
    int64_t player_id;
    int64_t mute_ms, ban_ms;
};

/* What a moderator did; INSERT. A mute or ban with until_ms 0 ends an earlier one. */
struct moderation_row {
    int64_t id; /* only read: given by the store */
    int64_t moderator_id, player_id;
    uint8_t action; /* enum moderation_action */
    int64_t until_ms;
    char reason[ROW_TEXT_SIZE];
    int64_t at_ms;
};

/* A player reports another; INSERT. An open report of the same two players about the same game is replaced. */
struct report_row {
    int64_t id; /* only read: given by the store */
    int64_t player_id, sender_id;
    int64_t game_id; /* 0: none */
    uint8_t kind;    /* enum report_kind */
    char text[ROW_TEXT_SIZE];
    int64_t sent_ms;
};

/* Closes a report. E_MISSING if it is not open. */
struct report_closed_row {
    int64_t id;
    int64_t closed_ms;
};

/* Deletes a guest without an account whose last visit was before before_ms and who is in no running game; otherwise
 * nothing. A guest without any game goes for good. With is_unplayed only such a guest goes; others keep their row, as
 * after ROW_ERASE, with this name. */
struct purge_row {
    int64_t player_id;
    int64_t before_ms, at_ms;
    bool is_unplayed;
    char name[ROW_NAME_SIZE];
};

/* These numbers are stored: append, never reorder. */
enum audit_kind {
    AUDIT_SIGN_UP,
    AUDIT_LOGIN,
    AUDIT_WRONG, /* a wrong password, code or second factor */
    AUDIT_PASSWORD,
    AUDIT_RECOVERY,
    AUDIT_TOTP_ON,
    AUDIT_TOTP_OFF,
    AUDIT_LOGOUT_ALL,
    AUDIT_PASSKEY_ADDED,
    AUDIT_PASSKEY_DELETED,
    AUDIT_KINDS
};

/* One line of the log of an account; INSERT. Or, with player_id 0, DELETE of some of the lines before at_ms. */
struct audit_row {
    int64_t player_id, at_ms;
    uint8_t kind;                   /* enum audit_kind */
    char address[ROW_NETWORK_SIZE]; /* the network it came from: "203.0.113.0/24" */
};

/* Deletes a player's data: sessions, account, ratings, statistics, history, chat messages, create
 * requests, devices, passkeys, the place in the queue, push subscriptions (with the sessions), reports. Games stay, and
 * so does the player's row, with its current name. */
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
    ROW_PUSH,
    ROW_PUSH_GONE,
    ROW_PUSH_DUE,
    ROW_DEVICE,
    ROW_SANCTION,
    ROW_MODERATION,
    ROW_REPORT,
    ROW_REPORT_CLOSED,
    ROW_PASSKEY,
    ROW_PASSKEY_GONE,
    ROW_PURGE,
    ROW_AUDIT,
    ROW_REMATCH,
    ROW_PRESENCE,
    ROW_MATCH,
    ROW_CODE,
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
        struct push_row push;
        struct push_gone_row push_gone;
        struct push_due_row push_due;
        struct device_row device;
        struct purge_row purge;
        struct audit_row audit;
        struct sanction_row sanction;
        struct moderation_row moderation;
        struct report_row report;
        struct report_closed_row report_closed;
        struct passkey_row passkey;
        struct passkey_gone_row passkey_gone;
        struct rematch_row rematch;
        struct presence_row presence;
        struct match_row match;
        struct code_row code;
    };
};

/* A player as read back, with all ratings. */
struct player_rows {
    struct player_row player;
    struct sanction_row sanction;             /* all zero but the player: no such row */
    struct rating_row rating[RATING_CLASSES]; /* games 0 and rating 0: no such row */
    struct presence_row presence;             /* shared: node 0 and since_ms 0: never connected */
};

#endif
