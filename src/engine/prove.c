/* The search by proof numbers. prove.h says what it does. */
#include "engine/prove.h"
#include "engine/curve.h"

#define LARGEST 1e20F /* of a number that is not infinite */

/* How judgements become numbers. Found on positions of the cube; docs/proof.md. */
static const float value_to_proof = 0.15F; /* exponents of the value's logit */
static const float value_to_refutation = 0.2F;
static const float prior_weight = 0.5F;    /* exponent of the prior's ratio to the best */
static const float prior_worst = 1000;     /* the most that a prior multiplies */
static const float reply_weight = 0.15F;   /* a new position's cost for each further move */
static const float reply_unseen = 0.003F;  /* a reply that was not looked at: look at it soon */
static const float threshold_slack = 0.4F; /* a child may cost so much more than its rival */
static const float busy_weight = 0.5F;     /* for each other thread that is in a child */

enum { LOGIT_MOST = 12, SHARED_DEPTH = 4, SHARED_WORK = 64, CHECK_EVERY = 256, NO_UNWIND = 9999 };

struct prove_numbers {
    float phi, delta;
};

struct prove_child {
    uint64_t key, tag;
    struct prove_numbers known;
    float weight; /* multiplies what the move costs; 1 or more */
    uint8_t cell;
};

/* A position on the path of the search. */
struct prove_node {
    const struct prove_position *at;
    uint64_t key, tag, moves, work;
    struct prove_numbers limit, sum;
    int depth, symmetry, count, best;
    bool is_attacker, has_opinion;
    float logit; /* the judged value, for the attacker */
    float rival; /* the cost of the second best child */
    struct tree_opinion opinion;
    uint8_t cell[FF_COLUMNS_MAX]; /* the moves, in the order of the opinion */
    struct prove_child child[FF_COLUMNS_MAX];
};

static const struct prove_numbers reached = {0, PROVE_INFINITE}, failed = {PROVE_INFINITE, 0};

static bool is_decided(struct prove_numbers n)
{
    return n.phi == 0 || n.delta == 0;
}

