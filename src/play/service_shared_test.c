/* A service that shares its database. The host is node 1; the tests change its rows as another node would. */
#include "play/ask_test.h"

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};
static const struct clock_row blitz = {CLOCK_LIVE, 60000, 0};

enum { HERE = 1, THERE = 2 };

static int shared_setup(void **state)
{
    struct host *host = host_open();
    host->setup.node = HERE;
    host_reopen(host);
    service_set_keeper(host->service, true);
    *state = host;
    return 0;
}

#define WITH_NODE(test) cmocka_unit_test_setup_teardown(test, shared_setup, host_teardown)

static int64_t player_at(struct host *host, int32_t conn)
{
    return service_player_of(host->service, conn);
}

/* Connections 0 (red) and 1 play; returns the game. */
static int64_t play_here(struct host *host, struct clock_row clock, bool with_bot)
{
    struct service_command create = command_by(0, COMMAND_CREATE_GAME, 0);
    struct service_command join = command_by(1, COMMAND_JOIN_GAME, 0);
    create.clock = clock;
    create.seat[0].wish = WISH_ME;
    create.seat[1].wish = with_bot ? WISH_BOT : WISH_ANYONE;
    for (int32_t conn = 0; conn < 2; conn++)
        if (!player_at(host, conn))
            assert_int_equal(host_connect(host, conn, 100 + conn), REFUSAL_OK);
    assert_int_equal(host_ask(host, &create), REFUSAL_OK);
    struct game_row *game = &host->game[host->games - 1];
    memcpy(join.code, game->code, sizeof join.code);
    if (!with_bot)
        assert_int_equal(host_ask(host, &join), REFUSAL_OK);
    return game->id;
}

/* Another node stores a move. */
static struct game_row *move_there(struct host *host, int64_t game_id, char letter)
{
    struct game_row *game = host_game(host, game_id);
    const struct move_row row = {.game_id = game_id,
                                 .ply = game->ply,
                                 .text = {letter},
                                 .status = GAME_PLAYING,
                                 .winner = ROW_NOBODY,
                                 .offer = ROW_NOBODY,
                                 .left_ms = {game->left_ms[0], game->left_ms[1]},
                                 .moved_ms = host->now.wall_ms};
    assert_true(model_move(game, &row));
    return game;
}

static enum refresh refresh(struct host *host, const struct game_row *game,
                            const struct rated_row *rated)
{
    host_begin(host);
    enum refresh answer = service_refresh_game(host->service, game, NULL, rated, &host->now);
    host_turn(host);
    return answer;
}

/* ---- turns ---- */

static void a_refused_turn_is_decided_again_on_the_row_as_it_is(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    struct service_command move = command_by(0, COMMAND_MAKE_MOVE, game);
    move.ply = 0;
    move.column = 3;
    host_do(host, &move);
    move_there(host, game, '1');
    service_undo(host->service, &(size_t){0}, 1);
    assert_int_equal(service_outbox(host->service)->message_count, 0);
    assert_int_equal(service_outbox(host->service)->row_count, 0);
    assert_false(service_has_game(host->service, game));
    command_again(&move);
    assert_int_equal(host_ask(host, &move), REFUSAL_STALE);
    assert_int_equal(host_heard(host, 0, EVENT_REPLY)->snapshot.ply, 1);
    assert_string_equal(host_heard(host, 1, EVENT_GAME_UPDATE)->snapshot.moves, "1");
}

static void a_refused_turn_keeps_what_was_told_of_other_nodes(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    struct service_command move = command_by(1, COMMAND_MAKE_MOVE, game);
    host_begin(host);
    assert_int_equal(
        service_refresh_game(host->service, move_there(host, game, '1'), NULL, NULL, &host->now),
        REFRESH_DONE);
    move.ply = 1;
    host_do(host, &move);
    service_undo(host->service, NULL, 0);
    host_turn(host);
    assert_non_null(host_heard(host, 0, EVENT_GAME_UPDATE));
    assert_null(host_heard(host, 1, EVENT_REPLY));
}

static void after_an_unknown_outcome_everything_is_read_again(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    struct service_command move = command_by(0, COMMAND_MAKE_MOVE, game);
    move.ply = 0;
    move.column = 0;
    host_do(host, &move);
    move_there(host, game, '1'); /* it was this move that was written */
    service_forget_turn(host->service, host->now.now_ms);
    host_hear(host);
    assert_int_equal(host_heard(host, 0, EVENT_REPLY)->message.refusal, REFUSAL_STORE);
    service_sent(host->service);
    service_resume(host->service, host->now.now_ms);
    assert_int_equal(host_ask(host, &move), REFUSAL_OK);
    assert_true(host_heard(host, 0, EVENT_REPLY)->message.is_repeat);
    assert_int_equal(host_game(host, game)->ply, 1);
}

