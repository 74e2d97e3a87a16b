/* Where the service's rows are kept: one interface, a table of functions behind it.
 *
 * A turn. The first store_write of a turn of the loop begins a transaction, store_commit at the end
 * of the turn makes all of it durable, or nothing. Only after STORE_OK may anybody be told.
 *
 *   store_write(a) … store_write(n), store_commit
 *
 * What a write can say, by class (store_err_class):
 *   refused   the row does not apply (stale ply, no such game, …); the other rows of the turn stand.
 *             The caller goes on, or gives the turn up with store_rollback.
 *   retry     disk full, locked, read-only, I/O: the whole turn is lost, also what was written
 *             before; every further write of this turn and its store_commit answer the same error.
 *             With store_commit the turn is over, the store lives and works when the cause is gone.
 *   fatal     damaged or broken: as retry, but nothing will get better by itself.
 *
 * A turn refused with retry is not known to be durable. Should the program die at once, a turn whose
 * last sync failed may still be found in the file, whole: so a client repeats the same ply, and is
 * answered by what the row says.
 *
 * Reads see committed rows only, never those of the running turn: nobody can be told, even by
 * accident, what is not durable yet. Who needs to know more asks by writing: a compare-and-set sees
 * the rows of its own turn.
 *
 * A store belongs to one thread. Results are untouched on failure. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stddef.h>

#include "play/rows.h"

/* Code, class and text of every error from one table. */
#define STORE_ERRORS(X)                                              \
    X(OK, FINE, "Ok")                                                \
    X(E_STALE, REFUSED, "The game is at another ply")                \
    X(E_STATUS, REFUSED, "The game's status does not allow it")      \
    X(E_MISSING, REFUSED, "There is no such row")                    \
    X(E_EXISTS, REFUSED, "There is such a row already")              \
    X(E_ROW, REFUSED, "The row breaks a rule of its table")          \
    X(E_FULL, RETRY, "There is no space left on the disk")           \
    X(E_BUSY, RETRY, "Somebody else has locked the database")        \
    X(E_READONLY, RETRY, "The database can only be read")            \
    X(E_IO, RETRY, "The disk failed")                                \
    X(E_MEMORY, RETRY, "There is not enough memory")                 \
    X(E_CORRUPT, FATAL, "The database is damaged")                   \
    X(E_BROKEN, FATAL, "The database answered what it never should") \
    X(E_OPEN, FATAL, "The database cannot be opened")                \
    X(E_IN_USE, FATAL, "Another process uses the database")          \
    X(E_NOT_OURS, FATAL, "The file is no database of Fourfall")      \
    X(E_NEWER, FATAL, "The database was written by a newer program") \
    X(E_MIGRATE, FATAL, "The database could not be brought up to date")

enum store_err {
#define STORE_ERR_ENUM(name, class, text) STORE_##name,
    STORE_ERRORS(STORE_ERR_ENUM)
#undef STORE_ERR_ENUM
        STORE_ERR_COUNT
};

enum store_class { STORE_FINE, STORE_REFUSED, STORE_RETRY, STORE_FATAL };

const char *store_err_name(enum store_err err); /* "E_STALE"; "?" for what is no error */
const char *store_err_text(enum store_err err);
enum store_class store_err_class(enum store_err err);

enum {
    STORE_PROBLEM_SIZE = 512,
    STORE_CHAT_KEPT = 100, /* lines of each channel of a game; older ones are dropped */
};

struct store;

enum store_durability {
    STORE_FULL,  /* a commit waits for the disk: survives power loss */
    STORE_NORMAL /* a commit waits for the system: survives kill -9; power loss may cost the last */
};

struct store_options {
    const char *path; /* the database; path-wal, path-shm and path.lock stand beside it */
    enum store_durability durability;
    int busy_ms; /* how long to wait for a lock of somebody else's; the loop stands still */
};

/* Opens, makes or migrates a database. On failure `problem` has a sentence for people that names the
 * file and the reason. One process has a database open, and once: E_IN_USE. */
enum store_err store_open_sqlite(struct store **out, const struct store_options *options,
                                 char problem[STORE_PROBLEM_SIZE]);

/* Gives up a turn that was not committed. Null is fine. */
void store_close(struct store *store);

/* What lay behind the last failure, for the log; never secret, never for clients. */
const char *store_problem(const struct store *store);

/* ---- writing ---- */

/* Writes one row as play/rows.h says for its kind. E_STALE, E_STATUS and E_MISSING tell why a
 * compare-and-set (join, move, result, offer) did not apply. */
enum store_err store_write(struct store *store, const struct row *row);

/* The end of a turn; STORE_OK without any work if nothing was written. */
enum store_err store_commit(struct store *store);

