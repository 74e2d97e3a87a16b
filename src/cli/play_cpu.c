#include "cli/play_cpu.h"

#include <stdlib.h>
#include <time.h>

#include "base/large.h"
#include "cli/cli.h"

enum { HINT_MS = 1000, BRAIN_BYTES = FF_BOT_GOOD };

/* CPU time, so that a hint is as good on a busy machine. A key at the terminal ends the search anyway. */
static int64_t used_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool play_cpu_is_next(const struct play_cpu *cpu, const ff_variant_position *position)
{
    ff_color side = ff_variant_side_to_move(position);
    return cpu->plays && side != FF_NONE && ff_variant_player(position, side) == cpu->player;
}

static ff_err bot_open(struct play_brain *brain, const struct play_cpu *cpu,
                       const ff_variant_rules *rules, ff_level level, ff_style style)
{
    if (!cli_is_plain(rules))
        return ff_variant_bot_open(&brain->variant, rules, level, style, brain->memory,
                                   BRAIN_BYTES);
    ff_err err =
        ff_bot_open(&brain->bot, &rules->upright, level, style, brain->memory, BRAIN_BYTES);
    if (!err)
        ff_bot_use_book(brain->bot, cpu->book);
    if (!err && cpu->network)
        err = ff_bot_use_network(brain->bot, cpu->network);
    return err;
}

static ff_err brain_wake(struct play_brain *brain, const struct play_cpu *cpu,
                         const ff_variant_rules *rules, ff_level level, ff_style style)
{
    if (brain->bot || brain->variant)
        return FF_OK;
    if (!brain->memory)
        brain->memory = large_alloc(BRAIN_BYTES);
    return brain->memory ? bot_open(brain, cpu, rules, level, style) : FF_E_BOT_MEMORY;
}

static ff_thought brain_thought(const struct play_brain *brain)
{
    if (brain->variant)
        return ff_variant_bot_thought(brain->variant);
    return brain->bot ? ff_bot_thought(brain->bot) : (ff_thought){.column = -1};
}

/* A plain game has the same discs in both types. */
static ff_err brain_choose(struct play_brain *brain, const ff_variant_game *game, uint64_t seed,
                           play_stop *should_stop, void *host, int *move)
{
    if (brain->variant) {
        ff_variant_bot_watch(brain->variant, should_stop, host);
        return ff_variant_bot_choose(brain->variant, game, seed, move);
    }
    ff_bot_watch(brain->bot, should_stop, host);
    return ff_bot_choose(brain->bot, &game->position.board, seed, move);
}

ff_err play_cpu_choose(struct play_cpu *cpu, const ff_variant_game *game, play_stop *should_stop,
                       void *host, int *move)
{
    struct play_brain *brain = &cpu->opponent;
    int chosen = 0;
    ff_err err = brain_wake(brain, cpu, game->position.rules, cpu->level, cpu->style);
    if (!err)
        err = brain_choose(brain, game, cpu->seed, should_stop, host, &chosen);
    if (!err && brain_thought(brain).was_stopped)
        err = FF_E_STOPPED;
    if (!err)
        *move = chosen;
    return err;
}

ff_thought play_cpu_thought(const struct play_cpu *cpu)
{
    return brain_thought(&cpu->opponent);
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

ff_err play_cpu_hint(struct play_cpu *cpu, const ff_variant_game *game, play_stop *should_stop,
                     void *host, ff_thought *out)
{
    struct deadline deadline = {used_ms() + HINT_MS, should_stop, host};
    struct play_brain *brain = &cpu->adviser;
    int move;
    ff_err err = brain_wake(brain, cpu, game->position.rules, FF_PERFECT, FF_BALANCED);
    if (!err)
        err = brain_choose(brain, game, cpu->seed, deadline_should_stop, &deadline, &move);
    if (!err)
        *out = brain_thought(brain);
    return err;
}

static ff_err play_walk(const struct play_cpu *cpu, ff_variant_game *game,
                        ff_err (*step)(ff_variant_game *))
{
    ff_variant_game walked = *game;
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

ff_err play_undo(const struct play_cpu *cpu, ff_variant_game *game)
{
    return play_walk(cpu, game, ff_variant_game_undo);
}

ff_err play_redo(const struct play_cpu *cpu, ff_variant_game *game)
{
    return play_walk(cpu, game, ff_variant_game_redo);
}

void play_cpu_close(struct play_cpu *cpu)
{
    free(cpu->opponent.memory);
    free(cpu->adviser.memory);
    cpu->opponent = cpu->adviser = (struct play_brain){.bot = NULL};
}
