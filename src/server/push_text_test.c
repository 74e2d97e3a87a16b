#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "server/push_text.h"
#include "server/pushes.h"

enum { DAY_MS = 86400000 };

static struct game_row game_at(int ply, enum game_status status)
{
    return (struct game_row){.id = 1,
                             .ply = (uint16_t)ply,
                             .to_move = (uint8_t)(ply % ROW_SEATS),
                             .status = (uint8_t)status,
                             .winner = ROW_NOBODY,
                             .offer = ROW_NOBODY,
                             .deadline_ms = 3 * (int64_t)DAY_MS};
}

static void says(enum push_kind kind, const struct game_row *game, int seat, const char *language,
                 const char *sentence)
{
    const struct push_due_row due = {.kind = (uint8_t)kind};
    char out[PUSH_TEXT_SIZE], wanted[PUSH_TEXT_SIZE];
    push_text_write(out, &due, game, seat, "Zo\xC3\xAB", language);
    (void)snprintf(wanted, sizeof wanted,
                   "{\"game\":\"0000000000001\",\"body\":\"%s\",\"language\":\"%s\"}", sentence,
                   language);
    assert_string_equal(out, wanted);
}

static void every_message_is_a_sentence_in_both_languages(void **state)
{
    struct game_row game = game_at(0, GAME_PLAYING), won = game_at(7, GAME_WIN),
                    drawn = game_at(42, GAME_DRAW);
    won.winner = 0;
    (void)state;
    says(PUSH_TURN, &game, 0, "en", "Zo\xC3\xAB has moved. It is your turn.");
    says(PUSH_TURN, &game, 0, "de", "Zo\xC3\xAB hat gezogen. Du bist am Zug.");
    says(PUSH_START, &game, 0, "en", "Your game against Zo\xC3\xAB has begun. It is your turn.");
    says(PUSH_START, &game, 1, "de", "Dein Spiel gegen Zo\xC3\xAB hat begonnen.");
    says(PUSH_OFFER, &game, 1, "de", "Zo\xC3\xAB bietet ein Unentschieden an.");
    says(PUSH_REMATCH, &won, 0, "en", "Zo\xC3\xAB asks for a rematch.");
    says(PUSH_REMATCH, &won, 1, "de",
         "Zo\xC3\xAB m\xC3\xB6"
         "chte eine Revanche.");
    says(PUSH_OVER, &won, 0, "en", "You have won against Zo\xC3\xAB.");
    says(PUSH_OVER, &won, 1, "de", "Du hast gegen Zo\xC3\xAB verloren.");
    says(PUSH_OVER, &drawn, 1, "en", "Your game against Zo\xC3\xAB is a draw.");
}

static void a_guest_is_named_in_the_language_of_the_device(void **state)
{
    static const char *const names[][2] = {
        {"Guest 12", "Gast 12 hat"}, {"Guest 12a", "Guest 12a hat"}, {"Guest ", "Guest  hat"}};
    const struct push_due_row due = {.kind = PUSH_TURN};
    struct game_row game = game_at(0, GAME_PLAYING);
    char out[PUSH_TEXT_SIZE];
    (void)state;
    for (int i = 0; i < 3; i++) {
        push_text_write(out, &due, &game, 0, names[i][0], "de");
        assert_non_null(strstr(out, names[i][1]));
    }
    push_text_write(out, &due, &game, 0, "Guest 12", "en");
    assert_non_null(strstr(out, "Guest 12 has"));
}

static void the_longest_name_fits(void **state)
{
    const struct push_due_row due = {.kind = PUSH_START};
    struct game_row game = game_at(0, GAME_PLAYING);
    char out[PUSH_TEXT_SIZE], name[ROW_NAME_SIZE];
    (void)state;
    memset(name, 1, sizeof name); /* six bytes each in JSON */
    name[sizeof name - 1] = '\0';
    push_text_write(out, &due, &game, 0, name, "de");
    assert_non_null(strstr(out, "Zug.\",\"language\":\"de\"}"));
}

static void a_message_that_is_no_longer_true_is_not_sent(void **state)
{
    struct game_row game = game_at(3, GAME_PLAYING), over = game_at(3, GAME_WIN);
    struct push_due_row due = {.kind = PUSH_TURN};
    (void)state;
    assert_true(push_is_true(&due, &game, 1));
    assert_false(push_is_true(&due, &game, 0));
    assert_false(push_is_true(&due, &over, 1));
    due.kind = PUSH_OFFER;
    assert_false(push_is_true(&due, &game, 1));
    game.offer = 0;
    assert_true(push_is_true(&due, &game, 1));
    assert_false(push_is_true(&due, &game, 0));
    due.kind = PUSH_OVER;
    assert_true(push_is_true(&due, &over, 1));
    assert_false(push_is_true(&due, &game, 1));
}

static void a_message_is_kept_until_the_move_is_due(void **state)
{
    struct game_row game = game_at(3, GAME_PLAYING);
    struct push_due_row due = {.kind = PUSH_TURN};
    (void)state;
    assert_int_equal(push_ttl_s(&due, &game, DAY_MS), 2 * 86400);
    assert_int_equal(push_ttl_s(&due, &game, 4 * (int64_t)DAY_MS), 60);
    game.deadline_ms = 100 * (int64_t)DAY_MS;
    assert_int_equal(push_ttl_s(&due, &game, 0), 28 * 86400);
    due.kind = PUSH_OVER;
    assert_int_equal(push_ttl_s(&due, &game, 0), 7 * 86400);
}

static void each_attempt_waits_twice_as_long_or_as_it_is_told(void **state)
{
    (void)state;
    assert_int_equal(pushes_wait_ms(0, 0), 30000);
    assert_int_equal(pushes_wait_ms(1, 0), 60000);
    assert_int_equal(pushes_wait_ms(4, 0), 480000);
    assert_int_equal(pushes_wait_ms(4, 7), 7000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_is_a_sentence_in_both_languages),
        cmocka_unit_test(a_guest_is_named_in_the_language_of_the_device),
        cmocka_unit_test(the_longest_name_fits),
        cmocka_unit_test(a_message_that_is_no_longer_true_is_not_sent),
        cmocka_unit_test(a_message_is_kept_until_the_move_is_due),
        cmocka_unit_test(each_attempt_waits_twice_as_long_or_as_it_is_told),
    };
    return cmocka_run_group_tests_name("push_text", tests, NULL, NULL);
}
