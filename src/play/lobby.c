#include "play/lobby.h"

#include <string.h>

#include "play/clock.h"

enum { PAIRS_A_CALL = 32 };

size_t lobby_size(const struct lobby_setup *setup)
{
    return key_table_size(setup->players) + key_table_size(setup->matches) +
           (size_t)setup->players * sizeof(struct lobby_entry) +
           (size_t)setup->matches * sizeof(struct lobby_match);
}

void lobby_open(struct lobby *lobby, void *memory, const struct lobby_setup *setup)
{
    unsigned char *at = memory;
    memset(memory, 0, lobby_size(setup));
    *lobby = (struct lobby){
        .setup = *setup, .first = KEY_TABLE_NONE, .last = KEY_TABLE_NONE, .cursor = KEY_TABLE_NONE};
    lobby->entry = (void *)at;
    at += (size_t)setup->players * sizeof(struct lobby_entry);
    lobby->match = (void *)at;
    at += (size_t)setup->matches * sizeof(struct lobby_match);
    key_table_open(&lobby->by_player, at, setup->players);
    key_table_open(&lobby->by_match, at + key_table_size(setup->players), setup->matches);
}

static int32_t index_of(const struct lobby *lobby, const struct lobby_entry *entry)
{
    return (int32_t)(entry - lobby->entry);
}

bool lobby_key_equal(const struct lobby_key *a, const struct lobby_key *b)
{
    return a->is_rated == b->is_rated && ruleset_equal(&a->rules, &b->rules) &&
           clock_setup_equal(&a->clock, &b->clock);
}

/* Adds an entry at the front or the end of the list. */
static void list_add(struct lobby *lobby, struct journal *journal, struct lobby_entry *entry,
                     bool is_front)
{
    int32_t at = index_of(lobby, entry), *end = is_front ? &lobby->first : &lobby->last;
    int32_t neighbour = *end;
    JOURNAL_KEEP(journal, lobby);
    JOURNAL_KEEP(journal, entry);
    entry->match = KEY_TABLE_NONE;
    entry->prev = is_front ? KEY_TABLE_NONE : neighbour;
    entry->next = is_front ? neighbour : KEY_TABLE_NONE;
    if (neighbour == KEY_TABLE_NONE) {
        lobby->first = lobby->last = at;
        return;
    }
    JOURNAL_KEEP(journal, &lobby->entry[neighbour]);
    if (is_front)
        lobby->entry[neighbour].prev = at;
    else
        lobby->entry[neighbour].next = at;
    *end = at;
}

static void list_remove(struct lobby *lobby, struct journal *journal, struct lobby_entry *entry)
{
    int32_t prev = entry->prev, next = entry->next;
    JOURNAL_KEEP(journal, lobby);
    JOURNAL_KEEP(journal, entry);
    if (prev != KEY_TABLE_NONE)
        JOURNAL_KEEP(journal, &lobby->entry[prev]);
    if (next != KEY_TABLE_NONE)
        JOURNAL_KEEP(journal, &lobby->entry[next]);
    *(prev == KEY_TABLE_NONE ? &lobby->first : &lobby->entry[prev].next) = next;
    *(next == KEY_TABLE_NONE ? &lobby->last : &lobby->entry[next].prev) = prev;
    if (lobby->cursor == index_of(lobby, entry))
        lobby->cursor = next;
    entry->prev = entry->next = KEY_TABLE_NONE;
}

enum refusal lobby_join(struct lobby *lobby, struct journal *journal, int64_t player_id,
                        const struct lobby_key *key, int32_t rating, int64_t now_ms)
{
    if (lobby_find(lobby, player_id))
        return REFUSAL_ALREADY_QUEUED;
    int32_t at = key_table_add(&lobby->by_player, journal, (uint64_t)player_id);
    if (at == KEY_TABLE_NONE)
        return REFUSAL_SERVER_FULL;
    struct lobby_entry *entry = &lobby->entry[at];
    JOURNAL_KEEP(journal, entry);
    *entry = (struct lobby_entry){
        .player_id = player_id, .key = *key, .since_ms = now_ms, .rating = rating};
    list_add(lobby, journal, entry, false);
    return REFUSAL_OK;
}

struct lobby_entry *lobby_find(const struct lobby *lobby, int64_t player_id)
{
    int32_t at = key_table_find(&lobby->by_player, (uint64_t)player_id);
    return at == KEY_TABLE_NONE ? NULL : &lobby->entry[at];
}

struct lobby_match *lobby_match_find(const struct lobby *lobby, int64_t match_id)
{
    int32_t at = key_table_find(&lobby->by_match, (uint64_t)match_id);
    return at == KEY_TABLE_NONE ? NULL : &lobby->match[at];
}

int32_t lobby_queue_size(const struct lobby *lobby, const struct lobby_key *key)
{
    int32_t count = 0;
    for (int32_t i = lobby->first; i != KEY_TABLE_NONE; i = lobby->entry[i].next)
        count += lobby_key_equal(&lobby->entry[i].key, key);
    return count;
}

