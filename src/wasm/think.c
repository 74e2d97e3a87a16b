#include "wasm/exports.h"
#include "wasm/module.h"

static ff_solver *solver; /* null: not open; likewise below */
static ff_book *book;
static ff_network *network;
static ff_bot *bot;
static ff_rules bot_rules; /* a copy: the game's rules change when another board begins */
static ff_solution solution;
static ff_analysis analysis;
static ff_review review;
static ff_estimate estimate;
static ff_estimate_review estimate_review;
static int slices_left;

static bool host_stops(void *host)
{
    (void)host;
    return ff_host_should_stop() != 0;
}

int ff_wasm_solver_open(void *memory, size_t size)
{
    ff_err err = ff_solver_open(&solver, wasm_position()->rules, memory, size);
    if (!err)
        ff_solver_use_book(solver, book);
    return (int)err;
}

/* The search calls this when it begins and after each slice. */
static bool slices_are_over(void *host)
{
    (void)host;
    return slices_left-- == 0;
}

int ff_wasm_solve(int slices)
{
    if (!solver)
        return FF_E_SOLVER_MEMORY;
    slices_left = slices;
    ff_solver_watch(solver, slices > 0 ? slices_are_over : NULL, NULL);
    return (int)ff_solver_solve(solver, wasm_position(), &solution);
}

int ff_wasm_solution_low(void)
{
    return solution.low;
}

int ff_wasm_solution_high(void)
{
    return solution.high;
}

uint64_t ff_wasm_solution_nodes(void)
{
    return solution.nodes;
}

int ff_wasm_book_open(const void *data, size_t len, void *memory, size_t size)
{
    ff_err err = ff_book_open(&book, data, len, memory, size);
    if (!err && solver)
        ff_solver_use_book(solver, book);
    if (!err && bot)
        ff_bot_use_book(bot, book);
    return (int)err;
}

int ff_wasm_book_ply(void)
{
    return book ? ff_book_ply(book) : -1;
}

int ff_wasm_analyse(void)
{
    if (!solver)
        return FF_E_SOLVER_MEMORY;
    ff_solver_watch(solver, host_stops, NULL);
    return (int)ff_analyse(solver, wasm_position(), &analysis);
}

int ff_wasm_analysis_scores(void)
{
    int count = wasm_position()->rules->columns;
    for (int i = 0; i < count; i++)
        wasm_buffer[i] = (char)(i < FF_SOLVER_COLUMNS ? analysis.score[i] : FF_COLUMN_CLOSED);
    return count;
}

int ff_wasm_analysis_best_columns(void)
{
    return analysis.best_columns;
}

int ff_wasm_analysis_line(void)
{
    for (int i = 0; i < analysis.line_len; i++)
        wasm_buffer[i] = (char)analysis.line[i];
    return analysis.line_len;
}

int ff_wasm_explanation(void)
{
    const char *names[FF_PLAYERS] = {NULL, NULL};
    ff_text text = ff_text_on(wasm_buffer, WASM_BUFFER);
    return wasm_written(&text, ff_explain_write(&text, wasm_position(), &analysis, names));
}

static char *put_columns(char *at, uint64_t columns, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (char)(columns >> 8 * i);
    return at;
}

/* `bytes`: of a set of columns. */
static int put_reason(ff_reason r, int bytes)
{
    char *at = wasm_buffer;
    *at++ = (char)r.code;
    *at++ = (char)r.ending;
    *at++ = (char)r.mover;
    *at++ = (char)r.winner;
    *at++ = (char)r.moves;
    at = put_columns(at, r.columns, bytes);
    *at++ = (char)r.is_any;
    at = put_columns(at, r.end_columns, bytes);
    *at++ = (char)r.end_column;
    *at++ = (char)r.end_is_odd;
    *at++ = (char)r.end_is_old;
    *at++ = (char)r.is_forcing;
    return (int)(at - wasm_buffer);
}

int ff_wasm_reason(void)
{
    return put_reason(ff_explain(wasm_position(), &analysis), 2) - 1;
}

int ff_wasm_outlook(int score)
{
    const ff_position *p = wasm_position();
    ff_outlook outlook = ff_score_outlook(p->rules, p->ply, score);
    wasm_buffer[0] = (char)outlook.winner;
    wasm_buffer[1] = (char)outlook.moves;
    wasm_buffer[2] = (char)outlook.plies;
    return 3;
}

