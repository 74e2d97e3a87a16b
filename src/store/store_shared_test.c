/* What only a database that several servers share has: versions, presence, matches, leases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/shared.h"
#include "store/store_fixture_test.h"

static void assert_refused(struct test_store *p, struct row row, enum store_err expected,
                           const char *what)
{
    assert_store(store_write(p->store, &row), expected, what);
}

static enum store_err write_turn(struct test_store *p, const struct row *rows, size_t count)
{
    size_t at = 0;
    return store_write_turn(p->store, rows, count, &at);
}

static void assert_written(struct test_store *p, const struct row *rows, size_t count,
                           const char *what)
{
    assert_done(p, write_turn(p, rows, count), what);
}

static void run(const struct test_store *p, const char *sql, char *first, size_t size)
{
    PGconn *conn = postgres_connect(p->database);
    assert_true(postgres_run(conn, sql, first, size) >= 0);
    PQfinish(conn);
}

static struct row versioned(struct row row, uint32_t version)
{
    if (row.kind == ROW_MOVE)
        row.move.version = version;
    else if (row.kind == ROW_RESULT)
        row.result.version = version;
    else if (row.kind == ROW_JOIN)
        row.join.version = version;
    else if (row.kind == ROW_OFFER)
        row.offer.version = version;
    else
        row.rematch.version = version;
    return row;
}

static struct row rematch_of(int64_t id, uint8_t seat)
{
    return (struct row){.kind = ROW_REMATCH, .rematch = {.game_id = id, .rematch = seat}};
}

/* ---- versions ---- */

static void every_change_of_a_game_needs_its_version_and_adds_one(void **state)
{
    struct test_store *p = *state;
    const struct row changes[] = {
        {.kind = ROW_JOIN,
         .join = {.game_id = 7, .at = 1, .seat = {.kind = SEAT_PLAYER, .player_id = BOB}}},
        move_of(7, 0, 3),
        {.kind = ROW_OFFER, .offer = {.game_id = 7, .ply = 1, .offer = 0}},
        move_of(7, 1, 3),
        result_of(7, 2, GAME_WIN, START_MS),
        rematch_of(7, 1),
        rematch_of(7, ROW_NOBODY),
    };
    enum { CHANGES = sizeof changes / sizeof *changes };
    put_game(p);
    put(p, waiting_of(7, ANN, "AAAAAA"));
    commit(p);
    for (uint32_t version = 0; version < CHANGES; version++) {
        assert_int_equal(game_read(p, 7).version, version);
        assert_refused(p, versioned(changes[version], version + 1), STORE_E_STALE, "too new");
        if (version > 0)
            assert_refused(p, versioned(changes[version], version - 1), STORE_E_STALE, "too old");
        put(p, versioned(changes[version], version));
        commit(p);
    }
    assert_int_equal(game_read(p, 7).version, CHANGES);
    assert_int_equal(game_read(p, 7).rematch, ROW_NOBODY);
}

static void a_rematch_needs_a_game_that_is_over(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    assert_refused(p, rematch_of(GAME, 0), STORE_E_STATUS, "running");
    assert_refused(p, rematch_of(5, 0), STORE_E_MISSING, "no game");
    put(p, result_of(GAME, 0, GAME_DRAW, START_MS));
    put(p, versioned(rematch_of(GAME, 0), 1));
    commit(p);
    assert_int_equal(game_read(p, GAME).rematch, 0);
}

static void a_rating_needs_the_number_of_games_before(void **state)
{
    struct test_store *p = *state;
    struct row rating = {.kind = ROW_RATING, .rating = {.player_id = ANN, .games = 1}};
    put_game(p);
    put(p, rating);
    assert_refused(p, rating, STORE_E_STALE, "the same again");
    rating.rating.games = 3;
    assert_refused(p, rating, STORE_E_STALE, "one was missed");
    rating.rating.games = 2;
    put(p, rating);
    commit(p);
}

/* ---- turns ---- */

