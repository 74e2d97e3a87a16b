/* Several servers write the same games and players at the same time. Every acknowledged turn is stored once and whole, and
 * all counters agree with the rows. FF_TURNS=n runs longer. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_fixture_test.h"

enum { SERVERS = 4, GAMES = 6, PEOPLE = 5, TURNS = 150, IN_A_TURN = 3 };

struct acknowledged {
    int64_t game_id;
    uint16_t ply;
    char letter;
};

struct racer {
    pthread_t thread;
    struct store *store;
    uint64_t random;
    int64_t turns;
    struct acknowledged *moves; /* IN_A_TURN for each turn at most */
    int moves_count, ends_count, stale, conflicts;
    enum store_err err; /* one that must not happen */
    char problem[STORE_PROBLEM_SIZE];
};

static uint32_t choose(struct racer *r, uint32_t below)
{
    r->random ^= r->random << 13;
    r->random ^= r->random >> 7;
    r->random ^= r->random << 17;
    return (uint32_t)(r->random >> 33) % below;
}

/* The next game of a place begins when one ends: its id is one thousand more. */
static enum store_err read_place(struct racer *r, int64_t place, struct game_row *game)
{
    enum store_err err = store_game(r->store, place, game);
    while (!err && game->status != GAME_PLAYING)
        err = store_game(r->store, game->id + 1000, game);
    return err;
}

static enum store_err add_rating(struct racer *r, int64_t player, struct row *row)
{
    struct player_rows rows;
    enum store_err err = store_player(r->store, player, &rows);
    *row = (struct row){.kind = ROW_RATING, .rating = {.player_id = player}};
    row->rating.games = rows.rating[0].games + 1;
    row->rating.counted = (struct counted_row){1500 + choose(r, 200), 60, 0.06, row->rating.games,
                                               (int32_t)choose(r, 4), 0,  0,    0};
    return err;
}

static size_t add_end(const struct game_row *game, struct row *rows)
{
    rows[0].move.status = GAME_WIN;
    rows[0].move.winner = 0;
    rows[1] = game_of(game->id + 1000, game->seat[0].player_id, game->seat[1].player_id);
    return 2;
}

static void note_moves(struct racer *r, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct move_row *m = &rows[i].move;
        if (rows[i].kind != ROW_MOVE)
            continue;
        r->moves[r->moves_count++] = (struct acknowledged){m->game_id, m->ply, m->text[0]};
        r->ends_count += m->status != GAME_PLAYING;
    }
}

/* One turn: moves in some games, perhaps the end of one with a rating. */
static enum store_err race_turn(struct racer *r)
{
    struct row rows[IN_A_TURN * 4];
    size_t count = 0;
    bool is_taken[GAMES] = {false}, has_rating = false;
    for (int i = 0; i < IN_A_TURN; i++) {
        uint32_t place = choose(r, GAMES);
        struct game_row game;
        if (is_taken[place])
            continue;
        is_taken[place] = true;
        enum store_err err = read_place(r, 1 + (int64_t)place, &game);
        if (err)
            return err;
        rows[count] = move_of(game.id, game.ply, (int)choose(r, 7));
        rows[count].move.version = game.version;
        if (choose(r, 8) && game.ply < 200) {
            count++;
            continue;
        }
        count += add_end(&game, &rows[count]);
        if (!has_rating)
            err = add_rating(r, game.seat[0].player_id, &rows[count++]);
        has_rating = true;
        if (err)
            return err;
    }
    enum store_err err = store_write_turn(r->store, rows, count, NULL);
    if (!err)
        note_moves(r, rows, count);
    return err;
}

static void *race(void *context)
{
    struct racer *r = context;
    for (int64_t done = 0; done < r->turns;) {
        enum store_err err = race_turn(r);
        if (!err) {
            done++;
        } else if (err == STORE_E_CONFLICT) {
            r->conflicts++;
        } else if (store_err_class(err) == STORE_REFUSED) {
            r->stale++;
        } else {
            r->err = err;
            (void)snprintf(r->problem, sizeof r->problem, "%s", store_problem(r->store));
            break;
        }
    }
    return NULL;
}

