/* Rated games: who may play them, which of them count, and what missed matches cost. */
#include "play/ask_test.h"

enum { HOME = 1000, OFFICE = 2000 }; /* addresses */

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};
static const struct clock_row blitz = {CLOCK_LIVE, 60000, 0};

/* ---- who may play ---- */

static struct service_command order_of(int32_t conn, enum seat_wish other)
{
    struct service_command order = command_by(conn, COMMAND_CREATE_GAME, 0);
    order.seat[0].wish = WISH_ME;
    order.seat[1].wish = (uint8_t)other;
    order.clock = blitz;
    order.is_rated = true;
    return order;
}

static void give_account(struct host *host, int32_t conn)
{
    struct account_row account = {.login = "somebody"};
    struct service_command command = command_of(COMMAND_REST_ACCOUNT);
    command.has_token = true;
    hash_of(command.token_hash, 100 + conn);
    command.account = &account;
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
}

static void connect_all(struct host *host, int32_t count)
{
    for (int32_t conn = 0; conn < count; conn++)
        assert_int_equal(host_connect(host, conn, 100 + conn), REFUSAL_OK);
}

/* The creator would hold the guest's token: 150 games were won in 4.2 s like this. */
static void nobody_gets_a_rated_game_against_a_guest_of_their_own(void **state)
{
    struct host *host = *state;
    struct service_command order = order_of(CONN_NONE, WISH_NEW);
    connect_all(host, 1);
    give_account(host, 0);
    order.kind = COMMAND_REST_CREATE;
    order.has_token = true;
    hash_of(order.token_hash, 100);
    for (int i = 0; i < 150; i++) {
        hash_of(order.seat[1].fresh_hash, 1000 + i);
        assert_int_equal(host_ask(host, &order), REFUSAL_RATED_SEATS);
    }
    order.seat[0].wish = WISH_NEW;
    hash_of(order.seat[0].fresh_hash, 999);
    assert_int_equal(host_ask(host, &order), REFUSAL_RATED_SEATS);
    assert_int_equal(host->games, 0);
    assert_int_equal(host->players, 1);
    order.is_rated = false;
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
}

static enum refusal join_game(struct host *host, int32_t conn, const char *code)
{
    struct service_command join = command_by(conn, COMMAND_JOIN_GAME, host->game[0].id);
    memcpy(join.code, code, sizeof join.code);
    return host_ask(host, &join);
}

static void a_rated_invitation_is_for_two_accounts(void **state)
{
    struct host *host = *state;
    struct service_command order = order_of(0, WISH_ANYONE);
    connect_all(host, 2);
    assert_int_equal(host_ask(host, &order), REFUSAL_RATED_ACCOUNT);
    give_account(host, 0);
    order.clock = no_clock;
    assert_int_equal(host_ask(host, &order), REFUSAL_RATED_CLOCK);
    order.clock = blitz;
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    const char *code = host->game[0].code;
    assert_int_equal(join_game(host, 0, code), REFUSAL_OWN_GAME);
    assert_int_equal(join_game(host, 1, code), REFUSAL_RATED_ACCOUNT);
    give_account(host, 1);
    assert_int_equal(join_game(host, 1, code), REFUSAL_OK);
    assert_true(host->game[0].flags & GAME_RATED);
}

static void an_account_counts_as_one_after_a_restart_too(void **state)
{
    struct host *host = *state;
    struct service_command order = order_of(0, WISH_ANYONE);
    connect_all(host, 1);
    give_account(host, 0);
    host_disconnect(host, 0);
    host_restart(host, host->now.wall_ms);
    connect_all(host, 1);
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
}

/* ---- the queue ---- */

static enum refusal join_queue(struct host *host, int32_t conn, struct clock_row clock,
                               uint64_t address)
{
    struct service_command join = command_by(conn, COMMAND_JOIN_QUEUE, 0);
    join.clock = clock;
    join.is_rated = true;
    join.address = address;
    return host_ask(host, &join);
}

