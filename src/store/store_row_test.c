#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_fixture_test.h"

static void a_player_is_stored_and_can_change_the_name(void **state)
{
    struct test_store *p = *state;
    struct player_rows got;
    put(p, player_of(ANN, "Änn \"'; DROP TABLE player; --"));
    commit(p);
    test_store_reopen(p);
    assert_done(p, store_player(p->store, ANN, &got), "read");
    assert_int_equal(got.player.id, ANN);
    assert_string_equal(got.player.name, "Änn \"'; DROP TABLE player; --");
    assert_int_equal(got.player.created_ms, START_MS);
    struct row renamed = player_of(ANN, "Ann");
    renamed.player.created_ms = 5;
    put(p, renamed);
    commit(p);
    assert_done(p, store_player(p->store, ANN, &got), "read again");
    assert_string_equal(got.player.name, "Ann");
    assert_int_equal(got.player.created_ms, START_MS);
}

static void a_missing_row_is_reported_and_leaves_the_result_untouched(void **state)
{
    struct test_store *p = *state;
    struct player_rows player = {.player = {.id = 77}};
    struct session_row session = {.player_id = 77};
    struct rated_row rated = {.game_id = 77};
    struct game_row game = {.id = 77};
    int64_t at_ms[ROW_PLIES_MAX];
    size_t count = 77;
    const uint8_t hash[ROW_HASH_BYTES] = {1};
    assert_store(store_player(p->store, ANN, &player), STORE_E_MISSING, "player");
    assert_store(store_session(p->store, hash, &session), STORE_E_MISSING, "session");
    assert_store(store_rated(p->store, GAME, &rated), STORE_E_MISSING, "rated");
    assert_store(store_game(p->store, GAME, &game), STORE_E_MISSING, "game");
    assert_store(store_game_by_code(p->store, "ABCDEF", &game), STORE_E_MISSING, "code");
    assert_store(store_game_by_code(p->store, "", &game), STORE_E_MISSING, "no code");
    assert_store(store_game_times(p->store, GAME, at_ms, &count), STORE_E_MISSING, "times");
    assert_true(player.player.id == 77 && session.player_id == 77 && rated.game_id == 77);
    assert_true(game.id == 77 && count == 77);
}

static struct row rating_of(int64_t player, enum rating_class class, double rating)
{
    return (struct row){.kind = ROW_RATING,
                        .rating = {.player_id = player,
                                   .class = (uint8_t) class,
                                   .rating = rating,
                                   .deviation = 350.5,
                                   .volatility = 0.06,
                                   .games = 10,
                                   .wins = 5,
                                   .draws = 2,
                                   .losses = 3,
                                   .updated_ms = START_MS}};
}

static void a_player_has_one_rating_for_each_class(void **state)
{
    struct test_store *p = *state;
    struct player_rows got;
    put(p, player_of(ANN, "Ann"));
    put(p, rating_of(ANN, RATING_CLASSIC, 1500.25));
    put(p, rating_of(ANN, RATING_OTHER, 1700));
    struct row later = rating_of(ANN, RATING_CLASSIC, 1612.125);
    later.rating.games++;
    put(p, later);
    commit(p);
    assert_done(p, store_player(p->store, ANN, &got), "read");
    const struct rating_row *classic = &got.rating[RATING_CLASSIC];
    assert_true(classic->rating == 1612.125 && classic->deviation == 350.5);
    assert_true(classic->volatility == 0.06 && classic->class == RATING_CLASSIC);
    assert_true(classic->games == 11 && classic->wins == 5 && classic->draws == 2);
    assert_true(classic->losses == 3 && classic->updated_ms == START_MS);
    assert_true(got.rating[RATING_OTHER].rating == 1700);
    assert_true(got.rating[RATING_CUBE].rating == 0 && got.rating[RATING_CUBE].games == 0);
    struct row unknown = rating_of(BOB, RATING_CLASSIC, 1),
               wrong = rating_of(ANN, RATING_CLASSES, 1);
    assert_store(store_write(p->store, &unknown), STORE_E_MISSING, "a rating of an unknown player");
    assert_store(store_write(p->store, &wrong), STORE_E_ROW, "a class that is none");
}

static void a_session_is_found_by_its_hash_and_stays_with_its_player(void **state)
{
    struct test_store *p = *state;
    struct session_row got;
    struct row row = {
        .kind = ROW_SESSION,
        .session = {
            .token_hash = {0, 1, 2, [31] = 0xFF}, .player_id = ANN, .created_ms = 5, .seen_ms = 6}};
    assert_store(store_write(p->store, &row), STORE_E_MISSING, "a session of an unknown player");
    put(p, player_of(ANN, "Ann"));
    put(p, player_of(EVE, "Eve"));
    put(p, row);
    row.session.seen_ms = 9;
    row.session.created_ms = 8;
    put(p, row);
    struct row stolen = row;
    stolen.session.player_id = EVE;
    assert_store(store_write(p->store, &stolen), STORE_E_EXISTS, "another player's token");
    commit(p);
    assert_done(p, store_session(p->store, row.session.token_hash, &got), "read");
    assert_memory_equal(got.token_hash, row.session.token_hash, ROW_HASH_BYTES);
    assert_true(got.player_id == ANN && got.created_ms == 5 && got.seen_ms == 9);
    row.session.token_hash[31] = 0xFE;
    assert_store(store_session(p->store, row.session.token_hash, &got), STORE_E_MISSING, "another");
}

