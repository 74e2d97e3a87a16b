/* Node counts: the same in every fresh solver and on every path of 7x6. */
#include "engine/cpu.h"
#include "engine/search.h"
#include "solver_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t nodes_of(ff_solver *solver, const ff_position *position)
{
    ff_solution solution;
    assert_int_equal(ff_solver_solve(solver, position, &solution), FF_OK);
    return solution.nodes;
}

static void fresh_solvers_take_the_same_nodes(void **state)
{
    (void)state;
    static const int sides[][2] = {{7, 6}, {6, 5}, {5, 6}, {8, 7}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct rig *a = rig_open(sides[i][0], sides[i][1]);
        struct rig *b = rig_open(sides[i][0], sides[i][1]);
        int moves[FF_CELLS_MAX] = {0}, ply = a->rules.cells - 24;
        while (!rig_play(a, moves, ply))
            continue;
        ff_position position = rig_position(&a->rules, moves, ply);
        uint64_t nodes = nodes_of(a->kept, &position);
        assert_int_equal(nodes_of(b->kept, &position), nodes);
        assert_true(nodes_of(a->kept, &position) <= nodes);
        ff_solver_reset(a->kept);
        assert_int_equal(nodes_of(a->kept, &position), nodes);
        rig_close(a);
        rig_close(b);
    }
}

/* Early positions share their entries with their mirror images. */
static void the_mirror_image_of_a_solved_position_is_known(void **state)
{
    (void)state;
    struct rig *b = rig_open(7, 6);
    int back[RIG_HARD_PLY];
    rig_mirror(back, rig_hard_moves, RIG_HARD_PLY, 7);
    ff_position position = rig_position(&b->rules, rig_hard_moves, RIG_HARD_PLY);
    ff_position mirror = rig_position(&b->rules, back, RIG_HARD_PLY);
    uint64_t nodes = nodes_of(b->kept, &position);
    assert_true(nodes_of(b->kept, &mirror) < nodes / 8);
    rig_assert_score(b->kept, &mirror, back, "mirrored", RIG_HARD_SCORE);
    rig_close(b);
}

enum { PATH_LOCAL_BITS = 16, PATH_SHARED_BITS = 16, PATHS_MAX = 3 };

struct path {
    search_probe *probe;
    struct search search;
    uint64_t *memory;
};

static void path_open(struct path *path, search_probe *probe)
{
    size_t local = (size_t)1 << PATH_LOCAL_BITS, shared = (size_t)2 << PATH_SHARED_BITS;
    memset(path, 0, sizeof *path);
    path->probe = probe;
    path->memory = calloc(local + shared, sizeof *path->memory);
    assert_non_null(path->memory);
    geometry_init(&path->search.geo, 7, 6);
    cells_init(&path->search.cells, &path->search.geo);
    path->search.local = (struct table){path->memory, PATH_LOCAL_BITS};
    path->search.shared = (struct table){path->memory + local, PATH_SHARED_BITS};
}

/* Opens every path that this processor supports; returns how many. */
static int paths_open(struct path paths[PATHS_MAX])
{
    int count = 0;
    path_open(&paths[count++], search_classic);
    path_open(&paths[count++], search_general);
#if defined(__x86_64__)
    if (cpu_features() == CPU_ALL)
        path_open(&paths[count++], search_classic_avx2);
#endif
    return count;
}

/* Returns false if the side to move wins at once: the search does not accept such positions. */
static bool node_from(struct node *node, const struct geometry *geo, const ff_position *p)
{
    node->ply = p->ply;
    node->me = p->discs[p->ply % 2][0];
    node->opponent = p->discs[1 - p->ply % 2][0];
    node->my_wins = search_wins(geo, node->me) & ~node->opponent;
    node->their_wins = search_wins(geo, node->opponent) & ~node->me;
    uint64_t playable = (node->me | node->opponent) + geo->bottom;
    return !(node->my_wins & playable);
}

/* Runs the same null-window searches on all paths until the score is known. */
static int paths_solve(struct path *paths, int count, const struct node *node)
{
    int low = -(42 - node->ply) / 2, high = (41 - node->ply) / 2;
    while (low < high) {
        int beta = low + (high - low + 1) / 2,
            answer = paths[0].probe(&paths[0].search, node, beta);
        for (int i = 1; i < count; i++) {
            assert_int_equal(paths[i].probe(&paths[i].search, node, beta), answer);
            assert_int_equal(paths[i].search.nodes, paths[0].search.nodes);
        }
        if (answer >= beta)
            low = answer;
        else
            high = answer;
    }
    return low;
}

static void all_paths_agree_in_score_and_nodes(void **state)
{
    (void)state;
    struct path paths[PATHS_MAX];
    struct rig *b = rig_open(7, 6);
    int count = paths_open(paths), turns = is_short_run() ? 20 : 300;
    for (int turn = 0; turn < turns;) {
        int moves[FF_CELLS_MAX] = {0};
        int ply = turn % 100 ? 15 + dice_roll(&b->dice, 20) : is_short_run() ? 14 : 10;
        struct node node;
        if (!rig_play(b, moves, ply))
            continue;
        ff_position position = rig_position(&b->rules, moves, ply);
        if (!node_from(&node, &paths[0].search.geo, &position))
            continue;
        rig_assert_score(b->kept, &position, moves, "paths", paths_solve(paths, count, &node));
        turn++;
    }
    assert_true(paths[0].search.nodes > (uint64_t)turns * 100);
    for (int i = 0; i < count; i++)
        free(paths[i].memory);
    rig_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fresh_solvers_take_the_same_nodes),
        cmocka_unit_test(the_mirror_image_of_a_solved_position_is_known),
        cmocka_unit_test(all_paths_agree_in_score_and_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
