/* Random messages that obey the rules of play/rows.h. Bytes between and behind fields are 0, so that messages can be
 * compared whole. Choices come from a function, so a test can log and shrink them. */
#ifndef BUS_RANDOM_MESSAGE_TEST_H
#define BUS_RANDOM_MESSAGE_TEST_H

#include <string.h>

#include "bus/bus.h"

/* A number of 0..below-1. */
struct chooser {
    uint32_t (*choose)(void *context, uint32_t below);
    void *context;
};

static inline uint32_t choose(const struct chooser *c, uint32_t below)
{
    return c->choose(c->context, below);
}

/* Of any magnitude: small, large, the ends of the range. */
static inline uint64_t choose_bits(const struct chooser *c, int bits)
{
    uint64_t low = choose(c, UINT32_MAX), high = choose(c, UINT32_MAX);
    uint64_t all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint32_t kind = choose(c, 4);
    if (kind == 0)
        return 0;
    if (kind == 1)
        return all;
    return (low | high << 32) & (all >> choose(c, (uint32_t)bits));
}

static inline int64_t choose_id(const struct chooser *c)
{
    return (int64_t)choose_bits(c, 63);
}

static inline int64_t choose_ms(const struct chooser *c)
{
    return (int64_t)choose_bits(c, 64);
}

/* Fills up to size - 1 bytes with characters of one to four bytes. */
static inline void choose_text(const struct chooser *c, char *text, size_t size)
{
    static const char *const letters[] = {"a", "~", " ", "\x7f", "ü", "€", "\xf0\x9f\x99\x82"};
    uint32_t len = choose(c, 3) == 0 ? (uint32_t)size - 1 : choose(c, (uint32_t)size);
    size_t at = 0;
    while (at < len) {
        const char *letter = letters[choose(c, len > 60 ? 7 : 3)];
        size_t bytes = strlen(letter);
        if (at + bytes > size - 1)
            break;
        for (size_t i = 0; i < bytes; i++)
            text[at++] = letter[i];
    }
}

/* Up to as many moves as a game has, half of them with a sign. */
static inline void choose_moves(const struct chooser *c, struct game_row *game)
{
    size_t at = 0;
    game->ply = (uint16_t)choose(c, ROW_PLIES_MAX + 1);
    for (int i = 0; i < game->ply; i++) {
        if (choose(c, 2))
            game->moves[at++] = "-_@=+"[choose(c, 5)];
        game->moves[at++] =
            "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[choose(c, 61)];
    }
}

static inline double choose_real(const struct chooser *c)
{
    return ((double)choose(c, 4000000) - 100000) / 1024;
}

static inline void choose_clock(const struct chooser *c, struct clock_row *clock)
{
    clock->kind = (uint8_t)choose(c, CLOCK_DAYS + 1);
    clock->initial_ms = choose_ms(c);
    clock->increment_ms = choose_ms(c);
}

static inline void choose_game(const struct chooser *c, struct game_row *game)
{
    game->id = choose_id(c);
    choose_text(c, game->board, sizeof game->board);
    choose_text(c, game->code, sizeof game->code);
    for (int i = 0; i < ROW_SEATS; i++) {
        struct seat_row *seat = &game->seat[i];
        seat->kind = (uint8_t)choose(c, SEAT_BOT + 1);
        seat->level = (uint8_t)choose(c, 256);
        seat->style = (uint8_t)choose(c, 256);
        seat->player_id = choose_id(c);
        seat->network = (uint32_t)choose_bits(c, 32);
        game->left_ms[i] = choose_ms(c);
    }
    choose_clock(c, &game->clock);
    game->flags = (uint8_t)choose(c, 16);
    game->status = (uint8_t)choose(c, GAME_CANCELLED + 1);
    game->winner = (uint8_t)choose(c, ROW_NOBODY + 1);
    game->reason = (uint8_t)choose(c, REASON_AGREED + 1);
    game->offer = (uint8_t)choose(c, ROW_NOBODY + 1);
    game->to_move = (uint8_t)choose(c, ROW_SEATS);
    choose_moves(c, game);
    game->moved_ms = choose_ms(c);
    game->deadline_ms = choose_ms(c);
    game->rematch_of = choose_id(c);
    game->chat_seq = (uint32_t)choose_bits(c, 32);
    game->rematch = (uint8_t)choose(c, ROW_AGREED + 1);
    game->version = (uint32_t)choose_bits(c, 32);
    game->created_ms = choose_ms(c);
    game->updated_ms = choose_ms(c);
    game->finished_ms = choose_ms(c);
}

