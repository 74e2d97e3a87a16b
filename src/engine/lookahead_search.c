/* The search below the root. */
#include "engine/lookahead.h"

enum { ASK_NODES = 512 };

/* Checks the host and the node budget. */
static bool must_stop(struct lookahead *l)
{
    if (l->nodes >= l->check_at) {
        l->check_at = l->nodes + ASK_NODES;
        if (l->should_stop && l->should_stop(l->host))
            l->is_stopped = true;
    }
    if (l->nodes >= l->nodes_max)
        l->is_stopped = true;
    return l->is_stopped;
}

void lookahead_play(struct lookahead *l, int column)
{
    l->key ^= l->keys[l->tally.ply % 2][tally_landing(&l->tally, column)];
    tally_play(&l->tally, column);
}

void lookahead_unplay(struct lookahead *l, int column)
{
    tally_unplay(&l->tally, column);
    l->key ^= l->keys[l->tally.ply % 2][tally_landing(&l->tally, column)];
}

/* The style belongs to the player at the root: it weighs that player's lines against the
 * opponent's, whichever side is to move. */
static int judge(const struct lookahead *l)
{
    const struct tally *t = &l->tally;
    int me = l->root_ply % 2, sign = t->ply % 2 == me ? 1 : -1;
    int64_t sum = (int64_t)l->plan.attack * t->worth[me] - (int64_t)l->plan.defence * t->worth[!me];
    sum = sum * sign / 100;
    return sum > LOOK_JUDGED ? LOOK_JUDGED : sum < -LOOK_JUDGED ? -LOOK_JUDGED : (int)sum;
}

/* The moves of a position that remain after a look at the threats. */
struct moves {
    int count;
    uint8_t column[FF_COLUMNS_MAX];
    int16_t rank[FF_COLUMNS_MAX];
};

enum survey { SURVEY_OPEN, SURVEY_WINS, SURVEY_LOSES };

/* A cell that completes a line wins. One such cell of the opponent must be blocked, two cannot be;
 * and the cell directly below one must not be played. */
static enum survey survey(const struct lookahead *l, struct moves *moves)
{
    const struct tally *t = &l->tally;
    int me = t->ply % 2, top = t->rules->board.height - 1, blocks = 0;
    moves->count = 0;
    for (int i = 0; i < t->rules->columns; i++) {
        int column = l->middle_first[i];
        if (!tally_has_room(t, column))
            continue;
        int cell = tally_landing(t, column);
        if (t->threats[me][cell])
            return SURVEY_WINS;
        bool is_block = t->threats[!me][cell], is_last = t->height[column] == top;
        if (is_block && blocks++ == 0)
            moves->count = 0;
        bool is_trap = !is_last && t->threats[!me][cell + 1];
        if (!is_trap && (is_block || !blocks))
            moves->column[moves->count++] = (uint8_t)column;
    }
    return blocks > 1 || moves->count == 0 ? SURVEY_LOSES : SURVEY_OPEN;
}

static void moves_rank(const struct lookahead *l, struct moves *moves, int remembered)
{
    enum { FIRST = INT16_MAX, KILLER = 20000, HISTORY_MAX = 10000 };
    const struct tally *t = &l->tally;
    const uint8_t *killers = l->killers[t->ply - l->root_ply];
    for (int i = 0; i < moves->count; i++) {
        int column = moves->column[i], cell = tally_landing(t, column);
        int rank = l->history[t->ply % 2][cell] / 4 + tally_lines_through(t, cell);
        rank = rank > HISTORY_MAX ? HISTORY_MAX : rank;
        if (column == remembered)
            rank = FIRST;
        else if (column + 1 == killers[0] || column + 1 == killers[1])
            rank = KILLER;
        moves->rank[i] = (int16_t)rank;
    }
}

/* Swaps the best move of [from..count-1] to place `from`. */
static int moves_next(struct moves *moves, int from)
{
    int best = from;
    for (int i = from + 1; i < moves->count; i++)
        if (moves->rank[i] > moves->rank[best])
            best = i;
    uint8_t column = moves->column[best];
    int16_t rank = moves->rank[best];
    for (int i = best; i > from; i--) {
        moves->column[i] = moves->column[i - 1];
        moves->rank[i] = moves->rank[i - 1];
    }
    moves->column[from] = column;
    moves->rank[from] = rank;
    return column;
}

