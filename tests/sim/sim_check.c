/* The promises. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim.h"

void sim_claim(struct sim *sim, bool is_true, const char *claim)
{
    if (!is_true && !sim->broken)
        sim->broken = claim;
}

void sim_say(struct sim *sim, const char *format, ...)
{
    va_list args;
    if (!sim->is_loud)
        return;
    printf("%8lld ", (long long)sim->now_ms);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

/* ---- at every commit ---- */

/* Has the person had a connection to a healthy node for long? */
static bool is_surely_connected(const struct sim *sim, int64_t player_id)
{
    enum { LONG_MS = 9000 };
    for (int i = 0; i < PEOPLE; i++)
        for (int w = 0; w < WINDOWS && sim->person[i].player_id == player_id; w++) {
            const struct window *window = &sim->person[i].window[w];
            if (window->node < 0 || !window->is_admitted)
                continue;
            const struct node *node = &sim->node[window->node];
            if (sim->now_ms - window->opened_ms > LONG_MS &&
                sim->now_ms - node->troubled_ms > LONG_MS && node_runs(sim, node) &&
                !node->is_cut && !node->is_failing)
                return true;
        }
    return false;
}

static int64_t outage_since(const struct service_outage *outage, int64_t from_ms)
{
    int64_t began_ms = outage->began_ms > from_ms ? outage->began_ms : from_ms;
    return outage->ended_ms > began_ms ? outage->ended_ms - began_ms : 0;
}

/* A flag falls only after its time, without the time in which no node could write. */
bool check_flag(struct sim *sim, const struct row *row)
{
    enum { SKEW_MS = 60 };
    const struct game_row *game =
        row->kind == ROW_RESULT ? base_game(&sim->base, row->result.game_id) : NULL;
    if (!game || row->result.reason != REASON_TIME || row->result.status == GAME_CANCELLED ||
        game->clock.kind != CLOCK_LIVE)
        return true;
    /* A node hears of an outage with its next beat. */
    int64_t known_ms = sim->now_ms - SILENCE_MS, lost_ms = 0;
    for (int i = 0; i < sim->base.outages; i++)
        if (sim->base.outage[i].ended_ms < known_ms)
            lost_ms += outage_since(&sim->base.outage[i], game->moved_ms);
    int64_t spent = sim->now_ms - game->moved_ms - lost_ms;
    return spent + SKEW_MS >= game->left_ms[game->to_move];
}

static void check_result(struct sim *sim, const struct result_row *row)
{
    const struct game_row *game = base_game(&sim->base, row->game_id);
    for (int i = 0; i < ROW_SEATS && row->reason == REASON_ABANDON; i++)
        if (i != row->winner && game->seat[i].kind == SEAT_PLAYER)
            SIM_HOLDS(sim, !is_surely_connected(sim, game->seat[i].player_id));
}

/* No player has two live games of the queue. A rematch, and a game by code, is begun by its players. */
static void check_game(struct sim *sim, const struct game_row *game)
{
    sim->games++;
    if (!(game->flags & GAME_QUEUED) || game->flags & GAME_ASYNC || game->rematch_of)
        return;
    for (int i = 0; i < sim->base.games; i++) {
        const struct game_row *other = &sim->base.game[i];
        if (other->id == game->id || other->status != GAME_PLAYING || other->rematch_of ||
            !(other->flags & GAME_QUEUED) || other->flags & GAME_ASYNC)
            continue;
        for (int a = 0; a < ROW_SEATS; a++)
            for (int b = 0; b < ROW_SEATS; b++)
                SIM_HOLDS(sim, game->seat[a].player_id != other->seat[b].player_id);
    }
}

/* A rated game goes on from the ratings before. */
static void check_rated(struct sim *sim, const struct rated_row *rated)
{
    const struct game_row *game = base_game(&sim->base, rated->game_id);
    for (int seat = 0; seat < ROW_SEATS; seat++) {
        double last = 1500;
        for (int i = 0; sim->base.rated[i].game_id != rated->game_id; i++) {
            const struct rated_row *other = &sim->base.rated[i];
            const struct game_row *theirs = base_game(&sim->base, other->game_id);
            for (int k = 0; k < ROW_SEATS; k++)
                if (theirs->seat[k].player_id == game->seat[seat].player_id &&
                    other->class == rated->class)
                    last = other->after[k];
        }
        SIM_HOLDS(sim, fabs(rated->before[seat] - last) < 1e-9);
    }
}

void check_row(struct sim *sim, const struct row *row)
{
    if (row->kind == ROW_RESULT)
        check_result(sim, &row->result);
    if (row->kind == ROW_GAME)
        check_game(sim, &row->game);
    if (row->kind == ROW_RATED)
        check_rated(sim, &row->rated);
    sim->moves += row->kind == ROW_MOVE;
}

