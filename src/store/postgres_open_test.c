#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/postgres.h"
#include "store/steps.h"
#include "store/store_fixture_test.h"

/* A database without tables. */
struct bare {
    char name[64], url[POSTGRES_URL_SIZE + 64], problem[STORE_PROBLEM_SIZE];
};

static int setup_bare(void **state)
{
    static int count;
    struct bare *b = calloc(1, sizeof *b);
    if (!b)
        return -1;
    *state = b;
    (void)snprintf(b->name, sizeof b->name, "ff_bare_%d_%d", (int)getpid(), ++count);
    if (!postgres_create(b->name, true))
        return -1;
    (void)snprintf(b->url, sizeof b->url, "%s/%s", postgres_server(), b->name);
    return 0;
}

static int teardown_bare(void **state)
{
    struct bare *b = *state;
    postgres_drop(b->name);
    free(b);
    return 0;
}

static enum store_err open_bare(struct bare *b, struct store **out, bool is_lazy)
{
    const struct store_postgres options = {
        .url = b->url, .timeout_ms = POSTGRES_TIMEOUT_MS, .is_lazy = is_lazy};
    return store_open_postgres(out, &options, b->problem);
}

static void run(const struct bare *b, const char *sql, char *first, size_t size)
{
    PGconn *conn = postgres_connect(b->name);
    assert_true(postgres_run(conn, sql, first, size) >= 0);
    PQfinish(conn);
}

static void assert_opens(struct bare *b)
{
    struct store *store = NULL;
    assert_store(open_bare(b, &store, false), STORE_OK, b->problem);
    store_close(store);
}

struct opening {
    struct bare bare;
    enum store_err err;
};

static void *open_on_thread(void *context)
{
    struct opening *opening = context;
    struct store *store = NULL;
    opening->err = open_bare(&opening->bare, &store, false);
    store_close(store);
    return NULL;
}

static void servers_that_start_together_create_the_tables_once(void **state)
{
    struct bare *b = *state;
    enum { SERVERS = 4 };
    pthread_t threads[SERVERS];
    struct opening openings[SERVERS];
    char count[16];
    for (int i = 0; i < SERVERS; i++) {
        openings[i].bare = *b;
        assert_int_equal(pthread_create(&threads[i], NULL, open_on_thread, &openings[i]), 0);
    }
    for (int i = 0; i < SERVERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_store(openings[i].err, STORE_OK, openings[i].bare.problem);
    }
    run(b, "SELECT count(*) FROM secret", count, sizeof count);
    assert_string_equal(count, "1");
}

static void a_database_is_opened_again_with_its_rows(void **state)
{
    struct bare *b = *state;
    char secret[2][80];
    assert_opens(b);
    run(b, "SELECT encode(value, 'hex') FROM secret", secret[0], sizeof secret[0]);
    assert_opens(b);
    run(b, "SELECT encode(value, 'hex') FROM secret", secret[1], sizeof secret[1]);
    assert_string_equal(secret[0], secret[1]);
}

static void a_newer_database_is_refused_with_both_versions(void **state)
{
    struct bare *b = *state;
    struct store *store = NULL;
    struct store_counts counts;
    char versions[2][40];
    assert_opens(b);
    run(b, "UPDATE fourfall_schema SET version = 77", NULL, 0);
    assert_store(open_bare(b, &store, false), STORE_E_NEWER, "open");
    (void)snprintf(versions[0], sizeof versions[0], "version 77,");
    (void)snprintf(versions[1], sizeof versions[1], "up to %d", postgres_count);
    assert_non_null(strstr(b->problem, versions[0]));
    assert_non_null(strstr(b->problem, versions[1]));
    assert_store(open_bare(b, &store, true), STORE_OK, "a lazy one does not look");
    assert_store(store_counts(store, &counts), STORE_E_NEWER, "until it connects");
    store_close(store);
}

