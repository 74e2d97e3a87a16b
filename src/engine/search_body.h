/* The search itself, compiled once for each board it is specialised on (see search_classic.c and
 * search_general.c): with SEARCH_HEIGHT and SEARCH_WIDTH as constants the compiler folds every mask
 * and shift below; with 0 they are read from the geometry. SEARCH_PROBE names the function. */
#include "engine/search.h"

typedef const struct geometry *geometry_ref;

static inline int geo_width(geometry_ref geo)
{
    return SEARCH_WIDTH ? SEARCH_WIDTH : geo->width;
}

static inline int geo_height(geometry_ref geo)
{
    return SEARCH_HEIGHT ? SEARCH_HEIGHT : geo->height;
}

static inline int geo_pitch(geometry_ref geo)
{
    return geo_height(geo) + 1;
}

static inline int geo_cells(geometry_ref geo)
{
    return geo_width(geo) * geo_height(geo);
}

static inline uint64_t geo_bottom(geometry_ref geo)
{
    return SEARCH_HEIGHT ? SEARCH_BOTTOM : geo->bottom;
}

/* A column's cells. */
static inline uint64_t geo_column(geometry_ref geo)
{
    return (UINT64_C(1) << geo_height(geo)) - 1;
}

static inline uint64_t geo_board(geometry_ref geo)
{
    return geo_bottom(geo) * geo_column(geo);
}

static inline uint64_t geo_odd(geometry_ref geo)
{
    return SEARCH_HEIGHT ? SEARCH_BOTTOM * (geo_column(geo) & 0x555) : geo->odd;
}

static inline uint64_t geo_even(geometry_ref geo)
{
    return SEARCH_HEIGHT ? SEARCH_BOTTOM * (geo_column(geo) & 0xAAA) : geo->even;
}

enum { NO_MOVE = 15, NO_BOUND = -100, SCORE_BIAS = 31, CHECK_NODES = 4096 };

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

static inline int bits(uint64_t x)
{
    return __builtin_popcountll(x);
}

/* ---- lines ---- */

static inline uint64_t wins_dir(uint64_t x, int d)
{
    uint64_t left = x << d & x << 2 * d, right = x >> d & x >> 2 * d;
    return (left & (x << 3 * d | x >> d)) | (right & (x << d | x >> 3 * d));
}

/* Cells, empty or not, that complete four of these discs. */
static inline uint64_t winning_cells(geometry_ref geo, uint64_t x)
{
    int p = geo_pitch(geo);
    return (x << 1 & x << 2 & x << 3) | wins_dir(x, p - 1) | wins_dir(x, p) | wins_dir(x, p + 1);
}

/* The first cells of all lines of one direction. */
static inline uint64_t lines_dir(uint64_t x, int d)
{
    x &= x >> d;
    return x & x >> 2 * d;
}

static inline bool has_line(geometry_ref geo, uint64_t x)
{
    int p = geo_pitch(geo);
    return (lines_dir(x, 1) | lines_dir(x, p - 1) | lines_dir(x, p) | lines_dir(x, p + 1)) != 0;
}

/* ---- what a follower can be sure of ----
 *
 * On boards of even height one player can answer every move directly above it: the follower. Rows
 * are named odd and even as players count them, from 1.
 *
 * Yellow follows (Red to move, so an even number of columns have odd height). S: the playable cells
 * on even rows, an even number. When Red plays in S, Yellow plays another cell of S; otherwise
 * Yellow plays directly above. This is always possible. Then Red owns at most his discs, the odd
 * empty cells and S; if they hold no line, Red does not win. Yellow owns at least his discs and the
 * even empty cells outside S: a line in them whose highest added cell is on row r (from 0) stands
 * before the cells above that row are needed, and is worth (height + 1 - r) / 2.
 *
 * Red follows (Yellow to move, an odd number of columns of odd height). He needs a threat t on an
 * odd row in such a column c; the S cells of the other odd columns are paired with each other, and
 * everywhere else he plays directly above. In c Yellow gets the even cells below t, and Red t
 * itself, so the unpaired top cell of c is never needed. If Yellow's discs, the odd empty cells and
 * S outside c, and the even cells of c below t hold no line, Red wins by filling: worth
 * (height - r) / 2 for t on row r.
 *
 * In both cases, a threat of the follower on a cell he is sure to get (even, not in S, not in c)
 * stops the leader from ever playing below it, so no cell above it comes to the leader; and such
 * threats add up: with the lowest one of each column, all even cells from there up stay empty or
 * are his, each worth one more. */

