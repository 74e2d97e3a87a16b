/* Players and spectators send random commands while commits fail and connections break. The promises of
 * the service hold after every turn. */
#include "service_world.h"

enum { AMPLE, TIGHT }; /* the capacity of the service */

enum { TURNS_MAX = 90, PEOPLE_MAX = 6 };

static verdict check_message(struct source *source, struct service_world *world,
                             const struct heard *heard)
{
    struct host *host = world->host;
    const struct message *m = &heard->message;
    const struct game_row *game = host_game(host, m->game_id);
    bool is_of_game = m->event >= EVENT_GAME_CANCELLED;
    int64_t player = m->conn == CONN_NONE ? 0 : service_player_of(host->service, m->conn);
    if (m->snapshot >= 0) {
        /* A message tells only what is stored. */
        const struct game_row *told = host_game(host, heard->snapshot.game_id);
        HOLD(source, told != NULL);
        HOLD(source, heard->snapshot.ply <= told->ply);
        HOLD(source, strncmp(heard->snapshot.moves, told->moves, heard->snapshot.ply) == 0);
        HOLD(source, heard->snapshot.left_ms[0] >= 0 && heard->snapshot.left_ms[1] >= 0);
        HOLD(source, heard->snapshot.left_ms[0] + heard->snapshot.left_ms[1] <=
                         2 * told->clock.initial_ms + told->ply * told->clock.increment_ms);
    }
    if (!is_of_game)
        return CASE_HOLDS;
    HOLD(source, game != NULL);
    /* The host sends an absent player a push message about a rematch. */
    bool is_push = m->event == EVENT_REMATCH_OFFERED && m->to == TO_HOST;
    if (m->to == TO_SPECTATORS || is_push)
        return CASE_HOLDS;
    HOLD(source, m->to == TO_CONN && m->seat < ROW_SEATS);
    /* The message may be for a connection that closed in this turn. */
    HOLD(source, player == 0 || player == game->seat[m->seat].player_id);
    return CASE_HOLDS;
}

static verdict check_room(struct source *source, struct service_world *world,
                          const struct slot *slot)
{
    struct host *host = world->host;
    const struct service *service = host->service;
    const struct game_row *stored = host_game(host, slot->room.id);
    const struct seat_row *x = &slot->room.seat[0].who, *o = &slot->room.seat[1].who;
    struct instant now = service_instant(service, &host->now);
    struct game_row row;
    struct room_seat seats[ROW_SEATS];
    struct room back;
    memcpy(seats, slot->room.seat, sizeof seats);
    HOLD(source, stored != NULL);
    room_row(&row, &slot->room);
    if (model_difference(&row, stored))
        return source_refute(source, __FILE__, __LINE__, model_difference(&row, stored));
    HOLD(source, x->kind != SEAT_PLAYER || o->kind != SEAT_PLAYER || x->player_id != o->player_id);
    HOLD(source, (slot->room.status == GAME_WAITING) == (room_open_seat(&slot->room) < ROW_SEATS) ||
                     slot->room.status == GAME_CANCELLED);
    HOLD(source, room_restore(&back, &service->rules[slot->rules].rules, stored, seats, now,
                              now.wall_ms) == FF_OK);
    for (int i = 0; i < ROW_SEATS && service->lost_ms == 0 && !service->is_stopped; i++)
        HOLD(source, clock_left_ms(&back.clock, i, room_now_ms(&back, now)) ==
                         clock_left_ms(&slot->room.clock, i, room_now_ms(&slot->room, now)));
    return CASE_HOLDS;
}

static verdict check_lists(struct source *source, const struct service *service)
{
    int32_t conns = 0, watchers = 0, watching = 0;
    for (int32_t i = 0; i < service->setup.players; i++) {
        const struct player *player = &service->player[i];
        if (!key_table_has(&service->state.players, i))
            continue;
        for (int32_t c = player->first_conn; c != NONE; c = service->presence[c].older, conns++)
            HOLD(source, service->presence[c].is_open && service->presence[c].player == i);
        HOLD(source, !player->is_gone || player->first_conn == NONE);
    }
    HOLD(source, conns == service->state.conns);
    for (int32_t i = 0; i < service->setup.rooms; i++)
        if (key_table_has(&service->state.rooms, i))
            watchers += service->slot[i].watchers;
    for (int32_t i = 0; i < service->setup.conns; i++)
        watching += service->presence[i].is_open && service->presence[i].room != NONE;
    HOLD(source, watchers == watching);
    return CASE_HOLDS;
}

static verdict check_world(struct source *source, struct service_world *world)
{
    struct host *host = world->host;
    const struct service *service = host->service;
    int plies = 0;
    if (host->broken)
        return source_refute(source, __FILE__, __LINE__, host->broken);
    for (int i = 0; i < host->heard_count; i++)
        GIVEN(check_message(source, world, &host->heard[i]));
    for (int32_t i = 0; i < service->setup.rooms; i++)
        if (key_table_has(&service->state.rooms, i))
            GIVEN(check_room(source, world, &service->slot[i]));
    /* Every accepted move is stored once. */
    for (int i = 0; i < host->games; i++)
        plies += host->game[i].ply;
    HOLD(source, plies == world->accepted);
    return check_lists(source, service);
}