/* Nothing of this turn happened. */
void store_rollback(struct store *store);

/* A whole turn at once: all rows in order and the commit, or nothing. On failure *at (may be null)
 * is the index of the row that was refused, or `count` if all were taken but not committed. */
enum store_err store_write_turn(struct store *store, const struct row *rows, size_t count,
                                size_t *at);

/* ---- reading one thing: E_MISSING if it is not there ---- */

enum store_err store_game(struct store *store, int64_t id, struct game_row *out);
enum store_err store_game_by_code(struct store *store, const char *code, struct game_row *out);
enum store_err store_player(struct store *store, int64_t id, struct player_rows *out);
enum store_err store_session(struct store *store, const uint8_t token_hash[ROW_HASH_BYTES],
                             struct session_row *out);
enum store_err store_rated(struct store *store, int64_t game_id, struct rated_row *out);
enum store_err store_waiting(struct store *store, int64_t player_id, struct queue_row *out);

/* The game that this player's create request made. */
enum store_err store_request(struct store *store, int64_t player_id, const char *request,
                             int64_t *game_id);

/* An account by one of the things that belong to it alone; the fields of the others are not read. */
enum store_account_by { STORE_BY_PLAYER, STORE_BY_LOGIN, STORE_BY_RECOVERY };
struct store_account_key {
    enum store_account_by by;
    int64_t player_id;
    const char *login;       /* in any case */
    const uint8_t *recovery; /* ROW_HASH_BYTES */
};

enum store_err store_account(struct store *store, const struct store_account_key *key,
                             struct account_row *out);

/* When each move was made; *count is the game's ply. */
enum store_err store_game_times(struct store *store, int64_t id, int64_t at_ms[ROW_MOVES_SIZE - 1],
                                size_t *count);

struct store_counts {
    int64_t players, sessions;
    int64_t games[GAME_CANCELLED + 1]; /* by enum game_status */
};

enum store_err store_counts(struct store *store, struct store_counts *out);

enum { STORE_OPENINGS = 7 }; /* the columns of the classic board */

struct store_results {
    int32_t games, wins, draws, losses;
};

/* What a player has done in finished games. Everything but `computer` is of games between people. */
struct store_record {
    struct store_results people[ROW_SEATS], computer[ROW_SEATS];
    struct store_results opening[ROW_SEATS][STORE_OPENINGS]; /* by the first disc of the game */
    int64_t plies;                                           /* of all games together */
    int32_t streak, best_streak; /* won one after the other, below zero: lost; the longest won */
};

/* All zero for somebody who has finished no game. */
enum store_err store_record(struct store *store, int64_t player_id, struct store_record *out);

/* A player's rating after a rated game. */
struct store_point {
    int64_t game_id, at_ms;
    double rating;
};

/* The latest of a class, at most `room`, oldest first. */
enum store_err store_points(struct store *store, int64_t player_id, enum rating_class rating_class,
                            struct store_point *out, size_t room, size_t *count);

/* ---- reading lists, page by page ---- */

/* Where the next page begins; all zero is the first. A cursor stays good while rows come and go: no
 * row is shown twice, none that stays is left out. */
struct store_cursor {
    bool is_started;
    int64_t key, tie;
};

enum store_list {
    STORE_RUNNING,        /* waiting or playing, oldest first: what a restart loads */
    STORE_PUBLIC,         /* playing and GAME_PUBLIC, newest first: what can be watched */
    STORE_DUE,            /* waiting or playing with deadline_ms <= now_ms, soonest first */
    STORE_DONE,           /* won or drawn, last finished first */
    STORE_PLAYER_RUNNING, /* the player's, waiting or playing, newest first */
    STORE_PLAYER_TO_MOVE, /* the player's, playing, and it is his turn, newest first */
    STORE_PLAYER_DONE,    /* the player's, won or drawn, last finished first */
    STORE_LISTS
};

enum store_result { STORE_ANY_RESULT, STORE_LOST, STORE_DRAWN, STORE_WON };

/* Of STORE_PLAYER_DONE: all zero is every game. */
struct store_filter {
    bool has_class;
    uint8_t rating_class;
    uint8_t result;                    /* enum store_result, as the player sees it */
    int64_t opponent_id;               /* 0: anybody */
    char opponent_name[ROW_NAME_SIZE]; /* how it begins, in any case; empty: whatever it is */
};

struct store_query {
    enum store_list list;
    int64_t player_id; /* of the lists of a player */
    int64_t now_ms;    /* of STORE_DUE */
    struct store_filter filter;
};

