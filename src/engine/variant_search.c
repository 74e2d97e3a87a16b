/* The search below the root. */
#include "engine/variant_search.h"

enum { ASK_NODES = 256 };

/* Checks the host and the node budget. */
static bool must_stop(struct variant_search *s)
{
    if (s->nodes >= s->check_at) {
        s->check_at = s->nodes + ASK_NODES;
        if (s->should_stop && s->should_stop(s->host))
            s->is_stopped = true;
    }
    if (s->nodes >= s->nodes_max)
        s->is_stopped = true;
    return s->is_stopped;
}

static int player_to_move(const ff_variant_position *p)
{
    return ff_variant_player(p, (ff_color)p->side);
}

/* The style belongs to the player at the root. */
static int judge(struct variant_search *s, const ff_variant_position *p)
{
    bool is_root_player = player_to_move(p) == player_to_move(&s->node[0].position);
    int own = is_root_player ? s->plan.attack : s->plan.defence;
    int theirs = is_root_player ? s->plan.defence : s->plan.attack;
    int score = variant_view_judge(&s->view, p, own, theirs);
    return score > VARIANT_JUDGED    ? VARIANT_JUDGED
           : score < -VARIANT_JUDGED ? -VARIANT_JUDGED
                                     : score;
}

/* The score of a finished game for a player. */
static int end_score(const ff_variant_position *p, int distance, int player)
{
    if (p->board.status == FF_DRAWN)
        return 0;
    bool has_won = ff_variant_player(p, (ff_color)p->winner) == player;
    return has_won ? VARIANT_WIN - distance : distance - VARIANT_WIN;
}

/* The third time in the game, or the second on the way from the root: nothing is gained by going round
 * in a circle. */
static bool is_repeated(const struct variant_search *s, int at)
{
    uint64_t same = s->node[at].same;
    for (int i = 0; i < at; i++)
        if (s->node[i].same == same)
            return true;
    for (int i = 0; i < s->repeats; i++)
        if (s->repeat[i] == same)
            return true;
    return false;
}

/* Scores in the memo count from their own position, not from the root. */
static int score_from(int score, int at)
{
    return score >= VARIANT_PROVEN ? score + at : score <= -VARIANT_PROVEN ? score - at : score;
}

/* Whether an end that was proven at another ply still comes before the longest game is a draw. */
static bool ends_in_time(const struct memo_entry *entry, int ply)
{
    int size = entry->score < 0 ? -entry->score : entry->score;
    return size < VARIANT_PROVEN || ply + VARIANT_WIN - size <= FF_PLIES_MAX;
}

/* Whether the memo answers the question. A proven end is valid at any depth. */
static bool entry_answers(const struct memo_entry *entry, int score, int depth, int alpha, int beta)
{
    bool holds_low =
        entry->bound != MEMO_AT_MOST && (entry->depth >= depth || score >= VARIANT_PROVEN);
    bool holds_high =
        entry->bound != MEMO_AT_LEAST && (entry->depth >= depth || score <= -VARIANT_PROVEN);
    return (holds_low && score >= beta) || (holds_high && score <= alpha) ||
           (entry->bound == MEMO_EXACT && entry->depth >= depth);
}

/* The rank of a move by what is known of its column: a drop that stops a line of the opponent first, one below
 * such a cell last. Where lines lose, a drop that completes one comes last. */
static int drop_rank(const struct variant_search *s, const ff_variant_position *p, int column)
{
    enum { BLOCK = 15000, TRAP = -5000 };
    const struct tally *t = &s->view.now->tally;
    int height = p->board.rules->board.height, row = p->board.height[column];
    int cell = column * height + row, me = p->side;
    if (!s->view.weights->decides_by_drop)
        return t->threats[me][cell] ? TRAP : 0;
    if (t->threats[!me][cell])
        return BLOCK;
    if (row + 1 < height && t->threats[!me][cell + 1])
        return TRAP;
    return tally_lines_through(t, cell);
}

static void moves_rank(struct variant_search *s, int at, int remembered)
{
    enum { FIRST = INT16_MAX, KILLER = 20000, HISTORY_MAX = 10000 };
    struct variant_node *node = &s->node[at];
    const int32_t *history = s->history[player_to_move(&node->position)];
    for (int i = 0; i < node->count; i++) {
        int move = node->move[i].move, rank = history[move] / 4;
        rank = rank > HISTORY_MAX ? HISTORY_MAX : rank;
        ff_action action = ff_move_action(move);
        if (move == remembered)
            rank = FIRST;
        else if (move + 1 == node->killers[0] || move + 1 == node->killers[1])
            rank = KILLER;
        else if (action == FF_DROP || (action >= FF_BOMB && action <= FF_DOUBLE))
            rank += drop_rank(s, &node->position, ff_move_column(move));
        node->move[i].score = (int16_t)rank;
    }
}

/* Brings the best move of [from..count-1] to place `from`. */
static int moves_next(struct variant_node *node, int from)
{
    int best = from;
    for (int i = from + 1; i < node->count; i++)
        if (node->move[i].score > node->move[best].score)
            best = i;
    struct variant_move found = node->move[best];
    for (int i = best; i > from; i--)
        node->move[i] = node->move[i - 1];
    node->move[from] = found;
    return found.move;
}

/* Killer heuristic: a move that refuted this position may refute its siblings. */
static void learn_cut(struct variant_search *s, int at, int move, int depth)
{
    struct variant_node *node = &s->node[at];
    if (node->killers[0] != move + 1) {
        node->killers[1] = node->killers[0];
        node->killers[0] = (uint16_t)(move + 1);
    }
    s->history[player_to_move(&node->position)][move] += depth * depth;
}

/* A swap changes nothing on the board, so it takes no depth: its score is exactly the opposite of the
 * score without it. */
