/* Makes a database with very many games and players, for measuring lists.
 *
 *   seed FOLDER [GAMES [PLAYERS]]     1,000,000 games of 100,000 players in FOLDER/fourfall.db
 *
 * Every game is legal. A few players play much and most play little: the first has a thousand times the
 * games of the last. The last line printed is JSON: the player with the most games, a session token for
 * that player, and another player. */
#include <math.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/random.h"
#include "fourfall.h"
#include "play/id.h"
#include "store/store.h"

enum { TEMPLATES = 1000, BOARDS = 3, TOKEN_BYTES = 32, RUNNING_OF = 1000 };

struct template
{
    char moves[ROW_MOVES_SIZE];
    int ply, winner; /* ROW_NOBODY: drawn */
};

static const ff_board boards[BOARDS] = {{7, 6, 1, 4}, {5, 5, 5, 4}, {9, 7, 1, 4}};
static const char *const board_names[BOARDS] = {"7x6", "5x5x5", "9x7"};
static struct template templates[BOARDS][TEMPLATES];
static uint64_t chance = 6;

/* A player's ratings and results so far. */
struct person {
    double rating[BOARDS];
    int games[BOARDS], wins[BOARDS], draws[BOARDS];
};

static void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "seed: %s: %s\n", what, why);
    exit(1);
}

static void must(sqlite3 *db, int code)
{
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW)
        fail("SQLite", sqlite3_errmsg(db));
}

static void run(sqlite3 *db, const char *sql)
{
    must(db, sqlite3_exec(db, sql, NULL, NULL, NULL));
}

/* Multiplying by an odd constant gives distinct ids that look random. */
static int64_t id_of(int64_t number)
{
    return (int64_t)((uint64_t)number * UINT64_C(0x9E3779B97F4A7C15) >> 1);
}

static void make_template(struct template *out, const ff_rules *rules)
{
    ff_game game = ff_game_start(rules);
    while (game.position.status == FF_PLAYING) {
        int column = (int)random_below(&chance, (uint32_t)rules->columns);
        if (ff_game_drop(&game, column) == FF_OK)
            out->moves[out->ply++] = ff_column_letter(rules, column);
    }
    out->winner = (int)ff_position_winner(&game.position);
}

static void make_templates(void)
{
    for (int i = 0; i < BOARDS; i++) {
        ff_rules rules;
        if (ff_rules_init(&rules, boards[i]) != FF_OK)
            fail(board_names[i], "no such board");
        for (int j = 0; j < TEMPLATES; j++)
            make_template(&templates[i][j], &rules);
    }
}

/* Creates the schema as the server does. */
static void make_database(const char *path)
{
    char problem[STORE_PROBLEM_SIZE];
    struct store *store;
    const struct store_options options = {path, STORE_NORMAL, 1000};
    if (store_open_sqlite(&store, &options, problem))
        fail("open", problem);
    store_close(store);
}

static void put_players(sqlite3 *db, int players, int64_t now_ms)
{
    sqlite3_stmt *put = NULL;
    must(db, sqlite3_prepare_v2(db, "INSERT INTO player (id, name, created_ms) VALUES (?1, ?2, ?3)",
                                -1, &put, NULL));
    for (int i = 0; i < players; i++) {
        char name[ROW_NAME_SIZE];
        (void)snprintf(name, sizeof name, "Player %d", i + 1);
        must(db, sqlite3_bind_int64(put, 1, id_of(i + 1)));
        must(db, sqlite3_bind_text(put, 2, name, -1, SQLITE_TRANSIENT));
        must(db, sqlite3_bind_int64(put, 3, now_ms - (int64_t)players * 1000 + i));
        must(db, sqlite3_step(put));
        must(db, sqlite3_reset(put));
    }
    (void)sqlite3_finalize(put);
}

/* A player, the lower numbers more often. */
static int random_player(int players)
{
    double part = (double)(random_next(&chance) >> 11) / 9007199254740992.0;
    return (int)(part * part * players);
}

struct played_game {
    int64_t seq, finished_ms;
    int board, red, yellow; /* yellow -1: the computer */
    const struct template *moves;
    bool is_running, is_rated, is_public;
};

