#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/data_folder.h"
#include "server/online.h"
#include "store/postgres_server_test.h"

/* The service on a store whose answers come later: SQLite that is asked to be late, and PostgreSQL with its threads. Commands
 * have no connection, like those of REST. */
enum { DEADLINE_MS = 60000, REPLIES_MAX = 16 };

struct node {
    struct store_async *async;
    struct online *online;
    struct metrics metrics;
    struct message reply[REPLIES_MAX];
    int replies;
    int woken; /* an eventfd */
};

struct fixture {
    struct data_folder data;
    char database[64];
    struct store_postgres postgres;
    struct node node[2];
};

static void on_answer(void *context, const struct message *reply, const struct outbox *outbox)
{
    struct node *node = context;
    (void)outbox;
    assert_true(node->replies < REPLIES_MAX);
    node->reply[node->replies++] = *reply;
}

static void wake(void *context)
{
    const struct node *node = context;
    uint64_t one = 1;
    (void)!write(node->woken, &one, sizeof one);
}

static bool open_node(struct node *node, struct store_async_setup setup, struct store *store,
                      int number)
{
    node->woken = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    setup.wake = wake;
    setup.wake_context = node;
    node->async = store_async_open(&setup);
    struct online_setup online = {.service = service_default,
                                  .async = node->async,
                                  .store = store,
                                  .metrics = &node->metrics,
                                  .hooks = {.replied = on_answer, .context = node}};
    online.service.conns = online.service.rooms = 16;
    online.service.players = online.service.sessions = 64;
    online.service.opened_ms = 1;
    online.service.node = number;
    node->online = node->async ? online_open(&online) : NULL;
    return node->online != NULL;
}

static void close_node(struct node *node)
{
    store_async_close(node->async);
    online_close(node->online);
    (void)close(node->woken);
}

static int set_up_sqlite(void **state)
{
    static struct fixture f;
    char why[1024];
    f = (struct fixture){.data = {.alive = {.file = -1}}};
    *state = &f;
    if (!data_folder_open(&f.data, NULL, STORE_NORMAL, why, sizeof why))
        return -1;
    const struct store_async_setup late = {.store = f.data.store, .is_late = true};
    return open_node(&f.node[0], late, f.data.store, 0) ? 0 : -1;
}

static int tear_down_sqlite(void **state)
{
    struct fixture *f = *state;
    close_node(&f->node[0]);
    data_folder_close(&f->data);
    return 0;
}

/* Two nodes of one database, without a bus. */
static int set_up_nodes(void **state)
{
    static struct fixture f;
    static char url[512];
    char problem[STORE_PROBLEM_SIZE];
    struct store *store;
    f = (struct fixture){.data = {.alive = {.file = -1}}};
    *state = &f;
    if (!postgres_take(f.database) || postgres_open_test(&store, f.database, problem) != STORE_OK)
        return -1;
    store_close(store);
    (void)snprintf(url, sizeof url, "%s/%s", postgres_server(), f.database);
    f.postgres = (struct store_postgres){.url = url, .timeout_ms = DEADLINE_MS};
    const struct store_async_setup setup = {.postgres = &f.postgres, .readers = 2};
    return open_node(&f.node[0], setup, NULL, 1) && open_node(&f.node[1], setup, NULL, 2) ? 0 : -1;
}

static int tear_down_nodes(void **state)
{
    struct fixture *f = *state;
    close_node(&f->node[0]);
    close_node(&f->node[1]);
    return 0;
}

/* One turn of the loop: what has ended is collected, and what that has decided is handed over. */
static void turn(struct node *node)
{
    store_async_collect(node->async);
    online_turn(node->online, 1000);
}

/* Turns until this many replies have come. */
static void wait_for_replies(struct node *node, int count)
{
    struct pollfd woken = {.fd = node->woken, .events = POLLIN};
    uint64_t times;
    online_turn(node->online, 1000);
    while (node->replies < count) {
        assert_true(poll(&woken, 1, DEADLINE_MS) > 0);
        (void)!read(node->woken, &times, sizeof times);
        turn(node);
    }
}

