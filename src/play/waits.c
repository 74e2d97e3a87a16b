#include "play/waits.h"

static const int64_t recent_ms = INT64_C(24) * 60 * 60 * 1000;

/* The kind's place; a new kind gets a free one, or the one that was not used for the longest time. */
static struct waits_kind *place_of(struct waits *waits, const struct lobby_key *key)
{
    struct waits_kind *oldest = &waits->kind[0];
    for (int i = 0; i < WAITS_KINDS; i++) {
        struct waits_kind *kind = &waits->kind[i];
        if (kind->count > 0 && lobby_key_equal(&kind->key, key))
            return kind;
        if (oldest->count > 0 && (kind->count == 0 || kind->used_ms < oldest->used_ms))
            oldest = kind;
    }
    return oldest;
}

void waits_add(struct waits *waits, struct journal *journal, const struct lobby_key *key,
               int64_t wait_ms, int64_t now_ms)
{
    struct waits_kind *kind = place_of(waits, key);
    JOURNAL_KEEP(journal, kind);
    if (kind->count == 0 || !lobby_key_equal(&kind->key, key))
        *kind = (struct waits_kind){.key = *key};
    kind->used_ms = now_ms;
    kind->wait[kind->next] = (struct wait){now_ms, wait_ms};
    kind->next = (kind->next + 1) % WAITS_KEPT;
    if (kind->count < WAITS_KEPT)
        kind->count++;
}

int64_t waits_typical(const struct waits_kind *kind, int64_t now_ms)
{
    int64_t sorted[WAITS_KEPT];
    int count = 0;
    for (int i = 0; i < kind->count; i++) {
        if (now_ms - kind->wait[i].at_ms > recent_ms)
            continue;
        int at = count++;
        for (; at > 0 && sorted[at - 1] > kind->wait[i].wait_ms; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = kind->wait[i].wait_ms;
    }
    return count < WAITS_LEAST ? WAITS_UNKNOWN : sorted[count / 2];
}