static const char game_sql[] =
    "INSERT INTO game (seq, id, board, kind0, level0, style0, player0, kind1, level1, style1, "
    "player1, clock_kind, initial_ms, increment_ms, flags, status, winner, reason, offer, "
    "to_move, ply, left0_ms, left1_ms, moved_ms, deadline_ms, created_ms, updated_ms, finished_ms, "
    "moves, times) "
    "VALUES (?1, ?2, ?3, 1, 0, 0, ?4, ?5, 0, 0, ?6, 0, 0, 0, ?7, ?8, ?9, ?10, 2, iif(?8 = 1, ?11 % "
    "2, 0), ?11, 0, 0, ?12, "
    "0, "
    "?12 - 60000, ?12, ?13, ?14, replace(hex(zeroblob(?11)), '00', '2120 '))";

static void put_game(sqlite3_stmt *put, const struct played_game *g)
{
    int ply = g->is_running ? g->moves->ply / 2 : g->moves->ply;
    int status = g->is_running                    ? GAME_PLAYING
                 : g->moves->winner == ROW_NOBODY ? GAME_DRAW
                                                  : GAME_WIN;
    int reason = g->is_running ? REASON_NONE : status == GAME_DRAW ? REASON_DRAW : REASON_LINE;
    int flags = (g->is_rated ? GAME_RATED : 0) | GAME_ASYNC | (g->is_public ? GAME_PUBLIC : 0);
    sqlite3 *db = sqlite3_db_handle(put);
    must(db, sqlite3_bind_int64(put, 1, g->seq));
    must(db, sqlite3_bind_int64(put, 2, id_of(INT64_C(1000000000) + g->seq)));
    must(db, sqlite3_bind_text(put, 3, board_names[g->board], -1, SQLITE_STATIC));
    must(db, sqlite3_bind_int64(put, 4, id_of(g->red + 1)));
    must(db, sqlite3_bind_int(put, 5, g->yellow < 0 ? SEAT_BOT : SEAT_PLAYER));
    if (g->yellow >= 0)
        must(db, sqlite3_bind_int64(put, 6, id_of(g->yellow + 1)));
    else
        must(db, sqlite3_bind_null(put, 6));
    must(db, sqlite3_bind_int(put, 7, flags));
    must(db, sqlite3_bind_int(put, 8, status));
    must(db, sqlite3_bind_int(put, 9, g->is_running ? ROW_NOBODY : g->moves->winner));
    must(db, sqlite3_bind_int(put, 10, reason));
    must(db, sqlite3_bind_int(put, 11, ply));
    must(db, sqlite3_bind_int64(put, 12, g->finished_ms));
    must(db, sqlite3_bind_int64(put, 13, g->is_running ? 0 : g->finished_ms));
    must(db, sqlite3_bind_text(put, 14, g->moves->moves, ply, SQLITE_STATIC));
    must(db, sqlite3_step(put));
    must(db, sqlite3_reset(put));
}

/* Ratings that change by plausible steps; the exact formula does not matter here. */
static void put_rated(sqlite3_stmt *put, const struct played_game *g, struct person *people)
{
    sqlite3 *db = sqlite3_db_handle(put);
    struct person *seat[ROW_SEATS] = {&people[g->red], &people[g->yellow]};
    double expected =
        1 / (1 + exp((seat[1]->rating[g->board] - seat[0]->rating[g->board]) / 173.7178));
    int winner = g->moves->winner;
    double gain = 24 * ((winner == 0 ? 1 : winner == 1 ? 0 : 0.5) - expected);
    must(db, sqlite3_bind_int64(put, 1, id_of(INT64_C(1000000000) + g->seq)));
    must(db, sqlite3_bind_int(put, 2, g->board));
    for (int i = 0; i < ROW_SEATS; i++) {
        double before = seat[i]->rating[g->board];
        seat[i]->rating[g->board] += i == 0 ? gain : -gain;
        seat[i]->games[g->board]++;
        seat[i]->wins[g->board] += winner == i;
        seat[i]->draws[g->board] += winner == ROW_NOBODY;
        must(db, sqlite3_bind_double(put, 3 + i, before));
        must(db, sqlite3_bind_double(put, 5 + i, seat[i]->rating[g->board]));
    }
    must(db, sqlite3_step(put));
    must(db, sqlite3_reset(put));
}

