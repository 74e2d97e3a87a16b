/* Ends sessions: sends session-ended to their connections and closes them. */
#include <sodium.h>

#include "server/online_frame.h"
#include "server/online_parts.h"

/* The service is told at the end of the turn. */
static void end_client(struct online *online, struct sio_client *client, bool is_erased)
{
    const struct message message = {
        .event = EVENT_SESSION_ENDED, .is_erased = is_erased, .snapshot = -1, .row = -1};
    struct buffer out = buffer_with_max(1024);
    struct json_write w = frame_begin(&out, REPLY_NO_ACK);
    event_write(&w, &message, NULL, NULL);
    if (json_write_finish(&w) == JSON_WRITE_OK)
        (void)sio_send(client, NAME_SPACE, out.bytes, out.len);
    buffer_free(&out);
    online_clients_remove(&online->clients, client);
    sio_close(client);
    online->is_dirty = true;
}

void online_end_player(struct online *online, int64_t player_id, bool is_erased)
{
    for (int32_t i = 0; i < online->clients.used; i++) {
        struct sio_client *client = online_clients_at(&online->clients, i);
        if (client && service_player_of(online->service, i) == player_id)
            end_client(online, client, is_erased);
    }
}

void online_close_player(struct online *online, int64_t player_id)
{
    for (int32_t i = 0; i < online->clients.used; i++) {
        struct sio_client *client = online_clients_at(&online->clients, i);
        if (!client || service_player_of(online->service, i) != player_id)
            continue;
        online_clients_remove(&online->clients, client);
        sio_close(client);
        online->is_dirty = true;
    }
}

void online_end_session(struct online *online, int64_t player_id,
                        const uint8_t hash[ROW_HASH_BYTES])
{
    uint8_t shown[ROW_HASH_BYTES];
    for (int32_t i = 0; i < online->clients.used; i++) {
        struct sio_client *client = online_clients_at(&online->clients, i);
        if (!client || service_player_of(online->service, i) != player_id)
            continue;
        token_hash(shown, &online_client_of(client)->token);
        if (sodium_memcmp(shown, hash, sizeof shown) == 0)
            end_client(online, client, false);
    }
}
