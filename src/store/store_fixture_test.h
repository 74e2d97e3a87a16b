/* Shared by the store's tests; include cmocka.h first. Every test has a real database of its own: an SQLite file in a folder,
 * or a database of a PostgreSQL server. ON_BOTH(test) in a list of tests runs it once with each. */
#ifndef STORE_FIXTURE_TEST_H
#define STORE_FIXTURE_TEST_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/postgres_server_test.h"
#include "store/store.h"

enum { ANN = 11, BOB = 22, EVE = 33, GAME = 1001, START_MS = 1700000000 };

struct test_store {
    char folder[256], path[300]; /* SQLite */
    char database[64];           /* PostgreSQL; empty: SQLite */
    struct store *store;
    char problem[STORE_PROBLEM_SIZE];
};

static inline void assert_store(enum store_err got, enum store_err expected, const char *what)
{
    if (got != expected)
        fail_msg("%s: %s instead of %s", what, store_err_name(got), store_err_name(expected));
}

static inline void assert_done(const struct test_store *p, enum store_err got, const char *what)
{
    if (got)
        fail_msg("%s: %s: %s", what, store_err_name(got), store_problem(p->store));
}

static inline enum store_err test_store_open(struct test_store *p, enum store_durability durability)
{
    if (p->database[0])
        return postgres_open_test(&p->store, p->database, p->problem);
    struct store_options options = {p->path, durability, 20};
    return store_open_sqlite(&p->store, &options, p->problem);
}

static inline void test_store_close(struct test_store *p)
{
    store_close(p->store);
    p->store = NULL;
}

static inline void test_store_reopen(struct test_store *p)
{
    test_store_close(p);
    assert_store(test_store_open(p, STORE_FULL), STORE_OK, p->problem);
}

