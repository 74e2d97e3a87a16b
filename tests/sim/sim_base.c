/* The database of the simulation: plain arrays, and exactly the rules of play/rows.h. */
#include <string.h>

#include "sim.h"

void base_open(struct base *base)
{
    memset(base, 0, sizeof *base);
    base->journal = (struct journal){.bytes = base->undo, .max = sizeof base->undo};
}

#define BASE_KEEP(base, object) journal_keep(&(base)->journal, object, sizeof *(object))

struct game_row *base_game(struct base *base, int64_t id)
{
    for (int i = 0; i < base->games; i++)
        if (base->game[i].id == id)
            return &base->game[i];
    return NULL;
}

struct base_player *base_player(struct base *base, int64_t id)
{
    for (int i = 0; i < base->players; i++)
        if (base->player[i].rows.player.id == id)
            return &base->player[i];
    return NULL;
}

struct session_row *base_session(struct base *base, const uint8_t *hash)
{
    for (int i = 0; i < base->sessions; i++)
        if (memcmp(base->session[i].token_hash, hash, ROW_HASH_BYTES) == 0)
            return &base->session[i];
    return NULL;
}

struct queue_row *base_waiting(struct base *base, int64_t player_id)
{
    for (int i = 0; i < base->queued; i++)
        if (base->queue[i].player_id == player_id)
            return &base->queue[i];
    return NULL;
}

struct match_row *base_match_of(struct base *base, int64_t player_id)
{
    for (int i = 0; i < base->matches; i++)
        if (base->match[i].player_id[0] == player_id || base->match[i].player_id[1] == player_id)
            return &base->match[i];
    return NULL;
}

struct rated_row *base_rated(struct base *base, int64_t game_id)
{
    for (int i = 0; i < base->rateds; i++)
        if (base->rated[i].game_id == game_id)
            return &base->rated[i];
    return NULL;
}

static void stamp(struct base *base, struct base_player *player)
{
    BASE_KEEP(base, &base->last_stamp);
    player->stamp = ++base->last_stamp; /* the caller has kept the player */
}

/* ---- rows; each is false where the database refuses it ---- */

static bool write_player(struct base *base, const struct player_row *row)
{
    struct base_player *player = base_player(base, row->id);
    if (!player) {
        if (base->players == PLAYERS_MAX)
            return false;
        BASE_KEEP(base, &base->players);
        player = &base->player[base->players++];
        BASE_KEEP(base, player);
        memset(player, 0, sizeof *player);
        player->rows.player = *row;
    }
    BASE_KEEP(base, player);
    player->rows.player.misses = row->misses;
    player->rows.presence.player_id = row->id;
    if (row->name[0])
        memcpy(player->rows.player.name, row->name, sizeof row->name);
    stamp(base, player);
    return true;
}

static bool write_session(struct base *base, const struct session_row *row)
{
    struct session_row *session = base_session(base, row->token_hash);
    if (!session && row->is_use)
        return true;
    if (!session) {
        if (base->sessions == PLAYERS_MAX)
            return false;
        BASE_KEEP(base, &base->sessions);
        session = &base->session[base->sessions++];
    }
    BASE_KEEP(base, session);
    *session = *row;
    return true;
}

static bool write_game(struct base *base, const struct game_row *row)
{
    if (base_game(base, row->id) || base->games == GAMES_MAX)
        return false;
    for (int i = 0; i < base->games; i++)
        if ((row->rematch_of && base->game[i].rematch_of == row->rematch_of) ||
            (row->code[0] && base->game[i].status == GAME_WAITING &&
             strcmp(base->game[i].code, row->code) == 0))
            return false;
    BASE_KEEP(base, &base->games);
    BASE_KEEP(base, &base->game[base->games]);
    base->game[base->games++] = *row;
    return true;
}

/* The game of a compare-and-set, or null. */
static struct game_row *set_game(struct base *base, int64_t id, uint32_t version, int status)
{
    struct game_row *game = base_game(base, id);
    if (!game || game->version != version || (status >= 0 && game->status != status))
        return NULL;
    BASE_KEEP(base, game);
    game->version++;
    return game;
}

