/* The SQLite store: what its files share.
 *
 * There are two connections. The writer has the transaction of the running turn. The reader is
 * read-only; in WAL mode it sees the last commit and nothing of the running turn. All statements are
 * in one table (sqlite_sql.c). Each is prepared at its first use, on its connection, and kept; values
 * are bound. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>

#include "store/store.h"

enum sql {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_PUT_PLAYER,
    SQL_PUT_RATING,
    SQL_PUT_SESSION,
    SQL_USE_SESSION,
    SQL_ADD_GAME,
    SQL_JOIN,
    SQL_PUT_LIVE,
    SQL_DROP_LIVE,
    SQL_DEADLINE,
    SQL_END,
    SQL_CANCEL,
    SQL_PLAYERS_OF,
    SQL_ADD_PLAYED,
    SQL_ADD_RECORD,
    SQL_ADD_STREAK,
    SQL_RATED_GAME,
    SQL_RATE_PLAYED,
    SQL_COUNT_GAMES,
    SQL_ADD_RATED,
    SQL_ADD_CHAT,
    SQL_TRIM_CHAT,
    SQL_PUT_QUEUE,
    SQL_DROP_QUEUE,
    SQL_WHERE_IS_GAME,
    SQL_GAME_STATE,
    SQL_PUT_ACCOUNT,
    SQL_USE_CODE,
    SQL_PUT_REQUEST,
    SQL_DROP_SESSION,
    SQL_DROP_SESSIONS,
    SQL_DROP_ACCOUNT,
    SQL_DROP_PASSKEYS,
    SQL_DROP_RATINGS,
    SQL_DROP_RECORD,
    SQL_DROP_STREAK,
    SQL_DROP_PLAYED,
    SQL_DROP_SAID,
    SQL_DROP_REQUESTS,
    SQL_ERASE,
    SQL_NAME_ACCOUNT,
    SQL_PURGEABLE,
    SQL_NAME_PLAYER,
    SQL_DROP_PLAYER,
    SQL_ADD_AUDIT,
    SQL_DROP_AUDIT,
    SQL_DROP_AUDIT_OF,
    SQL_PUT_DEVICE,
    SQL_TRIM_DEVICES,
    SQL_DROP_DEVICES,
    SQL_PUT_PUSH,
    SQL_TRIM_PUSH,
    SQL_DROP_PUSH,
    SQL_DROP_PUSH_OF,
    SQL_ADD_PUSH_DUE,
    SQL_DELAY_PUSH_DUE,
    SQL_DROP_PUSH_DUE,
    SQL_PUT_SANCTION,
    SQL_ADD_MODERATION,
    SQL_PUT_REPORT,
    SQL_CLOSE_REPORT,
    SQL_DROP_REPORTS,
    SQL_ADD_PASSKEY,
    SQL_USE_PASSKEY,
    SQL_DROP_PASSKEY,
    SQL_READS, /* from here on statements run on the reader */
    SQL_GAME = SQL_READS,
    SQL_GAME_BY_CODE,
    SQL_GAME_TIMES,
    SQL_PLAYER,
    SQL_RATINGS,
    SQL_SESSION,
    SQL_REQUEST,
    SQL_RATED,
    SQL_DISCOUNTS,
    SQL_SECRET,
    SQL_CHAT,
    SQL_COUNTS,
    SQL_LEADERS_BY_RATING,
    SQL_LEADERS_BY_WINS,
    SQL_LEADERS_PROVISIONAL,
    SQL_STANDING,
    SQL_NEAR_BY_RATING,
    SQL_NEAR_BY_WINS,
    SQL_RECORD,
    SQL_STREAK,
    SQL_POINTS,
    SQL_ACCOUNT_BY_PLAYER, /* in the order of enum store_account_by */
    SQL_ACCOUNT_BY_LOGIN,
    SQL_ACCOUNT_BY_RECOVERY,
    SQL_SESSIONS,
    SQL_SAID,
    SQL_NAME_OWNER,
    SQL_STALE,
    SQL_AUDIT,
    SQL_AUDIT_OF,
    SQL_DEVICES,
    SQL_PUSH,
    SQL_PUSHES,
    SQL_PUSHES_DUE,
    SQL_REPORTS,
    SQL_MODERATIONS,
    SQL_MODERATIONS_OF,
    SQL_PASSKEY,
    SQL_PASSKEYS,
    SQL_WAITING,
    SQL_MANY_NAMESAKES,
    SQL_DONE_AGAINST_FEW,
    SQL_QUEUE,
    SQL_LISTS, /* in the order of enum store_list */
    SQL_COUNT = SQL_LISTS + STORE_LISTS
};