static struct message *ask(struct node *node, const struct service_command *command)
{
    int before = node->replies;
    online_do(node->online, command, 1000);
    wait_for_replies(node, before + 1);
    return &node->reply[before];
}

/* A game over days of two new guests, whose token hashes are 1… and 2…. */
static int64_t new_game(struct node *node)
{
    struct service_command command = command_of(COMMAND_REST_CREATE);
    command.rules = ruleset_classic;
    for (int i = 0; i < ROW_SEATS; i++) {
        command.seat[i].wish = WISH_NEW;
        memset(command.seat[i].fresh_hash, i + 1, ROW_HASH_BYTES);
    }
    const struct message *reply = ask(node, &command);
    assert_int_equal(reply->refusal, REFUSAL_OK);
    return reply->game_id;
}

static struct service_command move_of(int64_t game_id, int seat, int column, int ply)
{
    struct service_command command = command_of(COMMAND_REST_MOVE);
    command.has_token = true;
    memset(command.token_hash, seat + 1, ROW_HASH_BYTES);
    command.game_id = game_id;
    command.column = column;
    command.ply = ply;
    return command;
}

static void nothing_is_decided_while_a_turn_is_under_way(void **state)
{
    struct node *node = &((struct fixture *)*state)->node[0];
    int64_t game = new_game(node);
    int before = node->replies;
    const struct service_command first = move_of(game, 0, 3, 0), second = move_of(game, 1, 4, 1);
    online_do(node->online, &first, 1000);
    online_turn(node->online, 1000);
    assert_true(online_is_committing(node->online));
    online_do(node->online, &second, 1000);
    online_turn(node->online, 1000);
    assert_int_equal(node->replies, before);
    store_async_collect(node->async);
    assert_int_equal(node->replies, before + 1); /* the second is decided now, but not committed */
    wait_for_replies(node, before + 2);
    assert_int_equal(node->reply[before].refusal, REFUSAL_OK);
    assert_int_equal(node->reply[before + 1].refusal, REFUSAL_OK);
    assert_int_equal(node->reply[before + 1].ply, 2);
}

/* Under load a commit is always under way: a tick that was left out would not come for long. */
static void a_tick_during_a_commit_comes_after_it(void **state)
{
    enum { TURNS = 8 };
    struct fixture *f = *state;
    struct node *node = &f->node[0];
    struct row row = {.kind = ROW_GAME};
    struct game_row game;
    const struct service_command move = move_of(new_game(node), 0, 3, 0);
    row.game = (struct game_row){.id = 77,
                                 .board = "7x6",
                                 .code = "ABCDEF",
                                 .seat = {{.kind = SEAT_BOT}},
                                 .status = GAME_WAITING,
                                 .winner = ROW_NOBODY,
                                 .offer = ROW_NOBODY,
                                 .deadline_ms = 1000,
                                 .created_ms = 1,
                                 .updated_ms = 1};
    assert_int_equal(store_write_turn(f->data.store, &row, 1, NULL), STORE_OK);
    online_do(node->online, &move, 1000);
    online_turn(node->online, 1000);
    assert_true(online_is_committing(node->online));
    online_tick(node->online, 1000);
    for (int i = 0; i < TURNS; i++)
        turn(node);
    assert_int_equal(store_game(f->data.store, 77, &game), STORE_OK);
    assert_int_equal(game.status, GAME_CANCELLED);
}

static void a_command_that_waits_keeps_its_own_texts(void **state)
{
    struct fixture *f = *state;
    struct node *node = &f->node[0];
    struct player_rows player;
    struct session_row session;
    char name[] = "Ann of the lake";
    uint8_t hash[ROW_HASH_BYTES];
    const struct service_command first = move_of(new_game(node), 0, 3, 0);
    struct service_command create = command_of(COMMAND_REST_CREATE);
    create.rules = ruleset_classic;
    create.seat[0] =
        (struct seat_order){.wish = WISH_NEW, .name = name, .name_len = sizeof name - 1};
    memset(hash, 7, sizeof hash);
    memcpy(create.seat[0].fresh_hash, hash, sizeof hash);
    create.seat[1].wish = WISH_BOT;
    int before = node->replies;
    online_do(node->online, &first, 1000);
    online_turn(node->online, 1000);
    online_do(node->online, &create, 1000);
    memset(name, 'x', sizeof name - 1); /* the caller's memory is used for something else */
    wait_for_replies(node, before + 2);
    assert_int_equal(store_session(f->data.store, hash, &session), STORE_OK);
    assert_int_equal(store_player(f->data.store, session.player_id, &player), STORE_OK);
    assert_string_equal(player.player.name, "Ann of the lake");
}