static struct played_game draw_game(int64_t seq, int64_t games, int players, int64_t now_ms)
{
    uint32_t dice = random_below(&chance, 100);
    struct played_game g = {.seq = seq,
                            .finished_ms = now_ms - (games - seq) * 2000,
                            .board = dice < 85   ? 0
                                     : dice < 97 ? 1
                                                 : 2,
                            .red = random_player(players),
                            .yellow = random_player(players)};
    if (random_below(&chance, 10) == 0)
        g.yellow = -1;
    else if (g.yellow == g.red)
        g.yellow = (g.red + 1) % players;
    g.moves = &templates[g.board][random_below(&chance, TEMPLATES)];
    g.is_running = games - seq < games / RUNNING_OF;
    g.is_rated = g.yellow >= 0 && random_below(&chance, 10) < 6;
    g.is_public = random_below(&chance, 3) == 0;
    return g;
}

static void put_games(sqlite3 *db, int64_t games, int players, struct person *people,
                      int64_t now_ms)
{
    sqlite3_stmt *put = NULL, *rate = NULL;
    must(db, sqlite3_prepare_v2(db, game_sql, -1, &put, NULL));
    must(db, sqlite3_prepare_v2(db, "INSERT INTO rated VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 3)",
                                -1, &rate, NULL));
    for (int64_t seq = 1; seq <= games; seq++) {
        struct played_game g = draw_game(seq, games, players, now_ms);
        put_game(put, &g);
        if (g.is_rated && !g.is_running)
            put_rated(rate, &g, people);
    }
    (void)sqlite3_finalize(put);
    (void)sqlite3_finalize(rate);
}

static void put_ratings(sqlite3 *db, int players, const struct person *people, int64_t now_ms)
{
    sqlite3_stmt *put = NULL;
    must(db,
         sqlite3_prepare_v2(db,
                            "INSERT INTO rating VALUES (?1, ?2, ?3, ?4, 0.06, ?5, ?6, ?7, ?8, ?9, "
                            "?3, ?4, 0.06, ?5, ?6, ?7, ?8, ?9, x'')",
                            -1, &put, NULL));
    for (int i = 0; i < players; i++)
        for (int b = 0; b < BOARDS; b++) {
            const struct person *p = &people[i];
            if (p->games[b] == 0)
                continue;
            must(db, sqlite3_bind_int64(put, 1, id_of(i + 1)));
            must(db, sqlite3_bind_int(put, 2, b));
            must(db, sqlite3_bind_double(put, 3, p->rating[b]));
            must(db, sqlite3_bind_double(put, 4, fmax(45, 350 / sqrt(1 + p->games[b]))));
            must(db, sqlite3_bind_int(put, 5, p->games[b]));
            must(db, sqlite3_bind_int(put, 6, p->wins[b]));
            must(db, sqlite3_bind_int(put, 7, p->draws[b]));
            must(db, sqlite3_bind_int(put, 8, p->games[b] - p->wins[b] - p->draws[b]));
            must(db, sqlite3_bind_int64(put, 9, now_ms));
            must(db, sqlite3_step(put));
            must(db, sqlite3_reset(put));
        }
    (void)sqlite3_finalize(put);
}

/* What sqlite_ending.c does for one game, for all of them. Sorted by player and time, so that rows are
 * appended at the end of the table. */