/* The even cells from a column's lowest assured threat upwards. */
static inline uint64_t assured_cells(geometry_ref geo, uint64_t threats)
{
    for (int step = 2; step < geo_height(geo); step += 2)
        threats |= threats << 2 & geo_even(geo);
    return threats;
}

static inline uint64_t rows_up_to(geometry_ref geo, int row)
{
    return geo_bottom(geo) * ((UINT64_C(2) << row) - 1);
}

struct follow {
    uint64_t leader, follower, wins; /* the follower's winning cells */
    uint64_t empty, pairs;           /* pairs: the cells S */
};

static inline int follow_as_second(geometry_ref geo, const struct follow *f, int beta)
{
    enum { BETA_MAX = 9 };
    if (beta > BETA_MAX)
        return NO_BOUND;
    uint64_t mine = f->empty & geo_even(geo) & ~f->pairs;
    uint64_t assured = assured_cells(geo, f->wins & mine);
    int height = geo_height(geo), worth = bits(assured);
    if (beta > height / 2 && worth < beta)
        return NO_BOUND;
    if (has_line(geo, f->leader | (f->empty & geo_odd(geo) & ~(assured << 1)) | f->pairs))
        return NO_BOUND;
    if (beta <= 0)
        return 0;
    if (worth >= beta)
        return beta;
    bool has_late_line =
        beta <= height / 2 &&
        has_line(geo, f->follower | (mine & rows_up_to(geo, height + 1 - 2 * beta)));
    return has_late_line ? beta : NO_BOUND;
}

/* All cells of the columns in which these cells lie, which are on even rows. */
static inline uint64_t columns_of_even(geometry_ref geo, uint64_t cells)
{
    uint64_t feet = 0;
    for (int row = 1; row < geo_height(geo); row += 2)
        feet |= cells >> row & geo_bottom(geo);
    return (feet << geo_height(geo)) - feet;
}

static inline int follow_as_first(geometry_ref geo, const struct follow *f, int beta)
{
    enum { BETA_MAX = 8 };
    if (beta > BETA_MAX)
        return NO_BOUND;
    uint64_t threats = f->wins & geo_odd(geo) & columns_of_even(geo, f->pairs);
    uint64_t even_threats = f->wins & geo_even(geo) & f->empty & ~f->pairs;
    while (threats) {
        uint64_t threat = threats & -threats;
        int slot = __builtin_ctzll(threat), row = slot % geo_pitch(geo);
        uint64_t column = geo_column(geo) << (slot - row);
        uint64_t assured = assured_cells(geo, even_threats & ~column);
        int worth = (geo_height(geo) - row) / 2 + bits(assured);
        threats &= ~column;
        if (worth < beta)
            continue;
        uint64_t others = (f->empty & geo_odd(geo) & ~(assured << 1)) | f->pairs;
        uint64_t below = (threat - 1) & column & f->empty & geo_even(geo);
        if (!has_line(geo, f->leader | (others & ~column) | below))
            return worth;
    }
    return NO_BOUND;
}

/* A score >= beta that the player not to move can be sure of, or NO_BOUND. `ply` discs lie on the
 * board, `wins` are the follower's winning cells. */
static inline int follow(geometry_ref geo, uint64_t leader, uint64_t follower, uint64_t wins,
                         int ply, int beta)
{
    if (geo_height(geo) % 2)
        return NO_BOUND; /* the top cell of a column has no cell above it to answer with */
    uint64_t all = leader | follower;
    struct follow f = {leader, follower, wins, geo_board(geo) & ~all,
                       (all + geo_bottom(geo)) & geo_even(geo)};
    return ply % 2 ? follow_as_first(geo, &f, beta) : follow_as_second(geo, &f, beta);
}

/* ---- tables ---- */

struct place {
    uint64_t *entry;
    uint64_t rest;
    bool is_mirrored;
};

