/* The store: it writes the service's rows and reads them back. One interface, with a table of functions
 * behind it; SQLite is the implementation.
 *
 * Writing is done in turns, one for each turn of the event loop:
 *
 *   store_write(row) …   the first write begins a transaction
 *   store_commit         makes all rows of the turn durable, or none
 *
 * Only after store_commit returned STORE_OK may clients be told. An error has one of three classes
 * (store_err_class):
 *
 *   refused   this row does not apply (stale ply, no such game, …). The other rows of the turn stand:
 *             go on, or give the turn up with store_rollback.
 *   retry     disk full, locked, read-only, I/O: the whole turn is lost. Its further writes and its
 *             store_commit return the same error. The next turn may succeed.
 *   fatal     the database is damaged: as retry, but the next turn will fail too.
 *
 * A turn that failed with `retry` is not known to be durable or lost: if the last sync failed and the
 * process died at that moment, the file may have the whole turn. So a client sends its move again with
 * the same ply, and the row decides.
 *
 * Reading sees committed rows only, never those of the running turn, so nothing can be announced that
 * is not durable. A compare-and-set write sees the rows of its own turn.
 *
 * A store belongs to one thread. Results are untouched on failure. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stddef.h>

#include "play/rows.h"

/* ---- errors ---- */

#define STORE_ERRORS(X)                                              \
    X(OK, FINE, "Ok")                                                \
    X(E_STALE, REFUSED, "The game is at another ply")                \
    X(E_STATUS, REFUSED, "The game's status does not allow it")      \
    X(E_MISSING, REFUSED, "There is no such row")                    \
    X(E_EXISTS, REFUSED, "There is such a row already")              \
    X(E_ROW, REFUSED, "The row violates a constraint of its table")  \
    X(E_FULL, RETRY, "There is no space left on the disk")           \
    X(E_BUSY, RETRY, "Another program has locked the database")      \
    X(E_READONLY, RETRY, "The database is read-only")                \
    X(E_IO, RETRY, "The disk failed")                                \
    X(E_MEMORY, RETRY, "There is not enough memory")                 \
    X(E_GONE, RETRY, "The database server does not answer")          \
    X(E_CONFLICT, RETRY, "Another transaction was in the way")       \
    X(E_CORRUPT, FATAL, "The database is damaged")                   \
    X(E_BROKEN, FATAL, "The database returned an unexpected error")  \
    X(E_OPEN, FATAL, "The database cannot be opened")                \
    X(E_IN_USE, FATAL, "Another process uses the database")          \
    X(E_NOT_OURS, FATAL, "The file is not a Fourfall database")      \
    X(E_NEWER, FATAL, "The database was written by a newer program") \
    X(E_MIGRATE, FATAL, "The database could not be migrated")

enum store_err {
#define STORE_ERR_ENUM(name, class, text) STORE_##name,
    STORE_ERRORS(STORE_ERR_ENUM)
#undef STORE_ERR_ENUM
        STORE_ERR_COUNT
};

enum store_class { STORE_FINE, STORE_REFUSED, STORE_RETRY, STORE_FATAL };

const char *store_err_name(enum store_err err); /* "E_STALE"; "?" for an unknown number */
const char *store_err_text(enum store_err err);
enum store_class store_err_class(enum store_err err);

/* ---- opening ---- */

enum {
    STORE_PROBLEM_SIZE = 512,
    STORE_PASSKEYS_MAX = 10, /* of a player */
    STORE_PUSHES_KEPT = 8,   /* push subscriptions of a player */
    STORE_DEVICES_KEPT = 16, /* devices of a player that have logged in */
    STORE_REPORTS_KEPT = 20, /* open reports of one sender; further ones are dropped */
    STORE_CHAT_KEPT = 100,   /* messages of each channel of a game; older ones are deleted */
    STORE_SECRET_BYTES = 32,
    STORE_REFUSED_MAX = 64, /* refused rows of a turn that are named */
};

struct store;

enum store_durability {
    STORE_FULL,  /* a commit waits for the disk: it survives power loss */
    STORE_NORMAL /* a commit survives kill -9; power loss may lose the last turns */
};

