#include "server/config.h"

#include <stdio.h>
#include <string.h>

const struct server_config server_config_default = {
    .listen = {"127.0.0.1", 8080},
    .hsts_s = 15552000,
    .is_durable = true,
    .is_quiet = true,
    .is_limited = true,
    .has_push = true,
    .per_conn = {.token_ms = 50, .burst = 80},
    .per_address = {.token_ms = 2, .burst = 2000},
    .chat = {.token_ms = 2000, .burst = 5},
    .malformed = {.token_ms = 500, .burst = 40},
    .guests = {.token_ms = 200, .burst = 500},
    .games = {.token_ms = 200, .burst = 2000},
    .guesses = {.token_ms = 2000, .burst = 200},
    .input = {.token_ms = 5, .burst = 1000},
    .connections_max = 20000,
    .clients_max = 12000,
    .games_max = 12000,
    .connections_each = 4000,
    .clients_each = 3000,
    .games_each = 1500,
    .polls_each = 256,
    .queued_mib = 64,
    .thinkers = 0,
    .think_ms = 3000,
    .request_ms = 10000,
    .ping_interval_ms = 25000,
    .ping_timeout_ms = 20000,
    .grace_ms = 60000,
    .confirm_ms = 15000,
    .keep_unplayed = 1,
    .keep_guests = 90,
    .keep_sessions = 365,
    .keep_log = 90,
};

/* The port number in the text; -1 if it is none. */
static int port_read(const char *text)
{
    int port = 0;
    size_t len = strlen(text);
    if (len == 0 || len > 5)
        return -1;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        port = port * 10 + (*text - '0');
    }
    return port <= 65535 ? port : -1;
}

static bool is_numeric(const char *text, size_t len, bool is_six)
{
    const char *letters = is_six ? "0123456789abcdefABCDEF:." : "0123456789.";
    return len > 0 && strspn(text, letters) >= len;
}

static bool address_read(char out[CONFIG_ADDRESS_SIZE], const char *text, size_t len)
{
    bool is_six = len > 2 && text[0] == '[' && text[len - 1] == ']';
    if (is_six) {
        text++;
        len -= 2;
    }
    if (len == 0)
        return snprintf(out, CONFIG_ADDRESS_SIZE, "0.0.0.0") > 0;
    if (len == strlen("localhost") && strncmp(text, "localhost", len) == 0)
        return snprintf(out, CONFIG_ADDRESS_SIZE, "127.0.0.1") > 0;
    if (len >= CONFIG_ADDRESS_SIZE || !is_numeric(text, len, is_six))
        return false;
    (void)snprintf(out, CONFIG_ADDRESS_SIZE, "%.*s", (int)len, text);
    return true;
}

bool config_listen_read(struct config_listen *out, const char *text)
{
    char address[CONFIG_ADDRESS_SIZE];
    const char *colon = strrchr(text, ':');
    int port = colon ? port_read(colon + 1) : -1;
    if (port < 0 || !address_read(address, text, (size_t)(colon - text)))
        return false;
    memcpy(out->address, address, sizeof address);
    out->port = port;
    return true;
}

void config_listen_write(char *out, size_t size, const struct config_listen *listen)
{
    bool is_six = strchr(listen->address, ':') != NULL;
    out[0] = '\0';
    if (listen->address[0])
        (void)snprintf(out, size, is_six ? "[%s]:%d" : "%s:%d", listen->address, listen->port);
}

bool config_is_origin(const char *text)
{
    size_t scheme = strncmp(text, "http://", 7) == 0    ? 7
                    : strncmp(text, "https://", 8) == 0 ? 8
                                                        : 0;
    return scheme && text[scheme] && !strpbrk(text + scheme, "/?# \t");
}

/* Can a browser on this machine reach the server as localhost? */
static bool is_local(const char *address)
{
    static const char *const all[] = {"127.0.0.1", "0.0.0.0", "::1", "::"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(address, all[i]) == 0)
            return true;
    return false;
}

void config_url_write(char *out, size_t size, const struct server_config *config, int port)
{
    const char *scheme = config->certificate_path ? "https" : "http";
    bool is_six = strchr(config->listen.address, ':') != NULL;
    if (is_local(config->listen.address))
        (void)snprintf(out, size, "%s://localhost:%d", scheme, port);
    else
        (void)snprintf(out, size, is_six ? "%s://[%s]:%d" : "%s://%s:%d", scheme,
                       config->listen.address, port);
}
