/* Connections whose session is over: they are told why, and closed. */
#include <sodium.h>

#include "server/online_frame.h"
#include "server/online_parts.h"

/* As it was when it asked to leave: the service learns of it at the end of the turn. */
static void end_conn(struct online *online, struct online_conn *conn, bool is_erased)
{
    struct sio_client *client = conn->client;
    const struct message message = {
        .event = EVENT_SESSION_ENDED, .is_erased = is_erased, .snapshot = -1, .row = -1};
    struct buffer out = buffer_with_max(1024);
    struct json_write w = frame_begin(&out, REPLY_NO_ACK);
    event_write(&w, &message, NULL, NULL);
    if (json_write_finish(&w) == JSON_WRITE_OK)
        (void)sio_send(client, NAME_SPACE, out.bytes, out.len);
    buffer_free(&out);
    conns_remove(&online->conns, conn);
    sio_close(client);
    online->is_dirty = true;
}

void online_end_player(struct online *online, int64_t player_id, bool is_erased)
{
    for (int32_t i = 0; i < online->conns.used; i++) {
        struct online_conn *conn = conns_at(&online->conns, i);
        if (conn && service_player_of(online->service, i) == player_id)
            end_conn(online, conn, is_erased);
    }
}

void online_end_token(struct online *online, const struct token *token)
{
    for (int32_t i = 0; i < online->conns.used; i++) {
        struct online_conn *conn = conns_at(&online->conns, i);
        if (conn && sodium_memcmp(conn->token.bytes, token->bytes, sizeof token->bytes) == 0)
            end_conn(online, conn, false);
    }
}
