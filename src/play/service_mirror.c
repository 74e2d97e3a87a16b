/* The queue of a shared database as other nodes have changed it. Memory has a copy of all places and matches: the keeper
 * pairs by it, and every node tells its own players. */
#include "play/service_parts.h"

#include <string.h>

static void forget_undo(struct service *service)
{
    journal_forget(&service->journal);
    outbox_keep(&service->outbox);
}

static bool is_here(struct service *service, int64_t player_id)
{
    const struct player *player = people_find(service, player_id);
    return player && people_is_connected(player) && presence_is_here(service, player);
}

/* False if the row names no board. */
static bool key_read(struct lobby_key *out, const char *board, const struct clock_row *clock,
                     bool is_rated)
{
    *out = (struct lobby_key){.clock = *clock, .is_rated = is_rated};
    return ruleset_read(&out->rules, board, strnlen(board, ROW_BOARD_SIZE)) == FF_OK;
}

static struct lobby_entry entry_of(struct service *service, int64_t player_id,
                                   const struct lobby_key *key, int64_t since_ms, uint32_t network,
                                   struct instant now)
{
    const struct player *player = people_find(service, player_id);
    bool is_provisional;
    struct lobby_entry entry = {.player_id = player_id,
                                .key = *key,
                                .since_ms = shared_play_ms(service, since_ms, now),
                                .waiting_ms = since_ms,
                                .network = network,
                                .is_unknown = !player};
    if (player)
        entry.rating = player_rating(player, rating_class_of(&key->rules), &is_provisional);
    return entry;
}

void mirror_know(struct service *service, const struct player *player)
{
    struct lobby_entry *entry = lobby_find(&service->state.lobby, player->id);
    bool is_provisional;
    if (!entry)
        return;
    KEEP(service, entry);
    entry->is_unknown = false;
    entry->rating = player_rating(player, rating_class_of(&entry->key.rules), &is_provisional);
}

void mirror_keep(struct service *service, const struct lobby_match *match)
{
    const struct lobby *lobby = &service->state.lobby;
    shared_note(service, match->id);
    for (int i = 0; i < ROW_SEATS; i++)
        shared_note(service, lobby->entry[match->entry[i]].player_id);
}

/* What the entry says was read. What had to wait for that is owed again. */
static void entry_read(struct service *service, struct lobby_entry *entry)
{
    struct player *player = people_find(service, entry->player_id);
    bool was_doubtful = entry->is_doubtful;
    KEEP(service, entry);
    entry->is_doubtful = entry->is_lost = false;
    if (was_doubtful && player)
        owe(service, player);
}

/* ---- matches ---- */

static int32_t entry_index(const struct lobby *lobby, const struct lobby_entry *entry)
{
    return (int32_t)(entry - lobby->entry);
}

static bool has_member(const struct lobby *lobby, const struct lobby_match *match,
                       const struct lobby_entry *entry)
{
    return match->entry[0] == entry_index(lobby, entry) ||
           match->entry[1] == entry_index(lobby, entry);
}

static void tell_cancelled(struct service *service, int64_t player_id, int64_t match_id,
                           enum match_reason reason, bool is_waiting)
{
    struct player *player = people_find(service, player_id);
    struct message *message = tell_player(service, EVENT_MATCH_CANCELLED, player);
    message->match_id = match_id;
    message->reason = (uint8_t)reason;
    message->is_waiting = is_waiting;
    message->wait_ms = player ? misses_wait_ms(player->misses, service->wall_ms) : 0;
}

/* The match is over without a game. is_waiting: who is back in the queue. The node that closed it has stored the misses. */
static void match_cancel(struct service *service, struct lobby_match *match,
                         const bool is_waiting[ROW_SEATS], enum match_reason reason)
{
    struct lobby *lobby = &service->state.lobby;
    int64_t match_id = match->id;
    for (int i = ROW_SEATS - 1; i >= 0; i--) {
        struct lobby_entry entry = lobby->entry[match->entry[i]];
        bool was_told = match->is_told[i];
        key_table_remove(&lobby->by_player, &service->journal, match->entry[i]);
        entry.is_doubtful = entry.is_lost = false;
        if (is_waiting[i])
            (void)lobby_place(lobby, &service->journal, &entry); /* a place was just freed */
        if (was_told || !is_waiting[i]) /* who has not heard of it believes to wait still */
            tell_cancelled(service, entry.player_id, match_id, reason, is_waiting[i]);
    }
    key_table_remove(&lobby->by_match, &service->journal, (int32_t)(match - lobby->match));
}

