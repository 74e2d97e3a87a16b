/* The same turns, with rows of all kinds in random order, leave the same rows in both stores. FF_SEED=n runs another
 * sequence, FF_TURNS=n a longer one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_fixture_test.h"

enum { PLAYERS = 8, GAMES = 24, ROWS_MAX = 60, TURNS = 250 };

/* What the stores must have, as far as it is needed to make rows that apply. */
struct twin_game {
    bool is_there;
    uint8_t status, seats[ROW_SEATS]; /* indexes of players; seats[1] may be open */
    uint16_t ply;
    uint32_t version, chat_seq;
    int64_t id;
};

struct twins {
    struct test_store *sqlite, *postgres;
    struct twin_game game[GAMES];
    bool has_player[PLAYERS], has_session[PLAYERS], has_account[PLAYERS], is_queued[PLAYERS];
    int64_t queued_ms[PLAYERS]; /* since when */
    int32_t games[PLAYERS];     /* rated ones */
    int64_t next_id, now_ms;
    uint64_t random;
    struct row rows[ROWS_MAX];
    size_t count;
};

static uint32_t choose(struct twins *t, uint32_t below)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return (uint32_t)(t->random >> 33) % below;
}

static int64_t id_of(size_t player)
{
    return 100 + (int64_t)player;
}

static struct row *add(struct twins *t, enum row_kind kind)
{
    struct row *row = &t->rows[t->count++];
    *row = (struct row){.kind = (uint8_t)kind};
    return row;
}

static size_t some_player(struct twins *t)
{
    size_t player = choose(t, PLAYERS);
    while (!t->has_player[player])
        player = (player + 1) % PLAYERS;
    return player;
}

static void add_player(struct twins *t)
{
    static const char *const names[] = {"Ann", "bob", "Ötzi", "ann", "Zoë", "Eve"};
    size_t player = choose(t, PLAYERS);
    struct row *row = add(t, ROW_PLAYER);
    *row = player_of(id_of(player), names[choose(t, 6)]);
    row->player.misses.count = (uint8_t)choose(t, 3);
    t->has_player[player] = true;
}

static void add_session(struct twins *t)
{
    size_t player = some_player(t);
    struct row *row = add(t, ROW_SESSION);
    row->session = (struct session_row){
        .token_hash = {1, (uint8_t)player, (uint8_t)choose(t, 2)},
        .player_id = id_of(player),
        .created_ms = t->now_ms,
        .seen_ms = t->now_ms,
        .agent = (uint16_t)choose(t, 2),
        .is_use = choose(t, 3) == 0,
    };
    t->has_session[player] |= !row->session.is_use;
}

static void add_account(struct twins *t)
{
    size_t player = some_player(t);
    struct account_row *account = &add(t, ROW_ACCOUNT)->account;
    account->player_id = id_of(player);
    (void)snprintf(account->login, sizeof account->login, "Login%d", (int)player);
    (void)snprintf(account->password, sizeof account->password, "hash %u", choose(t, 100));
    account->created_ms = t->now_ms;
    t->has_account[player] = true;
}

static void add_logout(struct twins *t)
{
    size_t player = some_player(t);
    struct row *row = add(t, ROW_LOGOUT);
    row->logout = (struct logout_row){.player_id = id_of(player),
                                      .is_everywhere = choose(t, 2) == 0,
                                      .token_hash = {1, (uint8_t)player}};
}

static void add_sanction(struct twins *t)
{
    add(t, ROW_SANCTION)->sanction = (struct sanction_row){
        id_of(some_player(t)), (int64_t)choose(t, 9) - 1, (int64_t)choose(t, 9) - 1};
}

static void add_queue(struct twins *t)
{
    size_t player = some_player(t);
    struct queue_row *queue = &add(t, ROW_QUEUE)->queue;
    queue->player_id = id_of(player);
    queue->is_waiting = !t->is_queued[player] || choose(t, 3) == 0;
    queue->since_ms = queue->is_waiting ? t->now_ms + choose(t, 3) : t->queued_ms[player];
    queue->clock.kind = CLOCK_DAYS;
    (void)snprintf(queue->board, sizeof queue->board, "7x6");
    t->is_queued[player] = queue->is_waiting;
    t->queued_ms[player] = queue->since_ms;
}

/* Always the same game: only a shared database refuses another. */
static void add_request(struct twins *t)
{
    struct request_row *request = &add(t, ROW_REQUEST)->request;
    uint32_t number = choose(t, 3);
    request->player_id = id_of(some_player(t));
    request->game_id = request->player_id + number;
    (void)snprintf(request->request, sizeof request->request, "r%u", number);
}

