/* The way of a command: service_do decides it, service_settle keeps or undoes the turn. */
#include "play/service_parts.h"

#include <string.h>

typedef enum refusal handler(struct service *service, struct command_context *ctx);

/* The handler of each command. has_game: it names a game, which must exist. is_shared: it may come
 * from a connection that a newer one of the same player has replaced. is_for_banned: banned players may
 * send it, to read, to resign, and to leave for good. */
static const struct {
    handler *run;
    bool has_game, is_shared, is_for_banned;
} commands[COMMAND_COUNT] = {
    [COMMAND_CONNECT] = {presence_connect, false, true},
    [COMMAND_SET_NAME] = {presence_name, false, false},
    [COMMAND_JOIN_QUEUE] = {queue_join, false, false},
    [COMMAND_LEAVE_QUEUE] = {queue_leave, false, false},
    [COMMAND_CONFIRM_MATCH] = {queue_confirm, false, false},
    [COMMAND_DECLINE_MATCH] = {queue_decline, false, false},
    [COMMAND_CREATE_GAME] = {start_create, false, false},
    [COMMAND_JOIN_GAME] = {start_join, true, false},
    [COMMAND_CANCEL_GAME] = {start_cancel, true, false},
    [COMMAND_MAKE_MOVE] = {game_move, true, false},
    [COMMAND_RESIGN] = {game_resign, true, false, true},
    [COMMAND_OFFER_DRAW] = {game_offer_draw, true, false},
    [COMMAND_ACCEPT_DRAW] = {game_accept_draw, true, false},
    [COMMAND_DECLINE_DRAW] = {game_decline_draw, true, false},
    [COMMAND_REQUEST_REMATCH] = {rematch_request, true, false},
    [COMMAND_ACCEPT_REMATCH] = {rematch_accept, true, false},
    [COMMAND_DECLINE_REMATCH] = {rematch_decline, true, false},
    [COMMAND_RESUME] = {presence_resume, true, true},
    [COMMAND_CHAT_MESSAGE] = {watch_chat, true, false},
    [COMMAND_WATCH] = {watch_begin, true, true},
    [COMMAND_UNWATCH] = {watch_end, true, true},
    [COMMAND_REST_ME] = {presence_me, false, true, true},
    [COMMAND_REST_CREATE] = {start_create, false, true},
    [COMMAND_REST_STATE] = {game_state, true, true, true},
    [COMMAND_REST_MOVE] = {game_move, true, true},
    [COMMAND_REST_VALIDATE] = {game_validate, true, true},
    [COMMAND_REST_ACCOUNT] = {account_put, false, true},
    [COMMAND_REST_LOGIN] = {account_login, false, true},
    [COMMAND_REST_LOGOUT] = {account_logout, false, true, true},
    [COMMAND_REST_LOGOUT_ALL] = {account_logout_all, false, true, true},
    [COMMAND_REST_ERASE] = {account_erase, false, true, true},
    [COMMAND_REST_MODERATE] = {moderation_do, false, true},
    [COMMAND_BOT_MOVE] = {game_bot_move, true, true},
    [COMMAND_EXPIRE] = {NULL, true, true}, /* service_do expires every game it finds */
};

/* ---- deciding one command ---- */

/* Is a create request like this one in the outbox? It must be committed before its copy is decided,
 * because requests are looked up in the store. */
static bool has_pending_request(const struct service *service, const char *request)
{
    for (int32_t i = 0; request[0] && i < service->outbox.row_count; i++) {
        const struct row *row = &service->outbox.row[i];
        if (row->kind == ROW_REQUEST && strcmp(row->request.request, request) == 0)
            return true;
    }
    return false;
}

/* Rate limits. A command that had to wait for the store has paid already. */
static enum refusal charge(struct service *service, const struct service_command *command,
                           int64_t now_ms)
{
    struct bucket without_conn = {0};
    bool is_conn = command->conn >= 0 && command->conn < service->setup.conns;
    if (command->attempt != ATTEMPT_FIRST)
        return REFUSAL_OK;
    return limits_charge(&service->limits,
                         is_conn ? &service->bucket[command->conn] : &without_conn,
                         command->address, (enum command_kind)command->kind, now_ms);
}

/* Finds the player and the game of a command; false if the store has to be asked first. */
static bool find(struct service *service, struct command_context *ctx, struct need *need)
{
    if (!find_player(service, ctx, need) || !find_known(service, ctx, need))
        return false;
    if (commands[ctx->command->kind].has_game)
        return find_game(service, ctx, need);
    return find_names(service, ctx, need) && find_created(service, ctx, need);
}

