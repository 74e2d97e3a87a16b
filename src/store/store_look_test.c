/* What servers of a shared database ask: store/shared.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/shared.h"
#include "store/store_fixture_test.h"

enum { SOME = 8 };

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* Compares ids in any order. */
static void assert_ids(int64_t *ids, size_t count, const char *expected)
{
    char text[SOME * 8] = "";
    qsort(ids, count, sizeof *ids, by_value);
    for (size_t i = 0; i < count; i++)
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? " " : "",
                       (int)ids[i]);
    assert_string_equal(text, expected);
}

static void put_people(struct test_store *p)
{
    put(p, player_of(ANN, "Ann"));
    put(p, player_of(BOB, "Bob"));
    put(p, player_of(EVE, "Eve"));
}

/* ---- games ---- */

static void a_held_game_has_changed_when_its_version_or_chat_has(void **state)
{
    struct test_store *p = *state;
    struct store_held held[4] = {{.game_id = 1}, {.game_id = 99}, {.game_id = 2}, {.game_id = 3}};
    put_people(p);
    for (int id = 1; id <= 3; id++)
        put(p, game_of(id, ANN, BOB));
    commit(p);
    held[1].is_changed = true;
    assert_done(p, store_look_games(p->store, held, 4), "nothing yet");
    for (int i = 0; i < 4; i++)
        assert_false(held[i].is_changed);
    put(p, move_of(1, 0, 3));
    put(p, chat_of(3, 1, CHAT_SPECTATORS, "hi"));
    commit(p);
    assert_done(p, store_look_games(p->store, held, 4), "a move and a message");
    assert_true(held[0].is_changed && held[3].is_changed);
    assert_false(held[1].is_changed || held[2].is_changed);
    held[0].version = 1;
    held[3].chat_seq = 1;
    assert_done(p, store_look_games(p->store, held, 4), "known");
    assert_false(held[0].is_changed || held[3].is_changed);
    put(p, result_of(1, 1, GAME_WIN, START_MS + 9));
    commit(p);
    assert_done(p, store_look_games(p->store, held, 4), "an end");
    assert_true(held[0].is_changed);
    held[0].version = game_read(p, 1).version;
    assert_done(p, store_look_games(p->store, held, 4), "the end is known");
    assert_false(held[0].is_changed);
    assert_done(p, store_look_games(p->store, held, 0), "none");
}

static size_t unknown_games(struct test_store *p, const int64_t *known, size_t known_count,
                            int64_t *out, size_t max)
{
    static const int64_t players[] = {BOB, EVE};
    size_t count = 99;
    assert_done(p, store_look_players(p->store, players, 2, known, known_count, out, max, &count),
                "look players");
    return count;
}

/* 1, 4, 6: live games of Bob and Eve, 4 of both; 2: of others; 3: correspondence; 5: over; 7: waits. */
static void players_have_running_live_games_that_the_caller_does_not_know(void **state)
{
    struct test_store *p = *state;
    int64_t out[SOME] = {0};
    struct row days = game_of(3, BOB, ANN), blitz = game_of(6, ANN, EVE);
    days.game.clock.kind = CLOCK_DAYS;
    days.game.flags = blitz.game.flags = GAME_ASYNC;
    put_people(p);
    put(p, game_of(1, ANN, BOB));
    put(p, game_of(2, ANN, ANN));
    put(p, days);
    put(p, game_of(4, EVE, BOB));
    put(p, game_of(5, BOB, ANN));
    put(p, result_of(5, 0, GAME_WIN, START_MS));
    put(p, blitz);
    put(p, waiting_of(7, BOB, "CCCCCC"));
    commit(p);
    assert_ids(out, unknown_games(p, NULL, 0, out, SOME), "1 4 6");
    assert_ids(out, unknown_games(p, (const int64_t[]){4, 99}, 2, out, SOME), "1 6");
    assert_ids(out, unknown_games(p, (const int64_t[]){1, 4, 6}, 3, out, SOME), "");
    assert_int_equal(unknown_games(p, NULL, 0, out, 2), 2);
}

/* The next page of the walk. */
static size_t next_orphans(struct test_store *p, struct store_walk *walk, int64_t *out, size_t max)
{
    size_t count = 0;
    assert_done(p, store_orphans(p->store, walk, out, max, &count), "orphans");
    return count;
}

static size_t all_orphans(struct test_store *p, int64_t until_ms, int64_t now_ms, int64_t *out)
{
    struct store_walk walk = {until_ms, now_ms, 0, SOME};
    size_t count = next_orphans(p, &walk, out, SOME);
    assert_int_equal(walk.after_id, 0);
    return count;
}

