#include "store/shared.h"

enum store_err store_beat(struct store *store, struct store_beat *beat)
{
    const struct store_shared_ops *shared = store->ops->shared;
    return shared ? shared->beat(store, beat) : STORE_E_ROW;
}

enum store_err store_leave(struct store *store, int32_t node)
{
    const struct store_shared_ops *shared = store->ops->shared;
    return shared ? shared->leave(store, node) : STORE_E_ROW;
}

enum store_err store_look_games(struct store *store, struct store_held *held, size_t count)
{
    const struct store_shared_ops *shared = store->ops->shared;
    return shared ? shared->look_games(store, held, count) : STORE_E_ROW;
}

enum store_err store_look_players(struct store *store, const int64_t *player_id, size_t players,
                                  const int64_t *known, size_t known_count, int64_t *out,
                                  size_t max, size_t *count)
{
    const struct store_shared_ops *shared = store->ops->shared;
    return shared ? shared->look_players(store, player_id, players, known, known_count, out, max,
                                         count)
                  : STORE_E_ROW;
}

enum store_err store_stamps(struct store *store, struct store_stamp *stamps, size_t count)
{
    const struct store_shared_ops *shared = store->ops->shared;
    return shared ? shared->stamps(store, stamps, count) : STORE_E_ROW;
}

enum store_err store_matches(struct store *store, struct match_row *out, size_t max, size_t *count)
{
    const struct store_shared_ops *shared = store->ops->shared;
    return shared ? shared->matches(store, out, max, count) : STORE_E_ROW;
}

enum store_err store_chat_after(struct store *store, int64_t game_id, enum chat_channel channel,
                                uint32_t seq, struct chat_row *out, size_t max, size_t *count)
{
    const struct store_shared_ops *shared = store->ops->shared;
    return shared ? shared->chat_after(store, game_id, channel, seq, out, max, count) : STORE_E_ROW;
}

enum store_err store_orphans(struct store *store, struct store_walk *walk, int64_t *out, size_t max,
                             size_t *count)
{
    const struct store_shared_ops *shared = store->ops->shared;
    return shared ? shared->orphans(store, walk, out, max, count) : STORE_E_ROW;
}