static void a_rated_game_from_the_queue_has_a_clock(void **state)
{
    struct host *host = *state;
    connect_all(host, 1);
    assert_int_equal(join_queue(host, 0, no_clock, HOME), REFUSAL_RATED_CLOCK);
    assert_int_equal(join_queue(host, 0, blitz, HOME), REFUSAL_OK);
}

static void the_queue_never_pairs_a_player_with_another_session_of_the_same_account(void **state)
{
    struct host *host = *state;
    connect_all(host, 1);
    assert_int_equal(join_queue(host, 0, blitz, HOME), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 100), REFUSAL_OK); /* a second browser */
    assert_int_equal(join_queue(host, 1, blitz, OFFICE), REFUSAL_ALREADY_QUEUED);
    host_wait(host, 60000);
    host_tick(host);
    host_turn(host);
    assert_int_equal(service_count(host->service).matches, 0);
}

static void tick(struct host *host)
{
    host_tick(host);
    host_turn(host);
}

static int64_t match_of(struct host *host, uint64_t first, uint64_t second)
{
    assert_int_equal(join_queue(host, 0, blitz, first), REFUSAL_OK);
    assert_int_equal(join_queue(host, 1, blitz, second), REFUSAL_OK);
    const struct heard *found = host_heard(host, 0, EVENT_MATCH_FOUND);
    if (!found) { /* their ratings are far apart */
        host_wait(host, 60000);
        tick(host);
        found = host_heard(host, 0, EVENT_MATCH_FOUND);
    }
    assert_non_null(found);
    return found->message.match_id;
}

static enum refusal answer(struct host *host, int32_t conn, enum command_kind kind, int64_t match)
{
    struct service_command command = command_by(conn, kind, 0);
    command.match_id = match;
    return host_ask(host, &command);
}

/* Connections 0 and 1 begin a rated game; returns its id and the connection that is red. */
static int64_t begin(struct host *host, uint64_t first, uint64_t second, int32_t *red)
{
    int64_t match = match_of(host, first, second);
    for (int32_t conn = 0; conn < 2; conn++)
        assert_int_equal(answer(host, conn, COMMAND_CONFIRM_MATCH, match), REFUSAL_OK);
    const struct heard *start = host_heard(host, 0, EVENT_GAME_START);
    *red = start->message.seat == 0 ? 0 : 1;
    return start->message.game_id;
}

/* Red wins a column of four. */
static void win(struct host *host, int64_t game, int32_t red)
{
    for (int ply = 0; ply < 7; ply++)
        assert_int_equal(host_move(host, ply % 2 ? 1 - red : red, game, ply % 2, ply), REFUSAL_OK);
    assert_int_equal(host_game(host, game)->status, GAME_WIN);
}

/* Returns the connection that won. */
static int32_t play_one(struct host *host, uint64_t first, uint64_t second)
{
    int32_t red;
    int64_t game = begin(host, first, second, &red);
    win(host, game, red);
    return red;
}

static const struct rating_row *rating_of(struct host *host, int32_t conn)
{
    return &host_player(host, service_player_of(host->service, conn))->rating[RATING_CLASSIC];
}

/* ---- what counts ---- */

static void a_game_within_one_network_is_rated_but_does_not_count(void **state)
{
    struct host *host = *state;
    int32_t red;
    connect_all(host, 2);
    int64_t game = begin(host, HOME, HOME, &red);
    assert_int_not_equal(host_game(host, game)->seat[0].network, 0);
    win(host, game, red);
    assert_int_equal(host->last_rated.discount, DISCOUNT_SAME_NETWORK);
    assert_int_equal(host->last_rated.at_ms, host->now.wall_ms);
    assert_true(rating_of(host, red)->rating > 1600);
    assert_int_equal(rating_of(host, red)->games, 1);
    assert_int_equal(rating_of(host, red)->counted.games, 0);
    assert_false(host_heard(host, 0, EVENT_GAME_OVER)->message.counts[0]);
    red = play_one(host, HOME, OFFICE);
    assert_int_equal(host->last_rated.discount, DISCOUNT_NONE);
    assert_int_equal(rating_of(host, red)->counted.games, 1);
    assert_int_equal(rating_of(host, red)->counted.wins, 1);
}

