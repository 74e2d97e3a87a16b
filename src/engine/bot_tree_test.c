/* The computer players on boards that cannot be solved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bot_fixture_test.h"
#include "engine/network_fixture_test.h"
#include "engine/threats.h"

static const ff_level thinkers[] = {FF_MEDIUM, FF_HARD, FF_PERFECT};

static bool stop_after(void *host)
{
    int *asks = host;
    return (*asks)-- <= 0;
}

/* The directions of the lines that a disc in this column completes for a colour, one bit each. */
static unsigned win_directions(const ff_position *p, ff_color color, int column)
{
    unsigned found = 0;
    ff_position next = *p;
    next.ply = (uint16_t)(next.ply + (next.ply % 2 != (int)color));
    assert_int_equal(ff_position_drop(&next, column), FF_OK);
    ff_lines lines = ff_position_lines(&next);
    for (int i = 0; i < lines.count; i++) {
        int step = lines.line[i].cells[1] - lines.line[i].cells[0];
        for (int d = 0; d < p->rules->directions; d++) {
            const ff_direction *way = &p->rules->direction[d];
            int stride =
                abs(way->dy + p->rules->board.height * (way->dx + p->rules->board.width * way->dz));
            if (stride == step)
                found |= 1u << d;
        }
    }
    return found;
}

static void check_choice(ff_level level, ff_style style, const ff_position *p, uint64_t good,
                         int asks, const char *what)
{
    ff_bot *bot = bot_of(p->rules, level, style, 0);
    ff_bot_watch(bot, stop_after, &asks);
    int column = choice_of(bot, p, p->ply);
    if (!(good >> column & 1))
        fail_msg("%s at ply %d does not %s", ff_level_name(level), p->ply, what);
}

static void check_all(const ff_position *p, uint64_t good, int number, const char *what)
{
    int asks = p->ply % 4 < 2 ? 20 : 0; /* without any search, too */
    for (size_t i = 0; i < COUNT_OF(thinkers); i++)
        check_choice(thinkers[i], (ff_style)(number % FF_STYLE_COUNT), p, good, asks, what);
    check_choice(FF_GREEDY, FF_BALANCED, p, good, asks, what);
}

enum { CASES = 2 * 2 * FF_DIRECTIONS_MAX };

/* Fewer positions under a sanitizer, where FF_CASES is set. */
static int positions_each(void)
{
    return getenv("FF_CASES") ? 1 : 3;
}

static int cases_seen[2][2][FF_DIRECTIONS_MAX]; /* wins and blocks, by side to move and direction */

/* The only winning move, or the only block where nothing wins, as a bit; 0 in other positions. */
static uint64_t only_answer(const ff_position *p, bool *is_block)
{
    ff_color me = ff_position_side_to_move(p);
    uint64_t wins = threats_at_once(p, me), good = wins ? wins : threats_at_once(p, (ff_color)!me);
    *is_block = !wins;
    return good & (good - 1) ? 0 : good;
}

/* Checks a position with one winning move, or with none and one block, if its direction has not
 * been seen often enough. Returns how many cases it completed. */
static int consider(const ff_position *p)
{
    int me = p->ply % 2, complete = 0;
    bool is_block;
    uint64_t good = only_answer(p, &is_block);
    if (!good)
        return 0;
    unsigned ways = win_directions(p, (ff_color)(is_block ? !me : me), __builtin_ctzll(good));
    for (int d = 0; d < FF_DIRECTIONS_MAX; d++) {
        if (ways != 1u << d || cases_seen[is_block][me][d] == positions_each())
            continue;
        check_all(p, good, p->ply, is_block ? "block" : "win");
        complete += ++cases_seen[is_block][me][d] == positions_each();
    }
    return complete;
}

/* One of the eight symmetric images of a game: mirrored in x, mirrored in z, x and z exchanged. */
static ff_game image_of(const ff_game *game, int symmetry)
{
    const ff_rules *rules = game->position.rules;
    ff_game image = ff_game_start(rules);
    int last = rules->board.width - 1;
    for (int i = 0; i < game->end; i++) {
        int x = game->moves[i] % (last + 1), z = game->moves[i] / (last + 1);
        x = symmetry & 1 ? last - x : x;
        z = symmetry & 2 ? last - z : z;
        int column = symmetry & 4 ? z + (last + 1) * x : x + (last + 1) * z;
        assert_int_equal(ff_game_drop(&image, column), FF_OK);
    }
    return image;
}

