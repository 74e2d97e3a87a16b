#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/schema.h"
#include "store/sqlite.h"
#include "store/store_fixture_test.h"

/* Writes a whole game of so many plies, all in the middle column, and its end. */
static void put_whole(struct test_store *p, struct row game, int plies, int winner, int64_t at_ms)
{
    struct row end =
        result_of(game.game.id, plies, winner == ROW_NOBODY ? GAME_DRAW : GAME_WIN, at_ms);
    end.result.winner = (uint8_t)winner;
    put(p, game);
    for (int ply = 0; ply < plies; ply++)
        put(p, move_of(game.game.id, ply, 3));
    put(p, end);
}

static struct store_record record_of(struct test_store *p, int64_t player_id)
{
    struct store_record record;
    memset(&record, 0xA5, sizeof record);
    assert_done(p, store_record(p->store, player_id, &record), "record");
    return record;
}

static void assert_results(struct store_results got, int games, int wins, int draws, int losses)
{
    assert_int_equal(got.games, games);
    assert_int_equal(got.wins, wins);
    assert_int_equal(got.draws, draws);
    assert_int_equal(got.losses, losses);
}

static void put_people(struct test_store *p)
{
    put(p, player_of(ANN, "Ann"));
    put(p, player_of(BOB, "Bob"));
    put(p, player_of(EVE, "Eve"));
}

/* Ann wins twice as red, draws as yellow, wins, loses once to Bob and once to the computer. */
static void put_some(struct test_store *p)
{
    struct row cube = game_of(4, BOB, ANN), computer = game_of(6, ANN, 0);
    memcpy(cube.game.board, "5x5x5", 6);
    computer.game.seat[1] = (struct seat_row){.kind = SEAT_BOT};
    put_people(p);
    put_whole(p, game_of(1, ANN, BOB), 4, 0, START_MS + 1);
    put_whole(p, game_of(2, ANN, BOB), 2, 0, START_MS + 2);
    put_whole(p, game_of(3, BOB, ANN), 1, ROW_NOBODY, START_MS + 3);
    put_whole(p, cube, 3, 1, START_MS + 4);
    put_whole(p, game_of(5, ANN, BOB), 0, 1, START_MS + 5);
    put_whole(p, computer, 2, 1, START_MS + 6);
    put(p, game_of(7, ANN, BOB));
    commit(p);
}

static void assert_some(struct test_store *p)
{
    struct store_record ann = record_of(p, ANN), bob = record_of(p, BOB);
    assert_results(ann.people[0], 3, 2, 0, 1);
    assert_results(ann.people[1], 2, 1, 1, 0);
    assert_results(ann.computer[0], 1, 0, 0, 1);
    assert_results(ann.opening[0][3], 2, 2, 0, 0);
    assert_results(ann.opening[1][3], 1, 0, 1, 0);
    assert_int_equal(ann.plies, 4 + 2 + 1 + 3);
    assert_int_equal(ann.streak, -1);
    assert_int_equal(ann.best_streak, 2);
    assert_results(bob.people[1], 3, 1, 0, 2);
    assert_int_equal(bob.streak, 1);
    assert_int_equal(bob.best_streak, 1);
    assert_results(record_of(p, EVE).people[0], 0, 0, 0, 0);
}

static void a_game_is_counted_when_it_ends(void **state)
{
    struct test_store *p = *state;
    put_some(p);
    assert_some(p);
}

static void a_player_on_both_seats_has_the_game_once(void **state)
{
    struct test_store *p = *state;
    put_people(p);
    put_whole(p, game_of(1, ANN, ANN), 4, 1, START_MS + 1);
    commit(p);
    struct store_record ann = record_of(p, ANN);
    assert_results(ann.people[0], 1, 0, 0, 1);
    assert_results(ann.people[1], 0, 0, 0, 0);
    assert_int_equal(ann.streak, -1);
}

