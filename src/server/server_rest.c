/* The callbacks through which REST uses the online service. */
#include "server/server_parts.h"

static int64_t now_of(const struct server *server)
{
    return net_now_ms(server->net);
}

static void submit(void *context, struct service_command *command)
{
    struct server *server = context;
    online_do(server->online, command, now_of(server));
}

static void commit(void *context)
{
    struct server *server = context;
    online_turn(server->online, now_of(server));
}

static bool is_ready(void *context)
{
    const struct server *server = context;
    return online_is_ready(server->online);
}

static void end_player(void *context, int64_t player_id, bool is_erased)
{
    struct server *server = context;
    online_end_player(server->online, player_id, is_erased);
}

static void end_session(void *context, int64_t player_id, const uint8_t hash[ROW_HASH_BYTES])
{
    struct server *server = context;
    online_end_session(server->online, player_id, hash);
}

static void close_player(void *context, int64_t player_id)
{
    struct server *server = context;
    online_close_player(server->online, player_id);
}

static void count_refusal(void *context, enum refusal refusal)
{
    struct server *server = context;
    server->metrics.refusals[refusal]++;
}

static void read_life(void *context, struct service_life *out)
{
    const struct server *server = context;
    service_life(online_service(server->online), now_of(server), out);
    if (server->cluster)
        out->online += cluster_count(server->cluster).online_elsewhere;
}

static int64_t wall_ms(void *context)
{
    return server_wall_ms(context);
}

static bool is_reserved(void *context, int64_t skeleton)
{
    const struct server *server = context;
    return reserved_names_has(&server->reserved_names, skeleton);
}

static bool analyse(void *context, const struct rest_analysis *wanted)
{
    struct server *server = context;
    return analysts_ask(server->analysts, wanted);
}

struct rest_host server_rest_host(struct server *server)
{
    return (struct rest_host){.submit = submit,
                              .commit = commit,
                              .is_ready = is_ready,
                              .end_player = end_player,
                              .close_player = close_player,
                              .end_session = end_session,
                              .refused = count_refusal,
                              .life = read_life,
                              .wall_ms = wall_ms,
                              .is_reserved = is_reserved,
                              .analyse = analyse,
                              .context = server};
}