static void a_connect_with_unknown_outcome_is_taken_back(void **state)
{
    struct host *host = *state;
    struct service_command connect = command_of(COMMAND_CONNECT);
    connect.conn = 0;
    hash_of(connect.fresh_hash, 7);
    host_do(host, &connect);
    service_forget_turn(host->service, host->now.now_ms);
    service_sent(host->service);
    service_resume(host->service, host->now.now_ms);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->presences, 1);
    assert_int_equal(host->presence.node, 0);
    assert_int_equal(host->presence.from, HERE);
}

/* ---- games ---- */

static void a_move_on_another_node_is_told_once(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    const struct game_row *row = move_there(host, game, '4');
    assert_int_equal(refresh(host, row, NULL), REFRESH_DONE);
    for (int32_t conn = 0; conn < 2; conn++)
        assert_string_equal(host_heard(host, conn, EVENT_GAME_UPDATE)->snapshot.moves, "4");
    assert_int_equal(refresh(host, row, NULL), REFRESH_DONE);
    assert_int_equal(host->heard_count, 0);
    assert_int_equal(host_move(host, 1, game, 3, 1), REFUSAL_OK);
}

static void an_offer_on_another_node_is_told_and_taken_back(void **state)
{
    struct host *host = *state;
    struct game_row *game = host_game(host, play_here(host, no_clock, false));
    struct offer_row offer = {.game_id = game->id, .offer = 0};
    assert_true(model_offer(game, &offer));
    assert_int_equal(refresh(host, game, NULL), REFRESH_DONE);
    assert_non_null(host_heard(host, 1, EVENT_DRAW_OFFERED));
    assert_null(host_heard(host, 0, EVENT_DRAW_OFFERED));
    offer.offer = ROW_NOBODY;
    assert_true(model_offer(game, &offer));
    assert_int_equal(refresh(host, game, NULL), REFRESH_DONE);
    assert_non_null(host_heard(host, 0, EVENT_DRAW_DECLINED));
}

/* One refresh brings both: seat 1 declined in another window, then offered a draw there. */
static void an_offer_that_was_declined_and_returned_is_no_longer_shown(void **state)
{
    struct host *host = *state;
    struct game_row *game = host_game(host, play_here(host, no_clock, false));
    struct offer_row offer = {.game_id = game->id, .offer = 0};
    assert_true(model_offer(game, &offer));
    assert_int_equal(refresh(host, game, NULL), REFRESH_DONE);
    offer.offer = ROW_NOBODY;
    assert_true(model_offer(game, &offer));
    offer.offer = 1;
    assert_true(model_offer(game, &offer));
    assert_int_equal(refresh(host, game, NULL), REFRESH_DONE);
    assert_int_equal(host_heard(host, 1, EVENT_GAME_UPDATE)->snapshot.offer, 1);
    assert_non_null(host_heard(host, 0, EVENT_DRAW_DECLINED));
    assert_non_null(host_heard(host, 0, EVENT_DRAW_OFFERED));
}

static void the_end_of_a_rated_game_comes_with_its_ratings(void **state)
{
    struct host *host = *state;
    struct game_row *game = host_game(host, play_here(host, blitz, false));
    const struct result_row result = {
        .game_id = game->id, .ply = 0, .status = GAME_WIN, .winner = 1, .reason = REASON_RESIGN};
    const struct rated_row rated = {
        .game_id = game->id, .before = {1500, 1500}, .after = {1400, 1600}};
    game->flags |= GAME_RATED;
    assert_true(model_result(game, &result));
    assert_int_equal(refresh(host, game, NULL), REFRESH_NEED);
    assert_int_equal(refresh(host, game, &rated), REFRESH_DONE);
    const struct message *over = &host_heard(host, 0, EVENT_GAME_OVER)->message;
    assert_true(over->has_rating);
    assert_true(over->after[1] == 1600);
}

