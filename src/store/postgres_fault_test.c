/* Failures of the server and of the connection to it, with a server and a standby of this program's own. After each the
 * store works again by itself, and every acknowledged turn is in the database. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "store/store_fixture_test.h"

enum { TIMEOUT_MS = 4000, PATIENCE_MS = 60000 };

/* A game that the test plays on and on. */
struct server {
    char folder[64], url[POSTGRES_URL_SIZE], problem[STORE_PROBLEM_SIZE];
    struct store *store;
    int ply; /* acknowledged */
};

static struct server *the; /* one for all tests: starting it takes seconds */

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Runs tools/postgres COMMAND FOLDER [MORE [LAST]]. */
static bool tool(const char *command, const char *more, const char *last)
{
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout)) /* standard output is for TAP */
            _exit(127);
        (void)execl("tools/postgres", "tools/postgres", command, the->folder, more, last,
                    (char *)NULL);
        _exit(127);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void end_server(void)
{
    if (!the)
        return;
    store_close(the->store);
    (void)tool("stop", NULL, NULL);
    (void)tool("remove", NULL, NULL);
    free(the);
    the = NULL;
}

static bool start_server(void)
{
    FILE *url;
    char name[96];
    (void)snprintf(the->folder, sizeof the->folder, "/tmp/fourfall-pg-XXXXXX");
    if (!mkdtemp(the->folder) || !tool("start", "--standby", NULL))
        return false;
    (void)snprintf(name, sizeof name, "%s/url", the->folder);
    url = fopen(name, "r");
    bool is_read = url && fgets(the->url, sizeof the->url, url);
    if (url)
        (void)fclose(url);
    the->url[strcspn(the->url, "\n")] = '\0';
    return is_read;
}

static int setup_server(void **state)
{
    (void)state;
    the = calloc(1, sizeof *the);
    if (!the || !start_server())
        return -1;
    const struct store_postgres options = {.url = the->url, .timeout_ms = TIMEOUT_MS};
    if (store_open_postgres(&the->store, &options, the->problem) != STORE_OK)
        return -1;
    const struct row rows[] = {player_of(ANN, "Ann"), player_of(BOB, "Bob"),
                               game_of(GAME, ANN, BOB)};
    return store_write_turn(the->store, rows, 3, NULL) == STORE_OK ? 0 : -1;
}

static int teardown_server(void **state)
{
    (void)state;
    end_server();
    return 0;
}

static enum store_err play(void)
{
    const struct row move = move_of(GAME, the->ply, the->ply % 7);
    enum store_err err = store_write_turn(the->store, &move, 1, NULL);
    if (!err)
        the->ply++;
    return err;
}

static struct game_row read_game(void)
{
    struct game_row game = {0};
    enum store_err err = store_game(the->store, GAME, &game);
    assert_store(err, STORE_OK, store_problem(the->store));
    return game;
}

static void assert_ply(void)
{
    struct game_row game = read_game();
    assert_int_equal(game.ply, the->ply);
    assert_int_equal(strlen(game.moves), the->ply);
}

/* Plays until a move is acknowledged. A turn that failed may have been committed: then the row decides. */
static void play_again(void)
{
    int64_t until_ms = now_ms() + PATIENCE_MS;
    enum store_err err;
    while ((err = play()) != STORE_OK) {
        if (err == STORE_E_STALE)
            assert_int_equal(read_game().ply, ++the->ply);
        else if (store_err_class(err) != STORE_RETRY || now_ms() > until_ms)
            fail_msg("%s: %s", store_err_name(err), store_problem(the->store));
    }
}

static PGconn *connect_primary(void)
{
    char url[POSTGRES_URL_SIZE + 40];
    (void)snprintf(url, sizeof url, "%s?target_session_attrs=primary", the->url);
    PGconn *conn = PQconnectdb(url);
    assert_int_equal(PQstatus(conn), CONNECTION_OK);
    return conn;
}

static void run(const char *sql)
{
    PGconn *conn = connect_primary();
    assert_true(postgres_run(conn, "SET default_transaction_read_only = off", NULL, 0) >= 0);
    assert_true(postgres_run(conn, sql, NULL, 0) >= 0);
    PQfinish(conn);
}

/* Ends the store's connections from the server's side, and waits until its processes are gone. */
static void disconnect(void)
{
    run("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
        "WHERE application_name = 'fourfall'");
}

static void a_connection_that_is_lost_between_turns_is_opened_again_and_nothing_fails(void **state)
{
    struct game_row game;
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_store(play(), STORE_OK, store_problem(the->store));
        disconnect();
        assert_store(play(), STORE_OK, store_problem(the->store));
        disconnect();
        assert_store(store_game(the->store, GAME, &game), STORE_OK, store_problem(the->store));
        assert_int_equal(game.ply, the->ply);
    }
}