static void a_game_that_begins_in_two_networks_and_is_played_in_one_does_not_count(void **state)
{
    struct host *host = *state;
    int32_t red;
    connect_all(host, 2);
    int64_t game = begin(host, HOME, OFFICE, &red);
    for (int ply = 0; ply < 7; ply++) {
        struct service_command move = command_by(ply % 2 ? 1 - red : red, COMMAND_MAKE_MOVE, game);
        move.column = ply % 2;
        move.address = HOME;
        assert_int_equal(host_ask(host, &move), REFUSAL_OK);
    }
    assert_int_equal(host_game(host, game)->status, GAME_WIN);
    assert_int_equal(host->last_rated.discount, DISCOUNT_SAME_NETWORK);
}

static void a_school_may_count_them(void **state)
{
    struct host *host = *state;
    host->setup.counts_same_network = true;
    host_reopen(host);
    connect_all(host, 2);
    play_one(host, HOME, HOME);
    assert_int_equal(host->last_rated.discount, DISCOUNT_NONE);
}

/* Also over a restart: the memory is in the rows. */
static void the_fourth_game_of_a_pair_in_a_day_does_not_count(void **state)
{
    struct host *host = *state;
    connect_all(host, 2);
    for (int i = 0; i < 3; i++) {
        play_one(host, HOME, OFFICE);
        assert_int_equal(host->last_rated.discount, DISCOUNT_NONE);
    }
    host_restart(host, host->now.wall_ms);
    connect_all(host, 2);
    play_one(host, HOME, OFFICE);
    assert_int_equal(host->last_rated.discount, DISCOUNT_REPEATED);
    host_wait(host, 25 * 3600000);
    play_one(host, HOME, OFFICE);
    assert_int_equal(host->last_rated.discount, DISCOUNT_NONE);
}