/* Moves the last entry of the list to the place that its wait gives it. */
static void list_sort_last(struct lobby *lobby, struct journal *journal)
{
    struct lobby_entry *entry = &lobby->entry[lobby->last];
    int32_t after = entry->prev;
    while (after != KEY_TABLE_NONE && lobby->entry[after].since_ms > entry->since_ms)
        after = lobby->entry[after].prev;
    if (after == entry->prev)
        return;
    list_remove(lobby, journal, entry);
    if (after == KEY_TABLE_NONE) {
        list_add(lobby, journal, entry, true);
        return;
    }
    int32_t next = lobby->entry[after].next;
    JOURNAL_KEEP(journal, &lobby->entry[after]);
    JOURNAL_KEEP(journal, &lobby->entry[next]); /* it is not the end, or nothing would have moved */
    entry->prev = after;
    entry->next = next;
    lobby->entry[after].next = lobby->entry[next].prev = index_of(lobby, entry);
}

/* A new entry that is not in the list yet; null if the lobby is full. */
static struct lobby_entry *entry_add(struct lobby *lobby, struct journal *journal,
                                     const struct lobby_entry *entry)
{
    int32_t at = key_table_add(&lobby->by_player, journal, (uint64_t)entry->player_id);
    if (at == KEY_TABLE_NONE)
        return NULL;
    JOURNAL_KEEP(journal, &lobby->entry[at]);
    lobby->entry[at] = *entry;
    lobby->entry[at].prev = lobby->entry[at].next = lobby->entry[at].match = KEY_TABLE_NONE;
    return &lobby->entry[at];
}

enum refusal lobby_place(struct lobby *lobby, struct journal *journal,
                         const struct lobby_entry *entry)
{
    if (lobby_find(lobby, entry->player_id))
        return REFUSAL_ALREADY_QUEUED;
    struct lobby_entry *added = entry_add(lobby, journal, entry);
    if (!added)
        return REFUSAL_SERVER_FULL;
    list_add(lobby, journal, added, false);
    list_sort_last(lobby, journal);
    return REFUSAL_OK;
}

static int64_t distance_of(const struct lobby_entry *a, const struct lobby_entry *b)
{
    return a->rating > b->rating ? a->rating - b->rating : b->rating - a->rating;
}

/* The longer wait of the two decides how far apart their ratings may be. */
static bool is_near(const struct lobby *lobby, const struct lobby_entry *a,
                    const struct lobby_entry *b, int64_t now_ms)
{
    int64_t since = a->since_ms < b->since_ms ? a->since_ms : b->since_ms;
    int64_t near = lobby->setup.near + lobby->setup.near_per_s * (now_ms - since) / 1000;
    return !a->key.is_rated || distance_of(a, b) <= near;
}

/* A shared database: may this entry be paired? */
static bool is_sure(const struct lobby_entry *entry)
{
    return !entry->is_unknown && !entry->is_doubtful && !entry->is_lost;
}

static struct lobby_entry *opponent_of(const struct lobby *lobby, const struct lobby_entry *entry,
                                       int64_t now_ms)
{
    struct lobby_entry *best = NULL;
    for (int32_t i = lobby->first; i != KEY_TABLE_NONE; i = lobby->entry[i].next) {
        struct lobby_entry *other = &lobby->entry[i];
        if (other == entry || !lobby_key_equal(&other->key, &entry->key) || !is_sure(other) ||
            !is_near(lobby, entry, other, now_ms))
            continue;
        if (!entry->key.is_rated)
            return other;
        if (!best || distance_of(entry, other) < distance_of(entry, best))
            best = other;
    }
    return best;
}

static void match_add(struct lobby *lobby, struct journal *journal, struct lobby_match *match,
                      int index, struct lobby_entry *entry)
{
    list_remove(lobby, journal, entry);
    entry->match = (int32_t)(match - lobby->match);
    match->entry[index] = index_of(lobby, entry);
}

struct lobby_match *lobby_pair(struct lobby *lobby, struct journal *journal, int64_t player_id,
                               int64_t match_id, int64_t now_ms)
{
    struct lobby_entry *entry = lobby_find(lobby, player_id), *opponent;
    if (!entry || entry->match != KEY_TABLE_NONE || !is_sure(entry) ||
        !(opponent = opponent_of(lobby, entry, now_ms)))
        return NULL;
    int32_t at = key_table_add(&lobby->by_match, journal, (uint64_t)match_id);
    if (at == KEY_TABLE_NONE)
        return NULL;
    struct lobby_match *match = &lobby->match[at];
    bool is_second = opponent->since_ms < entry->since_ms;
    JOURNAL_KEEP(journal, match);
    *match = (struct lobby_match){.id = match_id, .deadline_ms = now_ms + lobby->setup.confirm_ms};
    match_add(lobby, journal, match, is_second, entry);
    match_add(lobby, journal, match, !is_second, opponent);
    return match;
}

