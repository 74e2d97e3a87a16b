/* A node: a small copy of the server's loop. Decide, write, settle, send, publish. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

static const struct service_setup small = {
    .conns = PEOPLE * WINDOWS,
    .players = PLAYERS_MAX,
    .sessions = PLAYERS_MAX,
    .rooms = GAMES_MAX,
    .rooms_each = GAMES_MAX,
    .rulesets = 4,
    .lobby =
        {.players = 16, .matches = 16, .confirm_ms = CONFIRM_MS, .near = 400, .near_per_s = 100},
    .limits = {.is_off = true, .addresses = 16},
    .chat = {.token_ms = 1, .burst = 100},
    .outbox = {.rows = 64, .messages = 256, .snapshots = 64},
    .journal_bytes = 256 * 1024,
    .grace_ms = GRACE_MS,
    .open_ms = 30000,
    .open_async_ms = 60000,
    .idle_ms = 10000,
    .counts_same_network = true,
};

struct moment node_moment(struct sim *sim, const struct node *node)
{
    return (struct moment){.now_ms = sim->now_ms + node->mono_ms,
                           .wall_ms = sim->now_ms + node->skew_ms,
                           .random = {random_next(&sim->random), random_next(&sim->random),
                                      random_next(&sim->random)}};
}

bool node_runs(const struct sim *sim, const struct node *node)
{
    return node->is_alive && node->frozen_until_ms <= sim->now_ms;
}

static bool can_reach(const struct sim *sim, const struct node *node)
{
    return !node->is_cut && !sim->base.is_down;
}

/* ---- life and death ---- */

void node_start(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    struct service_setup setup = small;
    void *memory = node->memory ? node->memory : malloc(service_size(&small));
    memset(node, 0, sizeof *node);
    node->memory = memory;
    node->skew_ms = (int64_t)sim_below(sim, 11) - 5;
    node->mono_ms = 1000 + (int64_t)sim_below(sim, 1000000);
    node->number = base_beat(&sim->base, 0, sim->now_ms, &node->is_keeper, &(bool){false});
    setup.node = node->number;
    setup.opened_ms = sim->now_ms;
    node->service = service_open(node->memory, &setup);
    service_set_keeper(node->service, node->is_keeper);
    struct moment moment = node_moment(sim, node);
    service_set_outages(node->service, sim->base.outage, sim->base.outages, sim->now_ms, &moment);
    node->is_alive = true;
    node->beat_ms = node->troubled_ms = sim->now_ms;
}

static void say_row(struct sim *sim, const struct row *row, bool is_written)
{
    static const char *const names[ROW_KINDS] = {
        [ROW_PLAYER] = "player",     [ROW_RATING] = "rating", [ROW_SESSION] = "session",
        [ROW_GAME] = "game",         [ROW_JOIN] = "join",     [ROW_MOVE] = "move",
        [ROW_RESULT] = "result",     [ROW_OFFER] = "offer",   [ROW_RATED] = "rated",
        [ROW_CHAT] = "chat",         [ROW_QUEUE] = "queue",   [ROW_REMATCH] = "rematch",
        [ROW_PRESENCE] = "presence", [ROW_MATCH] = "match"};
    char more[WORD_SIZE] = "";
    if (row->kind == ROW_PRESENCE)
        (void)snprintf(more, sizeof more, "of %lld: node %d from %d",
                       (long long)row->presence.player_id % 1000, row->presence.node,
                       row->presence.from);
    if (row->kind == ROW_QUEUE)
        (void)snprintf(more, sizeof more, "of %lld: %d", (long long)row->queue.player_id % 1000,
                       row->queue.is_waiting);
    if (row->kind == ROW_MATCH)
        (void)snprintf(more, sizeof more, "%lld step %d before %d confirmed %d of %lld and %lld",
                       (long long)row->match.id % 1000, row->match.step, row->match.before,
                       row->match.confirmed, (long long)row->match.player_id[0] % 1000,
                       (long long)row->match.player_id[1] % 1000);
    if (row->kind == ROW_GAME)
        (void)snprintf(more, sizeof more, "%lld of %lld and %lld clock %d",
                       (long long)row->game.id % 1000,
                       (long long)row->game.seat[0].player_id % 1000,
                       (long long)row->game.seat[1].player_id % 1000, row->game.clock.kind);
    if (row->kind == ROW_MOVE)
        (void)snprintf(more, sizeof more, "%lld version %u ply %d",
                       (long long)row->move.game_id % 1000, row->move.version, row->move.ply);
    if (row->kind == ROW_RESULT)
        (void)snprintf(more, sizeof more, "%lld version %u reason %d",
                       (long long)row->result.game_id % 1000, row->result.version,
                       row->result.reason);
    sim_say(sim, "    %s row %s %s", is_written ? "written" : "not written", names[row->kind],
            more);
}