struct bounds {
    int low, high, move;
};

static inline uint64_t mirror(geometry_ref geo, uint64_t x)
{
    int width = geo_width(geo), pitch = geo_pitch(geo);
    uint64_t column = (UINT64_C(1) << pitch) - 1, mirrored = 0;
    for (int i = 0; i < width; i++)
        mirrored |= (x >> i * pitch & column) << (width - 1 - i) * pitch;
    return mirrored;
}

static inline struct place table_place(geometry_ref geo, const struct table *table, int bucket,
                                       uint64_t key)
{
    int key_bits = geo_width(geo) * geo_pitch(geo), rest_bits = key_bits - table->index_bits;
    key *= UINT64_C(0x9E3779B97F4A7C15);
    if (key_bits < 64)
        key &= (UINT64_C(1) << key_bits) - 1;
    return (struct place){table->entries + (key >> rest_bits) * (unsigned)bucket,
                          key & ((UINT64_C(1) << rest_bits) - 1), false};
}

static inline struct place shared_place(const struct search *s, uint64_t me, uint64_t all, int ply)
{
    geometry_ref geo = &s->geo;
    uint64_t key = me + all + geo_bottom(geo);
    bool is_mirrored = false;
    if (ply <= geo->mirror_until) {
        uint64_t other = mirror(geo, me) + mirror(geo, all) + geo_bottom(geo);
        is_mirrored = other < key;
        key = is_mirrored ? other : key;
    }
    struct place place = table_place(geo, &s->shared, 2, key);
    place.is_mirrored = is_mirrored;
    return place;
}

static inline struct place local_place(const struct search *s, uint64_t me, uint64_t all)
{
    return table_place(&s->geo, &s->local, 1, me + all + geo_bottom(&s->geo));
}

/* An entry: the rest of the key, both bounds, a move plus one; never 0. */
static inline uint64_t entry_pack(uint64_t rest, struct bounds b)
{
    return rest << 16 | (uint64_t)(b.low + SCORE_BIAS) << 10 |
           (uint64_t)(b.high + SCORE_BIAS) << 4 | (uint64_t)b.move;
}

static inline struct bounds entry_unpack(uint64_t entry)
{
    return (struct bounds){(int)(entry >> 10 & 63) - SCORE_BIAS,
                           (int)(entry >> 4 & 63) - SCORE_BIAS, (int)(entry & 15)};
}

/* The entry of a position, or 0. */
static inline uint64_t shared_find(struct place place)
{
    for (int i = 0; i < 2; i++) {
        uint64_t entry = __atomic_load_n(place.entry + i, __ATOMIC_RELAXED);
        if (entry && entry >> 16 == place.rest)
            return entry;
    }
    return 0;
}

static inline uint64_t local_find(struct place place)
{
    uint64_t entry = *place.entry;
    return entry && entry >> 16 == place.rest ? entry : 0;
}

static inline void shared_store(struct place place, uint64_t entry)
{
    uint64_t first = __atomic_load_n(place.entry, __ATOMIC_RELAXED);
    uint64_t second = __atomic_load_n(place.entry + 1, __ATOMIC_RELAXED);
    if (second >> 16 == place.rest && second) {
        __atomic_store_n(place.entry + 1, entry, __ATOMIC_RELAXED);
        return;
    }
    if (first >> 16 != place.rest)
        __atomic_store_n(place.entry + 1, first, __ATOMIC_RELAXED);
    __atomic_store_n(place.entry, entry, __ATOMIC_RELAXED);
}

/* ---- a node ---- */

struct children {
    uint64_t move[SEARCH_LANES], wins[SEARCH_LANES];
    int rank[SEARCH_LANES]; /* the larger, the sooner it is tried */
    unsigned legal;         /* a bit a lane */
};

#define FOR_LANES(lane, set)               \
    for (unsigned rest_ = (set), lane = 0; \
         rest_ && ((lane = (unsigned)__builtin_ctz(rest_)), true); rest_ &= rest_ - 1)

static inline uint64_t column_mask(geometry_ref geo, int column)
{
    return geo_column(geo) << column * geo_pitch(geo);
}

