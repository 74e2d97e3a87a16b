/* What a finished game adds to its players' histories and statistics, and how many games there are. */
#include <string.h>

#include "store/sqlite.h"

/* As in the column `result` of `played`. */
static int result_of(const struct ended_game *game, int seat)
{
    if (game->winner == ROW_NOBODY)
        return STORE_DRAWN;
    return game->winner == seat ? STORE_WON : STORE_LOST;
}

/* As rating_class_of in play, for the text in the row: "7x6", "9x7c5-popout", "7x6-pie". */
static enum rating_class class_of(const char *rules)
{
    static const struct {
        const char *variant;
        enum rating_class class;
    } families[] = {{"-popout", RATING_POPS},    {"-popten", RATING_POPS},
                    {"-powerup", RATING_POWERS}, {"-turn", RATING_POWERS},
                    {"-five", RATING_LINES},     {"-misere", RATING_LINES},
                    {"-cylinder", RATING_LINES}};
    size_t board = strcspn(rules, "-");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strncmp(rules + board, families[i].variant, strlen(families[i].variant)) == 0)
            return families[i].class;
    if (board == 3 && memcmp(rules, "7x6", 3) == 0)
        return RATING_CLASSIC;
    return board == 5 && memcmp(rules, "5x5x5", 5) == 0 ? RATING_CUBE : RATING_OTHER;
}

static enum store_err add_played(struct sqlite_store *s, const struct ended_game *game, int seat,
                                 enum rating_class class, int opening)
{
    struct query q = query_begin(s, SQL_ADD_PLAYED);
    query_put(&q, game->player[seat]);
    query_put(&q, game->at_ms);
    query_put(&q, game->seq);
    query_put(&q, seat);
    query_put(&q, game->player[!seat]);
    query_put(&q, class);
    query_put(&q, result_of(game, seat));
    query_put(&q, game->plies);
    query_put(&q, opening);
    return query_run(&q, NULL);
}

/* Only games between people are counted by opening. */
static enum store_err add_record(struct sqlite_store *s, const struct ended_game *game, int seat,
                                 int opening)
{
    bool is_computer = game->player[!seat] == 0;
    struct query q = query_begin(s, SQL_ADD_RECORD);
    query_put(&q, game->player[seat]);
    query_put(&q, is_computer);
    query_put(&q, seat);
    query_put(&q, is_computer ? -1 : opening);
    query_put(&q, result_of(game, seat));
    query_put(&q, game->plies);
    return query_run(&q, NULL);
}

static enum store_err add_streak(struct sqlite_store *s, const struct ended_game *game, int seat)
{
    if (game->player[!seat] == 0)
        return STORE_OK;
    struct query q = query_begin(s, SQL_ADD_STREAK);
    query_put(&q, game->player[seat]);
    query_put(&q, result_of(game, seat));
    return query_run(&q, NULL);
}

static enum store_err read_players(struct sqlite_store *s, struct ended_game *game,
                                   char board[ROW_BOARD_SIZE])
{
    struct query q = query_begin(s, SQL_PLAYERS_OF);
    query_put(&q, game->seq);
    bool is_there = query_next(&q);
    if (is_there) {
        game->player[0] = query_get(&q);
        game->player[1] = query_get(&q);
        query_get_text(&q, board, ROW_BOARD_SIZE);
    }
    return query_end_one(&q, is_there);
}

enum store_err ending_count(struct sqlite_store *s, struct ended_game *game)
{
    char board[ROW_BOARD_SIZE] = "";
    enum store_err err = read_players(s, game, board);
    enum rating_class class = class_of(board);
    bool has_opening = strcmp(board, "7x6") == 0 && game->plies > 0;
    int opening = has_opening ? game->first_letter - '1' : -1;
    for (int seat = 0; seat < ROW_SEATS && !err; seat++) {
        /* The computer has no history. A player on both seats has the game once. */
        if (!game->player[seat] || (seat == 1 && game->player[1] == game->player[0]))
            continue;
        err = add_played(s, game, seat, class, opening);
        if (!err)
            err = add_record(s, game, seat, opening);
        if (!err)
            err = add_streak(s, game, seat);
    }
    return err;
}

/* ---- rated games ---- */

static enum store_err rate_played(struct sqlite_store *s, const struct ended_game *game, int seat,
                                  double rating)
{
    struct query q = query_begin(s, SQL_RATE_PLAYED);
    query_put(&q, game->player[seat]);
    query_put(&q, game->at_ms);
    query_put(&q, game->seq);
    query_put_real(&q, rating);
    return query_run(&q, NULL);
}

/* The rating after the game goes into both histories, too. */
static enum store_err rate_histories(struct sqlite_store *s, const struct rated_row *r)
{
    struct ended_game game = {0};
    struct query q = query_begin(s, SQL_RATED_GAME);
    query_put(&q, r->game_id);
    if (query_next(&q)) {
        game.seq = query_get(&q);
        game.at_ms = query_get(&q);
        game.player[0] = query_get(&q);
        game.player[1] = query_get(&q);
    }
    enum store_err err = query_end(&q);
    for (int seat = 0; seat < ROW_SEATS && !err; seat++)
        err = rate_played(s, &game, seat, r->after[seat]);
    return err;
}

enum store_err sqlite_write_rated(struct sqlite_store *s, const struct row *row)
{
    const struct rated_row *r = &row->rated;
    struct query q = query_begin(s, SQL_ADD_RATED);
    query_put(&q, r->game_id);
    query_put(&q, r->class);
    query_put_real(&q, r->before[0]);
    query_put_real(&q, r->before[1]);
    query_put_real(&q, r->after[0]);
    query_put_real(&q, r->after[1]);
    query_put(&q, r->at_ms);
    query_put(&q, r->discount);
    query_put(&q, r->counts[0] | r->counts[1] << 1);
    enum store_err err = query_run(&q, NULL);
    return err ? err : rate_histories(s, r);
}

/* ---- how many games there are ---- */

enum store_err ending_write_counts(struct sqlite_store *s)
{
    enum store_err err = STORE_OK;
    for (int status = 0; status <= GAME_CANCELLED && !err; status++) {
        if (!s->more_games[status])
            continue;
        struct query q = query_begin(s, SQL_COUNT_GAMES);
        query_put(&q, status);
        query_put(&q, s->more_games[status]);
        err = query_run(&q, NULL);
    }
    return err;
}