/* Images make rare directions less rare. */
static int consider_images(const ff_game *game, int (*consider_one)(const ff_position *))
{
    int fresh = 0;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        ff_game image = image_of(game, symmetry);
        fresh += consider_one(&image.position);
    }
    return fresh;
}

static int consider_answers(const ff_game *game)
{
    bool is_block;
    return only_answer(&game->position, &is_block) ? consider_images(game, consider) : 0;
}

/* Random positions, and each after one more move that misses a win: then it must be blocked. */
static void every_level_wins_and_blocks_in_all_13_directions(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    int complete = 0;
    uint64_t chance = 1;
    (void)state;
    assert_int_equal(rules.directions, FF_DIRECTIONS_MAX);
    for (int n = 0; n < 1000000 && complete < CASES; n++) {
        ff_game game = random_game(&rules, 7 + chance_below(&chance, 50), &chance);
        complete += consider_answers(&game);
        if (ff_game_drop(&game, chance_below(&chance, rules.columns)) == FF_OK &&
            game.position.status == FF_PLAYING)
            complete += consider_answers(&game);
    }
    assert_int_equal(complete, CASES);
}

/* ---- two moves ahead ---- */

enum { SIDES = FF_PLAYERS, FORKS = SIDES * FF_DIRECTIONS_MAX, FORK_PLIES = 3, FORK_ASKS = 10 };

static bool is_quiet(const ff_position *p)
{
    return !threats_at_once(p, FF_RED) && !threats_at_once(p, FF_YELLOW);
}

/* The side to move drops a disc and threatens to win in two columns at once. Returns the directions of all lines that
 * such moves threaten to complete; 0 if there is no such move. */
static unsigned fork_directions(const ff_position *p)
{
    ff_color me = ff_position_side_to_move(p);
    unsigned ways = 0;
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position next = *p;
        if (ff_position_drop(&next, column) != FF_OK || threats_at_once(&next, (ff_color)!me))
            continue;
        uint64_t wins = threats_at_once(&next, me);
        if (!(wins & (wins - 1)))
            continue;
        for (; wins; wins &= wins - 1)
            ways |= win_directions(&next, me, __builtin_ctzll(wins));
    }
    return ways;
}

/* The columns after which the side to move wins within FORK_PLIES, with a fork or otherwise. */
static uint64_t winning_columns(const ff_position *p)
{
    uint64_t good = 0;
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position next = *p;
        if (ff_position_drop(&next, column) == FF_OK && naive_value(&next, FORK_PLIES - 1) < 0)
            good |= UINT64_C(1) << column;
    }
    return good;
}

/* The columns after which the opponent neither wins at once nor has a fork. */
static uint64_t safe_columns(const ff_position *p)
{
    ff_color opponent = (ff_color)(1 - p->ply % 2);
    uint64_t good = 0;
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position next = *p;
        if (ff_position_drop(&next, column) == FF_OK && !threats_at_once(&next, opponent) &&
            !fork_directions(&next))
            good |= UINT64_C(1) << column;
    }
    return good;
}

static bool is_all(const ff_position *p, uint64_t columns)
{
    for (int column = 0; column < p->rules->columns; column++)
        if (ff_position_can_drop(p, column) == FF_OK && !(columns >> column & 1))
            return false;
    return true;
}

/* Of each direction and side, how many forks were made, and how many prevented. */
static int forks_seen[2][SIDES][FF_DIRECTIONS_MAX];

static bool is_wanted(bool prevents, int side, unsigned ways)
{
    for (int d = 0; d < FF_DIRECTIONS_MAX; d++)
        if (ways >> d & 1 && !forks_seen[prevents][side][d])
            return true;
    return false;
}

