/* The plans of the statements that read: they walk an index, whatever the tables hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/postgres_reads.h"
#include "store/store_fixture_test.h"

enum { SQL_SIZE = 10000, MANY = 4 };

static void read_lists(struct store *store)
{
    static struct store_listed page[MANY];
    for (int list = 0; list < STORE_LISTS; list++) {
        struct store_query query = {.list = (enum store_list)list, .player_id = 1, .now_ms = 1};
        struct store_cursor cursor = {0};
        size_t count;
        assert_int_equal(store_list(store, &query, &cursor, page, MANY, &count), STORE_OK);
    }
    struct store_query named = {
        .list = STORE_PLAYER_DONE, .player_id = 1, .filter = {.opponent_name = "b"}};
    struct store_cursor cursor = {0};
    size_t count;
    assert_int_equal(store_list(store, &named, &cursor, page, MANY, &count), STORE_OK);
}

static void read_leaders(struct store *store)
{
    const struct rating_row ranked = {.counted = {.rating = 9, .games = 1, .wins = 1}};
    for (int ranking = STORE_BY_RATING; ranking <= STORE_PROVISIONAL; ranking++) {
        const struct store_leaderboard which = {(enum store_ranking)ranking, RATING_CLASSIC};
        struct store_leader leaders[MANY];
        struct store_cursor cursor = {0};
        struct store_rank rank;
        size_t count;
        assert_int_equal(store_leaders(store, &which, &cursor, leaders, MANY, &count), STORE_OK);
        assert_int_equal(store_rank(store, &which, &ranked, &rank), STORE_OK);
    }
}

static void assert_missing(enum store_err err)
{
    assert_int_equal(err, STORE_E_MISSING);
}

static void read_things(struct store *store)
{
    static const uint8_t hash[ROW_HASH_BYTES];
    struct game_row game;
    struct player_rows player;
    struct session_row session;
    struct rated_row rated;
    struct queue_row queue;
    struct account_row account;
    struct push_row push;
    struct passkey_row passkey;
    struct store_counts counts;
    struct store_record record;
    uint8_t secret[STORE_SECRET_BYTES];
    int64_t id, at_ms[ROW_PLIES_MAX];
    size_t count;
    assert_missing(store_game(store, -1, &game));
    assert_missing(store_game_by_code(store, "?", &game));
    assert_missing(store_game_times(store, -1, at_ms, &count));
    assert_missing(store_player(store, -1, &player));
    assert_missing(store_session(store, hash, &session));
    assert_missing(store_rated(store, -1, &rated));
    assert_missing(store_waiting(store, -1, &queue));
    assert_missing(store_request(store, -1, "?", &id));
    assert_missing(store_name_owner(store, -1, &id));
    assert_missing(store_push(store, -1, &push));
    assert_missing(store_passkey(store, hash, sizeof hash, &passkey));
    for (int by = STORE_BY_PLAYER; by <= STORE_BY_RECOVERY; by++) {
        const struct store_account_key key = {(enum store_account_by)by, -1, "?", hash};
        assert_missing(store_account(store, &key, &account));
    }
    assert_int_equal(store_secret(store, "address", secret), STORE_OK);
    assert_int_equal(store_counts(store, &counts), STORE_OK);
    assert_int_equal(store_record(store, -1, &record), STORE_OK);
}

static void read_pages(struct store *store)
{
    static struct chat_row chat[MANY];
    static struct store_report reports[MANY];
    static struct store_moderation moderations[MANY];
    struct store_discount discounts[MANY];
    struct store_stale stale[MANY];
    struct audit_row audit[MANY];
    struct queue_row queue[MANY];
    struct store_cursor at[8] = {{0}};
    size_t count;
    assert_int_equal(store_discounts(store, &at[0], discounts, MANY, &count), STORE_OK);
    assert_int_equal(store_stale(store, 1, &at[1], stale, MANY, &count), STORE_OK);
    assert_int_equal(store_audit(store, 0, &at[2], audit, MANY, &count), STORE_OK);
    assert_int_equal(store_audit(store, 1, &at[3], audit, MANY, &count), STORE_OK);
    assert_int_equal(store_queue(store, &at[4], queue, MANY, &count), STORE_OK);
    assert_int_equal(store_player_chat(store, 1, &at[5], chat, MANY, &count), STORE_OK);
    assert_int_equal(store_reports(store, &at[6], reports, MANY, &count), STORE_OK);
    assert_int_equal(store_moderations(store, 0, &at[7], moderations, MANY, &count), STORE_OK);
    at[7] = (struct store_cursor){0};
    assert_int_equal(store_moderations(store, 1, &at[7], moderations, MANY, &count), STORE_OK);
}

static void read_short_lists(struct store *store)
{
    static struct chat_row chat[MANY];
    struct session_row sessions[MANY];
    struct device_row devices[STORE_DEVICES_KEPT];
    struct passkey_row passkeys[STORE_PASSKEYS_MAX];
    struct push_row pushes[STORE_PUSHES_KEPT];
    struct push_due_row due[MANY];
    struct store_point points[MANY];
    size_t count;
    assert_int_equal(store_sessions(store, 1, sessions, MANY, &count), STORE_OK);
    assert_int_equal(store_devices(store, 1, devices, &count), STORE_OK);
    assert_int_equal(store_passkeys(store, 1, passkeys, &count), STORE_OK);
    assert_int_equal(store_pushes(store, 1, pushes, &count), STORE_OK);
    assert_int_equal(store_pushes_due(store, 1, due, MANY, &count), STORE_OK);
    assert_int_equal(store_points(store, 1, RATING_CLASSIC, points, MANY, &count), STORE_OK);
    assert_int_equal(store_chat(store, 1, CHAT_PLAYERS, chat, MANY, &count), STORE_OK);
}

static void read_shared(struct store *store)
{
    static struct chat_row chat[MANY];
    struct store_held held = {.game_id = 1};
    struct store_stamp stamp = {.player_id = 1};
    struct match_row match;
    const int64_t id = 1;
    int64_t out[MANY];
    size_t count;
    assert_int_equal(store_look_games(store, &held, 1), STORE_OK);
    assert_int_equal(store_look_players(store, &id, 1, &id, 1, out, MANY, &count), STORE_OK);
    assert_int_equal(store_stamps(store, &stamp, 1), STORE_OK);
    assert_int_equal(store_matches(store, &match, 1, &count), STORE_OK);
    assert_int_equal(store_chat_after(store, 1, CHAT_PLAYERS, 0, chat, MANY, &count), STORE_OK);
    assert_int_equal(store_orphans(store, &(struct store_walk){.games = MANY}, out, MANY, &count),
                     STORE_OK);
}

/* Calls every reading function, so that all statements are prepared on the reader's connection. */
static PGconn *prepare_all(struct store *store)
{
    struct pg_link *link = &postgres_of(store)->link[PG_READER];
    read_lists(store);
    read_leaders(store);
    read_things(store);
    read_pages(store);
    read_short_lists(store);
    read_shared(store);
    for (int which = PG_READS; which < PG_READS_END; which++)
        if (!link->is_prepared[which])
            fail_msg("no function has used %s", postgres_reads[which - PG_READS]);
    assert_true(PQexitPipelineMode(link->conn));
    return link->conn;
}

