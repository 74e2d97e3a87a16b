#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "sio/eio.h"

enum { MANY = 1000 };

static struct sio_client *client_named(int number)
{
    struct sio_client *client = calloc(1, sizeof *client);
    assert_non_null(client);
    (void)snprintf(client->sid, sizeof client->sid, "client-%d", number);
    return client;
}

static void clients_are_found_by_their_id_until_they_are_removed(void **state)
{
    static struct sio_client *all[MANY];
    struct sio_clients c = {.count = 0};
    (void)state;
    assert_null(sio_clients_find(&c, "client-0"));
    for (int i = 0; i < MANY; i++) {
        all[i] = client_named(i);
        assert_true(sio_clients_add(&c, all[i]));
    }
    for (int i = 0; i < MANY; i += 2)
        sio_clients_remove(&c, all[i]);
    for (int i = 0; i < MANY; i++) {
        struct sio_client *found = sio_clients_find(&c, all[i]->sid);
        assert_ptr_equal(found, i % 2 ? all[i] : NULL);
    }
    assert_null(sio_clients_find(&c, ""));
    for (int i = 0; i < MANY; i++)
        free(all[i]);
    sio_clients_free(&c);
}

/* Also after deadlines have moved and clients were removed. */
static void clients_come_due_in_the_order_of_their_times(void **state)
{
    static struct sio_client *all[MANY];
    struct sio_clients c = {.count = 0};
    uint64_t seed = 42;
    int removed = 0, seen = 0;
    (void)state;
    for (int i = 0; i < MANY; i++) {
        all[i] = client_named(i);
        assert_true(sio_clients_add(&c, all[i]));
        assert_null(sio_clients_due(&c, INT64_MAX - 1));
    }
    for (int i = 0; i < 10 * MANY; i++)
        sio_clients_schedule(&c, all[random_below(&seed, MANY)], random_below(&seed, 500));
    for (int i = 0; i < MANY; i++) {
        if (all[i]->due_ms == INT64_MAX || i % 3 == 0) {
            sio_clients_remove(&c, all[i]);
            removed++;
        }
    }
    assert_null(sio_clients_due(&c, -1));
    for (int64_t now_ms = 0; now_ms < 500; now_ms++) {
        struct sio_client *client;
        while ((client = sio_clients_due(&c, now_ms))) {
            assert_int_equal(client->due_ms, now_ms);
            sio_clients_remove(&c, client);
            seen++;
        }
    }
    assert_int_equal(seen + removed, MANY);
    assert_int_equal(c.count, 0);
    for (int i = 0; i < MANY; i++)
        free(all[i]);
    sio_clients_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clients_are_found_by_their_id_until_they_are_removed),
        cmocka_unit_test(clients_come_due_in_the_order_of_their_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
