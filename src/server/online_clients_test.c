#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdlib.h>

#include "play/command.h"
#include "server/online_clients.h"

static bool none_is_open(void *context, int32_t number)
{
    (void)context, (void)number;
    return false;
}

static bool all_are_open(void *context, int32_t number)
{
    (void)context, (void)number;
    return true;
}

static struct sio_client *client_new(void)
{
    struct sio_client *client = calloc(1, sizeof *client + sizeof(struct online_client));
    assert_non_null(client);
    return client;
}

static void a_number_is_reused_only_after_the_service_has_released_it(void **state)
{
    struct sio_client *a = client_new(), *b = client_new(), *c = client_new();
    struct online_clients clients;
    (void)state;
    assert_true(online_clients_open(&clients, 2));
    assert_true(online_clients_add(&clients, a));
    assert_true(online_clients_add(&clients, b));
    assert_int_equal(online_client_of(a)->number, 0);
    assert_int_equal(online_client_of(b)->number, 1);
    assert_false(online_clients_add(&clients, c));
    assert_false(online_client_of(c)->has_number);
    online_clients_remove(&clients, a);
    assert_null(online_clients_at(&clients, 0));
    assert_false(online_client_of(a)->has_number);
    assert_false(online_clients_add(&clients, c));
    online_clients_recycle(&clients, all_are_open, NULL);
    assert_false(online_clients_add(&clients, c));
    online_clients_recycle(&clients, none_is_open, NULL);
    assert_true(online_clients_add(&clients, c));
    assert_int_equal(online_client_of(c)->number, 0);
    assert_ptr_equal(online_clients_at(&clients, 0), c);
    online_clients_close(&clients);
    free(a);
    free(b);
    free(c);
}

static void an_unused_number_has_no_client(void **state)
{
    struct online_clients clients;
    (void)state;
    assert_true(online_clients_open(&clients, 2));
    assert_null(online_clients_at(&clients, CONN_NONE));
    assert_null(online_clients_at(&clients, 0));
    assert_null(online_clients_at(&clients, 2));
    online_clients_close(&clients);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_reused_only_after_the_service_has_released_it),
        cmocka_unit_test(an_unused_number_has_no_client),
    };
    return cmocka_run_group_tests_name("online_clients", tests, NULL, NULL);
}