/* Accepted moves and replies of this turn. */
static verdict check_replies(struct source *source, struct service_world *world, int commands)
{
    int replies = 0;
    for (int i = 0; i < world->host->heard_count; i++) {
        const struct message *m = &world->host->heard[i].message;
        bool is_move = m->command == COMMAND_MAKE_MOVE || m->command == COMMAND_REST_MOVE ||
                       m->command == COMMAND_BOT_MOVE;
        if (m->event != EVENT_REPLY)
            continue;
        replies++;
        world->accepted += is_move && m->refusal == REFUSAL_OK && !m->is_repeat;
        HOLD(source, !world->host->fails || m->refusal != REFUSAL_OK);
    }
    HOLD(source, replies == commands);
    return CASE_HOLDS;
}

/* ---- a turn ---- */

static void remember(struct service_world *world)
{
    const struct service *service = world->host->service;
    memcpy(world->before, service->kept, (size_t)(service->kept_end - service->kept));
    memcpy(&world->before_state, &service->state, sizeof service->state);
}

/* Compares bytes, padding included, because the journal copies bytes. */
#ifdef __clang__
__attribute__((no_sanitize("memory")))
#endif
static bool
is_same(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    size_t at = 0;
    while (at < size && x[at] == y[at])
        at++;
    return at == size;
}

static bool is_as_before(const struct service_world *world)
{
    const struct service *service = world->host->service;
    return is_same(world->before, service->kept, (size_t)(service->kept_end - service->kept)) &&
           is_same(&world->before_state, &service->state, sizeof service->state);
}

/* One to four commands, then the commit, which sometimes fails. */
static verdict some_turn(struct source *source, struct service_world *world)
{
    struct host *host = world->host;
    int count = source_between(source, 1, 4), replies = 0;
    world->has_closed = world->has_ticked = false;
    if (source_chance(source, 4))
        host_wait(host, source_between(source, 0, 30000));
    else
        host_wait(host, source_between(source, 0, 900));
    remember(world);
    host->fails = source_chance(source, 9);
    for (int i = 0; i < count; i++) {
        struct service_command command = some_command(source, world);
        world->has_closed |= command.kind == COMMAND_DISCONNECT;
        replies += command.kind != COMMAND_DISCONNECT && command.kind != COMMAND_EXPIRE;
        source_note(source, "%s %d %d.%d; ", command_name((enum command_kind)command.kind),
                    command.conn, command.ply, command.column);
        host_do(host, &command);
    }
    source_note(source, host->fails ? "fails\n" : "\n");
    if (source_chance(source, 3)) {
        world->has_ticked = true;
        host_tick(host);
    }
    bool is_alone = host->service->outbox.message_count == 1 &&
                    host->service->outbox.row_count == 0 && replies == 1 && count == 1 &&
                    !host->has_fetched && !world->has_closed && !world->has_ticked;
    host_turn(host);
    GIVEN(check_replies(source, world, replies));
    if (host->fails && !world->has_closed)
        HOLD(source, is_as_before(world));
    if (is_alone && host->heard[0].message.refusal)
        HOLD(source, is_as_before(world));
    host->fails = false;
    return check_world(source, world);
}

static verdict play_on(struct source *source, struct service_world *world)
{
    int turns = source_between(source, 1, TURNS_MAX);
    for (int i = 0; i < world->people; i++)
        host_connect(world->host, i, SECRET + i);
    for (int turn = 0; turn < turns; turn++) {
        GIVEN(some_turn(source, world));
        if (source_chance(source, 40)) {
            host_restart(world->host, world->host->now.wall_ms);
            GIVEN(check_world(source, world));
        }
    }
    return CASE_HOLDS;
}

static verdict promises_hold(struct source *source)
{
    struct service_world world = {.host = host_open(),
                                  .people = source_between(source, 2, PEOPLE_MAX)};
    if (source->family == TIGHT) {
        world.host->setup.rooms = 5;
        world.host->setup.rulesets = 2;
        world.host->setup.outbox = (struct outbox_setup){24, 110, 30};
        world.host->setup.journal_bytes = 120 * 1024;
        world.host->setup.idle_ms = 20000;
        host_reopen(world.host);
    }
    struct service *service = world.host->service;
    world.before = malloc((size_t)(service->kept_end - service->kept));
    verdict result = play_on(source, &world);
    free(world.before);
    world.host->broken = NULL; /* reported already */
    host_close(world.host);
    return result;
}

static void the_promises_hold_whatever_clients_send(void **state)
{
    (void)state;
    property_check("promises of the service", promises_hold, AMPLE);
}

static void the_promises_hold_in_a_service_that_is_nearly_full(void **state)
{
    (void)state;
    property_check("promises of a small service", promises_hold, TIGHT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_promises_hold_whatever_clients_send),
        cmocka_unit_test(the_promises_hold_in_a_service_that_is_nearly_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