static bool is_over(struct prove_numbers n, struct prove_numbers limit)
{
    return is_decided(n) || n.phi >= limit.phi || n.delta >= limit.delta;
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

/* ---- a new position ---- */

static uint64_t columns_of(const struct vcf_board *b, const struct vcf_finding *found)
{
    uint64_t columns = 0;
    for (int i = 0; i < found->count; i++)
        columns |= UINT64_C(1) << found->move[i] / b->rules->board.height;
    return columns;
}

/* A draw is what the defender wants. */
static struct prove_numbers draw_of(bool is_attacker)
{
    return is_attacker ? failed : reached;
}

/* Any win will do, so unlike a shortest one it is searched for once, and with half the nodes. */
static bool has_fours(const struct prove_search *s, const struct vcf_state *state)
{
    struct vcf_budget budget = {s->vcf_nodes / 2, false};
    int cell;
    return vcf_search(s->board->vcf, state, VCF_DEPTH_MAX, &budget, &cell) > 0;
}

/* What the threats say. If they do not decide, *moves are the columns worth a try. */
static bool threats_decide(const struct prove_search *s, const struct prove_node *n,
                           struct prove_numbers *out, uint64_t *moves)
{
    const struct vcf_board *b = s->board->vcf;
    const struct vcf_state *state = &n->at->state;
    struct vcf_finding found;
    uint64_t zone;
    vcf_survey(b, state, &found);
    bool is_win = found.verdict == VCF_WIN || (found.verdict == VCF_OPEN && has_fours(s, state));
    *moves = columns_of(b, &found);
    if (!is_win && found.verdict == VCF_OPEN && found.count > 1 &&
        prove_zone(b, state, s->vcf_nodes, &zone))
        *moves &= zone;
    if (!is_win && found.verdict != VCF_DRAW && *moves)
        return false;
    *out = is_win ? reached : found.verdict == VCF_DRAW ? draw_of(n->is_attacker) : failed;
    return true;
}

/* Lists the moves; symmetric ones count once. */
static void node_list_children(const struct prove_search *s, struct prove_node *n)
{
    const struct prove_board *b = s->board;
    int color = n->at->state.ply % 2;
    for (uint64_t left = n->moves; left; left &= left - 1) {
        int cell = vcf_landing(b->vcf, &n->at->state, __builtin_ctzll(left)), image = 0;
        if (cell < 0)
            continue;
        const uint64_t *mix = b->mix[color][cell];
        for (int i = 1; i < b->symmetries; i++)
            if ((n->at->key[i] ^ mix[i]) < (n->at->key[image] ^ mix[image]))
                image = i;
        uint64_t key = n->at->key[image] ^ mix[image];
        bool is_new = true;
        for (int i = 0; i < n->count && is_new; i++)
            is_new = n->child[i].key != key;
        if (!is_new)
            continue;
        prove_table_prefetch(s->table, key);
        n->cell[n->count] = (uint8_t)cell;
        n->child[n->count++] = (struct prove_child){
            key, n->at->tag[image] ^ mix[PROVE_SYMMETRIES + image], {0, 0}, 1, (uint8_t)cell};
    }
}

/* Asks the judge, once. */
static void node_judge(const struct prove_search *s, struct prove_node *n)
{
    struct tree_leaf leaf = {&n->at->state, s->path, n->cell, n->depth,
                             n->is_attacker ? n->count : 0};
    if (n->has_opinion)
        return;
    judge_ask(s->judge, &leaf, &n->opinion);
    float value = n->opinion.value, edge = 0.99999F;
    value = value > edge ? edge : value < -edge ? -edge : value;
    float logit = curve_log((1 + value) / (1 - value));
    n->logit = n->is_attacker ? logit : -logit;
    n->has_opinion = true;
}

static struct prove_numbers numbers_for(bool is_attacker, float proof, float refutation)
{
    return is_attacker ? (struct prove_numbers){proof, refutation}
                       : (struct prove_numbers){refutation, proof};
}

/* The numbers of a position that is seen for the first time. */
static struct prove_numbers node_guess(const struct prove_node *n)
{
    float proof = curve_exp(-value_to_proof * n->logit);
    float refutation = curve_exp(value_to_refutation * n->logit);
    float many = 1 + reply_weight * (float)(n->count - 1);
    return numbers_for(n->is_attacker, n->is_attacker ? proof : proof * many,
                       n->is_attacker ? refutation * many : refutation);
}

/* The attacker's moves cost more the less the judge would play them; those that were not looked at
 * are as good as their position. All replies must be looked at in any case. */
static void node_weigh(const struct prove_search *s, struct prove_node *n)
{
    for (int i = 0; !n->is_attacker && i < n->count; i++)
        n->child[i].known = (struct prove_numbers){reply_unseen, reply_unseen};
    if (!n->is_attacker)
        return;
    float best = -PROVE_INFINITE;
    if (n->count > 1)
        node_judge(s, n);
    for (int i = 0; i < n->count && n->count > 1; i++)
        best = most(best, n->opinion.logit[i]);
    for (int i = 0; i < n->count; i++) {
        struct prove_child *c = &n->child[i];
        if (n->count > 1)
            c->weight = least(curve_exp(prior_weight * (best - n->opinion.logit[i])), prior_worst);
        c->known.phi = curve_exp(value_to_refutation * n->logit);
        c->known.delta = curve_exp(-value_to_proof * n->logit);
    }
}

/* ---- numbers ---- */

static uint64_t moves_image(const struct prove_board *b, int symmetry, uint64_t moves)
{
    uint64_t image = 0;
    for (; moves; moves &= moves - 1)
        image |= UINT64_C(1) << b->image[symmetry][__builtin_ctzll(moves)];
    return image;
}

static void node_store(const struct prove_search *s, const struct prove_node *n,
                       struct prove_numbers numbers)
{
    struct prove_known known = {numbers.phi, numbers.delta, 0, n->work};
    if (!is_decided(numbers))
        known.moves = moves_image(s->board, n->symmetry, n->moves);
    prove_table_store(s->table, n->key, n->tag, &known);
}

/* Reads the children's numbers and adds them up. The best child is the one whose failure costs
 * least to show, where others are busy a little later. */
static void node_sum(const struct prove_search *s, struct prove_node *n, bool is_watched)
{
    float cheapest = PROVE_INFINITE, first = PROVE_INFINITE, second = PROVE_INFINITE, sum = 0;
    n->best = -1;
    for (int i = 0; i < n->count; i++) {
        struct prove_child *c = &n->child[i];
        struct prove_known known;
        if (!is_decided(c->known) && prove_table_find(s->table, c->key, c->tag, &known))
            c->known = (struct prove_numbers){known.phi, known.delta};
        sum += c->known.phi >= PROVE_INFINITE ? LARGEST : c->known.phi / c->weight;
        float cost = c->known.delta >= LARGEST ? PROVE_INFINITE : c->known.delta * c->weight;
        cheapest = least(cheapest, cost);
        if (is_watched && cost < PROVE_INFINITE) {
            int busy = __atomic_load_n(prove_table_busy(s->table, c->key), __ATOMIC_RELAXED);
            cost *= 1 + busy_weight * (float)busy;
        }
        if (cost < first) {
            second = first;
            first = cost;
            n->best = i;
        } else {
            second = least(second, cost);
        }
    }
    n->rival = second;
    n->sum = (struct prove_numbers){least(cheapest, LARGEST), least(most(sum, 1e-6F), LARGEST)};
}

/* All children decided: a position is won by one child that fails, and fails if all succeed. */
static void node_conclude(struct prove_node *n)
{
    bool all_reach = true;
    for (int i = 0; i < n->count; i++) {
        if (n->child[i].known.delta == 0) {
            n->sum = reached;
            return;
        }
        all_reach = all_reach && n->child[i].known.phi == 0;
    }
    if (all_reach)
        n->sum = failed;
}

/* How far the best child may go: until it is no longer the best, or this position's limits are
 * reached. It must be able to move at all. */
static struct prove_numbers child_limit(const struct prove_node *n)
{
    const struct prove_child *c = &n->child[n->best];
    struct prove_numbers limit;
    float cost = c->known.delta * c->weight, rival = most(n->rival, cost);
    limit.delta = least(rival * (1 + threshold_slack), n->limit.phi) / c->weight;
    limit.delta = most(limit.delta, c->known.delta * 1.001F + 1e-7F);
    float rest = n->sum.delta - c->known.phi / c->weight;
    limit.phi = n->limit.delta >= LARGEST ? PROVE_INFINITE : (n->limit.delta - rest) * c->weight;
    limit.phi = most(limit.phi, c->known.phi * 1.001F + 1e-7F);
    return limit;
}

/* ---- the search ---- */

static bool must_stop(const struct prove_search *s)
{
    return (s->stop && __atomic_load_n(s->stop, __ATOMIC_RELAXED)) ||
           (s->nodes_end && s->nodes >= s->nodes_end);
}

/* Finds out whether another thread has decided a position on the path. */
static void path_check(struct prove_search *s, int depth)
{
    struct prove_known known;
    for (int i = 0; i < depth && s->unwind == NO_UNWIND; i++)
        if (prove_table_find(s->table, s->path_key[i], s->path_tag[i], &known) &&
            (known.phi == 0 || known.delta == 0))
            s->unwind = i;
}

/* Reads what is known, or looks for the first time. True if the position needs no search. */
static bool node_open(struct prove_search *s, struct prove_node *n, struct prove_numbers *out)
{
    struct prove_known known;
    n->symmetry = prove_position_canonical(s->board, n->at);
    n->key = s->path_key[n->depth] = n->at->key[n->symmetry];
    n->tag = s->path_tag[n->depth] = n->at->tag[n->symmetry];
    n->work = 1;
    if (prove_table_find(s->table, n->key, n->tag, &known)) {
        *out = (struct prove_numbers){known.phi, known.delta};
        if (is_over(*out, n->limit))
            return true;
        n->work = known.work;
        n->moves = moves_image(s->board, s->board->inverse[n->symmetry], known.moves);
    }
    bool is_new = !n->moves;
    if (is_new && threats_decide(s, n, out, &n->moves)) {
        node_store(s, n, *out);
        return true;
    }
    node_list_children(s, n);
    if (!is_new)
        return false;
    node_judge(s, n);
    *out = node_guess(n);
    node_store(s, n, *out);
    return is_over(*out, n->limit);
}

static void node_search(struct prove_search *s, const struct prove_position *at, int depth,
                        struct prove_numbers limit, struct prove_numbers *out);

static void child_search(struct prove_search *s, struct prove_node *n, bool is_watched)
{
    struct prove_child *c = &n->child[n->best];
    struct prove_position next = *n->at;
    uint8_t *busy = prove_table_busy(s->table, c->key);
    prove_position_play(s->board, &next, c->cell);
    s->path[n->depth] = c->cell;
    if (is_watched)
        __atomic_fetch_add(busy, 1, __ATOMIC_RELAXED);
    node_search(s, &next, n->depth + 1, child_limit(n), &c->known);
    if (is_watched)
        __atomic_fetch_sub(busy, 1, __ATOMIC_RELAXED);
}

/* Whether the search must leave this position: it is decided or over its limits, or the path above
 * it has become worthless. */
static bool node_is_done(struct prove_search *s, struct prove_node *n)
{
    struct prove_known known;
    if (s->unwind == n->depth) {
        s->unwind = NO_UNWIND;
        if (prove_table_find(s->table, n->key, n->tag, &known) &&
            (known.phi == 0 || known.delta == 0))
            n->sum = (struct prove_numbers){known.phi, known.delta};
    }
    return is_over(n->sum, n->limit) || s->unwind < n->depth || n->best < 0 || must_stop(s);
}

static void node_tell(const struct prove_search *s, const struct prove_node *n)
{
    bool is_attackers = (n->sum.phi == 0) == n->is_attacker;
    struct prove_sample sample = {.at = n->at, .verdict = PROVE_OPEN, .work = n->work, .best = -1};
    if (is_decided(n->sum))
        sample.verdict = is_attackers ? PROVE_WON : PROVE_REFUTED;
    if (n->sum.phi == 0 && n->best >= 0 && n->child[n->best].known.delta == 0)
        sample.best = n->child[n->best].cell;
    s->sample(s->sample_host, &sample);
}

static void node_search(struct prove_search *s, const struct prove_position *at, int depth,
                        struct prove_numbers limit, struct prove_numbers *out)
{
    struct prove_node n;
    n.at = at;
    n.limit = limit;
    n.depth = depth;
    n.is_attacker = at->state.ply % 2 == s->attacker;
    n.has_opinion = false;
    n.count = 0;
    n.moves = 0;
    n.logit = 0;
    uint64_t before = s->nodes++;
    if (node_open(s, &n, out))
        return;
    node_weigh(s, &n);
    uint64_t work = n.work;
    for (;;) {
        n.work = work + (s->nodes - before - 1);
        bool is_watched = s->is_shared && (depth < SHARED_DEPTH || n.work >= SHARED_WORK);
        node_sum(s, &n, is_watched);
        node_conclude(&n);
        bool is_done = node_is_done(s, &n);
        if (is_done || is_watched)
            node_store(s, &n, n.sum);
        if (is_done)
            break;
        if (s->is_shared && s->nodes % CHECK_EVERY == 0)
            path_check(s, depth);
        child_search(s, &n, is_watched);
    }
    if (s->sample)
        node_tell(s, &n);
    *out = n.sum;
}

enum prove_verdict prove_run(struct prove_search *s, const struct prove_position *root)
{
    const struct prove_numbers endless = {PROVE_INFINITE, PROVE_INFINITE};
    struct prove_numbers found = {1, 1};
    bool is_attacker = root->state.ply % 2 == s->attacker;
    s->nodes_end = s->nodes_max ? s->nodes + s->nodes_max : 0;
    s->unwind = NO_UNWIND;
    while (!is_decided(found) && !must_stop(s))
        node_search(s, root, 0, endless, &found);
    if (!is_decided(found))
        return PROVE_OPEN;
    return (found.phi == 0) == is_attacker ? PROVE_WON : PROVE_REFUTED;
}

enum prove_verdict prove_lookup(const struct prove_search *s, const struct prove_position *p,
                                struct prove_known *known)
{
    int image = prove_position_canonical(s->board, p);
    bool is_attacker = p->state.ply % 2 == s->attacker;
    if (!prove_table_find(s->table, p->key[image], p->tag[image], known))
        return PROVE_OPEN;
    if (known->phi == 0)
        return is_attacker ? PROVE_WON : PROVE_REFUTED;
    if (known->delta == 0)
        return is_attacker ? PROVE_REFUTED : PROVE_WON;
    return PROVE_OPEN;
}
