#include "bus/bus_codec.h"

#include <string.h>

#include "base/utf8.h"
#include "play/moves.h"

/* One list of fields for each kind of row serves both directions, so that they cannot differ. A field that breaks its
 * rule sets is_bad in either direction, and all later fields do nothing. */
struct codec {
    uint8_t *at, *end;
    bool is_reading, is_bad;
};

/* The next bytes of the message; null if there are not as many. */
static uint8_t *take(struct codec *c, size_t len)
{
    if (c->is_bad || len > (size_t)(c->end - c->at)) {
        c->is_bad = true;
        return NULL;
    }
    c->at += len;
    return c->at - len;
}

static void require(struct codec *c, bool holds)
{
    if (!holds)
        c->is_bad = true;
}

static void fixed_write(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t fixed_read(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static void varint_write(struct codec *c, uint64_t value)
{
    uint8_t *at;
    while ((at = take(c, 1))) {
        *at = (uint8_t)(value & 0x7f) | (value > 0x7f ? 0x80 : 0);
        value >>= 7;
        if (value == 0)
            return;
    }
}

/* A varint ends with its highest group that is not 0, so that each number has one encoding. */
static uint64_t varint_read(struct codec *c)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const uint8_t *at = take(c, 1);
        if (!at)
            return 0;
        require(c, (shift == 0 || *at != 0) && (shift < 63 || *at <= 1));
        value |= (uint64_t)(*at & 0x7f) << shift;
        if (*at < 0x80)
            return value;
    }
    c->is_bad = true;
    return 0;
}

/* A number of 0..max. */
static uint64_t field_number(struct codec *c, uint64_t value, uint64_t max)
{
    if (c->is_reading)
        value = varint_read(c);
    require(c, value <= max);
    if (!c->is_reading)
        varint_write(c, value);
    return c->is_bad ? 0 : value;
}

static void field_byte(struct codec *c, uint8_t *value, uint8_t max)
{
    *value = (uint8_t)field_number(c, *value, max);
}

static void field_flag(struct codec *c, bool *value)
{
    *value = field_number(c, *value, 1) == 1;
}

static void field_u16(struct codec *c, uint16_t *value)
{
    *value = (uint16_t)field_number(c, *value, UINT16_MAX);
}

static void field_u32(struct codec *c, uint32_t *value)
{
    *value = (uint32_t)field_number(c, *value, UINT32_MAX);
}

static void field_node(struct codec *c, int32_t *value)
{
    require(c, *value >= 0);
    *value = (int32_t)field_number(c, (uint32_t)*value, INT32_MAX);
}

/* Zigzag: times and durations are small or positive, but may be negative. */
static void field_ms(struct codec *c, int64_t *value)
{
    uint64_t sign = *value < 0 ? UINT64_MAX : 0;
    uint64_t folded = field_number(c, (uint64_t)*value << 1 ^ sign, UINT64_MAX);
    *value = (int64_t)(folded >> 1 ^ (0 - (folded & 1)));
}

static void field_bits(struct codec *c, uint64_t *bits)
{
    uint8_t *at = take(c, 8);
    if (!at)
        return;
    if (c->is_reading)
        *bits = fixed_read(at, 8);
    else
        fixed_write(at, *bits, 8);
}

/* Ids are random: a varint of them would be longer. */
static void field_id(struct codec *c, int64_t *id)
{
    uint64_t bits = (uint64_t)*id;
    field_bits(c, &bits);
    require(c, bits <= INT64_MAX);
    *id = c->is_bad ? 0 : (int64_t)bits;
}

static void field_real(struct codec *c, double *value)
{
    static const uint64_t exponent = UINT64_C(0x7ff) << 52;
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    field_bits(c, &bits);
    require(c, (bits & exponent) != exponent); /* neither infinite nor NaN */
    if (!c->is_bad)
        memcpy(value, &bits, sizeof bits);
}

static void field_bytes(struct codec *c, void *bytes, size_t len)
{
    uint8_t *at = take(c, len);
    if (!at)
        return;
    if (c->is_reading)
        memcpy(bytes, at, len);
    else
        memcpy(at, bytes, len);
}

/* `text` has `size` bytes; all are 0 before reading. */
static void field_text(struct codec *c, char *text, size_t size)
{
    size_t len = (size_t)field_number(c, strnlen(text, size), size - 1);
    field_bytes(c, text, len);
    require(c, !memchr(text, 0, len) && utf8_is_valid(text, len));
}

