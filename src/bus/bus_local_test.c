#include "bus/bus_local.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/fixture_test.h"

enum { NODES = 3 };

/* Three nodes on a hub. What each hears is logged: "m2:5 " a message of node 2 about player 5, "g2 " a gap, "+ " and
 * "- " its state. */
struct world;
struct node {
    struct world *world;
    struct bus *bus;
    struct buffer log;
};

struct world {
    struct bus_hub *hub;
    struct node nodes[NODES];
    struct bus_fate fate; /* of everything */
    int64_t now_ms;
};

static void on_message(void *context, const struct bus_message *message)
{
    struct node *node = context;
    char text[64];
    assert_int_equal(message->kind, BUS_PLAYER);
    (void)snprintf(text, sizeof text, "m%d:%d ", (int)message->node,
                   (int)message->player.player_id);
    log_text(&node->log, text);
}

static void on_state(void *context, bool works, const char *why)
{
    struct node *node = context;
    log_text(&node->log, works ? "+ " : "- ");
    assert_int_equal(strlen(why) == 0, works);
}

static void on_gap(void *context, int32_t from)
{
    struct node *node = context;
    char text[32];
    (void)snprintf(text, sizeof text, "g%d ", (int)from);
    log_text(&node->log, text);
}

static void decide(void *context, int32_t from, int32_t to, struct bus_fate *fate)
{
    const struct world *world = context;
    assert_int_not_equal(from, to);
    *fate = world->fate;
}

static void node_open(struct world *world, int i, uint64_t sender)
{
    struct node *node = &world->nodes[i];
    const struct bus_handlers handlers = {on_message, on_state, on_gap, node};
    node->world = world;
    node->log = buffer_with_max(4096);
    node->bus = bus_local_open(world->hub, sender, &handlers);
    assert_non_null(node->bus);
    bus_set_node(node->bus, i + 1);
}

static void node_close(struct node *node)
{
    bus_close(node->bus);
    buffer_free(&node->log);
}

/* Time passes in steps of 100 ms. */
static void pass(struct world *world, int64_t ms)
{
    for (int64_t end = world->now_ms + ms; world->now_ms < end;) {
        world->now_ms += 100;
        for (int i = 0; i < NODES; i++)
            if (world->nodes[i].bus)
                bus_tick(world->nodes[i].bus, world->now_ms);
    }
}

static int set_up(void **state)
{
    static struct world world;
    world = (struct world){.fate = {.copies = 1}, .now_ms = 1000};
    const struct bus_fates fates = {decide, &world};
    world.hub = bus_hub_open(&fates);
    assert_non_null(world.hub);
    for (int i = 0; i < NODES; i++)
        node_open(&world, i, (uint64_t)i + 100);
    pass(&world, 200);
    for (int i = 0; i < NODES; i++)
        assert_log(&world.nodes[i].log, "+ ");
    *state = &world;
    return 0;
}

static int tear_down(void **state)
{
    struct world *world = *state;
    for (int i = 0; i < NODES; i++)
        if (world->nodes[i].bus)
            node_close(&world->nodes[i]);
    bus_hub_close(world->hub);
    return 0;
}

static void publish(struct world *world, int i, int64_t player_id)
{
    const struct bus_message message = {.kind = BUS_PLAYER, .player = {.player_id = player_id}};
    bus_publish(world->nodes[i].bus, &message);
}

static void send(struct world *world, int i, int64_t player_id)
{
    publish(world, i, player_id);
    bus_turn(world->nodes[i].bus);
}

static void all_others_hear_a_message_after_the_turn(void **state)
{
    struct world *world = *state;
    publish(world, 0, 5);
    publish(world, 0, 6);
    pass(world, 100);
    assert_log(&world->nodes[1].log, "");
    bus_turn(world->nodes[0].bus);
    assert_log(&world->nodes[1].log, "");
    pass(world, 100);
    assert_log(&world->nodes[0].log, "");
    assert_log(&world->nodes[1].log, "m1:5 m1:6 ");
    assert_log(&world->nodes[2].log, "m1:5 m1:6 ");
    assert_int_equal(bus_counts(world->nodes[0].bus).published, 2);
    assert_int_equal(bus_counts(world->nodes[1].bus).received, 2);
}

static void a_message_may_be_late_doubled_and_overtaken(void **state)
{
    struct world *world = *state;
    world->fate = (struct bus_fate){.copies = 2, .delay_ms = {300, 500}};
    send(world, 0, 5);
    world->fate = (struct bus_fate){.copies = 1};
    send(world, 0, 6);
    assert_int_equal(bus_local_due_ms(world->nodes[1].bus), world->now_ms);
    pass(world, 100);
    assert_log(&world->nodes[1].log, "m1:6 g1 ");
    assert_int_equal(bus_local_due_ms(world->nodes[1].bus), world->now_ms + 200);
    pass(world, 200);
    assert_log(&world->nodes[1].log, "m1:5 ");
    pass(world, 200);
    assert_log(&world->nodes[1].log, "m1:5 ");
    assert_int_equal(bus_local_due_ms(world->nodes[1].bus), INT64_MAX);
}