static void add_rating(struct twins *t, size_t player)
{
    struct rating_row *rating = &add(t, ROW_RATING)->rating;
    *rating = (struct rating_row){.player_id = id_of(player),
                                  .rating = 1400 + choose(t, 300),
                                  .deviation = 80,
                                  .games = ++t->games[player],
                                  .wins = (int32_t)choose(t, 5),
                                  .updated_ms = t->now_ms};
    rating->counted = (struct counted_row){1400 + choose(t, 300) / 4.0,
                                           100 + choose(t, 20),
                                           0.06,
                                           rating->games,
                                           (int32_t)choose(t, 4),
                                           0,
                                           0,
                                           t->now_ms};
}

static void add_game(struct twins *t)
{
    struct twin_game *game = &t->game[choose(t, GAMES)];
    if (game->is_there && game->status < GAME_WIN)
        return;
    size_t red = some_player(t), yellow = some_player(t);
    bool is_waiting = choose(t, 3) == 0, has_computer = choose(t, 5) == 0;
    *game = (struct twin_game){.is_there = true,
                               .id = t->next_id++ * 7919 % 100003,
                               .status = is_waiting ? GAME_WAITING : GAME_PLAYING,
                               .seats = {(uint8_t)red, (uint8_t)yellow}};
    struct row *row = add(t, ROW_GAME);
    *row = is_waiting ? waiting_of(game->id, id_of(red), "")
                      : game_of(game->id, id_of(red), id_of(yellow));
    if (!is_waiting && has_computer)
        row->game.seat[1] = (struct seat_row){.kind = SEAT_BOT, .level = 3, .style = 1};
    if (choose(t, 3) == 0)
        (void)snprintf(row->game.board, sizeof row->game.board, "5x5x5");
    row->game.created_ms = row->game.updated_ms = row->game.moved_ms = t->now_ms;
}

static void add_move(struct twins *t, struct twin_game *game)
{
    struct row *row = add(t, ROW_MOVE);
    *row = move_of(game->id, game->ply, (int)choose(t, 7));
    row->move.version = game->version++;
    row->move.moved_ms = ++t->now_ms;
    game->ply++;
    if (game->id % 3 == 0) /* a correspondence game */
        row->move.deadline_ms = t->now_ms + 1000;
    if (choose(t, 8) != 0)
        return;
    game->status = row->move.status = choose(t, 3) ? GAME_WIN : GAME_DRAW;
    row->move.winner = game->status == GAME_WIN ? (uint8_t)choose(t, 2) : ROW_NOBODY;
    row->move.reason = REASON_LINE;
    row->move.deadline_ms = 0;
    if (choose(t, 2) == 0) {
        add_rating(t, game->seats[0]);
        add(t, ROW_RATED)->rated =
            (struct rated_row){.game_id = game->id, .at_ms = t->now_ms, .after = {1500, 1501}};
    }
}

static void add_result(struct twins *t, struct twin_game *game)
{
    struct row *row = add(t, ROW_RESULT);
    bool is_waiting = game->status == GAME_WAITING;
    game->status = is_waiting ? GAME_CANCELLED : GAME_WIN;
    *row = result_of(game->id, game->ply, game->status, ++t->now_ms);
    row->result.version = game->version++;
}

static void add_join(struct twins *t, struct twin_game *game)
{
    struct row *row = add(t, ROW_JOIN);
    row->join = (struct join_row){.game_id = game->id,
                                  .version = game->version++,
                                  .at = 1,
                                  .seat = {.kind = SEAT_PLAYER, .player_id = id_of(game->seats[1])},
                                  .left_ms = {5000, 6000},
                                  .moved_ms = t->now_ms};
    game->status = GAME_PLAYING;
}

static void add_offer(struct twins *t, struct twin_game *game)
{
    add(t, ROW_OFFER)->offer = (struct offer_row){.game_id = game->id,
                                                  .version = game->version++,
                                                  .ply = game->ply,
                                                  .offer = (uint8_t)choose(t, 3)};
}

static void add_chat(struct twins *t, struct twin_game *game)
{
    *add(t, ROW_CHAT) = chat_of(game->id, ++game->chat_seq, (enum chat_channel)choose(t, 2), "Hi");
}

/* One step of some game. */
static void add_step(struct twins *t)
{
    struct twin_game *game = &t->game[choose(t, GAMES)];
    if (!game->is_there)
        return;
    if (choose(t, 8) == 0)
        add_chat(t, game);
    else if (game->status == GAME_WAITING && choose(t, 3))
        add_join(t, game);
    else if (game->status < GAME_WIN && choose(t, 15) == 0)
        add_result(t, game);
    else if (game->status == GAME_PLAYING && choose(t, 10) == 0)
        add_offer(t, game);
    else if (game->status == GAME_PLAYING && game->ply < 200)
        add_move(t, game);
}

