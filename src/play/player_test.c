#include "play/fixture_test.h"

#include "play/player.h"
#include "play/service_parts.h"

static void a_guest_gets_a_name_and_names_are_cleaned(void **state)
{
    struct player player;
    (void)state;
    assert_int_equal(player_new(&player, 9001, NULL, 0, 5), REFUSAL_OK);
    assert_string_equal(player.name, "Guest 1001");
    assert_int_equal(player_new(&player, 7, " Ann\x02 ", 6, 5), REFUSAL_OK);
    assert_string_equal(player.name, "Ann");
    assert_int_equal(player.created_ms, 5);
    assert_int_equal(player.rating[RATING_CUBE].class, RATING_CUBE);
    assert_int_equal(player.first_conn, -1);
}

static void a_bad_name_is_refused(void **state)
{
    struct player player = {.id = 3};
    (void)state;
    assert_int_equal(player_new(&player, 7, "", 0, 5), REFUSAL_BAD_NAME);
    assert_int_equal(player_new(&player, 7, "123456789012345678901", 21, 5), REFUSAL_BAD_NAME);
    assert_int_equal(player.id, 3);
    assert_int_equal(player_new(&player, 7, "12345678901234567890", 20, 5), REFUSAL_OK);
}

static void a_player_is_restored_as_stored(void **state)
{
    struct player_rows rows = {.player = {.id = 7, .name = "Ann", .created_ms = 5}};
    struct player player;
    bool is_provisional;
    (void)state;
    rows.rating[RATING_CLASSIC] = (struct rating_row){
        .rating = 1723.6, .deviation = 60, .volatility = 0.06, .games = 40, .wins = 30};
    player_restore(&player, &rows);
    assert_string_equal(player.name, "Ann");
    assert_int_equal(player_rating(&player, RATING_CLASSIC, &is_provisional), 1724);
    assert_false(is_provisional);
    assert_int_equal(player_rating(&player, RATING_CUBE, &is_provisional), 1500);
    assert_true(is_provisional);
    assert_int_equal(player.rating[RATING_CLASSIC].player_id, 7);
    struct player_row row = player_row_of(&player);
    assert_memory_equal(&row, &rows.player, sizeof row);
}

static void a_session_matches_by_its_whole_hash(void **state)
{
    struct session session = {.hash = {1, 2, 3}};
    uint8_t hash[ROW_HASH_BYTES] = {1, 2, 3};
    (void)state;
    assert_true(session_is(&session, hash));
    assert_int_equal(session_key(hash), session_key(session.hash));
    hash[ROW_HASH_BYTES - 1] ^= 0x80;
    assert_false(session_is(&session, hash));
    assert_int_equal(session_key(hash), session_key(session.hash));
    hash[0] ^= 1;
    assert_false(session_is(&session, hash));
    assert_int_not_equal(session_key(hash), session_key(session.hash));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guest_gets_a_name_and_names_are_cleaned),
        cmocka_unit_test(a_bad_name_is_refused),
        cmocka_unit_test(a_player_is_restored_as_stored),
        cmocka_unit_test(a_session_matches_by_its_whole_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
