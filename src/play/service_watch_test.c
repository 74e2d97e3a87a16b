#include "play/ask_test.h"

#include "play/chat.h"

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};

static enum refusal say(struct host *host, int32_t conn, int64_t game, const char *text,
                        uint16_t quick)
{
    struct service_command command = command_by(conn, COMMAND_CHAT_MESSAGE, game);
    command.text = text;
    command.text_len = text ? strlen(text) : 0;
    command.quick = quick;
    return host_ask(host, &command);
}

static const struct heard *heard_by_spectators(const struct host *host, enum event event)
{
    for (int i = host->heard_count - 1; i >= 0; i--)
        if (host->heard[i].message.to == TO_SPECTATORS && host->heard[i].message.event == event)
            return &host->heard[i];
    return NULL;
}

/* A game of connections 0 and 1; 2 and 3 are connected as spectators. */
static int64_t watched_game(struct host *host, int32_t *red)
{
    int64_t game = host_pair(host, no_clock, false, red);
    for (int32_t conn = 2; conn < 4; conn++)
        assert_int_equal(host_connect(host, conn, 100 + conn), REFUSAL_OK);
    return game;
}

static void spectators_see_every_move_and_are_counted(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, game), REFUSAL_OK);
    assert_int_equal(host_heard(host, 2, EVENT_REPLY)->snapshot.game_id, game);
    assert_int_equal(host_heard(host, 0, EVENT_SPECTATORS)->message.size, 1);
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, game), REFUSAL_OK);
    assert_null(host_heard(host, 0, EVENT_SPECTATORS));
    assert_int_equal(host_simple(host, 3, COMMAND_WATCH, game), REFUSAL_OK);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    const struct heard *update = heard_by_spectators(host, EVENT_GAME_UPDATE);
    assert_int_equal(update->message.seat, ROW_NOBODY);
    assert_int_equal(update->snapshot.spectators, 2);
    assert_int_equal(service_spectator(host->service, game, CONN_NONE), 3);
    assert_int_equal(service_spectator(host->service, game, 3), 2);
    assert_int_equal(service_spectator(host->service, game, 2), CONN_NONE);
    assert_int_equal(host_simple(host, 3, COMMAND_UNWATCH, game), REFUSAL_OK);
    host_disconnect(host, 2);
    assert_int_equal(host_heard(host, 1, EVENT_SPECTATORS)->message.size, 0);
    assert_int_equal(host_simple(host, 3, COMMAND_UNWATCH, game), REFUSAL_NOT_WATCHING);
    assert_int_equal(host_move(host, 1 - red, game, 3, 1), REFUSAL_OK);
    assert_null(heard_by_spectators(host, EVENT_GAME_UPDATE));
}

static enum refresh set_elsewhere(struct host *host, int64_t game, int32_t count)
{
    host_begin(host);
    enum refresh refresh = service_set_elsewhere(host->service, game, count);
    host_turn(host);
    return refresh;
}

static void spectators_on_other_nodes_are_added_to_those_here(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    assert_int_equal(set_elsewhere(host, game, 2), REFRESH_DONE);
    for (int32_t conn = 0; conn < 2; conn++)
        assert_int_equal(host_heard(host, conn, EVENT_SPECTATORS)->message.size, 2);
    assert_int_equal(set_elsewhere(host, game, 2), REFRESH_DONE);
    assert_null(host_heard(host, 0, EVENT_SPECTATORS));
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, game), REFUSAL_OK);
    assert_int_equal(host_heard(host, 0, EVENT_SPECTATORS)->message.size, 3);
    assert_int_equal(host_heard(host, 2, EVENT_REPLY)->snapshot.spectators, 3);
    host_disconnect(host, 2);
    assert_int_equal(host_heard(host, 1, EVENT_SPECTATORS)->message.size, 2);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_null(heard_by_spectators(host, EVENT_GAME_UPDATE)); /* other nodes tell theirs */
    assert_int_equal(host_heard(host, 0, EVENT_GAME_UPDATE)->snapshot.spectators, 2);
    assert_int_equal(set_elsewhere(host, game, 0), REFRESH_DONE);
    assert_int_equal(host_heard(host, 0, EVENT_SPECTATORS)->message.size, 0);
    assert_int_equal(set_elsewhere(host, 999, 1), REFRESH_DONE);
}

static void
spectators_on_other_nodes_wait_for_the_end_of_a_turn_and_outlive_one_that_fails(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    struct service_command move = command_by(red, COMMAND_MAKE_MOVE, game);
    move.column = 3;
    host_begin(host);
    assert_int_equal(service_set_elsewhere(host->service, game, 2), REFRESH_DONE);
    host_do(host, &move);
    assert_int_equal(service_set_elsewhere(host->service, game, 3), REFRESH_BUSY);
    host->fails = true;
    host_turn(host);
    host->fails = false;
    assert_int_equal(host_heard(host, 0, EVENT_SPECTATORS)->message.size, 2);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_heard(host, 0, EVENT_GAME_UPDATE)->snapshot.spectators, 2);
}

