#include "rest/rest_path.h"

#include <stdio.h>
#include <string.h>

#include "play/id.h"
#include "rest/rest_parts.h"

static const struct rest_route routes[] = {
    {"/api/games", REST_POST, REST_CREATE, false},
    {"/api/games", REST_GET, REST_LIST, false},
    {"/api/games/{id}", REST_GET, REST_STATE, false},
    {"/api/games/{id}/moves", REST_POST, REST_MOVE, true},
    {"/api/games/{id}/validate", REST_POST, REST_VALIDATE, true},
    {"/api/games/{id}/board.svg", REST_GET, REST_SVG, false},
    {"/api/games/{id}/picture.png", REST_GET, REST_PICTURE, false},
    {"/api/games/{id}/history", REST_GET, REST_HISTORY, false},
    {"/api/games/{id}/export.json", REST_GET, REST_GAME_JSON, false},
    {"/api/games/{id}/export.txt", REST_GET, REST_GAME_TEXT, false},
    {"/api/games/{id}/resign", REST_POST, REST_RESIGN, true},
    {"/api/join", REST_POST, REST_JOIN, true},
    {"/api/me", REST_GET, REST_ME, true},
    {"/api/me/export", REST_GET, REST_EXPORT, true},
    {"/api/me/delete", REST_POST, REST_DELETE, true},
    {"/api/account", REST_POST, REST_ACCOUNT, true},
    {"/api/account/proof", REST_POST, REST_PROOF, true},
    {"/api/account/recovery", REST_POST, REST_RECOVERY, true},
    {"/api/account/password", REST_POST, REST_PASSWORD, true},
    {"/api/account/totp", REST_POST, REST_TOTP, true},
    {"/api/account/totp/confirm", REST_POST, REST_TOTP_CONFIRM, true},
    {"/api/account/totp/delete", REST_POST, REST_TOTP_DELETE, true},
    {"/api/login", REST_POST, REST_LOGIN, false},
    {"/api/account/passkeys", REST_GET, REST_PASSKEYS, true},
    {"/api/account/passkeys", REST_POST, REST_PASSKEY_ADD, true},
    {"/api/account/passkeys/challenge", REST_POST, REST_PASSKEY_BEGIN, true},
    {"/api/account/passkeys/delete", REST_POST, REST_PASSKEY_DELETE, true},
    {"/api/login/challenge", REST_POST, REST_CHALLENGE, false},
    {"/api/login/passkey", REST_POST, REST_PASSKEY_LOGIN, false},
    {"/api/login/second", REST_POST, REST_SECOND, false},
    {"/api/logout", REST_POST, REST_LOGOUT, true},
    {"/api/logout-everywhere", REST_POST, REST_LOGOUT_ALL, true},
    {"/api/account/log", REST_GET, REST_ACCOUNT_LOG, true},
    {"/api/moderation/log", REST_GET, REST_ALL_LOGS, true},
    {"/api/sessions", REST_GET, REST_SESSIONS, true},
    {"/api/sessions/{id}/delete", REST_POST, REST_SESSION_DELETE, true},
    {"/api/push", REST_GET, REST_PUSH_KEY, false},
    {"/api/push", REST_POST, REST_PUSH_ADD, true},
    {"/api/push/delete", REST_POST, REST_PUSH_DELETE, true},
    {"/api/players/{id}", REST_GET, REST_PROFILE, false},
    {"/api/players/{id}/ratings", REST_GET, REST_POINTS, false},
    {"/api/players/{id}/report", REST_POST, REST_REPORT, true},
    {"/api/moderation/reports", REST_GET, REST_REPORTS, true},
    {"/api/moderation/reports/close", REST_POST, REST_REPORT_CLOSE, true},
    {"/api/moderation/actions", REST_GET, REST_MODERATIONS, true},
    {"/api/moderation/players/{id}", REST_GET, REST_MODERATED, true},
    {"/api/moderation/players/{id}", REST_POST, REST_MODERATE, true},
    {"/api/moderation/games/{id}/chat", REST_GET, REST_MODERATED_CHAT, true},
    {"/api/leaders", REST_GET, REST_LEADERS, false},
    {"/api/lobby", REST_GET, REST_LOBBY, false},
    {"/api/moderation/discounts", REST_GET, REST_DISCOUNTS, true},
    {"/api/analysis", REST_POST, REST_ANALYSIS, false},
    {"/api/review", REST_POST, REST_REVIEW, false},
    {"/api/picture.png", REST_GET, REST_PAGE_PICTURE, false},
    {"/api/openapi.json", REST_GET, REST_OPENAPI, false},
    {"/api/quick-messages", REST_GET, REST_QUICKS, false},
};

static bool has_path(const struct rest_route *route, const char *path, int64_t *game_id)
{
    static const char mark[] = "{id}";
    const char *at = strstr(route->path, mark);
    size_t head = at ? (size_t)(at - route->path) : 0;
    if (!at)
        return strcmp(route->path, path) == 0;
    if (strncmp(route->path, path, head) != 0)
        return false;
    size_t len = strcspn(path + head, "/");
    if (len == 0 || strcmp(path + head + len, at + strlen(mark)) != 0)
        return false;
    *game_id = -1;
    (void)id_read(game_id, path + head, len);
    return true;
}

static bool accepts(const struct rest_route *route, enum net_method method)
{
    if (route->method == REST_POST)
        return method == NET_POST;
    return method == NET_GET || method == NET_HEAD;
}

const struct rest_route *rest_path_find(const char *path, enum net_method method, int64_t *game_id,
                                        char allow[REST_ALLOW_SIZE])
{
    size_t len = 0;
    *game_id = 0;
    allow[0] = '\0';
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        const struct rest_route *route = &routes[i];
        if (!has_path(route, path, game_id))
            continue;
        if (accepts(route, method))
            return route;
        len += (size_t)snprintf(allow + len, REST_ALLOW_SIZE - len, "%s%s", len ? ", " : "",
                                route->method == REST_POST ? "POST" : "GET, HEAD");
    }
    if (len > 0)
        (void)snprintf(allow + len, REST_ALLOW_SIZE - len, ", OPTIONS");
    return NULL;
}
