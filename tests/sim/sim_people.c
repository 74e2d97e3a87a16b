/* Players and their windows: what they send, and what they make of what they hear. */
#include <string.h>

#include "sim.h"

/* Plain games, and games whose turns may have two moves, where the first answer may swap sides. */
static const struct ruleset rulesets[] = {{{3, 3, 1, 3}, FF_STANDARD, false},
                                          {{3, 3, 1, 3}, FF_POWERUP, true}};
static const struct clock_row clocks[] = {
    {CLOCK_LIVE, 12000, 500}, {CLOCK_LIVE, 12000, 500}, {CLOCK_NONE, 0, 0}, {CLOCK_DAYS, 60000, 0}};

void people_open(struct sim *sim)
{
    memset(sim->person, 0, sizeof sim->person);
    for (int i = 0; i < PEOPLE; i++)
        for (int w = 0; w < WINDOWS; w++)
            sim->person[i].window[w].node = -1;
}

static int32_t conn_of(int person, int window)
{
    return person * WINDOWS + window;
}

static void hash_of(uint8_t out[ROW_HASH_BYTES], int secret)
{
    memset(out, 0, ROW_HASH_BYTES);
    memcpy(out, &secret, sizeof secret);
    out[ROW_HASH_BYTES - 1] = 1;
}

/* ---- sending ---- */

/* The last places of an inbox are for disconnects. */
static bool has_room(const struct sim *sim, const struct node *node)
{
    return sim->asks < ASKS_MAX && node->inboxed < INBOX_MAX - PEOPLE * WINDOWS;
}

static void ask(struct sim *sim, int person, int window, struct service_command *command)
{
    struct window *from = &sim->person[person].window[window];
    struct node *node = &sim->node[from->node];
    from->must_ask |= !has_room(sim, node) && command->kind == COMMAND_RESUME;
    if (!has_room(sim, node))
        return;
    sim->ask[sim->asks] = (struct ask){.person = person,
                                       .window = window,
                                       .generation = from->generation,
                                       .kind = command->kind,
                                       .game_id = command->game_id,
                                       .ply = command->ply,
                                       .order = {command->column, command->action}};
    command->conn = conn_of(person, window);
    command->ack = (uint64_t)++sim->asks;
    command->address = (uint64_t)person + 1;
    node_give(sim, from->node, command);
}

static void ask_game(struct sim *sim, int person, int window, enum command_kind kind,
                     int64_t game_id)
{
    struct service_command command = command_of(kind);
    command.game_id = game_id;
    ask(sim, person, window, &command);
}

void people_connect(struct sim *sim, int person, int window, int node)
{
    struct window *to = &sim->person[person].window[window];
    struct service_command command = command_of(COMMAND_CONNECT);
    to->node = node;
    to->generation++;
    to->is_admitted = to->is_active = to->is_waiting = to->must_ask = false;
    to->match_id = 0;
    to->pictures = 0;
    to->chat_seq = 0;
    to->opened_ms = sim->now_ms;
    command.has_token = true;
    hash_of(command.token_hash, 100 + person);
    hash_of(command.fresh_hash, 100 + person);
    ask(sim, person, window, &command);
}

static void close_window(struct window *window)
{
    window->node = -1;
    window->is_admitted = window->is_active = window->is_waiting = false;
    window->match_id = 0;
}

void people_leave(struct sim *sim, int person, int window)
{
    struct window *from = &sim->person[person].window[window];
    struct service_command command = command_of(COMMAND_DISCONNECT);
    command.conn = conn_of(person, window);
    sim_say(sim, "person %d.%d leaves node %d", person, window, from->node);
    node_give(sim, from->node, &command);
    close_window(from);
}

void people_lose(struct sim *sim, int node)
{
    for (int i = 0; i < PEOPLE; i++)
        for (int w = 0; w < WINDOWS; w++)
            if (sim->person[i].window[w].node == node)
                close_window(&sim->person[i].window[w]);
}

/* ---- hearing ---- */

struct picture *window_picture(struct window *window, int64_t game_id)
{
    for (int i = 0; i < window->pictures; i++)
        if (window->picture[i].game_id == game_id)
            return &window->picture[i];
    return NULL;
}

static void know(struct person *person, int64_t game_id)
{
    for (int i = 0; i < person->knowns; i++)
        if (person->known[i] == game_id)
            return;
    if (person->knowns < KNOWN_MAX)
        person->known[person->knowns++] = game_id;
}