static void a_turn_that_is_rolled_back_counts_nothing(void **state)
{
    struct test_store *p = *state;
    put_people(p);
    commit(p);
    put_whole(p, game_of(1, ANN, BOB), 4, 0, START_MS + 1);
    store_rollback(p->store);
    assert_int_equal(record_of(p, ANN).people[0].games, 0);
}

/* The same rows in an older database give the same numbers after migration. */
static void migration_counts_the_games_of_an_older_database(void **state)
{
    struct test_store *p = *state;
    sqlite3 *db = NULL;
    struct store_point point;
    size_t count = 0;
    put_some(p);
    put(p, (struct row){.kind = ROW_RATED,
                        .rated = {.game_id = 1, .before = {1500, 1500}, .after = {1660, 1340}}});
    put(p, (struct row){.kind = ROW_RATING,
                        .rating = {.player_id = BOB, .rating = 1340, .deviation = 99, .games = 1}});
    commit(p);
    test_store_close(p);
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite_exec(
            db, "DROP TABLE passkey; ALTER TABLE session DROP COLUMN agent; "
                "DROP TABLE audit; DROP INDEX session_seen; DROP INDEX game_cancelled0; DROP INDEX "
                "game_cancelled1; "
                "DROP TABLE moderation; DROP TABLE report; DROP TABLE sanction; DROP TABLE device; "
                "DROP TABLE secret; DROP INDEX rated_discounted; "
                "ALTER TABLE rated DROP COLUMN at_ms; ALTER TABLE rated DROP COLUMN discount; "
                "ALTER TABLE rated DROP COLUMN counts; ALTER TABLE game DROP COLUMN network0; "
                "ALTER TABLE game DROP COLUMN to_move; "
                "ALTER TABLE game DROP COLUMN network1; ALTER TABLE queue DROP COLUMN network; "
                "ALTER TABLE player DROP COLUMN misses; ALTER TABLE player DROP COLUMN missed_ms; "
                "DROP TABLE push_due; DROP TABLE push; DROP TRIGGER rating_comes; "
                "DROP TRIGGER rating_changes; DROP TRIGGER rating_goes; "
                "DROP TABLE played; DROP VIEW half; DROP TABLE record; DROP TABLE streak; "
                "DROP TABLE standing; DROP TABLE live; DROP TABLE account; DROP TABLE "
                "game_request; DROP INDEX "
                "chat_player; "
                "DROP INDEX rating_by_rating; DROP INDEX rating_by_wins; DROP INDEX player_name; "
                "DROP INDEX rating_provisional; "
                "ALTER TABLE rating DROP COLUMN counted_rating; "
                "ALTER TABLE rating DROP COLUMN counted_deviation; "
                "ALTER TABLE rating DROP COLUMN counted_volatility; "
                "ALTER TABLE rating DROP COLUMN counted_games; "
                "ALTER TABLE rating DROP COLUMN counted_wins; "
                "ALTER TABLE rating DROP COLUMN counted_draws; "
                "ALTER TABLE rating DROP COLUMN counted_losses; "
                "ALTER TABLE rating DROP COLUMN counted_ms; "
                "ALTER TABLE rating DROP COLUMN recent; "
                "ALTER TABLE player DROP COLUMN erased_ms; "
                "ALTER TABLE game RENAME COLUMN moved_ms TO turn_ms; "
                "CREATE INDEX game_done0 ON game (player0); "
                "CREATE INDEX game_done1 ON game (player1); "
                "CREATE INDEX rating_leaders ON rating (class, rating, player_id); "
                "PRAGMA user_version = 2"),
        SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_store(test_store_open(p, STORE_FULL), STORE_OK, p->problem);
    assert_some(p);
    assert_done(p, store_points(p->store, BOB, RATING_CLASSIC, &point, 1, &count), "points");
    assert_true(count == 1 && point.game_id == 1 && point.rating == 1340);
    /* Its rated games count, so it keeps its leaderboard. */
    const struct store_leaderboard which = {STORE_BY_RATING, RATING_CLASSIC};
    struct player_rows bob;
    struct store_rank rank;
    assert_done(p, store_player(p->store, BOB, &bob), "bob");
    assert_true(bob.rating[0].counted.rating == 1340 && bob.rating[0].counted.games == 1);
    assert_done(p, store_rank(p->store, &which, &bob.rating[0], &rank), "rank");
    assert_true(rank.rank == 1 && rank.total == 1);
}

