#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_fixture_test.h"

static struct row report_of(int64_t sender_id, int64_t player_id, int64_t game_id, const char *text)
{
    struct row row = {.kind = ROW_REPORT,
                      .report = {.sender_id = sender_id,
                                 .player_id = player_id,
                                 .game_id = game_id,
                                 .kind = REPORT_CHAT,
                                 .sent_ms = START_MS}};
    (void)snprintf(row.report.text, sizeof row.report.text, "%s", text);
    return row;
}

static struct row moderation_of(int64_t player_id, enum moderation_action action, int64_t until_ms)
{
    struct row row = {.kind = ROW_MODERATION,
                      .moderation = {.moderator_id = EVE,
                                     .player_id = player_id,
                                     .action = (uint8_t)action,
                                     .until_ms = until_ms,
                                     .at_ms = START_MS}};
    (void)snprintf(row.moderation.reason, sizeof row.moderation.reason, "Insults");
    return row;
}

static size_t reports_of(struct test_store *p, struct store_report *out, size_t max)
{
    struct store_cursor cursor = {0};
    size_t count = 99;
    assert_done(p, store_reports(p->store, &cursor, out, max, &count), "reports");
    return count;
}

static void a_sanction_is_read_with_its_player(void **state)
{
    struct test_store *p = *state;
    struct player_rows player;
    put_game(p);
    commit(p);
    assert_done(p, store_player(p->store, ANN, &player), "before");
    assert_int_equal(player.sanction.mute_ms, 0);
    assert_int_equal(player.sanction.ban_ms, 0);
    put(p, (struct row){.kind = ROW_SANCTION, .sanction = {ANN, 5, 0}});
    put(p, (struct row){.kind = ROW_SANCTION, .sanction = {ANN, 7, 8}});
    commit(p);
    assert_done(p, store_player(p->store, ANN, &player), "after");
    assert_int_equal(player.sanction.player_id, ANN);
    assert_int_equal(player.sanction.mute_ms, 7);
    assert_int_equal(player.sanction.ban_ms, 8);
    assert_done(p, store_player(p->store, BOB, &player), "the other");
    assert_int_equal(player.sanction.ban_ms, 0);
}

static void a_mute_and_a_ban_of_two_nodes_do_not_undo_each_other(void **state)
{
    struct test_store *p = *state;
    struct player_rows player;
    put_game(p);
    put(p, (struct row){.kind = ROW_SANCTION, .sanction = {ANN, SANCTION_KEEP, 8}});
    put(p, (struct row){.kind = ROW_SANCTION, .sanction = {BOB, 7, SANCTION_KEEP}});
    commit(p);
    put(p, (struct row){.kind = ROW_SANCTION, .sanction = {ANN, 7, SANCTION_KEEP}});
    put(p, (struct row){.kind = ROW_SANCTION, .sanction = {BOB, 0, SANCTION_KEEP}});
    commit(p);
    assert_done(p, store_player(p->store, ANN, &player), "muted and banned");
    assert_int_equal(player.sanction.mute_ms, 7);
    assert_int_equal(player.sanction.ban_ms, 8);
    assert_done(p, store_player(p->store, BOB, &player), "muted no more");
    assert_int_equal(player.sanction.mute_ms, 0);
    assert_int_equal(player.sanction.ban_ms, 0);
}

static void reports_come_oldest_first_until_they_are_closed(void **state)
{
    struct test_store *p = *state;
    struct store_report list[8];
    put_game(p);
    put(p, report_of(ANN, BOB, GAME, "First"));
    put(p, report_of(BOB, ANN, 0, "Second"));
    commit(p);
    assert_int_equal(reports_of(p, list, 8), 2);
    assert_string_equal(list[0].report.text, "First");
    assert_string_equal(list[0].name, "Bob");
    assert_string_equal(list[0].sender_name, "Ann");
    assert_int_equal(list[0].report.game_id, GAME);
    assert_int_equal(list[1].report.kind, REPORT_CHAT);
    put(p, (struct row){.kind = ROW_REPORT_CLOSED, .report_closed = {list[0].report.id, 9}});
    commit(p);
    assert_int_equal(reports_of(p, list, 8), 1);
    assert_string_equal(list[0].report.text, "Second");
    assert_store(
        store_write(p->store, &(struct row){.kind = ROW_REPORT_CLOSED, .report_closed = {999, 9}}),
        STORE_E_MISSING, "an unknown report");
}

