#include "cli/prove_walk.h"

#include <stdlib.h>
#include <string.h>

enum { SEEN_FIRST = 1 << 16, PLIES_BITS = 9 };

static const uint64_t plies_mask = (1 << PLIES_BITS) - 1;

bool prove_walk_open(struct prove_walk *walk, const struct prove_job *job)
{
    memset(walk, 0, sizeof *walk);
    walk->job = job;
    walk->size = SEEN_FIRST;
    walk->seen = calloc(walk->size, sizeof *walk->seen);
    return walk->seen != NULL;
}

void prove_walk_close(struct prove_walk *walk)
{
    free(walk->seen);
    walk->seen = NULL;
}

/* ---- positions seen before ---- */

/* The place of a position, or the empty one where it belongs. Every seen position has plies. */
static struct walk_seen *seen_find(struct walk_seen *seen, size_t size, uint64_t key, uint64_t tag)
{
    size_t i = (size_t)key & (size - 1);
    while (seen[i].tag_and_plies &&
           (seen[i].key != key || seen[i].tag_and_plies >> PLIES_BITS != tag >> PLIES_BITS))
        i = (i + 1) & (size - 1);
    return &seen[i];
}

static bool seen_grow(struct prove_walk *walk)
{
    size_t size = 2 * walk->size;
    struct walk_seen *seen = calloc(size, sizeof *seen);
    if (!seen)
        return false;
    for (size_t i = 0; i < walk->size; i++)
        if (walk->seen[i].tag_and_plies)
            *seen_find(seen, size, walk->seen[i].key, walk->seen[i].tag_and_plies) = walk->seen[i];
    free(walk->seen);
    walk->seen = seen;
    walk->size = size;
    return true;
}

static bool seen_add(struct prove_walk *walk, const struct prove_position *p, int plies)
{
    if (walk->positions * 3 / 2 >= walk->size && !seen_grow(walk))
        return false;
    uint64_t tag = (p->tag[0] & ~plies_mask) | (uint64_t)plies;
    *seen_find(walk->seen, walk->size, p->key[0], tag) = (struct walk_seen){p->key[0], tag};
    walk->positions++;
    return true;
}

/* ---- the attacker's move ---- */

/* The judge's order, equal ones by their cells. */
static void question_rank(struct prove_walk *walk, struct walk_question *q, int depth)
{
    struct tree_leaf leaf = {&q->at->state, walk->path, q->move, depth, q->count};
    struct tree_opinion opinion;
    judge_ask(&walk->judge.judge, &leaf, &opinion);
    for (int i = 0; i < q->count; i++) {
        uint8_t move = q->move[i];
        int at = i;
        for (; at > 0 && q->logit[at - 1] < opinion.logit[i]; at--) {
            q->move[at] = q->move[at - 1];
            q->logit[at] = q->logit[at - 1];
        }
        q->move[at] = move;
        q->logit[at] = opinion.logit[i];
    }
}

/* The cell to play, or -1. */
static int walk_move(struct prove_walk *walk, const struct prove_position *at,
                     const ff_position *position, const struct vcf_finding *found, int depth)
{
    struct walk_question q = {.at = at, .position = position, .count = found->count};
    int cell;
    if (vcf_search_shortest(&walk->job->vcf, &at->state, WALK_VCF_NODES, &cell))
        return cell;
    memcpy(q.move, found->move, sizeof q.move);
    if (q.count == 1)
        return q.move[0];
    question_rank(walk, &q, depth);
    walk->choices++;
    int rank = walk->choose(walk->choose_host, &q);
    return rank >= 0 && rank < q.count ? q.move[rank] : -1;
}

static int walk_fail(struct prove_walk *walk, const char *error)
{
    walk->error = error;
    return -1;
}

/* ---- the walk ---- */

static int walk_attack(struct prove_walk *walk, const struct prove_position *at,
                       const ff_position *position, int depth);