static void a_node_hears_once_of_each_game_whose_spectators_have_changed(void **state)
{
    struct host *host = *state;
    struct service_held held;
    int32_t red, count;
    int64_t changed, game = watched_game(host, &red);
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, game), REFUSAL_OK);
    assert_false(service_take_watched(host->service, &changed, &count)); /* alone: never */
    service_set_node(host->service, 1);
    assert_int_equal(host_simple(host, 3, COMMAND_WATCH, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, 2, COMMAND_UNWATCH, game), REFUSAL_OK);
    assert_int_equal(service_set_elsewhere(host->service, game, 7), REFRESH_DONE);
    assert_true(service_take_watched(host->service, &changed, &count));
    assert_int_equal(changed, game);
    assert_int_equal(count, 1); /* those on other nodes are not ours to tell */
    assert_false(service_take_watched(host->service, &changed, &count));
    assert_true(service_next_game(host->service, -1, &held) >= 0);
    assert_int_equal(held.watchers, 1);
    host_disconnect(host, 3);
    assert_true(service_take_watched(host->service, &changed, &count));
    assert_int_equal(count, 0);
}

static void players_cannot_watch_their_own_game_and_spectators_cannot_play(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    assert_int_equal(host_simple(host, 0, COMMAND_WATCH, game), REFUSAL_PLAYER_WATCHING);
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, game), REFUSAL_OK);
    assert_int_equal(host_move(host, 2, game, 3, 0), REFUSAL_NOT_IN_GAME);
    assert_int_equal(host_simple(host, 2, COMMAND_RESIGN, game), REFUSAL_NOT_IN_GAME);
    assert_int_equal(host_simple(host, 2, COMMAND_RESUME, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, 3, COMMAND_RESUME, game), REFUSAL_NOT_IN_GAME);
    assert_int_equal(host_simple(host, 3, COMMAND_WATCH, 999), REFUSAL_NO_SUCH_GAME);
}

static void a_spectator_watches_one_game_at_a_time(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    struct service_command order = command_by(3, COMMAND_CREATE_GAME, 0);
    order.seat[1].wish = WISH_BOT;
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    int64_t other = host_heard(host, 3, EVENT_GAME_START)->message.game_id;
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, other), REFUSAL_OK);
    assert_int_equal(host_heard(host, 0, EVENT_SPECTATORS)->message.size, 0);
    assert_int_equal(host_heard(host, 3, EVENT_SPECTATORS)->message.size, 1);
}

static void players_and_spectators_have_separate_chats(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    assert_int_equal(say(host, 2, game, "psst", 0), REFUSAL_NOT_WATCHING);
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, game), REFUSAL_OK);
    assert_int_equal(say(host, 2, game, "psst", 0), REFUSAL_OK);
    assert_string_equal(heard_by_spectators(host, EVENT_CHAT_MESSAGE)->chat.text, "psst");
    assert_int_equal(heard_by_spectators(host, EVENT_CHAT_MESSAGE)->chat.channel, CHAT_SPECTATORS);
    assert_null(host_heard(host, 0, EVENT_CHAT_MESSAGE));
    assert_int_equal(say(host, 0, game, NULL, 5), REFUSAL_OK);
    assert_null(heard_by_spectators(host, EVENT_CHAT_MESSAGE));
    for (int32_t conn = 0; conn < 2; conn++) {
        const struct heard *line = host_heard(host, conn, EVENT_CHAT_MESSAGE);
        assert_int_equal(line->chat.quick, 5);
        assert_int_equal(line->chat.seq, 2);
        assert_int_equal(line->message.player_id, service_player_of(host->service, 0));
    }
    assert_int_equal(host->chats, 2);
}

