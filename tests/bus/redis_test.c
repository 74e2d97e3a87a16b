/* The bus on a real Redis and the real loop: messages arrive, and whatever happens to Redis only changes the state. */
#include <setjmp.h>
#include <stdarg.h>
#include <time.h>

#include <cmocka.h>

#include "base/fixture_test.h"
#include "bus/bus.h"
#include "bus/bus_url.h"
#include "net/link.h"
#include "net/net.h"
#include "redis_server.h"

enum { NODES = 3, DEADLINE_S = 120, TICK_MS = 20 };

/* A node has a bus and notes what it hears; all nodes share the loop. */
struct node {
    struct bus *bus;
    struct buffer states; /* "+\n", or "- why\n" */
    int messages, gaps, ups, downs;
    struct bus_message last;
};

struct world {
    struct net *net;
    struct wire_maker wires;
    struct redis_server redis;
    struct node nodes[NODES];
    time_t deadline;
    pid_t child; /* another process, and a pipe from it */
    int letters;
};

static struct world world;

static void on_request(void *context, struct net_request *request)
{
    (void)context;
    net_request_answer_text(request, 404, "nothing here\n");
}

static void on_tick(void *context, int64_t now_ms)
{
    (void)context;
    for (int i = 0; i < NODES; i++)
        if (world.nodes[i].bus)
            bus_tick(world.nodes[i].bus, now_ms);
}

static void on_end_of_turn(void *context, int64_t now_ms)
{
    (void)context, (void)now_ms;
    for (int i = 0; i < NODES; i++)
        if (world.nodes[i].bus)
            bus_turn(world.nodes[i].bus);
}

static void on_message(void *context, const struct bus_message *message)
{
    struct node *node = context;
    node->messages++;
    node->last = *message;
}

static void on_state(void *context, bool works, const char *why)
{
    struct node *node = context;
    if (works)
        node->ups++;
    else
        node->downs++;
    log_text(&node->states, works ? "+" : "- ");
    log_text(&node->states, why);
    log_text(&node->states, "\n");
}

static void on_gap(void *context, int32_t from)
{
    struct node *node = context;
    assert_true(from > 0);
    node->gaps++;
}

static void loop_open(void)
{
    struct net_config config = {
        .address = "127.0.0.1",
        .limits = net_limits_default,
        .handlers = {.request = on_request, .tick = on_tick, .end_of_turn = on_end_of_turn}};
    config.limits.tick_ms = TICK_MS;
    assert_int_equal(net_open(&world.net, &config), NET_OK);
    world.wires = net_wires(world.net);
    world.deadline = time(NULL) + DEADLINE_S;
}

static struct node *node_open(int i, const char *address)
{
    struct node *node = &world.nodes[i];
    const struct bus_handlers handlers = {on_message, on_state, on_gap, node};
    struct bus_url url;
    char why[BUS_WHY_SIZE];
    if (!bus_url_read(&url, address, why))
        fail_msg("%s: %s", address, why);
    node->states = buffer_with_max(1 << 16);
    node->bus = bus_redis_open(&url, &world.wires, &handlers);
    assert_non_null(node->bus);
    bus_set_node(node->bus, i + 1);
    return node;
}

static void node_close(struct node *node)
{
    bus_close(node->bus);
    buffer_free(&node->states);
    *node = (struct node){0};
}

static int set_up(void **state)
{
    (void)state;
    world = (struct world){0};
    loop_open();
    redis_open(&world.redis, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < NODES; i++)
        if (world.nodes[i].bus)
            node_close(&world.nodes[i]);
    net_stop(world.net); /* twice: at once */
    net_stop(world.net);
    net_run(world.net);
    net_close(world.net);
    redis_end(&world.redis);
    return 0;
}

/* One turn of the loop, within the deadline of the test. */
static void turn(const char *awaited)
{
    if (time(NULL) > world.deadline) {
        for (int i = 0; i < NODES; i++)
            print_message("node %d: %.*s", i + 1, (int)world.nodes[i].states.len,
                          world.nodes[i].states.bytes ? world.nodes[i].states.bytes : "");
        fail_msg("waited in vain for: %s", awaited);
    }
    net_turn(world.net);
}