static const char played_sql[] =
    "CREATE TEMP TRIGGER counted AFTER INSERT ON played BEGIN "
    "INSERT INTO record VALUES (new.player_id, new.against IS NULL, new.seat, "
    "  iif(new.against IS NULL, -1, ifnull(new.opening, -1)), 1, "
    "  new.result = 3, new.result = 2, new.result = 1, new.plies) "
    "ON CONFLICT DO UPDATE SET games = games + 1, wins = wins + excluded.wins, "
    "  draws = draws + excluded.draws, losses = losses + excluded.losses, "
    "  plies = plies + excluded.plies; "
    "INSERT INTO streak SELECT new.player_id, new.result - 2, new.result = 3 "
    "WHERE new.against IS NOT NULL ON CONFLICT DO UPDATE SET "
    "  current = CASE new.result WHEN 3 THEN max(current, 0) + 1 "
    "                            WHEN 1 THEN min(current, 0) - 1 ELSE 0 END, "
    "  best = max(best, iif(new.result = 3, max(current, 0) + 1, 0)); END; "
    "INSERT OR IGNORE INTO played SELECT half.player_id, half.at_ms, half.seq, half.seat, "
    "half.against, half.class, half.result, half.plies, half.opening, "
    "iif(half.seat = 0, rated.after0, rated.after1) FROM half JOIN game USING (seq) "
    "LEFT JOIN rated ON rated.game_id = game.id ORDER BY half.player_id, half.at_ms, half.seq; "
    "UPDATE tally SET count = (SELECT count(*) FROM game WHERE status = kind) "
    "WHERE what = 'game'";

/* A session of the first player, for requests as "me". */
static void put_session(sqlite3 *db, char token_text[64], int64_t now_ms)
{
    unsigned char token[TOKEN_BYTES], hash[ROW_HASH_BYTES];
    sqlite3_stmt *put = NULL;
    randombytes_buf(token, sizeof token);
    (void)crypto_generichash(hash, sizeof hash, token, sizeof token, NULL, 0);
    (void)sodium_bin2base64(token_text, 64, token, sizeof token,
                            sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    must(db, sqlite3_prepare_v2(db,
                                "INSERT INTO session (token_hash, player_id, created_ms, seen_ms) "
                                "VALUES (?1, ?2, ?3, ?3)",
                                -1, &put, NULL));
    must(db, sqlite3_bind_blob(put, 1, hash, sizeof hash, SQLITE_STATIC));
    must(db, sqlite3_bind_int64(put, 2, id_of(1)));
    must(db, sqlite3_bind_int64(put, 3, now_ms));
    must(db, sqlite3_step(put));
    (void)sqlite3_finalize(put);
}

static void fill(sqlite3 *db, int64_t games, int players)
{
    int64_t now_ms = INT64_C(1790000000000);
    char token[64], most[ID_TEXT_SIZE], other[ID_TEXT_SIZE];
    struct person *people = calloc((size_t)players, sizeof *people);
    if (!people)
        fail("people", "out of memory");
    for (int i = 0; i < players; i++)
        for (int b = 0; b < BOARDS; b++)
            people[i].rating[b] = 1500;
    run(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -524288; "
            "PRAGMA foreign_keys = OFF; BEGIN");
    put_players(db, players, now_ms);
    put_games(db, games, players, people, now_ms);
    run(db, played_sql);
    put_ratings(db, players, people, now_ms);
    put_session(db, token, now_ms);
    run(db, "COMMIT; PRAGMA journal_mode = WAL");
    id_write(most, id_of(1));
    id_write(other, id_of(players / 2));
    printf("{\"games\":%lld,\"players\":%d,\"most\":\"%s\",\"other\":\"%s\",\"token\":\"%s\"}\n",
           (long long)games, players, most, other, token);
    free(people);
}

int main(int argc, char **argv)
{
    char path[4096];
    sqlite3 *db = NULL;
    long games = argc > 2 ? strtol(argv[2], NULL, 10) : 1000000;
    long players = argc > 3 ? strtol(argv[3], NULL, 10) : 100000;
    if (argc < 2 || games < 1000 || games > 100000000 || players < 10 || players > 10000000)
        fail("usage", "seed FOLDER [GAMES [PLAYERS]], at least 1000 games and 10 players");
    if (snprintf(path, sizeof path, "%s/fourfall.db", argv[1]) >= (int)sizeof path)
        fail(argv[1], "the path is too long");
    if (sodium_init() < 0)
        fail("sodium", "no random numbers");
    (void)mkdir(argv[1], 0700); /* it may exist already */
    make_templates();
    make_database(path);
    must(db, sqlite3_open(path, &db));
    fill(db, games, (int)players);
    return sqlite3_close(db) == SQLITE_OK ? 0 : 1;
}