static void the_rating_history_has_the_latest_points(void **state)
{
    struct test_store *p = *state;
    struct store_point points[3];
    size_t count = 0;
    put_people(p);
    for (int id = 1; id <= 5; id++) {
        put_whole(p, game_of(id, ANN, BOB), 4, 0, START_MS + id);
        if (id != 3)
            put(p, (struct row){.kind = ROW_RATED,
                                .rated = {.game_id = id,
                                          .before = {1500, 1500},
                                          .after = {1500 + id, 1500 - id}}});
    }
    commit(p);
    assert_done(p, store_points(p->store, ANN, RATING_CLASSIC, points, 3, &count), "points");
    assert_int_equal(count, 3);
    for (size_t i = 0; i < 3; i++) {
        int64_t id = (int64_t[]){2, 4, 5}[i];
        assert_int_equal(points[i].game_id, id);
        assert_int_equal(points[i].at_ms, START_MS + id);
        assert_true(points[i].rating == (double)(1500 + id));
    }
    assert_done(p, store_points(p->store, ANN, RATING_CUBE, points, 3, &count), "points");
    assert_int_equal(count, 0);
}

static void put_rating(struct test_store *p, int64_t id, int games, double rating, double deviation,
                       int wins)
{
    put(p, (struct row){.kind = ROW_RATING,
                        .rating = {.player_id = id,
                                   .rating = 9999 - rating,
                                   .deviation = 50,
                                   .volatility = 0.06,
                                   .games = games,
                                   .wins = 99,
                                   .counted = {rating, deviation, 0.06, 9, wins, 0, 0, 0}}});
}

/* Every player's rank is the place on the pages, with ties and after changes. */
static void assert_ranks(struct test_store *p, enum store_ranking board, size_t expected)
{
    const struct store_leaderboard which = {board, RATING_CLASSIC};
    static struct store_leader page[7];
    struct store_cursor cursor = {0};
    size_t count, total = 0;
    do {
        assert_done(p, store_leaders(p->store, &which, &cursor, page, 7, &count), "leaders");
        for (size_t i = 0; i < count; i++) {
            struct store_rank rank;
            assert_done(p, store_rank(p->store, &which, &page[i].rating, &rank), "rank");
            assert_int_equal(rank.rank, ++total);
            assert_int_equal(rank.total, expected);
        }
    } while (count == 7);
    assert_int_equal(total, expected);
}

static void a_rank_is_the_place_on_the_leaderboard(void **state)
{
    enum { PEOPLE = 100 };
    struct test_store *p = *state;
    struct player_rows player;
    struct store_rank rank;
    for (int id = 1; id <= PEOPLE; id++) {
        put(p, player_of(id, "Somebody"));
        put_rating(p, id, 9, -20 + id % 40 * 1.75, id % 10 == 0 ? 110.5 : 110, id % 5);
    }
    commit(p);
    assert_ranks(p, STORE_BY_RATING, 90);
    assert_ranks(p, STORE_BY_WINS, 80);
    for (int id = 1; id <= PEOPLE; id += 3)
        put_rating(p, id, 10, 1000 + id % 7, id % 2 ? 60 : 200, id % 4);
    put(p, (struct row){.kind = ROW_ERASE, .erase = {.player_id = 1, .erased_ms = 5}});
    commit(p);
    const struct store_leaderboard which = {STORE_BY_RATING, RATING_CLASSIC};
    assert_done(p, store_player(p->store, 10, &player), "player");
    assert_done(p, store_rank(p->store, &which, &player.rating[0], &rank), "not on it");
    assert_int_equal(rank.rank, 0);
    assert_ranks(p, STORE_BY_RATING, (size_t)rank.total);
    const struct store_leaderboard wins = {STORE_BY_WINS, RATING_CLASSIC};
    assert_done(p, store_rank(p->store, &wins, &player.rating[0], &rank), "wins");
    assert_ranks(p, STORE_BY_WINS, (size_t)rank.total);
}