static void a_database_of_another_program_is_refused_and_left_untouched(void **state)
{
    struct bare *b = *state;
    struct store *store = NULL;
    char tables[16];
    run(b, "CREATE TABLE theirs (n integer)", NULL, 0);
    assert_store(open_bare(b, &store, false), STORE_E_NOT_OURS, "open");
    run(b, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace", tables,
        sizeof tables);
    assert_string_equal(tables, "1");
}

static void a_lazy_store_creates_no_tables(void **state)
{
    struct bare *b = *state;
    struct store *store = NULL;
    struct store_counts counts;
    char tables[16];
    assert_store(open_bare(b, &store, true), STORE_OK, b->problem);
    assert_store(store_counts(store, &counts), STORE_E_MIGRATE, "read");
    run(b, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace", tables,
        sizeof tables);
    assert_string_equal(tables, "0");
    assert_opens(b);
    assert_store(store_counts(store, &counts), STORE_OK, "once another has created them");
    store_close(store);
}

static void a_wrong_address_is_reported_without_the_password(void **state)
{
    struct store *store = NULL;
    char problem[STORE_PROBLEM_SIZE];
    struct store_postgres options = {.url = "postgres://u:hush@127.0.0.1:x/y?z=1",
                                     .timeout_ms = 1000};
    (void)state;
    assert_store(store_open_postgres(&store, &options, problem), STORE_E_OPEN, "no address");
    assert_null(strstr(problem, "hush"));
    options.url = "postgres://u:hush@127.0.0.1:1/y";
    options.password = "quiet";
    assert_store(store_open_postgres(&store, &options, problem), STORE_E_GONE, "no server");
    assert_null(strstr(problem, "hush"));
    assert_null(strstr(problem, "quiet"));
    assert_non_null(strstr(problem, "127.0.0.1"));
}

static void every_sqlstate_has_its_class(void **state)
{
    static const struct {
        const char *code;
        enum store_err err;
    } expected[] = {
        {"23505", STORE_E_EXISTS},   {"23503", STORE_E_MISSING},  {"23514", STORE_E_ROW},
        {"22021", STORE_E_ROW},      {"40001", STORE_E_CONFLICT}, {"40P01", STORE_E_CONFLICT},
        {"53100", STORE_E_FULL},     {"53200", STORE_E_MEMORY},   {"53300", STORE_E_GONE},
        {"57P01", STORE_E_GONE},     {"57P02", STORE_E_GONE},     {"57P03", STORE_E_GONE},
        {"57014", STORE_E_GONE},     {"55P03", STORE_E_BUSY},     {"25006", STORE_E_READONLY},
        {"08006", STORE_E_GONE},     {"28P01", STORE_E_GONE},     {"58030", STORE_E_IO},
        {"XX001", STORE_E_CORRUPT},  {"42P01", STORE_E_BROKEN},   {"XX000", STORE_E_BROKEN},
        {"0A000", STORE_E_CONFLICT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_store(postgres_err(expected[i].code), expected[i].err, expected[i].code);
}

static void steps_are_numbered_without_a_gap(void **state)
{
    (void)state;
    for (int i = 0; i < postgres_count; i++)
        assert_int_equal(postgres_steps[i].version, i + 1);
}

#define BARE_TEST(test) cmocka_unit_test_setup_teardown(test, setup_bare, teardown_bare)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BARE_TEST(servers_that_start_together_create_the_tables_once),
        BARE_TEST(a_database_is_opened_again_with_its_rows),
        BARE_TEST(a_newer_database_is_refused_with_both_versions),
        BARE_TEST(a_database_of_another_program_is_refused_and_left_untouched),
        BARE_TEST(a_lazy_store_creates_no_tables),
        cmocka_unit_test(a_wrong_address_is_reported_without_the_password),
        cmocka_unit_test(every_sqlstate_has_its_class),
        cmocka_unit_test(steps_are_numbered_without_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