static enum outcome write_turn(struct sim *sim, const struct outbox *outbox, size_t *refused,
                               size_t *refused_count)
{
    size_t count;
    const struct row *rows = outbox_rows(outbox, &count);
    struct base *base = &sim->base;
    bool is_fair = true;
    for (size_t i = 0; i < count; i++)
        is_fair &= check_flag(sim, &rows[i]);
    bool is_written = base_write(base, rows, count, refused, STEP_ROWS * BATCH_MAX, refused_count);
    for (size_t i = 0; sim->is_loud && i < count; i++)
        say_row(sim, &rows[i], is_written);
    for (size_t i = 0; is_written && i < count; i++)
        check_row(sim, &rows[i]);
    if (is_written) {
        SIM_HOLDS(sim, is_fair);
        check_base(sim);
    }
    sim->commits += is_written;
    sim->refusals += !is_written;
    return is_written ? WRITTEN : REFUSED;
}

/* A commit that was on its way may still be written. */
void node_kill(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    size_t refused[STEP_ROWS * BATCH_MAX], count;
    bool is_late = sim->now_ms - node->submitted_ms > SILENCE_MS;
    if (node->is_committing && can_reach(sim, node) && !is_late && sim_chance(sim, 2))
        (void)write_turn(sim, service_outbox(node->service), refused, &count);
    node->is_alive = node->is_committing = false;
    node->inboxed = 0;
    sim->kills++;
    people_lose(sim, at);
    for (int i = sim->bused - 1; i >= 0; i--)
        if (sim->bus[i].to == at)
            sim->bus[i] = sim->bus[--sim->bused];
}

/* Renews the lease; the first beat after a failure lets play time go on. */
void node_beat(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    bool is_new;
    if (!can_reach(sim, node)) { /* play time stands still until the next beat says how long */
        if (sim->now_ms - node->beat_ms > SILENCE_MS) {
            node->is_failing = true; /* so that a refused turn does not let it go on before */
            service_pause(node->service, node_moment(sim, node).now_ms);
        }
        return;
    }
    if (node->is_committing)
        return;
    int32_t number = base_beat(&sim->base, node->number, sim->now_ms, &node->is_keeper, &is_new);
    struct moment moment = node_moment(sim, node);
    node->beat_ms = sim->now_ms;
    if (is_new)
        node->troubled_ms = sim->now_ms;
    node->number = number;
    service_set_node(node->service, number);
    service_set_keeper(node->service, node->is_keeper);
    service_set_outages(node->service, sim->base.outage, sim->base.outages, sim->now_ms, &moment);
    service_resume(node->service, moment.now_ms);
    if (is_new || node->is_failing) {
        service_claim_all(node->service, &moment);
        node->is_failing = false;
    }
}

/* ---- commands ---- */

void node_give(struct sim *sim, int at, const struct service_command *command)
{
    struct node *node = &sim->node[at];
    if (node->inboxed == INBOX_MAX)
        return;
    node->inbox[node->inboxed++] = (struct order){.command = *command};
}

static void refuse(struct sim *sim, int at, const struct service_command *command)
{
    const struct message reply = {.event = EVENT_REPLY,
                                  .to = command->conn == CONN_NONE ? TO_HOST : TO_CONN,
                                  .command = command->kind,
                                  .refusal = REFUSAL_STORE,
                                  .conn = command->conn,
                                  .snapshot = -1,
                                  .row = -1,
                                  .ack = command->ack};
    if (command->kind != COMMAND_EXPIRE && reply.to == TO_CONN)
        people_hear(sim, at, &reply, service_outbox(sim->node[at].service));
}

