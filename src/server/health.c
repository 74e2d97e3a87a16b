#include "server/health.h"

#include <stdio.h>
#include <string.h>

#include "server/settings.h"

/* A server that listens on all addresses also listens on the loopback address. */
static const char *reachable(const char *address)
{
    if (strcmp(address, "0.0.0.0") == 0)
        return "127.0.0.1";
    return strcmp(address, "::") == 0 ? "::1" : address;
}

bool health_prepare(struct health *health, char *why, size_t why_size)
{
    struct settings settings;
    const struct server_config *config = &settings.config;
    if (health->url) {
        if (fetch_url_read(&health->target, health->url))
            return true;
        (void)snprintf(why, why_size,
                       "--url takes an address like http://localhost:8080/healthz, not '%s'",
                       health->url);
        return false;
    }
    settings_init(&settings);
    if ((health->config_file &&
         !settings_read_file(&settings, health->config_file, why, why_size)) ||
        !settings_read_environment(&settings, why, why_size))
        return false;
    health->target = (struct fetch_url){.is_encrypted = config->certificate_path != NULL,
                                        .port = config->listen.port,
                                        .path = "/healthz"};
    (void)snprintf(health->target.host, sizeof health->target.host, "%s",
                   reachable(config->listen.address));
    /* This address is not the name in the certificate, so the certificates themselves are
     * compared. */
    if (config->certificate_path && !health->ca_file)
        (void)snprintf(health->certificate, sizeof health->certificate, "%s",
                       config->certificate_path);
    return true;
}

bool health_ask(const struct health *health, int timeout_ms, char *text, size_t size)
{
    struct fetch_answer answer;
    const struct fetch_trust trust = {
        .certificate_path = health->certificate[0] ? health->certificate : NULL,
        .ca_path = health->ca_file,
    };
    fetch(&answer, &health->target, &trust, timeout_ms);
    answer.body[strcspn(answer.body, "\r\n")] = '\0';
    if (answer.status == 200)
        (void)snprintf(text, size, "%s", answer.body);
    else if (answer.status)
        (void)snprintf(text, size, "the server is not healthy: %d %s", answer.status, answer.body);
    else
        (void)snprintf(
            text, size, "the server at %s port %d %s: %s", health->target.host, health->target.port,
            answer.is_untrusted ? "has a certificate that is not trusted" : "does not answer",
            answer.body);
    return answer.status == 200;
}