static void begin_reply(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    struct message *reply = outbox_message(&service->outbox, EVENT_REPLY);
    if (ctx->slot && ctx->player)
        ctx->seat = room_seat_of(&ctx->slot->room, ctx->player->id);
    reply->to = command->conn == CONN_NONE ? TO_HOST : TO_CONN;
    reply->conn = command->conn;
    reply->command = command->kind;
    reply->ack = command->ack;
    reply->game_id = command->game_id;
    reply->seat = (uint8_t)ctx->seat;
    ctx->reply = reply;
}

/* What the core says about a refused move or wish. */
static ff_err refused_by_rules(const struct command_context *ctx, enum refusal refusal)
{
    const struct service_command *command = ctx->command;
    if (refusal == REFUSAL_VARIANT_BOARD)
        return ruleset_check(&command->rules);
    if (refusal != REFUSAL_ILLEGAL_MOVE || !ctx->slot)
        return FF_OK;
    return any_game_fault(&ctx->slot->room.game,
                          (struct move_order){command->column, command->action});
}

static void refuse(struct command_context *ctx, enum refusal refusal)
{
    struct message *reply = ctx->reply;
    reply->refusal = (uint8_t)refusal;
    reply->detail.column = ctx->command->column;
    reply->detail.reason = refused_by_rules(ctx, refusal);
    if (ctx->slot)
        reply->detail.last_column = any_game_discs(&ctx->slot->room.game)->rules->columns - 1;
    if (ctx->player)
        reply->detail.player_id = ctx->player->id;
}

/* May this player send this command now, from this connection? */
static enum refusal check(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    enum refusal refusal =
        authority_check((enum command_kind)command->kind, find_role(service, ctx));
    if (refusal == REFUSAL_NO_SESSION)
        return refusal;
    if (moderation_is_banned(ctx) && !commands[command->kind].is_for_banned)
        return REFUSAL_BANNED;
    if (commands[command->kind].has_game && !ctx->slot)
        return command->kind == COMMAND_JOIN_GAME ? start_wrong_code(service, ctx)
                                                  : REFUSAL_NO_SUCH_GAME;
    bool is_replaced =
        ctx->player && service_has_conn(service, command->conn) &&
        (ctx->player->first_conn != command->conn || !presence_is_here(service, ctx->player));
    if (!refusal && is_replaced && !commands[command->kind].is_shared)
        return REFUSAL_REPLACED;
    return refusal;
}

/* A request over REST uses its session. Connections do so once, when they connect. */
static void touch(struct service *service, const struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    if (ctx->player && command->has_token && command->conn == CONN_NONE)
        session_touch(service, command->token_hash, command->agent, ctx->now.wall_ms);
}

/* Has this turn changed the game? */
static bool has_changed(const struct service *service, int64_t game_id)
{
    size_t count;
    const struct row *rows = outbox_rows(&service->outbox, &count);
    for (size_t i = 0; i < count; i++)
        if (row_game(&rows[i]) == game_id)
            return true;
    return false;
}

/* Another node may have changed the game since this copy was made. So a shared database is asked before a player is refused
 * because of it. */
static bool must_look(const struct service *service, const struct command_context *ctx)
{
    const struct slot *slot = ctx->slot;
    return service_is_shared(service) && slot && ctx->command->attempt != ATTEMPT_FINAL &&
           slot->read != service->turn && !has_changed(service, slot->room.id);
}

/* Runs the handler. A refused command leaves nothing behind but its reply. False if the game must be read first. */
static bool run(struct service *service, struct command_context *ctx)
{
    size_t mark = service->journal.len;
    int32_t rows = service->outbox.row_count, messages = service->outbox.message_count;
    enum refusal refusal = check(service, ctx);
    if (!refusal) {
        touch(service, ctx);
        refusal = commands[ctx->command->kind].run(service, ctx);
    }
    if (!refusal)
        return true;
    journal_undo(&service->journal, mark);
    service->outbox.row_count = rows;
    service->outbox.message_count = messages;
    if (must_look(service, ctx))
        return false;
    refuse(ctx, refusal);
    return true;
}

/* The reply is taken back: it comes when the game has been read. */
static enum service_answer look_first(struct service *service, const struct command_context *ctx,
                                      int32_t messages, struct need *need)
{
    service->outbox.message_count = messages;
    need->kind = NEED_GAME;
    need->game_id = ctx->slot->room.id;
    return SERVICE_NEED;
}