/* The player has ended another rated game on another node. */
static void a_rating_that_was_refused_is_read_again(void **state)
{
    struct host *host = *state;
    struct game_row *game = host_game(host, play_here(host, blitz, false));
    struct rating_row *rating = &host_player(host, player_at(host, 0))->rating[RATING_CLASSIC];
    game->flags |= GAME_RATED;
    for (int ply = 0; ply < 4; ply++)
        assert_int_equal(refresh(host, move_there(host, game->id, '1'), NULL), REFRESH_DONE);
    struct service_command resign = command_by(0, COMMAND_RESIGN, game->id);
    host_do(host, &resign);
    size_t count, at = 0;
    const struct row *rows = outbox_rows(service_outbox(host->service), &count);
    while (at < count &&
           (rows[at].kind != ROW_RATING || rows[at].rating.player_id != player_at(host, 0)))
        at++;
    assert_in_range(at, 1, count - 1);
    *rating = rows[at].rating; /* as the other node has stored it */
    service_undo(host->service, &at, 1);
    command_again(&resign);
    assert_int_equal(host_ask(host, &resign), REFUSAL_OK);
    assert_int_equal(rating->games, 2);
}

static void only_a_game_that_was_taken_up_asks_its_computer(void **state)
{
    struct host *host = *state;
    int64_t id = play_here(host, no_clock, true);
    struct game_row *game = move_there(host, id, '4');
    struct player_rows players[ROW_SEATS] = {*host_player(host, game->seat[0].player_id)};
    assert_int_equal(refresh(host, game, NULL), REFRESH_DONE);
    assert_null(host_heard(host, CONN_NONE, EVENT_BOT_WANTED));
    host_begin(host);
    assert_int_equal(service_take_game(host->service, game, players, &host->now), REFUSAL_OK);
    host_turn(host);
    assert_int_equal(host_heard(host, CONN_NONE, EVENT_BOT_WANTED)->message.ply, 1);
}

static void a_computer_that_waits_for_long_is_asked_by_the_node_that_loads_its_game(void **state)
{
    struct host *host = *state;
    int64_t id = play_here(host, no_clock, true);
    (void)move_there(host, id, '4');
    host_game(host, id)->moved_ms = host->now.wall_ms;
    for (int is_late = 0; is_late <= 1; is_late++) {
        host_wait(host, SERVICE_ORPHAN_MS * is_late + 1);
        host_restart(host, host->now.wall_ms); /* a node without the game loads it */
        assert_int_equal(host_heard(host, CONN_NONE, EVENT_BOT_WANTED) != NULL, is_late);
    }
}

static void a_clock_stands_still_while_no_node_can_write(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, blitz, false);
    int64_t began_ms = host->now.wall_ms;
    host_wait(host, 70000);
    const struct service_outage outage = {began_ms + 10000, began_ms + 69000};
    service_set_outages(host->service, &outage, 1, host->now.wall_ms, &host->now);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_move(host, 0, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_game(host, game)->left_ms[0], 60000 - 11000);
}

/* The database stood still for some seconds. Its next beat will say so, and until then no flag falls. */
static void no_flag_falls_while_a_beat_is_overdue(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, blitz, false);
    host_wait(host, 58000);
    int64_t heard_ms = host->now.wall_ms;
    service_set_outages(host->service, &(struct service_outage){0}, 0, heard_ms, &host->now);
    host_wait(host, SERVICE_UNHEARD_MS + 1);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->status, GAME_PLAYING);
    assert_int_equal(host_move(host, 0, game, 3, 0), REFUSAL_STORE);
    host_wait(host, 2000);
    const struct service_outage outage = {heard_ms, host->now.wall_ms};
    service_set_outages(host->service, &outage, 1, host->now.wall_ms, &host->now);
    assert_int_equal(host_move(host, 0, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_game(host, game)->left_ms[0], 2000);
}

static void a_rematch_is_stored_and_begins_once(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, 0, COMMAND_REQUEST_REMATCH, game), REFUSAL_OK);
    assert_int_equal(host_game(host, game)->rematch, 0);
    assert_int_equal(host_simple(host, 1, COMMAND_ACCEPT_REMATCH, game), REFUSAL_OK);
    assert_int_equal(host_game(host, game)->rematch, ROW_AGREED);
    assert_int_equal(host_simple(host, 1, COMMAND_ACCEPT_REMATCH, game), REFUSAL_NO_OFFER);
    assert_int_equal(host_simple(host, 0, COMMAND_REQUEST_REMATCH, game), REFUSAL_ALREADY_OFFERED);
    assert_int_equal(host->games, 2);
}

