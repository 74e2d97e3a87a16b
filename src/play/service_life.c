/* Signs of life for the lobby: who is here, and what is waited for. */
#include "play/service_parts.h"

enum { SCANNED_MAX = 256 }; /* players at the front of the queue who are counted by kind */

static struct service_kind *kind_of(struct service_life *life, const struct lobby_key *key)
{
    for (int32_t i = 0; i < life->kinds; i++)
        if (lobby_key_equal(&life->kind[i].key, key))
            return &life->kind[i];
    if (life->kinds == SERVICE_KINDS_MAX)
        return NULL;
    struct service_kind *kind = &life->kind[life->kinds++];
    *kind = (struct service_kind){.key = *key, .typical_ms = WAITS_UNKNOWN};
    return kind;
}

/* Kinds that somebody waits for come first, longest wait first. */
static void count_waiting(struct service_life *life, const struct lobby *lobby)
{
    int32_t at = lobby->first;
    for (int i = 0; i < SCANNED_MAX && at != NONE; i++, at = lobby->entry[at].next) {
        struct service_kind *kind = kind_of(life, &lobby->entry[at].key);
        if (kind)
            kind->waiting++;
    }
}

static void add_waits(struct service_life *life, const struct waits *waits, int64_t play_ms)
{
    for (int i = 0; i < WAITS_KINDS; i++) {
        const struct waits_kind *past = &waits->kind[i];
        int64_t typical_ms = waits_typical(past, play_ms);
        struct service_kind *kind = typical_ms == WAITS_UNKNOWN ? NULL : kind_of(life, &past->key);
        if (kind)
            kind->typical_ms = typical_ms;
    }
}

void service_life(const struct service *service, int64_t now_ms, struct service_life *out)
{
    const struct moment moment = {.now_ms = now_ms};
    *out = (struct service_life){.online = service->state.online};
    count_waiting(out, &service->state.lobby);
    add_waits(out, &service->state.waits, service_instant(service, &moment).play_ms);
}
