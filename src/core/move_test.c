#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/move.h"

static void faults_are_found_in_the_order_of_the_contract(void **state)
{
    static const struct {
        const char *moves;
        ff_phase phase;
        int seat, column;
        enum move_fault fault;
    } cases[] = {
        {"7x6:111111", FF_IN_PROGRESS, 1, 99, MOVE_NOT_YOUR_TURN},
        {"7x6:111111", FF_IN_PROGRESS, 0, 7, MOVE_COLUMN_RANGE},
        {"7x6:111111", FF_COMPLETED, MOVE_NO_SEAT, -1, MOVE_COLUMN_RANGE},
        {"7x6:111111", FF_COMPLETED, MOVE_NO_SEAT, 0, MOVE_COLUMN_FULL},
        {"7x6:111111", FF_COMPLETED, MOVE_NO_SEAT, 1, MOVE_GAME_OVER},
        {"7x6:111111", FF_COMPLETED, 0, 1, MOVE_GAME_OVER},
        {"7x6:1212121", FF_WAITING, 0, 3, MOVE_GAME_OVER},
        {"7x6:1212121", FF_COMPLETED, 1, 3, MOVE_NOT_YOUR_TURN},
        {"7x6:", FF_WAITING, MOVE_NO_SEAT, 3, MOVE_NOT_IN_GAME},
        {"7x6:", FF_WAITING, 0, 3, MOVE_GAME_WAITING},
        {"7x6:", FF_IN_PROGRESS, 0, 3, MOVE_OK},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_game game = game_of(&rules, cases[i].moves);
        enum move_fault fault =
            move_check(&game.position, cases[i].phase, cases[i].seat, cases[i].column);
        assert_number(fault, cases[i].fault, cases[i].moves);
    }
}

static void each_fault_has_its_text(void **state)
{
    static const char *const texts[MOVE_FAULT_COUNT] = {"",
                                                        "It is not your turn",
                                                        "Column must be between 0 and 6",
                                                        "Column 4 is full",
                                                        "Game is already completed",
                                                        "Player ann is not in this game",
                                                        "Game is waiting for players"};
    const struct move_detail detail = {4, 6, "ann"};
    (void)state;
    for (int fault = 0; fault < MOVE_FAULT_COUNT; fault++) {
        char text[64];
        ff_text out = ff_text_on(text, sizeof text);
        move_fault_write(&out, (enum move_fault)fault, &detail);
        assert_string_equal(text, texts[fault]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_found_in_the_order_of_the_contract),
        cmocka_unit_test(each_fault_has_its_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
