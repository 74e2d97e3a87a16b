#include "play/fixture_test.h"

#include "base/random.h"
#include "play/lobby.h"

static const struct lobby_setup setup = {
    .players = 40, .matches = 20, .confirm_ms = 15000, .near = 100, .near_per_s = 10};
static struct lobby_key casual, rated, cube;
static struct lobby lobby;
static unsigned char memory[1 << 14], before[1 << 14], kept[1 << 16];
static struct journal journal = {kept, 0, sizeof kept, false};

static int open_lobby(void **state)
{
    (void)state;
    casual = (struct lobby_key){.rules = ruleset_classic};
    rated = (struct lobby_key){.rules = ruleset_classic, .is_rated = true};
    cube = (struct lobby_key){.rules = {.board = ff_cube}};
    journal_forget(&journal);
    assert_true(lobby_size(&setup) <= sizeof memory);
    lobby_open(&lobby, memory, &setup);
    return 0;
}

static void join(int64_t player, const struct lobby_key *key, int32_t rating, int64_t now_ms)
{
    assert_int_equal(lobby_join(&lobby, &journal, player, key, rating, now_ms), REFUSAL_OK);
}

static int64_t player_of(const struct lobby_match *match, int index)
{
    return lobby.entry[match->entry[index]].player_id;
}

static void players_who_want_the_same_game_are_paired_longest_wait_first(void **state)
{
    struct lobby_match *match;
    (void)state;
    join(1, &cube, 0, 0);
    join(2, &casual, 0, 1);
    assert_null(lobby_pair(&lobby, &journal, 2, 100, 1));
    join(3, &casual, 0, 2);
    join(4, &casual, 0, 3);
    assert_int_equal(lobby_queue_size(&lobby, &casual), 3);
    match = lobby_pair(&lobby, &journal, 4, 100, 3);
    assert_non_null(match);
    assert_int_equal(player_of(match, 0), 2);
    assert_int_equal(player_of(match, 1), 4);
    assert_int_equal(match->deadline_ms, 15003);
    assert_null(lobby_pair(&lobby, &journal, 4, 101, 3));
    assert_int_equal(lobby_queue_size(&lobby, &casual), 1);
}

static void a_player_is_in_the_lobby_once(void **state)
{
    (void)state;
    join(1, &casual, 0, 0);
    join(2, &casual, 0, 0);
    assert_int_equal(lobby_join(&lobby, &journal, 1, &cube, 0, 0), REFUSAL_ALREADY_QUEUED);
    assert_non_null(lobby_pair(&lobby, &journal, 1, 100, 0));
    assert_int_equal(lobby_join(&lobby, &journal, 1, &cube, 0, 0), REFUSAL_ALREADY_QUEUED);
}

static void a_full_lobby_refuses(void **state)
{
    (void)state;
    for (int i = 1; i <= setup.players; i++)
        join(i, &casual, 0, 0);
    assert_int_equal(lobby_join(&lobby, &journal, 99, &casual, 0, 0), REFUSAL_SERVER_FULL);
}

static void rated_players_get_the_nearest_rating_and_accept_more_with_time(void **state)
{
    struct lobby_match *match;
    (void)state;
    join(1, &rated, 1500, 0);
    join(2, &rated, 1650, 0);
    assert_null(lobby_pair_any(&lobby, &journal, 100, 4999));
    match = lobby_pair_any(&lobby, &journal, 100, 5000);
    assert_non_null(match);
    lobby_finish_match(&lobby, &journal, match);
    join(3, &rated, 1400, 0);
    join(4, &rated, 1590, 0);
    join(5, &rated, 1510, 0);
    match = lobby_pair(&lobby, &journal, 5, 101, 0);
    assert_int_equal(player_of(match, 0) + player_of(match, 1), 4 + 5);
}

static void both_must_confirm(void **state)
{
    struct lobby_match *match;
    (void)state;
    join(1, &casual, 0, 0);
    join(2, &casual, 0, 0);
    match = lobby_pair(&lobby, &journal, 1, 100, 0);
    assert_int_equal(lobby_confirm(&lobby, &journal, 101, 1), REFUSAL_NO_SUCH_MATCH);
    assert_int_equal(lobby_confirm(&lobby, &journal, 100, 3), REFUSAL_NO_SUCH_MATCH);
    assert_int_equal(lobby_confirm(&lobby, &journal, 100, 1), REFUSAL_OK);
    assert_int_equal(lobby_confirm(&lobby, &journal, 100, 1), REFUSAL_OK);
    assert_false(lobby_is_agreed(match));
    assert_int_equal(lobby_confirm(&lobby, &journal, 100, 2), REFUSAL_OK);
    assert_true(lobby_is_agreed(match));
    lobby_finish_match(&lobby, &journal, match);
    assert_null(lobby_find(&lobby, 1));
    assert_null(lobby_find(&lobby, 2));
    assert_int_equal(lobby_confirm(&lobby, &journal, 100, 1), REFUSAL_NO_SUCH_MATCH);
}

static void a_player_who_confirmed_in_vain_returns_to_the_front(void **state)
{
    struct lobby_match *match;
    (void)state;
    join(1, &casual, 0, 0);
    join(2, &casual, 0, 0);
    match = lobby_pair(&lobby, &journal, 1, 100, 0);
    join(3, &casual, 0, 1);
    assert_int_equal(lobby_confirm(&lobby, &journal, 100, 2), REFUSAL_OK);
    assert_null(lobby_overdue(&lobby, 14999));
    assert_ptr_equal(lobby_overdue(&lobby, 15000), match);
    lobby_cancel_match(&lobby, &journal, match, LOBBY_UNCONFIRMED);
    assert_null(lobby_find(&lobby, 1));
    assert_null(lobby_overdue(&lobby, 15000));
    assert_int_equal(lobby.entry[lobby.first].player_id, 2);
    assert_int_equal(lobby.entry[lobby.last].player_id, 3);
}

