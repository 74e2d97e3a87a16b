/* Opens what visitors see first: the listening sockets with the headers of every answer, and the page. */
#include <stdio.h>
#include <string.h>

#include "server/server_parts.h"

/* On every response. The page runs no inline script and loads nothing from elsewhere; the isolation
 * headers let its threads share memory. */
static const struct net_header security_headers[] = {
    {"content-security-policy", PAGE_POLICY "base-uri 'none'; frame-ancestors 'none'"},
    {"cross-origin-opener-policy", "same-origin"},
    {"cross-origin-embedder-policy", "require-corp"},
    {"cross-origin-resource-policy", "same-origin"},
    {"x-content-type-options", "nosniff"},
    {"referrer-policy", "no-referrer"},
    {"permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
};

enum { SECURITY_HEADERS = sizeof security_headers / sizeof *security_headers };

/* Over https, browsers are told to use nothing else. */
static size_t headers_begin(struct net_header out[SECURITY_HEADERS + 1], char hsts[HSTS_SIZE],
                            const struct server_config *config)
{
    memcpy(out, security_headers, sizeof security_headers);
    if (!config->certificate_path || config->hsts_s == 0)
        return SECURITY_HEADERS;
    (void)snprintf(hsts, HSTS_SIZE, "max-age=%d", config->hsts_s);
    out[SECURITY_HEADERS] = (struct net_header){"strict-transport-security", hsts};
    return SECURITY_HEADERS + 1;
}

int server_listen(struct server *server, const struct server_config *config, char *why,
                  size_t why_size)
{
    struct net_header headers[SECURITY_HEADERS + 1];
    char hsts[HSTS_SIZE];
    struct net_config net = {
        .address = config->listen.address,
        .port = config->listen.port,
        .admin_address = config->admin.address[0] ? config->admin.address : NULL,
        .admin_port = config->admin.port,
        .certificate_path = config->certificate_path,
        .key_path = config->key_path,
        .headers = headers,
        .header_count = headers_begin(headers, hsts, config),
        .limits = net_limits_default,
        .handlers = server_handlers,
        .context = server,
        .backlog = &server->backlog,
        .proxies = &server->proxies,
    };
    server->has_certificate = config->certificate_path != NULL;
    net.limits.request_ms = config->request_ms;
    net.limits.notice_ms = config->notice_ms;
    net.limits.connections_max = config->connections_max;
    if (config->is_limited)
        net.limits.input = config->input;
    net.limits.message_max = net.limits.body_max = PAYLOAD_MAX;
    enum net_err err = net_open(&server->net, &net);
    if (err)
        (void)snprintf(why, why_size, "cannot listen on %s port %d%s%s: %s", config->listen.address,
                       config->listen.port, net.admin_address ? " or for operators on " : "",
                       net.admin_address ? net.admin_address : "", net_err_text(err));
    return err ? -1 : 0;
}

/* The operator's texts, and the links to them. */
static int legal_open(struct server *server, const struct server_config *config, char *why,
                      size_t why_size)
{
    if (!legal_page_open(&server->legal[LEGAL_PRIVACY], LEGAL_PRIVACY, config->privacy_path, why,
                         why_size) ||
        !legal_page_open(&server->legal[LEGAL_IMPRINT], LEGAL_IMPRINT, config->imprint_path, why,
                         why_size))
        return -1;
    server->home_page.links = server->game_page.links = legal_links(server->legal);
    return 0;
}

int server_open_page(struct server *server, const struct server_config *config, char *why,
                     size_t why_size)
{
    enum static_err err = static_open(&server->page, config->web_folder);
    if (err)
        (void)snprintf(why, why_size, "the page in '%s': %s", config->web_folder,
                       static_err_text(err));
    game_page_open(&server->home_page, config->web_folder, PAGE_HOME);
    game_page_open(&server->game_page, config->web_folder, PAGE_GAME);
    game_page_open(&server->embed_page, config->web_folder, PAGE_EMBED);
    server->game_page.files = server->embed_page.files = server->page;
    if (err ||
        !reserved_names_open(&server->reserved_names, config->reserved_names_path, why, why_size))
        return -1;
    return legal_open(server, config, why, why_size);
}