/* A disconnect is never undone, so it waits for service_settle if this turn has changed or answered anything. */
static void disconnect(struct service *service, int32_t conn, struct instant now)
{
    struct outbox *outbox = &service->outbox;
    if (!service_has_conn(service, conn))
        return;
    if (service->journal.len == 0 && outbox->message_count == outbox->refreshed.messages) {
        presence_disconnect(service, conn, now);
        journal_forget(&service->journal);
        outbox_keep(outbox); /* its messages must not go with a commit that fails */
        return;
    }
    for (int32_t i = 0; i < service->closing_count; i++)
        if (service->closing[i] == conn)
            return;
    service->closing[service->closing_count++] = conn;
}

enum service_answer service_do(struct service *service, const struct service_command *command,
                               const struct moment *moment, struct need *need)
{
    struct command_context ctx = {.command = command,
                                  .now = service_instant(service, moment),
                                  .now_ms = moment->now_ms,
                                  .ids = {{moment->random[0], moment->random[1]}},
                                  .code = moment->random[2],
                                  .seat = ROW_NOBODY};
    service->asking = command->address;
    service->wall_ms = moment->wall_ms;
    service->play_ms = ctx.now.play_ms;
    if (!service_has_space(service) || has_pending_request(service, command->request))
        return SERVICE_FULL;
    if (command->kind == COMMAND_DISCONNECT) {
        disconnect(service, command->conn, ctx.now);
        return SERVICE_DONE;
    }
    enum refusal refusal = command->kind < COMMAND_COUNT ? charge(service, command, moment->now_ms)
                                                         : REFUSAL_NO_SUCH_EVENT;
    if (!refusal && !find(service, &ctx, need))
        return SERVICE_NEED;
    if (ctx.slot && game_is_unsure(service, ctx.slot, ctx.now))
        refusal = REFUSAL_STORE;
    else if (ctx.slot)
        game_expire(service, ctx.slot, ctx.now);
    if (command->kind == COMMAND_EXPIRE)
        return SERVICE_DONE;
    int32_t messages = service->outbox.message_count;
    begin_reply(service, &ctx);
    if (refusal)
        refuse(&ctx, refusal);
    else if (!run(service, &ctx))
        return look_first(service, &ctx, messages, need);
    return SERVICE_DONE;
}

/* ---- ending a turn ---- */

const struct outbox *service_outbox(const struct service *service)
{
    return &service->outbox;
}

/* Closes the connections that closed within the turn. Those whose messages do not fit into the outbox
 * wait for the next turn. */
static void close_waiting(struct service *service, int64_t now_ms)
{
    const struct moment moment = {.now_ms = now_ms, .wall_ms = service->wall_ms};
    int32_t done = 0;
    for (; done < service->closing_count && service_has_space(service); done++) {
        presence_disconnect(service, service->closing[done], service_instant(service, &moment));
        journal_forget(&service->journal);
    }
    service->closing_count -= done;
    memmove(service->closing, service->closing + done,
            (size_t)service->closing_count * sizeof *service->closing);
}

void service_settle(struct service *service, bool is_committed, int64_t now_ms)
{
    bool had_rows = service->outbox.row_count > 0;
    if (!is_committed) {
        journal_undo(&service->journal, 0);
        outbox_fail(&service->outbox);
        service_pause(service, now_ms);
    } else if (had_rows && !service_is_shared(service)) {
        service_resume(service, now_ms);
    }
    journal_forget(&service->journal);
    service->turn++;
    close_waiting(service, now_ms);
}

void service_undo(struct service *service, const size_t *refused, size_t count)
{
    size_t rows;
    const struct row *row = outbox_rows(&service->outbox, &rows);
    journal_undo(&service->journal, 0);
    for (size_t i = 0; i < (refused ? count : rows); i++)
        if (!refused || refused[i] < rows)
            shared_forget_row(service, &row[refused ? refused[i] : i]);
    outbox_undo(&service->outbox);
    journal_forget(&service->journal);
    service->turn++; /* what is read from now on is newer than this attempt */
}

void service_forget_turn(struct service *service, int64_t now_ms)
{
    size_t rows;
    const struct row *row = outbox_rows(&service->outbox, &rows);
    journal_undo(&service->journal, 0);
    for (size_t i = 0; i < rows; i++)
        shared_forget_row(service, &row[i]);
    journal_forget(&service->journal);
    service_settle(service, false, now_ms);
}

void service_sent(struct service *service)
{
    outbox_clear(&service->outbox);
}

void service_pause(struct service *service, int64_t now_ms)
{
    if (service->is_stopped)
        return;
    service->is_stopped = true;
    service->stopped_ms = now_ms;
}

void service_resume(struct service *service, int64_t now_ms)
{
    if (!service->is_stopped)
        return;
    service->is_stopped = false;
    if (!service_is_shared(service)) /* there the outages of all nodes count, service_set_outages */
        service->lost_ms += now_ms - service->stopped_ms;
}
