#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_fixture_test.h"

static void an_account_keeps_its_second_factor(void **state)
{
    struct test_store *p = *state;
    const struct store_account_key key = {.by = STORE_BY_PLAYER, .player_id = ANN};
    struct row row = {.kind = ROW_ACCOUNT,
                      .account = {.player_id = ANN,
                                  .login = "ann",
                                  .password = "$hash",
                                  .has_totp = true,
                                  .totp_step = 57000000,
                                  .created_ms = START_MS}};
    struct account_row account;
    memset(row.account.totp, 9, sizeof row.account.totp);
    put_game(p);
    put(p, row);
    commit(p);
    test_store_reopen(p);
    assert_done(p, store_account(p->store, &key, &account), "account");
    assert_true(account.has_totp && account.totp[19] == 9);
    assert_int_equal(account.totp_step, 57000000);
    row.account.has_totp = false;
    put(p, row);
    commit(p);
    assert_done(p, store_account(p->store, &key, &account), "account");
    assert_false(account.has_totp);
}

static struct row code_of(int64_t totp_step)
{
    return (struct row){.kind = ROW_CODE, .code = {ANN, totp_step}};
}

static int64_t step_of(struct test_store *p)
{
    const struct store_account_key key = {.by = STORE_BY_PLAYER, .player_id = ANN};
    struct account_row account;
    assert_done(p, store_account(p->store, &key, &account), "account");
    return account.totp_step;
}

static void a_code_is_used_once(void **state)
{
    struct test_store *p = *state;
    const struct row next = code_of(8), other = code_of(9);
    struct row row = {.kind = ROW_ACCOUNT,
                      .account = {.player_id = ANN,
                                  .login = "ann",
                                  .password = "$hash",
                                  .has_totp = true,
                                  .totp_step = 7}};
    put_game(p);
    put(p, row);
    commit(p);
    assert_done(p, store_write_turn(p->store, &next, 1, NULL), "a new code");
    assert_store(store_write_turn(p->store, &next, 1, NULL), STORE_E_STALE, "the same code");
    put(p, row); /* as a change decided before the code was used */
    commit(p);
    assert_int_equal(step_of(p), 8);
    memset(row.account.totp, 1, sizeof row.account.totp);
    put(p, row);
    commit(p);
    assert_int_equal(step_of(p), 7);
    row.account.has_totp = false;
    put(p, row);
    commit(p);
    assert_store(store_write_turn(p->store, &other, 1, NULL), STORE_E_STALE, "no second factor");
}

static void a_session_keeps_its_agent_when_a_later_use_does_not_know_it(void **state)
{
    struct test_store *p = *state;
    struct row row = {.kind = ROW_SESSION,
                      .session = {.token_hash = {1}, .player_id = ANN, .agent = 0x0301}};
    struct session_row session;
    put_game(p);
    put(p, row);
    row.session.agent = 0;
    row.session.seen_ms = 5;
    put(p, row);
    commit(p);
    assert_done(p, store_session(p->store, row.session.token_hash, &session), "session");
    assert_int_equal(session.agent, 0x0301);
    assert_int_equal(session.seen_ms, 5);
}

static void a_session_that_has_ended_does_not_come_back_because_it_was_used(void **state)
{
    struct test_store *p = *state;
    struct row row = {.kind = ROW_SESSION, .session = {.token_hash = {1}, .player_id = ANN}};
    struct row logout = {.kind = ROW_LOGOUT, .logout = {.player_id = ANN, .token_hash = {1}}};
    struct session_row session;
    put_game(p);
    put(p, row);
    row.session.seen_ms = 5;
    row.session.agent = 0x0301;
    row.session.is_use = true; /* by another node, which has not heard of the logout below */
    put(p, row);
    commit(p);
    assert_done(p, store_session(p->store, row.session.token_hash, &session), "session");
    assert_int_equal(session.seen_ms, 5);
    assert_int_equal(session.agent, 0x0301);
    put(p, logout);
    commit(p);
    put(p, row);
    commit(p);
    assert_store(store_session(p->store, row.session.token_hash, &session), STORE_E_MISSING,
                 "ended");
}

