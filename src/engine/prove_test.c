#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exact_test.h"
#include "engine/potential.h"
#include "engine/prove.h"

enum { TABLE_BYTES = (1 << 20) + (1 << 19), NODES = 20000, VCF = 60 };

/* A board with everything that a search needs. */
struct rig {
    struct vcf_board vcf;
    struct prove_board board;
    struct prove_table table;
    struct potential potential;
    struct judge judge;
};

static uint64_t board_memory[1 << 17];
static _Alignas(64) uint8_t table_memory[TABLE_BYTES];

static struct rig *rig_of(const ff_rules *rules)
{
    static struct rig rig;
    assert_true(vcf_board_size(rules) <= sizeof board_memory);
    vcf_board_init(&rig.vcf, rules, board_memory);
    prove_board_init(&rig.board, &rig.vcf);
    potential_init(&rig.potential, rules);
    return &rig;
}

static struct prove_search search_of(struct rig *rig, const ff_position *p, int attacker)
{
    memset(table_memory, 0, sizeof table_memory);
    prove_table_open(&rig->table, table_memory, sizeof table_memory);
    potential_begin(&rig->potential, &rig->judge, p, 100, 100);
    return (struct prove_search){.board = &rig->board,
                                 .table = &rig->table,
                                 .judge = &rig->judge,
                                 .attacker = attacker,
                                 .vcf_nodes = VCF,
                                 .nodes_max = NODES};
}

/* Boards that can be searched to the end from the given number of discs. */
static const struct {
    const char *board;
    int plies, games;
} late[] = {{"3x3x3c3", 8, 400}, {"4x3x4c3", 32, 400}, {"4x4x4", 52, 400},
            {"5x5x5", 113, 300}, {"7x6", 30, 400},     {"5x4c3", 5, 400}};

/* A tenth of the games under a sanitizer, where FF_CASES is set. */
static int share(int count)
{
    return getenv("FF_CASES") ? count / 10 : count;
}

/* Whether this side wins with best play, by the rules alone. */
static bool wins_by_rules(const ff_position *p, int attacker)
{
    int value = exact_within(p, -1, 1);
    return p->ply % 2 == attacker ? value > 0 : value < 0;
}

static void a_verdict_is_that_of_brute_force(void **state)
{
    uint64_t chance = 11;
    int seen[3] = {0}, cases = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(late); i++) {
        ff_rules rules = rules_of(late[i].board);
        struct rig *rig = rig_of(&rules);
        for (int n = 0; n < share(late[i].games); n++) {
            ff_game game = quiet_game(&rules, late[i].plies + n % 4, &chance);
            struct prove_position root;
            int attacker = n / 4 % 2;
            if (game.position.status != FF_PLAYING)
                continue;
            prove_position_set(&rig->board, &root, &game.position);
            struct prove_search search = search_of(rig, &game.position, attacker);
            enum prove_verdict verdict = prove_run(&search, &root);
            seen[verdict]++;
            cases++;
            if (verdict != PROVE_OPEN &&
                (verdict == PROVE_WON) != wins_by_rules(&game.position, attacker))
                fail_msg("%s, case %d: %s", late[i].board, n,
                         verdict == PROVE_WON ? "no win" : "a win");
        }
    }
    assert_true(cases > share(2000) && seen[PROVE_WON] > share(500) &&
                seen[PROVE_REFUTED] > share(500));
    assert_true(seen[PROVE_OPEN] < cases / 50);
}