/* A row that does not apply; the model stays as it is. */
static void add_wrong(struct twins *t)
{
    const struct twin_game *game = &t->game[choose(t, GAMES)];
    struct row *row = add(t, ROW_MOVE);
    *row = move_of(choose(t, 4) ? game->id : 999999, game->ply + (int)choose(t, 2), 1);
    row->move.version = game->version + 1;
    if (game->status == GAME_PLAYING)
        row->move.ply = (uint16_t)(game->ply + 1);
    if (choose(t, 3) == 0)
        *row = (struct row){.kind = ROW_SESSION,
                            .session = {.token_hash = {9}, .player_id = 5555, .created_ms = 1}};
}

static void add_row(struct twins *t)
{
    uint32_t which = choose(t, 40);
    if (which < 2)
        add_player(t);
    else if (which < 4)
        add_session(t);
    else if (which < 5)
        add_account(t);
    else if (which < 6)
        add_logout(t);
    else if (which < 7)
        add_sanction(t);
    else if (which < 9)
        add_queue(t);
    else if (which < 10)
        add_request(t);
    else if (which < 11)
        add_rating(t, some_player(t));
    else if (which < 16)
        add_game(t);
    else
        add_step(t);
}

/* ---- comparing ---- */

static void same(const void *a, const void *b, size_t size, const char *what, int64_t id)
{
    if (memcmp(a, b, size) != 0)
        fail_msg("%s %lld differs", what, (long long)id);
}

static void assert_same_game(struct twins *t, const struct twin_game *game)
{
    struct game_row a = game_read(t->sqlite, game->id), b = game_read(t->postgres, game->id);
    int64_t at_a[ROW_PLIES_MAX] = {0}, at_b[ROW_PLIES_MAX] = {0};
    size_t count_a = 0, count_b = 0;
    assert_int_equal(b.version, game->version);
    assert_string_equal(a.moves, b.moves);
    assert_true(a.status == b.status && a.ply == b.ply && a.offer == b.offer);
    assert_true(a.winner == b.winner && a.reason == b.reason && a.chat_seq == b.chat_seq);
    assert_true(a.moved_ms == b.moved_ms && a.updated_ms == b.updated_ms);
    assert_true(a.deadline_ms == b.deadline_ms && a.finished_ms == b.finished_ms);
    same(a.left_ms, b.left_ms, sizeof a.left_ms, "clock of game", game->id);
    for (int seat = 0; seat < ROW_SEATS; seat++)
        assert_true(a.seat[seat].kind == b.seat[seat].kind &&
                    a.seat[seat].player_id == b.seat[seat].player_id);
    assert_done(t->sqlite, store_game_times(t->sqlite->store, game->id, at_a, &count_a), "times");
    assert_done(t->postgres, store_game_times(t->postgres->store, game->id, at_b, &count_b),
                "times");
    assert_int_equal(count_a, count_b);
    same(at_a, at_b, sizeof at_a, "times of game", game->id);
}

static void assert_same_player(struct twins *t, int64_t id)
{
    static struct player_rows a, b;
    struct store_record of_a = {0}, of_b = {0};
    const struct store_leaderboard board = {STORE_BY_RATING, RATING_CLASSIC};
    struct store_rank rank_a = {0}, rank_b = {0};
    assert_done(t->sqlite, store_player(t->sqlite->store, id, &a), "player");
    assert_done(t->postgres, store_player(t->postgres->store, id, &b), "player");
    assert_string_equal(a.player.name, b.player.name);
    assert_true(a.player.misses.count == b.player.misses.count);
    assert_true(a.player.has_account == b.player.has_account);
    same(&a.sanction, &b.sanction, sizeof a.sanction, "sanction of", id);
    assert_int_equal(a.rating[0].games, b.rating[0].games);
    assert_true(a.rating[0].counted.rating == b.rating[0].counted.rating);
    assert_done(t->sqlite, store_record(t->sqlite->store, id, &of_a), "record");
    assert_done(t->postgres, store_record(t->postgres->store, id, &of_b), "record");
    same(&of_a, &of_b, sizeof of_a, "record of", id);
    assert_done(t->sqlite, store_rank(t->sqlite->store, &board, &a.rating[0], &rank_a), "rank");
    assert_done(t->postgres, store_rank(t->postgres->store, &board, &b.rating[0], &rank_b), "rank");
    assert_true(rank_a.rank == rank_b.rank && rank_a.total == rank_b.total);
}