/* All sensible moves and what they threaten. True if one of them wins with the disc after next:
 * two direct threats, or no reply that does not lose. */
static inline bool expand(geometry_ref geo, struct children *c, const struct node *node,
                          uint64_t moves)
{
    uint64_t all = node->me | node->opponent;
    c->legal = 0;
    for (int lane = 0; lane < geo_width(geo); lane++) {
        uint64_t move = moves & column_mask(geo, geo->lane_column[lane]);
        if (!move)
            continue;
        uint64_t taken = all | move, playable = (taken + geo_bottom(geo)) & geo_board(geo);
        uint64_t wins = winning_cells(geo, node->me | move) & geo_board(geo) & ~taken;
        uint64_t direct = wins & playable;
        uint64_t replies = (direct ? direct : playable) & ~(wins >> 1);
        if (direct & (direct - 1) || (playable && !replies))
            return true;
        c->move[lane] = move;
        c->wins[lane] = wins;
        c->legal |= 1u << lane;
    }
    return false;
}

static inline int follow_children(geometry_ref geo, const struct children *c,
                                  const struct node *node, int beta)
{
    FOR_LANES(lane, c->legal)
    {
        int score = follow(geo, node->opponent, node->me | c->move[lane], c->wins[lane],
                           node->ply + 1, beta);
        if (score != NO_BOUND)
            return score;
    }
    return NO_BOUND;
}

/* A child that the shared table already knows to be bad enough for its player cuts at once. */
static inline int shared_cut(const struct search *s, const struct children *c,
                             const struct node *node, int beta)
{
    struct place places[SEARCH_LANES];
    uint64_t all = node->me | node->opponent;
    FOR_LANES(lane, c->legal)
    {
        places[lane] = shared_place(s, node->opponent, all | c->move[lane], node->ply + 1);
        __builtin_prefetch(places[lane].entry);
    }
    FOR_LANES(lane, c->legal)
    {
        uint64_t entry = shared_find(places[lane]);
        if (entry && -entry_unpack(entry).high >= beta)
            return -entry_unpack(entry).high;
    }
    return NO_BOUND;
}

/* The same in the local table; children known to be too good are dropped. */
static inline int local_cut(const struct search *s, struct children *c, const struct node *node,
                            int beta)
{
    uint64_t all = node->me | node->opponent;
    unsigned hopeless = 0;
    FOR_LANES(lane, c->legal)
    {
        uint64_t entry = local_find(local_place(s, node->opponent, all | c->move[lane]));
        if (!entry)
            continue;
        struct bounds b = entry_unpack(entry);
        if (-b.high >= beta)
            return beta;
        if (-b.low < beta)
            hopeless |= 1u << lane;
    }
    c->legal &= ~hopeless;
    return NO_BOUND;
}

/* ---- the order of moves ----
 *
 * Linear in features of the position after the move; the weights were climbed on positions that
 * the standard sets do not contain in their first lines (docs/solver.md). */

enum {
    W_THREAT = 18,        /* a cell that would complete my line */
    W_GOOD_THREAT = 8,    /* one on the rows that fall to me at the end */
    W_DIRECT = 22,        /* it must be answered at once */
    W_STACKED = 18,       /* two threats above each other */
    W_UNDER_OWN = -46,    /* wastes my threat above by letting it be blocked */
    W_OWN_LINES = 4,      /* lines through the cell still open to me */
    W_THEIR_LINES = 2,    /* … and to the opponent, now closed */
    W_REPLY = -12,        /* a reply that does not lose at once */
    W_DENIED = 10,        /* a playable cell the opponent may not use */
    W_ABOVE_THEIRS = -13, /* my threat directly above one of theirs, which comes first */
    W_GOOD_ROW = 3,
    W_CENTRE = 3,
    HISTORY_SHIFT = 7,
};

struct open_lines {
    uint64_t begin[4];
};

static inline struct open_lines open_lines(geometry_ref geo, uint64_t cells)
{
    int p = geo_pitch(geo);
    return (struct open_lines){{lines_dir(cells, 1), lines_dir(cells, p - 1), lines_dir(cells, p),
                                lines_dir(cells, p + 1)}};
}