static void all_refused_rows_of_a_turn_are_named_and_nothing_is_written(void **state)
{
    struct test_store *p = *state;
    size_t at = 0, refused[STORE_REFUSED_MAX];
    put_game(p);
    for (int64_t id = 1; id <= 6; id++)
        put(p, game_of(id, ANN, BOB));
    commit(p);
    const struct row rows[] = {
        player_of(EVE, "Eve"), move_of(1, 0, 0),     move_of(2, 5, 0),
        move_of(3, 0, 0),      game_of(4, ANN, BOB), versioned(move_of(5, 0, 0), 9),
        move_of(99, 0, 0),     move_of(6, 0, 0),
    };
    struct player_rows eve;
    assert_store(store_write_turn(p->store, rows, 8, &at), STORE_E_STALE, "turn");
    assert_int_equal(at, 2);
    assert_int_equal(store_refused(p->store, refused, STORE_REFUSED_MAX), 4);
    assert_true(refused[0] == 2 && refused[1] == 4 && refused[2] == 5 && refused[3] == 6);
    for (int64_t id = 1; id <= 6; id++)
        assert_moves(p, id, "");
    assert_store(store_player(p->store, EVE, &eve), STORE_E_MISSING, "Eve");
    const struct row good[] = {rows[0], rows[1], rows[3], rows[7]};
    assert_written(p, good, 4, "the others");
    assert_int_equal(store_refused(p->store, refused, STORE_REFUSED_MAX), 0);
    assert_moves(p, 6, "1");
}

static void rows_of_games_that_another_server_changed_are_named_at_once(void **state)
{
    struct test_store *p = *state;
    size_t at = 0, refused[STORE_REFUSED_MAX];
    put_game(p);
    for (int64_t id = 1; id <= 5; id++)
        put(p, game_of(id, ANN, BOB));
    put(p, move_of(2, 0, 0));
    put(p, result_of(3, 0, GAME_WIN, START_MS));
    commit(p);
    const struct row rows[] = {
        game_of(60, ANN, BOB), move_of(60, 0, 1), move_of(5, 0, 0),
        move_of(5, 1, 0),      move_of(3, 0, 0),  move_of(2, 0, 0),
        move_of(2, 1, 0),      move_of(99, 0, 0), {.kind = ROW_RATED, .rated = {.game_id = 5}},
    };
    struct game_row game;
    assert_store(store_write_turn(p->store, rows, 9, &at), STORE_E_STATUS, "turn");
    assert_int_equal(at, 4);
    assert_int_equal(store_refused(p->store, refused, STORE_REFUSED_MAX), 3);
    assert_true(refused[0] == 4 && refused[1] == 5 && refused[2] == 7);
    assert_moves(p, 5, "");
    assert_store(store_game(p->store, 60, &game), STORE_E_MISSING, "the new game");
}

static void a_game_may_begin_be_played_and_end_in_one_turn(void **state)
{
    struct test_store *p = *state;
    struct row last = move_of(50, 2, 3);
    last.move.status = GAME_WIN;
    last.move.winner = 0;
    const struct row rows[] = {
        player_of(ANN, "Ann"),
        player_of(BOB, "Bob"),
        game_of(50, ANN, BOB),
        chat_of(50, 1, CHAT_PLAYERS, "Hi"),
        move_of(50, 0, 0),
        move_of(50, 1, 1),
        last,
        {.kind = ROW_RATING, .rating = {.player_id = BOB, .games = 1}},
        {.kind = ROW_RATED, .rated = {.game_id = 50, .after = {1510, 1490}}},
        chat_of(50, 2, CHAT_PLAYERS, "Bye"),
        versioned(rematch_of(50, 1), 3),
        player_of(ANN, "Anne"),
    };
    struct store_record record;
    struct player_rows ann;
    struct store_point point;
    size_t count = 0;
    assert_written(p, rows, sizeof rows / sizeof *rows, "turn");
    assert_moves(p, 50, "124");
    assert_int_equal(game_read(p, 50).status, GAME_WIN);
    assert_int_equal(game_read(p, 50).chat_seq, 2);
    assert_int_equal(game_read(p, 50).version, 4);
    assert_done(p, store_record(p->store, ANN, &record), "record");
    assert_true(record.people[0].wins == 1 && record.streak == 1);
    assert_done(p, store_points(p->store, BOB, RATING_CLASSIC, &point, 1, &count), "points");
    assert_true(count == 1 && point.rating == 1490);
    assert_done(p, store_player(p->store, ANN, &ann), "Ann");
    assert_string_equal(ann.player.name, "Anne");
}