struct store_options {
    const char *path; /* the database; path-wal, path-shm and path.lock lie beside it */
    enum store_durability durability;
    int busy_ms; /* how long to wait for another program's lock; this blocks the event loop */
};

/* Opens, creates or migrates a database. On failure `problem` is a sentence with the file and the
 * reason. A database is open in one process, once; otherwise E_IN_USE. */
enum store_err store_open_sqlite(struct store **out, const struct store_options *options,
                                 char problem[STORE_PROBLEM_SIZE]);

struct store_postgres {
    const char
        *url; /* a libpq connection string or URI; several hosts: the one that takes writes */
    const char *password; /* null: as libpq finds it */
    int timeout_ms;       /* of connecting, and of each statement */
    bool is_lazy;         /* connects with the first call, and does not migrate */
};

/* Connects to a PostgreSQL database, and creates or migrates its tables (only one program at a time does). A lost connection
 * is opened again by the next call; the call that met the loss fails with E_GONE. */
enum store_err store_open_postgres(struct store **out, const struct store_postgres *options,
                                   char problem[STORE_PROBLEM_SIZE]);

/* Rolls back a turn that was not committed. Null is fine. */
void store_close(struct store *store);

/* Details of the last failure, for the log. It has no secrets, but is not for clients. */
const char *store_problem(const struct store *store);

/* ---- writing a turn ---- */

/* Writes one row as play/rows.h says for its kind. E_STALE, E_STATUS and E_MISSING say why a
 * compare-and-set (join, move, result, offer) did not apply. */
enum store_err store_write(struct store *store, const struct row *row);

/* Ends the turn. STORE_OK at once if nothing was written. */
enum store_err store_commit(struct store *store);

/* Undoes the turn. */
void store_rollback(struct store *store);

/* Writes a whole turn: all rows in order and the commit, or nothing. On failure *at (may be null) is
 * the index of the row that failed, or `count` if the commit failed. */
enum store_err store_write_turn(struct store *store, const struct row *rows, size_t count,
                                size_t *at);

/* After store_write_turn failed with a refused row: the indexes of all rows that did not apply, at most `max`; returns
 * how many. 0: the store stops at the first one, which store_write_turn has named (SQLite). Where games are not as their
 * rows expect, these rows alone are named: the others depend on them. */
size_t store_refused(const struct store *store, size_t *rows, size_t max);

/* ---- reading one thing; E_MISSING if there is none ---- */

enum store_err store_game(struct store *store, int64_t id, struct game_row *out);
enum store_err store_game_by_code(struct store *store, const char *code, struct game_row *out);
enum store_err store_player(struct store *store, int64_t id, struct player_rows *out);
enum store_err store_session(struct store *store, const uint8_t token_hash[ROW_HASH_BYTES],
                             struct session_row *out);
enum store_err store_rated(struct store *store, int64_t game_id, struct rated_row *out);

/* A random key that all servers of the database share: "address". */
enum store_err store_secret(struct store *store, const char *name, uint8_t out[STORE_SECRET_BYTES]);

/* The player's place in the queue for correspondence games. */
enum store_err store_waiting(struct store *store, int64_t player_id, struct queue_row *out);

/* The game that this player's create request made. */
enum store_err store_request(struct store *store, int64_t player_id, const char *request,
                             int64_t *game_id);

/* An account by one of its unique fields; only that field of the key is read. */
enum store_account_by { STORE_BY_PLAYER, STORE_BY_LOGIN, STORE_BY_RECOVERY };
struct store_account_key {
    enum store_account_by by;
    int64_t player_id;
    const char *login;       /* compared without case */
    const uint8_t *recovery; /* ROW_HASH_BYTES */
};

enum store_err store_account(struct store *store, const struct store_account_key *key,
                             struct account_row *out);

/* The player whose account has a name or a login with this skeleton (base/skeleton.h). */
enum store_err store_name_owner(struct store *store, int64_t skeleton, int64_t *player_id);

/* When each move was made; *count is the game's ply. */
enum store_err store_game_times(struct store *store, int64_t id, int64_t at_ms[ROW_PLIES_MAX],
                                size_t *count);

struct store_counts {
    int64_t players, sessions;
    int64_t games[GAME_CANCELLED + 1]; /* by enum game_status */
};