static bool write_join(struct base *base, const struct join_row *row)
{
    struct game_row *game = set_game(base, row->game_id, row->version, GAME_WAITING);
    if (!game)
        return false;
    game->seat[row->at] = row->seat;
    game->status = GAME_PLAYING;
    memcpy(game->left_ms, row->left_ms, sizeof game->left_ms);
    game->moved_ms = game->updated_ms = row->moved_ms;
    game->deadline_ms = row->deadline_ms;
    return true;
}

static bool write_move(struct base *base, const struct move_row *row)
{
    const struct game_row *known = base_game(base, row->game_id);
    if (!known || known->ply != row->ply)
        return false;
    struct game_row *game = set_game(base, row->game_id, row->version, GAME_PLAYING);
    if (!game)
        return false;
    memcpy(game->moves + strlen(game->moves), row->text, sizeof row->text);
    game->to_move = row->to_move;
    game->ply++;
    game->status = row->status;
    game->winner = row->winner;
    game->reason = row->reason;
    game->offer = row->offer;
    memcpy(game->left_ms, row->left_ms, sizeof game->left_ms);
    game->moved_ms = game->updated_ms = row->moved_ms;
    game->deadline_ms = row->deadline_ms;
    if (game->status != GAME_PLAYING) {
        game->finished_ms = row->moved_ms;
        game->seat[0].network = game->seat[1].network = 0;
    }
    return true;
}

static bool is_connected(struct base *base, const struct seat_row *seat)
{
    const struct base_player *player =
        seat->kind == SEAT_PLAYER ? base_player(base, seat->player_id) : NULL;
    return player && player->rows.presence.node != 0;
}

/* Nobody is abandoned who is connected. */
static bool may_abandon(struct base *base, const struct game_row *game,
                        const struct result_row *row)
{
    for (int i = 0; i < ROW_SEATS && row->reason == REASON_ABANDON; i++)
        if (i != row->winner && is_connected(base, &game->seat[i]))
            return false;
    return true;
}

static bool write_result(struct base *base, const struct result_row *row)
{
    const struct game_row *known = base_game(base, row->game_id);
    if (!known || known->ply != row->ply || !may_abandon(base, known, row))
        return false;
    struct game_row *game = set_game(base, row->game_id, row->version,
                                     row->status == GAME_CANCELLED ? GAME_WAITING : GAME_PLAYING);
    if (!game)
        return false;
    game->status = row->status;
    game->winner = row->winner;
    game->reason = row->reason;
    game->offer = ROW_NOBODY;
    memcpy(game->left_ms, row->left_ms, sizeof game->left_ms);
    game->updated_ms = game->finished_ms = row->finished_ms;
    game->deadline_ms = 0;
    game->seat[0].network = game->seat[1].network = 0;
    return true;
}

static bool write_offer(struct base *base, const struct offer_row *row)
{
    struct game_row *game = set_game(base, row->game_id, row->version, GAME_PLAYING);
    if (game)
        game->offer = row->offer;
    return game != NULL;
}

static bool write_rematch(struct base *base, const struct rematch_row *row)
{
    const struct game_row *known = base_game(base, row->game_id);
    if (!known || known->status <= GAME_PLAYING)
        return false;
    struct game_row *game = set_game(base, row->game_id, row->version, -1);
    if (game)
        game->rematch = row->rematch;
    return game != NULL;
}

static bool write_rating(struct base *base, const struct rating_row *row)
{
    struct base_player *player = base_player(base, row->player_id);
    if (!player || player->rows.rating[row->class].games + 1 != row->games)
        return false;
    BASE_KEEP(base, player);
    player->rows.rating[row->class] = *row;
    stamp(base, player);
    return true;
}

static bool write_rated(struct base *base, const struct rated_row *row)
{
    if (base_rated(base, row->game_id) || base->rateds == RATED_MAX)
        return false;
    BASE_KEEP(base, &base->rateds);
    BASE_KEEP(base, &base->rated[base->rateds]);
    base->rated[base->rateds++] = *row;
    return true;
}

