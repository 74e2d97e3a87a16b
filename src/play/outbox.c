#include "play/outbox.h"

#include <stddef.h>
#include <string.h>

size_t outbox_size(const struct outbox_setup *setup)
{
    return (size_t)setup->rows * sizeof(struct row) +
           (size_t)setup->messages * sizeof(struct message) +
           (size_t)setup->snapshots * sizeof(struct snapshot);
}

void outbox_open(struct outbox *outbox, void *memory, const struct outbox_setup *setup)
{
    unsigned char *at = memory;
    *outbox = (struct outbox){.max = *setup};
    outbox->row = (void *)at;
    at += (size_t)setup->rows * sizeof(struct row);
    outbox->message = (void *)at;
    at += (size_t)setup->messages * sizeof(struct message);
    outbox->snapshot = (void *)at;
}

int64_t row_game(const struct row *row)
{
    switch ((enum row_kind)row->kind) {
    case ROW_GAME:
        return row->game.id;
    case ROW_JOIN:
        return row->join.game_id;
    case ROW_MOVE:
        return row->move.game_id;
    case ROW_RESULT:
        return row->result.game_id;
    case ROW_OFFER:
        return row->offer.game_id;
    case ROW_REMATCH:
        return row->rematch.game_id;
    default:
        return 0;
    }
}

const struct row *outbox_rows(const struct outbox *outbox, size_t *count)
{
    *count = (size_t)(outbox->row_count - outbox->refreshed.rows);
    return outbox->row + outbox->refreshed.rows;
}

bool outbox_has_space(const struct outbox *outbox, int rows, int messages, int snapshots)
{
    return outbox->max.rows - outbox->row_count >= rows &&
           outbox->max.messages - outbox->message_count >= messages &&
           outbox->max.snapshots - outbox->snapshot_count >= snapshots;
}

_Static_assert(sizeof(struct account_row) <= sizeof(struct game_row), "see row_size");

/* At least what a row of this kind uses. */
static size_t row_size(enum row_kind kind)
{
    switch (kind) {
    case ROW_MOVE:
        return offsetof(struct row, move) + sizeof(struct move_row);
    case ROW_CHAT:
        return sizeof(struct row);
    default:
        return offsetof(struct row, game) + sizeof(struct game_row);
    }
}

struct row *outbox_row(struct outbox *outbox, enum row_kind kind)
{
    struct row *row = &outbox->row[outbox->row_count++];
    memset(row, 0, row_size(kind)); /* a line of chat is much longer than a move */
    row->kind = (uint8_t)kind;
    return row;
}

struct message *outbox_message(struct outbox *outbox, enum event event)
{
    struct message *message = &outbox->message[outbox->message_count++];
    memset(message, 0, sizeof *message);
    message->event = (uint8_t)event;
    message->seat = message->from = ROW_NOBODY;
    message->conn = CONN_NONE;
    message->snapshot = message->row = -1;
    return message;
}

struct snapshot *outbox_snapshot(struct outbox *outbox, int32_t *index)
{
    *index = outbox->snapshot_count++;
    return &outbox->snapshot[*index];
}

void outbox_fail(struct outbox *outbox)
{
    int32_t kept = outbox->refreshed.messages;
    for (int32_t i = kept; i < outbox->message_count; i++) {
        struct message *message = &outbox->message[i];
        if (message->event != EVENT_REPLY)
            continue;
        message->refusal = REFUSAL_STORE;
        message->snapshot = message->row = -1;
        outbox->message[kept++] = *message;
    }
    outbox->message_count = kept;
    outbox->row_count = outbox->refreshed.rows;
    outbox->snapshot_count = outbox->refreshed.snapshots;
}

void outbox_undo(struct outbox *outbox)
{
    outbox->row_count = outbox->refreshed.rows;
    outbox->message_count = outbox->refreshed.messages;
    outbox->snapshot_count = outbox->refreshed.snapshots;
}

void outbox_keep(struct outbox *outbox)
{
    outbox->refreshed =
        (struct outbox_setup){outbox->row_count, outbox->message_count, outbox->snapshot_count};
}

void outbox_clear(struct outbox *outbox)
{
    outbox->row_count = outbox->message_count = outbox->snapshot_count = 0;
    outbox->refreshed = (struct outbox_setup){0};
}

const char *event_name(enum event event)
{
    static const char *const names[EVENT_COUNT] = {
#define EVENT_NAME(name, text) text,
        EVENTS(EVENT_NAME)
#undef EVENT_NAME
    };
    return (unsigned)event < EVENT_COUNT ? names[event] : "?";
}

const char *match_reason_name(enum match_reason reason)
{
    static const char *const names[MATCH_REASON_COUNT] = {
#define MATCH_REASON_NAME(name, text) text,
        MATCH_REASONS(MATCH_REASON_NAME)
#undef MATCH_REASON_NAME
    };
    return (unsigned)reason < MATCH_REASON_COUNT ? names[reason] : "?";
}
