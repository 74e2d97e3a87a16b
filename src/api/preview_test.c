#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "api/preview.h"

static char written[PREVIEW_MAX];

static struct game_row game_of(uint8_t status, uint8_t reason, uint8_t winner)
{
    struct game_row game = {.id = 1,
                            .seat = {{.kind = SEAT_PLAYER}, {.kind = SEAT_PLAYER}},
                            .flags = GAME_PUBLIC,
                            .status = status,
                            .reason = reason,
                            .winner = winner,
                            .ply = 7,
                            .moves = "4142434"};
    (void)snprintf(game.board, sizeof game.board, "7x6");
    return game;
}

static const char *write(const struct preview *preview)
{
    ff_text text = ff_text_on(written, sizeof written);
    assert_int_equal(preview_write(&text, preview), FF_OK);
    return written;
}

static struct preview preview_of(const struct game_row *game)
{
    return (struct preview){.game = game, .name = {"Ann", "Bob"}, .origin = "https://a.org"};
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is missing in %s", part, text);
}

static void the_title_tells_the_result(void **state)
{
    static const struct {
        uint8_t status, reason, winner;
        const char *english, *german;
    } cases[] = {
        {GAME_PLAYING, REASON_NONE, ROW_NOBODY, "\"Ann against Bob, live\"",
         "\"Ann gegen Bob, live\""},
        {GAME_WIN, REASON_LINE, 0, "\"Ann beats Bob\"", "\"Ann gewinnt gegen Bob\""},
        {GAME_WIN, REASON_TIME, 1, "\"Bob beats Ann\"", "\"Bob gewinnt gegen Ann\""},
        {GAME_DRAW, REASON_AGREED, ROW_NOBODY, "\"Ann and Bob draw\"",
         "\"Ann und Bob spielen unentschieden\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct game_row game = game_of(cases[i].status, cases[i].reason, cases[i].winner);
        struct preview preview = preview_of(&game);
        assert_has(write(&preview), cases[i].english);
        preview.is_german = true;
        assert_has(write(&preview), cases[i].german);
    }
}

static void a_waiting_game_names_the_player_who_waits(void **state)
{
    struct game_row game = game_of(GAME_WAITING, REASON_NONE, ROW_NOBODY);
    struct preview preview = preview_of(&game);
    (void)state;
    game.seat[0].kind = SEAT_OPEN;
    assert_has(write(&preview), "\"Bob looks for an opponent\"");
    game.seat[0].kind = SEAT_PLAYER;
    game.seat[1].kind = SEAT_OPEN;
    assert_has(write(&preview), "\"Ann looks for an opponent\"");
}

static void a_guest_has_the_word_of_the_language(void **state)
{
    struct game_row game = game_of(GAME_WIN, REASON_LINE, 0);
    struct preview preview = preview_of(&game);
    (void)state;
    preview.name[0] = "Guest 1001";
    assert_has(write(&preview), "\"Guest 1001 beats Bob\"");
    preview.is_german = true;
    assert_has(write(&preview), "\"Gast 1001 gewinnt gegen Bob\"");
    game.seat[1].kind = SEAT_BOT;
    assert_has(write(&preview), "\"Gast 1001 gewinnt gegen Computer\"");
}

static void names_are_escaped(void **state)
{
    struct game_row game = game_of(GAME_WIN, REASON_LINE, 0);
    struct preview preview = preview_of(&game);
    (void)state;
    preview.name[0] = "<b>&\"'%";
    assert_has(write(&preview), "content=\"&lt;b&gt;&amp;&quot;&#39;% beats Bob\"");
    assert_null(strstr(written, "<b>"));
}

static void the_longest_names_fit(void **state)
{
    char longest[ROW_NAME_SIZE];
    struct game_row game = game_of(GAME_WIN, REASON_LINE, 0);
    struct preview preview = preview_of(&game);
    (void)state;
    memset(longest, '"', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    preview.name[0] = preview.name[1] = longest;
    (void)write(&preview);
}

static void without_an_origin_there_are_no_addresses(void **state)
{
    struct game_row game = game_of(GAME_WIN, REASON_LINE, 0);
    struct preview preview = preview_of(&game);
    (void)state;
    assert_has(write(&preview), "content=\"https://a.org/game/0000000000001\"");
    preview.origin = "";
    assert_null(strstr(write(&preview), "og:url"));
    assert_null(strstr(written, "og:image"));
}

static void an_invitation_keeps_its_code_and_names_nobody(void **state)
{
    struct preview preview = {.origin = "https://a.org", .code = "ABC234"};
    (void)state;
    assert_has(write(&preview), "\"Come and play connect four\"");
    assert_has(written, "\"https://a.org/?join=ABC234\"");
}

static void the_tag_changes_with_what_the_picture_shows(void **state)
{
    struct game_row game = game_of(GAME_PLAYING, REASON_NONE, ROW_NOBODY);
    struct preview preview = preview_of(&game);
    char tags[6][PREVIEW_TAG_SIZE];
    (void)state;
    preview_tag(tags[0], &preview);
    game.ply++;
    preview_tag(tags[1], &preview);
    game.status = GAME_WIN;
    preview_tag(tags[2], &preview);
    preview.name[1] = "Bobby";
    preview_tag(tags[3], &preview);
    preview.is_german = true;
    preview_tag(tags[4], &preview);
    preview.game = NULL;
    preview_tag(tags[5], &preview);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(tags[i], tags[k]);
}

static void private_and_cancelled_games_are_not_shown(void **state)
{
    struct game_row game = game_of(GAME_WIN, REASON_LINE, 0);
    (void)state;
    assert_true(preview_is_public(&game));
    game.flags = GAME_RATED;
    assert_false(preview_is_public(&game));
    game.flags = GAME_PUBLIC;
    game.status = GAME_CANCELLED;
    assert_false(preview_is_public(&game));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_title_tells_the_result),
        cmocka_unit_test(a_waiting_game_names_the_player_who_waits),
        cmocka_unit_test(a_guest_has_the_word_of_the_language),
        cmocka_unit_test(names_are_escaped),
        cmocka_unit_test(the_longest_names_fit),
        cmocka_unit_test(without_an_origin_there_are_no_addresses),
        cmocka_unit_test(an_invitation_keeps_its_code_and_names_nobody),
        cmocka_unit_test(the_tag_changes_with_what_the_picture_shows),
        cmocka_unit_test(private_and_cancelled_games_are_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
