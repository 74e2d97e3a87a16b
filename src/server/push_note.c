/* Which changes of a game are worth a push message, and to whom. */
#include "server/pushes_parts.h"

/* An event of a game: which seats should hear of it. */
struct push_event {
    int64_t game_id;
    enum push_kind kind;
    uint16_t ply;
    bool is_for[ROW_SEATS];
};

static struct push_event event_for(int64_t game_id, enum push_kind kind, int ply, int seat)
{
    struct push_event event = {.game_id = game_id, .kind = kind, .ply = (uint16_t)ply};
    for (int i = 0; i < ROW_SEATS; i++)
        event.is_for[i] = seat == ROW_NOBODY || seat == i;
    return event;
}

/* Moves of live games are the most frequent rows; they have no deadline on the calendar. */
static bool move_read(struct push_event *out, const struct move_row *move)
{
    bool is_over = move->status != GAME_PLAYING;
    *out = event_for(move->game_id, is_over ? PUSH_OVER : PUSH_TURN, move->ply + 1,
                     (move->ply + 1) % ROW_SEATS);
    return is_over || move->deadline_ms > 0;
}

/* A player who resigns knows it; of all other ends both may have to hear. */
static bool result_read(struct push_event *out, const struct result_row *result)
{
    *out = event_for(result->game_id, PUSH_OVER, result->ply,
                     result->reason == REASON_RESIGN ? result->winner : ROW_NOBODY);
    return result->status != GAME_CANCELLED;
}

/* False for rows that no player has to hear of. */
static bool event_read(struct push_event *out, const struct row *row)
{
    switch ((enum row_kind)row->kind) {
    case ROW_MOVE:
        return move_read(out, &row->move);
    case ROW_RESULT:
        return result_read(out, &row->result);
    case ROW_OFFER:
        *out = event_for(row->offer.game_id, PUSH_OFFER, row->offer.ply, 1 - row->offer.offer);
        return row->offer.offer != ROW_NOBODY;
    case ROW_JOIN:
        *out = event_for(row->join.game_id, PUSH_START, 0, 1 - row->join.at);
        return row->join.deadline_ms > 0;
    case ROW_GAME:
        *out = event_for(row->game.id, PUSH_START, 0, ROW_NOBODY);
        return row->game.status == GAME_PLAYING && row->game.clock.kind == CLOCK_DAYS;
    default:
        return false;
    }
}

/* One message for each device of the player. A player with a page open is left out here already: most players of a
 * game that is just played have one, and each message is a transaction. */
static void note_player(struct pushes *pushes, const struct push_event *event, int64_t player_id,
                        int64_t wall_ms)
{
    struct push_row device[STORE_PUSHES_KEPT];
    struct row rows[STORE_PUSHES_KEPT];
    size_t count = 0;
    if (pushes->setup.is_online(pushes->setup.context, player_id) ||
        store_pushes(pushes->setup.store, player_id, device, &count) != STORE_OK || count == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        rows[i] = (struct row){.kind = ROW_PUSH_DUE};
        rows[i].push_due = (struct push_due_row){.push_id = device[i].id,
                                                 .game_id = event->game_id,
                                                 .step = PUSH_ADD,
                                                 .kind = (uint8_t)event->kind,
                                                 .ply = event->ply,
                                                 .due_ms = wall_ms};
    }
    if (pushes_write(pushes, rows, count))
        pushes->next_ms = 0;
}

static void note_event(struct pushes *pushes, const struct push_event *event, int64_t wall_ms)
{
    struct game_row game;
    if (store_game(pushes->setup.store, event->game_id, &game) != STORE_OK ||
        game.clock.kind != CLOCK_DAYS || game.seat[0].kind != SEAT_PLAYER ||
        game.seat[1].kind != SEAT_PLAYER)
        return;
    for (int i = 0; i < ROW_SEATS; i++)
        if (event->is_for[i])
            note_player(pushes, event, game.seat[i].player_id, wall_ms);
}

void pushes_note(struct pushes *pushes, const struct outbox *outbox, int64_t wall_ms)
{
    struct push_event event;
    for (int32_t i = 0; i < outbox->row_count; i++)
        if (event_read(&event, &outbox->row[i]))
            note_event(pushes, &event, wall_ms);
    /* Offers of a rematch are not stored, so they have no row. */
    for (int32_t i = 0; i < outbox->message_count; i++) {
        const struct message *message = &outbox->message[i];
        if (message->event != EVENT_REMATCH_OFFERED || message->to != TO_HOST)
            continue;
        event = event_for(message->game_id, PUSH_REMATCH, 0, message->seat);
        note_event(pushes, &event, wall_ms);
    }
}