static void of_two_servers_one_makes_the_move(void **state)
{
    struct test_store *p = *state;
    struct store *other = NULL;
    const struct row mine = move_of(GAME, 0, 3), theirs = move_of(GAME, 0, 4);
    size_t at;
    put_game(p);
    assert_store(postgres_open_test(&other, p->database, p->problem), STORE_OK, p->problem);
    assert_store(store_write_turn(other, &theirs, 1, &at), STORE_OK, "theirs");
    assert_store(store_write_turn(p->store, &mine, 1, &at), STORE_E_STALE, "mine");
    assert_moves(p, GAME, "5");
    store_close(other);
}

/* ---- the queue and matches ---- */

static struct row queue_of(int64_t player, bool is_waiting)
{
    return (struct row){.kind = ROW_QUEUE,
                        .queue = {.player_id = player,
                                  .is_waiting = is_waiting,
                                  .board = "7x6",
                                  .clock = {CLOCK_LIVE, 300000, 0},
                                  .since_ms = START_MS}};
}

static struct row match_of(int64_t id, enum match_step step, uint8_t before, uint8_t confirmed)
{
    return (struct row){.kind = ROW_MATCH,
                        .match = {.id = id,
                                  .step = (uint8_t)step,
                                  .before = before,
                                  .confirmed = confirmed,
                                  .player_id = {ANN, BOB},
                                  .since_ms = {START_MS, START_MS},
                                  .network = {7, UINT32_MAX},
                                  .board = "7x6",
                                  .clock = {CLOCK_LIVE, 300000, 0},
                                  .is_rated = true,
                                  .deadline_ms = START_MS + 9}};
}

static void a_player_leaves_the_queue_once(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, queue_of(ANN, true));
    put(p, queue_of(ANN, false));
    assert_refused(p, queue_of(ANN, false), STORE_E_STALE, "again");
    commit(p);
}

static void a_match_takes_both_players_out_of_the_queue_or_none(void **state)
{
    struct test_store *p = *state;
    struct match_row matches[2];
    struct queue_row waiting;
    size_t count = 0;
    put_game(p);
    const struct row one[] = {queue_of(ANN, true)};
    assert_written(p, one, 1, "Ann waits");
    const struct row early = match_of(70, MATCH_OPEN, 0, 0);
    assert_store(write_turn(p, &early, 1), STORE_E_STALE, "Bob does not");
    assert_done(p, store_waiting(p->store, ANN, &waiting), "Ann still waits");
    const struct row both[] = {queue_of(BOB, true), match_of(70, MATCH_OPEN, 0, 0)};
    assert_written(p, both, 2, "Bob comes and is paired");
    assert_store(store_waiting(p->store, ANN, &waiting), STORE_E_MISSING, "Ann");
    assert_store(store_waiting(p->store, BOB, &waiting), STORE_E_MISSING, "Bob");
    assert_done(p, store_matches(p->store, matches, 2, &count), "matches");
    assert_int_equal(count, 1);
    assert_true(matches[0].id == 70 && matches[0].player_id[1] == BOB && matches[0].is_rated);
    assert_true(matches[0].since_ms[0] == START_MS && matches[0].deadline_ms == START_MS + 9);
    assert_true(matches[0].network[0] == 7 && matches[0].network[1] == UINT32_MAX);
}

static void a_place_in_the_queue_is_known_by_the_time_it_was_taken(void **state)
{
    struct test_store *p = *state;
    struct row later = queue_of(ANN, false), match = match_of(70, MATCH_OPEN, 0, 0);
    put_game(p);
    put(p, queue_of(ANN, true));
    put(p, queue_of(BOB, true));
    later.queue.since_ms++;
    assert_refused(p, later, STORE_E_STALE, "another place");
    match.match.since_ms[1]++;
    assert_refused(p, match, STORE_E_STALE, "a match of another place");
    put(p, match_of(70, MATCH_OPEN, 0, 0));
    assert_refused(p, queue_of(BOB, true), STORE_E_STALE, "Bob is in a match");
    commit(p);
    const struct row again[] = {match_of(70, MATCH_CLOSE, 0, 0), queue_of(BOB, true)};
    assert_written(p, again, 2, "the match is closed first");
}

