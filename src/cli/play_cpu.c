#include "cli/play_cpu.h"

#include <stdlib.h>
#include <time.h>

#include "base/large.h"
#include "core/text.h"
#include "engine/solver.h"

enum { HINT_MS = 1000 };

/* CPU time, so that a hint is as good on a busy machine. A key at the terminal ends the search anyway. */
static int64_t used_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool play_cpu_is_next(const struct play_cpu *cpu, const ff_position *position)
{
    return cpu->plays && ff_position_side_to_move(position) == cpu->side;
}

static ff_err brain_wake(struct play_brain *brain, const struct play_cpu *cpu,
                         const ff_rules *rules, ff_level level, ff_style style)
{
    if (brain->bot)
        return FF_OK;
    if (!brain->memory)
        brain->memory = large_alloc(FF_BOT_GOOD);
    if (!brain->memory)
        return FF_E_BOT_MEMORY;
    ff_err err = ff_bot_open(&brain->bot, rules, level, style, brain->memory, FF_BOT_GOOD);
    if (!err)
        ff_bot_use_book(brain->bot, cpu->book);
    if (!err && cpu->network)
        err = ff_bot_use_network(brain->bot, cpu->network);
    return err;
}

ff_err play_cpu_choose(struct play_cpu *cpu, const ff_position *position, play_stop *should_stop,
                       void *host, int *column)
{
    struct play_brain *brain = &cpu->opponent;
    int chosen;
    ff_err err = brain_wake(brain, cpu, position->rules, cpu->level, cpu->style);
    if (err)
        return err;
    ff_bot_watch(brain->bot, should_stop, host);
    err = ff_bot_choose(brain->bot, position, cpu->seed, &chosen);
    if (!err && ff_bot_thought(brain->bot).was_stopped)
        err = FF_E_STOPPED;
    if (!err)
        *column = chosen;
    return err;
}

ff_thought play_cpu_thought(const struct play_cpu *cpu)
{
    return cpu->opponent.bot ? ff_bot_thought(cpu->opponent.bot) : (ff_thought){.column = -1};
}

struct deadline {
    int64_t at_ms;
    play_stop *should_stop;
    void *host;
};

static bool deadline_should_stop(void *argument)
{
    const struct deadline *deadline = argument;
    return used_ms() >= deadline->at_ms ||
           (deadline->should_stop && deadline->should_stop(deadline->host));
}

ff_err play_cpu_hint(struct play_cpu *cpu, const ff_position *position, play_stop *should_stop,
                     void *host, ff_thought *out)
{
    struct deadline deadline = {used_ms() + HINT_MS, should_stop, host};
    struct play_brain *brain = &cpu->adviser;
    int column;
    ff_err err = brain_wake(brain, cpu, position->rules, FF_PERFECT, FF_BALANCED);
    if (err)
        return err;
    ff_bot_watch(brain->bot, deadline_should_stop, &deadline);
    err = ff_bot_choose(brain->bot, position, cpu->seed, &column);
    ff_bot_watch(brain->bot, NULL, NULL);
    if (!err)
        *out = ff_bot_thought(brain->bot);
    return err;
}

void play_hint_write(ff_text *out, const ff_position *position, const ff_thought *hint)
{
    int moves = (abs(hint->ends_in) + 1) / 2;
    bool is_red = (ff_position_side_to_move(position) == FF_RED) == (hint->ends_in > 0);
    text_put(out, "Hint: column ");
    text_char(out, ff_column_letter(position->rules, hint->column));
    if (hint->ends_in) {
        text_put(out, is_red ? ", Red wins " : ", Yellow wins ");
        text_put(out, solver_takes(position->rules) ? "in " : "within ");
        text_int(out, moves);
        text_put(out, moves == 1 ? " move" : " moves");
    } else if (hint->is_exact) {
        text_put(out, ", a draw");
    }
}

static ff_err play_walk(const struct play_cpu *cpu, ff_game *game, ff_err (*step)(ff_game *))
{
    ff_game walked = *game;
    ff_err err = step(&walked);
    while (!err && play_cpu_is_next(cpu, &walked.position)) {
        err = step(&walked);
        if (err == FF_E_NO_REDO) { /* no move left to redo: the computer chooses again */
            err = FF_OK;
            break;
        }
    }
    if (!err)
        *game = walked;
    return err;
}

ff_err play_undo(const struct play_cpu *cpu, ff_game *game)
{
    return play_walk(cpu, game, ff_game_undo);
}

ff_err play_redo(const struct play_cpu *cpu, ff_game *game)
{
    return play_walk(cpu, game, ff_game_redo);
}

void play_cpu_close(struct play_cpu *cpu)
{
    free(cpu->opponent.memory);
    free(cpu->adviser.memory);
    cpu->opponent = cpu->adviser = (struct play_brain){NULL, NULL};
}