int variant_search_move(struct variant_search *s, int at, int move, int depth, int alpha, int beta)
{
    struct variant_node *node = &s->node[at], *next = &s->node[at + 1];
    int player = player_to_move(&node->position);
    next->position = node->position;
    variant_play(&next->position, move);
    if (next->position.board.status != FF_PLAYING)
        return end_score(&next->position, at + 1, player);
    next->same = variant_same_key(&next->position);
    next->key = variant_full_key(&next->position, next->same);
    int rest = depth - (ff_move_action(move) != FF_SWAP);
    if (player_to_move(&next->position) == player)
        return variant_search_value(s, at + 1, rest, alpha, beta);
    return -variant_search_value(s, at + 1, rest, -beta, -alpha);
}

/* Moves late in the order are searched less deeply at first. Never where the search reaches the end of the game
 * anyway: there it proves draws. */
static int reduction_of(const struct variant_search *s, int at, int index, int depth)
{
    enum { FROM = 4, MORE_FROM = 12, DEPTH = 3 };
    const ff_variant_position *p = &s->node[at].position;
    if (index < FROM || depth < DEPTH || depth >= variant_plies_left(p))
        return 0;
    return index < MORE_FROM || depth < DEPTH + 2 ? 1 : 2;
}

/* Principal variation search: the first move gets the full window, the others a null window, with a
 * second search if they turn out better. */
static int search_window(struct variant_search *s, int at, int index, int depth, int alpha,
                         int beta)
{
    int move = s->node[at].move[index].move;
    int reduction = reduction_of(s, at, index, depth);
    int score = 0;
    if (index > 0) {
        score = variant_search_move(s, at, move, depth - reduction, alpha, alpha + 1);
        if (reduction && score > alpha && !s->is_stopped)
            score = variant_search_move(s, at, move, depth, alpha, alpha + 1);
        if (score <= alpha || score >= beta || s->is_stopped)
            return score;
    }
    return variant_search_move(s, at, move, depth, alpha, beta);
}

static int search_moves(struct variant_search *s, int at, int depth, int alpha, int beta,
                        int *best_move)
{
    struct variant_node *node = &s->node[at];
    int best = -VARIANT_WIN;
    for (int i = 0; i < node->count && best < beta; i++) {
        int move = moves_next(node, i);
        int score = search_window(s, at, i, depth, alpha > best ? alpha : best, beta);
        if (s->is_stopped)
            return 0;
        if (score > best) {
            best = score;
            *best_move = move;
        }
    }
    if (best >= beta)
        learn_cut(s, at, *best_move, depth);
    return best;
}

static void moves_list(struct variant_node *node)
{
    uint16_t moves[FF_MOVES_MAX];
    node->count = ff_variant_moves(&node->position, moves);
    for (int i = 0; i < node->count; i++)
        node->move[i].move = moves[i];
}

static int search_open(struct variant_search *s, int at, int depth, int alpha, int beta)
{
    struct variant_node *node = &s->node[at];
    const struct memo_entry *entry = memo_find(&s->memo, node->key);
    if (entry && ends_in_time(entry, node->position.board.ply)) {
        int known = score_from(entry->score, -at);
        if (entry_answers(entry, known, depth, alpha, beta))
            return known;
    }
    int move = entry ? entry->column : -1;
    moves_list(node);
    moves_rank(s, at, move);
    int score = search_moves(s, at, depth, alpha, beta, &move);
    if (s->is_stopped)
        return 0;
    enum memo_bound bound = score >= beta    ? MEMO_AT_LEAST
                            : score <= alpha ? MEMO_AT_MOST
                                             : MEMO_EXACT;
    memo_keep(&s->memo, (struct memo_entry){.key = node->key,
                                            .score = (int16_t)score_from(score, at),
                                            .depth = (uint8_t)(depth < 0 ? 0 : depth),
                                            .bound = (uint8_t)bound,
                                            .column = (uint16_t)move});
    return score;
}

/* What a look at the landing cells tells of a turn that begins. */
enum outlook { SURVEY_QUIET, SURVEY_WINS, SURVEY_THREATENED };

static enum outlook survey(const struct variant_search *s, const ff_variant_position *p)
{
    bool is_threatened = false;
    if (!s->view.weights->decides_by_drop || p->task > FF_TASK_SECOND)
        return SURVEY_QUIET;
    for (int column = 0; column < p->board.rules->columns; column++) {
        if (!variant_has_room(p, column))
            continue;
        if (variant_view_completes(&s->view, p, p->side, column))
            return SURVEY_WINS;
        is_threatened |= variant_view_completes(&s->view, p, !p->side, column);
    }
    return is_threatened ? SURVEY_THREATENED : SURVEY_QUIET;
}

/* A turn that has begun, and an answer to a threat, are searched though the depth is used up. */
int variant_search_value(struct variant_search *s, int at, int depth, int alpha, int beta)
{
    enum { ANSWERS_MAX = -8 };
    const ff_variant_position *p = &s->node[at].position;
    s->nodes++;
    if (must_stop(s))
        return 0;
    if (variant_of(p)->can_repeat && is_repeated(s, at))
        return 0;
    if (alpha >= VARIANT_WIN - (at + 1))
        return alpha;
    variant_view_follow(&s->view, p);
    enum outlook seen = survey(s, p);
    if (seen == SURVEY_WINS)
        return VARIANT_WIN - (at + 1);
    bool must_go_on = p->task != FF_TASK_NONE || (seen == SURVEY_THREATENED && depth > ANSWERS_MAX);
    if ((depth <= 0 && !must_go_on) || at >= VARIANT_PLIES)
        return judge(s, p);
    return search_open(s, at, depth, alpha, beta);
}