void check_base(struct sim *sim)
{
    struct base *base = &sim->base;
    for (int i = 0; i < base->queued; i++) /* a place in the queue, or in a match, not both */
        SIM_HOLDS(sim, !base_match_of(base, base->queue[i].player_id));
    for (int i = 0; i < base->matches; i++)
        for (int k = 0; k < i; k++)
            for (int a = 0; a < ROW_SEATS; a++)
                for (int b = 0; b < ROW_SEATS; b++)
                    SIM_HOLDS(sim, base->match[i].player_id[a] != base->match[k].player_id[b]);
}

/* ---- at every answer ---- */

/* An acknowledged move is in the row: at once, and for ever (check_calm). */
static bool has_move(struct sim *sim, const struct ask *ask)
{
    const struct game_row *game = base_game(&sim->base, ask->game_id);
    if (!game || game->ply <= ask->ply)
        return false;
    const char *move = game->moves;
    for (int ply = 0; ply < ask->ply; ply++)
        move += moves_first(move);
    char sign = "\0-_@=+<>~"[ask->order.action], letter = (char)('1' + ask->order.column);
    bool has_column = ff_action_has_column((ff_action)ask->order.action);
    return sign == '\0' ? *move == letter : *move == sign && (!has_column || move[1] == letter);
}

void check_answer(struct sim *sim, const struct ask *ask, const struct message *reply)
{
    sim_say(sim, "person %d.%d %s game %lld ply %d: %s", ask->person, ask->window,
            command_name((enum command_kind)ask->kind), (long long)ask->game_id % 1000, ask->ply,
            refusal_code((enum refusal)reply->refusal));
    if (reply->refusal == REFUSAL_OK && ask->kind == COMMAND_MAKE_MOVE)
        SIM_HOLDS(sim, has_move(sim, ask));
}

/* ---- when everything has calmed down ---- */

static void check_moves(struct sim *sim)
{
    for (int i = 0; i < sim->asks; i++)
        if (sim->ask[i].kind == COMMAND_MAKE_MOVE && sim->ask[i].is_answered &&
            sim->ask[i].refusal == REFUSAL_OK)
            SIM_HOLDS(sim, has_move(sim, &sim->ask[i]));
    for (int i = 0; i < sim->base.games; i++)
        SIM_HOLDS(sim, sim->base.game[i].ply == moves_count(sim->base.game[i].moves));
}

static void check_ratings(struct sim *sim)
{
    struct base *base = &sim->base;
    int rated[PLAYERS_MAX] = {0};
    for (int i = 0; i < base->rateds; i++)
        for (int k = 0; k < ROW_SEATS; k++) {
            int64_t id = base_game(base, base->rated[i].game_id)->seat[k].player_id;
            rated[base_player(base, id) - base->player]++;
        }
    for (int i = 0; i < base->players; i++) {
        const struct rating_row *row = base->player[i].rows.rating;
        int games = 0, results = 0;
        for (int class = 0; class < RATING_CLASSES; class ++) {
            games += row[class].games;
            results += row[class].wins + row[class].draws + row[class].losses;
        }
        SIM_HOLDS(sim, games == rated[i] && results == games);
    }
}

/* The windows of a person: exactly one plays, and the row names its node. */
static const struct window *check_windows(struct sim *sim, const struct person *person)
{
    const struct window *active = NULL;
    int open = 0, actives = 0;
    for (int w = 0; w < WINDOWS; w++) {
        const struct window *window = &person->window[w];
        open += window->node >= 0 && window->is_admitted;
        if (window->node >= 0 && window->is_active) {
            active = window;
            actives++;
        }
    }
    if (open == 0) {
        if (person->player_id)
            SIM_HOLDS(sim, base_player(&sim->base, person->player_id)->rows.presence.node == 0);
        return NULL;
    }
    SIM_HOLDS(sim, actives == 1);
    if (active)
        SIM_HOLDS(sim, base_player(&sim->base, person->player_id)->rows.presence.node ==
                           sim->node[active->node].number);
    return active;
}

/* What the window shows of each game is what the row says. */
static void check_pictures(struct sim *sim, const struct window *window)
{
    for (int i = 0; i < window->pictures; i++) {
        const struct picture *picture = &window->picture[i];
        const struct game_row *game = base_game(&sim->base, picture->game_id);
        if (picture->is_watched && sim->node[window->node].service == NULL)
            continue;
        if (picture->is_watched || (game->flags & GAME_ASYNC && false))
            continue;
        SIM_HOLDS(sim, picture->status == game->status);
        SIM_HOLDS(sim, picture->ply == game->ply);
        SIM_HOLDS(sim, strcmp(picture->moves, game->moves) == 0);
        if (game->status == GAME_PLAYING) /* one's own offer is not told */
            SIM_HOLDS(sim,
                      (picture->offer == 1 - picture->seat) == (game->offer == 1 - picture->seat));
    }
}