static void a_move_on_an_old_copy_is_decided_again(void **state)
{
    struct fixture *f = *state;
    struct node *here = &f->node[0], *there = &f->node[1];
    int64_t game = new_game(here);
    const struct service_command first = move_of(game, 0, 3, 0), second = move_of(game, 1, 4, 1),
                                 third = move_of(game, 0, 3, 2);
    assert_int_equal(ask(here, &first)->refusal, REFUSAL_OK);
    assert_int_equal(ask(there, &second)->refusal, REFUSAL_OK); /* reads the game */
    assert_int_equal(ask(here, &third)->refusal, REFUSAL_OK);   /* has it without the second move */
    assert_int_equal(here->reply[here->replies - 1].ply, 3);
}

static void of_two_moves_for_one_ply_on_two_nodes_one_is_made(void **state)
{
    struct fixture *f = *state;
    struct node *here = &f->node[0], *there = &f->node[1];
    int64_t game = new_game(here);
    const struct service_command look = move_of(game, 1, 0, 0), left = move_of(game, 0, 0, 0),
                                 right = move_of(game, 0, 6, 0);
    assert_int_not_equal(ask(there, &look)->refusal, REFUSAL_OK); /* both have the empty board */
    online_do(here->online, &left, 1000);
    online_do(there->online, &right, 1000);
    online_turn(here->online, 1000);
    online_turn(there->online, 1000);
    int mine = here->replies, theirs = there->replies;
    wait_for_replies(here, mine + 1);
    wait_for_replies(there, theirs + 1);
    bool was_first = here->reply[mine].refusal == REFUSAL_OK;
    assert_int_equal(here->reply[mine].refusal, was_first ? REFUSAL_OK : REFUSAL_STALE);
    assert_int_equal(there->reply[theirs].refusal, was_first ? REFUSAL_STALE : REFUSAL_OK);
    assert_int_equal(here->metrics.repeated_turns + there->metrics.repeated_turns, 1);
}

/* The beat has its own connection, which may fail while that of the turns works. */
static void after_a_failed_beat_only_the_next_one_lets_the_node_go_on(void **state)
{
    struct node *node = &((struct fixture *)*state)->node[0];
    int64_t game = new_game(node);
    const struct service_command first = move_of(game, 0, 3, 0), second = move_of(game, 1, 4, 1);
    int before = node->replies;
    online_do(node->online, &first, 1000);
    online_turn(node->online, 1000);
    assert_true(online_is_committing(node->online));
    online_fail(node->online, STORE_E_GONE, "no beat");
    wait_for_replies(node, before + 1);
    assert_int_equal(node->reply[before].refusal, REFUSAL_OK);
    assert_false(online_is_ready(node->online));
    assert_int_equal(ask(node, &second)->refusal, REFUSAL_STORE);
    online_recover(node->online, 1000);
    assert_int_equal(ask(node, &second)->refusal, REFUSAL_OK);
}

#define LATE(name) cmocka_unit_test_setup_teardown(name, set_up_sqlite, tear_down_sqlite)
#define NODES(name) cmocka_unit_test_setup_teardown(name, set_up_nodes, tear_down_nodes)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LATE(nothing_is_decided_while_a_turn_is_under_way),
        LATE(a_tick_during_a_commit_comes_after_it),
        LATE(a_command_that_waits_keeps_its_own_texts),
        NODES(after_a_failed_beat_only_the_next_one_lets_the_node_go_on),
        NODES(a_move_on_an_old_copy_is_decided_again),
        NODES(of_two_moves_for_one_ply_on_two_nodes_one_is_made),
    };
    return cmocka_run_group_tests_name("online_late", tests, NULL, NULL);
}
