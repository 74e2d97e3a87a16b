/* The statements that write. */
#include "store/postgres.h"

const char *const postgres_sql[PG_READS] = {
    [PG_BEGIN] = "BEGIN",
    [PG_COMMIT] = "COMMIT",
    [PG_ROLLBACK] = "ROLLBACK",
    [PG_SAVEPOINT] = "SAVEPOINT r",
    [PG_RELEASE] = "RELEASE r",
    [PG_ROLLBACK_TO] = "ROLLBACK TO r",
    /* The lowest number whose advisory lock is free; the connection has it until it ends. */
    [PG_SLOT] = "SELECT n FROM generate_series(1, 100000) AS n "
                "WHERE pg_try_advisory_lock(1177832524, n) LIMIT 1",
    [PG_GAME_STATE] = "SELECT g.status, coalesce(l.ply, g.ply) FROM game g LEFT JOIN live l "
                      "ON l.id = g.id WHERE g.id = $1",
};
