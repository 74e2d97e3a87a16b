#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/solver_fixture_test.h"

static ff_review review_of(struct table *t, const ff_game *game)
{
    ff_review review;
    assert_int_equal(ff_review_game(t->solver, game, &review), FF_OK);
    return review;
}

static ff_game table_read(struct table *t, const char *moves)
{
    ff_game game;
    assert_err(ff_game_read(&game, &t->rules, moves, strlen(moves), NULL), FF_OK, moves);
    return game;
}

static void every_verdict_has_its_text(void **state)
{
    static const char *const texts[] = {"best",    "fine",         "slower win", "mistake",
                                        "blunder", "missed block", "missed win", "inaccuracy"};
    (void)state;
    assert_int_equal(COUNT_OF(texts), FF_VERDICT_COUNT);
    for (int i = 0; i < FF_VERDICT_COUNT; i++)
        assert_string_equal(ff_verdict_text((ff_verdict)i), texts[i]);
    assert_string_equal(ff_verdict_text(FF_VERDICT_COUNT), "?");
    assert_string_equal(ff_verdict_text((ff_verdict)-1), "?");
}

/* The verdict is about the last move of each game. */
static void each_kind_of_move_has_its_verdict(void **state)
{
    static const struct {
        const char *moves;
        ff_verdict verdict;
        bool is_turning;
        int best, score;
    } cases[] = {
        {"1", FF_BEST, false, -1, -1},
        {"52", FF_MISTAKE, true, 1, 0},
        {"525", FF_BEST, false, 0, 0},
        {"52552", FF_MISTAKE, true, 0, -1},
        {"5266", FF_BLUNDER, true, 1, -1},
        {"52552312431", FF_FINE, false, -1, -2},
        {"525523124315", FF_SLOWER_WIN, false, 2, 1},
        {"112233", FF_MISSED_BLOCK, true, 0, -9}, /* Red has three in the bottom row */
        {"112235", FF_MISSED_BLOCK, true, 0, -9},
        {"112234", FF_BEST, false, 0, 0},
        {"1122336", FF_MISSED_WIN, true, 9, -1},
        {"1122334", FF_BEST, false, 9, 9},
    };
    struct table *t = table_open("6x4");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_game game = table_read(t, cases[i].moves);
        ff_review review = review_of(t, &game);
        ff_judgement j = review.move[review.count - 1];
        assert_string_equal(ff_verdict_text((ff_verdict)j.verdict),
                            ff_verdict_text(cases[i].verdict));
        assert_number(j.is_turning, cases[i].is_turning, cases[i].moves);
        assert_number(j.best, cases[i].best, cases[i].moves);
        assert_number(j.score, cases[i].score, cases[i].moves);
    }
    table_close(t);
}