static void a_declined_player_returns_to_the_front_confirmed_or_not(void **state)
{
    struct lobby_match *match;
    (void)state;
    join(1, &casual, 0, 0);
    join(2, &casual, 0, 0);
    match = lobby_pair(&lobby, &journal, 1, 100, 0);
    join(3, &casual, 0, 1);
    lobby_cancel_match(&lobby, &journal, match, 0);
    assert_null(lobby_find(&lobby, 1));
    assert_int_equal(lobby.entry[lobby.first].player_id, 2);
    lobby_leave(&lobby, &journal, lobby_find(&lobby, 2));
    assert_int_equal(lobby.entry[lobby.first].player_id, 3);
    lobby_leave(&lobby, &journal, lobby_find(&lobby, 3));
    assert_int_equal(lobby.first, KEY_TABLE_NONE);
    assert_int_equal(lobby.last, KEY_TABLE_NONE);
}

/* The list links exactly the waiting players, forwards and backwards; a match links two others. */
static void assert_sound(void)
{
    int32_t waiting = 0, prev = KEY_TABLE_NONE, in_list = 0;
    for (int32_t i = 0; i < setup.players; i++)
        waiting += key_table_has(&lobby.by_player, i) && lobby.entry[i].match == KEY_TABLE_NONE;
    for (int32_t i = lobby.first; i != KEY_TABLE_NONE;
         prev = i, i = lobby.entry[i].next, in_list++) {
        assert_true(key_table_has(&lobby.by_player, i));
        assert_int_equal(lobby.entry[i].match, KEY_TABLE_NONE);
        assert_int_equal(lobby.entry[i].prev, prev);
    }
    assert_int_equal(lobby.last, prev);
    assert_int_equal(in_list, waiting);
    assert_int_equal(lobby.by_player.count, waiting + 2 * lobby.by_match.count);
    assert_true(lobby.cursor == KEY_TABLE_NONE ||
                lobby.entry[lobby.cursor].match == KEY_TABLE_NONE);
}

static void random_step(uint64_t *random, int64_t now_ms)
{
    const struct lobby_key *keys[] = {&casual, &rated, &cube};
    int64_t player = 1 + random_below(random, 60);
    struct lobby_entry *entry = lobby_find(&lobby, player);
    struct lobby_match *match;
    if (!entry)
        lobby_join(&lobby, &journal, player, keys[random_below(random, 3)],
                   (int32_t)random_below(random, 3000), now_ms);
    else if (entry->match == KEY_TABLE_NONE && random_below(random, 3) == 0)
        lobby_leave(&lobby, &journal, entry);
    else if (entry->match == KEY_TABLE_NONE)
        lobby_pair(&lobby, &journal, player, (int64_t)(random_next(random) >> 1), now_ms);
    else if (random_below(random, 4) == 0)
        lobby_cancel_match(&lobby, &journal, &lobby.match[entry->match],
                           (int)random_below(random, 4));
    else
        lobby_confirm(&lobby, &journal, lobby.match[entry->match].id, player);
    lobby_pair_any(&lobby, &journal, (int64_t)(random_next(random) >> 1), now_ms);
    if ((match = lobby_overdue(&lobby, now_ms)))
        lobby_cancel_match(&lobby, &journal, match, LOBBY_UNCONFIRMED);
    for (int i = 0; i < setup.matches; i++)
        if (key_table_has(&lobby.by_match, i) && lobby_is_agreed(&lobby.match[i]))
            lobby_finish_match(&lobby, &journal, &lobby.match[i]);
}

static void a_busy_lobby_stays_consistent_and_undo_restores_it(void **state)
{
    uint64_t random = 17;
    int64_t now_ms = 0;
    (void)state;
    for (int turn = 0; turn < 3000; turn++) {
        struct lobby was = lobby;
        memcpy(before, memory, sizeof memory);
        for (int i = 0; i < 4; i++)
            random_step(&random, now_ms += random_below(&random, 2000));
        assert_sound();
        if (turn % 3 == 0) {
            journal_undo(&journal, 0);
            assert_memory_equal(before, memory, lobby_size(&setup));
            assert_memory_equal(&was, &lobby, sizeof lobby);
        }
        journal_forget(&journal);
    }
    assert_false(journal.has_lost);
}

int main(void)
{
#define WITH_LOBBY(test) cmocka_unit_test_setup(test, open_lobby)
    const struct CMUnitTest tests[] = {
        WITH_LOBBY(players_who_want_the_same_game_are_paired_longest_wait_first),
        WITH_LOBBY(a_player_is_in_the_lobby_once),
        WITH_LOBBY(a_full_lobby_refuses),
        WITH_LOBBY(rated_players_get_the_nearest_rating_and_accept_more_with_time),
        WITH_LOBBY(both_must_confirm),
        WITH_LOBBY(a_player_who_confirmed_in_vain_returns_to_the_front),
        WITH_LOBBY(a_declined_player_returns_to_the_front_confirmed_or_not),
        WITH_LOBBY(a_busy_lobby_stays_consistent_and_undo_restores_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