/* Entries that another match has: a player is in one match at a time, so the older one is over. */
static void match_make_room(struct service *service, const struct match_row *row)
{
    struct lobby *lobby = &service->state.lobby;
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct lobby_entry *entry = lobby_find(lobby, row->player_id[i]);
        if (entry && entry->match != KEY_TABLE_NONE)
            match_cancel(service, &lobby->match[entry->match], (bool[ROW_SEATS]){false, false},
                         MATCH_TIMEOUT);
    }
}

static struct lobby_match *match_add(struct service *service, const struct match_row *row,
                                     struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_entry entry[ROW_SEATS];
    struct lobby_key key;
    if (!key_read(&key, row->board, &row->clock, row->is_rated))
        return NULL;
    match_make_room(service, row);
    for (int i = 0; i < ROW_SEATS; i++)
        entry[i] =
            entry_of(service, row->player_id[i], &key, row->since_ms[i], row->network[i], now);
    int64_t began_ms = row->deadline_ms - lobby->setup.confirm_ms;
    struct lobby_match *match =
        lobby_mirror(lobby, &service->journal, row->id, entry,
                     shared_play_ms(service, began_ms, now) + lobby->setup.confirm_ms);
    if (match)
        match->due_ms = row->deadline_ms; /* lobby_mirror has journalled it */
    return match;
}

/* An open match, as read or as another node tells. Confirmations are never taken back. */
static void match_mirror(struct service *service, const struct match_row *row, struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_match *match = lobby_match_find(lobby, row->id);
    if (!match)
        match = match_add(service, row, now);
    if (!match)
        return;
    KEEP(service, match);
    for (int i = 0; i < ROW_SEATS; i++) {
        struct lobby_entry *entry = &lobby->entry[match->entry[i]];
        entry_read(service, entry);
        int member = entry->player_id == row->player_id[0] ? 0 : 1;
        match->is_confirmed[i] |= row->confirmed >> member & 1;
        entry->network = row->network[member];
    }
}

/* Tells players of this node whom the keeper has paired, once the opponent is known. */
static void match_tell(struct service *service, struct lobby_match *match, struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct lobby_entry *entry = &lobby->entry[match->entry[i]];
        const struct player *other =
            people_find(service, lobby->entry[match->entry[1 - i]].player_id);
        if (match->is_told[i] || !other || !is_here(service, entry->player_id))
            continue;
        struct message *message =
            tell_player(service, EVENT_MATCH_FOUND, people_find(service, entry->player_id));
        KEEP(service, match);
        match->is_told[i] = true;
        message->match_id = match->id;
        message->wait_ms = match->deadline_ms > now.play_ms ? match->deadline_ms - now.play_ms : 0;
        message->rating =
            player_rating(other, rating_class_of(&entry->key.rules), &message->is_provisional);
        memcpy(message->name, other->name, sizeof message->name);
    }
}

void mirror_retell(struct service *service, const struct player *player)
{
    struct lobby *lobby = &service->state.lobby;
    const struct lobby_entry *entry = lobby_find(lobby, player->id);
    if (!entry || entry->match == KEY_TABLE_NONE)
        return;
    struct lobby_match *match = &lobby->match[entry->match];
    KEEP(service, match);
    match->is_told[match->entry[0] == entry_index(lobby, entry) ? 0 : 1] = false;
}

void mirror_tell(struct service *service, struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    int32_t left = lobby->by_match.count;
    for (int32_t i = 0; left > 0 && i < lobby->by_match.max && service_has_space(service); i++) {
        if (!key_table_has(&lobby->by_match, i))
            continue;
        left--;
        match_tell(service, &lobby->match[i], now);
    }
}

/* The game of two players has begun: the match that they had is over. A place in the queue, or a match with another
 * player, has to be given up by the node of the player. */
