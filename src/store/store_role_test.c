#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/role.h"
#include "store/sqlite.h"
#include "store/store_fixture_test.h"

static void put_account(struct test_store *p, int64_t player_id, const char *login)
{
    struct row row = {.kind = ROW_ACCOUNT, .account = {.player_id = player_id}};
    (void)snprintf(row.account.login, sizeof row.account.login, "%s", login);
    (void)snprintf(row.account.password, sizeof row.account.password, "$hash");
    put(p, row);
}

static uint8_t role_of(struct test_store *p, int64_t player_id)
{
    const struct store_account_key key = {.by = STORE_BY_PLAYER, .player_id = player_id};
    struct account_row account;
    assert_done(p, store_account(p->store, &key, &account), "account");
    return account.role;
}

static void add_login(void *context, const char *login)
{
    char *all = context;
    size_t len = strlen(all);
    (void)snprintf(all + len, 100 - len, "%s ", login);
}

static void assert_moderators(struct test_store *p, const char *logins)
{
    char all[100] = "";
    assert_store(role_list(p->path, add_login, all, p->problem), STORE_OK, p->problem);
    assert_string_equal(all, logins);
}

/* The store is open all the time, as in a running server. */
static void a_role_is_set_beside_a_running_server_and_survives_a_new_password(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put_account(p, ANN, "Ann");
    put_account(p, BOB, "bob");
    commit(p);
    assert_int_equal(role_of(p, ANN), ACCOUNT_PLAYER);
    assert_store(role_set(p->path, "aNN", ACCOUNT_MODERATOR, p->problem), STORE_OK, p->problem);
    assert_store(role_set(p->path, "bob", ACCOUNT_MODERATOR, p->problem), STORE_OK, p->problem);
    assert_moderators(p, "Ann bob ");
    put_account(p, ANN, "Ann"); /* as a changed password does */
    commit(p);
    assert_int_equal(role_of(p, ANN), ACCOUNT_MODERATOR);
    assert_store(role_set(p->path, "Ann", ACCOUNT_PLAYER, p->problem), STORE_OK, p->problem);
    assert_int_equal(role_of(p, ANN), ACCOUNT_PLAYER);
    assert_moderators(p, "bob ");
}

static void an_unknown_login_or_file_is_named(void **state)
{
    struct test_store *p = *state;
    assert_store(role_set(p->path, "eve", ACCOUNT_MODERATOR, p->problem), STORE_E_MISSING, "eve");
    assert_non_null(strstr(p->problem, "no account has this login"));
    assert_store(role_set("/nowhere/four.db", "eve", ACCOUNT_MODERATOR, p->problem), STORE_E_OPEN,
                 "no file");
    assert_non_null(strstr(p->problem, "/nowhere/four.db: No such file"));
}

static void an_older_database_is_left_to_the_server(void **state)
{
    struct test_store *p = *state;
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    assert_int_equal(sqlite_exec(db, "PRAGMA user_version = 10"), SQLITE_OK);
    assert_store(role_set(p->path, "ann", ACCOUNT_MODERATOR, p->problem), STORE_E_MIGRATE, "old");
    assert_non_null(strstr(p->problem, "start this version's server once"));
}

#define ROLE_TEST(name) cmocka_unit_test_setup_teardown(name, test_store_setup, test_store_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROLE_TEST(a_role_is_set_beside_a_running_server_and_survives_a_new_password),
        ROLE_TEST(an_unknown_login_or_file_is_named),
        ROLE_TEST(an_older_database_is_left_to_the_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