static void see(struct window *window, const struct snapshot *snapshot, int seat)
{
    struct picture *picture = window_picture(window, snapshot->game_id);
    if (!picture && window->pictures < PICTURES_MAX) {
        picture = &window->picture[window->pictures++];
        memset(picture, 0, sizeof *picture);
    }
    if (!picture)
        return;
    picture->game_id = snapshot->game_id;
    picture->ply = snapshot->ply;
    picture->status = snapshot->status;
    picture->current = snapshot->current;
    picture->rules = snapshot->rules;
    picture->offer = snapshot->offer;
    if (seat < ROW_SEATS)
        picture->seat = (uint8_t)seat;
    picture->is_watched = seat >= ROW_SEATS;
    memcpy(picture->moves, snapshot->moves, sizeof picture->moves);
}

/* The player has a window again: asks for every game that is not known to be over, as the page does. */
static void ask_games(struct sim *sim, int person, int window)
{
    struct person *own = &sim->person[person];
    own->window[window].is_outdated = own->window[window].must_ask = false;
    own->window[window].asked_ms = sim->now_ms;
    for (int i = 0; i < own->knowns; i++) {
        const struct picture *picture = window_picture(&own->window[window], own->known[i]);
        if (!picture || picture->status <= GAME_PLAYING)
            ask_game(sim, person, window, COMMAND_RESUME, own->known[i]);
        if (sim->asks > 0)
            sim->ask[sim->asks - 1].is_follow = true;
    }
}

void people_retry(struct sim *sim)
{
    enum { RETRY_MS = 700 };
    for (int i = 0; i < PEOPLE; i++)
        for (int w = 0; w < WINDOWS; w++) {
            const struct window *window = &sim->person[i].window[w];
            if (window->node >= 0 && window->is_active && window->must_ask &&
                sim->now_ms - window->asked_ms > RETRY_MS)
                ask_games(sim, i, w);
        }
}

static void hear_reply(struct sim *sim, int person, int window, const struct message *m,
                       const struct outbox *outbox)
{
    struct ask *asked = &sim->ask[m->ack - 1];
    struct window *to = &sim->person[person].window[window];
    SIM_HOLDS(sim, !asked->is_answered);
    asked->is_answered = true;
    asked->refusal = m->refusal;
    if (asked->generation != to->generation || to->node < 0)
        return;
    if (m->snapshot >= 0)
        see(to, &outbox->snapshot[m->snapshot],
            window_picture(to, m->game_id) && !window_picture(to, m->game_id)->is_watched
                ? window_picture(to, m->game_id)->seat
                : m->seat);
    check_answer(sim, asked, m);
    if (asked->kind == COMMAND_CONNECT && m->refusal)
        close_window(to);
    if (asked->game_id && m->refusal == REFUSAL_STORE)
        to->must_ask = true; /* nobody knows what was stored */
    if (asked->kind == COMMAND_LEAVE_QUEUE && m->refusal == REFUSAL_NOT_QUEUED)
        to->is_waiting = false;
    if (asked->kind == COMMAND_LEAVE_QUEUE || (asked->kind == COMMAND_JOIN_QUEUE && !m->refusal))
        for (int w = 0; w < WINDOWS; w++) /* of the other window nobody tells */
            sim->person[person].window[w].is_unsure |= w != window || m->refusal == REFUSAL_STORE;
    if (m->refusal)
        return;
    struct picture *picture = window_picture(to, asked->game_id);
    if (asked->kind == COMMAND_CONNECT) {
        sim->person[person].player_id = m->player_id;
        to->is_admitted = true;
        ask_games(sim, person, window);
    } else if (asked->kind == COMMAND_RESUME) {
        /* The window that resumes is the one that plays, and wants to see all games. Not so if it was replaced while it asked
         * for them: two windows could go on for ever. */
        if (!to->is_active && asked->is_follow)
            to->is_outdated = true;
        else if (!to->is_active)
            ask_games(sim, person, window);
        to->is_active = true;
    } else if (asked->kind == COMMAND_JOIN_QUEUE) {
        to->is_waiting = true;
        to->is_unsure = false;
        to->is_lasting = asked->order.column != 0;
    } else if (asked->kind == COMMAND_LEAVE_QUEUE || asked->kind == COMMAND_DECLINE_MATCH) {
        to->is_waiting = false;
        to->match_id = 0;
    } else if (picture && asked->kind == COMMAND_OFFER_DRAW && picture->status == GAME_PLAYING) {
        picture->offer = picture->seat;
    } else if (picture && asked->kind == COMMAND_DECLINE_DRAW) {
        picture->offer = ROW_NOBODY;
    } else if (asked->kind == COMMAND_CREATE_GAME) {
        know(&sim->person[person], m->game_id);
    }
}