static struct row passkey_of(int64_t player_id, uint8_t id)
{
    return (struct row){.kind = ROW_PASSKEY,
                        .passkey = {.player_id = player_id,
                                    .id_len = 16,
                                    .id = {id},
                                    .key_len = 64,
                                    .key = {id},
                                    .algorithm = -7,
                                    .counter = 3,
                                    .name = "My phone",
                                    .created_ms = START_MS + id}};
}

static void passkeys_are_found_by_id_and_by_player(void **state)
{
    struct test_store *p = *state;
    struct passkey_row rows[STORE_PASSKEYS_MAX], row;
    const uint8_t id[16] = {2};
    size_t count = 0;
    struct row gone = {.kind = ROW_PASSKEY_GONE,
                       .passkey_gone = {.player_id = BOB, .id_len = 16, .id = {2}}};
    put_game(p);
    put(p, passkey_of(ANN, 1));
    put(p, passkey_of(ANN, 2));
    put(p, passkey_of(BOB, 3));
    commit(p);
    assert_done(p, store_passkey(p->store, id, sizeof id, &row), "by id");
    assert_int_equal(row.player_id, ANN);
    assert_int_equal(row.algorithm, -7);
    assert_int_equal(row.key_len, 64);
    assert_string_equal(row.name, "My phone");
    assert_done(p, store_passkeys(p->store, ANN, rows, &count), "by player");
    assert_int_equal(count, 2);
    assert_store(store_write(p->store, &gone), STORE_E_MISSING, "of another player");
    store_rollback(p->store);
    gone.passkey_gone.player_id = ANN;
    put(p, gone);
    commit(p);
    assert_store(store_passkey(p->store, id, sizeof id, &row), STORE_E_MISSING, "deleted");
}

/* A counter that does not grow is the sign of a copied key. Authenticators that do not count always say 0. */
static void a_passkey_is_not_used_with_an_old_counter(void **state)
{
    struct test_store *p = *state;
    struct row use = passkey_of(ANN, 1);
    const uint8_t id[16] = {1};
    struct passkey_row row;
    put_game(p);
    put(p, use);
    commit(p);
    use.passkey.is_use = true;
    use.passkey.used_ms = 77;
    for (uint32_t counter = 0; counter <= 3; counter++) {
        use.passkey.counter = counter;
        assert_store(store_write(p->store, &use), STORE_E_STALE, "an old counter");
        store_rollback(p->store);
    }
    use.passkey.counter = 4;
    put(p, use);
    commit(p);
    assert_done(p, store_passkey(p->store, id, sizeof id, &row), "used");
    assert_int_equal(row.counter, 4);
    assert_int_equal(row.used_ms, 77);
}

static void deleting_a_player_deletes_passkeys(void **state)
{
    struct test_store *p = *state;
    struct passkey_row rows[STORE_PASSKEYS_MAX];
    size_t count = 9;
    put_game(p);
    put(p, passkey_of(ANN, 1));
    put(p, (struct row){.kind = ROW_ERASE, .erase = {ANN, START_MS}});
    commit(p);
    assert_done(p, store_passkeys(p->store, ANN, rows, &count), "passkeys");
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(an_account_keeps_its_second_factor),
        ON_BOTH(a_code_is_used_once),
        ON_BOTH(a_session_that_has_ended_does_not_come_back_because_it_was_used),
        ON_BOTH(a_session_keeps_its_agent_when_a_later_use_does_not_know_it),
        ON_BOTH(passkeys_are_found_by_id_and_by_player),
        ON_BOTH(a_passkey_is_not_used_with_an_old_counter),
        ON_BOTH(deleting_a_player_deletes_passkeys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
