/* Random commands of every kind, valid and not. */
#ifndef SERVICE_WORLD_H
#define SERVICE_WORLD_H

#include "play/ask_test.h"

#include "property.h"

enum { SECRET = 500 }; /* of the first player's token; the others count up */

struct service_world {
    struct host *host;
    int people, accepted;
    bool has_closed, has_ticked;
    unsigned char *before;
    struct state before_state;
};

/* A command with a random sender. */
static inline struct service_command some_command(struct source *source,
                                                  struct service_world *world);

static inline int64_t some_game(struct source *source, struct host *host)
{
    if (host->games == 0 || source_chance(source, 12))
        return 4711;
    return host
        ->game[host->games - 1 -
               (int)source_choose(source, (uint32_t)(host->games < 4 ? host->games : 4))]
        .id;
}

static inline struct clock_row some_clock(struct source *source)
{
    static const struct clock_row clocks[] = {
        {CLOCK_NONE, 0, 0}, {CLOCK_LIVE, 20000, 500}, {CLOCK_DAYS, 120000, 0}, {CLOCK_LIVE, 1, 0}};
    return clocks[source_chance(source, 20) ? 3 : source_choose(source, 3)];
}

static inline struct ruleset some_rules(struct source *source)
{
    static const struct ruleset all[] = {
        {{7, 6, 1, 4}, FF_STANDARD, false},      {{4, 4, 1, 3}, FF_POPOUT, false},
        {{3, 3, 3, 3}, FF_STANDARD, false},      {{4, 4, 1, 3}, FF_POWERUP, true},
        {{4, 3, 1, 3}, FF_TURN, false},          {{99, 1, 1, 4}, FF_STANDARD, false},
        {{7, 6, 1, 4}, FF_VARIANT_COUNT, false}, {{7, 6, 1, 4}, FF_FIVE, true}};
    return all[source_chance(source, 20) ? 5 + source_choose(source, 3) : source_choose(source, 5)];
}

/* A drop, as a rule. */
static inline uint8_t some_action(struct source *source)
{
    return (uint8_t)(source_chance(source, 3) ? source_choose(source, FF_ACTION_COUNT) : FF_DROP);
}

static inline void fill_order(struct source *source, struct service_command *command)
{
    static int fresh = 100000;
    command->request[0] = "\0ab"[source_choose(source, 3)];
    command->rules = some_rules(source);
    command->clock = some_clock(source);
    command->is_rated = source_chance(source, 2);
    command->is_either_side = source_chance(source, 2);
    for (int i = 0; i < ROW_SEATS; i++) {
        command->seat[i].wish = (uint8_t)source_choose(source, 4);
        command->seat[i].level = (uint8_t)source_choose(source, 5);
        command->seat[i].name = source_chance(source, 2) ? "Zoe" : NULL;
        command->seat[i].name_len = 3;
        hash_of(command->seat[i].fresh_hash, fresh++);
    }
}

static inline void fill_move(struct source *source, struct host *host,
                             struct service_command *command)
{
    const struct game_row *game = host_game(host, command->game_id);
    int ply = game ? game->ply : 0;
    command->column = source_between(source, 0, 7) - source_chance(source, 30);
    command->action = some_action(source);
    command->ply = source_chance(source, 3) ? PLY_ANY : ply - source_between(source, 0, 2);
}

static inline void fill_match(struct source *source, struct host *host,
                              struct service_command *command)
{
    const struct lobby *lobby = &host->service->state.lobby;
    for (int32_t i = 0; i < lobby->by_match.max; i++)
        if (key_table_has(&lobby->by_match, i) && !source_chance(source, 8))
            command->match_id = lobby->match[i].id;
}

static inline void fill_code(struct source *source, struct host *host,
                             struct service_command *command)
{
    memcpy(command->code, "222222", ROW_CODE_SIZE);
    command->game_id = 0;
    for (int i = 0; i < host->games; i++)
        if (host->game[i].code[0] && !source_chance(source, 3))
            memcpy(command->code, host->game[i].code, ROW_CODE_SIZE);
}

/* Most commands of a game are moves. */
static const uint8_t kinds[] = {
    COMMAND_MAKE_MOVE,     COMMAND_MAKE_MOVE,       COMMAND_MAKE_MOVE,      COMMAND_MAKE_MOVE,
    COMMAND_MAKE_MOVE,     COMMAND_MAKE_MOVE,       COMMAND_JOIN_QUEUE,     COMMAND_JOIN_QUEUE,
    COMMAND_CONFIRM_MATCH, COMMAND_CONFIRM_MATCH,   COMMAND_CONFIRM_MATCH,  COMMAND_CONNECT,
    COMMAND_CONNECT,       COMMAND_CONNECT,         COMMAND_DISCONNECT,     COMMAND_SET_NAME,
    COMMAND_LEAVE_QUEUE,   COMMAND_DECLINE_MATCH,   COMMAND_CREATE_GAME,    COMMAND_JOIN_GAME,
    COMMAND_CANCEL_GAME,   COMMAND_RESIGN,          COMMAND_OFFER_DRAW,     COMMAND_ACCEPT_DRAW,
    COMMAND_DECLINE_DRAW,  COMMAND_REQUEST_REMATCH, COMMAND_ACCEPT_REMATCH, COMMAND_DECLINE_REMATCH,
    COMMAND_RESUME,        COMMAND_CHAT_MESSAGE,    COMMAND_WATCH,          COMMAND_UNWATCH,
    COMMAND_REST_ME,       COMMAND_REST_CREATE,     COMMAND_REST_STATE,     COMMAND_REST_MOVE,
    COMMAND_REST_MOVE,     COMMAND_REST_VALIDATE,   COMMAND_BOT_MOVE,       COMMAND_BOT_MOVE,
    COMMAND_EXPIRE};