static void seat_fields(struct codec *c, struct seat_row *seat)
{
    field_byte(c, &seat->kind, SEAT_BOT);
    field_byte(c, &seat->level, UINT8_MAX);
    field_byte(c, &seat->style, UINT8_MAX);
    field_id(c, &seat->player_id);
    field_u32(c, &seat->network);
}

static void clock_fields(struct codec *c, struct clock_row *clock)
{
    field_byte(c, &clock->kind, CLOCK_DAYS);
    field_ms(c, &clock->initial_ms);
    field_ms(c, &clock->increment_ms);
}

static void moves_fields(struct codec *c, struct game_row *game)
{
    field_text(c, game->moves, sizeof game->moves);
    int ply = c->is_bad ? 0 : moves_count(game->moves);
    require(c, ply >= 0 && ply <= ROW_PLIES_MAX);
    if (c->is_reading)
        game->ply = (uint16_t)(c->is_bad ? 0 : ply); /* not sent: it follows */
    require(c, game->ply == ply);
}

static void game_fields(struct codec *c, struct game_row *game)
{
    field_id(c, &game->id);
    field_text(c, game->board, sizeof game->board);
    field_text(c, game->code, sizeof game->code);
    for (int i = 0; i < ROW_SEATS; i++)
        seat_fields(c, &game->seat[i]);
    clock_fields(c, &game->clock);
    field_byte(c, &game->flags, GAME_RATED | GAME_ASYNC | GAME_PUBLIC | GAME_QUEUED);
    field_byte(c, &game->status, GAME_CANCELLED);
    field_byte(c, &game->winner, ROW_NOBODY);
    field_byte(c, &game->reason, REASON_AGREED);
    field_byte(c, &game->offer, ROW_NOBODY);
    field_byte(c, &game->to_move, ROW_SEATS - 1);
    moves_fields(c, game);
    for (int i = 0; i < ROW_SEATS; i++)
        field_ms(c, &game->left_ms[i]);
    field_ms(c, &game->moved_ms);
    field_ms(c, &game->deadline_ms);
    field_id(c, &game->rematch_of);
    field_u32(c, &game->chat_seq);
    field_byte(c, &game->rematch, ROW_AGREED);
    field_u32(c, &game->version);
    field_ms(c, &game->created_ms);
    field_ms(c, &game->updated_ms);
    field_ms(c, &game->finished_ms);
}

static void rated_fields(struct codec *c, struct rated_row *rated)
{
    field_id(c, &rated->game_id);
    field_ms(c, &rated->at_ms);
    field_byte(c, &rated->class, RATING_CLASSES - 1);
    field_byte(c, &rated->discount, DISCOUNTS - 1);
    for (int i = 0; i < ROW_SEATS; i++) {
        field_flag(c, &rated->counts[i]);
        field_real(c, &rated->before[i]);
        field_real(c, &rated->after[i]);
    }
}

static void chat_fields(struct codec *c, struct chat_row *chat)
{
    field_id(c, &chat->game_id);
    field_u32(c, &chat->seq);
    field_byte(c, &chat->channel, CHAT_SPECTATORS);
    field_id(c, &chat->player_id);
    field_u16(c, &chat->quick);
    field_text(c, chat->text, sizeof chat->text);
    field_ms(c, &chat->sent_ms);
}

static void presence_fields(struct codec *c, struct presence_row *presence)
{
    field_id(c, &presence->player_id);
    field_node(c, &presence->node);
    field_node(c, &presence->from);
    field_ms(c, &presence->since_ms);
}

static void queue_fields(struct codec *c, struct queue_row *queue)
{
    field_id(c, &queue->player_id);
    field_flag(c, &queue->is_waiting);
    field_text(c, queue->board, sizeof queue->board);
    clock_fields(c, &queue->clock);
    field_flag(c, &queue->is_rated);
    field_u32(c, &queue->network);
    field_ms(c, &queue->since_ms);
}

static void match_fields(struct codec *c, struct match_row *match)
{
    enum { BOTH = 3 };
    field_id(c, &match->id);
    field_byte(c, &match->step, MATCH_CLOSE);
    field_byte(c, &match->before, BOTH);
    field_byte(c, &match->confirmed, BOTH);
    for (int i = 0; i < ROW_SEATS; i++) {
        field_id(c, &match->player_id[i]);
        field_ms(c, &match->since_ms[i]);
        field_u32(c, &match->network[i]);
    }
    field_text(c, match->board, sizeof match->board);
    clock_fields(c, &match->clock);
    field_flag(c, &match->is_rated);
    field_ms(c, &match->deadline_ms);
}