static void put_presence(struct test_store *p, int32_t node, int32_t from, int64_t since_ms)
{
    put(p, (struct row){.kind = ROW_PRESENCE, .presence = {ANN, node, from, since_ms}});
    commit(p);
}

static void a_live_game_needs_a_node_when_its_computer_or_its_clock_waits(void **state)
{
    struct test_store *p = *state;
    int64_t out[SOME] = {0};
    struct row bot = game_of(1, ANN, 0), days = game_of(3, ANN, BOB);
    bot.game.seat[1] = (struct seat_row){.kind = SEAT_BOT, .level = 3};
    bot.game.clock.kind = days.game.clock.kind = CLOCK_NONE;
    put_people(p);
    put_presence(p, 1, 0, START_MS); /* of Ann, who plays all of them */
    put(p, bot);
    put(p, game_of(2, ANN, BOB)); /* has 300 s from START_MS */
    put(p, days);
    put(p, game_of(4, ANN, BOB));
    put(p, result_of(4, 0, GAME_DRAW, START_MS));
    commit(p);
    const int64_t moved_ms = START_MS + 1000, flag_ms = moved_ms + 300000;
    assert_ids(out, all_orphans(p, moved_ms + 1, moved_ms, out), ""); /* red's move */
    put(p, move_of(1, 0, 3));
    put(p, move_of(2, 0, 3));
    commit(p);
    assert_ids(out, all_orphans(p, moved_ms, moved_ms, out), ""); /* too early for the computer */
    assert_ids(out, all_orphans(p, moved_ms + 1, moved_ms, out), "1");
    assert_ids(out, all_orphans(p, 0, flag_ms - 1, out), "");
    assert_ids(out, all_orphans(p, 0, flag_ms, out), "2");
}

static void a_live_game_needs_a_node_when_none_of_its_players_is_connected(void **state)
{
    struct test_store *p = *state;
    int64_t out[SOME] = {0};
    struct row days = game_of(2, ANN, BOB);
    days.game.flags |= GAME_ASYNC;
    put_people(p);
    put(p, game_of(1, BOB, ANN));
    put(p, days);
    commit(p);
    assert_ids(out, all_orphans(p, START_MS, START_MS, out), ""); /* they may be on their way */
    assert_ids(out, all_orphans(p, START_MS + 1, START_MS, out), "1");
    put_presence(p, 3, 0, START_MS);
    assert_ids(out, all_orphans(p, START_MS + 1, START_MS, out), "");
    put_presence(p, 0, 3, START_MS);
    assert_ids(out, all_orphans(p, START_MS + 1, START_MS, out), "1");
}

/* Five games with fallen flags, among them two that need nothing. */
static void a_walk_sees_every_running_game_page_by_page(void **state)
{
    struct test_store *p = *state;
    int64_t out[SOME] = {0};
    struct store_walk walk = {0, INT64_MAX / 2, 0, 2};
    put_people(p);
    for (int64_t id = 1; id <= 7; id++) {
        struct row game = game_of(id, ANN, BOB);
        game.game.clock.kind = id == 1 || id == 6 ? CLOCK_NONE : CLOCK_LIVE;
        put(p, game);
    }
    commit(p);
    assert_ids(out, next_orphans(p, &walk, out, SOME), "2");
    assert_int_equal(walk.after_id, 2);
    assert_ids(out, next_orphans(p, &walk, out, SOME), "3 4");
    assert_ids(out, next_orphans(p, &walk, out, 1), "5"); /* no more than asked for */
    assert_int_equal(walk.after_id, 5);
    assert_ids(out, next_orphans(p, &walk, out, SOME), "7");
    assert_ids(out, next_orphans(p, &walk, out, SOME), "");
    assert_int_equal(walk.after_id, 0);
    assert_ids(out, next_orphans(p, &walk, out, SOME), "2");
}