static int count_fork(bool prevents, int side, unsigned ways)
{
    int fresh = 0;
    for (int d = 0; d < FF_DIRECTIONS_MAX; d++)
        if (ways >> d & 1)
            fresh += !forks_seen[prevents][side][d]++;
    return fresh;
}

/* The side to move can win with a fork. Returns how many cases are new. */
static int consider_fork(const ff_position *p)
{
    int me = p->ply % 2;
    unsigned ways = is_quiet(p) ? fork_directions(p) : 0;
    if (!is_wanted(false, me, ways))
        return 0;
    uint64_t good = winning_columns(p);
    for (size_t i = 0; i < COUNT_OF(thinkers); i++)
        check_choice(thinkers[i], (ff_style)(p->ply % FF_STYLE_COUNT), p, good, FORK_ASKS, "fork");
    return count_fork(false, me, ways);
}

/* The opponent could win with a fork if it were to move, and can be kept from it. */
static int consider_prevention(const ff_position *p)
{
    int me = p->ply % 2;
    ff_position passed = *p;
    passed.ply++;
    unsigned ways = is_quiet(p) && !fork_directions(p) ? fork_directions(&passed) : 0;
    if (!is_wanted(true, me, ways))
        return 0;
    uint64_t good = safe_columns(p);
    if (!good || is_all(p, good))
        return 0;
    for (size_t i = 0; i < COUNT_OF(thinkers); i++)
        check_choice(thinkers[i], (ff_style)(p->ply % FF_STYLE_COUNT), p, good, FORK_ASKS,
                     "prevent a fork");
    return count_fork(true, me, ways);
}

static void every_level_makes_and_prevents_forks_in_all_13_directions(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    int made = 0, prevented = 0;
    uint64_t chance = 4;
    (void)state;
    for (int n = 0; n < 1000000 && (made < FORKS || prevented < FORKS); n++) {
        ff_game game = random_game(&rules, 6 + chance_below(&chance, 30), &chance);
        bool has_fork = is_quiet(&game.position) && fork_directions(&game.position);
        if (has_fork && made < FORKS)
            made += consider_images(&game, consider_fork);
        else if (is_quiet(&game.position) && !has_fork && prevented < FORKS)
            prevented += consider_images(&game, consider_prevention);
    }
    assert_int_equal(made, FORKS);
    assert_int_equal(prevented, FORKS);
}

static void memory_beyond_the_bound_is_not_touched(void **state)
{
    static const char *const boards[] = {"5x5x5", "6x7x6c3", "12x12c8", "4x12x4"};
    uint8_t *memory = malloc(FF_BOT_MIN + 8192);
    (void)state;
    assert_non_null(memory);
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        ff_position start = ff_position_start(&rules);
        for (size_t k = 0; k < COUNT_OF(thinkers); k++) {
            uint8_t *at = memory + 7 * i;
            ff_bot *bot;
            memset(at + FF_BOT_MIN, 0xA5, 4096);
            assert_int_equal(ff_bot_open(&bot, &rules, thinkers[k], FF_BALANCED, at, FF_BOT_MIN),
                             FF_OK);
            (void)choice_of(bot, &start, 1);
            for (size_t n = 0; n < 4096; n++)
                assert_int_equal(at[FF_BOT_MIN + n], 0xA5);
        }
    }
    free(memory);
}

static void a_stop_is_quick_and_leaves_the_best_move_so_far(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "5x5x5:mgmg");
    (void)state;
    for (int asks_max = 0; asks_max < 100; asks_max += 33) {
        int asks = asks_max;
        ff_bot *bot = bot_of(&rules, FF_PERFECT, FF_BALANCED, 0);
        ff_bot_watch(bot, stop_after, &asks);
        int column = choice_of(bot, &game.position, 1);
        ff_thought thought = ff_bot_thought(bot);
        assert_int_equal(thought.column, column);
        assert_true(thought.was_stopped && thought.nodes <= (uint64_t)asks_max * 32);
        assert_int_equal(asks, -1); /* it stopped asking */
    }
}

