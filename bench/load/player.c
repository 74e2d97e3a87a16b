#include "load/player.h"

#include <string.h>

#include "base/random.h"
#include "load/json_find.h"
#include "load/load.h"

enum { COLUMNS = 7, ROWS = 6, CELLS = COLUMNS * ROWS };

static void player_queue(struct load *load, struct client *client)
{
    client_send(load, client, "42[\"join-queue\",{\"name\":\"p%d\"}]", client->number);
}

static struct client *neighbour(struct load *load, const struct client *client)
{
    return &load->clients[client->number ^ 1];
}

/* The first of two neighbours makes a game, and the other joins it by its code; not while one of them still plays. */
static void player_meet(struct load *load, struct client *client)
{
    struct client *first = client->number % 2 ? neighbour(load, client) : client;
    const struct client *second = neighbour(load, first);
    if (!first->game && !second->game && first->state == CLIENT_READY &&
        second->state == CLIENT_READY)
        client_send(load, first, "421[\"create-game\",{}]");
}

void player_hear_ack(struct load *load, struct client *client, const char *from, const char *end)
{
    char code[GAME_ID_SIZE];
    if (json_copy(from, end, "code", code, sizeof code) && load->options.are_friends &&
        json_is(json_find(from, end, "ok"), end, "true"))
        client_send(load, neighbour(load, client), "42[\"join-game\",{\"code\":%s}]", code);
    else
        load->counts.refused++;
}

void player_begin(struct load *load, struct client *client)
{
    if (load->options.are_friends)
        player_meet(load, client);
    else
        player_queue(load, client);
}

/* The bit of a cell whose rows count from the top, as in events; a column has seven bits. */
static uint64_t cell_bit(int cell)
{
    return UINT64_C(1) << (cell % COLUMNS * COLUMNS + cell / COLUMNS);
}

static bool has_four(uint64_t discs)
{
    static const int directions[] = {1, 6, 7, 8};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = discs & discs >> directions[i];
        if (pairs & pairs >> 2 * directions[i])
            return true;
    }
    return false;
}

static bool cell_is_empty(const char *value, size_t len)
{
    return (len == 1 && *value == '0') || (len == 4 && memcmp(value, "null", 4) == 0);
}

/* Reads the flat array "board"; the two values other than empty stand for the players. Returns the
 * number of discs, or -1 if it is no such array. */
static int board_read(uint64_t board[2], const char *from, const char *end)
{
    const char *value = json_find(from, end, "board"), *first = NULL;
    size_t first_len = 0;
    int cell = 0, discs = 0;
    if (!value || *value != '[')
        return -1;
    board[0] = board[1] = 0;
    for (value++; cell < CELLS && value < end && *value != ']'; cell++) {
        value = json_skip_blanks(value, end);
        const char *after = json_value_end(value, end);
        size_t len = (size_t)(after - value);
        if (!cell_is_empty(value, len)) {
            if (!first) {
                first = value;
                first_len = len;
            }
            bool is_first = len == first_len && memcmp(value, first, len) == 0;
            board[is_first ? 0 : 1] |= cell_bit(cell);
            discs++;
        }
        value = after < end && *after == ',' ? after + 1 : after;
    }
    return cell == CELLS ? discs : -1;
}

static void player_move(struct load *load, struct client *client)
{
    int open[COLUMNS], count = 0;
    uint64_t discs = client->board[0] | client->board[1];
    if (client->moved_at == client->discs || load->is_stopping)
        return;
    for (int column = 0; column < COLUMNS; column++)
        if (!(discs & cell_bit(column)))
            open[count++] = column;
    if (count == 0)
        return;
    client->moved_at = client->discs;
    client->game->mover = client;
    client->game->discs_before = client->discs;
    client->game->sent_us = load_now_us();
    client_send(load, client, "42[\"make-move\",{\"gameId\":%s,\"columnIndex\":%d}]",
                client->game->id, open[random_below(&load->random, (uint32_t)count)]);
}

/* Moves at once, or with --rate after a time that gives this rate: the mean of all games, half as long up to one and a half times. */
static void player_take_turn(struct load *load, struct client *client)
{
    if (load->options.rate > 0) {
        double mean_us = load->options.connections / 2 / load->options.rate * 1e6;
        double factor = 0.5 + random_below(&load->random, 1001) * 1e-3;
        load->due_us[client->number] = load_now_us() + (uint64_t)(mean_us * factor);
    } else {
        player_move(load, client);
    }
}