int ff_wasm_threats(void)
{
    return wasm_put_threats(wasm_position()->rules, ff_position_threats(wasm_position()));
}

void ff_wasm_review_begin(void)
{
    review = ff_review_begin(wasm_game());
}

int ff_wasm_review_step(void)
{
    if (!solver)
        return FF_E_SOLVER_MEMORY;
    ff_solver_watch(solver, host_stops, NULL);
    return (int)ff_review_step(solver, wasm_game(), &review);
}

int ff_wasm_review_open(void)
{
    return review.open;
}

int ff_wasm_review_first(void)
{
    return review.first;
}

int ff_wasm_review_moves(void)
{
    char *at = wasm_buffer;
    for (int i = 0; i < review.count; i++) {
        const ff_judgement *j = &review.move[i];
        *at++ = (char)j->column;
        *at++ = (char)j->better;
        *at++ = (char)j->best;
        *at++ = (char)j->score;
        *at++ = (char)j->verdict;
        *at++ = (char)j->quality;
        *at++ = (char)j->is_turning;
        *at++ = 0;
    }
    return (int)(at - wasm_buffer);
}

int ff_wasm_review_accuracy(int player)
{
    return player >= 0 && player < FF_PLAYERS ? review.accuracy[player] : -1;
}

int ff_wasm_verdict_text(int verdict)
{
    return wasm_put(ff_verdict_text((ff_verdict)verdict));
}

/* A network of another board is kept for the next bot. */
static void bot_use_network(void)
{
    if (bot && network)
        (void)ff_bot_use_network(bot, network);
}

size_t ff_wasm_network_size(const void *data, size_t len)
{
    return ff_network_size(data, len);
}

int ff_wasm_network_open(const void *data, size_t len, void *memory, size_t size)
{
    ff_err err = ff_network_open(&network, data, len, memory, size);
    bot_use_network();
    return (int)err;
}

int ff_wasm_bot_open(int level, int style, void *memory, size_t size)
{
    if (level < 0 || level >= FF_LEVEL_COUNT)
        return FF_E_LEVEL;
    if (style < 0 || style >= FF_STYLE_COUNT)
        return FF_E_STYLE;
    bot = NULL;
    bot_rules = *wasm_position()->rules;
    ff_err err = ff_bot_open(&bot, &bot_rules, (ff_level)level, (ff_style)style, memory, size);
    if (!err)
        ff_bot_use_book(bot, book);
    bot_use_network();
    return (int)err;
}

int ff_wasm_bot_choose(uint64_t seed)
{
    int column = -1;
    if (!bot)
        return -FF_E_BOT_BOARD;
    ff_bot_watch(bot, host_stops, NULL);
    ff_err err = ff_bot_choose(bot, wasm_position(), seed, &column);
    return err ? -(int)err : column;
}

int ff_wasm_bot_depth(void)
{
    return bot ? ff_bot_thought(bot).depth : 0;
}

int ff_wasm_bot_column(void)
{
    return bot ? ff_bot_thought(bot).column : -1;
}

uint64_t ff_wasm_bot_nodes(void)
{
    return bot ? ff_bot_thought(bot).nodes : 0;
}

int ff_wasm_estimate(void)
{
    if (!bot)
        return FF_E_BOT_BOARD;
    ff_bot_watch(bot, host_stops, NULL);
    return (int)ff_bot_estimate(bot, wasm_position(), &estimate);
}

const ff_estimate *ff_wasm_estimate_result(void)
{
    return &estimate;
}

int ff_wasm_estimate_reason(void)
{
    return put_reason(ff_explain_estimate(wasm_position(), &estimate), 8);
}

int ff_wasm_estimate_explanation(void)
{
    const char *names[FF_PLAYERS] = {NULL, NULL};
    ff_text text = ff_text_on(wasm_buffer, WASM_BUFFER);
    return wasm_written(&text, ff_explain_estimate_write(&text, wasm_position(), &estimate, names));
}

void ff_wasm_estimate_review_begin(void)
{
    estimate_review = ff_estimate_review_begin(wasm_game());
}

int ff_wasm_estimate_review_step(void)
{
    if (!bot)
        return FF_E_BOT_BOARD;
    ff_bot_watch(bot, host_stops, NULL);
    return (int)ff_estimate_review_step(bot, wasm_game(), &estimate_review);
}

const ff_estimate_review *ff_wasm_estimate_review_result(void)
{
    return &estimate_review;
}