static void the_computer_accepts_every_rematch_of_a_game(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, true);
    for (int rematch = 0; rematch < 2; rematch++) {
        int64_t last = host->game[host->games - 1].id;
        assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, last), REFUSAL_OK);
        assert_int_equal(host_simple(host, 0, COMMAND_REQUEST_REMATCH, game), REFUSAL_OK);
    }
    assert_int_equal(host->games, 3);
}

/* ---- chat ---- */

static void chat_is_told_in_order_and_a_gap_is_named(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    struct chat_row chat = {.game_id = game, .seq = 2, .player_id = player_at(host, 0), .quick = 1};
    host_begin(host);
    assert_int_equal(service_refresh_chat(host->service, &chat, NULL, false), REFRESH_GAP);
    chat.seq = 1;
    assert_int_equal(service_refresh_chat(host->service, &chat, NULL, false), REFRESH_DONE);
    chat.seq = 2;
    assert_int_equal(service_refresh_chat(host->service, &chat, NULL, false), REFRESH_DONE);
    assert_int_equal(service_refresh_chat(host->service, &chat, NULL, false), REFRESH_DONE);
    host_turn(host);
    assert_int_equal(host->heard_count, 4); /* two lines for two players */
    assert_int_equal(host_heard(host, 1, EVENT_CHAT_MESSAGE)->chat.seq, 2);
    assert_int_equal(host->chats, 0); /* nothing is written */
}

/* ---- presences ---- */

static enum refresh presence(struct host *host, int32_t conn, int32_t node, int32_t from)
{
    const struct presence_row row = {player_at(host, conn), node, from, host->now.wall_ms + 1};
    host_begin(host);
    enum refresh answer = service_refresh_presence(host->service, &row, SERVICE_HINT, &host->now);
    host_turn(host);
    return answer;
}

static void a_connect_is_stored_and_so_is_the_end_of_the_last_connection(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host->presence.node, HERE);
    host_disconnect(host, 0);
    host->fails = true;
    host_tick(host);
    host_turn(host);
    host->fails = false;
    assert_int_equal(host->presences, 1);
    service_resume(host->service, host->now.now_ms);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->presences, 2);
    assert_int_equal(host->presence.node, 0);
    assert_int_equal(host->presence.from, HERE);
}

static void the_newest_connection_plays_wherever_it_is(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    assert_int_equal(presence(host, 0, THERE, 0), REFRESH_DONE);
    assert_non_null(host_heard(host, 0, EVENT_SESSION_REPLACED));
    assert_int_equal(service_count(host->service).online, 1);
    assert_int_equal(host_move(host, 0, game, 3, 0), REFUSAL_REPLACED);
    host_wait(host, 10);
    assert_int_equal(host_simple(host, 0, COMMAND_RESUME, game), REFUSAL_OK);
    assert_int_equal(service_count(host->service).online, 2);
    assert_int_equal(host->presence.node, HERE);
    assert_int_equal(host_move(host, 0, game, 3, 0), REFUSAL_OK);
}

/* Games may have begun on the other node: who seems to be free may be in one. */
static void a_player_who_comes_from_another_node_is_read_again(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_OK);
    for (int by_resume = 0; by_resume <= 1; by_resume++) {
        assert_int_equal(presence(host, 0, THERE, 0), REFRESH_DONE);
        host_wait(host, 10);
        if (by_resume)
            assert_int_equal(host_simple(host, 0, COMMAND_RESUME, game), REFUSAL_OK);
        else
            assert_int_equal(presence(host, 0, 0, THERE), REFRESH_DONE);
        host_turn(host);
        host->has_fetched = false;
        assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_OK);
        assert_true(host->has_fetched);
        assert_int_equal(host->need.kind, NEED_PLAYER);
        assert_int_equal(host_simple(host, 0, COMMAND_LEAVE_QUEUE, 0), REFUSAL_OK);
    }
}

static void a_player_who_left_another_node_plays_on_here(void **state)
{
    struct host *host = *state;
    (void)play_here(host, no_clock, false);
    assert_int_equal(presence(host, 0, THERE, 0), REFRESH_DONE);
    host_wait(host, 10);
    assert_int_equal(presence(host, 0, 0, THERE), REFRESH_DONE);
    assert_non_null(host_heard(host, 0, EVENT_SESSION));
    assert_non_null(host_heard(host, 0, EVENT_GAME_START));
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->presence.node, HERE);
    assert_int_equal(host->presence.from, HERE); /* a claim: it takes the player from nobody */
}

