#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/resource.h>

#include "server/data_folder.h"
#include "server/online.h"

/* The service on a real database, without net. Commands have no connection, like those of REST. */
struct fixture {
    struct data_folder data;
    struct store_async *async;
    struct online *online;
    struct metrics metrics;
    struct message reply; /* the last one */
    int replies;
    int64_t changed; /* the last game */
    int changes;
};

static void on_changed(void *context, int64_t game_id)
{
    struct fixture *f = context;
    f->changed = game_id;
    f->changes++;
}

static void on_answer(void *context, const struct message *reply, const struct outbox *outbox)
{
    struct fixture *f = context;
    (void)outbox;
    f->reply = *reply;
    f->replies++;
}

static int set_up(void **state)
{
    static struct fixture f;
    char why[1024];
    f = (struct fixture){.data = {.alive = {.file = -1}}};
    if (!data_folder_open(&f.data, NULL, STORE_NORMAL, why, sizeof why))
        return -1;
    const struct store_async_setup inside = {.store = f.data.store};
    f.async = store_async_open(&inside);
    if (!f.async)
        return -1;
    struct online_setup setup = {.service = service_default,
                                 .async = f.async,
                                 .store = f.data.store,
                                 .alive = &f.data.alive,
                                 .metrics = &f.metrics,
                                 .hooks = {on_answer, on_changed, &f}};
    setup.service.conns = setup.service.rooms = 16;
    setup.service.players = setup.service.sessions = 64;
    setup.service.opened_ms = 1;
    f.online = online_open(&setup);
    *state = &f;
    return f.online ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    store_async_close(f->async);
    online_close(f->online);
    data_folder_close(&f->data);
    return 0;
}

static void ask(struct fixture *f, struct service_command *command)
{
    int before = f->replies;
    online_do(f->online, command, 1000);
    assert_int_equal(f->replies, before); /* no reply before the commit */
    online_turn(f->online, 1000);
    assert_int_equal(f->replies, before + 1);
}

/* A game over days of two new guests, whose token hashes are 1… and 2…. */
static int64_t new_game(struct fixture *f)
{
    struct service_command command = command_of(COMMAND_REST_CREATE);
    command.rules = ruleset_classic;
    for (int i = 0; i < ROW_SEATS; i++) {
        command.seat[i].wish = WISH_NEW;
        memset(command.seat[i].fresh_hash, i + 1, ROW_HASH_BYTES);
    }
    ask(f, &command);
    assert_int_equal(f->reply.refusal, REFUSAL_OK);
    return f->reply.game_id;
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

static void a_move_is_stored_before_its_answer(void **state)
{
    struct fixture *f = *state;
    struct game_row game;
    struct service_command move = move_of(new_game(f), 0, 3, 0);
    ask(f, &move);
    assert_int_equal(f->reply.refusal, REFUSAL_OK);
    assert_int_equal(store_game(f->data.store, move.game_id, &game), STORE_OK);
    assert_string_equal(game.moves, "4");
}

/* Writes a move to the store behind the back of the service. */
static void play_behind_our_back(struct fixture *f, int64_t game_id)
{
    struct row row = {.kind = ROW_MOVE};
    row.move = (struct move_row){.game_id = game_id,
                                 .text = "1",
                                 .status = GAME_PLAYING,
                                 .winner = ROW_NOBODY,
                                 .offer = ROW_NOBODY,
                                 .moved_ms = 5};
    assert_int_equal(store_write_turn(f->data.store, &row, 1, NULL), STORE_OK);
}

static void a_game_changed_in_the_store_is_read_again(void **state)
{
    struct fixture *f = *state;
    int64_t game_id = new_game(f);
    struct service_command move = move_of(game_id, 0, 3, 0);
    play_behind_our_back(f, game_id);
    ask(f, &move);
    assert_int_equal(f->reply.refusal, REFUSAL_STORE);
    assert_true(online_is_ready(f->online)); /* the store itself works */
    assert_false(service_has_game(online_service(f->online), game_id));
    move = move_of(game_id, 0, 3, 0);
    ask(f, &move);
    assert_int_equal(f->reply.refusal, REFUSAL_STALE);
    move = move_of(game_id, 1, 3, 1);
    ask(f, &move);
    assert_int_equal(f->reply.refusal, REFUSAL_OK);
}

static void a_game_that_was_not_committed_does_not_exist(void **state)
{
    struct fixture *f = *state;
    struct service_command move = move_of(12345, 0, 3, 0);
    ask(f, &move);
    assert_int_equal(f->reply.refusal, REFUSAL_NO_SESSION);
    (void)new_game(f);
    move = move_of(12345, 0, 3, 0);
    ask(f, &move);
    assert_int_equal(f->reply.refusal, REFUSAL_NO_SUCH_GAME);
}

static void an_overdue_game_ends_without_a_request(void **state)
{
    struct fixture *f = *state;
    struct row row = {.kind = ROW_GAME};
    struct game_row game;
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
    online_tick(f->online, 1000);
    online_turn(f->online, 1000);
    assert_int_equal(store_game(f->data.store, 77, &game), STORE_OK);
    assert_int_equal(game.status, GAME_CANCELLED);
}

/* A new guest with this token hash against the computer, which is to move. */
static int64_t new_bot_game(struct fixture *f, int guest)
{
    struct service_command command = command_of(COMMAND_REST_CREATE);
    command.rules = ruleset_classic;
    command.seat[0].wish = WISH_NEW;
    memset(command.seat[0].fresh_hash, guest + 1, ROW_HASH_BYTES);
    command.seat[1].wish = WISH_BOT;
    ask(f, &command);
    assert_int_equal(f->reply.refusal, REFUSAL_OK);
    struct service_command move = move_of(f->reply.game_id, guest, 3, 0);
    ask(f, &move);
    assert_int_equal(f->reply.refusal, REFUSAL_OK);
    return move.game_id;
}

static void bot_moves(struct fixture *f, int64_t game_id, int column)
{
    struct service_command move = command_of(COMMAND_BOT_MOVE);
    move.game_id = game_id;
    move.ply = 1;
    move.column = column;
    move.ack = UINT64_C(1) << 32 | (uint32_t)column;
    online_do(f->online, &move, 1000);
    online_turn(f->online, 1000);
}

static void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void moves_of_the_computer_wait_until_the_store_works(void **state)
{
    enum { TIMES = 3000 };
    struct fixture *f = *state;
    struct game_row game;
    int64_t first = new_bot_game(f, 0), last = new_bot_game(f, 1);
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    limit_files(1); /* the disk is full */
    for (int i = 0; i < TIMES; i++)
        bot_moves(f, first, 2);
    bot_moves(f, last, 6);
    assert_false(online_is_ready(f->online));
    limit_files(RLIM_INFINITY);
    online_tick(f->online, 5000);
    online_turn(f->online, 5000);
    (void)signal(SIGXFSZ, before);
    assert_true(online_is_ready(f->online));
    assert_int_equal(store_game(f->data.store, first, &game), STORE_OK);
    assert_string_equal(game.moves, "43");
    assert_int_equal(store_game(f->data.store, last, &game), STORE_OK);
    assert_string_equal(game.moves, "47");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_is_stored_before_its_answer),
        TEST(a_game_changed_in_the_store_is_read_again),
        TEST(a_game_that_was_not_committed_does_not_exist),
        TEST(an_overdue_game_ends_without_a_request),
        TEST(moves_of_the_computer_wait_until_the_store_works),
    };
    return cmocka_run_group_tests_name("online", tests, NULL, NULL);
}
