/* The search, a template. search_classic.c, search_general.c and search_classic_avx2.c define
 * SEARCH_WIDTH and SEARCH_HEIGHT (0: any), SEARCH_BOTTOM, SEARCH_HAS_LANES (four columns in one
 * register) and the name SEARCH_PROBE, then include this file. */
#include "engine/search_rank.h"

enum { CHECK_NODES = 4096 };

static int probe(struct search *s, struct node *node, int beta);

static inline struct node child_node(const struct node *node, uint64_t move, uint64_t wins)
{
    return (struct node){node->opponent, node->me | move, node->their_wins & ~move,
                         wins,           node->ply + 1,   __builtin_ctzll(move)};
}

/* Searches the children until one reaches beta; *best_move becomes its column. */
static int try_children(struct search *s, struct children *c, const struct node *node, int beta,
                        int best, int *best_move)
{
    unsigned open = c->legal, failed = 0;
    while (open) {
        unsigned lane = take_best(&s->geo, c);
        open &= ~(1u << lane);
        struct node child = child_node(node, c->move[lane], c->wins[lane]);
        int score = -probe(s, &child, 1 - beta);
        if (s->is_stopped)
            return score;
        if (score > best)
            best = score;
        if (score >= beta) {
            *best_move = s->geo.lane_column[lane];
            history_learn(s, c, node, lane, failed);
            break;
        }
        failed |= 1u << lane;
    }
    return best;
}

static inline bool search_must_stop(struct search *s)
{
    if (s->nodes >= s->check_at) {
        s->check_at = s->nodes + CHECK_NODES;
        if (s->should_stop && s->should_stop(s->host))
            s->is_stopped = true;
    }
    return s->is_stopped;
}

enum table_level { LEVEL_SHARED, LEVEL_LOCAL, LEVEL_NONE };

/* One visit to a node with at least two moves: its table entry, its moves, the known bounds of its
 * score. */
struct visit {
    const struct node *node;
    int beta;
    enum table_level level;
    struct place place;
    struct children children;
    struct bounds known;
};

static inline enum table_level level_of(geometry_ref geo, int ply)
{
    if (ply <= geo->shared_until)
        return LEVEL_SHARED;
    return ply <= geo->local_until ? LEVEL_LOCAL : LEVEL_NONE;
}

static inline struct place place_of(const struct search *s, const struct node *node,
                                    enum table_level level)
{
    uint64_t all = node->me | node->opponent;
    struct place place = {NULL, 0, false};
    if (level == LEVEL_SHARED) {
        uint64_t key = key_of(&s->geo, node->me, all);
        place = shared_place(s, key, mirrored_key(&s->geo, key, node->ply));
        __builtin_prefetch(place.entry);
    } else if (level == LEVEL_LOCAL) {
        place = local_place(s, node->me, all);
    }
    return place;
}

/* Reads bounds and best move of an earlier visit. Returns true if the bounds answer the question.
 */
static inline bool visit_recall(struct visit *v)
{
    uint64_t entry = 0;
    if (v->level == LEVEL_SHARED)
        entry = shared_find(v->place);
    else if (v->level == LEVEL_LOCAL)
        entry = local_find(v->place);
    if (!entry)
        return false;
    struct bounds found = entry_unpack(entry);
    v->known.low = found.low > v->known.low ? found.low : v->known.low;
    v->known.high = found.high < v->known.high ? found.high : v->known.high;
    v->known.move = found.move;
    return found.low >= v->beta || found.high < v->beta;
}

static inline void visit_keep(const struct search *s, struct visit *v, int score, int column)
{
    int width = geo_width(&s->geo);
    if (score >= v->beta)
        v->known.low = score;
    else
        v->known.high = score;
    if (v->known.low > v->known.high)
        v->known.low = v->known.high;
    v->known.move = column < 0 ? 0 : v->place.is_mirrored ? width - column : column + 1;
    if (v->level == LEVEL_SHARED)
        shared_store(v->place, entry_pack(v->place.rest, v->known));
    else if (v->level == LEVEL_LOCAL)
        *v->place.entry = entry_pack(v->place.rest, v->known);
}