static void assert_same_lists(struct twins *t, const struct store_query *query)
{
    static struct store_listed a[2 * GAMES], b[2 * GAMES];
    struct store_cursor from_a = {0}, from_b = {0};
    size_t count_a = 0, count_b = 0;
    assert_done(t->sqlite, store_list(t->sqlite->store, query, &from_a, a, 2 * GAMES, &count_a),
                "list");
    assert_done(t->postgres, store_list(t->postgres->store, query, &from_b, b, 2 * GAMES, &count_b),
                "list");
    assert_int_equal(count_a, count_b);
    for (size_t i = 0; i < count_a; i++)
        assert_int_equal(a[i].game.id, b[i].game.id);
}

static void assert_same(struct twins *t)
{
    struct store_counts a, b;
    struct queue_row queue_a[PLAYERS], queue_b[PLAYERS];
    struct store_cursor from_a = {0}, from_b = {0};
    size_t count_a = 0, count_b = 0;
    assert_done(t->sqlite, store_counts(t->sqlite->store, &a), "counts");
    assert_done(t->postgres, store_counts(t->postgres->store, &b), "counts");
    same(&a, &b, sizeof a, "counts", 0);
    assert_done(t->sqlite, store_queue(t->sqlite->store, &from_a, queue_a, PLAYERS, &count_a),
                "queue");
    assert_done(t->postgres, store_queue(t->postgres->store, &from_b, queue_b, PLAYERS, &count_b),
                "queue");
    assert_int_equal(count_a, count_b);
    for (size_t i = 0; i < count_a; i++)
        assert_true(queue_a[i].player_id == queue_b[i].player_id);
    for (size_t i = 0; i < GAMES; i++)
        if (t->game[i].is_there)
            assert_same_game(t, &t->game[i]);
    for (size_t i = 0; i < PLAYERS; i++)
        if (t->has_player[i])
            assert_same_player(t, id_of(i));
    for (int list = 0; list < STORE_LISTS; list++)
        assert_same_lists(t, &(struct store_query){.list = (enum store_list)list,
                                                   .player_id = id_of(some_player(t)),
                                                   .now_ms = t->now_ms + 500});
}

/* ---- the test ---- */

static void write_on_both(struct twins *t, int turn)
{
    size_t at_a = 0, at_b = 0, refused[STORE_REFUSED_MAX];
    enum store_err a = store_write_turn(t->sqlite->store, t->rows, t->count, &at_a);
    enum store_err b = store_write_turn(t->postgres->store, t->rows, t->count, &at_b);
    if (a != b || (a && at_a != at_b))
        fail_msg("turn %d: SQLite %s at row %zu, PostgreSQL %s at row %zu of %zu: %s", turn,
                 store_err_name(a), at_a, store_err_name(b), at_b, t->count,
                 store_problem(t->postgres->store));
    if (a)
        assert_true(store_refused(t->postgres->store, refused, STORE_REFUSED_MAX) > 0 &&
                    refused[0] == at_b);
}

static int setup_twins(void **state)
{
    struct twins *t = calloc(1, sizeof *t);
    *state = t;
    if (!t || test_store_setup((void **)&t->sqlite) != 0)
        return -1;
    return test_store_setup_postgres((void **)&t->postgres);
}

static int teardown_twins(void **state)
{
    struct twins *t = *state;
    (void)test_store_teardown((void **)&t->sqlite);
    (void)test_store_teardown((void **)&t->postgres);
    free(t);
    return 0;
}

static int64_t setting(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoll(text, NULL, 10) : otherwise;
}

static void the_same_turns_leave_the_same_rows_in_both_stores(void **state)
{
    struct twins *t = *state;
    int64_t turns = setting("FF_TURNS", TURNS);
    t->random = UINT64_C(0x9E3779B97F4A7C15) * (uint64_t)setting("FF_SEED", 1);
    t->next_id = 1;
    t->now_ms = START_MS;
    for (int i = 0; i < 3; i++)
        add_player(t);
    for (int turn = 0; turn < turns; turn++) {
        static struct twins before;
        before = *t;
        uint32_t rows = 1 + choose(t, choose(t, 3) ? 8 : ROWS_MAX - 8);
        bool is_wrong = turn > 10 && choose(t, 6) == 0;
        uint32_t wrong_at = choose(t, rows);
        for (uint32_t i = 0; i < rows && t->count + 4 < ROWS_MAX; i++) {
            if (is_wrong && i == wrong_at)
                add_wrong(t);
            else
                add_row(t);
        }
        write_on_both(t, turn);
        if (is_wrong) { /* nothing of it applied */
            uint64_t random = t->random;
            *t = before;
            t->random = random;
        }
        t->count = 0;
        t->now_ms += 10;
        if (turn % 5 == 0)
            assert_same(t);
    }
    assert_same(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_same_turns_leave_the_same_rows_in_both_stores,
                                        setup_twins, teardown_twins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