static inline int test_store_setup_closed(void **state)
{
    struct test_store *p = calloc(1, sizeof *p);
    const char *tmp = getenv("TMPDIR");
    if (!p)
        return -1;
    *state = p;
    (void)snprintf(p->folder, sizeof p->folder, "%.200s/fourfall-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(p->folder))
        return -1;
    (void)snprintf(p->path, sizeof p->path, "%s/four.db", p->folder);
    return 0;
}

static inline int test_store_setup(void **state)
{
    if (test_store_setup_closed(state) != 0)
        return -1;
    struct test_store *p = *state;
    return test_store_open(p, STORE_FULL) ? -1 : 0;
}

/* A database of PostgreSQL. A machine without PostgreSQL fails the test: tools/need installs it. */
static inline int test_store_setup_postgres(void **state)
{
    struct test_store *p = calloc(1, sizeof *p);
    if (!p)
        return -1;
    *state = p;
    if (!postgres_take(p->database))
        return -1;
    if (test_store_open(p, STORE_FULL) == STORE_OK)
        return 0;
    print_error("%s\n", p->problem);
    return -1;
}

static inline void folder_remove(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    char name[600];
    while (folder && (entry = readdir(folder))) { /* NOLINT(concurrency-mt-unsafe) */
        (void)snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        (void)unlink(name);
    }
    if (folder)
        closedir(folder);
    (void)rmdir(path);
}

static inline int test_store_teardown(void **state)
{
    struct test_store *p = *state;
    test_store_close(p);
    if (!p->database[0])
        folder_remove(p->folder);
    free(p);
    return 0;
}

#define ON_SQLITE(test)                                          \
    {                                                            \
#test, test, test_store_setup, test_store_teardown, NULL \
    }
#define ON_POSTGRES(test)                                                                 \
    {                                                                                     \
#test " (PostgreSQL)", test, test_store_setup_postgres, test_store_teardown, NULL \
    }
#define ON_BOTH(test) ON_SQLITE(test), ON_POSTGRES(test)

/* ---- rows ---- */

static inline struct row player_of(int64_t id, const char *name)
{
    struct row row = {.kind = ROW_PLAYER, .player = {.id = id, .created_ms = START_MS}};
    (void)snprintf(row.player.name, sizeof row.player.name, "%s", name);
    return row;
}

/* A live game between two players that has just begun. */
static inline struct row game_of(int64_t id, int64_t red, int64_t yellow)
{
    struct row row = {.kind = ROW_GAME,
                      .game = {.id = id,
                               .board = "7x6",
                               .seat = {{.kind = SEAT_PLAYER, .player_id = red},
                                        {.kind = SEAT_PLAYER, .player_id = yellow}},
                               .clock = {CLOCK_LIVE, 300000, 2000},
                               .flags = GAME_PUBLIC,
                               .status = GAME_PLAYING,
                               .winner = ROW_NOBODY,
                               .offer = ROW_NOBODY,
                               .rematch = ROW_NOBODY,
                               .left_ms = {300000, 300000},
                               .moved_ms = START_MS,
                               .created_ms = START_MS,
                               .updated_ms = START_MS}};
    return row;
}

/* A game that waits for its second player. */
static inline struct row waiting_of(int64_t id, int64_t red, const char *code)
{
    struct row row = game_of(id, red, 0);
    row.game.seat[1] = (struct seat_row){.kind = SEAT_OPEN};
    row.game.status = GAME_WAITING;
    row.game.deadline_ms = START_MS + 1000;
    (void)snprintf(row.game.code, sizeof row.game.code, "%s", code);
    return row;
}

/* Its version is that of a game which began with two players and had nothing but moves. */
static inline struct row move_of(int64_t id, int ply, int column)
{
    struct row row = {.kind = ROW_MOVE,
                      .move = {.game_id = id,
                               .version = (uint32_t)ply,
                               .ply = (uint16_t)ply,
                               .text = {(char)('1' + column)},
                               .to_move = (uint8_t)(1 - ply % ROW_SEATS),
                               .status = GAME_PLAYING,
                               .winner = ROW_NOBODY,
                               .offer = ROW_NOBODY,
                               .left_ms = {300000 - ply, 300000 - ply},
                               .moved_ms = START_MS + 1000 + ply * 10}};
    return row;
}

static inline struct row result_of(int64_t id, int ply, enum game_status status, int64_t at_ms)
{
    struct row row = {.kind = ROW_RESULT,
                      .result = {.game_id = id,
                                 .version = (uint32_t)ply,
                                 .ply = (uint16_t)ply,
                                 .status = (uint8_t)status,
                                 .winner = status == GAME_WIN ? 0 : ROW_NOBODY,
                                 .reason = REASON_RESIGN,
                                 .left_ms = {7, 8},
                                 .finished_ms = at_ms}};
    return row;
}

static inline struct row chat_of(int64_t id, uint32_t seq, enum chat_channel channel,
                                 const char *text)
{
    struct row row = {.kind = ROW_CHAT,
                      .chat = {.game_id = id,
                               .seq = seq,
                               .channel = (uint8_t)channel,
                               .player_id = ANN,
                               .sent_ms = START_MS + seq}};
    (void)snprintf(row.chat.text, sizeof row.chat.text, "%s", text);
    return row;
}

static inline void put(struct test_store *p, struct row row)
{
    assert_done(p, store_write(p->store, &row), "write");
}

static inline void commit(struct test_store *p)
{
    assert_done(p, store_commit(p->store), "commit");
}

/* Writes Ann, Bob and a game between them. */
static inline void put_game(struct test_store *p)
{
    put(p, player_of(ANN, "Ann"));
    put(p, player_of(BOB, "Bob"));
    put(p, game_of(GAME, ANN, BOB));
    commit(p);
}

static inline struct game_row game_read(struct test_store *p, int64_t id)
{
    struct game_row game;
    memset(&game, 0xA5, sizeof game);
    assert_done(p, store_game(p->store, id, &game), "read game");
    return game;
}

static inline void assert_moves(struct test_store *p, int64_t id, const char *moves)
{
    struct game_row game = game_read(p, id);
    assert_string_equal(game.moves, moves);
    assert_int_equal(game.ply, strlen(moves));
}

#endif