static bool write_chat(struct base *base, const struct chat_row *row)
{
    struct game_row *game = base_game(base, row->game_id);
    if (!game || row->seq != game->chat_seq + 1 || base->chats == CHATS_MAX)
        return false;
    BASE_KEEP(base, game);
    BASE_KEEP(base, &base->chats);
    game->chat_seq++;
    base->chat[base->chats++] =
        (struct base_chat){row->game_id, row->player_id, row->seq, row->channel};
    return true;
}

static void delete_queue(struct base *base, struct queue_row *row)
{
    BASE_KEEP(base, row);
    BASE_KEEP(base, &base->queued);
    *row = base->queue[--base->queued];
}

static bool write_queue(struct base *base, const struct queue_row *row)
{
    struct queue_row *waiting = base_waiting(base, row->player_id);
    if (!row->is_waiting) {
        if (!waiting || waiting->since_ms != row->since_ms)
            return false;
        delete_queue(base, waiting);
        return true;
    }
    if (base_match_of(base, row->player_id))
        return false;
    if (!waiting) {
        BASE_KEEP(base, &base->queued);
        waiting = &base->queue[base->queued++];
    }
    BASE_KEEP(base, waiting);
    *waiting = *row;
    return true;
}

static bool open_match(struct base *base, const struct match_row *row)
{
    for (int i = 0; i < ROW_SEATS; i++) {
        struct queue_row *waiting = base_waiting(base, row->player_id[i]);
        if (!waiting || waiting->since_ms != row->since_ms[i])
            return false;
        delete_queue(base, waiting);
    }
    if (base->matches == MATCHES_MAX)
        return false;
    BASE_KEEP(base, &base->matches);
    BASE_KEEP(base, &base->match[base->matches]);
    base->match[base->matches++] = *row;
    return true;
}

static bool write_match(struct base *base, const struct match_row *row)
{
    struct match_row *match = base->match;
    if (row->step == MATCH_OPEN)
        return open_match(base, row);
    while (match < base->match + base->matches && match->id != row->id)
        match++;
    if (match == base->match + base->matches || match->confirmed != row->before)
        return false;
    BASE_KEEP(base, match);
    if (row->step == MATCH_CONFIRM) {
        match->confirmed = row->confirmed;
        return true;
    }
    BASE_KEEP(base, &base->matches);
    *match = base->match[--base->matches];
    return true;
}

static bool has_lease(const struct base *base, int32_t number)
{
    for (int i = 0; i < base->nodes; i++)
        if (base->node[i].number == number)
            return true;
    return false;
}

static bool write_presence(struct base *base, const struct presence_row *row)
{
    struct base_player *player = base_player(base, row->player_id);
    if (row->node != 0 && !has_lease(base, row->node))
        return false;
    if (!player)
        return row->node == 0;
    struct presence_row *known = &player->rows.presence;
    bool applies = row->node == 0 ? known->node == row->from
                   : row->from == 0
                       ? true
                       : known->node == row->from || known->node == row->node || known->node == 0;
    if (!applies)
        return true;
    BASE_KEEP(base, known);
    *known = (struct presence_row){row->player_id, row->node, 0, row->since_ms};
    return true;
}

static bool write_row(struct base *base, const struct row *row)
{
    switch ((enum row_kind)row->kind) {
    case ROW_PLAYER:
        return write_player(base, &row->player);
    case ROW_SESSION:
        return write_session(base, &row->session);
    case ROW_GAME:
        return write_game(base, &row->game);
    case ROW_JOIN:
        return write_join(base, &row->join);
    case ROW_MOVE:
        return write_move(base, &row->move);
    case ROW_RESULT:
        return write_result(base, &row->result);
    case ROW_OFFER:
        return write_offer(base, &row->offer);
    case ROW_REMATCH:
        return write_rematch(base, &row->rematch);
    case ROW_RATING:
        return write_rating(base, &row->rating);
    case ROW_RATED:
        return write_rated(base, &row->rated);
    case ROW_CHAT:
        return write_chat(base, &row->chat);
    case ROW_QUEUE:
        return write_queue(base, &row->queue);
    case ROW_MATCH:
        return write_match(base, &row->match);
    case ROW_PRESENCE:
        return write_presence(base, &row->presence);
    default:
        return false;
    }
}