/* If the opponent cannot be stopped, no block was missed. */
static void a_block_that_changes_nothing_is_not_missed(void **state)
{
    struct table *t = table_open("6x4");
    ff_game game = table_read(t, "22334"); /* 1 and 5 both win */
    ff_review review;
    (void)state;
    assert_int_equal(ff_game_drop(&game, 5), FF_OK);
    review = review_of(t, &game);
    assert_int_equal(review.move[5].verdict, FF_BEST);
    assert_int_equal(review.move[5].quality, 100);
    table_close(t);
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The rules of docs/analysis.md, written independently. */
static ff_verdict expected_verdict(const ff_position *before, int column, int best, int score)
{
    ff_color mover = ff_position_side_to_move(before), other = mover == FF_RED ? FF_YELLOW : FF_RED;
    unsigned wins = table_wins(before, mover), threats = table_wins(before, other);
    if (score == best)
        return FF_BEST;
    if (wins && !(wins >> column & 1))
        return FF_MISSED_WIN;
    if (threats && !(threats >> column & 1))
        return FF_MISSED_BLOCK;
    if (best > 0)
        return score > 0 ? FF_SLOWER_WIN : score == 0 ? FF_MISTAKE : FF_BLUNDER;
    return best == 0 ? FF_MISTAKE : FF_FINE;
}

static int expected_quality(const ff_position *before, int best, int score)
{
    int left = before->rules->cells - before->ply;
    int most = best > 0 ? (left + 1) / 2 - 1 : left / 2 - 1; /* between an early and a late end */
    if (best == score)
        return 100;
    if (sign(best) != sign(score))
        return sign(best) - sign(score) == 1 ? 25 : 0;
    return 100 - (int)(50.0 * (best - score) / most + 0.5);
}

static void check_move(struct table *t, const ff_position *before, const ff_judgement *j)
{
    int best = FF_COLUMN_CLOSED;
    for (int column = 0; column < before->rules->columns; column++) {
        if (ff_position_can_drop(before, column))
            continue;
        int score = table_score(t, before, column);
        best = score > best ? score : best;
    }
    assert_int_equal(j->score, table_score(t, before, j->column));
    assert_int_equal(j->best, best);
    assert_int_equal(table_score(t, before, j->better), best);
    if (j->score == best)
        assert_int_equal(j->better, j->column);
    assert_int_equal(j->is_turning, sign(j->score) != sign(best));
    assert_int_equal(j->verdict, expected_verdict(before, j->column, best, j->score));
    assert_int_equal(j->quality, expected_quality(before, best, j->score));
}

static void check_accuracy(const ff_review *review)
{
    for (int color = 0; color < FF_PLAYERS; color++) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < review->count; i++) {
            if ((review->first + i) % 2 != color)
                continue;
            sum += review->move[i].quality;
            count++;
        }
        assert_int_equal(review->accuracy[color], count ? (int)(sum / count + 0.5) : -1);
    }
}

static void check_game(struct table *t, const ff_game *game, int seen[FF_VERDICT_COUNT])
{
    ff_review review = review_of(t, game);
    ff_game walk = *game;
    assert_int_equal(review.first, game->first);
    assert_int_equal(review.count, game->position.ply - game->first);
    for (int i = review.count; i-- > 0;) {
        assert_int_equal(ff_game_undo(&walk), FF_OK);
        assert_int_equal(review.move[i].column, walk.moves[walk.position.ply]);
        check_move(t, &walk.position, &review.move[i]);
        seen[review.move[i].verdict]++;
    }
    check_accuracy(&review);
}

static void every_move_is_judged_by_the_exact_scores(void **state)
{
    static const struct {
        const char *board;
        int from, plies, count; /* the moves before `from` are not known */
    } samples[] = {{"6x4", 0, 24, 30},   {"5x4", 0, 20, 30},  {"5x4", 0, 9, 20},
                   {"4x5", 0, 20, 20},   {"7x6", 20, 42, 40}, {"7x6", 25, 30, 30},
                   {"10x5", 40, 50, 20}, {"8x7", 44, 56, 20}, {"1x4", 0, 4, 1}};
    int seen[FF_VERDICT_COUNT] = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct table *t = table_open(samples[i].board);
        for (int k = 0; k < samples[i].count; k++) {
            ff_position p = table_position(t, samples[i].from);
            ff_game game = samples[i].from ? ff_game_from(&p) : ff_game_start(&t->rules);
            while (game.position.status == FF_PLAYING && game.position.ply < samples[i].plies)
                (void)ff_game_drop(&game, (int)table_roll(t, t->rules.columns));
            check_game(t, &game, seen);
        }
        table_close(t);
    }
    for (int verdict = 0; verdict < FF_INACCURACY; verdict++)
        assert_true(seen[verdict] >= 10);
}

static void perfect_play_is_a_hundred_percent(void **state)
{
    struct table *t = table_open("7x6");
    ff_position p = table_after(t, "57256333234527577");
    ff_game game = ff_game_from(&p);
    ff_analysis a;
    (void)state;
    assert_int_equal(ff_analyse(t->solver, &p, &a), FF_OK);
    assert_int_equal(a.line_len, 18);
    for (int i = 0; i < a.line_len; i++)
        assert_int_equal(ff_game_drop(&game, a.line[i]), FF_OK);
    ff_review review = review_of(t, &game);
    assert_int_equal(review.count, a.line_len);
    assert_int_equal(review.accuracy[FF_RED], 100);
    assert_int_equal(review.accuracy[FF_YELLOW], 100);
    for (int i = 0; i < review.count; i++)
        assert_int_equal(review.move[i].verdict, FF_BEST);
    table_close(t);
}