static inline int lines_through(geometry_ref geo, const struct open_lines *lines, int slot)
{
    int count = 0;
    for (int d = 0; d < 4; d++)
        count += bits(lines->begin[d] & geo->through[slot][d]);
    return count;
}

static inline void rank_children(const struct search *s, struct children *c,
                                 const struct node *node)
{
    geometry_ref geo = &s->geo;
    uint64_t all = node->me | node->opponent, empty = geo_board(geo) & ~all;
    uint64_t good_rows = node->ply % 2 ? geo_even(geo) : geo_odd(geo);
    uint64_t late = node->their_wins << 1 & ~node->their_wins;
    struct open_lines mine = open_lines(geo, node->me | empty);
    struct open_lines theirs = open_lines(geo, node->opponent | empty);
    FOR_LANES(lane, c->legal)
    {
        uint64_t move = c->move[lane], wins = c->wins[lane], below = wins >> 1;
        uint64_t playable = ((all | move) + geo_bottom(geo)) & geo_board(geo);
        int slot = __builtin_ctzll(move);
        int rank = W_THREAT * bits(wins) + W_GOOD_THREAT * bits(wins & good_rows) +
                   W_STACKED * bits(wins & below) + W_REPLY * bits(playable & ~below) +
                   W_DENIED * bits(playable & below) + W_ABOVE_THEIRS * bits(wins & late) +
                   W_OWN_LINES * lines_through(geo, &mine, slot) +
                   W_THEIR_LINES * lines_through(geo, &theirs, slot) +
                   W_CENTRE * geo->lane_centre[lane];
        rank += wins & playable ? W_DIRECT : 0;
        rank += move & node->my_wins >> 1 ? W_UNDER_OWN : 0;
        rank += move & good_rows ? W_GOOD_ROW : 0;
        if (node->ply <= geo->history_until)
            rank += s->history[node->ply % 2][slot] >> HISTORY_SHIFT;
        c->rank[lane] = rank;
    }
}

/* The lane with the largest rank, the most central one of equals. */
static inline unsigned best_lane(const struct children *c, unsigned open)
{
    unsigned best = (unsigned)__builtin_ctz(open);
    FOR_LANES(lane, open & (open - 1))
    {
        if (c->rank[lane] > c->rank[best])
            best = lane;
    }
    return best;
}

static inline void history_move(int32_t *value, int towards)
{
    enum { STEP = 32, CAP = 1024 };
    *value += towards * STEP - *value * STEP / CAP;
}

/* A move that cut after others had failed rises, those others sink. */
static inline void history_learn(struct search *s, const struct children *c, int ply, unsigned cut,
                                 unsigned failed)
{
    if (ply > s->geo.history_until || !failed)
        return;
    history_move(&s->history[ply % 2][__builtin_ctzll(c->move[cut])], 1);
    FOR_LANES(lane, failed)
    {
        history_move(&s->history[ply % 2][__builtin_ctzll(c->move[lane])], -1);
    }
}

static int probe(struct search *s, const struct node *node, int beta, bool is_chained);

static inline struct node child_node(const struct node *node, uint64_t move, uint64_t wins)
{
    return (struct node){node->opponent, node->me | move, node->their_wins & ~move, wins,
                         node->ply + 1};
}