static void a_match_is_confirmed_and_closed_by_one_server(void **state)
{
    struct test_store *p = *state;
    struct match_row matches[2];
    size_t count = 0;
    put_game(p);
    put(p, queue_of(ANN, true));
    put(p, queue_of(BOB, true));
    put(p, match_of(70, MATCH_OPEN, 0, 0));
    put(p, match_of(70, MATCH_CONFIRM, 0, 1));
    assert_refused(p, match_of(70, MATCH_CONFIRM, 0, 2), STORE_E_STALE, "Ann confirmed first");
    put(p, match_of(70, MATCH_CONFIRM, 1, 3));
    assert_refused(p, match_of(70, MATCH_CLOSE, 1, 0), STORE_E_STALE, "Bob confirmed, too");
    commit(p);
    assert_done(p, store_matches(p->store, matches, 2, &count), "matches");
    assert_true(count == 1 && matches[0].confirmed == 3);
    put(p, match_of(70, MATCH_CLOSE, 3, 0));
    assert_refused(p, match_of(70, MATCH_CLOSE, 3, 0), STORE_E_STALE, "again");
    commit(p);
}

/* ---- presence ---- */

static struct row presence_of(int64_t player, int32_t node, int32_t from, int64_t since_ms)
{
    return (struct row){
        .kind = ROW_PRESENCE,
        .presence = {.player_id = player, .node = node, .from = from, .since_ms = since_ms}};
}

static struct presence_row presence_read(struct test_store *p, int64_t player)
{
    struct store_stamp stamp = {.player_id = player};
    assert_done(p, store_stamps(p->store, &stamp, 1), "presence");
    return stamp.presence;
}

static void a_claim_takes_no_player_from_another_node(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    const struct row come[] = {player_of(EVE, "Eve"), presence_of(ANN, 1, 0, 10),
                               presence_of(BOB, 2, 0, 10)};
    assert_written(p, come, 3, "two come");
    const struct row claims[] = {presence_of(ANN, 3, 1, 20), presence_of(BOB, 3, 1, 20),
                                 presence_of(EVE, 3, 1, 20)};
    assert_written(p, claims, 3, "node 3 was node 1, and claims all");
    assert_int_equal(presence_read(p, ANN).node, 3);
    assert_int_equal(presence_read(p, BOB).node, 2);
    assert_int_equal(presence_read(p, EVE).node, 3);
}

static void presences_of_a_node_without_a_lease_end_with_the_next_beat(void **state)
{
    struct test_store *p = *state;
    struct store_beat beat = {.secret = 77};
    put_game(p);
    assert_done(p, store_beat(p->store, &beat), "the keeper");
    const struct row come[] = {presence_of(ANN, beat.node, 0, 10),
                               presence_of(BOB, beat.node + 5, 0, 10)};
    assert_written(p, come, 2, "a node that is buried writes once more");
    assert_done(p, store_beat(p->store, &beat), "the next beat");
    assert_int_equal(presence_read(p, ANN).node, beat.node);
    assert_int_equal(presence_read(p, BOB).node, 0);
    assert_true(presence_read(p, BOB).since_ms >= beat.now_ms);
}

static void an_empty_name_leaves_the_name_as_it_is(void **state)
{
    struct test_store *p = *state;
    struct player_rows rows;
    struct row row = player_of(ANN, "");
    put_game(p);
    row.player.misses.count = 2;
    assert_written(p, &row, 1, "misses alone");
    assert_done(p, store_player(p->store, ANN, &rows), "Ann");
    assert_true(rows.player.name[0] != '\0');
    assert_int_equal(rows.player.misses.count, 2);
}

static void chat_is_counted_over_both_channels(void **state)
{
    struct test_store *p = *state;
    struct row line = {.kind = ROW_CHAT,
                       .chat = {.game_id = GAME, .seq = 1, .player_id = ANN, .text = "hello"}};
    put_game(p);
    assert_written(p, &line, 1, "a player");
    line.chat.channel = CHAT_SPECTATORS;
    assert_int_equal(store_err_class(write_turn(p, &line, 1)), STORE_REFUSED);
    line.chat.seq = 2;
    assert_written(p, &line, 1, "a spectator");
}

static void the_newest_connection_counts_wherever_it_is(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    const struct row come[] = {presence_of(ANN, 1, 0, 10), presence_of(BOB, 1, 0, 10)};
    assert_written(p, come, 2, "both come to node 1");
    const struct row move = presence_of(ANN, 2, 0, 20);
    assert_written(p, &move, 1, "Ann comes to node 2");
    const struct row gone[] = {presence_of(ANN, 0, 1, 30), presence_of(BOB, 0, 1, 30),
                               presence_of(EVE, 0, 1, 30)};
    assert_written(p, gone, 3, "node 1 loses all");
    assert_int_equal(presence_read(p, ANN).node, 2);
    assert_int_equal(presence_read(p, ANN).since_ms, 20);
    assert_int_equal(presence_read(p, BOB).node, 0);
    assert_int_equal(presence_read(p, BOB).since_ms, 30);
}

