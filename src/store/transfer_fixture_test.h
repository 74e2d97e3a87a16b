/* The databases of the tests that copy one, and the way there and back. */
#ifndef STORE_TRANSFER_FIXTURE_TEST_H
#define STORE_TRANSFER_FIXTURE_TEST_H

#include "store/club_test.h"
#include "store/shared.h"
#include "store/transfer.h"

/* An SQLite database with a club, closed, and an empty one of PostgreSQL. */
struct club {
    struct test_store *sqlite, *back;
    char database[64], url[POSTGRES_URL_SIZE + 64];
    struct store_postgres postgres;
    struct transfer_facts facts;
    struct transfer_pauses pauses;
    char problem[STORE_PROBLEM_SIZE];
};

static inline int setup(void **state)
{
    static int count;
    struct club *club = calloc(1, sizeof *club);
    if (!club)
        return -1;
    *state = club;
    (void)snprintf(club->database, sizeof club->database, "ff_copy_%d_%d", (int)getpid(), ++count);
    if (test_store_setup((void **)&club->sqlite) != 0 ||
        test_store_setup_closed((void **)&club->back) != 0 ||
        !postgres_create(club->database, true))
        return -1;
    (void)snprintf(club->url, sizeof club->url, "%s/%s", postgres_server(), club->database);
    club->postgres = (struct store_postgres){.url = club->url, .timeout_ms = POSTGRES_TIMEOUT_MS};
    club->pauses = (struct transfer_pauses){
        .alive_ms = START_MS + 77, .count = 2, .pause = {{5, 9}, {20, 30}}};
    put_club(club->sqlite);
    test_store_close(club->sqlite);
    return 0;
}

static inline int teardown(void **state)
{
    struct club *club = *state;
    (void)test_store_teardown((void **)&club->sqlite);
    (void)test_store_teardown((void **)&club->back);
    postgres_drop(club->database);
    free(club);
    return 0;
}

static inline enum store_err copy_there(struct club *club)
{
    return transfer_to_postgres(club->sqlite->path, &club->postgres, &club->pauses, &club->facts,
                                club->problem);
}

static inline enum store_err copy_back(struct club *club)
{
    memset(&club->pauses, 0xA5, sizeof club->pauses);
    return transfer_to_sqlite(&club->postgres, club->back->path, &club->pauses, &club->facts,
                              club->problem);
}

static inline struct store *open_postgres(struct club *club)
{
    struct store *store = NULL;
    assert_store(store_open_postgres(&store, &club->postgres, club->problem), STORE_OK,
                 club->problem);
    return store;
}

static inline void change(struct club *club, const char *sql)
{
    PGconn *conn = postgres_connect(club->database);
    assert_true(postgres_run(conn, sql, NULL, 0) >= 0);
    PQfinish(conn);
}

#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