static inline void choose_rated(const struct chooser *c, struct rated_row *rated)
{
    rated->game_id = choose_id(c);
    rated->at_ms = choose_ms(c);
    rated->class = (uint8_t)choose(c, RATING_CLASSES);
    rated->discount = (uint8_t)choose(c, DISCOUNTS);
    for (int i = 0; i < ROW_SEATS; i++) {
        rated->counts[i] = choose(c, 2);
        rated->before[i] = choose_real(c);
        rated->after[i] = choose_real(c);
    }
}

static inline void choose_chat(const struct chooser *c, struct chat_row *chat)
{
    chat->game_id = choose_id(c);
    chat->seq = (uint32_t)choose_bits(c, 32);
    chat->channel = (uint8_t)choose(c, CHAT_SPECTATORS + 1);
    chat->player_id = choose_id(c);
    chat->quick = (uint16_t)choose_bits(c, 16);
    choose_text(c, chat->text, sizeof chat->text);
    chat->sent_ms = choose_ms(c);
}

static inline void choose_presence(const struct chooser *c, struct presence_row *presence)
{
    presence->player_id = choose_id(c);
    presence->node = (int32_t)choose_bits(c, 31);
    presence->from = (int32_t)choose_bits(c, 31);
    presence->since_ms = choose_ms(c);
}

static inline void choose_queue(const struct chooser *c, struct queue_row *queue)
{
    queue->player_id = choose_id(c);
    queue->is_waiting = choose(c, 2);
    choose_text(c, queue->board, sizeof queue->board);
    choose_clock(c, &queue->clock);
    queue->is_rated = choose(c, 2);
    queue->network = (uint32_t)choose_bits(c, 32);
    queue->since_ms = choose_ms(c);
}

static inline void choose_match(const struct chooser *c, struct match_row *match)
{
    match->id = choose_id(c);
    match->step = (uint8_t)choose(c, MATCH_CLOSE + 1);
    match->before = (uint8_t)choose(c, 4);
    match->confirmed = (uint8_t)choose(c, 4);
    for (int i = 0; i < ROW_SEATS; i++) {
        match->player_id[i] = choose_id(c);
        match->since_ms[i] = choose_ms(c);
        match->network[i] = (uint32_t)choose_bits(c, 32);
    }
    choose_text(c, match->board, sizeof match->board);
    choose_clock(c, &match->clock);
    match->is_rated = choose(c, 2);
    match->deadline_ms = choose_ms(c);
}

static inline void choose_player(const struct chooser *c, struct bus_player *player)
{
    player->player_id = choose_id(c);
    player->has_ended = choose(c, 2);
    for (int i = 0; player->has_ended && i < ROW_HASH_BYTES; i++)
        player->token_hash[i] = (uint8_t)choose(c, 256);
}

static inline void choose_watchers(const struct chooser *c, struct bus_watchers *watchers)
{
    watchers->game_id = choose_id(c);
    watchers->count = (int32_t)choose(c, BUS_WATCHERS_MAX + 1);
}

static inline void choose_message(const struct chooser *c, struct bus_message *message)
{
    memset(message, 0, sizeof *message);
    message->kind = (uint8_t)(BUS_GAME + choose(c, BUS_KINDS - 1));
    switch (message->kind) {
    case BUS_GAME:
        choose_game(c, &message->game);
        break;
    case BUS_RATED:
        choose_rated(c, &message->rated);
        break;
    case BUS_CHAT:
        choose_chat(c, &message->chat);
        break;
    case BUS_PRESENCE:
        choose_presence(c, &message->presence);
        break;
    case BUS_QUEUE:
        choose_queue(c, &message->queue);
        break;
    case BUS_MATCH:
        choose_match(c, &message->match);
        break;
    case BUS_WATCHERS:
        choose_watchers(c, &message->watchers);
        break;
    default:
        choose_player(c, &message->player);
    }
}

#endif