void mirror_begin(struct service *service, const struct slot *slot)
{
    struct lobby *lobby = &service->state.lobby;
    const struct lobby_entry *entry[ROW_SEATS];
    for (int i = 0; i < ROW_SEATS; i++)
        entry[i] = lobby_find(lobby, slot->room.seat[i].who.player_id);
    if (entry[0] && entry[1] && entry[0]->match != KEY_TABLE_NONE &&
        entry[0]->match == entry[1]->match && slot->room.flags & GAME_QUEUED) {
        mirror_keep(service, &lobby->match[entry[0]->match]);
        lobby_finish_match(lobby, &service->journal, &lobby->match[entry[0]->match]);
        return;
    }
    for (int i = 0; i < ROW_SEATS; i++) {
        struct player *player = slot_player(service, slot, i);
        if (entry[i] && player && !queue_is_lasting(&entry[i]->key) && is_here(service, player->id))
            owe(service, player);
    }
}

/* ---- places ---- */

/* The player waits, as the row says. An entry in a match stays there. */
static void place_mirror(struct service *service, const struct queue_row *row, struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_entry *entry = lobby_find(lobby, row->player_id), fresh;
    struct player *player = people_find(service, row->player_id);
    struct lobby_key key;
    if (!key_read(&key, row->board, &row->clock, row->is_rated))
        return;
    if (entry && entry->match == KEY_TABLE_NONE &&
        (entry->waiting_ms != row->since_ms || !lobby_key_equal(&entry->key, &key))) {
        lobby_leave(lobby, &service->journal, entry);
        entry = NULL;
    }
    if (!entry) {
        fresh = entry_of(service, row->player_id, &key, row->since_ms, row->network, now);
        if (lobby_place(lobby, &service->journal, &fresh) != REFUSAL_OK)
            return;
        entry = lobby_find(lobby, row->player_id);
    }
    entry_read(service, entry);
    if (player && !people_is_connected(player) && player->network == 0) {
        KEEP(service, &player->network);
        player->network = row->network;
    }
}

/* There is no such row any more. A player of this node has not left, or this node would know: the place comes back. But the
 * keeper starts games over days without asking. */
static void place_vanish(struct service *service, struct lobby_entry *entry)
{
    struct player *player = people_find(service, entry->player_id);
    bool is_ours = is_here(service, entry->player_id), is_lasting = queue_is_lasting(&entry->key);
    if (is_ours && is_lasting) {
        KEEP(service, player);
        player->lacks_game = true;
    }
    if (!is_ours || is_lasting) {
        lobby_leave(&service->state.lobby, &service->journal, entry);
        return;
    }
    KEEP(service, entry);
    entry->is_doubtful = false;
    entry->is_lost = true;
    owe(service, player);
}

/* ---- one player, when a command needs it ---- */

/* The rows of a player's place: the match is over, or was never there. */
static void player_unmatch(struct service *service, struct lobby_entry *entry,
                           const struct queue_row *waiting)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_match *match = &lobby->match[entry->match];
    bool is_waiting[ROW_SEATS];
    for (int i = 0; i < ROW_SEATS; i++) {
        struct lobby_entry *member = &lobby->entry[match->entry[i]];
        is_waiting[i] = member == entry ? waiting != NULL : false;
    }
    match_cancel(service, match, is_waiting, MATCH_TIMEOUT);
}

void mirror_player(struct service *service, struct player *player, const struct queue_row *waiting,
                   const struct match_row *match, uint64_t mark, struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_entry *entry = lobby_find(lobby, player->id);
    mirror_know(service, player);
    if (entry && entry->is_doubtful) {
        entry->is_doubtful = false; /* mirror_know has journalled it */
        owe(service, player);
    }
    if (shared_is_recent(service, player->id, mark))
        return;
    if (match) {
        if (!shared_is_recent(service, match->id, mark))
            match_mirror(service, match, now);
        return;
    }
    if (entry && entry->match != KEY_TABLE_NONE)
        player_unmatch(service, entry, waiting);
    entry = lobby_find(lobby, player->id);
    if (waiting)
        place_mirror(service, waiting, now);
    else if (entry)
        place_vanish(service, entry);
}