/* The best move of an earlier visit is searched first. */
static inline void visit_prefer(const struct search *s, struct visit *v)
{
    enum { BEFORE_ALL = 1 << 20 };
    int move = v->known.move;
    if (!move)
        return;
    int lane = s->geo.column_lane[v->place.is_mirrored ? geo_width(&s->geo) - move : move - 1];
    if (v->children.legal >> lane & 1)
        v->children.rank[lane] = BEFORE_ALL * RANK_LANES + RANK_LANES - 1 - lane;
}

/* Table bounds of the children cause a cutoff or drop children; the others are ranked. */
static inline int visit_order(const struct search *s, struct visit *v)
{
    struct children *c = &v->children;
    int ply = v->node->ply, cut = NO_BOUND;
    if (ply < s->geo.shared_until) {
        struct place places[SEARCH_LANES];
        shared_places(s, c, v->node, places);
        rank_children(s, c, v->node);
        return shared_cut(c, places, v->beta);
    }
    if (ply < s->geo.local_until)
        cut = local_cut(s, c, v->node, v->beta);
    if (cut == NO_BOUND)
        rank_children(s, c, v->node);
    return cut;
}

static int visit_search(struct search *s, struct visit *v)
{
    unsigned before = v->children.legal;
    int cut = visit_order(s, v), column = -1;
    if (cut != NO_BOUND)
        return cut;
    bool has_dropped = v->children.legal != before; /* dropped children stay below beta */
    visit_prefer(s, v);
    int best = try_children(s, &v->children, v->node, v->beta, has_dropped ? v->beta - 1 : NO_BOUND,
                            &column);
    if (!s->is_stopped)
        visit_keep(s, v, best, column);
    return best;
}

/* A node with at least two sensible moves. The cheapest tests come first. */
static int probe_open(struct search *s, const struct node *node, uint64_t moves, int beta)
{
    geometry_ref geo = &s->geo;
    struct visit v;
    int left = geo_cells(geo) - node->ply;
    s->nodes++;
    if (search_must_stop(s))
        return 0;
    v.node = node;
    v.beta = beta;
    v.level = level_of(geo, node->ply);
    v.place = place_of(s, node, v.level);
    if (expand(s, &v.children, node, moves))
        return (left - 1) / 2;
    v.known = (struct bounds){-(left - 2) / 2, (left - 3) / 2, 0};
    if (v.known.high < beta)
        return v.known.high;
    int sure = follow_children(geo, &v.children, node, moves, beta);
    if (sure != NO_BOUND)
        return sure;
    if (visit_recall(&v))
        return v.known.low >= beta ? v.known.low : v.known.high;
    return visit_search(s, &v);
}

/* The sensible moves of the player to move, or the score if nothing is left to search. */
struct choice {
    uint64_t moves;
    int score;
    bool is_settled;
};

static inline struct choice choice_of(geometry_ref geo, const struct node *node, int beta)
{
    int left = geo_cells(geo) - node->ply;
    uint64_t playable = (node->me | node->opponent) + geo_bottom(geo);
    uint64_t forced = node->their_wins & playable;
    uint64_t moves = playable & geo_board(geo) & ~(node->their_wins >> 1);
    if (forced)
        moves &= forced;
    if (forced & (forced - 1) || !moves)
        return (struct choice){0, -left / 2, true};
    int high = (left - 1) / 2, low = -(left - 2) / 2;
    return (struct choice){moves, high < beta ? high : low, high < beta || low >= beta};
}

/* Follows forced moves to a position with a choice, without counting nodes. The node is changed in
 * place: copying a node that was just written stalls on store forwarding. */
static int probe(struct search *s, struct node *node, int beta)
{
    geometry_ref geo = &s->geo;
    int sign = 1;
    bool is_chained = false;
    struct choice choice = choice_of(geo, node, beta);
    while (!choice.is_settled && !(choice.moves & (choice.moves - 1))) {
        *node = child_node(node, choice.moves, wins_after(s, node, choice.moves));
        sign = -sign;
        beta = 1 - beta;
        is_chained = true;
        choice = choice_of(geo, node, beta);
    }
    if (choice.is_settled)
        return sign * choice.score;
    /* The parent of a forced move has not tested the follow-up bounds. */
    if (is_chained &&
        follow(geo, node->me, node->opponent, node->their_wins, node->ply, 1 - beta) != NO_BOUND)
        return sign * (beta - 1);
    return sign * probe_open(s, node, choice.moves, beta);
}

int SEARCH_PROBE(struct search *s, const struct node *node, int beta)
{
    struct node root = *node;
    return probe(s, &root, beta);
}