/* Writes "EXPLAIN EXECUTE name (NULL, …)". The plan does not depend on the values. */
static void write_explain(char sql[SQL_SIZE], const char *name, int params)
{
    int len = snprintf(sql, SQL_SIZE, "EXPLAIN EXECUTE %s", name);
    for (int i = 0; i < params; i++)
        len += snprintf(sql + len, SQL_SIZE - (size_t)len, "%sNULL", i ? ", " : " (");
    (void)snprintf(sql + len, SQL_SIZE - (size_t)len, "%s", params ? ")" : "");
}

/* A node of a plan is the beginning of a line, after its arrow. */
static bool has_node(const char *line, const char *name)
{
    const char *arrow = strstr(line, "->  ");
    return strncmp(arrow ? arrow + 4 : line, name, strlen(name)) == 0;
}

static bool is_bad_node(const char *line)
{
    static const char *const bad[] = {"Seq Scan", "Sort ",     "Incremental Sort",
                                      "Bitmap",   "Hash Join", "Merge Join"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (has_node(line, bad[i]))
            return true;
    return false;
}

/* Without a condition the whole index is read. One statement does that: all matches are wanted, and at most some. */
static bool is_whole_index(int which, const char *line, const char *next)
{
    bool is_index = has_node(line, "Index Scan") || has_node(line, "Index Only Scan");
    return is_index && !strstr(next, "Index Cond:") && which != PG_MATCHES;
}

static void assert_plan(PGconn *conn, const char *name, int params)
{
    char sql[SQL_SIZE];
    int which = (int)strtol(name + 1, NULL, 10);
    write_explain(sql, name, params);
    PGresult *plan = PQexec(conn, sql);
    if (PQresultStatus(plan) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(conn));
    for (int i = 0, rows = PQntuples(plan); i < rows; i++) {
        const char *line = PQgetvalue(plan, i, 0);
        const char *next = i + 1 < rows ? PQgetvalue(plan, i + 1, 0) : "";
        if (is_bad_node(line) || is_whole_index(which, line, next))
            fail_msg("%s\n  %s", postgres_reads[which - PG_READS], line);
    }
    PQclear(plan);
}

static void no_statement_scans_a_table_or_sorts(void **state)
{
    struct test_store *p = *state;
    PGconn *conn = prepare_all(p->store);
    PGresult *all =
        PQexec(conn, "SELECT name, cardinality(parameter_types) FROM pg_prepared_statements");
    assert_int_equal(PQntuples(all), PG_READS_END - PG_READS);
    for (int i = 0; i < PQntuples(all); i++)
        assert_plan(conn, PQgetvalue(all, i, 0), (int)strtol(PQgetvalue(all, i, 1), NULL, 10));
    PQclear(all);
}

/* ---- a large database ---- */

/* As in seed_test.h: of a thousand games one is running and one waiting; player 1 has every 25th game. */
static const char seed[] =
    "INSERT INTO player (id, name, created_ms, skeleton) "
    "SELECT i, 'Player ' || i, i, i FROM generate_series(1, 1000) AS i;"
    "INSERT INTO rating SELECT i, 0, 1500, 60, 0.06, 9, 4, 1, 4, 0, 1500 + i * 31 % 800, 60, 0.06, "
    "9, 4, 1, 4, 0, '' FROM generate_series(1, 1000) AS i;"
    "INSERT INTO game (id, board, kind0, level0, style0, player0, kind1, level1, style1, player1, "
    "clock_kind, initial_ms, increment_ms, flags, status, winner, reason, offer, rematch, ply, "
    "left0_ms, left1_ms, moved_ms, deadline_ms, created_ms, updated_ms, finished_ms, moves, times, "
    "network0, network1) SELECT i, '7x6', 1, 0, 0, red, 1, 0, 0, red % 1000 + 1, 1, 1, 0, "
    "CASE i % 3 WHEN 0 THEN 4 ELSE 0 END, CASE i % 1000 WHEN 0 THEN 1 WHEN 1 THEN 0 ELSE 2 END, "
    "2, 1, 2, 2, 1, 1, 1, i, CASE i % 1000 WHEN 1 THEN i ELSE 0 END, i, i, "
    "CASE WHEN i % 1000 < 2 THEN 0 ELSE i END, '4', '1 ', 0, 0 FROM (SELECT i, "
    "CASE i % 25 WHEN 0 THEN 1 ELSE 1 + i * 48271 % 1000 END AS red "
    "FROM generate_series(1, 50000::bigint) AS i) AS n;"
    "INSERT INTO live SELECT id, 0, 1, 1, moved_ms, 0, 1, 2, '4', '1 ' FROM game WHERE status = 1;"
    "INSERT INTO played SELECT player0, finished_ms, seq, player1, NULL, 0, 0, 1 + seq % 3, 1, 3 "
    "FROM game WHERE status = 2;"
    "INSERT INTO played SELECT player1, finished_ms, seq, player0, NULL, 1, 0, 1 + seq % 3, 1, 3 "
    "FROM game WHERE status = 2 ON CONFLICT DO NOTHING";

static void exec_plain(PGconn *conn, const char *sql)
{
    PGresult *result = PQexec(conn, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(conn));
    PQclear(result);
}

/* The pages of the database that a statement reads: the same on every machine. */
static long pages_read(PGconn *conn, int which, const char *values)
{
    char sql[SQL_SIZE];
    long total = 0;
    (void)snprintf(sql, sizeof sql, "EXPLAIN (ANALYZE, BUFFERS, TIMING off) EXECUTE s%d (%s)",
                   which, values);
    PGresult *plan = PQexec(conn, sql);
    if (PQresultStatus(plan) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(conn));
    for (int i = 0; i < PQntuples(plan) && total == 0; i++) {
        const char *hit = strstr(PQgetvalue(plan, i, 0), "hit=");
        const char *read = strstr(PQgetvalue(plan, i, 0), "read=");
        total = (hit ? strtol(hit + 4, NULL, 10) : 0) + (read ? strtol(read + 5, NULL, 10) : 0);
    }
    PQclear(plan);
    return total;
}

/* What the planner may believe: nothing, as after a restore; the truth; or that tables are empty, as an ANALYZE beside the
 * transaction that fills them finds them. */
#define EMPTY(tables)                                                                            \
    "ANALYZE; UPDATE pg_class SET reltuples = 0, relpages = greatest(relpages, 1) WHERE oid IN " \
    "(SELECT t::regclass FROM unnest(ARRAY[" tables "]) AS t UNION ALL SELECT indexrelid FROM "  \
    "pg_index WHERE indrelid IN (SELECT t::regclass FROM unnest(ARRAY[" tables "]) AS t))"
static const char *const beliefs[] = {
    "SELECT",
    "ANALYZE",
    EMPTY("'game'"),
    EMPTY("'live'"),
    EMPTY("'player', 'presence'"),
    EMPTY("'played', 'rated', 'rating'"),
    EMPTY("'game', 'live', 'player'"),
};
enum { BELIEFS = sizeof beliefs / sizeof *beliefs };

/* The first page of 64 rows, and one from the middle. */
static const struct {
    int which;
    const char *values[2];
} costs[] = {
    {PG_LISTS + STORE_RUNNING, {"0, -1, -1, 64", "0, 0, 25000, 64"}},
    {PG_LISTS + STORE_PUBLIC, {"0, 1e9, 1e9, 64", "0, 0, 25000, 64"}},
    {PG_LISTS + STORE_DUE, {"1e9, -1, -1, 64", "1e9, 25000, 0, 64"}},
    {PG_LISTS + STORE_DONE, {"0, 1e9, 1e9, 64", "0, 25000, 0, 64"}},
    {PG_LISTS + STORE_PLAYER_RUNNING, {"1, 1e9, 1e9, 64", "1, 0, 25000, 64"}},
    {PG_LISTS + STORE_PLAYER_TO_MOVE, {"1, 1e9, 1e9, 64", "1, 0, 25000, 64"}},
    {PG_LISTS + STORE_PLAYER_DONE, {"1, 1e9, 1e9, 64, 0, 0, 0, 0", "1, 25000, 0, 64, 1, 0, 2, 0"}},
    {PG_DONE_NAMED,
     {"1, 1e9, 1e9, 64, 0, 0, 0, 0, 'player 2', 'player 2z'",
      "1, 25000, 0, 64, 0, 0, 0, 0, 'player 2', 'player 2z'"}},
    {PG_LEADERS + STORE_BY_RATING, {"0, 1e300, 1, 64", "0, 1900, 1, 64"}},
    {PG_LEADERS + STORE_BY_WINS, {"0, 1e9, 1, 64", "0, 4, 500, 64"}},
    {PG_DISCOUNTS, {"1e9, 1e9, 64", "25000, 0, 64"}},
    {PG_POINTS, {"1, 0, 64", "2, 0, 64"}},
    {PG_LOOK_GAMES,
     {"'{1}', '{25000}', '{0}', '{0}'",
      "'{1, 2, 3}', '{1, 25000, 50000}', '{0, 0, 0}', '{0, 0, 0}'"}},
    {PG_LOOK_PLAYERS, {"'{1}', '{}', 64", "'{2, 3, 4}', '{1}', 64"}},
    {PG_STAMPS, {"'{1}', '{1}'", "'{1, 2, 3}', '{1, 500, 1000}'"}},
    {PG_PLAYER, {"1", "500"}},
};

static void a_page_of_a_large_list_reads_few_pages_of_the_database(void **state)
{
    enum { PAGES_MAX = 64 * 30 };
    struct test_store *p = *state;
    PGconn *conn = prepare_all(p->store);
    exec_plain(conn, seed);
    for (size_t belief = 0; belief < BELIEFS; belief++) {
        exec_plain(conn, beliefs[belief]);
        for (size_t i = 0; i < 2 * (sizeof costs / sizeof *costs); i++) {
            const char *values = costs[i / 2].values[i % 2];
            long pages = pages_read(conn, costs[i / 2].which, values);
            if (pages == 0 || pages > PAGES_MAX)
                fail_msg("%s\n  (%s), %s: %ld pages", postgres_reads[costs[i / 2].which - PG_READS],
                         values, beliefs[belief], pages);
        }
    }
}

/* A page of the keeper's walk costs the same, however many games are running. */
static void a_page_of_the_walk_over_running_games_reads_few_pages_of_the_database(void **state)
{
    enum { GAMES = 64, PAGES_MAX = GAMES * 10 };
    static const char more[] =
        "UPDATE game SET status = 1, finished_ms = 0 WHERE status = 2;"
        "INSERT INTO live SELECT id, 0, 1, 1, moved_ms, 0, 1, 2, '4', '1 ' FROM game "
        "WHERE status = 1 ON CONFLICT DO NOTHING";
    static const char *const values[] = {"0, 64, 0, 0, 64", "0, 64, 1e9, 1e9, 64",
                                         "25000, 64, 0, 0, 64"};
    struct test_store *p = *state;
    PGconn *conn = prepare_all(p->store);
    exec_plain(conn, seed);
    exec_plain(conn, more);
    for (size_t belief = 0; belief < BELIEFS; belief++) {
        exec_plain(conn, beliefs[belief]);
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            long pages = pages_read(conn, PG_ORPHANS, values[i]);
            if (pages == 0 || pages > PAGES_MAX)
                fail_msg("(%s), %s: %ld pages", values[i], beliefs[belief], pages);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_POSTGRES(no_statement_scans_a_table_or_sorts),
        ON_POSTGRES(a_page_of_a_large_list_reads_few_pages_of_the_database),
        ON_POSTGRES(a_page_of_the_walk_over_running_games_reads_few_pages_of_the_database),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