static void the_same_seed_and_position_give_the_same_column(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    uint64_t chance = 2, seen = 0;
    (void)state;
    ff_bot *used = bot_of(&rules, FF_HARD, FF_BALANCED, 0);
    for (int i = 0; i < 12; i++) {
        ff_game game = random_game(&rules, i, &chance);
        ff_bot *fresh = bot_of(&rules, FF_HARD, FF_BALANCED, 1);
        int column = choice_of(used, &game.position, (uint64_t)i);
        assert_int_equal(choice_of(fresh, &game.position, (uint64_t)i), column);
        assert_int_equal(ff_bot_thought(fresh).nodes, ff_bot_thought(used).nodes);
    }
    ff_game game = game_of(&rules, "5x5x5:m"); /* four replies are equal by symmetry */
    for (uint64_t seed = 0; seed < 20; seed++)
        seen |= UINT64_C(1) << choice_of(used, &game.position, seed);
    assert_true(seen & (seen - 1));
}

static void a_proven_end_is_told_with_its_bound(void **state)
{
    ff_rules rules;
    ff_game won = game_of(&rules, "5x5x5:mghlia"); /* two in a row with room on both sides */
    (void)state;
    ff_bot *bot = bot_of(&rules, FF_HARD, FF_BALANCED, 0);
    (void)choice_of(bot, &won.position, 1);
    ff_thought thought = ff_bot_thought(bot);
    int within = thought.ends_in;
    assert_true(within > 0);
    assert_int_equal(ff_game_drop(&won, thought.column), FF_OK);
    while (won.position.status == FF_PLAYING) { /* the winner plays on, against Greedy */
        bool is_winner = won.position.ply % 2 == 0;
        ff_bot *mover = bot_of(&rules, is_winner ? FF_HARD : FF_GREEDY, FF_BALANCED, 0);
        assert_int_equal(ff_game_drop(&won, choice_of(mover, &won.position, 1)), FF_OK);
    }
    assert_int_equal(ff_position_winner(&won.position), FF_RED);
    assert_true(won.position.ply <= 6 + within);
}

static void a_network_judges_instead_of_the_line_potential(void **state)
{
    static uint8_t file[NETWORK_FILE_MAX], memory[2 * NETWORK_FILE_MAX];
    ff_rules rules = rules_of("5x5x5"), other = rules_of("4x4x4");
    ff_network *network = NULL;
    uint64_t chance = 3;
    int differences = 0;
    (void)state;
    size_t len = network_file(file, &rules, 32, 8, 16, 1);
    assert_int_equal(ff_network_open(&network, file, len, memory, sizeof memory), FF_OK);
    ff_bot *plain = bot_of(&rules, FF_HARD, FF_BALANCED, 0);
    ff_bot *judged = bot_of(&rules, FF_HARD, FF_BALANCED, 1);
    assert_int_equal(ff_bot_use_network(judged, network), FF_OK);
    for (int i = 0; i < 30; i++) {
        ff_game game = random_game(&rules, 6, &chance);
        differences += choice_of(plain, &game.position, 1) != choice_of(judged, &game.position, 1);
    }
    assert_true(differences > 3);
    assert_int_equal(ff_bot_use_network(judged, NULL), FF_OK);
    for (int i = 0; i < 10; i++) {
        ff_game game = random_game(&rules, 6, &chance);
        assert_int_equal(choice_of(plain, &game.position, 1), choice_of(judged, &game.position, 1));
    }
    ff_bot *elsewhere = bot_of(&other, FF_HARD, FF_BALANCED, 0);
    assert_int_equal(ff_bot_use_network(elsewhere, network), FF_E_BOT_BOARD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_wins_and_blocks_in_all_13_directions),
        cmocka_unit_test(every_level_makes_and_prevents_forks_in_all_13_directions),
        cmocka_unit_test(memory_beyond_the_bound_is_not_touched),
        cmocka_unit_test(a_stop_is_quick_and_leaves_the_best_move_so_far),
        cmocka_unit_test(the_same_seed_and_position_give_the_same_column),
        cmocka_unit_test(a_proven_end_is_told_with_its_bound),
        cmocka_unit_test(a_network_judges_instead_of_the_line_potential),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
