/* Fills a large database in seconds, for the tests of lists and bench/store_bench.c. Of a thousand games
 * one is running and one waiting; a tenth are draws. Player 1 has every 25th game, the others share the
 * rest. */
#ifndef STORE_SEED_TEST_H
#define STORE_SEED_TEST_H

#include <sqlite3.h>

static const char *const seed_sql[] = {
    "BEGIN",
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2) "
    "INSERT INTO player (id, name, created_ms) SELECT i, 'Player ' || i, ?1 FROM n",
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2) "
    "INSERT INTO rating SELECT i, 0, 1500.0 + i * 31 % 800, 60.0, 0.06, 9, 4, 1, 4, ?1, "
    "1500.0 + i * 31 % 800, 60.0, 0.06, 9, 4, 1, 4, ?1, x'' FROM n",
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?1), "
    "game_of (i, status, ply, red, yellow) AS (SELECT i, "
    "  CASE WHEN i % 1000 = 0 THEN 1 WHEN i % 1000 = 1 THEN 0 WHEN i % 10 = 2 THEN 3 ELSE 2 END, "
    "  iif(i % 1000 = 1, 0, 7 + i / 1000 % 2 + i * 31 % 35), "
    "  iif(i % 25 = 0, 1, 1 + i * 48271 % ?2), "
    "  iif(i % 25 = 0, 1, 1 + i * 48271 % ?2) % ?2 + 1 FROM n) "
    "INSERT INTO game SELECT i, ((i * 2654435761) & 4294967295) * 1000003 + 17, '7x6', NULL, "
    "  1, 0, 0, red, status <> 0, 0, 0, iif(status = 0, NULL, yellow), 1, 300000, 2000, "
    "  4 * (i % 3 = 0), status, iif(status = 2, i % 2, 2), status = 2, 2, ply, 200000, 190000, "
    "  i * 500, iif(status = 0, i * 500, 0), NULL, i * 500 - 90000, i * 500, "
    "  iif(status < 2, 0, i * 500 + i * 7 % 100), "
    "  substr('445362712345671234567123456712345671234567', 1, ply), "
    "  replace(hex(zeroblob(ply)), '00', '3120 '), 0, 0, iif(status = 1, ply % 2, 0) FROM game_of",
    "INSERT INTO played SELECT *, NULL FROM half",
    "UPDATE tally SET count = (SELECT count(*) FROM game WHERE status = kind) WHERE what = 'game'",
    "COMMIT",
};

/* Fills a new database, which must not be open. Returns SQLite's code. */
static inline int seed_database(const char *path, int games, int players)
{
    sqlite3 *db = NULL;
    int code = sqlite3_open(path, &db);
    for (size_t i = 0; !code && i < sizeof seed_sql / sizeof *seed_sql; i++) {
        sqlite3_stmt *statement = NULL;
        code = sqlite3_prepare_v2(db, seed_sql[i], -1, &statement, NULL);
        for (int at = 1; !code && at <= sqlite3_bind_parameter_count(statement); at++)
            code = sqlite3_bind_int(statement, at, at == 1 ? games : players);
        if (!code && sqlite3_step(statement) != SQLITE_DONE)
            code = sqlite3_extended_errcode(db);
        (void)sqlite3_finalize(statement);
    }
    return sqlite3_close(db) == SQLITE_OK ? code : SQLITE_BUSY;
}

#endif