/* Tries the children until one reaches beta; *best_move becomes its column. */
static int try_children(struct search *s, struct children *c, const struct node *node, int beta,
                        int best, int *best_move)
{
    unsigned open = c->legal, failed = 0;
    while (open) {
        unsigned lane = best_lane(c, open);
        open &= ~(1u << lane);
        struct node child = child_node(node, c->move[lane], c->wins[lane]);
        int score = -probe(s, &child, 1 - beta, false);
        if (s->is_stopped)
            return score;
        if (score > best)
            best = score;
        if (score >= beta) {
            *best_move = s->geo.lane_column[lane];
            history_learn(s, c, node->ply, lane, failed);
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

enum level { LEVEL_SHARED, LEVEL_LOCAL, LEVEL_NONE };

static inline enum level node_level(geometry_ref geo, int ply)
{
    return ply <= geo->shared_until  ? LEVEL_SHARED
           : ply <= geo->local_until ? LEVEL_LOCAL
                                     : LEVEL_NONE;
}

/* What is known of a node with at least two sensible moves, and what its children tell. */
static int probe_open(struct search *s, const struct node *node, uint64_t moves, int beta)
{
    geometry_ref geo = &s->geo;
    struct children c;
    uint64_t all = node->me | node->opponent;
    int ply = node->ply, cells = geo_cells(geo);
    s->nodes++;
    if (search_must_stop(s))
        return 0;
    enum level level = node_level(geo, ply);
    struct place place = {0};
    if (level == LEVEL_SHARED) {
        place = shared_place(s, node->me, all, ply);
        __builtin_prefetch(place.entry);
    } else if (level == LEVEL_LOCAL) {
        place = local_place(s, node->me, all);
    }
    if (expand(geo, &c, node, moves))
        return (cells - 1 - ply) / 2;
    struct bounds known = {-(cells - 2 - ply) / 2, (cells - 3 - ply) / 2, 0};
    if (known.high < beta)
        return known.high;
    int cut = follow_children(geo, &c, node, beta);
    if (cut != NO_BOUND)
        return cut;
    uint64_t entry = level == LEVEL_SHARED  ? shared_find(place)
                     : level == LEVEL_LOCAL ? local_find(place)
                                            : 0;
    int first = 0;
    if (entry) {
        struct bounds found = entry_unpack(entry);
        if (found.low >= beta)
            return found.low;
        if (found.high < beta)
            return found.high;
        known.low = found.low > known.low ? found.low : known.low;
        known.high = least(found.high, known.high);
        first = found.move;
    }
    int best = NO_BOUND;
    if (ply < geo->shared_until) {
        cut = shared_cut(s, &c, node, beta);
    } else if (ply < geo->local_until) {
        unsigned before = c.legal;
        cut = local_cut(s, &c, node, beta);
        best = c.legal != before ? beta - 1 : NO_BOUND;
    }
    if (cut != NO_BOUND)
        return cut;
    rank_children(s, &c, node);
    if (first) {
        int column = place.is_mirrored ? geo_width(geo) - first : first - 1;
        c.rank[geo->column_lane[column]] = 1 << 20;
    }
    int move = -1;
    best = try_children(s, &c, node, beta, best, &move);
    if (s->is_stopped)
        return 0;
    if (best >= beta)
        known.low = best;
    else
        known.high = best;
    known.low = least(known.low, known.high);
    known.move = move < 0 ? 0 : place.is_mirrored ? geo_width(geo) - move : move + 1;
    if (level == LEVEL_SHARED)
        shared_store(place, entry_pack(place.rest, known));
    else if (level == LEVEL_LOCAL)
        *place.entry = entry_pack(place.rest, known);
    return best;
}

/* Follows forced moves without counting them, up to a position with a choice. */
static int probe(struct search *s, const struct node *node, int beta, bool is_chained)
{
    geometry_ref geo = &s->geo;
    int ply = node->ply, cells = geo_cells(geo);
    uint64_t all = node->me | node->opponent;
    uint64_t playable = (all + geo_bottom(geo)) & geo_board(geo);
    uint64_t forced = node->their_wins & playable, moves = playable & ~(node->their_wins >> 1);
    if (forced & (forced - 1))
        return -(cells - ply) / 2;
    if (forced)
        moves &= forced;
    if (!moves)
        return ply >= cells ? 0 : -(cells - ply) / 2;
    int high = (cells - 1 - ply) / 2, low = -(cells - 2 - ply) / 2;
    if (high < beta)
        return high;
    if (low >= beta)
        return low;
    if (!(moves & (moves - 1))) {
        uint64_t wins = winning_cells(geo, node->me | moves) & geo_board(geo) & ~all & ~moves;
        struct node child = child_node(node, moves, wins);
        return -probe(s, &child, 1 - beta, true);
    }
    /* The parent of a forced move did not ask what its follower is sure of. */
    if (is_chained &&
        follow(geo, node->me, node->opponent, node->their_wins, ply, 1 - beta) != NO_BOUND)
        return beta - 1;
    return probe_open(s, node, moves, beta);
}

int SEARCH_PROBE(struct search *s, const struct node *node, int beta)
{
    return probe(s, node, beta, false);
}