/* A move outside the zone loses to the opponent's continuous fours. */
static void a_move_outside_the_zone_loses(void **state)
{
    uint64_t chance = 12;
    int zones = 0, outside = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(late); i++) {
        ff_rules rules = rules_of(late[i].board);
        struct rig *rig = rig_of(&rules);
        for (int n = 0; n < share(2 * late[i].games); n++) {
            ff_game game = quiet_game(&rules, late[i].plies - n % 3, &chance);
            struct vcf_state s;
            struct vcf_finding found;
            uint64_t zone;
            vcf_state_set(&rig->vcf, &s, &game.position);
            vcf_survey(&rig->vcf, &s, &found);
            if (game.position.status != FF_PLAYING || found.verdict == VCF_WIN ||
                !prove_zone(&rig->vcf, &s, VCF, &zone))
                continue;
            zones++;
            for (int column = 0; column < rules.columns; column++) {
                ff_position next = game.position;
                if (zone >> column & 1 || ff_position_drop(&next, column) != FF_OK)
                    continue;
                outside++;
                if (exact_within(&next, 0, 1) <= 0)
                    fail_msg("%s, case %d: column %d does not lose", late[i].board, n, column);
            }
        }
    }
    assert_true(zones > share(200) && outside > share(300));
}

static void symmetric_positions_share_a_key_and_others_do_not(void **state)
{
    static const struct {
        const char *board;
        int symmetries;
    } boards[] = {{"5x5x5", 8}, {"4x3x4c3", 8}, {"6x4x3", 4}, {"7x6", 2}};
    uint64_t chance = 13;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i].board);
        struct rig *rig = rig_of(&rules);
        assert_int_equal(rig->board.symmetries, boards[i].symmetries);
        for (int n = 0; n < 50; n++) {
            ff_game game = random_game(&rules, 8, &chance);
            struct prove_position p, image, other;
            prove_position_set(&rig->board, &p, &game.position);
            int symmetry = n % boards[i].symmetries;
            ff_game turned = ff_game_start(&rules);
            for (int move = 0; move < game.end; move++)
                assert_int_equal(
                    ff_game_drop(&turned, rig->board.image[symmetry][game.moves[move]]), FF_OK);
            prove_position_set(&rig->board, &image, &turned.position);
            int a = prove_position_canonical(&rig->board, &p);
            int b = prove_position_canonical(&rig->board, &image);
            assert_true(p.key[a] == image.key[b] && p.tag[a] == image.tag[b]);
            ff_game longer = random_game(&rules, 9, &chance);
            prove_position_set(&rig->board, &other, &longer.position);
            assert_true(other.key[prove_position_canonical(&rig->board, &other)] != p.key[a]);
        }
    }
}

static void keys_kept_move_by_move_are_those_of_the_position(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    struct rig *rig = rig_of(&rules);
    uint64_t chance = 14;
    (void)state;
    ff_game game = random_game(&rules, 40, &chance);
    ff_position p = ff_position_start(&rules);
    struct prove_position kept, fresh;
    prove_position_set(&rig->board, &kept, &p);
    for (int ply = 0; ply < game.end && p.status == FF_PLAYING; ply++) {
        prove_position_set(&rig->board, &fresh, &p);
        assert_memory_equal(kept.key, fresh.key, sizeof kept.key);
        assert_memory_equal(kept.tag, fresh.tag, sizeof kept.tag);
        int cell = vcf_landing(&rig->vcf, &kept.state, game.moves[ply]);
        assert_int_equal(ff_position_drop(&p, game.moves[ply]), FF_OK);
        if (p.status == FF_PLAYING)
            prove_position_play(&rig->board, &kept, cell);
    }
}

static struct prove_table table_of(void)
{
    struct prove_table table;
    memset(table_memory, 0, sizeof table_memory);
    prove_table_open(&table, table_memory, sizeof table_memory);
    return table;
}

static void a_table_returns_what_was_stored_for_the_position_alone(void **state)
{
    struct prove_table table = table_of();
    struct prove_known known = {1.5F, 300, 0x5A5A, 1000}, found;
    (void)state;
    prove_table_store(&table, 77, 99, &known);
    assert_true(prove_table_find(&table, 77, 99, &found));
    assert_true(found.phi >= 1.5F && found.phi < 1.5001F);
    assert_true(found.delta >= 300 && found.delta < 300.01F);
    assert_true(found.moves == 0x5A5A && found.work >= 700 && found.work <= 1400);
    assert_false(prove_table_find(&table, 78, 99, &found));
    assert_false(prove_table_find(&table, 77, 98, &found));
    assert_false(prove_table_find(&table, 77, 99 ^ 1 << 18, &found));
}