static void player_fields(struct codec *c, struct bus_player *player)
{
    field_id(c, &player->player_id);
    field_flag(c, &player->has_ended);
    if (player->has_ended)
        field_bytes(c, player->token_hash, sizeof player->token_hash);
}

static void watchers_fields(struct codec *c, struct bus_watchers *watchers)
{
    field_id(c, &watchers->game_id);
    require(c, watchers->count >= 0);
    watchers->count = (int32_t)field_number(c, (uint32_t)watchers->count, BUS_WATCHERS_MAX);
}

static void message_fields(struct codec *c, struct bus_message *message)
{
    switch (message->kind) {
    case BUS_GAME:
        game_fields(c, &message->game);
        break;
    case BUS_RATED:
        rated_fields(c, &message->rated);
        break;
    case BUS_CHAT:
        chat_fields(c, &message->chat);
        break;
    case BUS_PRESENCE:
        presence_fields(c, &message->presence);
        break;
    case BUS_QUEUE:
        queue_fields(c, &message->queue);
        break;
    case BUS_MATCH:
        match_fields(c, &message->match);
        break;
    case BUS_PLAYER:
        player_fields(c, &message->player);
        break;
    case BUS_WATCHERS:
        watchers_fields(c, &message->watchers);
        break;
    default:
        c->is_bad = true;
    }
}

enum { FRAME_BYTES = 3 }; /* kind and length */

size_t bus_encode(uint8_t out[BUS_MESSAGE_MAX], const struct bus_message *message)
{
    struct bus_message copy = *message; /* writing leaves it as it is, but its type cannot say so */
    struct codec c = {.at = out + FRAME_BYTES, .end = out + BUS_MESSAGE_MAX};
    message_fields(&c, &copy);
    if (c.is_bad)
        return 0;
    out[0] = message->kind;
    fixed_write(out + 1, (uint64_t)(c.at - out - FRAME_BYTES), 2);
    return (size_t)(c.at - out);
}

void bus_head_encode(uint8_t out[BUS_HEAD_BYTES], const struct bus_head *head)
{
    out[0] = BUS_VERSION;
    fixed_write(out + 1, (uint32_t)head->node, 4);
    fixed_write(out + 5, head->sender, 8);
    fixed_write(out + 13, head->seq, 4);
}

bool bus_batch_begin(struct bus_batch *out, const void *bytes, size_t len)
{
    const uint8_t *at = bytes;
    if (len < BUS_HEAD_BYTES || len > BUS_BATCH_MAX || at[0] != BUS_VERSION ||
        fixed_read(at + 1, 4) > INT32_MAX)
        return false;
    *out = (struct bus_batch){.head = {.node = (int32_t)fixed_read(at + 1, 4),
                                       .sender = fixed_read(at + 5, 8),
                                       .seq = (uint32_t)fixed_read(at + 13, 4)},
                              .at = at + BUS_HEAD_BYTES,
                              .end = at + len};
    return true;
}

enum bus_read bus_batch_next(struct bus_batch *batch, struct bus_message *out)
{
    size_t left = (size_t)(batch->end - batch->at);
    if (left == 0)
        return BUS_READ_END;
    size_t len = left >= FRAME_BYTES ? (size_t)fixed_read(batch->at + 1, 2) : left;
    if (left < FRAME_BYTES || len > left - FRAME_BYTES || len > BUS_MESSAGE_MAX - FRAME_BYTES) {
        batch->at = batch->end;
        return BUS_READ_SKIPPED;
    }
    struct bus_message message;
    memset(&message, 0, sizeof message); /* also the bytes between the fields: tests compare them */
    message.kind = batch->at[0];
    message.node = batch->head.node;
    /* Reading does not write: the cast is the price of one list of fields. */
    struct codec c = {.at = (uint8_t *)batch->at + FRAME_BYTES,
                      .end = (uint8_t *)batch->at + FRAME_BYTES + len,
                      .is_reading = true};
    batch->at += FRAME_BYTES + len;
    message_fields(&c, &message);
    if (c.is_bad || c.at != c.end)
        return BUS_READ_SKIPPED;
    memcpy(out, &message, sizeof message);
    return BUS_READ_OK;
}
