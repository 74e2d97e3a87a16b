#include "play/service_parts.h"

#include <string.h>

#include "play/code.h"

const struct service_setup service_default = {
    .conns = 12000,
    .players = 24000,
    .sessions = 32000,
    .rooms = 12000,
    .boards = 256,
    .lobby =
        {.players = 20000, .matches = 10000, .confirm_ms = 15000, .near = 150, .near_per_s = 25},
    /* A fast blitz player sends two or three events a second; a school behind one address, hundreds. */
    .limits = {.per_conn = {.token_ms = 50, .burst = 80},
               .per_address = {.token_ms = 2, .burst = 2000},
               .addresses = 4096},
    .chat = {.token_ms = 2000, .burst = 5},
    .outbox = {.rows = 4096, .messages = 16384, .snapshots = 8192},
    .journal_bytes = (size_t)16 << 20,
    .grace_ms = 60000,
    .open_ms = INT64_C(24) * 60 * 60 * 1000,
    .open_async_ms = INT64_C(7) * 24 * 60 * 60 * 1000,
    .idle_ms = 300000,
};

struct instant service_instant(const struct service *service, const struct moment *moment)
{
    int64_t now_ms = service->is_stopped ? service->stopped_ms : moment->now_ms;
    struct instant instant = {now_ms - service->lost_ms, moment->wall_ms};
    return instant;
}

bool service_has_space(const struct service *service)
{
    return journal_has_space(&service->journal, STEP_JOURNAL) &&
           outbox_has_space(&service->outbox, STEP_ROWS, STEP_MESSAGES, STEP_SNAPSHOTS);
}

const struct outbox *service_outbox(const struct service *service)
{
    return &service->outbox;
}

typedef enum refusal handler(struct service *service, struct asking *asking);

/* Which commands speak of a game, and who does them. */
static const struct {
    handler *run;
    bool has_game;
    bool is_shared; /* may be sent from a window that was replaced */
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
    [COMMAND_RESIGN] = {game_resign, true, false},
    [COMMAND_OFFER_DRAW] = {game_offer_draw, true, false},
    [COMMAND_ACCEPT_DRAW] = {game_accept_draw, true, false},
    [COMMAND_DECLINE_DRAW] = {game_decline_draw, true, false},
    [COMMAND_REQUEST_REMATCH] = {start_request_rematch, true, false},
    [COMMAND_ACCEPT_REMATCH] = {start_accept_rematch, true, false},
    [COMMAND_DECLINE_REMATCH] = {start_decline_rematch, true, false},
    [COMMAND_RESUME] = {presence_resume, true, true},
    [COMMAND_CHAT_MESSAGE] = {watch_chat, true, false},
    [COMMAND_WATCH] = {watch_begin, true, true},
    [COMMAND_UNWATCH] = {watch_end, true, true},
    [COMMAND_REST_ME] = {presence_me, false, true},
    [COMMAND_REST_CREATE] = {start_create, false, true},
    [COMMAND_REST_STATE] = {game_state, true, true},
    [COMMAND_REST_MOVE] = {game_move, true, true},
    [COMMAND_REST_VALIDATE] = {game_validate, true, true},
    [COMMAND_REST_ACCOUNT] = {account_put, false, true},
    [COMMAND_REST_LOGIN] = {account_login, false, true},
    [COMMAND_REST_LOGOUT] = {account_logout, false, true},
    [COMMAND_REST_LOGOUT_ALL] = {account_logout_all, false, true},
    [COMMAND_REST_ERASE] = {account_erase, false, true},
    [COMMAND_BOT_MOVE] = {game_bot_move, true, true},
};

static bool has_conn(const struct service *service, int32_t conn)
{
    return conn >= 0 && conn < service->setup.conns && service->presence[conn].is_open;
}

/* Who asks. False when the store has to be asked who that is. */
static bool find_player(struct service *service, struct asking *asking, struct need *need)
{
    const struct service_command *command = asking->command;
    if (command->kind != COMMAND_CONNECT && has_conn(service, command->conn)) {
        asking->player = &service->player[service->presence[command->conn].player];
        return true;
    }
    if (!command->has_token)
        return true;
    asking->player = people_of_hash(service, command->token_hash);
    if (asking->player || command->attempt == ATTEMPT_FINAL)
        return true;
    need->kind = NEED_SESSION;
    memcpy(need->token_hash, command->token_hash, sizeof need->token_hash);
    return false;
}

/* The game it is about. False when the store has to be asked for it. */
static bool find_game(struct service *service, struct asking *asking, struct need *need)
{
    const struct service_command *command = asking->command;
    if (!commands[command->kind].has_game && command->kind != COMMAND_EXPIRE)
        return true;
    asking->slot = slot_find(service, command->game_id);
    if (asking->slot || command->attempt == ATTEMPT_FINAL)
        return true;
    need->kind = command->game_id ? NEED_GAME : NEED_CODE;
    need->game_id = command->game_id;
    memcpy(need->code, command->code, sizeof need->code);
    return false;
}

/* The game that an earlier copy of this create request made. False when the store has to be asked. */
static bool find_created(struct service *service, struct asking *asking, struct need *need)
{
    const struct service_command *command = asking->command;
    bool is_create = command->kind == COMMAND_CREATE_GAME || command->kind == COMMAND_REST_CREATE;
    if (!is_create || !command->request[0] || !asking->player)
        return true;
    asking->slot = command->created_id ? slot_find(service, command->created_id)
                                       : slot_of_request(service, asking->player, command->request);
    if (asking->slot || command->attempt == ATTEMPT_FINAL)
        return true;
    need->kind = command->created_id ? NEED_GAME : NEED_REQUEST;
    need->game_id = command->created_id;
    need->player_id = asking->player->id;
    memcpy(need->request, command->request, sizeof need->request);
    return false;
}

