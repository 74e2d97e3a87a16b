#include "play/discount.h"

#include <string.h>

static const int64_t minute_ms = 60000;
enum { DAY_MINUTES = 24 * 60 };

/* At the start, or later: somebody may begin a game elsewhere and then play both sides at home. */
static bool is_same_network(const struct discount_facts *facts)
{
    const uint32_t networks[ROW_SEATS][2] = {{facts->network[0], facts->last_network[0]},
                                             {facts->network[1], facts->last_network[1]}};
    bool is_same = false;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            is_same |= networks[0][i] && networks[0][i] == networks[1][j];
    return is_same && !facts->counts_same_network;
}

static bool is_short(const struct discount_facts *facts)
{
    bool is_played_out = facts->reason == REASON_LINE || facts->reason == REASON_DRAW;
    return !is_played_out && facts->plies < DISCOUNT_SHORT_PLIES;
}

static bool is_repeated(const struct discount_facts *facts)
{
    return facts->pair_games >= DISCOUNT_PAIR_GAMES;
}

static bool is_new(const struct discount_facts *facts, int seat)
{
    return facts->counted[seat] < DISCOUNT_NEW_GAMES;
}

/* One of the two is new. If both are, the game counts: otherwise nobody would ever begin to count. */
static bool is_unequal(const struct discount_facts *facts)
{
    return is_new(facts, 0) != is_new(facts, 1);
}

static const struct {
    bool (*applies)(const struct discount_facts *facts);
    const char *name;
} rules[DISCOUNTS] = {
    [DISCOUNT_NONE] = {NULL, "none"},
    [DISCOUNT_SAME_NETWORK] = {is_same_network, "same-network"},
    [DISCOUNT_SHORT] = {is_short, "short"},
    [DISCOUNT_REPEATED] = {is_repeated, "repeated"},
    [DISCOUNT_NEW_OPPONENT] = {is_unequal, "new-opponent"},
};

struct discount_verdict discount_judge(const struct discount_facts *facts)
{
    struct discount_verdict verdict = {.counts = {true, true}};
    for (uint8_t i = DISCOUNT_NONE + 1; i < DISCOUNTS && !verdict.discount; i++)
        if (rules[i].applies(facts))
            verdict.discount = i;
    for (int seat = 0; seat < ROW_SEATS && verdict.discount; seat++)
        verdict.counts[seat] = verdict.discount == DISCOUNT_NEW_OPPONENT && is_new(facts, seat);
    return verdict;
}

const char *discount_name(uint8_t discount)
{
    return discount < DISCOUNTS ? rules[discount].name : "?";
}

uint32_t discount_network(uint64_t address)
{
    enum { NETWORKS = (1 << 24) - 1 };
    return address ? (uint32_t)(address % NETWORKS) + 1 : 0;
}

static uint32_t tag_of(int64_t player_id)
{
    return (uint32_t)((uint64_t)player_id ^ (uint64_t)player_id >> 32);
}

static uint32_t minute_of(int64_t wall_ms)
{
    return (uint32_t)(wall_ms / minute_ms);
}

static int games_against(const struct rating_row *row, int64_t opponent_id, int64_t wall_ms)
{
    uint32_t now = minute_of(wall_ms), tag = tag_of(opponent_id);
    int count = 0;
    for (int i = 0; i < ROW_RECENT; i++)
        count += row->recent[i].minute && row->recent[i].opponent == tag &&
                 row->recent[i].minute + DAY_MINUTES > now;
    return count;
}

/* A player with many games forgets the oldest; the opponent may still remember them. */
int discount_pair_games(const struct rating_row rows[ROW_SEATS], int64_t wall_ms)
{
    int first = games_against(&rows[0], rows[1].player_id, wall_ms);
    int second = games_against(&rows[1], rows[0].player_id, wall_ms);
    return first > second ? first : second;
}

void discount_remember(struct rating_row rows[ROW_SEATS], int64_t wall_ms)
{
    for (int i = 0; i < ROW_SEATS; i++) {
        struct recent_game *recent = rows[i].recent;
        memmove(recent + 1, recent, (ROW_RECENT - 1) * sizeof *recent);
        recent[0] = (struct recent_game){tag_of(rows[1 - i].player_id), minute_of(wall_ms)};
    }
}