static void an_opponent_on_another_node_comes_and_goes(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    assert_int_equal(presence(host, 1, THERE, 0), REFRESH_DONE);
    int64_t opponent = player_at(host, 1);
    host_disconnect(host, 1);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, 0, EVENT_OPPONENT_DISCONNECTED));
    host_wait(host, 10);
    const struct presence_row gone = {opponent, 0, THERE, host->now.wall_ms};
    host_begin(host);
    (void)service_refresh_presence(host->service, &gone, SERVICE_HINT, &host->now);
    host_turn(host);
    assert_non_null(host_heard(host, 0, EVENT_OPPONENT_DISCONNECTED));
    host_wait(host, host->setup.grace_ms - 1);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->status, GAME_PLAYING);
    host_wait(host, 1);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->reason, REASON_ABANDON);
}

/* The node could not read for a while: the opponent may have come back elsewhere. */
static void after_a_failure_nobody_is_abandoned_before_presences_are_read_again(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    struct player_rows opponent = *host_player(host, player_at(host, 1));
    host_disconnect(host, 1);
    host_tick(host);
    host_turn(host);
    host_wait(host, host->setup.grace_ms);
    host_begin(host);
    service_claim_all(host->service, &host->now);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->status, GAME_PLAYING);
    opponent.presence =
        (struct presence_row){.player_id = opponent.player.id, .since_ms = host->now.wall_ms - 1};
    host_begin(host);
    (void)service_refresh_player(host->service, &opponent, 1, NULL, service_mark(host->service),
                                 &host->now);
    host_wait(host, host->setup.grace_ms);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->reason, REASON_ABANDON);
}

static void a_read_that_began_before_a_commit_does_not_undo_it(void **state)
{
    struct host *host = *state;
    uint64_t mark = service_mark(host->service);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    const struct presence_row old = {player_at(host, 0), THERE, 0, host->now.wall_ms - 1000};
    host_begin(host);
    (void)service_refresh_presence(host->service, &old, mark, &host->now);
    host_turn(host);
    assert_null(host_heard(host, 0, EVENT_SESSION_REPLACED));
    host_begin(host);
    (void)service_refresh_presence(host->service, &old, service_mark(host->service), &host->now);
    host_turn(host);
    assert_non_null(host_heard(host, 0, EVENT_SESSION_REPLACED));
}

static void a_new_number_claims_all_players_again(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    service_set_node(host->service, 7);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->presence.node, 7);
    assert_int_equal(host->presence.from, HERE);
}

/* ---- the queue ---- */

static void join(struct host *host, int32_t conn)
{
    struct service_command command = command_by(conn, COMMAND_JOIN_QUEUE, 0);
    assert_int_equal(host_connect(host, conn, 200 + conn), REFUSAL_OK);
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
}

static struct match_row match_of(struct host *host, int64_t other)
{
    struct match_row row = {.id = 77,
                            .step = MATCH_OPEN,
                            .board = "7x6",
                            .player_id = {player_at(host, 0), other},
                            .since_ms = {host->now.wall_ms, host->now.wall_ms},
                            .deadline_ms = host->now.wall_ms + 15000};
    return row;
}

static void the_keeper_pairs_and_both_confirm(void **state)
{
    struct host *host = *state;
    join(host, 0);
    join(host, 1);
    assert_int_equal(host->queued, 2);
    service_set_keeper(host->service, false);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, 0, EVENT_MATCH_FOUND));
    service_set_keeper(host->service, true);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->match.step, MATCH_OPEN);
    struct service_command confirm = command_by(0, COMMAND_CONFIRM_MATCH, 0);
    confirm.match_id = host_heard(host, 0, EVENT_MATCH_FOUND)->message.match_id;
    assert_int_equal(host_ask(host, &confirm), REFUSAL_OK);
    assert_int_equal(host->match.step, MATCH_CONFIRM);
    confirm.conn = 1;
    assert_int_equal(host_ask(host, &confirm), REFUSAL_OK);
    assert_int_equal(host->match.step, MATCH_CLOSE);
    assert_int_equal(host->match.confirmed, 3);
    assert_non_null(host_heard(host, 0, EVENT_GAME_START));
}