/* So that nobody can fill the list of the moderators. */
static void one_player_has_one_open_report_of_another_in_a_game(void **state)
{
    struct test_store *p = *state;
    struct store_report list[8];
    put_game(p);
    put(p, report_of(ANN, BOB, GAME, "First"));
    put(p, report_of(ANN, BOB, GAME, "Again"));
    commit(p);
    assert_int_equal(reports_of(p, list, 8), 1);
    assert_string_equal(list[0].report.text, "Again");
    put(p, (struct row){.kind = ROW_REPORT_CLOSED, .report_closed = {list[0].report.id, 9}});
    put(p, report_of(ANN, BOB, GAME, "After that"));
    commit(p);
    assert_int_equal(reports_of(p, list, 8), 1);
    assert_string_equal(list[0].report.text, "After that");
}

static void reports_come_page_by_page(void **state)
{
    struct test_store *p = *state;
    struct store_cursor cursor = {0};
    struct store_report list[2];
    size_t count = 0;
    put_game(p);
    for (int64_t game = 1; game <= 3; game++)
        put(p, report_of(ANN, BOB, game, "Text"));
    commit(p);
    assert_done(p, store_reports(p->store, &cursor, list, 2, &count), "first page");
    assert_int_equal(count, 2);
    assert_done(p, store_reports(p->store, &cursor, list, 2, &count), "second page");
    assert_int_equal(count, 1);
    assert_int_equal(list[0].report.game_id, 3);
}

static void what_moderators_did_comes_newest_first(void **state)
{
    struct test_store *p = *state;
    struct store_cursor cursor = {0};
    struct store_moderation list[4];
    size_t count = 0;
    put_game(p);
    put(p, moderation_of(ANN, MODERATE_MUTE, 5));
    put(p, moderation_of(BOB, MODERATE_BAN, 6));
    put(p, moderation_of(ANN, MODERATE_RENAME, 0));
    commit(p);
    assert_done(p, store_moderations(p->store, 0, &cursor, list, 4, &count), "all");
    assert_int_equal(count, 3);
    assert_int_equal(list[0].moderation.action, MODERATE_RENAME);
    assert_int_equal(list[1].moderation.until_ms, 6);
    assert_string_equal(list[1].name, "Bob");
    assert_string_equal(list[1].moderation.reason, "Insults");
    cursor = (struct store_cursor){0};
    assert_done(p, store_moderations(p->store, ANN, &cursor, list, 1, &count), "first of Ann");
    assert_done(p, store_moderations(p->store, ANN, &cursor, list, 1, &count), "second of Ann");
    assert_int_equal(count, 1);
    assert_int_equal(list[0].moderation.action, MODERATE_MUTE);
}

static void open_reports_of_an_erased_player_are_deleted(void **state)
{
    struct test_store *p = *state;
    struct store_report list[8];
    put_game(p);
    put(p, report_of(ANN, BOB, GAME, "Mine"));
    put(p, report_of(BOB, ANN, GAME, "About me"));
    put(p, (struct row){.kind = ROW_ERASE, .erase = {.player_id = ANN, .erased_ms = 7}});
    commit(p);
    assert_int_equal(reports_of(p, list, 8), 1);
    assert_string_equal(list[0].report.text, "About me");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(a_sanction_is_read_with_its_player),
        ON_BOTH(a_mute_and_a_ban_of_two_nodes_do_not_undo_each_other),
        ON_BOTH(reports_come_oldest_first_until_they_are_closed),
        ON_BOTH(one_player_has_one_open_report_of_another_in_a_game),
        ON_BOTH(reports_come_page_by_page),
        ON_BOTH(what_moderators_did_comes_newest_first),
        ON_BOTH(open_reports_of_an_erased_player_are_deleted),
    };
    return cmocka_run_group_tests_name("store_moderation", tests, NULL, NULL);
}