static void a_game_is_abandoned_only_by_a_player_who_is_gone(void **state)
{
    struct test_store *p = *state;
    struct row lost = result_of(GAME, 0, GAME_WIN, START_MS), drawn = result_of(2, 0, GAME_DRAW, 9);
    lost.result.winner = 1;
    lost.result.reason = drawn.result.reason = REASON_ABANDON;
    put_game(p);
    put(p, game_of(2, ANN, BOB));
    put(p, presence_of(ANN, 3, 0, 10));
    put(p, presence_of(BOB, 3, 0, 10));
    commit(p);
    assert_refused(p, lost, STORE_E_STALE, "Ann is here");
    put(p, presence_of(ANN, 0, 3, 20));
    assert_refused(p, drawn, STORE_E_STALE, "Bob is here");
    put(p, lost);
    put(p, presence_of(BOB, 0, 3, 20));
    put(p, drawn);
    commit(p);
    assert_int_equal(game_read(p, GAME).reason, REASON_ABANDON);
    assert_int_equal(game_read(p, 2).status, GAME_DRAW);
}

/* The check locks the row: a player who comes back meanwhile waits for the end of the turn. */
static void a_player_who_comes_back_during_the_turn_is_too_late(void **state)
{
    struct test_store *p = *state;
    struct row lost = result_of(GAME, 0, GAME_WIN, START_MS);
    lost.result.winner = 1;
    lost.result.reason = REASON_ABANDON;
    put_game(p);
    put(p, presence_of(ANN, 3, 0, 10));
    put(p, presence_of(ANN, 0, 3, 10));
    commit(p);
    put(p, lost);
    PGconn *other = postgres_connect(p->database);
    PGresult *result = PQexec(other, "SET lock_timeout = 50; UPDATE presence SET node = 4");
    assert_string_equal(PQresultErrorField(result, PG_DIAG_SQLSTATE), "55P03");
    PQclear(result);
    PQfinish(other);
    commit(p);
}

/* ---- stamps ---- */

static int64_t stamp_read(struct test_store *p, int64_t player)
{
    struct store_stamp stamp = {.player_id = player};
    assert_done(p, store_stamps(p->store, &stamp, 1), "stamp");
    return stamp.stamp;
}

static void a_stamp_changes_with_all_that_belongs_to_a_player(void **state)
{
    struct test_store *p = *state;
    const struct row session = {.kind = ROW_SESSION,
                                .session = {.token_hash = {1}, .player_id = ANN}};
    const struct row changes[] = {
        player_of(ANN, "Anne"),
        session,
        {.kind = ROW_RATING, .rating = {.player_id = ANN, .games = 1}},
        {.kind = ROW_SANCTION, .sanction = {.player_id = ANN, .mute_ms = 5}},
        {.kind = ROW_ACCOUNT, .account = {.player_id = ANN, .login = "ann", .password = "x"}},
        {.kind = ROW_LOGOUT, .logout = {.player_id = ANN, .token_hash = {1}}},
        session,
        {.kind = ROW_LOGOUT, .logout = {.player_id = ANN, .is_everywhere = true}},
        {.kind = ROW_ERASE, .erase = {.player_id = ANN, .erased_ms = 5}},
    };
    put_game(p);
    int64_t bob = stamp_read(p, BOB);
    assert_int_equal(stamp_read(p, EVE), 0);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        int64_t before = stamp_read(p, ANN);
        assert_written(p, &changes[i], 1, "change");
        if (stamp_read(p, ANN) == before)
            fail_msg("change %zu left the stamp", i);
    }
    assert_int_equal(stamp_read(p, BOB), bob);
}

/* ---- leases ---- */

static struct store_beat beat_of(struct test_store *p, int32_t node, uint64_t secret)
{
    struct store_beat beat = {.node = node, .secret = secret};
    assert_done(p, store_beat(p->store, &beat), "beat");
    return beat;
}