/* Every reply. Returns the plies until the attacker's win, at most. */
static int walk_defend(struct prove_walk *walk, const struct prove_position *at,
                       const ff_position *position, int depth)
{
    const struct vcf_board *b = &walk->job->vcf;
    int latest = 0;
    for (int column = 0; column < b->rules->columns && latest >= 0; column++) {
        int cell = vcf_landing(b, &at->state, column);
        if (cell < 0)
            continue;
        ff_position reply = *position;
        (void)ff_position_drop(&reply, column);
        if (reply.status == FF_WON)
            return walk_fail(walk, "the defender wins");
        struct prove_position next = *at;
        prove_position_play(&walk->job->board, &next, cell);
        walk->path[depth] = (uint8_t)cell;
        int plies = walk_attack(walk, &next, &reply, depth + 1);
        latest = plies < 0 ? -1 : plies + 1 > latest ? plies + 1 : latest;
    }
    return latest == 0 ? walk_fail(walk, "the game is drawn") : latest;
}

static int walk_play(struct prove_walk *walk, const struct prove_position *at,
                     const ff_position *position, int cell, int depth)
{
    struct prove_position next = *at;
    ff_position after = *position;
    int column = ff_cell_column(position->rules, cell);
    (void)ff_position_drop(&after, column);
    prove_position_play(&walk->job->board, &next, cell);
    if (walk->record && !walk->record(walk->record_host, position, column))
        return walk_fail(walk, "cannot write the strategy");
    walk->path[depth] = (uint8_t)cell;
    int plies = walk_defend(walk, &next, &after, depth + 1);
    if (plies < 0)
        return -1;
    return seen_add(walk, at, plies + 1) ? plies + 1 : walk_fail(walk, "not enough memory");
}

static int walk_attack(struct prove_walk *walk, const struct prove_position *at,
                       const ff_position *position, int depth)
{
    struct vcf_finding found;
    vcf_survey(&walk->job->vcf, &at->state, &found);
    if (found.verdict == VCF_WIN)
        return 1;
    if (found.verdict != VCF_OPEN)
        return walk_fail(walk, "the attacker does not win");
    const struct walk_seen *seen = seen_find(walk->seen, walk->size, at->key[0], at->tag[0]);
    if (seen->tag_and_plies)
        return (int)(seen->tag_and_plies & plies_mask);
    int cell = walk_move(walk, at, position, &found, depth);
    return cell < 0 ? walk_fail(walk, "no winning move is known")
                    : walk_play(walk, at, position, cell, depth);
}

int prove_walk_from(struct prove_walk *walk, const ff_position *root)
{
    struct prove_position at;
    prove_position_set(&walk->job->board, &at, root);
    prove_judge_begin(&walk->judge, walk->job, root);
    return root->ply % 2 == walk->job->attacker ? walk_attack(walk, &at, root, 0)
                                                : walk_defend(walk, &at, root, 0);
}

/* ---- choices by the table ---- */

static struct prove_position position_after(const struct walk_source *source,
                                            const struct walk_question *q, int rank)
{
    struct prove_position next = *q->at;
    prove_position_play(&source->job->board, &next, q->move[rank]);
    return next;
}

/* Searches the moves one after the other, each a little, then more. */
static int source_search(struct walk_source *source, const struct walk_question *q)
{
    static const uint64_t nodes[] = {100, 10000, 1000000, 20000000};
    struct prove_search search = {.board = &source->job->board,
                                  .table = &source->job->table,
                                  .judge = &source->judge.judge,
                                  .attacker = source->job->attacker,
                                  .vcf_nodes = PROVE_VCF_NODES};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        for (int rank = 0; rank < q->count; rank++) {
            struct prove_position next = position_after(source, q, rank);
            ff_position after = *q->position;
            (void)ff_position_drop(&after, ff_cell_column(after.rules, q->move[rank]));
            prove_judge_begin(&source->judge, source->job, &after);
            search.nodes = 0;
            search.nodes_max = nodes[i];
            enum prove_verdict verdict = prove_run(&search, &next);
            source->nodes += search.nodes;
            if (verdict == PROVE_WON)
                return rank;
        }
    return -1;
}

int walk_choose_proven(void *host, const struct walk_question *q)
{
    struct walk_source *source = host;
    const struct prove_search search = {.board = &source->job->board,
                                        .table = &source->job->table,
                                        .attacker = source->job->attacker};
    struct prove_known known;
    for (int rank = 0; rank < q->count; rank++) {
        struct prove_position next = position_after(source, q, rank);
        if (prove_lookup(&search, &next, &known) == PROVE_WON)
            return rank;
    }
    return source_search(source, q);
}