static void invalid_and_too_many_chat_messages_are_refused(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    assert_int_equal(say(host, 0, game, " \x01 ", 0), REFUSAL_BAD_TEXT);
    assert_int_equal(say(host, 0, game, NULL, 77), REFUSAL_BAD_QUICK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(say(host, 0, game, "hi", 0), REFUSAL_OK);
    assert_int_equal(say(host, 0, game, "hi", 0), REFUSAL_SLOW_DOWN);
    assert_int_equal(say(host, 1, game, "hi", 0), REFUSAL_OK);
    host_wait(host, 2000);
    assert_int_equal(say(host, 0, game, "hi", 0), REFUSAL_OK);
    assert_int_equal(host->chats, 7);
}

static void a_new_name_is_shown_at_once_and_stored(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    struct service_command rename = command_by(red, COMMAND_SET_NAME, 0);
    assert_int_equal(host_ask(host, &rename), REFUSAL_BAD_NAME);
    rename.name = "Ann";
    rename.name_len = 3;
    assert_int_equal(host_ask(host, &rename), REFUSAL_OK);
    assert_int_equal(host_simple(host, 1 - red, COMMAND_RESUME, game), REFUSAL_OK);
    assert_string_equal(host_heard(host, 1 - red, EVENT_REPLY)->snapshot.seat[0].name, "Ann");
    host_restart(host, host->now.wall_ms);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_string_equal(host_heard(host, 0, EVENT_GAME_START)->snapshot.seat[0].name, "Ann");
}

static void too_many_commands_are_slowed_down_and_unknown_events_refused(void **state)
{
    struct host *host = *state;
    host->setup.limits.is_off = false;
    host_reopen(host);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    int accepted = 0;
    while (host_simple(host, 0, COMMAND_LEAVE_QUEUE, 0) == REFUSAL_NOT_QUEUED)
        accepted++;
    assert_int_equal(accepted, 79); /* connecting costs one */
    assert_int_equal(host_simple(host, 0, COMMAND_LEAVE_QUEUE, 0), REFUSAL_SLOW_DOWN);
    host_wait(host, 50);
    assert_int_equal(host_simple(host, 0, COMMAND_LEAVE_QUEUE, 0), REFUSAL_NOT_QUEUED);
    assert_int_equal(host_simple(host, 0, COMMAND_COUNT, 0), REFUSAL_NO_SUCH_EVENT);
    /* The next client with this connection number starts with a full bucket. */
    host_disconnect(host, 0);
    assert_int_equal(host_connect(host, 0, 2), REFUSAL_OK);
}

static void a_full_service_refuses_and_goes_on(void **state)
{
    struct host *host = *state;
    host->setup.players = 2;
    host_reopen(host);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    assert_int_equal(host_connect(host, 2, 3), REFUSAL_SERVER_FULL);
    assert_int_equal(host_connect(host, CONNS, 1), REFUSAL_SERVER_FULL);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_ALREADY_CONNECTED);
    assert_int_equal(host->players, 2);
    host_disconnect(host, 0);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_connect(host, 2, 3), REFUSAL_OK);
    assert_int_equal(service_count(host->service).players, 2);
}

/* The table was ahead of memory: the game is forgotten and loaded again. */
static void a_forgotten_game_is_loaded_again(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    assert_int_equal(host_simple(host, 2, COMMAND_WATCH, game), REFUSAL_OK);
    struct game_row *stored = host_game(host, game);
    stored->moves[stored->ply++] = '4';
    service_forget_game(host->service, game);
    service_forget_game(host->service, game);
    assert_false(service_has_game(host->service, game));
    assert_int_equal(host_move(host, 1 - red, game, 3, 1), REFUSAL_OK);
    assert_int_equal(host_heard(host, red, EVENT_GAME_UPDATE)->snapshot.ply, 2);
}

static void inconsistent_rows_are_refused(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = watched_game(host, &red);
    struct game_row *stored = host_game(host, game), good = *stored;
    service_forget_game(host->service, game);
    stored->ply = 3;
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_NO_SUCH_GAME);
    *stored = good;
    memset(stored->board, 'x', sizeof stored->board);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_NO_SUCH_GAME);
    *stored = good;
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
}

static void the_use_of_a_session_is_stored_once_an_hour(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    int64_t first = host->session[0].seen_ms;
    host_disconnect(host, 0);
    host_wait(host, 3599999);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host->session[0].seen_ms, first);
    host_disconnect(host, 0);
    host_wait(host, 1);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host->session[0].seen_ms, first + 3600000);
    assert_int_equal(host->players, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(spectators_see_every_move_and_are_counted),
        WITH_HOST(spectators_on_other_nodes_are_added_to_those_here),
        WITH_HOST(spectators_on_other_nodes_wait_for_the_end_of_a_turn_and_outlive_one_that_fails),
        WITH_HOST(a_node_hears_once_of_each_game_whose_spectators_have_changed),
        WITH_HOST(players_cannot_watch_their_own_game_and_spectators_cannot_play),
        WITH_HOST(a_spectator_watches_one_game_at_a_time),
        WITH_HOST(players_and_spectators_have_separate_chats),
        WITH_HOST(invalid_and_too_many_chat_messages_are_refused),
        WITH_HOST(a_new_name_is_shown_at_once_and_stored),
        WITH_HOST(too_many_commands_are_slowed_down_and_unknown_events_refused),
        WITH_HOST(a_full_service_refuses_and_goes_on),
        WITH_HOST(a_forgotten_game_is_loaded_again),
        WITH_HOST(inconsistent_rows_are_refused),
        WITH_HOST(the_use_of_a_session_is_stored_once_an_hour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