static int64_t number(const struct test_store *p, const char *sql)
{
    char text[32];
    PGconn *conn = postgres_connect(p->database);
    assert_int_equal(postgres_run(conn, sql, text, sizeof text), 1);
    PQfinish(conn);
    return strtoll(text, NULL, 10);
}

static void put_places(struct test_store *p)
{
    for (int64_t id = 1; id <= PEOPLE; id++)
        put(p, player_of(id, "Somebody"));
    for (int64_t id = 1; id <= GAMES; id++)
        put(p, game_of(id, 1 + id % PEOPLE, 1 + (id + 1) % PEOPLE));
    commit(p);
}

/* Every acknowledged move is the disc of its ply. */
static void assert_stored(struct test_store *p, const struct racer *r)
{
    for (int i = 0; i < r->moves_count; i++) {
        const struct acknowledged *move = &r->moves[i];
        struct game_row game = game_read(p, move->game_id);
        assert_true(game.ply > move->ply);
        assert_int_equal(game.moves[move->ply], move->letter);
    }
}

static void servers_that_race_lose_and_double_nothing(void **state)
{
    struct test_store *p = *state;
    struct racer racers[SERVERS] = {0};
    const char *turns = getenv("FF_TURNS");
    int moves = 0, ends = 0;
    put_places(p);
    for (int i = 0; i < SERVERS; i++) {
        struct racer *r = &racers[i];
        r->random = UINT64_C(0x9E3779B97F4A7C15) * (uint64_t)(i + 1);
        r->turns = turns ? strtoll(turns, NULL, 10) : TURNS;
        r->moves = calloc((size_t)r->turns * IN_A_TURN, sizeof *r->moves);
        assert_non_null(r->moves);
        assert_store(postgres_open_test(&r->store, p->database, p->problem), STORE_OK, p->problem);
        assert_int_equal(pthread_create(&r->thread, NULL, race, r), 0);
    }
    for (int i = 0; i < SERVERS; i++) {
        assert_int_equal(pthread_join(racers[i].thread, NULL), 0);
        store_close(racers[i].store);
        assert_store(racers[i].err, STORE_OK, racers[i].problem);
        moves += racers[i].moves_count;
        ends += racers[i].ends_count;
        assert_stored(p, &racers[i]);
        free(racers[i].moves);
        print_message("# server %d: %d stale, %d conflicts\n", i, racers[i].stale,
                      racers[i].conflicts);
    }
    assert_int_equal(moves, number(p, "SELECT (SELECT coalesce(sum(ply), 0) FROM live) + "
                                      "(SELECT sum(ply) FROM game WHERE status = 2)"));
    assert_int_equal(ends, number(p, "SELECT count(*) FROM game WHERE status = 2"));
    assert_int_equal(ends, number(p, "SELECT sum(games) / 2 FROM record"));
    assert_int_equal(2 * ends, number(p, "SELECT count(*) FROM played"));
    assert_int_equal(GAMES, number(p, "SELECT count(*) FROM live"));
    assert_int_equal(0, number(p, "SELECT count(*) FROM (SELECT status AS kind, count(*) AS n "
                                  "FROM game GROUP BY 1) AS g FULL JOIN (SELECT kind, "
                                  "sum(count) AS n FROM tally WHERE what = 'game' GROUP BY 1 "
                                  "HAVING sum(count) <> 0) AS t USING (kind) "
                                  "WHERE g.n IS DISTINCT FROM t.n"));
    assert_int_equal(number(p, "SELECT count(*) FROM rating WHERE counted_games > 0"),
                     number(p, "SELECT sum(people) FROM standing WHERE board = 0"));
    assert_int_equal(number(p, "SELECT count(*) FROM rating WHERE counted_wins > 0"),
                     number(p, "SELECT coalesce(sum(people), 0) FROM standing WHERE board = 1"));
    assert_int_equal(number(p, "SELECT sum(games) FROM rating"),
                     number(p, "SELECT sum(stamp - 1) FROM player"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_POSTGRES(servers_that_race_lose_and_double_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