#define UNTIL(condition)      \
    do {                      \
        while (!(condition))  \
            turn(#condition); \
    } while (0)

static bool all_work(int count)
{
    for (int i = 0; i < count; i++)
        if (!bus_works(world.nodes[i].bus) || bus_nodes(world.nodes[i].bus) != count)
            return false;
    return true;
}

static void nodes_open(int count)
{
    for (int i = 0; i < count; i++)
        (void)node_open(i, world.redis.url);
    UNTIL(all_work(count));
}

static void publish(struct node *node, int64_t player_id)
{
    const struct bus_message message = {.kind = BUS_PLAYER, .player = {.player_id = player_id}};
    bus_publish(node->bus, &message);
}

/* A message of node 1 reaches this node. */
static void expect_message(struct node *to, int64_t player_id)
{
    publish(&world.nodes[0], player_id);
    UNTIL(to->last.kind == BUS_PLAYER && to->last.player.player_id == player_id);
}

static bool has_said(const struct node *node, const char *words)
{
    char text[1 << 12];
    (void)snprintf(text, sizeof text, "%.*s", (int)node->states.len,
                   node->states.bytes ? node->states.bytes : "");
    return strstr(text, words);
}

/* Fails at least so often, and says so once for each of the causes given. */
static void expect_failures(const struct node *node, uint64_t failures, int causes)
{
    UNTIL(bus_counts(node->bus).failures >= failures);
    assert_in_range(node->downs, 1, causes);
    assert_int_equal(node->ups, 0);
    assert_false(has_said(node, "secret"));
}

static void a_message_reaches_all_other_nodes(void **state)
{
    struct bus_message message = {.kind = BUS_CHAT,
                                  .chat = {.game_id = 7, .seq = 3, .text = "Grüße\r\n"}};
    (void)state;
    nodes_open(3);
    bus_publish(world.nodes[0].bus, &message);
    publish(&world.nodes[1], 9);
    UNTIL(world.nodes[2].messages == 2 && world.nodes[1].messages == 1 &&
          world.nodes[0].messages == 1);
    assert_int_equal(world.nodes[1].last.node, 1);
    assert_int_equal(world.nodes[1].last.kind, BUS_CHAT);
    assert_int_equal(world.nodes[1].last.chat.game_id, 7);
    assert_string_equal(world.nodes[1].last.chat.text, message.chat.text);
    assert_int_equal(world.nodes[0].last.node, 2);
    for (int i = 0; i < NODES; i++) {
        assert_log(&world.nodes[i].states, "+\n");
        assert_int_equal(bus_counts(world.nodes[i].bus).refused, 0);
    }
}

static void a_large_turn_arrives_in_order_and_whole(void **state)
{
    enum { MESSAGES = 5000 };
    (void)state;
    nodes_open(2);
    int gaps = world.nodes[1].gaps; /* 1 if node 1 had sent a beat before */
    for (int i = 1; i <= MESSAGES; i++)
        publish(&world.nodes[0], i);
    UNTIL(world.nodes[1].messages == MESSAGES);
    assert_int_equal(world.nodes[1].last.player.player_id, MESSAGES);
    assert_int_equal(world.nodes[1].gaps, gaps);
}

static void unix_sockets_and_names_work_too(void **state)
{
    char address[320];
    (void)state;
    (void)snprintf(address, sizeof address, "unix://%s", world.redis.socket);
    (void)node_open(0, address);
    (void)snprintf(address, sizeof address, "redis://localhost:%d", world.redis.port);
    (void)node_open(1, address);
    UNTIL(all_work(2));
    expect_message(&world.nodes[1], 1);
}

static void databases_are_apart(void **state)
{
    char address[320];
    (void)state;
    (void)snprintf(address, sizeof address, "%s/4", world.redis.url);
    (void)node_open(2, address);
    nodes_open(2);
    UNTIL(bus_works(world.nodes[2].bus));
    expect_message(&world.nodes[1], 1);
    assert_int_equal(bus_nodes(world.nodes[2].bus), 1);
    assert_int_equal(world.nodes[2].messages, 0);
}

static void foreign_messages_are_counted_and_dropped(void **state)
{
    (void)state;
    nodes_open(2);
    REDIS_DO(&world.redis, "PUBLISH", "fourfall:0", "hello");
    REDIS_DO(&world.redis, "PUBLISH", "fourfall:0", "");
    UNTIL(bus_counts(world.nodes[1].bus).refused == 2);
    expect_message(&world.nodes[1], 1);
    assert_log(&world.nodes[1].states, "+\n");
}

static void after_a_restart_it_works_again(void **state)
{
    (void)state;
    nodes_open(2);
    int gaps = world.nodes[1].gaps;
    redis_stop(&world.redis);
    UNTIL(bus_counts(world.nodes[1].bus).failures >= 4);
    assert_int_equal(world.nodes[1].ups, 1);
    assert_in_range(world.nodes[1].downs, 1,
                    2); /* lost, then unreachable: not once for each attempt */
    publish(&world.nodes[0], 1);
    assert_int_equal(bus_counts(world.nodes[0].bus).dropped, 1);
    assert_int_equal(bus_nodes(world.nodes[0].bus), 0);
    redis_start(&world.redis, NULL);
    UNTIL(all_work(2));
    expect_message(&world.nodes[1], 2);
    assert_int_equal(world.nodes[1].messages, 1);
    assert_true(world.nodes[1].gaps > gaps);
}

static void a_password_is_needed_where_there_is_one(void **state)
{
    char address[320];
    (void)state;
    redis_stop(&world.redis);
    redis_start(&world.redis, WITH("--requirepass", "secret"));
    (void)snprintf(address, sizeof address, "redis://:secret@127.0.0.1:%d", world.redis.port);
    (void)node_open(0, address);
    UNTIL(bus_works(world.nodes[0].bus));
    (void)snprintf(address, sizeof address, "redis://:secret2@127.0.0.1:%d", world.redis.port);
    expect_failures(node_open(1, address), 4, 1);
    assert_true(has_said(&world.nodes[1], "refuses this user or password"));
    expect_failures(node_open(2, world.redis.url), 4, 1);
    assert_true(has_said(&world.nodes[2], "wants a password"));
    assert_log(&world.nodes[0].states, "+\n");
}

static void a_password_that_redis_does_not_know_is_refused(void **state)
{
    char address[320];
    (void)state;
    (void)snprintf(address, sizeof address, "redis://:secret@127.0.0.1:%d", world.redis.port);
    expect_failures(node_open(0, address), 3, 1);
    assert_true(has_said(&world.nodes[0], "perhaps it has no password"));
    redis_stop(&world.redis);
    redis_start(&world.redis,
                WITH("--rename-command", "AUTH", "")); /* its refusal quotes AUTH's words */
    expect_failures(node_open(1, address), 2, 1);
}

static void a_user_needs_the_channel_and_nothing_else(void **state)
{
    char address[320];
    (void)state;
    REDIS_DO(&world.redis, "ACL", "SETUSER", "club", "on", ">secret", "-@all", "+publish",
             "+subscribe");
    (void)snprintf(address, sizeof address, "redis://club:secret@127.0.0.1:%d", world.redis.port);
    struct node *node = node_open(0, address);
    expect_failures(node, 3, 1);
    assert_true(has_said(node, "may not PUBLISH and SUBSCRIBE"));
    REDIS_DO(&world.redis, "ACL", "SETUSER", "club", "&fourfall:*");
    UNTIL(bus_works(node->bus));
    uint64_t failures = bus_counts(node->bus).failures;
    (void)node_open(1, world.redis.url);
    UNTIL(all_work(2));
    expect_message(&world.nodes[1], 1);
    assert_int_equal(bus_counts(node->bus).failures, failures);
}

static void encrypted_connections_check_the_certificate(void **state)
{
    char address[320];
    (void)state;
    redis_stop(&world.redis);
    redis_start(&world.redis, WITH("--tls"));
    nodes_open(2);
    for (int i = 1; i <= 2000; i++)
        publish(&world.nodes[0], i);
    UNTIL(world.nodes[1].messages == 2000);
    node_close(&world.nodes[1]);
    (void)snprintf(address, sizeof address, "rediss://localhost:%d", world.redis.port);
    expect_failures(node_open(1, address), 2, 1); /* an authority that the system does not trust */
    assert_true(has_said(&world.nodes[1], "certificate"));
    node_close(&world.nodes[1]);
    (void)snprintf(address, sizeof address, "rediss://127.1:%d?ca=%s/ca.pem", world.redis.port,
                   world.redis.folder);
    expect_failures(node_open(1, address), 2, 1); /* the same server under another name */
    assert_true(has_said(&world.nodes[1], "mismatch"));
    (void)snprintf(address, sizeof address, "redis://127.0.0.1:%d", world.redis.port);
    expect_failures(node_open(2, address), 2, 3); /* not encrypted */
    assert_log(&world.nodes[0].states, "+\n");
}

static void a_server_without_tls_is_refused_by_rediss(void **state)
{
    char address[320];
    (void)state;
    (void)snprintf(address, sizeof address, "rediss://localhost:%d", world.redis.port);
    expect_failures(node_open(0, address), 2, 2);
}

static void a_program_that_is_not_redis_is_refused(void **state)
{
    char address[320];
    (void)state;
    (void)snprintf(address, sizeof address, "redis://127.0.0.1:%d", net_port(world.net));
    expect_failures(node_open(0, address), 3, 3);
}

static void a_host_that_does_not_exist_is_said_once(void **state)
{
    (void)state;
    expect_failures(node_open(0, "redis://no-such-host.invalid"), 2, 2);
}

/* PUBLISH needs no memory that Redis keeps. */
static void a_redis_without_memory_still_carries_messages(void **state)
{
    (void)state;
    nodes_open(2);
    REDIS_DO(&world.redis, "CONFIG", "SET", "maxmemory-policy", "noeviction");
    REDIS_DO(&world.redis, "CONFIG", "SET", "maxmemory", "1");
    for (int i = 1; i <= 100; i++)
        expect_message(&world.nodes[1], i);
    assert_log(&world.nodes[0].states, "+\n");
    assert_log(&world.nodes[1].states, "+\n");
}

static void a_connection_that_is_cut_comes_back(void **state)
{
    (void)state;
    nodes_open(2);
    static const char *const kinds[] = {"pubsub", "normal"};
    for (int i = 0; i < 2; i++) {
        int ups = world.nodes[0].ups, downs = world.nodes[0].downs;
        REDIS_DO(&world.redis, "CLIENT", "KILL", "TYPE", kinds[i]);
        UNTIL(world.nodes[0].downs > downs && world.nodes[0].ups > ups);
        UNTIL(all_work(2));
        expect_message(&world.nodes[1], i + 1);
    }
}

static void a_silent_redis_is_noticed_and_publishing_goes_on(void **state)
{
    struct bus_message message = {.kind = BUS_CHAT};
    (void)state;
    nodes_open(2);
    int gaps = world.nodes[1].gaps;
    redis_signal(&world.redis, SIGSTOP);
    memset(message.chat.text, 'x', ROW_TEXT_SIZE - 1);
    while (bus_counts(world.nodes[0].bus).dropped == 0) { /* also the kernel's buffers get full */
        for (int i = 0; i < 1000; i++)
            bus_publish(world.nodes[0].bus, &message);
        turn("a full buffer");
    }
    UNTIL(!bus_works(world.nodes[0].bus) && !bus_works(world.nodes[1].bus));
    assert_true(has_said(&world.nodes[1], "has fallen silent"));
    UNTIL(bus_counts(world.nodes[1].bus).failures >= 3);
    assert_in_range(world.nodes[1].downs, 1, 2);
    redis_signal(&world.redis, SIGCONT);
    UNTIL(all_work(2));
    expect_message(&world.nodes[1], 5);
    assert_true(world.nodes[1].gaps > gaps);
}

static void a_replica_is_refused_until_it_is_the_primary(void **state)
{
    char port[16];
    struct redis_server replica = {0};
    (void)state;
    nodes_open(2);
    (void)snprintf(port, sizeof port, "%d", world.redis.port);
    redis_open(&replica, WITH("--replicaof", "127.0.0.1", port));
    struct node *node = node_open(2, replica.url);
    UNTIL(has_said(node, "is a replica"));
    expect_failures(node, 3, 4); /* while it copies the primary it may not answer at all */
    REDIS_DO(&replica, "REPLICAOF", "NO", "ONE");
    UNTIL(bus_works(node->bus));
    REDIS_DO(&replica, "REPLICAOF", "127.0.0.1", port); /* noticed without a new connection */
    UNTIL(!bus_works(node->bus));
    node_close(node);
    redis_end(&replica);
    assert_log(&world.nodes[0].states, "+\n");
}

/* Another process with a node of its own; it writes each change of state, and each message, as a letter. */
static void child_run(int out)
{
    int ups = 0, downs = 0;
    loop_open();
    struct node *node = node_open(1, world.redis.url);
    int64_t told = 0;
    while (time(NULL) < world.deadline) {
        net_turn(world.net);
        for (; downs < node->downs; downs++)
            (void)!write(out, "-", 1);
        for (; ups < node->ups; ups++)
            (void)!write(out, "+", 1);
        if (node->last.kind == BUS_PLAYER && node->last.player.player_id != told) {
            told = node->last.player.player_id;
            (void)!write(out, "m", 1);
        }
    }
    _exit(0);
}

/* Two processes: libev's signals allow one loop in each, so the other is started first. */
static int set_up_with_child(void **state)
{
    int ends[2];
    (void)state;
    world = (struct world){0};
    redis_open(&world.redis, NULL);
    assert_int_equal(pipe(ends), 0);
    world.child = fork();
    assert_true(world.child >= 0);
    if (world.child == 0) {
        (void)close(ends[0]);
        child_run(ends[1]);
    }
    (void)close(ends[1]);
    world.letters = ends[0];
    assert_int_equal(fcntl(world.letters, F_SETFL, O_NONBLOCK), 0);
    loop_open();
    return 0;
}

static int tear_down_with_child(void **state)
{
    (void)kill(world.child, SIGKILL);
    assert_int_equal(waitpid(world.child, NULL, 0), world.child);
    (void)close(world.letters);
    return tear_down(state);
}

/* Waits for a letter of the child while the loop runs. */
static void expect_letter(char awaited)
{
    char letter = 0;
    while (letter != awaited) {
        if (read(world.letters, &letter, 1) != 1)
            letter = 0;
        turn("the other process");
    }
}

static void a_slow_reader_costs_nobody_but_itself(void **state)
{
    struct bus_message message = {.kind = BUS_CHAT};
    (void)state;
    REDIS_DO(&world.redis, "CONFIG", "SET", "client-output-buffer-limit", "pubsub 1mb 1mb 1");
    struct node *node = node_open(0, world.redis.url);
    expect_letter('+');
    UNTIL(bus_works(node->bus));
    assert_int_equal(kill(world.child, SIGSTOP), 0);
    memset(message.chat.text, 'x', ROW_TEXT_SIZE - 1);
    for (int i = 0; i < 400; i++) { /* 16 MB: more than kernel and Redis keep for the child */
        for (int j = 0; j < 50; j++)
            bus_publish(node->bus, &message);
        turn("sending");
    }
    UNTIL(bus_nodes(node->bus) == 1);
    assert_int_equal(kill(world.child, SIGCONT), 0);
    expect_letter('-');
    expect_letter('+');
    publish(node, 77);
    expect_letter('m');
    assert_int_equal(bus_counts(node->bus).dropped, 0);
    assert_log(&node->states, "+\n");
}

#define BUS_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BUS_TEST(a_message_reaches_all_other_nodes),
        BUS_TEST(a_large_turn_arrives_in_order_and_whole),
        BUS_TEST(unix_sockets_and_names_work_too),
        BUS_TEST(databases_are_apart),
        BUS_TEST(foreign_messages_are_counted_and_dropped),
        BUS_TEST(after_a_restart_it_works_again),
        BUS_TEST(a_password_is_needed_where_there_is_one),
        BUS_TEST(a_password_that_redis_does_not_know_is_refused),
        BUS_TEST(a_user_needs_the_channel_and_nothing_else),
        BUS_TEST(encrypted_connections_check_the_certificate),
        BUS_TEST(a_server_without_tls_is_refused_by_rediss),
        BUS_TEST(a_program_that_is_not_redis_is_refused),
        BUS_TEST(a_host_that_does_not_exist_is_said_once),
        BUS_TEST(a_redis_without_memory_still_carries_messages),
        BUS_TEST(a_connection_that_is_cut_comes_back),
        BUS_TEST(a_silent_redis_is_noticed_and_publishing_goes_on),
        BUS_TEST(a_replica_is_refused_until_it_is_the_primary),
        cmocka_unit_test_setup_teardown(a_slow_reader_costs_nobody_but_itself, set_up_with_child,
                                        tear_down_with_child),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