bool node_load_game(struct sim *sim, struct node *node, const struct game_row *game)
{
    struct player_rows players[ROW_SEATS];
    struct moment moment = node_moment(sim, node);
    memset(players, 0, sizeof players);
    for (int i = 0; i < ROW_SEATS; i++)
        if (game->seat[i].kind == SEAT_PLAYER)
            players[i] = base_player(&sim->base, game->seat[i].player_id)->rows;
    enum refusal refusal = service_load_game(node->service, game, players, &moment);
    SIM_HOLDS(sim, refusal == REFUSAL_OK || refusal == REFUSAL_SERVER_FULL);
    return refusal == REFUSAL_OK;
}

/* Queue and match first, then the games. */
void node_load_player(struct sim *sim, struct node *node, int64_t player_id, uint64_t mark)
{
    struct base *base = &sim->base;
    const struct base_player *player = base_player(base, player_id);
    struct service_player_read read = {.mark = mark};
    if (!player)
        return;
    read.player = &player->rows;
    read.stamp = player->stamp;
    read.waiting = base_waiting(base, player_id);
    read.match = base_match_of(base, player_id);
    for (int i = 0; i < base->games; i++) {
        const struct game_row *game = &base->game[i];
        bool is_own = game->seat[0].player_id == player_id || game->seat[1].player_id == player_id;
        if (is_own && service_must_hold(game) && !service_has_game(node->service, game->id))
            (void)node_load_game(sim, node, game);
    }
    struct moment moment = node_moment(sim, node);
    (void)service_load_player(node->service, &read, &moment);
}

static bool fetch_code(struct base *base, const struct need *need, struct service_command *command)
{
    for (int i = 0; i < base->games && need->code[0]; i++)
        if (base->game[i].status == GAME_WAITING && strcmp(base->game[i].code, need->code) == 0) {
            command->game_id = base->game[i].id;
            return true;
        }
    return false;
}

/* False if it does not exist. */
bool node_fetch(struct sim *sim, struct node *node, const struct need *need,
                struct service_command *command)
{
    struct base *base = &sim->base;
    const struct session_row *session;
    const struct game_row *game;
    switch ((enum need_kind)need->kind) {
    case NEED_SESSION:
        session = base_session(base, need->token_hash);
        return session &&
               service_load_session(node->service, session,
                                    &base_player(base, session->player_id)->rows) == REFUSAL_OK;
    case NEED_GAME:
        game = base_game(base, need->game_id);
        return game && node_load_game(sim, node, game);
    case NEED_PLAYER:
        if (!base_player(base, need->player_id))
            return false;
        node_load_player(sim, node, need->player_id, service_mark(node->service));
        return true;
    case NEED_NAME:
        command->looked_up |= (uint8_t)(1 << need->at);
        return command->attempt != ATTEMPT_FINAL;
    case NEED_CODE:
        return fetch_code(base, need, command);
    default:
        return false;
    }
}

/* False if the turn is full. */
static bool decide(struct sim *sim, int at, struct order *order)
{
    struct node *node = &sim->node[at];
    struct service_command *command = &order->command;
    struct need need;
    for (int i = 0; i < 12; i++) {
        struct moment moment = node_moment(sim, node);
        memset(&need, 0, sizeof need);
        enum service_answer answer = service_do(node->service, command, &moment, &need);
        if (answer == SERVICE_DONE)
            return true;
        if (answer == SERVICE_FULL)
            return false;
        if (!can_reach(sim, node)) {
            refuse(sim, at, command);
            order->is_refused = true;
            return true;
        }
        command->attempt = node_fetch(sim, node, &need, command) ? ATTEMPT_AGAIN : ATTEMPT_FINAL;
    }
    bool has_enough = false; /* the command asks for rows again and again */
    SIM_HOLDS(sim, has_enough);
    return true;
}

/* ---- a turn ---- */

static void note_bot(struct sim *sim, struct node *node, const struct message *message)
{
    if (node->bots < (int)(sizeof node->bot / sizeof *node->bot))
        node->bot[node->bots++] = (struct bot_turn){
            message->game_id, sim->now_ms + (int64_t)sim_below(sim, 1500), message->ply};
}

static void bots_move(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    for (int i = node->bots - 1; i >= 0; i--) {
        struct service_command command = command_of(COMMAND_BOT_MOVE);
        const struct game_row *game = base_game(&sim->base, node->bot[i].game_id);
        if (node->bot[i].due_ms > sim->now_ms)
            continue;
        command.game_id = node->bot[i].game_id;
        command.ply = node->bot[i].ply;
        struct ruleset rules = ruleset_classic;
        if (game)
            (void)ruleset_read(&rules, game->board, strlen(game->board));
        const struct move_order order = sim_order(sim, &rules, game ? game->moves : "");
        command.column = order.column;
        command.action = order.action;
        node->bot[i] = node->bot[--node->bots];
        node_give(sim, at, &command);
    }
}

