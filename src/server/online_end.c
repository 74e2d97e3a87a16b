/* Connections whose session is over: they are told why, and closed. */
#include <sodium.h>

#include "server/event_write.h"
#include "server/online_parts.h"

enum { NAME_SPACE = 0 };

/* As it was when it asked to leave: the service learns of it at the end of the turn. */
static void end_conn(struct online *online, struct online_conn *conn, bool is_erased,
                     int64_t now_ms)
{
    struct socket_client *client = conn->client;
    const struct message message = {
        .event = EVENT_SESSION_ENDED, .is_erased = is_erased, .snapshot = -1, .row = -1};
    struct buffer out = buffer_with_max(1024);
    if (event_write(&out, &message, NULL, NULL) == JSON_WRITE_OK) {
        struct engine_frame frame = engine_frame_text(out.bytes, out.len);
        (void)socket_session_send(&client->session, NAME_SPACE, &frame, 1);
    }
    buffer_free(&out);
    conns_remove(&online->conns, conn);
    socket_session_end(&client->session, now_ms);
    online->is_dirty = true;
}

void online_end_player(struct online *online, int64_t player_id, bool is_erased, int64_t now_ms)
{
    for (int32_t i = 0; i < online->conns.used; i++) {
        struct online_conn *conn = conns_at(&online->conns, i);
        if (conn && service_player_of(online->service, i) == player_id)
            end_conn(online, conn, is_erased, now_ms);
    }
}

void online_end_token(struct online *online, const struct token *token, int64_t now_ms)
{
    for (int32_t i = 0; i < online->conns.used; i++) {
        struct online_conn *conn = conns_at(&online->conns, i);
        if (conn && sodium_memcmp(conn->token.bytes, token->bytes, sizeof token->bytes) == 0)
            end_conn(online, conn, false, now_ms);
    }
}