static void a_match_of_another_node_is_told_once_its_opponent_is_known(void **state)
{
    struct host *host = *state;
    int64_t wanted;
    join(host, 0);
    const struct player_rows other = {.player = {.id = 4711, .name = "Zoe"}};
    struct match_row row = match_of(host, 4711);
    host_begin(host);
    assert_int_equal(service_hint_match(host->service, &row, &host->now), REFRESH_DONE);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, 0, EVENT_MATCH_FOUND));
    assert_true(service_next_wanted(host->service, -1, &wanted) >= 0);
    assert_int_equal(wanted, 4711);
    const struct service_player_read read = {
        .player = &other, .match = &row, .mark = service_mark(host->service)};
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_tick(host);
    host_turn(host);
    assert_string_equal(host_heard(host, 0, EVENT_MATCH_FOUND)->message.name, "Zoe");
    row.step = MATCH_CLOSE;
    row.since_ms[1] = 0; /* Zoe has declined */
    host_begin(host);
    assert_int_equal(service_hint_match(host->service, &row, &host->now), REFRESH_DONE);
    host_turn(host);
    assert_true(host_heard(host, 0, EVENT_MATCH_CANCELLED)->message.is_waiting);
}

static void a_place_in_the_queue_that_was_lost_comes_back(void **state)
{
    struct host *host = *state;
    join(host, 0);
    host->queued = 0; /* another node buried this one */
    const struct service_queue_read read = {.mark = service_mark(host->service)};
    host_begin(host);
    assert_int_equal(service_refresh_queue(host->service, &read, &host->now), REFRESH_DONE);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->queued, 1);
}

/* The node of the opponent closed the match and put this player back into the queue, just after the player had left. */
static void a_player_who_is_nowhere_does_not_stay_in_the_queue(void **state)
{
    struct host *host = *state;
    const struct player_rows zoe = {.player = {.id = 4711, .name = "Zoe"},
                                    .presence = {.player_id = 4711, .since_ms = host->now.wall_ms}};
    const struct queue_row waiting = {.player_id = 4711,
                                      .is_waiting = true,
                                      .board = "7x6",
                                      .since_ms = host->now.wall_ms - 5000};
    const struct service_player_read read = {
        .player = &zoe, .waiting = &waiting, .mark = service_mark(host->service)};
    host->queue[host->queued++] = waiting;
    service_set_keeper(host->service, true);
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_turn(host);
    for (int queued = 1; queued >= 0; queued--) {
        host_wait(host, 5000);
        host_tick(host);
        host_turn(host);
        assert_int_equal(host->queued, queued);
    }
}

static int queue_rows(struct host *host)
{
    size_t count, queued = 0;
    const struct row *rows = outbox_rows(service_outbox(host->service), &count);
    for (size_t i = 0; i < count; i++)
        queued += rows[i].kind == ROW_QUEUE;
    return (int)queued;
}

/* Another node has dropped the place first. Tried in every turn, the row would hold back all others of the node. */
static void drop_once(struct host *host, struct clock_row clock, int64_t wait_ms)
{
    const struct player_rows zoe = {.player = {.id = 4711, .name = "Zoe"},
                                    .presence = {.player_id = 4711, .since_ms = host->now.wall_ms}};
    const struct queue_row waiting = {.player_id = 4711,
                                      .is_waiting = true,
                                      .board = "7x6",
                                      .clock = clock,
                                      .since_ms = host->now.wall_ms - 5000};
    const struct service_player_read read = {
        .player = &zoe, .waiting = &waiting, .mark = service_mark(host->service)};
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_turn(host);
    host_wait(host, wait_ms);
    host_tick(host);
    assert_int_equal(queue_rows(host), 1);
    service_undo(host->service, &(size_t){0}, 1);
    assert_int_equal(service_refresh_player(host->service, &zoe, 9, NULL,
                                            service_mark(host->service), &host->now),
                     REFRESH_DONE);
    host_tick(host);
    assert_int_equal(queue_rows(host), 0);
    assert_true(service_doubts_queue(host->service));
    host_turn(host);
    const struct service_queue_read empty = {.mark = service_mark(host->service)};
    host_begin(host);
    assert_int_equal(service_refresh_queue(host->service, &empty, &host->now), REFRESH_DONE);
    assert_false(service_doubts_queue(host->service));
    host_turn(host);
}

static void a_forgotten_place_that_is_gone_is_dropped_only_once(void **state)
{
    struct host *host = *state;
    drop_once(host, no_clock, 10000);
}

static void a_place_for_days_that_has_expired_and_is_gone_is_dropped_only_once(void **state)
{
    struct host *host = *state;
    drop_once(host, (struct clock_row){CLOCK_DAYS, 86400000, 0}, host->setup.open_async_ms);
}

/* ---- players ---- */