static void the_lowest_number_that_lives_is_the_keeper(void **state)
{
    struct test_store *p = *state;
    struct store_beat first = beat_of(p, 0, 111), second = beat_of(p, 0, UINT64_MAX);
    assert_true(first.node > 0 && first.is_new && first.is_keeper && first.nodes == 1);
    assert_true(second.node > first.node && second.is_new && !second.is_keeper);
    assert_int_equal(second.nodes, 2);
    assert_true(second.now_ms > INT64_C(1700000000000) && second.round_trip_us > 0);
    struct store_beat again = beat_of(p, first.node, 111);
    assert_true(again.node == first.node && !again.is_new && again.is_keeper);
    struct store_beat unheard = beat_of(p, 0, 111);
    assert_true(unheard.node == first.node && unheard.is_new);
    struct store_beat stranger = beat_of(p, first.node, 333);
    assert_true(stranger.node > second.node && stranger.is_new && !stranger.is_keeper);
    assert_done(p, store_leave(p->store, first.node), "leave");
    assert_true(beat_of(p, second.node, UINT64_MAX).is_keeper);
}

static void a_beat_names_the_nodes_that_live_and_their_addresses(void **state)
{
    struct test_store *p = *state;
    struct store_beat first = {.secret = 1, .address = "10.0.0.11:8080"}, second = {.secret = 2};
    assert_done(p, store_beat(p->store, &first), "first");
    assert_int_equal(first.livings, 1);
    assert_int_equal(first.living[0].node, first.node);
    assert_string_equal(first.living[0].address, "10.0.0.11:8080");
    assert_done(p, store_beat(p->store, &second), "second");
    assert_int_equal(second.livings, 2);
    assert_int_equal(second.living[0].node, second.node);
    assert_string_equal(second.living[0].address, "");
    assert_int_equal(second.living[1].node, first.node);
    assert_string_equal(second.living[1].address, "10.0.0.11:8080");
    assert_done(p, store_leave(p->store, first.node), "leave");
    assert_done(p, store_beat(p->store, &second), "again");
    assert_int_equal(second.livings, 1);
    assert_int_equal(second.living[0].node, second.node);
}

static void a_beat_says_how_many_players_are_connected_elsewhere(void **state)
{
    struct test_store *p = *state;
    struct store_beat first = {.secret = 1, .online = 5}, second = {.secret = 2, .online = 30},
                      third = {.secret = 3, .online = 100};
    assert_done(p, store_beat(p->store, &first), "first");
    assert_int_equal(first.online_elsewhere, 0);
    assert_done(p, store_beat(p->store, &second), "second");
    assert_done(p, store_beat(p->store, &third), "third");
    assert_int_equal(second.online_elsewhere, 5);
    assert_int_equal(third.online_elsewhere, 35);
    first.online = 6;
    assert_done(p, store_beat(p->store, &first), "first again");
    assert_int_equal(first.online_elsewhere, 130);
    assert_done(p, store_beat(p->store, &third), "third again");
    assert_int_equal(third.online_elsewhere, 36);
    run(p, "UPDATE node SET beat_ms = beat_ms - 10500 WHERE secret = 2", NULL, 0);
    assert_done(p, store_beat(p->store, &first), "without the second");
    assert_int_equal(first.online_elsewhere, 100);
}

static void a_dead_node_is_buried_with_its_players(void **state)
{
    struct test_store *p = *state;
    struct queue_row waiting;
    struct row days = queue_of(EVE, true);
    days.queue.clock.kind = CLOCK_DAYS;
    struct store_beat dead = beat_of(p, 0, 1), alive = beat_of(p, 0, 2);
    put_game(p);
    put(p, player_of(EVE, "Eve"));
    put(p, presence_of(ANN, dead.node, 0, 10));
    put(p, presence_of(EVE, dead.node, 0, 10));
    put(p, presence_of(BOB, alive.node, 0, 10));
    put(p, queue_of(ANN, true));
    put(p, queue_of(BOB, true));
    put(p, days);
    commit(p);
    run(p, "UPDATE node SET beat_ms = beat_ms - 10500 WHERE secret = 1", NULL, 0);
    alive = beat_of(p, alive.node, 2);
    assert_true(alive.buried == 1 && alive.nodes == 1 && alive.is_keeper && alive.outages == 0);
    assert_int_equal(presence_read(p, ANN).node, 0);
    assert_int_equal(presence_read(p, ANN).since_ms, alive.now_ms);
    assert_int_equal(presence_read(p, BOB).node, alive.node);
    assert_store(store_waiting(p->store, ANN, &waiting), STORE_E_MISSING, "a live game");
    assert_done(p, store_waiting(p->store, BOB, &waiting), "of a node that lives");
    assert_done(p, store_waiting(p->store, EVE, &waiting), "a correspondence game");
    struct store_beat back = beat_of(p, dead.node, 1);
    assert_true(back.is_new && back.node > alive.node && back.nodes == 2);
}

