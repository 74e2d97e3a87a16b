#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "server/engine_clients.h"

enum { MANY = 1000 };

static struct engine_client *client_named(int number)
{
    struct engine_client *client = calloc(1, sizeof *client);
    assert_non_null(client);
    (void)snprintf(client->session.sid, sizeof client->session.sid, "client-%d", number);
    return client;
}

static void clients_are_found_by_their_id_until_they_are_removed(void **state)
{
    static struct engine_client *all[MANY];
    struct engine_clients c = {.count = 0};
    (void)state;
    assert_null(engine_clients_find(&c, "client-0"));
    for (int i = 0; i < MANY; i++) {
        all[i] = client_named(i);
        assert_true(engine_clients_add(&c, all[i]));
    }
    for (int i = 0; i < MANY; i += 2)
        engine_clients_remove(&c, all[i]);
    for (int i = 0; i < MANY; i++) {
        struct engine_client *found = engine_clients_find(&c, all[i]->session.sid);
        assert_ptr_equal(found, i % 2 ? all[i] : NULL);
    }
    assert_null(engine_clients_find(&c, ""));
    for (int i = 0; i < MANY; i++)
        free(all[i]);
    engine_clients_free(&c);
}

/* Times set, moved to and fro, and clients removed in between: they come in the order of time. */
static void clients_come_due_in_the_order_of_their_times(void **state)
{
    static struct engine_client *all[MANY];
    struct engine_clients c = {.count = 0};
    uint64_t seed = 42;
    int removed = 0, seen = 0;
    (void)state;
    for (int i = 0; i < MANY; i++) {
        all[i] = client_named(i);
        assert_true(engine_clients_add(&c, all[i]));
        assert_null(engine_clients_due(&c, INT64_MAX - 1));
    }
    for (int i = 0; i < 10 * MANY; i++)
        engine_clients_schedule(&c, all[random_below(&seed, MANY)], random_below(&seed, 500));
    for (int i = 0; i < MANY; i++) {
        if (all[i]->due_ms == INT64_MAX || i % 3 == 0) {
            engine_clients_remove(&c, all[i]);
            removed++;
        }
    }
    assert_null(engine_clients_due(&c, -1));
    for (int64_t now_ms = 0; now_ms < 500; now_ms++) {
        struct engine_client *client;
        while ((client = engine_clients_due(&c, now_ms))) {
            assert_int_equal(client->due_ms, now_ms);
            engine_clients_remove(&c, client);
            seen++;
        }
    }
    assert_int_equal(seen + removed, MANY);
    assert_int_equal(c.count, 0);
    for (int i = 0; i < MANY; i++)
        free(all[i]);
    engine_clients_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clients_are_found_by_their_id_until_they_are_removed),
        cmocka_unit_test(clients_come_due_in_the_order_of_their_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