extern const char *const sqlite_sql[SQL_COUNT];

enum { SEQ_CACHE_SIZE = 1 << 14, LIVE_PLIES = ROW_PLIES_MAX };

struct cached_seq {
    int64_t game_id, seq; /* seq 0: empty */
};

struct sqlite_store {
    struct store base;
    sqlite3 *writer, *reader;
    sqlite3_stmt *prepared[SQL_COUNT];
    bool has_turn;           /* a transaction is open */
    enum store_err turn_err; /* why the running turn has failed */
    int lock;                /* the lock file; -1: none */
    char problem[STORE_PROBLEM_SIZE];
    int64_t more_games[GAME_CANCELLED + 1];      /* in the running turn, by status */
    sqlite3_blob *live;                          /* at a live row; null: not open */
    struct cached_seq seq_cache[SEQ_CACHE_SIZE]; /* by a hash of the game id; see sqlite_live.c */
};

struct sqlite_store *sqlite_of(struct store *store);

/* Our error for SQLite's extended result code. */
enum store_err sqlite_err(int code);

/* The same for a call on the writer, whose message is stored for store_problem. */
enum store_err sqlite_failed(struct sqlite_store *s, int code);

/* Runs SQL without values and result. Returns SQLite's code. */
int sqlite_exec(sqlite3 *db, const char *sql);

/* Runs SQL without values; *out is the first column of the first row. */
int sqlite_number(sqlite3 *db, const char *sql, int64_t *out);

/* ---- one statement, from its values to its rows ---- */

/* Values are bound and columns are read in order, so neither needs a number. After the first failure
 * all calls do nothing; query_end returns the failure. */
struct query {
    struct sqlite_store *store;
    sqlite3_stmt *statement;
    int bound, read;
    int code;
    bool is_malformed; /* a column does not fit its field, so another program wrote it */
};

struct query query_begin(struct sqlite_store *s, enum sql which);
void query_put(struct query *q, int64_t value);
void query_put_real(struct query *q, double value);
void query_put_text(struct query *q, const char *text, int len); /* must live until query_end */
void query_put_bytes(struct query *q, const void *bytes, int len);
bool query_next(struct query *q); /* true: there is a row */
int64_t query_get(struct query *q);
uint8_t query_get_small(struct query *q);
double query_get_real(struct query *q);
void query_get_text(struct query *q, char *out, size_t size);
void query_get_bytes(struct query *q, void *out, size_t size);
size_t query_get_blob(struct query *q, void *out, size_t max); /* of any length up to max */
bool query_get_null(struct query *q); /* true, and the column is read, if it is NULL */
enum store_err query_end(struct query *q);

/* Runs a statement that returns no rows to its end. *changed (may be null): the rows it changed. */
enum store_err query_run(struct query *q, int *changed);

/* ---- live rows (sqlite_live.c): what a move changes of a running game ---- */

struct live {
    int64_t seq, id;
    int64_t left_ms[ROW_SEATS], moved_ms, deadline_ms;
    uint16_t ply;
    uint8_t offer, to_move;
};

/* A move and the milliseconds since the move before it, or since the game began. */
struct timed_move {
    char text[ROW_MOVE_SIZE];
    int64_t spent_ms;
};

/* Inserts the live row of a game that begins. */
enum store_err live_add(struct sqlite_store *s, const struct live *live,
                        const struct timed_move *moves);

