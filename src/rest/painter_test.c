#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/counter_test.h"
#include "rest/painter.h"

static struct counter woken;
static struct paint_task task;

static int open_one(void **state)
{
    woken = counter_new();
    *state = painter_open(counter_add, &woken);
    return *state ? 0 : -1;
}

static int close_one(void **state)
{
    workers_close(*state);
    return 0;
}

static struct game_row game_of(const char *board, const char *moves)
{
    struct game_row game = {.id = 1,
                            .seat = {{.kind = SEAT_PLAYER}, {.kind = SEAT_BOT}},
                            .status = GAME_PLAYING,
                            .winner = ROW_NOBODY,
                            .ply = (uint16_t)strlen(moves)};
    memcpy(game.board, board, strlen(board) + 1);
    memcpy(game.moves, moves, strlen(moves) + 1);
    return game;
}

static struct preview preview_of(const struct game_row *game)
{
    return (struct preview){.game = game, .name = {"Ann", ""}, .origin = ""};
}

/* Draws the picture of `preview` into the task; `count` is that of all tasks so far. */
static void draw(struct workers *painter, const struct preview *preview, int count)
{
    painter_task(&task, preview);
    assert_true(workers_submit(painter, &task));
    counter_wait(&woken, count);
    assert_true(workers_collect(painter, &task));
}

static void a_game_is_drawn_as_png(void **state)
{
    struct game_row game = game_of("5x5x5", "mmg");
    struct preview preview = preview_of(&game);
    char tag[PREVIEW_TAG_SIZE];
    draw(*state, &preview, 1);
    preview_tag(tag, &preview);
    assert_string_equal(task.tag, tag);
    assert_in_range(task.len, 1000, PICTURE_MAX);
    assert_memory_equal(task.file, "\x89PNG", 4);
}

static void the_page_itself_has_a_picture(void **state)
{
    struct preview preview = {.origin = "", .is_german = true};
    draw(*state, &preview, 1);
    assert_string_equal(task.tag, "page-de");
    assert_in_range(task.len, 1000, PICTURE_MAX);
}

static void a_game_that_cannot_be_read_is_not_drawn(void **state)
{
    struct game_row wrong = game_of("7x6", "48"), unknown = game_of("7x", "");
    struct preview preview = preview_of(&wrong);
    draw(*state, &preview, 1);
    assert_int_equal(task.len, 0);
    preview = preview_of(&unknown);
    draw(*state, &preview, 2);
    assert_int_equal(task.len, 0);
}

static void a_task_has_what_the_picture_shows(void **state)
{
    struct game_row game = game_of("7x6", "4");
    struct preview preview = preview_of(&game);
    (void)state;
    game.status = GAME_WIN;
    game.reason = REASON_RESIGN;
    game.winner = 1;
    painter_task(&task, &preview);
    assert_int_equal(task.kind, PICTURE_WON);
    assert_int_equal(task.end, PICTURE_BY_RESIGNATION);
    assert_int_equal(task.winner, FF_YELLOW);
    assert_string_equal(task.name[0], "Ann");
    assert_string_equal(task.name[1], "Computer");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_is_drawn_as_png, open_one, close_one),
        cmocka_unit_test_setup_teardown(the_page_itself_has_a_picture, open_one, close_one),
        cmocka_unit_test_setup_teardown(a_game_that_cannot_be_read_is_not_drawn, open_one,
                                        close_one),
        cmocka_unit_test(a_task_has_what_the_picture_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
