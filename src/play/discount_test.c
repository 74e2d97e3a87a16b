#include "play/discount.h"

#include <string.h>

#include "play/fixture_test.h"

enum { ANN = 11, BOB = 22, EVE = 33 };

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
static const int64_t start_ms = INT64_C(1700000000000);

/* A game that counts: two known players of different networks, won by a line. */
static const struct discount_facts fair = {
    .network = {1, 2}, .reason = REASON_LINE, .plies = 20, .counted = {9, 9}};

static void every_rule_has_its_verdict(void **state)
{
    static const struct {
        const char *what;
        struct discount_facts facts;
        uint8_t discount;
        bool counts[ROW_SEATS];
    } table[] = {
        {"a line", {{1, 2}, false, REASON_LINE, 7, 0, {9, 9}, {0}}, DISCOUNT_NONE, {1, 1}},
        {"unknown networks",
         {{0, 0}, false, REASON_LINE, 20, 0, {9, 9}, {0}},
         DISCOUNT_NONE,
         {1, 1}},
        {"one network",
         {{7, 7}, false, REASON_LINE, 20, 0, {9, 9}, {0}},
         DISCOUNT_SAME_NETWORK,
         {0}},
        {"a school's setting",
         {{7, 7}, true, REASON_LINE, 20, 0, {9, 9}, {0}},
         DISCOUNT_NONE,
         {1, 1}},
        {"an early end", {{1, 2}, false, REASON_RESIGN, 9, 0, {9, 9}, {0}}, DISCOUNT_SHORT, {0}},
        {"an end on time", {{1, 2}, false, REASON_TIME, 9, 0, {9, 9}, {0}}, DISCOUNT_SHORT, {0}},
        {"an agreed draw", {{1, 2}, false, REASON_AGREED, 9, 0, {9, 9}, {0}}, DISCOUNT_SHORT, {0}},
        {"a late end", {{1, 2}, false, REASON_RESIGN, 10, 0, {9, 9}, {0}}, DISCOUNT_NONE, {1, 1}},
        {"the third game", {{1, 2}, false, REASON_LINE, 20, 2, {9, 9}, {0}}, DISCOUNT_NONE, {1, 1}},
        {"the fourth game",
         {{1, 2}, false, REASON_LINE, 20, 3, {9, 9}, {0}},
         DISCOUNT_REPEATED,
         {0}},
        {"a new red",
         {{1, 2}, false, REASON_LINE, 20, 0, {4, 5}, {0}},
         DISCOUNT_NEW_OPPONENT,
         {1, 0}},
        {"a new yellow",
         {{1, 2}, false, REASON_LINE, 20, 0, {9, 0}, {0}},
         DISCOUNT_NEW_OPPONENT,
         {0, 1}},
        {"both new", {{1, 2}, false, REASON_LINE, 20, 0, {0, 4}, {0}}, DISCOUNT_NONE, {1, 1}},
        {"all at once",
         {{7, 7}, false, REASON_RESIGN, 4, 9, {0, 9}, {0}},
         DISCOUNT_SAME_NETWORK,
         {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct discount_verdict verdict = discount_judge(&table[i].facts);
        if (verdict.discount != table[i].discount || verdict.counts[0] != table[i].counts[0] ||
            verdict.counts[1] != table[i].counts[1])
            fail_msg("%s: %s %d %d", table[i].what, discount_name(verdict.discount),
                     verdict.counts[0], verdict.counts[1]);
    }
}

static void the_games_of_a_pair_are_remembered_for_a_day(void **state)
{
    struct rating_row rows[ROW_SEATS] = {{.player_id = ANN}, {.player_id = BOB}};
    (void)state;
    assert_int_equal(discount_pair_games(rows, start_ms), 0);
    for (int i = 0; i < 3; i++)
        discount_remember(rows, start_ms + i * 60000);
    assert_int_equal(discount_pair_games(rows, start_ms + 180000), 3);
    assert_int_equal(discount_pair_games(rows, start_ms + day_ms + 60000), 1);
    assert_int_equal(discount_pair_games(rows, start_ms + day_ms + 180000), 0);
}

/* A player who forgets a pair by playing others is still remembered by the opponent. */
static void the_longer_memory_of_the_two_counts(void **state)
{
    struct rating_row rows[ROW_SEATS] = {{.player_id = ANN}, {.player_id = BOB}};
    (void)state;
    for (int i = 0; i < 3; i++)
        discount_remember(rows, start_ms);
    for (int i = 0; i < 2 * ROW_RECENT; i++) {
        struct rating_row others[ROW_SEATS] = {rows[0], {.player_id = EVE + i}};
        discount_remember(others, start_ms);
        rows[0] = others[0];
    }
    assert_int_equal(discount_pair_games(rows, start_ms), 3);
}

static void a_network_counts_at_the_start_and_at_the_last_moves(void **state)
{
    static const struct {
        uint32_t last[ROW_SEATS];
        uint8_t discount;
    } table[] = {{{0, 0}, DISCOUNT_NONE},         {{4, 5}, DISCOUNT_NONE},
                 {{1, 2}, DISCOUNT_NONE},         {{3, 3}, DISCOUNT_SAME_NETWORK},
                 {{0, 1}, DISCOUNT_SAME_NETWORK}, {{2, 5}, DISCOUNT_SAME_NETWORK}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct discount_facts facts = fair;
        memcpy(facts.last_network, table[i].last, sizeof facts.last_network);
        assert_int_equal(discount_judge(&facts).discount, table[i].discount);
    }
}

static void a_network_has_24_bits_and_0_is_unknown(void **state)
{
    (void)state;
    assert_int_equal(discount_network(0), 0);
    for (uint64_t address = 1; address > 0 && address < UINT64_MAX / 3; address *= 3) {
        assert_true(discount_network(address) > 0);
        assert_true(discount_network(address) < 1 << 24);
        assert_int_equal(discount_network(address), discount_network(address));
    }
    assert_int_not_equal(discount_network(5), discount_network(6));
}

static void every_discount_has_a_name(void **state)
{
    (void)state;
    assert_int_equal(discount_judge(&fair).discount, DISCOUNT_NONE);
    for (int i = 0; i < DISCOUNTS; i++)
        assert_string_not_equal(discount_name((uint8_t)i), "?");
    assert_string_equal(discount_name(DISCOUNTS), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_its_verdict),
        cmocka_unit_test(the_games_of_a_pair_are_remembered_for_a_day),
        cmocka_unit_test(the_longer_memory_of_the_two_counts),
        cmocka_unit_test(a_network_counts_at_the_start_and_at_the_last_moves),
        cmocka_unit_test(a_network_has_24_bits_and_0_is_unknown),
        cmocka_unit_test(every_discount_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
