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
                     is_over ? 1 - move->by : move->to_move);
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

/* Messages are about games over days of two players. */
static void read_devices(struct store_question *question, struct store *store)
{
    struct push_note *note = (struct push_note *)question;
    struct game_row game;
    note->err = store_game(store, note->game_id, &game);
    if (note->err || game.clock.kind != CLOCK_DAYS || game.seat[0].kind != SEAT_PLAYER ||
        game.seat[1].kind != SEAT_PLAYER)
        return;
    for (int i = 0; i < ROW_SEATS && !note->err; i++) {
        note->player_id[i] = game.seat[i].player_id;
        if (note->is_for[i])
            note->err =
                store_pushes(store, note->player_id[i], note->device[i], &note->device_count[i]);
    }
}

/* One message for each device of the player. A player with a page open is left out here already: most players of a
 * game that is just played have one. */
static void add_messages(struct push_note *note, int seat)
{
    const struct pushes_setup *setup = &note->pushes->setup;
    if (note->device_count[seat] == 0 || setup->is_online(setup->context, note->player_id[seat]))
        return;
    for (size_t i = 0; i < note->device_count[seat]; i++) {
        struct row *row = &note->rows[note->count++];
        row->kind = ROW_PUSH_DUE;
        row->push_due = (struct push_due_row){.push_id = note->device[seat][i].id,
                                              .game_id = note->game_id,
                                              .step = PUSH_ADD,
                                              .kind = (uint8_t)note->kind,
                                              .ply = note->ply,
                                              .due_ms = note->wall_ms};
    }
}

static void queue_messages(struct store_question *question)
{
    struct push_note *note = (struct push_note *)question;
    for (int i = 0; i < ROW_SEATS && !note->err; i++)
        add_messages(note, i);
    if (note->count > 0)
        push_note_write(note);
    else
        push_note_free(note);
}

static void note_event(struct pushes *pushes, const struct push_event *event, int64_t wall_ms)
{
    const struct pushes_setup *setup = &pushes->setup;
    if (!setup->may_last_days(setup->context, event->game_id))
        return; /* most games: there is no need to read the row */
    struct push_note *note = push_note_new(pushes);
    if (!note)
        return;
    note->game_id = event->game_id;
    note->wall_ms = wall_ms;
    note->kind = event->kind;
    note->ply = event->ply;
    for (int i = 0; i < ROW_SEATS; i++)
        note->is_for[i] = event->is_for[i];
    note->err = STORE_E_MEMORY;
    note->question = (struct store_question){.run = read_devices, .done = queue_messages};
    store_async_ask(pushes->setup.async, &note->question);
}

/* What other nodes have changed is theirs to tell. */
void pushes_note(struct pushes *pushes, const struct outbox *outbox, int64_t wall_ms)
{
    struct push_event event;
    size_t count;
    const struct row *rows = outbox_rows(outbox, &count);
    for (size_t i = 0; i < count; i++)
        if (event_read(&event, &rows[i]))
            note_event(pushes, &event, wall_ms);
    /* Offers of a rematch are not stored, so they have no row. */
    for (int32_t i = outbox->refreshed.messages; i < outbox->message_count; i++) {
        const struct message *message = &outbox->message[i];
        if (message->event != EVENT_REMATCH_OFFERED || message->to != TO_HOST)
            continue;
        event = event_for(message->game_id, PUSH_REMATCH, 0, message->seat);
        note_event(pushes, &event, wall_ms);
    }
}
