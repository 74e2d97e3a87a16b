/* Thousands of schedules. FF_SEED=N replays one and tells what happens; FF_CASES=N runs as many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim.h"

enum { SCHEDULES = 2000 };

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

static void the_promises_hold_on_many_nodes_whatever_fails(void **state)
{
    (void)state;
    struct sim *sim = calloc(1, sizeof *sim);
    uint64_t seed = number_of("FF_SEED", 0), cases = number_of("FF_CASES", SCHEDULES);
    uint64_t first = seed ? seed : number_of("FF_FROM", 1), last = seed ? seed : cases;
    uint64_t moves = 0, commits = 0, refusals = 0, unknowns = 0, games = 0, kills = 0;
    assert_non_null(sim);
    for (uint64_t i = first; i <= last; i++) {
        const char *broken = sim_run(sim, i, seed != 0);
        moves += sim->moves;
        commits += sim->commits;
        refusals += sim->refusals;
        unknowns += sim->unknowns;
        games += sim->games;
        kills += sim->kills;
        if (broken) {
            print_error("not true: %s; FF_SEED=%llu replays it\n", broken, (unsigned long long)i);
            fail();
        }
    }
    printf("%llu schedules: %llu commits, %llu refused, %llu with unknown outcome, %llu games, "
           "%llu moves, %llu "
           "deaths\n",
           (unsigned long long)(last - first + 1), (unsigned long long)commits,
           (unsigned long long)refusals, (unsigned long long)unknowns, (unsigned long long)games,
           (unsigned long long)moves, (unsigned long long)kills);
    for (int i = 0; i < NODES; i++)
        free(sim->node[i].memory);
    free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_promises_hold_on_many_nodes_whatever_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