static inline void fill_sender(struct source *source, const struct service_world *world,
                               struct service_command *command)
{
    enum command_kind kind = (enum command_kind)command->kind;
    bool is_host = kind == COMMAND_BOT_MOVE || kind == COMMAND_EXPIRE;
    bool is_rest = kind >= COMMAND_REST_ME && kind <= COMMAND_REST_VALIDATE;
    int who = (int)source_choose(source, (uint32_t)world->people);
    if (is_host)
        return;
    if (kind == COMMAND_CONNECT || is_rest) {
        command->has_token = !source_chance(source, 10);
        hash_of(command->token_hash, SECRET + who);
        hash_of(command->fresh_hash, SECRET + who);
    }
    if (!is_rest)
        command->conn = kind == COMMAND_CONNECT && source_chance(source, 3)
                            ? (int32_t)source_choose(source, CONNS)
                            : who;
}

/* Any command, often invalid. */
static inline struct service_command any_command(struct source *source, struct service_world *world)
{
    struct host *host = world->host;
    struct service_command command =
        command_of((enum command_kind)kinds[source_choose(source, sizeof kinds / sizeof *kinds)]);
    fill_sender(source, world, &command);
    command.game_id = some_game(source, host);
    switch ((enum command_kind)command.kind) {
    case COMMAND_CREATE_GAME:
    case COMMAND_REST_CREATE:
        fill_order(source, &command);
        break;
    case COMMAND_JOIN_QUEUE:
    case COMMAND_SET_NAME:
        command.rules = some_rules(source);
        command.clock = some_clock(source);
        command.is_rated = source_chance(source, 2);
        command.name = source_chance(source, 3) ? "Ann" : NULL;
        command.name_len = 3;
        break;
    case COMMAND_CHAT_MESSAGE:
        command.quick = (uint16_t)source_choose(source, 14);
        command.text = source_chance(source, 2) ? " hi \x01 " : NULL;
        command.text_len = 6;
        break;
    case COMMAND_CONFIRM_MATCH:
    case COMMAND_DECLINE_MATCH:
        fill_match(source, host, &command);
        break;
    case COMMAND_JOIN_GAME:
        fill_code(source, host, &command);
        break;
    default:
        fill_move(source, host, &command);
    }
    return command;
}

static inline int32_t conn_of(const struct host *host, int64_t player_id)
{
    for (int32_t conn = 0; conn < CONNS; conn++)
        if (service_player_of(host->service, conn) == player_id)
            return conn;
    return CONN_NONE;
}

/* The side to move of a running game moves, by socket or by REST. */
static inline bool good_move(struct source *source, struct host *host, struct service_command *out)
{
    const struct game_row *game = NULL;
    for (int i = host->games - 1; i >= 0; i--)
        if (host->game[i].status == GAME_PLAYING && (!game || source_chance(source, 3)))
            game = &host->game[i];
    if (!game)
        return false;
    const struct seat_row *who = &game->seat[game->to_move];
    *out = command_of(who->kind == SEAT_BOT ? COMMAND_BOT_MOVE : COMMAND_MAKE_MOVE);
    out->game_id = game->id;
    out->column = source_between(source, 0, game->board[0] - '1');
    out->action = strchr(game->board, '-') ? some_action(source) : FF_DROP;
    out->ply = game->ply;
    if (who->kind == SEAT_BOT)
        return true;
    out->conn = conn_of(host, who->player_id);
    if (out->conn == CONN_NONE) {
        out->kind = COMMAND_REST_MOVE;
        out->has_token = true;
        for (int i = 0; i < host->sessions; i++)
            if (host->session[i].player_id == who->player_id)
                memcpy(out->token_hash, host->session[i].token_hash, ROW_HASH_BYTES);
    }
    return true;
}

/* A player of a pending match confirms. */
static inline bool good_confirm(struct source *source, struct host *host,
                                struct service_command *out)
{
    const struct lobby *lobby = &host->service->state.lobby;
    for (int32_t i = 0; i < lobby->by_match.max; i++) {
        if (!key_table_has(&lobby->by_match, i))
            continue;
        const struct lobby_match *match = &lobby->match[i];
        int who = match->is_confirmed[0] ? 1 : (int)source_choose(source, 2);
        *out = command_of(COMMAND_CONFIRM_MATCH);
        out->match_id = match->id;
        out->conn = conn_of(host, lobby->entry[match->entry[who]].player_id);
        return true;
    }
    return false;
}

static inline struct service_command good_queue(struct source *source,
                                                const struct service_world *world)
{
    struct service_command command =
        command_by((int32_t)source_choose(source, (uint32_t)world->people), COMMAND_JOIN_QUEUE, 0);
    command.clock = some_clock(source);
    command.rules = (struct ruleset){.board = {3, 3, 1, 3}};
    command.is_rated = true;
    return command;
}

static inline struct service_command some_command(struct source *source,
                                                  struct service_world *world)
{
    struct service_command command;
    switch (source_choose(source, 6)) {
    case 0:
    case 1:
        if (good_move(source, world->host, &command))
            return command;
        return good_queue(source, world);
    case 2:
        if (good_confirm(source, world->host, &command))
            return command;
        return good_queue(source, world);
    default:
        return any_command(source, world);
    }
}

#endif