struct lobby_match *lobby_mirror(struct lobby *lobby, struct journal *journal, int64_t match_id,
                                 const struct lobby_entry players[ROW_SEATS], int64_t deadline_ms)
{
    struct lobby_entry *entry[ROW_SEATS];
    for (int i = 0; i < ROW_SEATS; i++) {
        entry[i] = lobby_find(lobby, players[i].player_id);
        if (entry[i] && entry[i]->match != KEY_TABLE_NONE)
            return NULL;
    }
    int32_t room = lobby->by_player.max - lobby->by_player.count;
    int32_t at = room < ROW_SEATS ? KEY_TABLE_NONE
                                  : key_table_add(&lobby->by_match, journal, (uint64_t)match_id);
    if (at == KEY_TABLE_NONE)
        return NULL;
    struct lobby_match *match = &lobby->match[at];
    JOURNAL_KEEP(journal, match);
    *match = (struct lobby_match){.id = match_id, .deadline_ms = deadline_ms};
    for (int i = 0; i < ROW_SEATS; i++) {
        if (entry[i])
            list_remove(lobby, journal, entry[i]);
        else
            entry[i] = entry_add(lobby, journal, &players[i]);
        entry[i]->match = at; /* both have journalled it */
        match->entry[i] = index_of(lobby, entry[i]);
    }
    return match;
}

struct lobby_match *lobby_pair_any(struct lobby *lobby, struct journal *journal, int64_t match_id,
                                   int64_t now_ms)
{
    struct lobby_match *match = NULL;
    JOURNAL_KEEP(journal, lobby);
    for (int i = 0; i < PAIRS_A_CALL && !match; i++) {
        int32_t at = lobby->cursor == KEY_TABLE_NONE ? lobby->first : lobby->cursor;
        if (at == KEY_TABLE_NONE)
            return NULL;
        lobby->cursor = lobby->entry[at].next;
        match = lobby_pair(lobby, journal, lobby->entry[at].player_id, match_id, now_ms);
    }
    return match;
}

static int member_of(const struct lobby *lobby, const struct lobby_match *match, int64_t player_id)
{
    int i = 0;
    while (i < ROW_SEATS && lobby->entry[match->entry[i]].player_id != player_id)
        i++;
    return i;
}

enum refusal lobby_confirm(struct lobby *lobby, struct journal *journal, int64_t match_id,
                           int64_t player_id)
{
    struct lobby_match *match = lobby_match_find(lobby, match_id);
    int member = match ? member_of(lobby, match, player_id) : ROW_NOBODY;
    if (member == ROW_NOBODY)
        return REFUSAL_NO_SUCH_MATCH;
    JOURNAL_KEEP(journal, match);
    match->is_confirmed[member] = true;
    return REFUSAL_OK;
}

bool lobby_is_agreed(const struct lobby_match *match)
{
    return match->is_confirmed[0] && match->is_confirmed[1];
}

void lobby_leave(struct lobby *lobby, struct journal *journal, struct lobby_entry *entry)
{
    list_remove(lobby, journal, entry);
    key_table_remove(&lobby->by_player, journal, index_of(lobby, entry));
}

void lobby_finish_match(struct lobby *lobby, struct journal *journal, struct lobby_match *match)
{
    for (int i = 0; i < ROW_SEATS; i++)
        key_table_remove(&lobby->by_player, journal, match->entry[i]);
    key_table_remove(&lobby->by_match, journal, (int32_t)(match - lobby->match));
}

bool lobby_leaves(const struct lobby_match *match, int member, int leaver)
{
    if (leaver == LOBBY_UNCONFIRMED)
        return !match->is_confirmed[member];
    return member == leaver || leaver == LOBBY_BOTH;
}

void lobby_cancel_match(struct lobby *lobby, struct journal *journal, struct lobby_match *match,
                        int leaver)
{
    for (int i = ROW_SEATS - 1; i >= 0; i--) {
        if (lobby_leaves(match, i, leaver))
            key_table_remove(&lobby->by_player, journal, match->entry[i]);
        else
            list_add(lobby, journal, &lobby->entry[match->entry[i]], true);
    }
    key_table_remove(&lobby->by_match, journal, (int32_t)(match - lobby->match));
}

/* A shared database: neither in doubt, nor begun on another node. */
static bool is_certain(const struct lobby *lobby, const struct lobby_match *match)
{
    return !lobby_is_agreed(match) && !lobby->entry[match->entry[0]].is_doubtful &&
           !lobby->entry[match->entry[1]].is_doubtful;
}

struct lobby_match *lobby_overdue(const struct lobby *lobby, int64_t now_ms)
{
    int32_t left = lobby->by_match.count;
    for (int32_t i = 0; left > 0 && i < lobby->by_match.max; i++) {
        if (!key_table_has(&lobby->by_match, i))
            continue;
        left--;
        if (lobby->match[i].deadline_ms <= now_ms && is_certain(lobby, &lobby->match[i]))
            return &lobby->match[i];
    }
    return NULL;
}