static void a_session_that_ended_on_another_node_is_named(void **state)
{
    struct host *host = *state;
    uint8_t ended[4][ROW_HASH_BYTES], hash[ROW_HASH_BYTES];
    struct service_sessions sessions = {.ended = ended, .max = 4};
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    struct player_rows rows = *host_player(host, player_at(host, 0));
    rows.sanction = (struct sanction_row){rows.player.id, 0, INT64_MAX};
    host_begin(host);
    assert_int_equal(service_refresh_player(host->service, &rows, 9, &sessions,
                                            service_mark(host->service), &host->now),
                     REFRESH_DONE);
    host_turn(host);
    hash_of(hash, 1);
    assert_int_equal(sessions.ended_count, 1);
    assert_memory_equal(ended[0], hash, sizeof hash);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
}

static void a_session_that_ended_on_another_node_is_not_stored_again(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host->sessions, 1);
    host_wait(host, 2 * 60 * 60 * 1000); /* its use is stored once an hour */
    host->sessions = 0;
    assert_int_equal(host_connect(host, 1, 1), REFUSAL_OK); /* until this node hears of the end */
    assert_int_equal(host->sessions, 0);
}

/* Rows of a player, read when the service had this mark. */
static void a_read_arrives(struct host *host, const struct player_rows *old, uint64_t mark)
{
    host_begin(host);
    assert_int_equal(service_refresh_player(host->service, old, 9, NULL, mark, &host->now),
                     REFRESH_DONE);
    host_turn(host);
}

static void a_read_that_began_before_an_account_was_made_does_not_undo_it(void **state)
{
    struct host *host = *state;
    const struct account_row account = {.login = "ann", .password = "hash"};
    struct service_command make = command_of(COMMAND_REST_ACCOUNT);
    struct service_command order = command_by(0, COMMAND_CREATE_GAME, 0);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    const struct player_rows old = *host_player(host, player_at(host, 0));
    uint64_t mark = service_mark(host->service);
    make.account = &account;
    make.has_token = true;
    hash_of(make.token_hash, 1);
    assert_int_equal(host_ask(host, &make), REFUSAL_OK);
    a_read_arrives(host, &old, mark);
    order.clock = blitz;
    order.seat[0].wish = WISH_ME;
    order.seat[1].wish = WISH_ANYONE;
    order.is_rated = true;
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
}

/* Connection 1 does this to the player of connection 0. */
static void moderate(struct host *host, enum moderation_action action)
{
    const struct moderation_row order = {.player_id = player_at(host, 0),
                                         .action = (uint8_t)action,
                                         .until_ms = INT64_MAX,
                                         .reason = "Rude"};
    struct service_command command = command_by(1, COMMAND_REST_MODERATE, 0);
    command.moderation = &order;
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
}

static void a_read_that_began_before_a_ban_does_not_undo_it(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    const struct player_rows old = *host_player(host, player_at(host, 0));
    uint64_t mark = service_mark(host->service);
    moderate(host, MODERATE_BAN);
    a_read_arrives(host, &old, mark);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
}

static void a_ban_does_not_depend_on_the_place_in_the_queue(void **state)
{
    struct host *host = *state;
    join(host, 0);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    moderate(host,
             MODERATE_BAN); /* refused if it wrote the queue, and another node had changed that */
    assert_int_equal(host->queued, 1);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->queued, 0);
}

static void a_name_is_written_even_if_this_copy_has_it(void **state)
{
    struct host *host = *state;
    struct service_command call = command_by(0, COMMAND_SET_NAME, 0);
    char guest[ROW_NAME_SIZE];
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    struct player_row *row = &host_player(host, player_at(host, 0))->player;
    player_guest_name(guest, row->id);
    memcpy(row->name, "Ugly", sizeof "Ugly"); /* on another node */
    moderate(host, MODERATE_RENAME);
    assert_string_equal(row->name, guest);
    call.name = "Ann";
    call.name_len = strlen("Ann");
    assert_int_equal(host_ask(host, &call), REFUSAL_OK);
    memcpy(row->name, "Ugly", sizeof "Ugly");
    assert_int_equal(host_ask(host, &call), REFUSAL_OK);
    assert_string_equal(row->name, "Ann");
}