static void chat_after_a_message_is_that_of_its_channel_oldest_first(void **state)
{
    struct test_store *p = *state;
    static struct chat_row lines[SOME];
    size_t count;
    put_game(p);
    for (uint32_t seq = 1; seq <= 6; seq++)
        put(p, chat_of(GAME, seq, seq == 4 ? CHAT_SPECTATORS : CHAT_PLAYERS, "text"));
    commit(p);
    assert_done(p, store_chat_after(p->store, GAME, CHAT_PLAYERS, 2, lines, SOME, &count), "all");
    assert_true(count == 3 && lines[0].seq == 3 && lines[1].seq == 5 && lines[2].seq == 6);
    assert_string_equal(lines[0].text, "text");
    assert_int_equal(lines[0].player_id, ANN);
    assert_done(p, store_chat_after(p->store, GAME, CHAT_PLAYERS, 2, lines, 2, &count), "two");
    assert_true(count == 2 && lines[1].seq == 5);
    assert_done(p, store_chat_after(p->store, GAME, CHAT_SPECTATORS, 4, lines, SOME, &count), "no");
    assert_int_equal(count, 0);
}

/* ---- players ---- */

static int64_t stamp_of(struct test_store *p, int64_t player_id)
{
    struct store_stamp stamps[3] = {
        {.player_id = 99}, {.player_id = player_id}, {.player_id = EVE}};
    assert_done(p, store_stamps(p->store, stamps, 3), "stamps");
    assert_int_equal(stamps[0].stamp, 0);
    assert_int_equal(stamps[1].player_id, player_id);
    assert_int_equal(stamps[2].player_id, EVE);
    return stamps[1].stamp;
}

static struct row session_of(int64_t player_id, uint8_t token)
{
    struct row row = {.kind = ROW_SESSION, .session = {.player_id = player_id, .created_ms = 1}};
    memset(row.session.token_hash, token, sizeof row.session.token_hash);
    return row;
}

/* Every change of what a server keeps of a player, one after the other. */
static void a_stamp_changes_with_everything_that_belongs_to_the_player(void **state)
{
    struct test_store *p = *state;
    struct row rename = player_of(BOB, "Robert"), session = session_of(BOB, 7);
    const struct row changes[] = {
        rename,
        {.kind = ROW_RATING, .rating = {.player_id = BOB, .rating = 1600, .games = 1}},
        {.kind = ROW_RATING, .rating = {.player_id = BOB, .rating = 1700, .games = 2}},
        {.kind = ROW_SANCTION, .sanction = {BOB, 5, 0}},
        {.kind = ROW_SANCTION, .sanction = {BOB, 5, 9}},
        {.kind = ROW_ACCOUNT,
         .account = {.player_id = BOB, .login = "bob", .password = "$hash", .created_ms = 1}},
        session,
        {.kind = ROW_LOGOUT, .logout = {.player_id = BOB, .is_everywhere = true}},
        session,
        {.kind = ROW_LOGOUT,
         .logout = {.player_id = BOB,
                    .token_hash = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
                                   7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}}},
        {.kind = ROW_ERASE, .erase = {.player_id = BOB, .erased_ms = 5}},
    };
    put_people(p);
    commit(p);
    int64_t other = stamp_of(p, ANN), before = stamp_of(p, BOB);
    assert_true(before > 0);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        put(p, changes[i]);
        commit(p);
        int64_t after = stamp_of(p, BOB);
        if (after == before)
            fail_msg("change %zu (kind %d) left the stamp as it was", i, changes[i].kind);
        before = after;
    }
    assert_int_equal(stamp_of(p, ANN), other);
}

static struct presence_row presence_of(struct test_store *p, int64_t player_id)
{
    struct store_stamp stamp = {.player_id = player_id};
    struct player_rows player;
    assert_done(p, store_stamps(p->store, &stamp, 1), "stamps");
    assert_done(p, store_player(p->store, player_id, &player), "player");
    assert_int_equal(stamp.presence.player_id, player_id);
    assert_int_equal(player.presence.node, stamp.presence.node);
    assert_int_equal(player.presence.since_ms, stamp.presence.since_ms);
    return stamp.presence;
}

static void a_player_is_where_the_newest_connection_is(void **state)
{
    struct test_store *p = *state;
    put_people(p);
    commit(p);
    assert_int_equal(presence_of(p, ANN).node, 0);
    assert_int_equal(presence_of(p, ANN).since_ms, 0);
    put_presence(p, 3, 0, 50);
    put_presence(p, 4, 0, 60);
    put_presence(p, 0, 3, 70); /* node 3 closes a connection that node 4 has replaced */
    assert_int_equal(presence_of(p, ANN).node, 4);
    assert_int_equal(presence_of(p, ANN).since_ms, 60);
    put_presence(p, 0, 4, 80);
    assert_int_equal(presence_of(p, ANN).node, 0);
    assert_int_equal(presence_of(p, ANN).since_ms, 80);
    assert_int_equal(presence_of(p, BOB).since_ms, 0);
}

/* ---- matches ---- */