/* A player sees every live game, and where the queue has them. */
static void check_seen(struct sim *sim, const struct person *person, const struct window *window)
{
    struct base *base = &sim->base;
    for (int i = 0; i < base->games; i++) {
        const struct game_row *game = &base->game[i];
        bool is_own = game->seat[0].player_id == person->player_id ||
                      game->seat[1].player_id == person->player_id;
        if (is_own && service_must_hold(game) && !window_picture((struct window *)window, game->id))
            sim_say(sim, "player %lld does not see game %lld", (long long)person->player_id % 1000,
                    (long long)game->id % 1000);
        if (is_own && service_must_hold(game) && !window->is_outdated)
            SIM_HOLDS(sim, window_picture((struct window *)window, game->id) != NULL);
    }
    const struct match_row *match = base_match_of(base, person->player_id);
    const struct queue_row *waiting = base_waiting(base, person->player_id);
    SIM_HOLDS(sim, window->match_id == (match ? match->id : 0));
    /* Nobody tells a window what another one of the same player has done in the queue. */
    bool is_alone = person->window[0].generation == 0 || person->window[1].generation == 0;
    if (window->is_waiting && !match && !window->is_unsure && is_alone)
        SIM_HOLDS(sim, waiting != NULL);
}

static void say_person(struct sim *sim, int person)
{
    const struct person *own = &sim->person[person];
    const struct base_player *player = base_player(&sim->base, own->player_id);
    sim_say(sim, "person %d: player %lld, presence %d", person, (long long)own->player_id % 1000,
            player ? player->rows.presence.node : -1);
    for (int w = 0; w < WINDOWS; w++) {
        const struct window *window = &own->window[w];
        if (window->node >= 0)
            sim_say(sim,
                    "  window %d: node %d (%d), admitted %d, active %d, waiting %d, match %lld", w,
                    window->node, sim->node[window->node].number, window->is_admitted,
                    window->is_active, window->is_waiting, (long long)window->match_id % 1000);
        for (int i = 0; window->node >= 0 && i < window->pictures; i++) {
            const struct picture *picture = &window->picture[i];
            const struct game_row *game = base_game(&sim->base, picture->game_id);
            if (picture->status != game->status || picture->ply != game->ply ||
                (game->status == GAME_PLAYING && picture->offer != game->offer))
                sim_say(sim,
                        "    game %lld: status %d ply %d offer %d watched %d; row: %d %d %d, "
                        "version %u",
                        (long long)picture->game_id % 1000, picture->status, picture->ply,
                        picture->offer, picture->is_watched, game->status, game->ply, game->offer,
                        game->version);
        }
    }
}

/* However many windows a player has, the nodes together count them once. */
static void check_online(struct sim *sim)
{
    int online = 0, players = 0;
    for (int i = 0; i < PEOPLE; i++) {
        const struct window *window = sim->person[i].window;
        bool is_open = false;
        for (int w = 0; w < WINDOWS; w++)
            is_open |= window[w].node >= 0 && window[w].is_admitted;
        players += is_open;
    }
    for (int i = 0; i < NODES; i++)
        online += service_count(sim->node[i].service).online;
    SIM_HOLDS(sim, online == players);
}

void check_calm(struct sim *sim)
{
    check_moves(sim);
    check_ratings(sim);
    check_online(sim);
    for (int i = 0; sim->is_loud && i < PEOPLE; i++)
        say_person(sim, i);
    for (int i = 0; i < PEOPLE; i++) {
        const struct window *window = check_windows(sim, &sim->person[i]);
        if (!window)
            continue;
        if (!window->is_outdated)
            check_pictures(sim, window);
        check_seen(sim, &sim->person[i], window);
    }
    for (int i = 0; i < sim->base.games; i++) { /* no computer has been forgotten */
        const struct game_row *game = &sim->base.game[i];
        if (game->status == GAME_PLAYING && game->seat[game->to_move].kind == SEAT_BOT)
            SIM_HOLDS(sim, sim->now_ms - game->moved_ms < LEASE_MS);
    }
    for (int i = 0; i < sim->asks; i++) { /* nobody waits for an answer */
        const struct ask *ask = &sim->ask[i];
        const struct window *window = &sim->person[ask->person].window[ask->window];
        if (window->node >= 0 && window->generation == ask->generation)
            SIM_HOLDS(sim, ask->is_answered);
    }
}

void check_empty(struct sim *sim)
{
    struct base *base = &sim->base;
    check_moves(sim);
    check_ratings(sim);
    for (int i = 0; sim->is_loud && i < PEOPLE; i++)
        say_person(sim, i);
    SIM_HOLDS(sim, base->matches == 0);
    for (int i = 0; i < base->queued; i++)
        SIM_HOLDS(sim, base->queue[i].clock.kind == CLOCK_DAYS);
    for (int i = 0; i < base->players; i++)
        SIM_HOLDS(sim, base->player[i].rows.presence.node == 0);
    for (int i = 0; i < base->games; i++)
        SIM_HOLDS(sim, base->game[i].status > GAME_PLAYING);
}