static void undone_moves_are_not_judged(void **state)
{
    struct table *t = table_open("6x4");
    ff_game game = table_read(t, "1122334"), part = table_read(t, "1122");
    (void)state;
    assert_int_equal(ff_game_seek(&game, 4), FF_OK);
    ff_review review = review_of(t, &game), expected = review_of(t, &part);
    assert_int_equal(review.count, 4);
    assert_memory_equal(review.move, expected.move, sizeof review.move);
    table_close(t);
}

static void a_game_without_moves_has_nothing_to_judge(void **state)
{
    struct table *t = table_open("7x6");
    ff_game game = ff_game_start(&t->rules);
    ff_review review = review_of(t, &game);
    (void)state;
    assert_int_equal(review.count, 0);
    assert_int_equal(review.accuracy[FF_RED], -1);
    assert_int_equal(review.accuracy[FF_YELLOW], -1);
    assert_int_equal(review.nodes, 0);
    table_close(t);
}

static bool always(void *host)
{
    ++*(int *)host;
    return true;
}

static void a_refused_review_writes_nothing(void **state)
{
    struct table *t = table_open("7x6");
    ff_rules rules;
    ff_review review, before;
    int asked = 0;
    (void)state;
    memset(&review, 0x5A, sizeof review);
    before = review;
    ff_game elsewhere = game_of(&rules, "5x5x5:mmgh");
    assert_int_equal(ff_review_game(t->solver, &elsewhere, &review), FF_E_SOLVER_BOARD);
    elsewhere = game_of(&rules, "7x6c5:44");
    assert_int_equal(ff_review_game(t->solver, &elsewhere, &review), FF_E_SOLVER_BOARD);
    ff_solver_watch(t->solver, always, &asked);
    ff_game game = table_read(t, "4444");
    assert_int_equal(ff_review_game(t->solver, &game, &review), FF_E_STOPPED);
    assert_int_equal(asked, 1);
    assert_memory_equal(&review, &before, sizeof review);
    table_close(t);
}

/* A stopped step can be repeated. */
static void a_review_in_steps_is_the_same_review(void **state)
{
    struct table *t = table_open("6x4");
    ff_game game = table_read(t, "525523124315");
    ff_review whole = review_of(t, &game), review = ff_review_begin(&game);
    int asked = 0, stops = 0;
    (void)state;
    ff_solver_reset(t->solver);
    for (int open = 12; open > 0; open--) {
        ff_solver_watch(t->solver, always, &asked);
        if (ff_review_step(t->solver, &game, &review) == FF_E_STOPPED) {
            assert_int_equal(++stops, asked);
            assert_int_equal(review.open, open);
            assert_int_equal(review.accuracy[FF_RED], -1);
            ff_solver_watch(t->solver, NULL, NULL);
            assert_int_equal(ff_review_step(t->solver, &game, &review), FF_OK);
        }
        assert_int_equal(review.open, open - 1);
    }
    assert_true(stops > 1);
    assert_memory_equal(review.move, whole.move, sizeof review.move);
    assert_memory_equal(review.accuracy, whole.accuracy, sizeof review.accuracy);
    assert_int_equal(ff_review_step(t->solver, &game, &review), FF_OK);
    assert_int_equal(ff_game_undo(&game), FF_OK);
    assert_int_equal(ff_review_step(t->solver, &game, &review), FF_E_PLY);
    table_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_verdict_has_its_text),
        cmocka_unit_test(each_kind_of_move_has_its_verdict),
        cmocka_unit_test(a_block_that_changes_nothing_is_not_missed),
        cmocka_unit_test(every_move_is_judged_by_the_exact_scores),
        cmocka_unit_test(perfect_play_is_a_hundred_percent),
        cmocka_unit_test(undone_moves_are_not_judged),
        cmocka_unit_test(a_game_without_moves_has_nothing_to_judge),
        cmocka_unit_test(a_refused_review_writes_nothing),
        cmocka_unit_test(a_review_in_steps_is_the_same_review),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