enum store_err store_counts(struct store *store, struct store_counts *out);

/* ---- a player's statistics ---- */

enum { STORE_OPENINGS = 7 }; /* the columns of the classic board */

struct store_results {
    int32_t games, wins, draws, losses;
};

/* Results of finished games, by seat. All but `computer` count games between people only. */
struct store_record {
    struct store_results people[ROW_SEATS], computer[ROW_SEATS];
    struct store_results opening[ROW_SEATS][STORE_OPENINGS]; /* by the column of the first move */
    int64_t plies;                                           /* of all games together */
    int32_t streak, best_streak; /* games won in a row, negative: lost; the longest won */
};

/* All zero for a player without a finished game. */
enum store_err store_record(struct store *store, int64_t player_id, struct store_record *out);

/* A player's rating after a rated game. */
struct store_point {
    int64_t game_id, opponent_id, at_ms;
    bool is_public; /* the game */
    double rating;
};

/* The latest points of a class, at most `max`, oldest first. */
enum store_err store_points(struct store *store, int64_t player_id, enum rating_class rating_class,
                            struct store_point *out, size_t max, size_t *count);

/* ---- reading lists, page by page ----
 *
 * Each call fills up to `max` entries, sets *count and moves the cursor behind the last entry. Fewer
 * than `max` entries: there are no more now. */

/* Where the next page begins; all zero: the first page. Rows may come and go between pages: no row is
 * shown twice, and no row that stays is left out. */
struct store_cursor {
    bool is_started;
    int64_t key, tie;
};

enum store_list {
    STORE_RUNNING,        /* waiting or playing, oldest first: loaded after a restart */
    STORE_PUBLIC,         /* playing and GAME_PUBLIC, newest first: open to spectators */
    STORE_DUE,            /* waiting or playing with deadline_ms <= now_ms, soonest first */
    STORE_DONE,           /* won or drawn, last finished first */
    STORE_PLAYER_RUNNING, /* the player's games, waiting or playing, newest first */
    STORE_PLAYER_TO_MOVE, /* the player's games, playing, with the player to move, newest first */
    STORE_PLAYER_DONE,    /* the player's games, won or drawn, last finished first */
    STORE_LISTS
};

enum store_result { STORE_ANY_RESULT, STORE_LOST, STORE_DRAWN, STORE_WON };

/* A filter of STORE_PLAYER_DONE; all zero: every game. */
struct store_filter {
    bool has_class;
    uint8_t rating_class;
    uint8_t result;                    /* enum store_result, from the player's side */
    int64_t opponent_id;               /* 0: any */
    char opponent_name[ROW_NAME_SIZE]; /* the beginning of it, without case; empty: any */
};

struct store_query {
    enum store_list list;
    int64_t player_id; /* for the STORE_PLAYER_ lists */
    int64_t now_ms;    /* for STORE_DUE */
    struct store_filter filter;
};

/* A game with its players' names; a seat without a player has an empty name. */
struct store_listed {
    struct game_row game;
    char name[ROW_SEATS][ROW_NAME_SIZE];
};

enum store_err store_list(struct store *store, const struct store_query *query,
                          struct store_cursor *cursor, struct store_listed *out, size_t max,
                          size_t *count);

/* Sessions last seen before until_ms, longest ago first, for purges. */
struct store_stale {
    struct session_row session; /* without the agent */
    bool has_account;
};

enum store_err store_stale(struct store *store, int64_t until_ms, struct store_cursor *cursor,
                           struct store_stale *out, size_t max, size_t *count);

/* The log of a player's account, or of all accounts (player_id 0); newest first. */
enum store_err store_audit(struct store *store, int64_t player_id, struct store_cursor *cursor,
                           struct audit_row *out, size_t max, size_t *count);

/* The queue for correspondence games, longest wait first. */
enum store_err store_queue(struct store *store, struct store_cursor *cursor, struct queue_row *out,
                           size_t max, size_t *count);

/* All stored chat messages of a player. */
enum store_err store_player_chat(struct store *store, int64_t player_id,
                                 struct store_cursor *cursor, struct chat_row *out, size_t max,
                                 size_t *count);