/* Killer heuristic: a move that refuted this position may refute its siblings. */
static void learn_cut(struct lookahead *l, int column, int depth)
{
    const struct tally *t = &l->tally;
    uint8_t *killers = l->killers[t->ply - l->root_ply];
    if (killers[0] != column + 1) {
        killers[1] = killers[0];
        killers[0] = (uint8_t)(column + 1);
    }
    l->history[t->ply % 2][tally_landing(t, column)] += depth * depth;
}

/* Principal variation search: the first move gets the full window, the others a null window, with a
 * second search if they turn out better. */
static int search_move(struct lookahead *l, int column, int depth, int alpha, int beta,
                       bool is_first)
{
    lookahead_play(l, column);
    int score = -lookahead_search(l, depth, is_first ? -beta : -alpha - 1, -alpha);
    if (!is_first && score > alpha && score < beta && !l->is_stopped)
        score = -lookahead_search(l, depth, -beta, -alpha);
    lookahead_unplay(l, column);
    return score;
}

static int search_moves(struct lookahead *l, struct moves *moves, int depth, int alpha, int beta,
                        int *best_column)
{
    int best = -LOOK_WIN;
    for (int i = 0; i < moves->count && best < beta; i++) {
        int column = moves_next(moves, i);
        int score = search_move(l, column, depth - 1, alpha > best ? alpha : best, beta, i == 0);
        if (l->is_stopped)
            return 0;
        if (score > best) {
            best = score;
            *best_column = column;
        }
    }
    if (best >= beta)
        learn_cut(l, *best_column, depth);
    return best;
}

/* Whether the memo answers the question. A proven end is valid at any depth. */
static bool entry_answers(const struct memo_entry *entry, int depth, int alpha, int beta)
{
    bool is_win = entry->score >= LOOK_PROVEN, is_loss = entry->score <= -LOOK_PROVEN;
    bool holds_low = entry->bound != MEMO_AT_MOST && (entry->depth >= depth || is_win);
    bool holds_high = entry->bound != MEMO_AT_LEAST && (entry->depth >= depth || is_loss);
    return (holds_low && entry->score >= beta) || (holds_high && entry->score <= alpha) ||
           (entry->bound == MEMO_EXACT && entry->depth >= depth);
}

static int search_open(struct lookahead *l, struct moves *moves, int depth, int alpha, int beta)
{
    const struct memo_entry *entry = memo_find(&l->memo, l->key);
    if (entry && entry_answers(entry, depth, alpha, beta))
        return entry->score;
    int column = entry ? entry->column : -1;
    moves_rank(l, moves, column);
    int score = search_moves(l, moves, depth, alpha, beta, &column);
    if (l->is_stopped)
        return 0;
    enum memo_bound bound = score >= beta    ? MEMO_AT_LEAST
                            : score <= alpha ? MEMO_AT_MOST
                                             : MEMO_EXACT;
    memo_keep(&l->memo, (struct memo_entry){.key = l->key,
                                            .score = (int16_t)score,
                                            .depth = (uint8_t)depth,
                                            .bound = (uint8_t)bound,
                                            .column = (uint8_t)column});
    return score;
}

int lookahead_search(struct lookahead *l, int depth, int alpha, int beta)
{
    const struct tally *t = &l->tally;
    struct moves moves;
    l->nodes++;
    if (must_stop(l))
        return 0;
    if (t->ply == t->rules->cells)
        return 0;
    if (depth <= 0 && !l->plan.sees_threats)
        return judge(l);
    enum survey seen = survey(l, &moves);
    if (seen != SURVEY_OPEN)
        return seen == SURVEY_WINS ? LOOK_WIN - (t->ply + 1) : t->ply + 2 - LOOK_WIN;
    int soonest = LOOK_WIN - (t->ply + 3);
    if (alpha >= soonest)
        return soonest;
    bool is_far = t->ply - l->root_ply >= LOOK_PLIES;
    if (moves.count == 1 && !is_far) /* a forced move does not reduce the depth */
        return search_move(l, moves.column[0], depth, alpha, beta, true);
    if (depth <= 0 || is_far)
        return judge(l);
    return search_open(l, &moves, depth, alpha, beta);
}