static void send_all(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    const struct outbox *outbox = service_outbox(node->service);
    for (int32_t i = 0; i < outbox->message_count; i++) {
        const struct message *message = &outbox->message[i];
        if (message->event == EVENT_BOT_WANTED)
            note_bot(sim, node, message);
        else
            people_hear(sim, at, message, outbox);
    }
    service_sent(node->service);
    node->batched = node->attempt = 0;
    node->is_committing = false;
}

static void end_failed(struct sim *sim, int at, bool is_unknown)
{
    struct node *node = &sim->node[at];
    int64_t now_ms = node_moment(sim, node).now_ms;
    if (is_unknown)
        service_forget_turn(node->service, now_ms);
    else
        service_settle(node->service, false, now_ms);
    send_all(sim, at);
}

static void submit(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    size_t count;
    (void)outbox_rows(service_outbox(node->service), &count);
    SIM_HOLDS(sim, !node->service->journal.has_lost);
    if (count > 0) {
        node->is_committing = true;
        node->submitted_ms = sim->now_ms;
        return;
    }
    service_settle(node->service, true, node_moment(sim, node).now_ms);
    send_all(sim, at);
}

void node_end_turn(struct sim *sim, int at)
{
    size_t count;
    (void)outbox_rows(service_outbox(sim->node[at].service), &count);
    SIM_HOLDS(sim, count == 0);
    submit(sim, at);
}

void node_turn(struct sim *sim, int at, bool ticks)
{
    struct node *node = &sim->node[at];
    int given = 0;
    if (node->is_committing)
        return;
    bots_move(sim, at);
    for (; given < node->inboxed && given < BATCH_MAX; given++) {
        struct order *order = &node->batch[node->batched++];
        *order = node->inbox[given];
        if (!decide(sim, at, order)) {
            node->batched--;
            break;
        }
        if (order->command.kind == COMMAND_DISCONNECT) {
            given++;
            break;
        }
    }
    memmove(node->inbox, node->inbox + given,
            (size_t)(node->inboxed -= given) * sizeof *node->inbox);
    if (ticks) {
        struct moment moment = node_moment(sim, node);
        (void)service_tick(node->service, &moment);
        node->tick_ms = sim->now_ms;
    }
    submit(sim, at);
}

static void decide_again(struct sim *sim, int at, const size_t *refused, size_t count)
{
    struct node *node = &sim->node[at];
    service_undo(node->service, refused, count);
    for (int i = 0; i < node->batched; i++) {
        command_again(&node->batch[i].command);
        if (!node->batch[i].is_refused)
            SIM_HOLDS(sim, decide(sim, at, &node->batch[i]));
    }
    submit(sim, at);
}

void node_commit(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    size_t refused[STEP_ROWS * BATCH_MAX], count = 0;
    if (!node->is_committing)
        return;
    /* A statement that takes longer is cancelled by the database. */
    if (!can_reach(sim, node) || sim->now_ms - node->submitted_ms > SILENCE_MS) {
        node->is_failing = true;
        node->troubled_ms = sim->now_ms;
        /* The connection may have broken before or during the commit. */
        end_failed(sim, at, sim_chance(sim, 2));
        return;
    }
    bool is_unknown = !sim->is_calm && sim_chance(sim, 40);
    if (is_unknown && sim_chance(sim, 2)) {
        sim->unknowns++;
        end_failed(sim, at, true);
        node->is_failing = true;
        return;
    }
    enum outcome outcome = write_turn(sim, service_outbox(node->service), refused, &count);
    if (is_unknown) {
        sim->unknowns++;
        end_failed(sim, at, true);
        node->is_failing = true;
    } else if (outcome == WRITTEN) {
        service_settle(node->service, true, node_moment(sim, node).now_ms);
        sim_publish(sim, at, service_outbox(node->service));
        send_all(sim, at);
    } else if (++node->attempt < ATTEMPTS_MAX) {
        node->is_committing = false;
        decide_again(sim, at, refused, count);
    } else {
        end_failed(sim, at, true);
        if (!node->is_failing)
            service_resume(node->service, node_moment(sim, node).now_ms);
    }
}