/* A rated game that does not count for both players, with what a moderator wants to know about it. */
struct store_discount {
    struct rated_row rated;
    int64_t player_id[ROW_SEATS];
    char name[ROW_SEATS][ROW_NAME_SIZE];
    uint8_t winner, reason; /* as in game_row */
    uint16_t plies;
};

/* All of them, newest first. */
enum store_err store_discounts(struct store *store, struct store_cursor *cursor,
                               struct store_discount *out, size_t max, size_t *count);

/* ---- leaderboards: of counted games only ---- */

/* By rating: players whose counted rating is not provisional. By wins: players who have won a counted game. Provisional:
 * the players with counted games that the first leaves out, by rating; they have no rank. */
enum store_ranking { STORE_BY_RATING, STORE_BY_WINS, STORE_PROVISIONAL };

struct store_leaderboard {
    enum store_ranking ranking;
    enum rating_class rating_class;
};

struct store_leader {
    struct rating_row rating;
    char name[ROW_NAME_SIZE];
};

/* A page of a leaderboard, best first. */
enum store_err store_leaders(struct store *store, const struct store_leaderboard *which,
                             struct store_cursor *cursor, struct store_leader *out, size_t max,
                             size_t *count);

/* A player's rank; 1 is the best, 0: none on this leaderboard. */
struct store_rank {
    int64_t rank, total;
    struct store_cursor from; /* a page of store_leaders from here begins with this player */
};

/* The rank of a player with this rating row, which must be as stored. Ties are in the order of
 * store_leaders. */
enum store_err store_rank(struct store *store, const struct store_leaderboard *which,
                          const struct rating_row *rating, struct store_rank *out);

/* ---- reading short lists at once ---- */

/* Up to `max` of a player's sessions, last used first. */
enum store_err store_sessions(struct store *store, int64_t player_id, struct session_row *out,
                              size_t max, size_t *count);

/* The devices that have logged in to a player's account, last seen first. */
enum store_err store_devices(struct store *store, int64_t player_id,
                             struct device_row out[STORE_DEVICES_KEPT], size_t *count);

/* Push subscriptions: one, and all of a player, oldest first. */
enum store_err store_push(struct store *store, int64_t id, struct push_row *out);
enum store_err store_pushes(struct store *store, int64_t player_id,
                            struct push_row out[STORE_PUSHES_KEPT], size_t *count);

/* Passkeys: one by its id, and all of a player, oldest first. */
enum store_err store_passkey(struct store *store, const uint8_t *id, size_t id_len,
                             struct passkey_row *out);
enum store_err store_passkeys(struct store *store, int64_t player_id,
                              struct passkey_row out[STORE_PASSKEYS_MAX], size_t *count);

/* Up to `max` push messages with due_ms <= until_ms, soonest first. */
enum store_err store_pushes_due(struct store *store, int64_t until_ms, struct push_due_row *out,
                                size_t max, size_t *count);

/* The last messages of a channel, at most STORE_CHAT_KEPT, oldest first. */
enum store_err store_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                          struct chat_row *out, size_t max, size_t *count);

/* ---- moderation ---- */

struct store_report {
    struct report_row report;
    char name[ROW_NAME_SIZE], sender_name[ROW_NAME_SIZE];
};

struct store_moderation {
    struct moderation_row moderation;
    char name[ROW_NAME_SIZE], moderator_name[ROW_NAME_SIZE];
};

/* A page of the open reports, oldest first. */
enum store_err store_reports(struct store *store, struct store_cursor *cursor,
                             struct store_report *out, size_t max, size_t *count);

/* A page of what moderators did to a player (0: to anybody), newest first. */
enum store_err store_moderations(struct store *store, int64_t player_id,
                                 struct store_cursor *cursor, struct store_moderation *out,
                                 size_t max, size_t *count);

/* ---- for implementations: the functions above without their prefix ---- */