static void the_rating_change_of_a_game_is_stored_once(void **state)
{
    struct test_store *p = *state;
    struct rated_row got;
    struct row row = {.kind = ROW_RATED,
                      .rated = {.game_id = GAME,
                                .at_ms = 77,
                                .class = RATING_CUBE,
                                .discount = DISCOUNT_NEW_OPPONENT,
                                .counts = {false, true},
                                .before = {1500.5, 1400},
                                .after = {1510.25, 1390}}};
    assert_store(store_write(p->store, &row), STORE_E_MISSING, "of no game");
    put_game(p);
    put(p, row);
    assert_store(store_write(p->store, &row), STORE_E_EXISTS, "twice");
    commit(p);
    assert_done(p, store_rated(p->store, GAME, &got), "read");
    assert_true(got.game_id == GAME && got.class == RATING_CUBE && got.at_ms == 77);
    assert_int_equal(got.discount, DISCOUNT_NEW_OPPONENT);
    assert_true(!got.counts[0] && got.counts[1]);
    assert_true(got.before[0] == 1500.5 && got.before[1] == 1400);
    assert_true(got.after[0] == 1510.25 && got.after[1] == 1390);
}

static void the_last_hundred_messages_of_each_channel_are_kept(void **state)
{
    static struct chat_row lines[2 * STORE_CHAT_KEPT];
    struct test_store *p = *state;
    size_t count = 0;
    put_game(p);
    put(p, chat_of(GAME, 1, CHAT_SPECTATORS, "hello"));
    for (uint32_t seq = 2; seq <= 131; seq++)
        put(p, chat_of(GAME, seq, CHAT_PLAYERS, seq == 131 ? "<b>last</b>" : "text"));
    commit(p);
    assert_done(p, store_chat(p->store, GAME, CHAT_PLAYERS, lines, 200, &count), "read");
    assert_int_equal(count, STORE_CHAT_KEPT);
    assert_int_equal(lines[0].seq, 32);
    assert_int_equal(lines[99].seq, 131);
    assert_string_equal(lines[99].text, "<b>last</b>");
    assert_true(lines[99].game_id == GAME && lines[99].channel == CHAT_PLAYERS);
    assert_true(lines[99].player_id == ANN && lines[99].sent_ms == START_MS + 131);
    assert_done(p, store_chat(p->store, GAME, CHAT_SPECTATORS, lines, 200, &count), "read");
    assert_int_equal(count, 1);
    assert_string_equal(lines[0].text, "hello");
    assert_done(p, store_chat(p->store, GAME, CHAT_PLAYERS, lines, 3, &count), "the last three");
    assert_true(count == 3 && lines[0].seq == 129 && lines[2].seq == 131);
}

static void a_chat_message_is_written_once(void **state)
{
    struct test_store *p = *state;
    struct row line = chat_of(GAME, 1, CHAT_PLAYERS, "gg");
    line.chat.quick = 3;
    assert_store(store_write(p->store, &line), STORE_E_MISSING, "in no game");
    put_game(p);
    put(p, line);
    assert_store(store_write(p->store, &line), STORE_E_EXISTS, "twice");
    commit(p);
    struct chat_row got;
    size_t count = 0;
    assert_done(p, store_chat(p->store, GAME, CHAT_PLAYERS, &got, 1, &count), "read");
    assert_true(count == 1 && got.quick == 3);
}

static void a_game_has_the_highest_number_of_its_chat(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, game_of(2, ANN, BOB));
    put(p, chat_of(2, 9, CHAT_PLAYERS, "in another game"));
    commit(p);
    assert_int_equal(game_read(p, GAME).chat_seq, 0);
    put(p, chat_of(GAME, 1, CHAT_PLAYERS, "a"));
    put(p, chat_of(GAME, 2, CHAT_SPECTATORS, "b"));
    commit(p);
    assert_int_equal(game_read(p, GAME).chat_seq, 2);
    put(p, chat_of(GAME, 3, CHAT_PLAYERS, "c"));
    commit(p);
    assert_int_equal(game_read(p, GAME).chat_seq, 3);
}

static struct row queued_of(int64_t player, int64_t since_ms)
{
    return (struct row){.kind = ROW_QUEUE,
                        .queue = {.player_id = player,
                                  .is_waiting = true,
                                  .board = "5x5x5",
                                  .clock = {CLOCK_DAYS, 86400000, 0},
                                  .is_rated = true,
                                  .since_ms = since_ms}};
}