static void hear_event(struct sim *sim, int person, int window, const struct message *m,
                       const struct outbox *outbox)
{
    struct window *to = &sim->person[person].window[window];
    const struct snapshot *snapshot = m->snapshot >= 0 ? &outbox->snapshot[m->snapshot] : NULL;
    struct picture *picture = window_picture(to, m->game_id);
    sim_say(sim, "person %d.%d hears %s game %lld match %lld", person, window,
            event_name((enum event)m->event), (long long)m->game_id % 1000,
            (long long)m->match_id % 1000);
    if (snapshot) {
        see(to, snapshot, m->seat);
        if (m->seat < ROW_SEATS)
            know(&sim->person[person], m->game_id);
    }
    switch ((enum event)m->event) {
    case EVENT_SESSION:
        if (to->is_admitted && !to->is_active)
            ask_games(sim, person, window);
        to->is_active = true;
        break;
    case EVENT_SESSION_REPLACED:
        to->is_active = to->is_waiting = false;
        to->match_id = 0;
        break;
    case EVENT_MATCH_FOUND:
        to->match_id = m->match_id;
        to->is_waiting = false;
        break;
    case EVENT_MATCH_CANCELLED:
        to->match_id = 0;
        to->is_waiting = m->is_waiting;
        to->is_lasting = false;
        break;
    case EVENT_GAME_START:
        if (!(snapshot->flags & GAME_ASYNC))
            to->match_id = 0;
        if (to->is_lasting == (snapshot->clock.kind == CLOCK_DAYS))
            to->is_waiting = false;
        break;
    case EVENT_DRAW_OFFERED:
        if (picture)
            picture->offer = (uint8_t)(1 - m->seat);
        break;
    case EVENT_DRAW_DECLINED:
        if (picture)
            picture->offer = ROW_NOBODY;
        break;
    case EVENT_CHAT_MESSAGE:
        if (outbox->row[m->row].chat.seq > to->chat_seq)
            to->chat_seq = outbox->row[m->row].chat.seq;
        break;
    default:
        break;
    }
}

static void hear_conn(struct sim *sim, int node, int32_t conn, const struct message *m,
                      const struct outbox *outbox)
{
    int person = conn / WINDOWS, window = conn % WINDOWS;
    if (m->event == EVENT_REPLY)
        hear_reply(sim, person, window, m, outbox);
    else if (sim->person[person].window[window].node == node &&
             sim->person[person].window[window].is_admitted) /* not the connection before */
        hear_event(sim, person, window, m, outbox);
}

void people_hear(struct sim *sim, int node, const struct message *m, const struct outbox *outbox)
{
    struct service *service = sim->node[node].service;
    if (m->to == TO_CONN)
        hear_conn(sim, node, m->conn, m, outbox);
    if (m->to != TO_SPECTATORS)
        return;
    for (int32_t conn = service_spectator(service, m->game_id, CONN_NONE); conn != CONN_NONE;
         conn = service_spectator(service, m->game_id, conn))
        hear_conn(sim, node, conn, m, outbox);
}

/* ---- acting ---- */

static int some_node(struct sim *sim)
{
    int at = (int)sim_below(sim, NODES);
    for (int i = 0; i < NODES; i++, at = (at + 1) % NODES)
        if (sim->node[at].is_alive)
            return at;
    return -1;
}

bool people_play(struct sim *sim, int person, int window, struct picture *picture)
{
    struct service_command command = command_of(COMMAND_MAKE_MOVE);
    if (picture->status != GAME_PLAYING || picture->is_watched || picture->current != picture->seat)
        return false;
    command.game_id = picture->game_id;
    command.ply = picture->ply;
    const struct move_order order = sim_order(sim, &picture->rules, picture->moves);
    command.column = order.column;
    command.action = order.action;
    ask(sim, person, window, &command);
    return true;
}

static void join_queue(struct sim *sim, int person, int window)
{
    struct service_command command = command_of(COMMAND_JOIN_QUEUE);
    command.rules = rulesets[sim_chance(sim, 3)];
    command.clock = clocks[sim_below(sim, 4)];
    command.is_rated = command.clock.kind != CLOCK_NONE;
    command.column = command.clock.kind == CLOCK_DAYS; /* for hear_reply */
    ask(sim, person, window, &command);
}

