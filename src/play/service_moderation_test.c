#include "play/ask_test.h"

enum { MODERATOR = 3, HOUR_MS = 3600000 };

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};
static const struct clock_row days = {CLOCK_DAYS, 3 * 24 * INT64_C(3600000), 0};

/* The moderator's connection does this to a player. */
static enum refusal moderate(struct host *host, int64_t player_id, enum moderation_action action,
                             int64_t until_ms)
{
    const struct moderation_row order = {
        .player_id = player_id, .action = (uint8_t)action, .until_ms = until_ms, .reason = "Rude"};
    struct service_command command = command_by(MODERATOR, COMMAND_REST_MODERATE, 0);
    command.moderation = &order;
    command.moderated = host_player(host, player_id);
    return host_ask(host, &command);
}

static enum refusal say(struct host *host, int32_t conn, int64_t game, const char *text)
{
    struct service_command command = command_by(conn, COMMAND_CHAT_MESSAGE, game);
    command.text = text;
    command.text_len = text ? strlen(text) : 0;
    command.quick = 1;
    return host_ask(host, &command);
}

static enum refusal call(struct host *host, int32_t conn, const char *name)
{
    struct service_command command = command_by(conn, COMMAND_SET_NAME, 0);
    command.name = name;
    command.name_len = strlen(name);
    return host_ask(host, &command);
}

/* A game of connections 0 and 1, and a moderator. Returns the game. */
static int64_t begin(struct host *host, int32_t *red)
{
    int64_t game = host_pair(host, no_clock, false, red);
    assert_int_equal(host_connect(host, MODERATOR, 300), REFUSAL_OK);
    return game;
}

static void a_muted_player_plays_and_sends_quick_messages_but_writes_nothing(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = begin(host, &red);
    int64_t id = service_player_of(host->service, red);
    int64_t until_ms = host->now.wall_ms + HOUR_MS;
    assert_int_equal(moderate(host, id, MODERATE_MUTE, until_ms), REFUSAL_OK);
    assert_int_equal(say(host, red, game, "You fool"), REFUSAL_MUTED);
    assert_int_equal(call(host, red, "You fool"), REFUSAL_MUTED);
    assert_int_equal(say(host, red, game, NULL), REFUSAL_OK);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_int_equal(say(host, 1 - red, game, "Thanks"), REFUSAL_OK);
    host_wait(host, HOUR_MS);
    assert_int_equal(say(host, red, game, "Sorry"), REFUSAL_OK);
}

static void a_mute_can_be_ended_early(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = begin(host, &red), id = service_player_of(host->service, red);
    assert_int_equal(moderate(host, id, MODERATE_MUTE, INT64_MAX), REFUSAL_OK);
    assert_int_equal(say(host, red, game, "Hello"), REFUSAL_MUTED);
    assert_int_equal(moderate(host, id, MODERATE_MUTE, 0), REFUSAL_OK);
    assert_int_equal(say(host, red, game, "Hello"), REFUSAL_OK);
}