static void the_queue_is_stored_in_order(void **state)
{
    struct test_store *p = *state;
    struct queue_row got[4];
    struct store_cursor cursor = {0};
    size_t count = 0;
    put_game(p);
    put(p, player_of(EVE, "Eve"));
    put(p, queued_of(EVE, 10));
    put(p, queued_of(BOB, 20));
    put(p, queued_of(ANN, 20));
    commit(p);
    assert_done(p, store_queue(p->store, &cursor, got, 2, &count), "first page");
    assert_true(count == 2 && got[0].player_id == EVE && got[1].player_id == ANN);
    assert_true(got[1].is_waiting && got[1].is_rated && got[1].since_ms == 20);
    assert_true(got[1].clock.kind == CLOCK_DAYS && got[1].clock.initial_ms == 86400000);
    assert_string_equal(got[1].board, "5x5x5");
    assert_done(p, store_queue(p->store, &cursor, got, 2, &count), "second page");
    assert_true(count == 1 && got[0].player_id == BOB);
    put(p, (struct row){.kind = ROW_QUEUE, .queue = {.player_id = EVE, .since_ms = 10}});
    put(p, (struct row){.kind = ROW_QUEUE, .queue = {.player_id = BOB, .since_ms = 20}});
    put(p, queued_of(ANN, 30));
    commit(p);
    cursor = (struct store_cursor){0};
    assert_done(p, store_queue(p->store, &cursor, got, 4, &count), "one is left");
    assert_true(count == 1 && got[0].player_id == ANN && got[0].since_ms == 30);
}

static void counts_follow_inserts_and_changes(void **state)
{
    struct test_store *p = *state;
    struct store_counts got;
    put_game(p);
    put(p, waiting_of(2, ANN, "AAAAAA"));
    put(p, game_of(3, ANN, BOB));
    put(p, (struct row){.kind = ROW_SESSION, .session = {{9}, ANN, 1, 1}});
    commit(p);
    put(p, result_of(3, 0, GAME_WIN, START_MS + 5));
    put(p, result_of(2, 0, GAME_CANCELLED, START_MS + 5));
    commit(p);
    put(p, game_of(4, ANN, BOB));
    store_rollback(p->store);
    assert_done(p, store_counts(p->store, &got), "counts");
    assert_true(got.players == 2 && got.sessions == 1);
    assert_true(got.games[GAME_WAITING] == 0 && got.games[GAME_PLAYING] == 1);
    assert_true(got.games[GAME_WIN] == 1 && got.games[GAME_DRAW] == 0);
    assert_int_equal(got.games[GAME_CANCELLED], 1);
}

static void an_unknown_kind_of_row_is_refused(void **state)
{
    struct test_store *p = *state;
    struct row row = {.kind = ROW_KINDS};
    assert_store(store_write(p->store, &row), STORE_E_ROW, "kind");
    assert_non_null(strstr(store_problem(p->store), "no row of kind"));
    commit(p);
}

static void every_error_has_a_name_a_text_and_a_class(void **state)
{
    (void)state;
    for (int err = 0; err < STORE_ERR_COUNT; err++) {
        assert_true(strlen(store_err_name((enum store_err)err)) > 1);
        assert_true(strlen(store_err_text((enum store_err)err)) > 1);
    }
    assert_string_equal(store_err_name(STORE_E_STALE), "E_STALE");
    assert_string_equal(store_err_name(STORE_ERR_COUNT), "?");
    assert_string_equal(store_err_text(STORE_ERR_COUNT), "?");
    assert_int_equal(store_err_class(STORE_OK), STORE_FINE);
    assert_int_equal(store_err_class(STORE_E_STALE), STORE_REFUSED);
    assert_int_equal(store_err_class(STORE_E_FULL), STORE_RETRY);
    assert_int_equal(store_err_class(STORE_E_CORRUPT), STORE_FATAL);
    assert_int_equal(store_err_class(STORE_ERR_COUNT), STORE_FATAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(a_player_is_stored_and_can_change_the_name),
        ON_BOTH(a_missing_row_is_reported_and_leaves_the_result_untouched),
        ON_BOTH(a_player_has_one_rating_for_each_class),
        ON_BOTH(a_session_is_found_by_its_hash_and_stays_with_its_player),
        ON_BOTH(the_rating_change_of_a_game_is_stored_once),
        ON_BOTH(the_last_hundred_messages_of_each_channel_are_kept),
        ON_BOTH(a_chat_message_is_written_once),
        ON_BOTH(a_game_has_the_highest_number_of_its_chat),
        ON_BOTH(the_queue_is_stored_in_order),
        ON_BOTH(counts_follow_inserts_and_changes),
        ON_BOTH(an_unknown_kind_of_row_is_refused),
        cmocka_unit_test(every_error_has_a_name_a_text_and_a_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