static void create(struct sim *sim, int person, int window)
{
    struct service_command command = command_of(COMMAND_CREATE_GAME);
    command.rules = rulesets[sim_chance(sim, 3)];
    command.clock = clocks[sim_below(sim, 3)];
    command.seat[0].wish = WISH_ME;
    command.seat[1].wish = sim_chance(sim, 2) ? WISH_BOT : WISH_ANYONE;
    command.is_either_side = true;
    command.is_public = true;
    ask(sim, person, window, &command);
}

static void join_code(struct sim *sim, int person, int window)
{
    struct service_command command = command_of(COMMAND_JOIN_GAME);
    command.knows_variants = true;
    for (int i = 0; i < sim->base.games; i++)
        if (sim->base.game[i].status == GAME_WAITING)
            memcpy(command.code, sim->base.game[i].code, sizeof command.code);
    if (command.code[0])
        ask(sim, person, window, &command);
}

static void chat(struct sim *sim, int person, int window, int64_t game_id)
{
    struct service_command command = command_of(COMMAND_CHAT_MESSAGE);
    command.game_id = game_id;
    command.quick = 1;
    ask(sim, person, window, &command);
}

static void answer_match(struct sim *sim, int person, int window, bool is_good)
{
    bool confirms = is_good || !sim_chance(sim, 5);
    struct service_command command =
        command_of(confirms ? COMMAND_CONFIRM_MATCH : COMMAND_DECLINE_MATCH);
    command.match_id = sim->person[person].window[window].match_id;
    ask(sim, person, window, &command);
}

/* Something about a game that the window knows. */
static void act_on_game(struct sim *sim, int person, int window, bool is_good)
{
    static const uint8_t rare[] = {
        COMMAND_OFFER_DRAW,      COMMAND_ACCEPT_DRAW,     COMMAND_DECLINE_DRAW,
        COMMAND_RESIGN,          COMMAND_REQUEST_REMATCH, COMMAND_ACCEPT_REMATCH,
        COMMAND_DECLINE_REMATCH, COMMAND_RESUME,          COMMAND_CHAT_MESSAGE,
        COMMAND_CHAT_MESSAGE,    COMMAND_REQUEST_REMATCH, COMMAND_OFFER_DRAW};
    struct window *from = &sim->person[person].window[window];
    if (from->pictures == 0)
        return;
    struct picture *picture = &from->picture[sim_below(sim, (uint32_t)from->pictures)];
    for (int i = 0; i < from->pictures && picture->status != GAME_PLAYING; i++)
        if (!sim_chance(sim, 4))
            picture = &from->picture[i];
    if ((is_good || !sim_chance(sim, 3)) && people_play(sim, person, window, picture))
        return;
    if (is_good)
        return;
    uint8_t kind = rare[sim_below(sim, sizeof rare)];
    if (kind == COMMAND_CHAT_MESSAGE)
        chat(sim, person, window, picture->game_id);
    else
        ask_game(sim, person, window, (enum command_kind)kind, picture->game_id);
}

static void act(struct sim *sim, int person, int window, bool is_good)
{
    struct window *from = &sim->person[person].window[window];
    uint32_t choice = sim_below(sim, 20);
    if (from->match_id && choice < 16) {
        answer_match(sim, person, window, is_good);
    } else if (choice < 8) {
        act_on_game(sim, person, window, is_good);
    } else if (choice < 13) {
        join_queue(sim, person, window);
    } else if (is_good) {
        act_on_game(sim, person, window, true);
    } else if (choice == 13) {
        ask_game(sim, person, window, COMMAND_LEAVE_QUEUE, 0);
    } else if (choice == 14) {
        create(sim, person, window);
    } else if (choice == 15) {
        join_code(sim, person, window);
    } else if (choice == 16 && sim->base.games > 0) {
        ask_game(sim, person, window, COMMAND_WATCH,
                 sim->base.game[sim_below(sim, (uint32_t)sim->base.games)].id);
    } else if (choice == 17) {
        people_leave(sim, person, window);
    } else {
        act_on_game(sim, person, window, false);
    }
}

void people_act(struct sim *sim, bool is_good)
{
    int person = (int)sim_below(sim, PEOPLE);
    int window = !is_good && sim->person[person].player_id && sim_chance(sim, 5) ? 1 : 0;
    struct window *from = &sim->person[person].window[window];
    int node = some_node(sim);
    if (from->node >= 0 && from->is_admitted && (from->is_active || sim_chance(sim, 4)))
        act(sim, person, window, is_good);
    else if (from->node < 0 && node >= 0 && has_room(sim, &sim->node[node]))
        people_connect(sim, person, window, node);
}