static void a_provisional_rating_is_listed_apart_and_has_no_rank(void **state)
{
    const struct store_leaderboard which = {STORE_PROVISIONAL, RATING_CLASSIC};
    static const int64_t expected[] = {5, 3, 1};
    struct test_store *p = *state;
    struct store_leader leader;
    struct store_cursor cursor = {0};
    struct store_rank rank;
    size_t count;
    for (int id = 1; id <= 6; id++) {
        put(p, player_of(id, "Somebody"));
        put_rating(p, id, 9, 1500 + id, id % 2 ? 110.5 : 110, 1);
    }
    commit(p);
    for (size_t i = 0; i < 3; i++) {
        assert_done(p, store_leaders(p->store, &which, &cursor, &leader, 1, &count), "page");
        assert_int_equal(count, 1);
        assert_int_equal(leader.rating.player_id, expected[i]);
        assert_done(p, store_rank(p->store, &which, &leader.rating, &rank), "rank");
        assert_int_equal(rank.rank, 0);
        assert_done(p, store_leaders(p->store, &which, &rank.from, &leader, 1, &count), "from");
        assert_int_equal(leader.rating.player_id, expected[i]);
    }
    assert_done(p, store_leaders(p->store, &which, &cursor, &leader, 1, &count), "end");
    assert_int_equal(count, 0);
}

static void a_search_filters_by_class_result_and_opponent(void **state)
{
    struct test_store *p = *state;
    static struct store_listed page[8];
    const struct {
        struct store_filter filter;
        const char *expected;
    } searches[] = {
        {{.has_class = false}, "654321"},
        {{.has_class = true, .rating_class = RATING_CUBE}, "4"},
        {{.has_class = true, .rating_class = RATING_CLASSIC}, "65321"},
        {{.has_class = true, .rating_class = RATING_OTHER}, ""},
        {{.result = STORE_WON}, "421"},
        {{.result = STORE_DRAWN}, "3"},
        {{.result = STORE_LOST, .opponent_id = BOB}, "5"},
        {{.opponent_name = "bO"}, "54321"},
        {{.opponent_name = "bob"}, "54321"},
        {{.opponent_name = "bobb"}, ""},
        {{.opponent_name = "bn"}, ""},
        {{.opponent_name = "%"}, ""},
        {{.opponent_id = EVE}, ""},
    };
    put_some(p);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        const struct store_query query = {
            .list = STORE_PLAYER_DONE, .player_id = ANN, .filter = searches[i].filter};
        struct store_cursor cursor = {0};
        char found[9] = "";
        size_t count = 0;
        assert_done(p, store_list(p->store, &query, &cursor, page, 8, &count), "search");
        for (size_t j = 0; j < count; j++)
            found[j] = (char)('0' + page[j].game.id);
        assert_string_equal(found, searches[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(a_game_is_counted_when_it_ends),
        ON_BOTH(a_player_on_both_seats_has_the_game_once),
        ON_BOTH(a_turn_that_is_rolled_back_counts_nothing),
        ON_SQLITE(migration_counts_the_games_of_an_older_database),
        ON_BOTH(the_rating_history_has_the_latest_points),
        ON_BOTH(a_rank_is_the_place_on_the_leaderboard),
        ON_BOTH(a_provisional_rating_is_listed_apart_and_has_no_rank),
        ON_BOTH(a_search_filters_by_class_result_and_opponent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
