/* Turns and games of a service that shares its database. */
#include "play/shared_test.h"

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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