/* ---- hints ---- */

static bool is_busy(const struct service *service)
{
    return service->journal.len > 0 || !service_has_space(service);
}

enum refresh service_hint_queue(struct service *service, const struct queue_row *row,
                                const struct moment *moment)
{
    struct instant now = service_instant(service, moment);
    struct lobby_entry *entry = lobby_find(&service->state.lobby, row->player_id);
    if (is_busy(service))
        return REFRESH_BUSY;
    service->wall_ms = moment->wall_ms;
    if (entry && entry->match != KEY_TABLE_NONE)
        return REFRESH_DONE; /* what becomes of the match says more */
    if (row->is_waiting && !is_here(service, row->player_id)) {
        place_mirror(service, row, now);
        shared_note(service, row->player_id);
    } else if (!row->is_waiting && entry && entry->waiting_ms <= row->since_ms) {
        place_vanish(service, entry);
        shared_note(service, row->player_id);
    }
    forget_undo(service);
    return REFRESH_DONE;
}

/* A match that was cancelled says by since_ms who waits again. */
static void hint_close(struct service *service, struct lobby_match *match,
                       const struct match_row *row)
{
    struct lobby *lobby = &service->state.lobby;
    bool is_waiting[ROW_SEATS];
    enum match_reason reason =
        service->wall_ms >= row->deadline_ms ? MATCH_TIMEOUT : MATCH_DECLINED;
    mirror_keep(service, match);
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct lobby_entry *entry = &lobby->entry[match->entry[i]];
        int member = entry->player_id == row->player_id[0] ? 0 : 1;
        struct player *player = people_find(service, entry->player_id);
        is_waiting[i] = row->since_ms[member] != 0;
        if (!is_waiting[i] && player)
            player->misses = misses_after(player->misses, service->wall_ms);
        if (!is_waiting[i] && player && player->node == 0)
            reason = MATCH_DISCONNECTED;
    }
    match_cancel(service, match, is_waiting, reason);
}

/* Its game has begun on another node. A player of this node stays in the match until the game is known here: nothing else
 * could begin meanwhile. */
static void hint_begun(struct service *service, struct lobby_match *match)
{
    struct lobby *lobby = &service->state.lobby;
    bool is_ours = false;
    mirror_keep(service, match);
    for (int i = 0; i < ROW_SEATS; i++)
        is_ours |= is_here(service, lobby->entry[match->entry[i]].player_id);
    if (is_ours)
        match->is_confirmed[0] = match->is_confirmed[1] = true;
    else
        lobby_finish_match(lobby, &service->journal, match);
}

enum refresh service_hint_match(struct service *service, const struct match_row *row,
                                const struct moment *moment)
{
    struct lobby_match *match = lobby_match_find(&service->state.lobby, row->id);
    struct instant now = service_instant(service, moment);
    if (is_busy(service))
        return REFRESH_BUSY;
    service->wall_ms = moment->wall_ms;
    if (row->step != MATCH_CLOSE && !shared_is_recent(service, -row->id, 0)) {
        match_mirror(service, row, now);
        match = lobby_match_find(&service->state.lobby, row->id);
        if (match)
            mirror_keep(service, match);
    }
    if (row->step == MATCH_CLOSE) {
        shared_note(service, -row->id); /* hints of it that come later are old */
        if (match && row->confirmed == 3)
            hint_begun(service, match);
        else if (match && !lobby_is_agreed(match))
            hint_close(service, match, row);
    }
    forget_undo(service);
    return REFRESH_DONE;
}

/* ---- the whole queue ---- */

/* REFRESH_BUSY as soon as the outbox is full: the same rows, given again, go on from there. */
static bool read_rows(struct service *service, const struct service_queue_read *read,
                      struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    for (size_t i = 0; i < read->match_count; i++) {
        const struct match_row *row = &read->match[i];
        if (!service_has_space(service))
            return false;
        if (!shared_is_recent(service, row->id, read->mark) &&
            !shared_is_recent(service, row->player_id[0], read->mark) &&
            !shared_is_recent(service, row->player_id[1], read->mark))
            match_mirror(service, row, now);
        for (int k = 0; k < ROW_SEATS; k++)
            if (lobby_find(lobby, row->player_id[k]))
                lobby_find(lobby, row->player_id[k])->seen = service->reading;
        forget_undo(service);
    }
    return true;
}