static void a_read_that_began_before_a_missed_match_does_not_undo_it(void **state)
{
    struct host *host = *state;
    for (int32_t conn = 0; conn < 2; conn++)
        join(host, conn);
    struct player_rows old = *host_player(host, player_at(host, 0));
    old.player.misses = (struct misses){1, host->now.wall_ms};
    a_read_arrives(host, &old, service_mark(host->service)); /* the player missed one before */
    host_tick(host);
    host_turn(host);
    uint64_t mark = service_mark(host->service);
    host_wait(host, host->setup.lobby.confirm_ms);
    host_tick(host);
    host_turn(host);
    a_read_arrives(host, &old, mark);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_QUEUE_WAIT);
}

/* A node that hears of nothing reads the player when they connect again. */
static void rows_that_a_command_needed_are_believed_with_their_stamp(void **state)
{
    enum { STAMP = 9 };
    struct host *host = *state;
    struct service_known known;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    struct player_rows rows = *host_player(host, player_at(host, 0));
    rows.sanction = (struct sanction_row){rows.player.id, 0, INT64_MAX};
    struct service_player_read read = {.player = &rows, .stamp = STAMP};
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_turn(host);
    assert_int_equal(service_next_player(host->service, -1, &known), 0);
    assert_int_not_equal(known.stamp,
                         STAMP); /* read before the connect: the next look reads again */
    assert_int_not_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
    read.mark = service_mark(host->service) + 1;
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_turn(host);
    assert_int_equal(service_next_player(host->service, -1, &known), 0);
    assert_int_equal(known.stamp, STAMP);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_NODE(a_refused_turn_is_decided_again_on_the_row_as_it_is),
        WITH_NODE(a_refused_turn_keeps_what_was_told_of_other_nodes),
        WITH_NODE(after_an_unknown_outcome_everything_is_read_again),
        WITH_NODE(a_connect_with_unknown_outcome_is_taken_back),
        WITH_NODE(a_move_on_another_node_is_told_once),
        WITH_NODE(an_offer_on_another_node_is_told_and_taken_back),
        WITH_NODE(an_offer_that_was_declined_and_returned_is_no_longer_shown),
        WITH_NODE(the_end_of_a_rated_game_comes_with_its_ratings),
        WITH_NODE(a_rating_that_was_refused_is_read_again),
        WITH_NODE(only_a_game_that_was_taken_up_asks_its_computer),
        WITH_NODE(a_computer_that_waits_for_long_is_asked_by_the_node_that_loads_its_game),
        WITH_NODE(a_clock_stands_still_while_no_node_can_write),
        WITH_NODE(no_flag_falls_while_a_beat_is_overdue),
        WITH_NODE(a_rematch_is_stored_and_begins_once),
        WITH_NODE(the_computer_accepts_every_rematch_of_a_game),
        WITH_NODE(chat_is_told_in_order_and_a_gap_is_named),
        WITH_NODE(a_connect_is_stored_and_so_is_the_end_of_the_last_connection),
        WITH_NODE(the_newest_connection_plays_wherever_it_is),
        WITH_NODE(a_player_who_comes_from_another_node_is_read_again),
        WITH_NODE(a_player_who_left_another_node_plays_on_here),
        WITH_NODE(an_opponent_on_another_node_comes_and_goes),
        WITH_NODE(after_a_failure_nobody_is_abandoned_before_presences_are_read_again),
        WITH_NODE(a_read_that_began_before_a_commit_does_not_undo_it),
        WITH_NODE(a_new_number_claims_all_players_again),
        WITH_NODE(the_keeper_pairs_and_both_confirm),
        WITH_NODE(a_match_of_another_node_is_told_once_its_opponent_is_known),
        WITH_NODE(a_place_in_the_queue_that_was_lost_comes_back),
        WITH_NODE(a_player_who_is_nowhere_does_not_stay_in_the_queue),
        WITH_NODE(a_forgotten_place_that_is_gone_is_dropped_only_once),
        WITH_NODE(a_place_for_days_that_has_expired_and_is_gone_is_dropped_only_once),
        WITH_NODE(a_session_that_ended_on_another_node_is_named),
        WITH_NODE(a_session_that_ended_on_another_node_is_not_stored_again),
        WITH_NODE(rows_that_a_command_needed_are_believed_with_their_stamp),
        WITH_NODE(a_read_that_began_before_an_account_was_made_does_not_undo_it),
        WITH_NODE(a_read_that_began_before_a_ban_does_not_undo_it),
        WITH_NODE(a_ban_does_not_depend_on_the_place_in_the_queue),
        WITH_NODE(a_name_is_written_even_if_this_copy_has_it),
        WITH_NODE(a_read_that_began_before_a_missed_match_does_not_undo_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
