/* The root of a variant's search: setting up, and iterative deepening. */
#include "engine/variant_search.h"

void variant_search_init(struct variant_search *s, const ff_variant_rules *rules,
                         struct memo_entry *entries, int bits)
{
    s->rules = rules;
    s->memo = (struct memo){entries, bits, 0};
    s->should_stop = NULL;
    s->host = NULL;
    s->nodes = 0;
    memo_clear(&s->memo);
    variant_view_init(&s->view, rules);
}

/* A key that is in the past already has come up twice with this. */
static void past_add(struct variant_search *s, int count, uint64_t same)
{
    int before = 0;
    for (int i = 0; i < count; i++)
        before += s->past[i] == same;
    s->past[count] = same;
    if (before == 1 && s->repeats < VARIANT_REPEATS_MAX)
        s->repeat[s->repeats++] = same;
}

static void past_set(struct variant_search *s, const ff_variant_game *game)
{
    ff_variant_position p = variant_start(s->rules);
    s->repeats = 0;
    if (!variant_of(&p)->can_repeat)
        return;
    past_add(s, 0, variant_same_key(&p));
    for (int ply = 0; ply < game->position.board.ply; ply++) {
        variant_play(&p, game->moves[ply]);
        past_add(s, ply + 1, variant_same_key(&p));
    }
}

void variant_search_begin(struct variant_search *s, const ff_variant_game *game,
                          const struct variant_plan *plan, struct variant_verdict *out)
{
    uint16_t moves[FF_MOVES_MAX];
    struct variant_node *root = &s->node[0];
    s->plan = *plan;
    s->nodes = s->check_at = 0;
    s->is_stopped = false;
    memo_forget(&s->memo);
    for (int i = 0; i < FF_ACTION_COUNT * FF_ACTION_STEP; i++)
        s->history[0][i] = s->history[1][i] = 0;
    for (int i = 0; i <= VARIANT_PLIES; i++)
        s->node[i].killers[0] = s->node[i].killers[1] = 0;
    past_set(s, game);
    root->position = game->position;
    root->same = variant_same_key(&root->position);
    root->key = variant_full_key(&root->position, root->same);
    *out = (struct variant_verdict){.count = ff_variant_moves(&root->position, moves)};
    for (int i = 0; i < out->count; i++)
        out->move[i].move = moves[i];
}

/* Stable insertion sort: equal moves keep their order. */
static void verdict_insert(struct variant_verdict *v, struct variant_move move)
{
    int at = v->count++;
    for (; at > 0 && v->move[at - 1].score < move.score; at--)
        v->move[at] = v->move[at - 1];
    v->move[at] = move;
}

/* Whether a deeper search could find a sooner win or a later loss. */
static bool verdict_is_settled(const struct variant_verdict *v)
{
    int score = v->move[0].score;
    return variant_is_proven(score) && VARIANT_WIN - (score < 0 ? -score : score) <= v->depth;
}

/* The verdict of the last depth orders the moves of the next one. The moves are put in order in place:
 * those that are searched already stand in front. */
bool variant_search_deepen(struct variant_search *s, struct variant_verdict *verdict)
{
    enum { EXCESS = 16 };
    struct variant_verdict *next = &s->next;
    int depth = verdict->depth + 1, left = variant_plies_left(&s->node[0].position);
    if (verdict->is_settled || depth > s->plan.depth || depth > left || s->is_stopped)
        return false;
    s->nodes_max = s->plan.nodes * (depth <= s->plan.depth_sure ? EXCESS : 1);
    next->count = 0;
    for (int i = 0; i < verdict->count; i++) {
        struct variant_move move = verdict->move[i];
        int alpha = i == 0 ? -VARIANT_WIN : next->move[0].score - s->plan.margin - 1;
        alpha = alpha < -VARIANT_WIN ? -VARIANT_WIN : alpha;
        move.score = (int16_t)variant_search_move(s, 0, move.move, depth, alpha, VARIANT_WIN);
        if (s->is_stopped)
            return false;
        verdict_insert(next, move);
    }
    next->depth = depth;
    next->is_complete = depth == left;
    next->is_settled = verdict_is_settled(next);
    *verdict = *next;
    return true;
}

int variant_search_line(struct variant_search *s, int move, uint16_t line[FF_VARIANT_LINE_MAX])
{
    ff_variant_position p = s->node[0].position;
    int len = 0;
    while (len < FF_VARIANT_LINE_MAX && !ff_variant_can_play(&p, move)) {
        line[len++] = (uint16_t)move;
        variant_play(&p, move);
        const struct memo_entry *entry =
            memo_find(&s->memo, variant_full_key(&p, variant_same_key(&p)));
        if (!entry)
            break;
        move = entry->column;
    }
    return len;
}