static void a_lost_message_is_noticed_with_the_next_beat(void **state)
{
    struct world *world = *state;
    world->fate.copies = 0;
    send(world, 0, 5);
    world->fate.copies = 1;
    pass(world, 1100);
    assert_log(&world->nodes[1].log, "g1 ");
    assert_log(&world->nodes[0].log, "");
    assert_int_equal(bus_counts(world->nodes[1].bus).gaps, 1);
    pass(world, 3000);
    assert_log(&world->nodes[1].log, "");
}

static void a_node_that_is_cut_off_knows_it_and_is_missed(void **state)
{
    struct world *world = *state;
    assert_int_equal(bus_nodes(world->nodes[1].bus), 3);
    bus_local_connect(world->nodes[0].bus, false);
    pass(world, 1000);
    assert_log(&world->nodes[0].log, "- ");
    assert_false(bus_works(world->nodes[0].bus));
    assert_int_equal(bus_nodes(world->nodes[0].bus), 0);
    send(world, 0, 5);
    assert_int_equal(bus_counts(world->nodes[0].bus).dropped, 1);
    pass(world, 3000);
    assert_int_equal(bus_nodes(world->nodes[1].bus), 2);
    assert_log(&world->nodes[1].log, "");
    bus_local_connect(world->nodes[0].bus, true);
    pass(world, 1200);
    assert_log(&world->nodes[0].log, "+ g2 g3 "); /* it has missed beats of the others */
    assert_log(&world->nodes[1].log, "g1 ");
    assert_int_equal(bus_nodes(world->nodes[1].bus), 3);
}

static void a_message_under_way_is_lost_with_its_receiver(void **state)
{
    struct world *world = *state;
    send(world, 0, 5);
    bus_local_connect(world->nodes[1].bus, false);
    bus_local_connect(world->nodes[1].bus, true);
    pass(world, 100);
    assert_log(&world->nodes[1].log, "");
    assert_log(&world->nodes[2].log, "m1:5 ");
}

static void a_node_that_begins_anew_is_no_gap(void **state)
{
    struct world *world = *state;
    node_close(&world->nodes[0]);
    node_open(world, 0, 777);
    pass(world, 1200);
    send(world, 0, 5);
    pass(world, 100);
    assert_log(&world->nodes[1].log, "m1:5 ");
    assert_int_equal(bus_nodes(world->nodes[1].bus), 3);
}

static void a_node_that_was_stopped_has_not_gone_deaf(void **state)
{
    struct world *world = *state;
    world->now_ms += 30000;
    bus_tick(world->nodes[1].bus, world->now_ms);
    assert_int_equal(bus_nodes(world->nodes[1].bus), 3);
    pass(world, 4000);
    assert_int_equal(bus_nodes(world->nodes[1].bus), 3);
}

static void a_row_that_cannot_be_sent_is_counted(void **state)
{
    struct world *world = *state;
    const struct bus_message message = {.kind = BUS_CHAT, .chat = {.text = "\xff"}};
    bus_publish(world->nodes[0].bus, &message);
    bus_turn(world->nodes[0].bus);
    assert_int_equal(bus_counts(world->nodes[0].bus).dropped, 1);
}

/* More than fits one batch. */
static void a_large_turn_arrives_whole(void **state)
{
    enum { LINES = 500 };
    struct world *world = *state;
    struct bus_message message = {.kind = BUS_PLAYER, .player = {.has_ended = true}};
    uint64_t before = bus_counts(world->nodes[1].bus).received;
    for (int i = 0; i < 5 * LINES; i++)
        bus_publish(world->nodes[0].bus, &message);
    bus_turn(world->nodes[0].bus);
    world->nodes[1].log.max = world->nodes[2].log.max = 1 << 20;
    pass(world, 100);
    assert_int_equal(bus_counts(world->nodes[1].bus).received - before, 5 * LINES);
    assert_int_equal(bus_counts(world->nodes[1].bus).gaps, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_others_hear_a_message_after_the_turn, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_message_may_be_late_doubled_and_overtaken, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_lost_message_is_noticed_with_the_next_beat, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_node_that_is_cut_off_knows_it_and_is_missed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_message_under_way_is_lost_with_its_receiver, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_node_that_begins_anew_is_no_gap, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_node_that_was_stopped_has_not_gone_deaf, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_row_that_cannot_be_sent_is_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_large_turn_arrives_whole, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