/* Finds the live row of a game that is played and is at this ply. E_STALE, E_STATUS or E_MISSING if it
 * is not. Sees the rows of the running turn. The calls below are about the row found last. */
enum store_err live_find(struct sqlite_store *s, int64_t id, int ply, struct live *out);

/* Reads all moves, of which there are live->ply. */
enum store_err live_read(struct sqlite_store *s, struct live *live,
                         struct timed_move moves[LIVE_PLIES]);

/* Appends a move: its bytes, and one to live->ply. live_write must follow. */
enum store_err live_push(struct sqlite_store *s, struct live *live, const struct timed_move *move);

/* Writes everything but the moves. */
enum store_err live_write(struct sqlite_store *s, const struct live *live);

enum store_err live_drop(struct sqlite_store *s, const struct live *live);

/* Must be called before the turn ends. */
void live_close(struct sqlite_store *s);

/* Writes the texts of all moves, one behind the other; returns their length. */
size_t live_write_moves(char out[ROW_MOVES_SIZE], const struct timed_move *moves, int plies);

/* Reads a live row from its bytes, except seq. False: these are no such bytes. */
bool live_decode(const void *bytes, size_t len, struct live *out,
                 struct timed_move moves[LIVE_PLIES]);

/* ---- finished games (sqlite_ending.c) ---- */

struct ended_game {
    int64_t seq, at_ms;
    int64_t player[ROW_SEATS]; /* set by ending_count; 0: the computer */
    uint16_t plies;
    uint8_t winner;
    char first_letter; /* of its first move, if it has one */
};

/* Adds a game that was won or drawn to its players' histories and statistics. */
enum store_err ending_count(struct sqlite_store *s, struct ended_game *game);

/* Adds `more_games` to the stored counts; once, at the end of a turn. */
enum store_err ending_write_counts(struct sqlite_store *s);

/* ---- the functions of store_ops, and their parts ---- */