static void a_turn_that_loses_its_connection_is_lost_whole(void **state)
{
    const struct row first = move_of(GAME, the->ply, 3), chat = chat_of(GAME, 1, CHAT_PLAYERS, "?");
    (void)state;
    assert_store(play(), STORE_OK, store_problem(the->store));
    struct row move = move_of(GAME, the->ply, 3);
    assert_store(store_write(the->store, &first), STORE_E_STALE, "an old move");
    assert_store(store_write(the->store, &move), STORE_OK, store_problem(the->store));
    disconnect();
    assert_store(store_write(the->store, &chat), STORE_E_GONE, "lost");
    assert_store(store_write(the->store, &chat), STORE_E_GONE, "the turn stays lost");
    assert_store(store_commit(the->store), STORE_E_GONE, "the turn stays lost");
    assert_ply();
    assert_store(play(), STORE_OK, store_problem(the->store));
}

static void a_server_that_restarts_is_used_again(void **state)
{
    (void)state;
    const char *const modes[] = {"fast", "immediate"};
    for (int i = 0; i < 2; i++) {
        assert_true(tool("stop", "primary", modes[i]));
        assert_store(play(), STORE_E_GONE, "stopped");
        assert_store(play(), STORE_E_GONE, "still stopped");
        assert_true(tool("again", "primary", NULL));
        play_again();
        assert_ply();
    }
}

static pid_t primary_pid(void)
{
    char name[96], line[32] = "";
    (void)snprintf(name, sizeof name, "%s/primary/postmaster.pid", the->folder);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    if (file) {
        assert_non_null(fgets(line, sizeof line, file));
        (void)fclose(file);
    }
    return (pid_t)strtol(line, NULL, 10);
}

/* The system still answers packets of a stopped process, so only our own deadline ends the wait. */
static void a_server_that_stops_answering_is_given_up_in_time(void **state)
{
    char pids[512];
    (void)state;
    play_again();
    PGconn *conn = connect_primary();
    assert_int_equal(postgres_run(conn,
                                  "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity "
                                  "WHERE application_name = 'fourfall'",
                                  pids, sizeof pids),
                     1);
    PQfinish(conn);
    pid_t server = primary_pid();
    assert_int_equal(kill(server, SIGSTOP), 0);
    for (char *at = pids; *at;) {
        assert_int_equal(kill((pid_t)strtol(at, &at, 10), SIGSTOP), 0);
        at += *at == ' ';
    }
    int64_t began_ms = now_ms();
    enum store_err err = play();
    int64_t took_ms = now_ms() - began_ms;
    for (char *at = pids; *at;) {
        (void)kill((pid_t)strtol(at, &at, 10), SIGCONT);
        at += *at == ' ';
    }
    (void)kill(server, SIGCONT);
    assert_store(err, STORE_E_GONE, "stopped");
    assert_true(took_ms >= TIMEOUT_MS);
    play_again();
    assert_ply();
}

static void a_lock_that_is_never_released_ends_in_an_error(void **state)
{
    (void)state;
    play_again();
    PGconn *other = connect_primary();
    assert_true(postgres_run(other, "BEGIN; UPDATE live SET offer = offer", NULL, 0) >= 0);
    assert_store(play(), STORE_E_GONE, "locked");
    PQfinish(other);
    play_again();
    assert_ply();
}

static void a_database_that_is_set_read_only_refuses_turns_until_it_is_not(void **state)
{
    (void)state;
    play_again();
    run("ALTER DATABASE fourfall SET default_transaction_read_only = on");
    disconnect();
    enum store_err err = play(); /* libpq finds no server that takes writes */
    assert_int_equal(store_err_class(err), STORE_RETRY);
    run("ALTER DATABASE fourfall RESET default_transaction_read_only");
    play_again();
    assert_ply();
}

/* The last test: afterwards there is no primary. */
static void no_acknowledged_turn_is_lost_with_the_primary_and_its_disk(void **state)
{
    char data[96];
    (void)state;
    for (int i = 0; i < 20; i++)
        play_again();
    assert_int_equal(kill(primary_pid(), SIGKILL), 0);
    (void)snprintf(data, sizeof data, "%s/primary", the->folder);
    char gone[128];
    (void)snprintf(gone, sizeof gone, "%s/gone", the->folder);
    assert_int_equal(rename(data, gone), 0);
    enum store_err err;
    do /* its processes need a moment to notice */
        err = play();
    while (!err);
    assert_int_equal(store_err_class(err), STORE_RETRY);
    assert_true(tool("promote", NULL, NULL));
    play_again();
    assert_ply();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_that_is_lost_between_turns_is_opened_again_and_nothing_fails),
        cmocka_unit_test(a_turn_that_loses_its_connection_is_lost_whole),
        cmocka_unit_test(a_lock_that_is_never_released_ends_in_an_error),
        cmocka_unit_test(a_database_that_is_set_read_only_refuses_turns_until_it_is_not),
        cmocka_unit_test(a_server_that_restarts_is_used_again),
        cmocka_unit_test(a_server_that_stops_answering_is_given_up_in_time),
        cmocka_unit_test(no_acknowledged_turn_is_lost_with_the_primary_and_its_disk),
    };
    (void)atexit(end_server);
    return cmocka_run_group_tests(tests, setup_server, teardown_server);
}