void player_move_due(struct load *load)
{
    uint64_t now_us = load_now_us();
    for (int i = 0; i < load->options.connections; i++) {
        if (load->due_us[i] == 0 || load->due_us[i] > now_us)
            continue;
        load->due_us[i] = 0;
        if (load->clients[i].game)
            player_move(load, &load->clients[i]);
    }
}

static void hear_start(struct load *load, struct client *client, const char *from, const char *end)
{
    char id[GAME_ID_SIZE];
    if (!json_copy(from, end, "gameId", id, sizeof id))
        return;
    games_leave(&load->games, client->game);
    client->game = games_join(&load->games, id);
    client->discs = 0;
    client->moved_at = -1;
    client->board[0] = client->board[1] = 0;
    if (client->game && json_is(json_find(from, end, "isYourTurn"), end, "true"))
        player_take_turn(load, client);
}

static void hear_match(struct load *load, struct client *client, const char *from, const char *end)
{
    char id[GAME_ID_SIZE];
    if (json_copy(from, end, "matchId", id, sizeof id))
        client_send(load, client, "42[\"confirm-match\",{\"matchId\":%s}]", id);
}

/* Whether the event says that the game is won: "winningLine" is an array with something in it. */
static bool event_is_won(const char *from, const char *end)
{
    const char *line = json_find(from, end, "winningLine");
    return json_is(line, end, "[") && !json_is(json_skip_blanks(line + 1, end), end, "]");
}

/* Counts the move once, when the opponent of the mover hears of it. */
static bool move_arrived(struct load *load, const struct client *client)
{
    struct game *game = client->game;
    if (!game->sent_us || game->mover == client || game->discs_before + 1 != client->discs)
        return false;
    load->counts.moves++;
    if (load->is_measuring)
        histogram_add(&load->move_us, load_now_us() - game->sent_us);
    game->sent_us = 0;
    return true;
}

static void hear_update(struct load *load, struct client *client, const char *from, const char *end)
{
    uint64_t board[2];
    int discs = board_read(board, from, end);
    if (!client->game)
        return;
    if (discs != client->discs && discs != client->discs + 1)
        load->counts.violations++;
    if (discs < 0)
        return;
    client->discs = discs;
    memcpy(client->board, board, sizeof board);
    bool is_won = event_is_won(from, end), is_over = is_won || discs == CELLS;
    bool is_next = json_is(json_find(from, end, "isYourTurn"), end, "true");
    if (is_won != (has_four(board[0]) || has_four(board[1])))
        load->counts.violations++;
    if (move_arrived(load, client) && !is_over && !is_next)
        load->counts.violations++;
    if (is_next && !is_over)
        player_take_turn(load, client);
}

static void hear_end(struct load *load, struct client *client, const char *from, const char *end)
{
    (void)from;
    (void)end;
    load->counts.ended++;
    if (!client->game)
        return;
    games_leave(&load->games, client->game);
    client->game = NULL;
    load->due_us[client->number] = 0;
    if (!load->is_stopping)
        player_begin(load, client);
}

static void hear_refusal(struct load *load, struct client *client, const char *from,
                         const char *end)
{
    (void)client;
    (void)from;
    (void)end;
    load->counts.refused++;
}

static const struct event_handler {
    const char *name;
    void (*hear)(struct load *load, struct client *client, const char *from, const char *end);
} events[] = {
    {"\"game-update\"", hear_update},   {"\"match-found\"", hear_match},
    {"\"game-start\"", hear_start},     {"\"game-over\"", hear_end},
    {"\"invalid-move\"", hear_refusal}, {"\"error-message\"", hear_refusal},
};

void player_hear(struct load *load, struct client *client, const char *from, const char *end)
{
    from = json_skip_blanks(from, end);
    if (from == end || *from != '[')
        return;
    const char *name = json_skip_blanks(from + 1, end), *after = json_value_end(name, end);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        size_t len = strlen(events[i].name);
        if (len == (size_t)(after - name) && memcmp(name, events[i].name, len) == 0)
            events[i].hear(load, client, after, end);
    }
}