enum store_err sqlite_write(struct store *store, const struct row *row);
enum store_err sqlite_write_game(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_join(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_move(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_result(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_offer(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_rating(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_rated(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_account(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_code(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_request(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_logout(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_erase(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_purge(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_audit(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_device(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_push(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_push_gone(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_push_due(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_sanction(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_moderation(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_report(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_report_closed(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_passkey(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_write_passkey_gone(struct sqlite_store *s, const struct row *row);
enum store_err sqlite_commit(struct store *store);
void sqlite_rollback(struct store *store);

/* Reads the column `times`; false unless it has one number for each ply. */
bool times_read(struct query *q, struct timed_move *moves, size_t ply);

/* Reads the columns of a game, in the order of sqlite_sql.c; returns its seq. */
int64_t sqlite_read_game(struct query *q, struct game_row *out);
enum store_err sqlite_game(struct store *store, int64_t id, struct game_row *out);
enum store_err sqlite_game_by_code(struct store *store, const char *code, struct game_row *out);
enum store_err sqlite_game_times(struct store *store, int64_t id, int64_t *at_ms, size_t *count);
enum store_err sqlite_player(struct store *store, int64_t id, struct player_rows *out);
enum store_err sqlite_session(struct store *store, const uint8_t *token_hash,
                              struct session_row *out);
enum store_err sqlite_rated(struct store *store, int64_t game_id, struct rated_row *out);
enum store_err sqlite_discounts(struct store *store, struct store_cursor *cursor,
                                struct store_discount *out, size_t max, size_t *count);
enum store_err sqlite_secret(struct store *store, const char *name, uint8_t *out);
enum store_err sqlite_counts(struct store *store, struct store_counts *out);
enum store_err sqlite_waiting(struct store *store, int64_t player_id, struct queue_row *out);
enum store_err sqlite_request(struct store *store, int64_t player_id, const char *request,
                              int64_t *game_id);
enum store_err sqlite_account(struct store *store, const struct store_account_key *key,
                              struct account_row *out);
enum store_err sqlite_sessions(struct store *store, int64_t player_id, struct session_row *out,
                               size_t max, size_t *count);
enum store_err sqlite_player_chat(struct store *store, int64_t player_id,
                                  struct store_cursor *cursor, struct chat_row *out, size_t max,
                                  size_t *count);
enum store_err sqlite_record(struct store *store, int64_t player_id, struct store_record *out);
enum store_err sqlite_points(struct store *store, int64_t player_id, enum rating_class rating_class,
                             struct store_point *out, size_t max, size_t *count);
enum store_err sqlite_rank(struct store *store, const struct store_leaderboard *which,
                           const struct rating_row *rating, struct store_rank *out);
/* After the name or the login of a player changed: sets the skeletons of the account, if there is one. */
enum store_err sqlite_name_account(struct sqlite_store *s, int64_t player_id);
enum store_err sqlite_name_owner(struct store *store, int64_t skeleton, int64_t *player_id);
enum store_err sqlite_stale(struct store *store, int64_t until_ms, struct store_cursor *cursor,
                            struct store_stale *out, size_t max, size_t *count);
enum store_err sqlite_audit(struct store *store, int64_t player_id, struct store_cursor *cursor,
                            struct audit_row *out, size_t max, size_t *count);
enum store_err sqlite_devices(struct store *store, int64_t player_id,
                              struct device_row out[STORE_DEVICES_KEPT], size_t *count);
enum store_err sqlite_push(struct store *store, int64_t id, struct push_row *out);
enum store_err sqlite_pushes(struct store *store, int64_t player_id,
                             struct push_row out[STORE_PUSHES_KEPT], size_t *count);
enum store_err sqlite_pushes_due(struct store *store, int64_t until_ms, struct push_due_row *out,
                                 size_t max, size_t *count);
enum store_err sqlite_reports(struct store *store, struct store_cursor *cursor,
                              struct store_report *out, size_t max, size_t *count);
enum store_err sqlite_moderations(struct store *store, int64_t player_id,
                                  struct store_cursor *cursor, struct store_moderation *out,
                                  size_t max, size_t *count);
enum store_err sqlite_passkey(struct store *store, const uint8_t *id, size_t id_len,
                              struct passkey_row *out);
enum store_err sqlite_passkeys(struct store *store, int64_t player_id,
                               struct passkey_row out[STORE_PASSKEYS_MAX], size_t *count);
void sqlite_read_rating(struct query *q, struct rating_row *out);
void sqlite_read_session(struct query *q, struct session_row *out);
void sqlite_read_queue(struct query *q, struct queue_row *out);

/* Ends a query for one row; E_MISSING if there was none. */
enum store_err query_end_one(struct query *q, bool is_there);

/* Ends a query for the newest rows, which come newest first: reverses them, so that the oldest comes
 * first. *count is set only if the query succeeded. */
enum store_err query_end_newest(struct query *q, void *rows, size_t found, size_t row_size,
                                size_t *count);

/* A page of any list. Its rows are read into the caller's array; count and cursor are set only if the
 * query succeeded. */
struct list_page {
    struct store_cursor next;
    size_t count;
};

/* A cursor that has not started stands before all rows: both its numbers are `first`. */
struct list_page list_page_begin(const struct store_cursor *cursor, int64_t first);
void list_page_add(struct list_page *page, int64_t key, int64_t tie);
enum store_err list_page_end(const struct list_page *page, struct query *q,
                             struct store_cursor *cursor, size_t *count);
enum store_err sqlite_list(struct store *store, const struct store_query *query,
                           struct store_cursor *cursor, struct store_listed *out, size_t max,
                           size_t *count);
enum store_err sqlite_leaders(struct store *store, const struct store_leaderboard *which,
                              struct store_cursor *cursor, struct store_leader *out, size_t max,
                              size_t *count);
enum store_err sqlite_queue(struct store *store, struct store_cursor *cursor, struct queue_row *out,
                            size_t max, size_t *count);
enum store_err sqlite_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                           struct chat_row *out, size_t max, size_t *count);

#endif