static struct row waits(int64_t player_id, int64_t since_ms)
{
    return (struct row){.kind = ROW_QUEUE,
                        .queue = {.player_id = player_id,
                                  .is_waiting = true,
                                  .board = "5x5x5",
                                  .clock = {CLOCK_LIVE, 60000, 1000},
                                  .since_ms = since_ms}};
}

static struct row match_of(int64_t id, int64_t red, int64_t yellow, int64_t deadline_ms)
{
    return (struct row){.kind = ROW_MATCH,
                        .match = {.id = id,
                                  .step = MATCH_OPEN,
                                  .player_id = {red, yellow},
                                  .since_ms = {red == ANN ? 0 : 2, red == ANN ? 1 : 3},
                                  .board = "5x5x5",
                                  .clock = {CLOCK_LIVE, 60000, 1000},
                                  .is_rated = true,
                                  .deadline_ms = deadline_ms}};
}

static void matches_that_wait_for_confirmation_are_listed_oldest_first(void **state)
{
    struct test_store *p = *state;
    struct match_row matches[SOME];
    size_t count;
    put_people(p);
    put(p, player_of(44, "Dan"));
    for (int i = 0; i < 4; i++)
        put(p, waits((const int64_t[]){ANN, BOB, EVE, 44}[i], i));
    put(p, match_of(9, ANN, BOB, 200));
    put(p, match_of(8, EVE, 44, 100));
    put(p, (struct row){.kind = ROW_MATCH,
                        .match = {.id = 9, .step = MATCH_CONFIRM, .before = 0, .confirmed = 2}});
    commit(p);
    assert_done(p, store_matches(p->store, matches, SOME, &count), "matches");
    assert_true(count == 2 && matches[0].id == 8 && matches[1].id == 9);
    const struct match_row *match = &matches[1];
    assert_true(match->player_id[0] == ANN && match->player_id[1] == BOB);
    assert_true(match->since_ms[0] == 0 && match->since_ms[1] == 1);
    assert_true(match->confirmed == 2 && match->is_rated && match->deadline_ms == 200);
    assert_string_equal(match->board, "5x5x5");
    assert_true(match->clock.kind == CLOCK_LIVE && match->clock.initial_ms == 60000);
    assert_int_equal(match->clock.increment_ms, 1000);
    assert_done(p, store_matches(p->store, matches, 1, &count), "one");
    assert_true(count == 1 && matches[0].id == 8);
}

static void a_database_in_one_process_is_not_shared(void **state)
{
    struct test_store *p = *state;
    struct store_beat beat = {0};
    struct store_held held = {0};
    struct store_stamp stamp = {0};
    struct match_row match;
    struct chat_row line;
    int64_t id = 1;
    size_t count;
    assert_store(store_beat(p->store, &beat), STORE_E_ROW, "beat");
    assert_store(store_leave(p->store, 1), STORE_E_ROW, "leave");
    assert_store(store_look_games(p->store, &held, 1), STORE_E_ROW, "games");
    assert_store(store_look_players(p->store, &id, 1, NULL, 0, &id, 1, &count), STORE_E_ROW,
                 "players");
    assert_store(store_stamps(p->store, &stamp, 1), STORE_E_ROW, "stamps");
    assert_store(store_matches(p->store, &match, 1, &count), STORE_E_ROW, "matches");
    assert_store(store_chat_after(p->store, 1, CHAT_PLAYERS, 0, &line, 1, &count), STORE_E_ROW,
                 "chat");
    assert_store(store_orphans(p->store, &(struct store_walk){.games = 1}, &id, 1, &count),
                 STORE_E_ROW, "orphans");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_POSTGRES(a_held_game_has_changed_when_its_version_or_chat_has),
        ON_POSTGRES(players_have_running_live_games_that_the_caller_does_not_know),
        ON_POSTGRES(a_live_game_needs_a_node_when_its_computer_or_its_clock_waits),
        ON_POSTGRES(a_live_game_needs_a_node_when_none_of_its_players_is_connected),
        ON_POSTGRES(a_walk_sees_every_running_game_page_by_page),
        ON_POSTGRES(chat_after_a_message_is_that_of_its_channel_oldest_first),
        ON_POSTGRES(a_stamp_changes_with_everything_that_belongs_to_the_player),
        ON_POSTGRES(a_player_is_where_the_newest_connection_is),
        ON_POSTGRES(matches_that_wait_for_confirmation_are_listed_oldest_first),
        ON_SQLITE(a_database_in_one_process_is_not_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
