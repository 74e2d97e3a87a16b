#include "wasm/module.h"
#include "wasm/variant.h"

static ff_variant_bot *bot;        /* null: not open */
static ff_variant_rules bot_rules; /* a copy: the game's rules change when another game begins */
static ff_variant_analysis analysis;
static ff_variant_review review;

static bool host_stops(void *host)
{
    (void)host;
    return ff_host_should_stop() != 0;
}

int ff_wasm_variant_bot_open(int level, int style, void *memory, size_t size)
{
    if (level < 0 || level >= FF_LEVEL_COUNT)
        return FF_E_LEVEL;
    if (style < 0 || style >= FF_STYLE_COUNT)
        return FF_E_STYLE;
    bot = NULL;
    bot_rules = *wasm_variant_game()->position.rules;
    ff_err err =
        ff_variant_bot_open(&bot, &bot_rules, (ff_level)level, (ff_style)style, memory, size);
    if (!err)
        ff_variant_bot_watch(bot, host_stops, NULL);
    return (int)err;
}

int ff_wasm_variant_bot_choose(uint64_t seed)
{
    int move = -1;
    ff_err err =
        bot ? ff_variant_bot_choose(bot, wasm_variant_game(), seed, &move) : FF_E_BOT_BOARD;
    return err ? -(int)err : move;
}

int ff_wasm_variant_bot_depth(void)
{
    return bot ? ff_variant_bot_thought(bot).depth : 0;
}

int ff_wasm_variant_bot_move(void)
{
    return bot ? ff_variant_bot_thought(bot).column : -1;
}

uint64_t ff_wasm_variant_bot_nodes(void)
{
    return bot ? ff_variant_bot_thought(bot).nodes : 0;
}

int ff_wasm_variant_analyse(void)
{
    return (int)(bot ? ff_variant_bot_analyse(bot, wasm_variant_game(), &analysis)
                     : FF_E_BOT_BOARD);
}

const ff_variant_analysis *ff_wasm_variant_analysis(void)
{
    return &analysis;
}

void ff_wasm_variant_review_begin(void)
{
    review = ff_variant_review_begin(wasm_variant_game());
}

int ff_wasm_variant_review_step(void)
{
    return (int)(bot ? ff_variant_review_step(bot, wasm_variant_game(), &review) : FF_E_BOT_BOARD);
}

const ff_variant_review *ff_wasm_variant_review_result(void)
{
    return &review;
}

int ff_wasm_variant_review_better(int index)
{
    ff_variant_game at = *wasm_variant_game();
    ff_text text = ff_text_on(wasm_buffer, WASM_BUFFER);
    if (index < 0 || index >= review.count || ff_variant_game_seek(&at, index))
        return wasm_put("");
    return wasm_written(&text,
                        ff_variant_move_write(&text, &at.position, review.move[index].better));
}

int ff_wasm_variant_verdict_text(int verdict)
{
    return wasm_put(ff_verdict_text((ff_verdict)verdict));
}

int ff_wasm_variant_threats(void)
{
    return wasm_put_threats(wasm_variant_game()->position.board.rules,
                            ff_variant_threats(&wasm_variant_game()->position));
}