static enum role role_in(const struct service *service, const struct asking *asking,
                         const struct slot *slot)
{
    const struct room *room = &slot->room;
    int32_t conn = asking->command->conn;
    int seat = room_seat_of(room, asking->player->id);
    if (seat == ROW_NOBODY) {
        bool is_watching =
            has_conn(service, conn) && service->presence[conn].room == slot_index(service, slot);
        return is_watching ? ROLE_SPECTATOR : ROLE_GUEST;
    }
    if (room_is_over(room))
        return ROLE_FINISHED;
    return room_to_move(room) == seat ? ROLE_MOVER : ROLE_WAITER;
}

static enum role role_of(struct service *service, const struct asking *asking)
{
    if (!asking->player)
        return ROLE_STRANGER;
    if (asking->slot)
        return role_in(service, asking, asking->slot);
    /* Who waits for a correspondence game may play another one meanwhile. */
    if (asking->command->clock.kind == CLOCK_DAYS)
        return ROLE_GUEST;
    struct slot *slot = slot_next_of(service, asking->player, NULL);
    while (slot && !slot_is_live(&slot->room))
        slot = slot_next_of(service, asking->player, slot);
    return slot ? role_in(service, asking, slot) : ROLE_GUEST;
}

static enum refusal check(struct service *service, struct asking *asking)
{
    const struct service_command *command = asking->command;
    bool needs_game = commands[command->kind].has_game;
    enum refusal refusal =
        authority_check((enum command_kind)command->kind, role_of(service, asking));
    if (refusal == REFUSAL_NO_SESSION)
        return refusal;
    if (needs_game && !asking->slot)
        return command->kind == COMMAND_JOIN_GAME ? REFUSAL_NO_SUCH_CODE : REFUSAL_NO_SUCH_GAME;
    if (!refusal && !commands[command->kind].is_shared && asking->player &&
        has_conn(service, command->conn) && asking->player->first_conn != command->conn)
        return REFUSAL_REPLACED;
    return refusal;
}

static enum refusal charge(struct service *service, const struct service_command *command,
                           int64_t now_ms)
{
    struct bucket passing = {0};
    bool is_conn = command->conn >= 0 && command->conn < service->setup.conns;
    if (command->attempt != ATTEMPT_FIRST)
        return REFUSAL_OK;
    return limits_charge(&service->limits, is_conn ? &service->bucket[command->conn] : &passing,
                         command->address, (enum command_kind)command->kind, now_ms);
}

static struct message *reply_to(struct service *service, const struct service_command *command)
{
    struct message *reply = outbox_message(&service->outbox, EVENT_REPLY);
    reply->to = command->conn == CONN_NONE ? TO_HOST : TO_CONN;
    reply->conn = command->conn;
    reply->command = command->kind;
    reply->ack = command->ack;
    reply->game_id = command->game_id;
    return reply;
}

static void refuse(struct asking *asking, enum refusal refusal)
{
    struct message *reply = asking->reply;
    reply->refusal = (uint8_t)refusal;
    reply->detail.column = asking->command->column;
    if (asking->slot)
        reply->detail.last_column = asking->slot->room.game.position.rules->columns - 1;
    if (asking->player)
        reply->detail.player_id = asking->player->id;
}

/* A refused command leaves nothing behind but its reply. */
static void run(struct service *service, struct asking *asking)
{
    size_t mark = service->journal.len;
    int32_t rows = service->outbox.row_count, messages = service->outbox.message_count;
    enum refusal refusal = check(service, asking);
    if (!refusal)
        refusal = commands[asking->command->kind].run(service, asking);
    if (!refusal)
        return;
    journal_undo(&service->journal, mark);
    service->outbox.row_count = rows;
    service->outbox.message_count = messages;
    refuse(asking, refusal);
}

static enum service_answer disconnect(struct service *service,
                                      const struct service_command *command, struct instant now)
{
    if (!has_conn(service, command->conn))
        return SERVICE_DONE;
    if (service->journal.len > 0) {
        for (int32_t i = 0; i < service->closing_count; i++)
            if (service->closing[i] == command->conn)
                return SERVICE_DONE;
        service->closing[service->closing_count++] = command->conn;
        return SERVICE_DONE;
    }
    presence_disconnect(service, command->conn, now);
    journal_forget(&service->journal);
    return SERVICE_DONE;
}

enum service_answer service_do(struct service *service, const struct service_command *command,
                               const struct moment *moment, struct need *need)
{
    struct asking asking = {.command = command,
                            .now = service_instant(service, moment),
                            .now_ms = moment->now_ms,
                            .ids = moment->random[0],
                            .code = moment->random[1],
                            .seat = ROW_NOBODY};
    enum refusal refusal;
    if (!service_has_space(service))
        return SERVICE_FULL;
    if (command->kind == COMMAND_DISCONNECT)
        return disconnect(service, command, asking.now);
    refusal = command->kind < COMMAND_COUNT ? charge(service, command, moment->now_ms)
                                            : REFUSAL_NO_SUCH_EVENT;
    if (!refusal && (!find_player(service, &asking, need) || !find_game(service, &asking, need) ||
                     !find_created(service, &asking, need)))
        return SERVICE_NEED;
    if (asking.slot)
        game_expire(service, asking.slot, asking.now);
    if (command->kind == COMMAND_EXPIRE)
        return SERVICE_DONE;
    asking.reply = reply_to(service, command);
    if (asking.slot && asking.player)
        asking.seat = room_seat_of(&asking.slot->room, asking.player->id);
    asking.reply->seat = (uint8_t)asking.seat;
    if (refusal)
        refuse(&asking, refusal);
    else
        run(service, &asking);
    return SERVICE_DONE;
}
