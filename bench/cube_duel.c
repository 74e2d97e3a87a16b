/* Plays two judges against each other in the same search, with equal time a move, from a file of
 * openings; each opening twice, colours swapped.
 *
 * build/cube_duel OPENINGS PAIRS MILLISECONDS JUDGE JUDGE, where a judge is `lines` (the hand-made line
 * potential) or a file of weights. An opening is a line of letters, one a column. Time is processor time, so that a
 * busy machine changes nothing but the duration. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/network.h"
#include "engine/potential.h"

enum { MEMORY = 64 << 20, LOOK_EVERY = 16 };

struct side {
    const char *name;
    const ff_network *network; /* NULL: the line potential */
    struct network_view view;
    struct potential potential;
    struct tree tree;
    double time;
    long moves, simulations;
};

static ff_rules rules;
static struct vcf_board board;

static void fail(const char *why)
{
    (void)fprintf(stderr, "duel: %s\n", why);
    exit(1);
}

static void *claim(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        fail("no memory");
    return memory;
}

static const ff_network *network_load(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("cannot open the weights");
    size_t len = fread(data, 1, sizeof data, file), size = ff_network_size(data, len);
    ff_network *network;
    (void)fclose(file);
    if (ff_network_open(&network, data, len, claim(size + 1), size))
        fail("the weights are refused");
    return network;
}

static void side_open(struct side *s, const char *name)
{
    s->name = name;
    if (strcmp(name, "lines") != 0) {
        s->network = network_load(name);
        if (network_view_init(&s->view, s->network, &rules))
            fail("the weights are for another board");
    }
    potential_init(&s->potential, &rules);
    tree_open(&s->tree, &board, claim(MEMORY), MEMORY);
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* Sequential halving wants to know its simulations beforehand: as many as this side has made in that
 * time so far. The clock ends the search. */
static int side_move(struct side *s, const ff_position *p, double limit)
{
    double pace = s->simulations > 0 ? s->time / (double)s->simulations : 0.01, start = now();
    struct tree_plan plan = {.simulations = (uint32_t)(limit / pace),
                             .considered = 16,
                             .vcf_depth = 40,
                             .vcf_nodes = 60,
                             .vcf_root_nodes = 2000};
    struct vcf_state root;
    struct judge judge;
    struct tree_leaf leaf;
    struct tree_opinion opinion;
    struct tree_report report;
    enum tree_turn turn;
    vcf_state_set(&board, &root, p);
    if (s->network)
        network_view_begin(&s->view, &judge, p);
    else
        potential_begin(&s->potential, &judge, p, 100, 100);
    tree_begin(&s->tree, &root, &plan, 1);
    while ((turn = tree_select(&s->tree, &leaf)) != TREE_OVER) {
        if (turn == TREE_LEAF) {
            judge_ask(&judge, &leaf, &opinion);
            tree_answer(&s->tree, &opinion);
        }
        if (s->tree.simulations % LOOK_EVERY == 0 && now() - start > 1.5 * limit)
            break;
    }
    tree_report(&s->tree, &report);
    s->time += now() - start;
    s->simulations += s->tree.simulations;
    s->moves++;
    return report.move[report.best].column;
}

/* 1 if the first side wins, 0.5 for a draw. */
static double game_play(struct side sides[2], const ff_position *opening, int first, double limit)
{
    ff_position p = *opening;
    int mover = first;
    while (p.status == FF_PLAYING) {
        if (ff_position_drop(&p, side_move(&sides[mover], &p, limit)))
            fail("a move that is not legal");
        mover = !mover;
    }
    return p.status == FF_DRAWN ? 0.5 : mover == 1 ? 1 : 0;
}

static bool opening_read(FILE *file, ff_position *out)
{
    char line[256];
    if (!fgets(line, sizeof line, file))
        return false;
    *out = ff_position_start(&rules);
    for (const char *at = line; *at >= 'a'; at++)
        if (ff_position_drop(out, *at - 'a'))
            fail("an opening is not legal");
    return true;
}

int main(int argc, char **argv)
{
    static struct side sides[2];
    ff_position opening;
    double won = 0, squares = 0;
    int pairs = 0;
    if (argc != 6)
        fail("OPENINGS PAIRS MILLISECONDS JUDGE JUDGE");
    FILE *file = fopen(argv[1], "r");
    if (!file)
        fail("cannot open the openings");
    long most = strtol(argv[2], NULL, 10);
    double limit = strtod(argv[3], NULL);
    if (ff_rules_init(&rules, (ff_board){5, 5, 5, 4}))
        fail("no rules");
    vcf_board_init(&board, &rules, claim(vcf_board_size(&rules)));
    for (int i = 0; i < 2; i++)
        side_open(&sides[i], argv[4 + i]);
    for (; pairs < most && opening_read(file, &opening); pairs++) {
        double score = game_play(sides, &opening, 0, limit) + game_play(sides, &opening, 1, limit);
        won += score;
        squares += score * score;
        if (pairs % 10 == 9)
            (void)fprintf(stderr, "%d games: %.1f\n", 2 * pairs + 2, won);
    }
    (void)fclose(file);
    double mean = won / pairs, error = sqrt((squares / pairs - mean * mean) / pairs) / 2;
    (void)printf("%s - %s: %.1f of %d (%.3f, standard error %.3f)\n", sides[0].name, sides[1].name,
                 won, 2 * pairs, mean / 2, error);
    for (int i = 0; i < 2; i++)
        (void)printf("%s: %.2f ms and %ld simulations a move\n", sides[i].name,
                     sides[i].time / (double)sides[i].moves, sides[i].simulations / sides[i].moves);
    return 0;
}