static bool read_places(struct service *service, const struct service_queue_read *read,
                        struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    for (size_t i = 0; i < read->waiting_count; i++) {
        const struct queue_row *row = &read->waiting[i];
        struct lobby_entry *entry = lobby_find(lobby, row->player_id);
        if (!service_has_space(service))
            return false;
        /* The queue was read before the matches: the player may be in one by now. */
        if (entry && entry->seen == service->reading)
            continue;
        if (!shared_is_recent(service, row->player_id, read->mark)) {
            if (entry && entry->match != KEY_TABLE_NONE)
                player_unmatch(service, entry, row);
            place_mirror(service, row, now);
        }
        if (lobby_find(lobby, row->player_id))
            lobby_find(lobby, row->player_id)->seen = service->reading;
        forget_undo(service);
    }
    return true;
}

/* Entries without a row. */
static bool read_missing(struct service *service, const struct service_queue_read *read)
{
    struct lobby *lobby = &service->state.lobby;
    for (int32_t i = 0; i < lobby->by_player.max; i++) {
        struct lobby_entry *entry = &lobby->entry[i];
        if (!key_table_has(&lobby->by_player, i) || entry->seen == service->reading ||
            shared_is_recent(service, entry->player_id, read->mark))
            continue;
        if (!service_has_space(service))
            return false;
        if (entry->match != KEY_TABLE_NONE)
            match_cancel(service, &lobby->match[entry->match], (bool[ROW_SEATS]){false, false},
                         MATCH_TIMEOUT);
        else
            place_vanish(service, entry);
        forget_undo(service);
    }
    return true;
}

enum refresh service_refresh_queue(struct service *service, const struct service_queue_read *read,
                                   const struct moment *moment)
{
    struct instant now = service_instant(service, moment);
    if (service->journal.len > 0)
        return REFRESH_BUSY;
    service->wall_ms = moment->wall_ms;
    service->reading++;
    return read_rows(service, read, now) && read_places(service, read, now) &&
                   read_missing(service, read)
               ? REFRESH_DONE
               : REFRESH_BUSY;
}

/* ---- what this node needs to know ---- */

static bool is_wanted(struct service *service, const struct lobby_entry *entry)
{
    struct lobby *lobby = &service->state.lobby;
    if (service_has_player(service, entry->player_id))
        return false;
    if (entry->match == KEY_TABLE_NONE)
        return service->is_keeper;
    const struct lobby_match *match = &lobby->match[entry->match];
    int other = has_member(lobby, match, entry) && match->entry[0] == entry_index(lobby, entry);
    return service->is_keeper || is_here(service, lobby->entry[match->entry[other]].player_id);
}

int32_t service_next_wanted(const struct service *service, int32_t after, int64_t *player_id)
{
    const struct lobby *lobby = &service->state.lobby;
    int32_t left = lobby->by_player.count; /* every turn asks: the lobby has few places in use */
    for (int32_t at = after + 1; left > 0 && at < lobby->by_player.max; at++) {
        if (!key_table_has(&lobby->by_player, at))
            continue;
        left--;
        if (is_wanted((struct service *)service, &lobby->entry[at])) {
            *player_id = lobby->entry[at].player_id;
            return at;
        }
    }
    return NONE;
}

bool service_take_missing(struct service *service, int64_t *player_id)
{
    for (int32_t i = 0; i < service->setup.players; i++) {
        struct player *player = &service->player[i];
        if (!key_table_has(&service->state.players, i) || !player->lacks_game)
            continue;
        player->lacks_game = false;
        *player_id = player->id;
        return true;
    }
    return false;
}

bool service_doubts_queue(const struct service *service)
{
    const struct lobby *lobby = &service->state.lobby;
    int32_t left = lobby->by_player.count;
    for (int32_t i = 0; left > 0 && i < lobby->by_player.max; i++) {
        if (!key_table_has(&lobby->by_player, i))
            continue;
        left--;
        if (lobby->entry[i].is_doubtful)
            return true;
    }
    return false;
}
