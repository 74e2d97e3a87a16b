/* What one move can end at once in a variant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "engine/variant_fixture_test.h"

static const struct {
    const char *game;
    ff_color side, winner;
    const char *moves; /* in notation, with spaces between them */
} cases[] = {
    {"popout:172737", FF_RED, FF_RED, "4"},
    {"popout:172737", FF_YELLOW, FF_YELLOW, "7"}, /* a threat of the side that waits */
    {"popout:172737", FF_RED, FF_YELLOW, ""},
    {"misere:121314", FF_RED, FF_YELLOW, "1"}, /* a line loses */
    {"misere:121314", FF_RED, FF_RED, ""},
    {"cylinder:667711", FF_RED, FF_RED, "2 5"}, /* around the edge */
    {"powerup:172737", FF_RED, FF_RED, "4 _4 @4 =4 +4"},
    {"powerup:17273=7", FF_RED, FF_RED, "4 _4 @4 =4 +4"}, /* Yellow has not finished its turn */
};

static void moves_that_end_the_game_are_found_for_either_side(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_variant_rules rules;
        uint16_t moves[FF_MOVES_MAX];
        char text[128] = "";
        ff_text out = ff_text_on(text, sizeof text);
        ff_variant_position p = variant_game(&rules, cases[i].game).position;
        int count = ff_variant_endings(&p, cases[i].side, cases[i].winner, moves);
        for (int k = 0; k < count; k++) {
            if (k > 0)
                text[out.len++] = ' ';
            assert_int_equal(ff_variant_move_write(&out, &p, moves[k]), FF_OK);
        }
        if (strcmp(text, cases[i].moves) != 0)
            fail_msg("%s, side %d: '%s', not '%s'", cases[i].game, cases[i].side, text,
                     cases[i].moves);
    }
}

/* By playing every move, over random games of every variant. */
static void a_threat_is_a_cell_where_the_next_disc_completes_a_line(void **state)
{
    uint64_t chance = 1;
    (void)state;
    for (int variant = 0; variant < FF_VARIANT_COUNT; variant++) {
        ff_variant_rules rules;
        assert_int_equal(ff_variant_rules_init(&rules, (ff_variant)variant,
                                               ff_variant_board((ff_variant)variant), false),
                         FF_OK);
        ff_variant_game game = ff_variant_game_start(&rules);
        while (game.position.board.status == FF_PLAYING) {
            ff_variant_position p = game.position;
            ff_threats threats = ff_variant_threats(&p);
            for (int i = 0; i < threats.count; i++) {
                const ff_threat *t = &threats.threat[i];
                ff_variant_position next = p;
                int column = ff_cell_column(p.board.rules, t->cell);
                next.side = t->color;
                if (!t->is_playable || ff_variant_can_play(&next, column))
                    continue;
                ff_variant_game after = game;
                after.position = next;
                assert_int_equal(ff_variant_game_play(&after, column), FF_OK);
                assert_int_equal(after.position.board.status, FF_WON);
            }
            assert_true(variant != FF_POPTEN || threats.count == 0);
            assert_int_equal(ff_variant_game_play(&game, variant_any(&p, &chance)), FF_OK);
        }
        assert_int_equal(ff_variant_threats(&game.position).count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_that_end_the_game_are_found_for_either_side),
        cmocka_unit_test(a_threat_is_a_cell_where_the_next_disc_completes_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