static void a_decided_position_stays_decided(void **state)
{
    struct prove_table table = table_of();
    struct prove_known won = {0, PROVE_INFINITE, 0, 1}, open = {1, 1, 1, 5000}, found;
    (void)state;
    prove_table_store(&table, 77, 99, &won);
    prove_table_store(&table, 77, 99, &open);
    assert_true(prove_table_find(&table, 77, 99, &found));
    assert_true(found.phi == 0 && found.delta >= PROVE_INFINITE);
}

static void a_full_bucket_gives_up_the_cheapest_entry(void **state)
{
    struct prove_table table = table_of();
    struct prove_known known = {1, 1, 1, 0}, found;
    (void)state;
    for (uint64_t key = 1; key <= PROVE_BUCKET; key++) {
        known.work = key == 3 ? 2 : 1000;
        prove_table_store(&table, key, 0, &known);
    }
    prove_table_store(&table, 100, 0, &known);
    assert_false(prove_table_find(&table, 3, 0, &found));
    for (uint64_t key = 1; key <= PROVE_BUCKET; key++)
        assert_true(key == 3 || prove_table_find(&table, key, 0, &found));
    assert_true(prove_table_find(&table, 100, 0, &found));
}

static void an_exported_entry_can_be_imported_into_a_table_of_another_size(void **state)
{
    struct prove_table table = table_of(), small;
    static _Alignas(64) uint8_t memory[PROVE_BUSY + 4096];
    struct prove_known known = {2, 3, 5, 900}, found;
    uint64_t entry[PROVE_WORDS];
    int exported = 0;
    (void)state;
    prove_table_open(&small, memory, sizeof memory);
    prove_table_store(&table, UINT64_C(0xFEDCBA9876543210), 12345, &known);
    for (uint64_t place = 0; place < PROVE_BUCKET * table.count; place++) {
        assert_false(prove_table_export(&table, place, 5000, entry));
        if (!prove_table_export(&table, place, 500, entry))
            continue;
        prove_table_import(&small, entry);
        exported++;
    }
    assert_int_equal(exported, 1);
    assert_true(prove_table_find(&small, UINT64_C(0xFEDCBA9876543210), 12345, &found));
    assert_true(found.moves == 5 && found.phi >= 2 && found.delta >= 3);
}

static void a_search_stops_at_its_limit_and_goes_on_with_its_table(void **state)
{
    ff_rules rules = rules_of("4x4x4");
    struct rig *rig = rig_of(&rules);
    ff_position p = ff_position_start(&rules);
    struct prove_position root;
    int stop = 1;
    (void)state;
    prove_position_set(&rig->board, &root, &p);
    struct prove_search search = search_of(rig, &p, FF_RED);
    search.nodes_max = 100;
    assert_int_equal(prove_run(&search, &root), PROVE_OPEN);
    assert_true(search.nodes >= 100 && search.nodes < 110);
    assert_int_equal(prove_run(&search, &root), PROVE_OPEN);
    assert_true(search.nodes >= 200 && search.nodes < 220);
    search.stop = &stop;
    assert_int_equal(prove_run(&search, &root), PROVE_OPEN);
    assert_true(search.nodes < 220);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verdict_is_that_of_brute_force),
        cmocka_unit_test(a_move_outside_the_zone_loses),
        cmocka_unit_test(symmetric_positions_share_a_key_and_others_do_not),
        cmocka_unit_test(keys_kept_move_by_move_are_those_of_the_position),
        cmocka_unit_test(a_table_returns_what_was_stored_for_the_position_alone),
        cmocka_unit_test(a_decided_position_stays_decided),
        cmocka_unit_test(a_full_bucket_gives_up_the_cheapest_entry),
        cmocka_unit_test(an_exported_entry_can_be_imported_into_a_table_of_another_size),
        cmocka_unit_test(a_search_stops_at_its_limit_and_goes_on_with_its_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