static void a_fast_resignation_does_not_count(void **state)
{
    struct host *host = *state;
    int32_t red;
    connect_all(host, 2);
    int64_t game = begin(host, HOME, OFFICE, &red);
    for (int ply = 0; ply < 4; ply++)
        assert_int_equal(host_move(host, ply % 2 ? 1 - red : red, game, ply, ply), REFUSAL_OK);
    assert_int_equal(host_simple(host, red, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(host->last_rated.discount, DISCOUNT_SHORT);
}

static void a_rematch_is_rated_by_the_same_rules(void **state)
{
    struct host *host = *state;
    int32_t red;
    connect_all(host, 2);
    int64_t game = begin(host, HOME, HOME, &red);
    win(host, game, red);
    for (int32_t conn = 0; conn < 2; conn++) {
        struct service_command command = command_by(conn, COMMAND_REQUEST_REMATCH, game);
        command.address = HOME;
        assert_int_equal(host_ask(host, &command), REFUSAL_OK);
    }
    int64_t again = host_heard(host, 0, EVENT_GAME_START)->message.game_id;
    assert_true(host_game(host, again)->flags & GAME_RATED);
    win(host, again, 1 - red);
    assert_int_equal(host->last_rated.discount, DISCOUNT_SAME_NETWORK);
}

/* A game of an older version, when guests of one's own were possible. */
static void a_rematch_of_guests_who_did_not_come_from_the_queue_is_not_rated(void **state)
{
    struct host *host = *state;
    int32_t red;
    connect_all(host, 2);
    int64_t game = begin(host, HOME, OFFICE, &red);
    slot_find(host->service, game)->room.flags &= (uint8_t)~GAME_QUEUED;
    win(host, game, red);
    assert_int_equal(host_simple(host, 0, COMMAND_REQUEST_REMATCH, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, 1, COMMAND_ACCEPT_REMATCH, game), REFUSAL_OK);
    int64_t again = host_heard(host, 0, EVENT_GAME_START)->message.game_id;
    assert_false(host_game(host, again)->flags & GAME_RATED);
    assert_int_equal(host_game(host, again)->seat[0].network, 0);
}

/* ---- players who stay away ---- */

static void a_connected_player_who_never_moves_loses_on_time(void **state)
{
    struct host *host = *state;
    int32_t red;
    connect_all(host, 2);
    int64_t game = begin(host, HOME, OFFICE, &red);
    host_wait(host, blitz.initial_ms - 1);
    tick(host);
    assert_int_equal(host_game(host, game)->status, GAME_PLAYING);
    host_wait(host, 1);
    tick(host);
    assert_int_equal(host_game(host, game)->status, GAME_WIN);
    assert_int_equal(host_game(host, game)->reason, REASON_TIME);
    assert_int_equal(host_game(host, game)->winner, 1);
    tick(host);
    int64_t loser = service_player_of(host->service, red);
    int64_t winner = service_player_of(host->service, 1 - red);
    assert_int_equal(host_player(host, loser)->player.misses.count, 1);
    assert_int_equal(host_player(host, winner)->player.misses.count, 0);
    /* The second player's first move, too. */
    game = begin(host, HOME, OFFICE, &red);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    host_wait(host, blitz.initial_ms);
    tick(host);
    assert_int_equal(host_game(host, game)->winner, 0);
    assert_int_equal(host_game(host, game)->reason, REASON_TIME);
}

/* Player 0 lets this many matches pass; player 1 leaves the queue afterwards. */
static void miss_matches(struct host *host, int count)
{
    for (int i = 0; i < count; i++) {
        int64_t match = match_of(host, HOME, OFFICE);
        assert_int_equal(answer(host, 1, COMMAND_CONFIRM_MATCH, match), REFUSAL_OK);
        host_wait(host, 15000);
        tick(host);
        assert_int_equal(host_simple(host, 1, COMMAND_LEAVE_QUEUE, 0), REFUSAL_OK);
    }
}

static void a_player_who_misses_matches_waits_longer_each_time(void **state)
{
    struct host *host = *state;
    connect_all(host, 2);
    miss_matches(host, 1);
    miss_matches(host, 1); /* the first one is free */
    assert_int_equal(join_queue(host, 0, blitz, HOME), REFUSAL_QUEUE_WAIT);
    assert_int_equal(host_heard(host, 0, EVENT_REPLY)->message.detail.wait_ms, 30000);
    assert_int_equal(join_queue(host, 1, blitz, HOME), REFUSAL_OK); /* who confirmed */
    assert_int_equal(host_simple(host, 1, COMMAND_LEAVE_QUEUE, 0), REFUSAL_OK);
    host_wait(host, 30000);
    int64_t match = match_of(host, HOME, OFFICE);
    assert_int_equal(answer(host, 0, COMMAND_DECLINE_MATCH, match), REFUSAL_OK);
    assert_int_equal(host_heard(host, 0, EVENT_MATCH_CANCELLED)->message.wait_ms, 60000);
    assert_int_equal(host_heard(host, 1, EVENT_MATCH_CANCELLED)->message.wait_ms, 0);
}

static void the_wait_goes_on_over_a_reconnect_and_a_restart(void **state)
{
    struct host *host = *state;
    connect_all(host, 2);
    miss_matches(host, 1);
    int64_t match = match_of(host, HOME, OFFICE);
    assert_int_equal(answer(host, 1, COMMAND_CONFIRM_MATCH, match), REFUSAL_OK);
    host_disconnect(host, 0); /* instead of confirming */
    tick(host);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(join_queue(host, 0, blitz, HOME), REFUSAL_QUEUE_WAIT);
    host_wait(host, 10000);
    host_restart(host, host->now.wall_ms);
    connect_all(host, 2);
    assert_int_equal(join_queue(host, 0, blitz, HOME), REFUSAL_QUEUE_WAIT);
    assert_int_equal(host_heard(host, 0, EVENT_REPLY)->message.detail.wait_ms, 20000);
    host_wait(host, 20000);
    assert_int_equal(join_queue(host, 0, blitz, HOME), REFUSAL_OK);
}

static void a_player_whose_friend_joins_meanwhile_has_missed_nothing(void **state)
{
    struct host *host = *state;
    struct service_command order = order_of(0, WISH_ANYONE);
    connect_all(host, 3);
    order.is_rated = false;
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    (void)match_of(host, HOME, OFFICE);
    assert_int_equal(join_game(host, 2, host->game[0].code), REFUSAL_OK);
    assert_int_equal(host_heard(host, 1, EVENT_MATCH_CANCELLED)->message.reason, MATCH_ELSEWHERE);
    assert_int_equal(people_find(host->service, service_player_of(host->service, 0))->misses.count,
                     0);
}

static int misses_of(struct host *host, int32_t conn)
{
    return people_find(host->service, service_player_of(host->service, conn))->misses.count;
}

static void a_player_who_begins_another_game_has_missed_the_match(void **state)
{
    struct host *host = *state;
    struct service_command order = order_of(0, WISH_BOT);
    connect_all(host, 3);
    order.is_rated = false;
    (void)match_of(host, HOME, OFFICE);
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    assert_int_equal(host_heard(host, 1, EVENT_MATCH_CANCELLED)->message.reason, MATCH_ELSEWHERE);
    assert_int_equal(misses_of(host, 0), 1);
    assert_int_equal(misses_of(host, 1), 0);
    /* Joining the invitation of a friend, too. */
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, host->game[0].id), REFUSAL_OK);
    assert_int_equal(host_simple(host, 1, COMMAND_LEAVE_QUEUE, 0), REFUSAL_OK);
    order = order_of(2, WISH_ANYONE);
    order.is_rated = false;
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    (void)match_of(host, HOME, OFFICE);
    struct service_command join = command_by(0, COMMAND_JOIN_GAME, host->game[1].id);
    memcpy(join.code, host->game[1].code, sizeof join.code);
    assert_int_equal(host_ask(host, &join), REFUSAL_OK);
    assert_int_equal(misses_of(host, 0), 2);
}