bool base_write(struct base *base, const struct row *rows, size_t count, size_t *refused,
                size_t max, size_t *refused_count)
{
    *refused_count = 0;
    for (size_t i = 0; i < count; i++)
        if (!write_row(base, &rows[i]) && *refused_count < max)
            refused[(*refused_count)++] = i;
    if (*refused_count > 0)
        journal_undo(&base->journal, 0);
    journal_forget(&base->journal);
    return *refused_count == 0;
}

/* ---- nodes ---- */

/* The players of a dead node are gone, and their live places in the queue with them. */
static void bury(struct base *base, int32_t number, int64_t now_ms)
{
    for (int i = 0; i < base->players; i++) {
        struct presence_row *presence = &base->player[i].rows.presence;
        if (presence->node != number)
            continue;
        *presence = (struct presence_row){presence->player_id, 0, 0, now_ms};
        struct queue_row *waiting = base_waiting(base, presence->player_id);
        if (waiting && waiting->clock.kind != CLOCK_DAYS)
            *waiting = base->queue[--base->queued];
    }
}

static void note_outage(struct base *base, int64_t now_ms)
{
    if (base->last_beat_ms && now_ms - base->last_beat_ms > SILENCE_MS) {
        if (base->outages == SERVICE_OUTAGES_MAX)
            memmove(base->outage, base->outage + 1, (size_t)--base->outages * sizeof *base->outage);
        base->outage[base->outages++] = (struct service_outage){base->last_beat_ms, now_ms};
    }
    base->last_beat_ms = now_ms;
}

int64_t base_outage_ms(const struct base *base, int64_t from_ms, int64_t to_ms)
{
    int64_t sum = 0;
    for (int i = 0; i < base->outages; i++) {
        int64_t began = base->outage[i].began_ms, ended = base->outage[i].ended_ms;
        began = began > from_ms ? began : from_ms;
        ended = ended < to_ms ? ended : to_ms;
        sum += ended > began ? ended - began : 0;
    }
    return sum;
}

int32_t base_beat(struct base *base, int32_t number, int64_t now_ms, bool *is_keeper, bool *is_new)
{
    struct base_node *own = NULL;
    int32_t lowest = INT32_MAX;
    note_outage(base, now_ms);
    for (int i = 0; i < base->nodes; i++)
        if (base->node[i].number == number)
            own = &base->node[i];
    *is_new = !own;
    if (own) {
        own->beat_ms = now_ms;
    } else {
        own = &base->node[base->nodes++];
        *own = (struct base_node){++base->last_number, now_ms};
    }
    number = own->number;
    for (int i = 0; i < base->nodes;) {
        struct base_node *node = &base->node[i];
        if (now_ms - node->beat_ms > LEASE_MS) {
            bury(base, node->number, now_ms);
            *node = base->node[--base->nodes];
            continue;
        }
        lowest = node->number < lowest ? node->number : lowest;
        i++;
    }
    *is_keeper = lowest == number;
    return number;
}

/* A computer to move, a fallen flag, or a live game that everybody has left. */
bool base_is_orphan(struct base *base, const struct game_row *game, int64_t now_ms)
{
    enum { THINKING_MS = 4000 };
    if (game->status != GAME_PLAYING)
        return false;
    int side = game->to_move;
    int64_t spent = now_ms - game->moved_ms - base_outage_ms(base, game->moved_ms, now_ms);
    bool has_fallen = game->clock.kind == CLOCK_LIVE && spent > game->left_ms[side];
    bool is_bot = game->seat[side].kind == SEAT_BOT && now_ms - game->moved_ms > THINKING_MS;
    bool is_left = !(game->flags & GAME_ASYNC);
    for (int i = 0; i < ROW_SEATS; i++)
        is_left &= !is_connected(base, &game->seat[i]);
    return has_fallen || is_bot || is_left;
}