static void a_time_without_any_beat_is_an_outage_and_buries_nobody(void **state)
{
    struct test_store *p = *state;
    struct store_beat first = beat_of(p, 0, 1), second = beat_of(p, 0, 2);
    run(p, "UPDATE alive SET at_ms = at_ms - 60000; UPDATE node SET beat_ms = beat_ms - 60000",
        NULL, 0);
    first = beat_of(p, first.node, 1);
    assert_true(!first.is_new && first.buried == 0 && first.nodes == 2 && first.outages == 1);
    assert_int_equal(first.outage[0].ended_ms, first.now_ms);
    assert_true(first.outage[0].ended_ms - first.outage[0].began_ms >= 60000);
    second = beat_of(p, second.node, 2);
    assert_true(!second.is_new && second.outages == 1);
    run(p, "UPDATE alive SET at_ms = at_ms - 2500", NULL, 0);
    assert_int_equal(beat_of(p, first.node, 1).outages, 1);
    run(p, "UPDATE alive SET at_ms = at_ms - 5000", NULL, 0);
    second = beat_of(p, second.node, 2);
    assert_int_equal(second.outages, 2);
    assert_true(second.outage[0].ended_ms < second.outage[1].ended_ms);
}

/* ---- SQLite ---- */

static void sqlite_refuses_what_is_shared(void **state)
{
    struct test_store *p = *state;
    struct store_beat beat = {.secret = 1};
    put_game(p);
    assert_refused(p, rematch_of(GAME, 0), STORE_E_ROW, "rematch");
    assert_refused(p, presence_of(ANN, 1, 0, 1), STORE_E_ROW, "presence");
    assert_refused(p, match_of(1, MATCH_OPEN, 0, 0), STORE_E_ROW, "match");
    assert_store(store_beat(p->store, &beat), STORE_E_ROW, "beat");
    commit(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_POSTGRES(every_change_of_a_game_needs_its_version_and_adds_one),
        ON_POSTGRES(a_rematch_needs_a_game_that_is_over),
        ON_POSTGRES(a_rating_needs_the_number_of_games_before),
        ON_POSTGRES(all_refused_rows_of_a_turn_are_named_and_nothing_is_written),
        ON_POSTGRES(rows_of_games_that_another_server_changed_are_named_at_once),
        ON_POSTGRES(a_game_may_begin_be_played_and_end_in_one_turn),
        ON_POSTGRES(of_two_servers_one_makes_the_move),
        ON_POSTGRES(a_player_leaves_the_queue_once),
        ON_POSTGRES(a_match_takes_both_players_out_of_the_queue_or_none),
        ON_POSTGRES(a_place_in_the_queue_is_known_by_the_time_it_was_taken),
        ON_POSTGRES(a_match_is_confirmed_and_closed_by_one_server),
        ON_POSTGRES(a_claim_takes_no_player_from_another_node),
        ON_POSTGRES(an_empty_name_leaves_the_name_as_it_is),
        ON_POSTGRES(presences_of_a_node_without_a_lease_end_with_the_next_beat),
        ON_POSTGRES(chat_is_counted_over_both_channels),
        ON_POSTGRES(the_newest_connection_counts_wherever_it_is),
        ON_POSTGRES(a_game_is_abandoned_only_by_a_player_who_is_gone),
        ON_POSTGRES(a_player_who_comes_back_during_the_turn_is_too_late),
        ON_POSTGRES(a_stamp_changes_with_all_that_belongs_to_a_player),
        ON_POSTGRES(the_lowest_number_that_lives_is_the_keeper),
        ON_POSTGRES(a_beat_names_the_nodes_that_live_and_their_addresses),
        ON_POSTGRES(a_beat_says_how_many_players_are_connected_elsewhere),
        ON_POSTGRES(a_dead_node_is_buried_with_its_players),
        ON_POSTGRES(a_time_without_any_beat_is_an_outage_and_buries_nobody),
        ON_SQLITE(sqlite_refuses_what_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