/* A game with the names to show; a seat without a player has an empty one. */
struct store_listed {
    struct game_row game;
    char name[ROW_SEATS][ROW_NAME_SIZE];
};

/* Leaderboards. By rating: whose rating is sure enough; by wins: who has won a rated game. */
enum store_board { STORE_BY_RATING, STORE_BY_WINS };

struct store_board_of {
    enum store_board board;
    enum rating_class rating_class;
};

struct store_leader {
    struct rating_row rating;
    char name[ROW_NAME_SIZE];
};

/* Where somebody stands among how many; 1 is the first, 0: not on this board. */
struct store_rank {
    int64_t rank, total;
    struct store_cursor from; /* a page of store_leaders from here on begins with this one */
};

/* Each fills up to `room` entries, sets *count and moves the cursor behind the last of them. Fewer
 * than `room` means that there are no more now. */
enum store_err store_list(struct store *store, const struct store_query *query,
                          struct store_cursor *cursor, struct store_listed *out, size_t room,
                          size_t *count);
enum store_err store_leaders(struct store *store, const struct store_board_of *which,
                             struct store_cursor *cursor, struct store_leader *out, size_t room,
                             size_t *count);
enum store_err store_queue(struct store *store, struct store_cursor *cursor, struct queue_row *out,
                           size_t room, size_t *count);

/* A player's sessions, as many as there is room for, in no order. */
enum store_err store_sessions(struct store *store, int64_t player_id, struct session_row *out,
                              size_t room, size_t *count);

/* Everything a player said anywhere that is still kept. */
enum store_err store_said(struct store *store, int64_t player_id, struct store_cursor *cursor,
                          struct chat_row *out, size_t room, size_t *count);

/* The place of a rating, which is a player's as it is stored. The others come in the same order as on
 * the pages of store_leaders. */
enum store_err store_rank(struct store *store, const struct store_board_of *which,
                          const struct rating_row *rating, struct store_rank *out);

/* The last lines of a channel, at most STORE_CHAT_KEPT, oldest first. */
enum store_err store_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                          struct chat_row *out, size_t room, size_t *count);

/* ---- the table an implementation fills; see the functions of the same names ---- */

struct store_ops {
    void (*close)(struct store *store);
    const char *(*problem)(const struct store *store);
    enum store_err (*write)(struct store *store, const struct row *row);
    enum store_err (*commit)(struct store *store);
    void (*rollback)(struct store *store);
    enum store_err (*game)(struct store *store, int64_t id, struct game_row *out);
    enum store_err (*game_by_code)(struct store *store, const char *code, struct game_row *out);
    enum store_err (*player)(struct store *store, int64_t id, struct player_rows *out);
    enum store_err (*session)(struct store *store, const uint8_t *token_hash,
                              struct session_row *out);
    enum store_err (*rated)(struct store *store, int64_t game_id, struct rated_row *out);
    enum store_err (*game_times)(struct store *store, int64_t id, int64_t *at_ms, size_t *count);
    enum store_err (*counts)(struct store *store, struct store_counts *out);
    enum store_err (*list)(struct store *store, const struct store_query *query,
                           struct store_cursor *cursor, struct store_listed *out, size_t room,
                           size_t *count);
    enum store_err (*waiting)(struct store *store, int64_t player_id, struct queue_row *out);
    enum store_err (*request)(struct store *store, int64_t player_id, const char *request,
                              int64_t *game_id);
    enum store_err (*account)(struct store *store, const struct store_account_key *key,
                              struct account_row *out);
    enum store_err (*record)(struct store *store, int64_t player_id, struct store_record *out);
    enum store_err (*points)(struct store *store, int64_t player_id, enum rating_class rating_class,
                             struct store_point *out, size_t room, size_t *count);
    enum store_err (*sessions)(struct store *store, int64_t player_id, struct session_row *out,
                               size_t room, size_t *count);
    enum store_err (*said)(struct store *store, int64_t player_id, struct store_cursor *cursor,
                           struct chat_row *out, size_t room, size_t *count);
    enum store_err (*rank)(struct store *store, const struct store_board_of *which,
                           const struct rating_row *rating, struct store_rank *out);
    enum store_err (*leaders)(struct store *store, const struct store_board_of *which,
                              struct store_cursor *cursor, struct store_leader *out, size_t room,
                              size_t *count);
    enum store_err (*queue)(struct store *store, struct store_cursor *cursor, struct queue_row *out,
                            size_t room, size_t *count);
    enum store_err (*chat)(struct store *store, int64_t game_id, enum chat_channel channel,
                           struct chat_row *out, size_t room, size_t *count);
};

/* Begins what an implementation makes of it. */
struct store {
    const struct store_ops *ops;
};

#endif