struct store_ops {
    void (*close)(struct store *store);
    const char *(*problem)(const struct store *store);
    enum store_err (*write)(struct store *store, const struct row *row);
    enum store_err (*commit)(struct store *store);
    void (*rollback)(struct store *store);
    /* Null: write each row, then commit. */
    enum store_err (*write_turn)(struct store *store, const struct row *rows, size_t count,
                                 size_t *at);
    size_t (*refused)(const struct store *store, size_t *rows, size_t max); /* null: 0 */
    enum store_err (*game)(struct store *store, int64_t id, struct game_row *out);
    enum store_err (*game_by_code)(struct store *store, const char *code, struct game_row *out);
    enum store_err (*player)(struct store *store, int64_t id, struct player_rows *out);
    enum store_err (*session)(struct store *store, const uint8_t *token_hash,
                              struct session_row *out);
    enum store_err (*rated)(struct store *store, int64_t game_id, struct rated_row *out);
    enum store_err (*secret)(struct store *store, const char *name, uint8_t *out);
    enum store_err (*discounts)(struct store *store, struct store_cursor *cursor,
                                struct store_discount *out, size_t max, size_t *count);
    enum store_err (*waiting)(struct store *store, int64_t player_id, struct queue_row *out);
    enum store_err (*request)(struct store *store, int64_t player_id, const char *request,
                              int64_t *game_id);
    enum store_err (*account)(struct store *store, const struct store_account_key *key,
                              struct account_row *out);
    enum store_err (*name_owner)(struct store *store, int64_t skeleton, int64_t *player_id);
    enum store_err (*game_times)(struct store *store, int64_t id, int64_t *at_ms, size_t *count);
    enum store_err (*counts)(struct store *store, struct store_counts *out);
    enum store_err (*record)(struct store *store, int64_t player_id, struct store_record *out);
    enum store_err (*points)(struct store *store, int64_t player_id, enum rating_class rating_class,
                             struct store_point *out, size_t max, size_t *count);
    enum store_err (*list)(struct store *store, const struct store_query *query,
                           struct store_cursor *cursor, struct store_listed *out, size_t max,
                           size_t *count);
    enum store_err (*queue)(struct store *store, struct store_cursor *cursor, struct queue_row *out,
                            size_t max, size_t *count);
    enum store_err (*player_chat)(struct store *store, int64_t player_id,
                                  struct store_cursor *cursor, struct chat_row *out, size_t max,
                                  size_t *count);
    enum store_err (*leaders)(struct store *store, const struct store_leaderboard *which,
                              struct store_cursor *cursor, struct store_leader *out, size_t max,
                              size_t *count);
    enum store_err (*rank)(struct store *store, const struct store_leaderboard *which,
                           const struct rating_row *rating, struct store_rank *out);
    enum store_err (*sessions)(struct store *store, int64_t player_id, struct session_row *out,
                               size_t max, size_t *count);
    enum store_err (*stale)(struct store *store, int64_t until_ms, struct store_cursor *cursor,
                            struct store_stale *out, size_t max, size_t *count);
    enum store_err (*audit)(struct store *store, int64_t player_id, struct store_cursor *cursor,
                            struct audit_row *out, size_t max, size_t *count);
    enum store_err (*devices)(struct store *store, int64_t player_id, struct device_row *out,
                              size_t *count);
    enum store_err (*push)(struct store *store, int64_t id, struct push_row *out);
    enum store_err (*pushes)(struct store *store, int64_t player_id, struct push_row *out,
                             size_t *count);
    enum store_err (*pushes_due)(struct store *store, int64_t until_ms, struct push_due_row *out,
                                 size_t max, size_t *count);
    enum store_err (*passkey)(struct store *store, const uint8_t *id, size_t id_len,
                              struct passkey_row *out);
    enum store_err (*passkeys)(struct store *store, int64_t player_id, struct passkey_row *out,
                               size_t *count);
    enum store_err (*chat)(struct store *store, int64_t game_id, enum chat_channel channel,
                           struct chat_row *out, size_t max, size_t *count);
    enum store_err (*reports)(struct store *store, struct store_cursor *cursor,
                              struct store_report *out, size_t max, size_t *count);
    enum store_err (*moderations)(struct store *store, int64_t player_id,
                                  struct store_cursor *cursor, struct store_moderation *out,
                                  size_t max, size_t *count);
    const struct store_shared_ops *shared; /* store/shared.h; null: the database is not shared */
};

/* The first member of every implementation's struct. */
struct store {
    const struct store_ops *ops;
};

#endif
