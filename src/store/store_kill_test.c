#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>

#include "base/random.h"
#include "store/fault_vfs_test.h"
#include "store/sqlite.h"
#include "store/store_fixture_test.h"

/* A child process plays and reports every committed turn through a pipe, until it is killed at a random
 * moment. Then the file must have every reported turn, whole, and at most the one after.
 *
 * Games come in groups of eight. The first turn of a group creates its games; every further turn makes
 * a move in all of them and writes a chat message in the first. So games of one group with different
 * plies would be half a turn. */
enum { GROUP = 8, PLIES = 40, KILLS = 60, LOSSES = 40, CHECKPOINT_EVERY = 24 };

/* The turn after which every game of the group has `ply` moves; -1: the group does not exist yet. */
struct kill_turn {
    int32_t group, ply;
};

static struct kill_turn next_turn(struct kill_turn now)
{
    return now.ply == PLIES ? (struct kill_turn){now.group + 1, 0}
                            : (struct kill_turn){now.group, now.ply + 1};
}

static int64_t game_id(int group, int game)
{
    return 1 + (int64_t)group * GROUP + game;
}

static int column_at(int group, int game, int ply)
{
    uint64_t chance = (uint64_t)game_id(group, game) * 1000 + (uint64_t)ply;
    return (int)random_below(&chance, 7);
}

static enum store_err play_turn(struct store *store, struct kill_turn to)
{
    struct row rows[GROUP + 1];
    size_t count = 0;
    for (int game = 0; game < GROUP; game++) {
        int64_t id = game_id(to.group, game);
        rows[count++] = to.ply == 0
                            ? game_of(id, ANN, BOB)
                            : move_of(id, to.ply - 1, column_at(to.group, game, to.ply - 1));
    }
    if (to.ply > 0)
        rows[count++] = chat_of(game_id(to.group, 0), (uint32_t)to.ply, CHAT_PLAYERS, "hello");
    return store_write_turn(store, rows, count, NULL);
}

static void child_play(struct test_store *p, enum store_durability durability, struct kill_turn now,
                       int report)
{
    if (test_store_open(p, durability))
        _exit(2);
    /* Frequent checkpoints, so that many children are killed within one. */
    if (sqlite3_wal_autocheckpoint(((struct sqlite_store *)p->store)->writer, CHECKPOINT_EVERY))
        _exit(3);
    for (;;) {
        now = next_turn(now);
        if (play_turn(p->store, now))
            _exit(4);
        if (write(report, &now, sizeof now) != sizeof now)
            _exit(5);
    }
}

/* Reads up to `enough` reports, fewer if the child ends; *last is the last one. */
static void read_reports(int reports, int enough, struct kill_turn *last)
{
    struct kill_turn now;
    while (enough-- > 0 && read(reports, &now, sizeof now) == sizeof now)
        *last = now;
}