static void a_banned_player_may_only_read_resign_and_leave(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = begin(host, &red), id = service_player_of(host->service, red);
    struct service_command erase = command_by(red, COMMAND_REST_ERASE, 0);
    assert_int_equal(moderate(host, id, MODERATE_BAN, INT64_MAX), REFUSAL_OK);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_BANNED);
    assert_int_equal(say(host, red, game, NULL), REFUSAL_BANNED);
    assert_int_equal(call(host, red, "Somebody"), REFUSAL_BANNED);
    assert_int_equal(host_simple(host, red, COMMAND_CREATE_GAME, 0), REFUSAL_BANNED);
    assert_int_equal(host_simple(host, red, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
    assert_int_equal(host_simple(host, red, COMMAND_REST_ME, 0), REFUSAL_OK);
    assert_int_equal(host_simple(host, red, COMMAND_RESIGN, game), REFUSAL_OK);
    erase.name = host_player(host, id)->player.name;
    erase.name_len = strlen(erase.name);
    assert_int_equal(host_ask(host, &erase), REFUSAL_OK);
}

static void a_ban_outlives_connections_and_restarts_until_its_time(void **state)
{
    struct host *host = *state;
    int32_t red;
    (void)begin(host, &red);
    int64_t id = service_player_of(host->service, red), until_ms = host->now.wall_ms + HOUR_MS;
    assert_int_equal(moderate(host, id, MODERATE_BAN, until_ms), REFUSAL_OK);
    host_disconnect(host, red);
    assert_int_equal(host_connect(host, red, 100 + red), REFUSAL_BANNED);
    host_restart(host, host->now.wall_ms);
    assert_int_equal(host_connect(host, red, 100 + red), REFUSAL_BANNED);
    host_wait(host, HOUR_MS);
    assert_int_equal(host_connect(host, red, 100 + red), REFUSAL_OK);
}

static void a_banned_player_leaves_every_queue(void **state)
{
    struct host *host = *state;
    struct service_command join = command_by(0, COMMAND_JOIN_QUEUE, 0);
    join.clock = days;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(host_connect(host, MODERATOR, 300), REFUSAL_OK);
    assert_int_equal(host_ask(host, &join), REFUSAL_OK);
    assert_int_equal(host->queued, 1);
    assert_int_equal(moderate(host, service_player_of(host->service, 0), MODERATE_BAN, INT64_MAX),
                     REFUSAL_OK);
    assert_int_equal(host->queued, 0);
}

static void a_renamed_player_has_the_name_of_a_guest_in_running_games_too(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = begin(host, &red), id = service_player_of(host->service, red);
    char guest[ROW_NAME_SIZE];
    player_guest_name(guest, id);
    assert_int_equal(call(host, red, "Badname"), REFUSAL_OK);
    assert_int_equal(moderate(host, id, MODERATE_RENAME, 0), REFUSAL_OK);
    assert_string_equal(host_player(host, id)->player.name, guest);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_string_equal(host_heard(host, 1 - red, EVENT_GAME_UPDATE)->snapshot.seat[0].name, guest);
}

static void a_mute_does_not_undo_the_ban_of_another_node(void **state)
{
    struct host *host = *state;
    int32_t red;
    (void)begin(host, &red);
    int64_t id = service_player_of(host->service, red);
    host_player(host, id)->sanction.ban_ms = 9; /* this node's copy is old */
    assert_int_equal(moderate(host, id, MODERATE_MUTE, 7), REFUSAL_OK);
    assert_int_equal(host_player(host, id)->sanction.mute_ms, 7);
    assert_int_equal(host_player(host, id)->sanction.ban_ms, 9);
}

static void players_that_are_not_in_memory_are_moderated_in_the_store(void **state)
{
    struct host *host = *state;
    int64_t id = 77;
    host->player[host->players++] =
        (struct player_rows){.player = {.id = id, .name = "Badname"}, .sanction = {id, 5, 0}};
    assert_int_equal(host_connect(host, MODERATOR, 300), REFUSAL_OK);
    assert_int_equal(moderate(host, id, MODERATE_BAN, 9), REFUSAL_OK);
    assert_int_equal(host_player(host, id)->sanction.mute_ms, 5);
    assert_int_equal(host_player(host, id)->sanction.ban_ms, 9);
    assert_int_equal(moderate(host, id, MODERATE_RENAME, 0), REFUSAL_OK);
    assert_string_equal(host_player(host, id)->player.name, "Guest 1077");
    assert_int_equal(host->moderation.moderator_id, service_player_of(host->service, MODERATOR));
    assert_int_equal(host->moderation.at_ms, host->now.wall_ms);
    assert_string_equal(host->moderation.reason, "Rude");
}

static void a_failed_commit_takes_a_ban_back(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = begin(host, &red), id = service_player_of(host->service, red);
    host->fails = true;
    assert_int_equal(moderate(host, id, MODERATE_BAN, INT64_MAX), REFUSAL_STORE);
    host->fails = false;
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_muted_player_plays_and_sends_quick_messages_but_writes_nothing),
        WITH_HOST(a_mute_can_be_ended_early),
        WITH_HOST(a_banned_player_may_only_read_resign_and_leave),
        WITH_HOST(a_ban_outlives_connections_and_restarts_until_its_time),
        WITH_HOST(a_banned_player_leaves_every_queue),
        WITH_HOST(a_renamed_player_has_the_name_of_a_guest_in_running_games_too),
        WITH_HOST(a_mute_does_not_undo_the_ban_of_another_node),
        WITH_HOST(players_that_are_not_in_memory_are_moderated_in_the_store),
        WITH_HOST(a_failed_commit_takes_a_ban_back),
    };
    return cmocka_run_group_tests_name("service_moderation", tests, NULL, NULL);
}
