#include "rest/painter.h"

#include <stdio.h>
#include <string.h>

#include "play/any_game.h"

/* The position on the picture of the page itself. */
static const char page_moves[] = "4443353326542";

static uint8_t kind_of(const struct game_row *game)
{
    static const uint8_t kinds[] = {[GAME_WAITING] = PICTURE_WAITING,
                                    [GAME_PLAYING] = PICTURE_PLAYING,
                                    [GAME_WIN] = PICTURE_WON,
                                    [GAME_DRAW] = PICTURE_DRAWN,
                                    [GAME_CANCELLED] = PICTURE_PAGE};
    return kinds[game->status];
}

static uint8_t end_of(const struct game_row *game)
{
    static const uint8_t ends[] = {
        [REASON_NONE] = PICTURE_BY_BOARD,      [REASON_LINE] = PICTURE_BY_BOARD,
        [REASON_DRAW] = PICTURE_BY_BOARD,      [REASON_RESIGN] = PICTURE_BY_RESIGNATION,
        [REASON_TIME] = PICTURE_BY_TIME,       [REASON_ABANDON] = PICTURE_BY_LEAVING,
        [REASON_AGREED] = PICTURE_BY_AGREEMENT};
    return ends[game->reason];
}

static void take_game(struct paint_task *out, const struct preview *preview)
{
    const struct game_row *game = preview->game;
    memcpy(out->board, game->board, sizeof out->board);
    memcpy(out->moves, game->moves, sizeof out->moves);
    out->kind = kind_of(game);
    out->end = end_of(game);
    out->winner = game->winner;
    for (int i = 0; i < ROW_SEATS; i++)
        preview_name(out->name[i], preview, i);
}

void painter_task(struct paint_task *out, const struct preview *preview)
{
    memset(out, 0, offsetof(struct paint_task, file));
    preview_tag(out->tag, preview);
    out->is_german = preview->is_german;
    if (preview->game) {
        take_game(out, preview);
        return;
    }
    (void)snprintf(out->board, sizeof out->board, "7x6");
    memcpy(out->moves, page_moves, sizeof page_moves);
    out->kind = PICTURE_PAGE;
}

/* The game of a task, played again. */
struct painted {
    ff_variant_rules rules;
    struct any_game game;
};

/* A row whose moves are not legal cannot be drawn. */
static bool read_game(struct painted *out, const struct paint_task *task)
{
    struct ruleset rules;
    return ruleset_read(&rules, task->board, strlen(task->board)) == FF_OK &&
           ff_variant_rules_init(&out->rules, (ff_variant)rules.variant, rules.board,
                                 rules.has_pie) == FF_OK &&
           any_game_read(&out->game, &out->rules, task->moves, strlen(task->moves)) == FF_OK;
}

/* The picture names colours, a task players. */
static void take_players(struct picture *out, const struct paint_task *task,
                         const struct any_game *game)
{
    bool is_swapped = any_game_is_swapped(game);
    for (int i = 0; i < ROW_SEATS; i++)
        out->name[i] = task->name[i ^ is_swapped];
    out->winner = (ff_color)(task->winner < ROW_SEATS ? task->winner ^ is_swapped : FF_NONE);
}

static void work(void *context, void *state, void *given)
{
    struct paint_task *task = given;
    struct painted painted;
    bool is_winning[FF_CELLS_MAX];
    (void)context;
    if (!read_game(&painted, task))
        return;
    const struct any_game *game = &painted.game;
    (void)any_game_line(game, is_winning);
    struct picture picture = {.position = any_game_discs(game),
                              .is_winning = game->is_plain ? NULL : is_winning,
                              .last_cell =
                                  task->kind == PICTURE_PAGE ? -1 : any_game_last_cell(game),
                              .kind = (enum picture_kind)task->kind,
                              .end = (enum picture_end)task->end,
                              .is_german = task->is_german};
    take_players(&picture, task, game);
    if (!picture_write(task->file, &task->len, &picture, state))
        task->len = 0;
}

struct workers *painter_open(void (*wake)(void *wake_context), void *wake_context)
{
    const struct workers_setup setup = {.threads = 1,
                                        .task_bytes = sizeof(struct paint_task),
                                        .waiting_max = PAINTER_WAITING_MAX,
                                        .state_bytes = PICTURE_PIXEL_BYTES,
                                        .work = work,
                                        .wake = wake,
                                        .wake_context = wake_context};
    return workers_open(&setup);
}