/* Lets a child play on from `now` and kills it. Returns the last turn it reported. */
static struct kill_turn kill_one(struct test_store *p, enum store_durability durability,
                                 struct kill_turn now, uint64_t *chance)
{
    int reports[2], status = 0;
    assert_int_equal(pipe(reports), 0);
    pid_t pid = fork();
    if (pid == 0) {
        (void)close(reports[0]);
        child_play(p, durability, now, reports[1]);
    }
    (void)close(reports[1]);
    read_reports(reports[0], 1 + (int)random_below(chance, 12), &now);
    /* Any moment, not only right after a report. */
    struct timespec moment = {0, (long)random_below(chance, 3000000)};
    (void)pselect(0, NULL, NULL, NULL, &moment, NULL);
    assert_int_equal(kill(pid, SIGKILL), 0);
    read_reports(reports[0], INT32_MAX, &now);
    (void)close(reports[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFSIGNALED(status))
        fail_msg("the child ended by itself with %d", WEXITSTATUS(status));
    return now;
}

/* The ply of a group, after checking all its moves; -1 if it does not exist. */
static int group_ply(struct test_store *p, int group)
{
    struct game_row games[GROUP];
    int there = 0;
    for (int i = 0; i < GROUP; i++)
        there += store_game(p->store, game_id(group, i), &games[i]) == STORE_OK;
    assert_true(there == 0 || there == GROUP);
    for (int i = 0; i < there; i++) {
        assert_int_equal(games[i].ply, games[0].ply);
        for (int ply = 0; ply < games[i].ply; ply++)
            assert_int_equal(games[i].moves[ply], '1' + column_at(group, i, ply));
    }
    return there ? games[0].ply : -1;
}

static void assert_chat(struct test_store *p, int group, int ply)
{
    static struct chat_row lines[STORE_CHAT_KEPT];
    size_t count = 0;
    assert_done(p, store_chat(p->store, game_id(group, 0), CHAT_PLAYERS, lines, PLIES + 1, &count),
                "chat");
    assert_int_equal(count, ply < 0 ? 0 : ply);
}

/* The last turn in the file, after checking that all earlier groups are complete. */
static struct kill_turn found_in(struct test_store *p)
{
    struct kill_turn found = {0, group_ply(p, 0)};
    for (int ply; found.ply == PLIES && (ply = group_ply(p, found.group + 1)) >= 0;)
        found = (struct kill_turn){found.group + 1, ply};
    assert_int_equal(group_ply(p, found.group + 1), -1);
    assert_chat(p, found.group, found.ply);
    int64_t is_whole = 0;
    assert_int_equal(sqlite_number(((struct sqlite_store *)p->store)->writer,
                                   "SELECT integrity_check = 'ok' FROM pragma_integrity_check",
                                   &is_whole),
                     SQLITE_OK);
    assert_int_equal(is_whole, 1);
    return found;
}

static bool is_same(struct kill_turn a, struct kill_turn b)
{
    return a.group == b.group && a.ply == b.ply;
}

static bool is_before(struct kill_turn a, struct kill_turn b)
{
    return a.group < b.group || (a.group == b.group && a.ply < b.ply);
}

static void assert_nothing_lost(struct kill_turn found, struct kill_turn told, uint64_t seed)
{
    if (!is_same(found, told) && !is_same(found, next_turn(told)))
        fail_msg("seed %llu: group %d ply %d was reported, group %d ply %d is found",
                 (unsigned long long)seed, told.group, told.ply, found.group, found.ply);
}

static struct kill_turn begin(struct test_store *p)
{
    put(p, player_of(ANN, "Ann"));
    put(p, player_of(BOB, "Bob"));
    commit(p);
    test_store_close(p);
    return (struct kill_turn){0, -1};
}

static uint64_t seed_now(void)
{
    const char *given = getenv("FF_SEED");
    return given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
}

/* The number of kills; FF_KILLS overrides it. */
static int kills_wanted(void)
{
    const char *given = getenv("FF_KILLS");
    int kills = given ? (int)strtol(given, NULL, 10) : 0;
    return kills > KILLS ? kills : KILLS;
}

static void every_reported_turn_survives_kill_9(void **state)
{
    struct test_store *p = *state;
    int kills = kills_wanted();
    uint64_t seed = seed_now(), chance = seed;
    struct kill_turn now = begin(p);
    for (int round = 0; round < kills; round++) {
        enum store_durability durability = round % 2 ? STORE_NORMAL : STORE_FULL;
        struct kill_turn told = kill_one(p, durability, now, &chance);
        assert_store(test_store_open(p, STORE_FULL), STORE_OK, p->problem);
        now = found_in(p);
        assert_nothing_lost(now, told, seed);
        test_store_close(p);
    }
    assert_true(now.group > 2);
}

/* ---- power loss: every file goes back to its last sync ---- */

static void lose_power(const struct test_store *p)
{
    static const char *const files[] = {"", "-wal", "-journal"};
    char name[400], image[420];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        (void)snprintf(name, sizeof name, "%s%s", p->path, files[i]);
        (void)snprintf(image, sizeof image, "%s" FAULT_IMAGE, name);
        if (rename(image, name) != 0)
            (void)unlink(name); /* never synced, so it does not exist */
    }
    (void)snprintf(name, sizeof name, "%s-shm", p->path);
    (void)unlink(name); /* shared memory */
}

/* A store that was closed normally is on the disk. */
static void keep_file(const struct test_store *p)
{
    char image[400], block[4096];
    size_t len;
    (void)snprintf(image, sizeof image, "%s" FAULT_IMAGE, p->path);
    FILE *from = fopen(p->path, "rb"), *to = fopen(image, "wb");
    assert_true(from && to);
    while ((len = fread(block, 1, sizeof block, from)) > 0)
        assert_int_equal(fwrite(block, 1, len, to), len);
    assert_int_equal(fclose(from), 0);
    assert_int_equal(fclose(to), 0);
}

static struct kill_turn lose_one(struct test_store *p, enum store_durability durability,
                                 struct kill_turn now, uint64_t *chance, struct kill_turn *told)
{
    keep_file(p);
    fault.keeps_images = true;
    *told = kill_one(p, durability, now, chance);
    fault.keeps_images = false;
    lose_power(p);
    assert_store(test_store_open(p, durability), STORE_OK, p->problem);
    struct kill_turn found = found_in(p);
    test_store_close(p);
    return found;
}

static int setup_power(void **state)
{
    fault = (struct fault){.calls_left = -1};
    return fault_install() ? -1 : test_store_setup(state);
}

static void every_reported_turn_survives_power_loss(void **state)
{
    struct test_store *p = *state;
    uint64_t seed = seed_now(), chance = seed;
    struct kill_turn now = begin(p), told;
    for (int round = 0; round < LOSSES; round++) {
        now = lose_one(p, STORE_FULL, now, &chance, &told);
        assert_nothing_lost(now, told, seed);
    }
    assert_true(now.group > 0);
}

/* With normal durability power loss may lose the last turns, but never half a turn. */
static void normal_durability_loses_whole_turns_from_the_end_only(void **state)
{
    struct test_store *p = *state;
    uint64_t chance = seed_now();
    struct kill_turn now = begin(p), told;
    int losses = 0;
    for (int round = 0; round < LOSSES; round++) {
        struct kill_turn before = now;
        now = lose_one(p, STORE_NORMAL, now, &chance, &told);
        assert_false(is_before(now, before));
        losses += is_before(now, told);
    }
    assert_true(losses > 0); /* otherwise this test does not simulate power loss */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_reported_turn_survives_kill_9, test_store_setup,
                                        test_store_teardown),
        cmocka_unit_test_setup_teardown(every_reported_turn_survives_power_loss, setup_power,
                                        test_store_teardown),
        cmocka_unit_test_setup_teardown(normal_durability_loses_whole_turns_from_the_end_only,
                                        setup_power, test_store_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
