#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rest/ticket.h"

enum { ANN = 1, BOB = 2 };

static struct tickets *tickets;
static const uint8_t mine[ROW_HASH_BYTES] = {1}, other[ROW_HASH_BYTES] = {2};

static int open_tickets(void **state)
{
    (void)state;
    tickets = calloc(1, sizeof *tickets);
    return tickets && token_start() ? 0 : -1;
}

static int close_tickets(void **state)
{
    (void)state;
    free(tickets);
    return 0;
}

static uint64_t address = 1; /* where tickets go */

static void issue(char text[TOKEN_TEXT_SIZE], enum ticket_kind kind, int64_t player_id,
                  int64_t now_ms)
{
    struct ticket ticket = {.kind = (uint8_t)kind, .address = address, .player_id = player_id};
    struct token token;
    memcpy(ticket.holder, mine, sizeof ticket.holder);
    ticket_issue(tickets, &ticket, now_ms, &token);
    token_write(text, &token);
}

static struct ticket *find(enum ticket_kind kind, const char *text, const uint8_t *holder,
                           int64_t now_ms)
{
    return ticket_find(tickets, kind, text, strlen(text), holder, now_ms);
}

static void a_ticket_is_found_by_its_holder_for_its_purpose_until_it_is_spent(void **state)
{
    char text[TOKEN_TEXT_SIZE];
    (void)state;
    issue(text, TICKET_PROOF, ANN, 1000);
    assert_null(find(TICKET_PROOF, text, other, 1000));
    assert_null(find(TICKET_LOGIN, text, mine, 1000));
    assert_null(find(TICKET_PROOF, "nonsense", mine, 1000));
    struct ticket *ticket = find(TICKET_PROOF, text, mine, 1000);
    assert_non_null(ticket);
    assert_int_equal(ticket->player_id, ANN);
    ticket_spend(ticket);
    assert_null(find(TICKET_PROOF, text, mine, 1000));
}

static void a_ticket_ends_by_itself(void **state)
{
    char text[TOKEN_TEXT_SIZE];
    (void)state;
    issue(text, TICKET_PROOF, ANN, 1000);
    assert_non_null(find(TICKET_PROOF, text, mine, 1000 + TICKET_LIFE_MS - 1));
    assert_null(find(TICKET_PROOF, text, mine, 1000 + TICKET_LIFE_MS));
}

static void five_wrong_codes_void_a_ticket(void **state)
{
    char text[TOKEN_TEXT_SIZE];
    (void)state;
    issue(text, TICKET_LOGIN, ANN, 1000);
    for (int i = 0; i < TICKET_TRIES; i++) {
        struct ticket *ticket = find(TICKET_LOGIN, text, mine, 1000);
        assert_non_null(ticket);
        ticket_fail(ticket);
    }
    assert_null(find(TICKET_LOGIN, text, mine, 1000));
}

static void all_tickets_of_one_player_can_be_voided(void **state)
{
    char anns[TOKEN_TEXT_SIZE], bobs[TOKEN_TEXT_SIZE];
    (void)state;
    issue(anns, TICKET_PROOF, ANN, 1000);
    issue(bobs, TICKET_PROOF, BOB, 1000);
    tickets_forget(tickets, ANN);
    assert_null(find(TICKET_PROOF, anns, mine, 1000));
    assert_non_null(find(TICKET_PROOF, bobs, mine, 1000));
}

static void the_oldest_ticket_makes_room(void **state)
{
    char first[TOKEN_TEXT_SIZE], second[TOKEN_TEXT_SIZE], more[TOKEN_TEXT_SIZE];
    (void)state;
    issue(first, TICKET_PROOF, ANN, 1000);
    issue(second, TICKET_PROOF, ANN, 1001);
    for (int i = 2; i <= TICKETS_MAX; i++) {
        address = 100 + (uint64_t)i;
        issue(more, TICKET_CHALLENGE, 0, 1002);
    }
    assert_null(find(TICKET_PROOF, first, mine, 1002));
    assert_non_null(find(TICKET_PROOF, second, mine, 1002));
}

static void one_address_voids_no_tickets_of_others(void **state)
{
    char anns[TOKEN_TEXT_SIZE], first[TOKEN_TEXT_SIZE], last[TOKEN_TEXT_SIZE];
    (void)state;
    address = 1;
    issue(anns, TICKET_PROOF, ANN, 1000);
    address = 2;
    issue(first, TICKET_CHALLENGE, 0, 1001);
    for (int i = 0; i < 3 * TICKETS_MAX; i++)
        issue(last, TICKET_CHALLENGE, 0, 1002);
    assert_non_null(find(TICKET_PROOF, anns, mine, 1002));
    assert_null(find(TICKET_CHALLENGE, first, mine, 1002));
    assert_non_null(find(TICKET_CHALLENGE, last, mine, 1002));
}

#define TICKET_TEST(name) cmocka_unit_test_setup_teardown(name, open_tickets, close_tickets)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TICKET_TEST(a_ticket_is_found_by_its_holder_for_its_purpose_until_it_is_spent),
        TICKET_TEST(a_ticket_ends_by_itself),
        TICKET_TEST(five_wrong_codes_void_a_ticket),
        TICKET_TEST(all_tickets_of_one_player_can_be_voided),
        TICKET_TEST(the_oldest_ticket_makes_room),
        TICKET_TEST(one_address_voids_no_tickets_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