static void a_player_who_resigns_without_a_move_has_confirmed_for_nothing(void **state)
{
    struct host *host = *state;
    int32_t red;
    connect_all(host, 2);
    int64_t game = begin(host, HOME, OFFICE, &red);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_simple(host, 1 - red, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(misses_of(host, 1 - red), 1);
    assert_int_equal(misses_of(host, red), 0);
    int32_t first = red;
    game = begin(host, HOME, OFFICE, &red);
    for (int ply = 0; ply < 2; ply++)
        assert_int_equal(host_move(host, ply % 2 ? 1 - red : red, game, ply, ply), REFUSAL_OK);
    assert_int_equal(host_simple(host, 1 - first, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(misses_of(host, 1 - first), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(nobody_gets_a_rated_game_against_a_guest_of_their_own),
        WITH_HOST(a_rated_invitation_is_for_two_accounts),
        WITH_HOST(an_account_counts_as_one_after_a_restart_too),
        WITH_HOST(a_rated_game_from_the_queue_has_a_clock),
        WITH_HOST(the_queue_never_pairs_a_player_with_another_session_of_the_same_account),
        WITH_HOST(a_game_within_one_network_is_rated_but_does_not_count),
        WITH_HOST(a_game_that_begins_in_two_networks_and_is_played_in_one_does_not_count),
        WITH_HOST(a_school_may_count_them),
        WITH_HOST(the_fourth_game_of_a_pair_in_a_day_does_not_count),
        WITH_HOST(a_fast_resignation_does_not_count),
        WITH_HOST(a_rematch_is_rated_by_the_same_rules),
        WITH_HOST(a_rematch_of_guests_who_did_not_come_from_the_queue_is_not_rated),
        WITH_HOST(a_connected_player_who_never_moves_loses_on_time),
        WITH_HOST(a_player_who_misses_matches_waits_longer_each_time),
        WITH_HOST(the_wait_goes_on_over_a_reconnect_and_a_restart),
        WITH_HOST(a_player_whose_friend_joins_meanwhile_has_missed_nothing),
        WITH_HOST(a_player_who_begins_another_game_has_missed_the_match),
        WITH_HOST(a_player_who_resigns_without_a_move_has_confirmed_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
