/* The PostgreSQL store: its reading statements, and the functions of store_ops that use them. Each function is one
 * statement, so one round trip. */
#ifndef STORE_POSTGRES_READS_H
#define STORE_POSTGRES_READS_H

#include "store/postgres.h"
#include "store/shared.h"

/* Statements of the reader. */
enum pg_read {
    PG_GAME = PG_READS,
    PG_GAME_BY_CODE,
    PG_GAME_TIMES,
    PG_PLAYER,
    PG_SESSION,
    PG_REQUEST,
    PG_RATED,
    PG_SECRET,
    PG_COUNTS,
    PG_WAITING,
    PG_LISTS, /* in the order of enum store_list */
    PG_DONE_NAMED = PG_LISTS + STORE_LISTS,
    PG_QUEUE,
    PG_CHAT,
    PG_CHAT_AFTER,
    PG_SAID,
    PG_DISCOUNTS,
    PG_LEADERS, /* in the order of enum store_ranking */
    PG_RANK_BY_RATING = PG_LEADERS + STORE_PROVISIONAL + 1,
    PG_RANK_BY_WINS,
    PG_STANDING,
    PG_RECORD,
    PG_POINTS,
    PG_ACCOUNT, /* in the order of enum store_account_by */
    PG_NAME_OWNER = PG_ACCOUNT + STORE_BY_RECOVERY + 1,
    PG_SESSIONS,
    PG_STALE,
    PG_AUDIT,
    PG_AUDIT_OF,
    PG_DEVICES,
    PG_PASSKEY,
    PG_PASSKEYS,
    PG_PUSH,
    PG_PUSHES,
    PG_PUSHES_DUE,
    PG_REPORTS,
    PG_MODERATIONS,
    PG_MODERATIONS_OF,
    PG_LOOK_GAMES,
    PG_LOOK_PLAYERS,
    PG_STAMPS,
    PG_MATCHES,
    PG_ORPHANS,
    PG_READS_END,
};

extern const char *const postgres_reads[PG_READS_END - PG_READS];

/* Settings of the reader's connection, beside those of both: its lists are read in the order of an index. */
extern const char postgres_reader_settings[];

/* ---- parts of rows and lists ---- */

/* Reads the columns of a game, in the order of postgres_reads.c; returns its seq. */
int64_t postgres_read_game(struct pg_query *q, struct game_row *out);
void postgres_read_rating(struct pg_query *q, struct rating_row *out);
void postgres_read_rated(struct pg_query *q, struct rated_row *out);
void postgres_read_queue(struct pg_query *q, struct queue_row *out);
void postgres_read_session(struct pg_query *q, struct session_row *out); /* without the agent */

/* Ends a query for a list that is read at once. *count is set only if the query succeeded. */
enum store_err pg_end_list(struct pg_query *q, size_t found, size_t *count);

/* The same for the newest rows, which come newest first: reverses them, so that the oldest comes first. */
enum store_err pg_end_newest(struct pg_query *q, void *rows, size_t found, size_t row_size,
                             size_t *count);

/* A page of any list. Its rows are read into the caller's array; count and cursor are set only if the query succeeded. */
struct pg_page {
    struct store_cursor next;
    size_t count;
};

/* A cursor that has not started stands before all rows: both its numbers are `first`. */
struct pg_page pg_page_begin(const struct store_cursor *cursor, int64_t first);
void pg_page_add(struct pg_page *page, int64_t key, int64_t tie);
enum store_err pg_page_end(const struct pg_page *page, struct pg_query *q,
                           struct store_cursor *cursor, size_t *count);

/* ---- the functions of store_ops ---- */

enum store_err postgres_game(struct store *store, int64_t id, struct game_row *out);
enum store_err postgres_game_by_code(struct store *store, const char *code, struct game_row *out);
enum store_err postgres_game_times(struct store *store, int64_t id, int64_t *at_ms, size_t *count);
enum store_err postgres_player(struct store *store, int64_t id, struct player_rows *out);
enum store_err postgres_session(struct store *store, const uint8_t *token_hash,
                                struct session_row *out);
enum store_err postgres_request(struct store *store, int64_t player_id, const char *request,
                                int64_t *game_id);
enum store_err postgres_rated(struct store *store, int64_t game_id, struct rated_row *out);
enum store_err postgres_secret(struct store *store, const char *name, uint8_t *out);
enum store_err postgres_counts(struct store *store, struct store_counts *out);
enum store_err postgres_waiting(struct store *store, int64_t player_id, struct queue_row *out);
enum store_err postgres_list(struct store *store, const struct store_query *query,
                             struct store_cursor *cursor, struct store_listed *out, size_t max,
                             size_t *count);
enum store_err postgres_queue(struct store *store, struct store_cursor *cursor,
                              struct queue_row *out, size_t max, size_t *count);
enum store_err postgres_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                             struct chat_row *out, size_t max, size_t *count);
enum store_err postgres_chat_after(struct store *store, int64_t game_id, enum chat_channel channel,
                                   uint32_t seq, struct chat_row *out, size_t max, size_t *count);
enum store_err postgres_player_chat(struct store *store, int64_t player_id,
                                    struct store_cursor *cursor, struct chat_row *out, size_t max,
                                    size_t *count);
enum store_err postgres_discounts(struct store *store, struct store_cursor *cursor,
                                  struct store_discount *out, size_t max, size_t *count);
enum store_err postgres_leaders(struct store *store, const struct store_leaderboard *which,
                                struct store_cursor *cursor, struct store_leader *out, size_t max,
                                size_t *count);
enum store_err postgres_rank(struct store *store, const struct store_leaderboard *which,
                             const struct rating_row *rating, struct store_rank *out);
enum store_err postgres_record(struct store *store, int64_t player_id, struct store_record *out);
enum store_err postgres_points(struct store *store, int64_t player_id,
                               enum rating_class rating_class, struct store_point *out, size_t max,
                               size_t *count);
enum store_err postgres_account(struct store *store, const struct store_account_key *key,
                                struct account_row *out);
enum store_err postgres_name_owner(struct store *store, int64_t skeleton, int64_t *player_id);
enum store_err postgres_sessions(struct store *store, int64_t player_id, struct session_row *out,
                                 size_t max, size_t *count);
enum store_err postgres_stale(struct store *store, int64_t until_ms, struct store_cursor *cursor,
                              struct store_stale *out, size_t max, size_t *count);
enum store_err postgres_audit(struct store *store, int64_t player_id, struct store_cursor *cursor,
                              struct audit_row *out, size_t max, size_t *count);
enum store_err postgres_devices(struct store *store, int64_t player_id, struct device_row *out,
                                size_t *count);
enum store_err postgres_passkey(struct store *store, const uint8_t *id, size_t id_len,
                                struct passkey_row *out);
enum store_err postgres_passkeys(struct store *store, int64_t player_id, struct passkey_row *out,
                                 size_t *count);
enum store_err postgres_push(struct store *store, int64_t id, struct push_row *out);
enum store_err postgres_pushes(struct store *store, int64_t player_id, struct push_row *out,
                               size_t *count);
enum store_err postgres_pushes_due(struct store *store, int64_t until_ms, struct push_due_row *out,
                                   size_t max, size_t *count);
enum store_err postgres_reports(struct store *store, struct store_cursor *cursor,
                                struct store_report *out, size_t max, size_t *count);
enum store_err postgres_moderations(struct store *store, int64_t player_id,
                                    struct store_cursor *cursor, struct store_moderation *out,
                                    size_t max, size_t *count);

extern const struct store_shared_ops postgres_shared_ops; /* postgres_shared.c */

#endif
