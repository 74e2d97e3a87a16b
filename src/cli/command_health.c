#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/health.h"

static int run(int argc, char **argv)
{
    const char *url = NULL, *ca = NULL, *timeout = NULL, *file = getenv("FOURFALL_CONFIG"),
               *rest[1];
    char why[1024], line[512];
    long timeout_ms = 3000;
    int count;
    const struct option options[] = {{"--url", &url, NULL},
                                     {"--config", &file, NULL},
                                     {"--ca", &ca, NULL},
                                     {"--timeout", &timeout, NULL},
                                     {NULL, NULL, NULL}};
    int status = options_read(&command_health, options, argc, argv, rest, 0, &count);
    if (!status)
        status = option_number(&timeout_ms, "--timeout", timeout, 1, 600000);
    if (status)
        return status;
    struct health health = {.url = url, .config_file = file && *file ? file : NULL, .ca_file = ca};
    if (!health_prepare(&health, why, sizeof why))
        return cli_fail(CLI_BAD_USAGE, "%s", why);
    if (!health_ask(&health, (int)timeout_ms, why, sizeof why))
        return cli_fail(CLI_BAD_INPUT, "%s", why);
    int len = snprintf(line, sizeof line, "%s\n", why);
    return cli_print(line, (size_t)len);
}

static const struct command_option health_options[] = {
    {"--url", "URL", NULL, "what to request (/healthz at the address of 'serve')"},
    {"--ca", "FILE", NULL, "issuers to trust besides those of the system, PEM"},
    {"--config", "FILE", NULL, "the settings of the server"},
    {"--timeout", "MS", NULL, "how long to wait for the answer (3000)"},
    {NULL, NULL, NULL, NULL}};

const struct command command_health = {
    "health",
    "check whether a server is healthy",
    "[--url URL] [--ca FILE] [--config FILE] [--timeout MS]",
    run,
    .options = health_options,
    .about =
        "Checks a running server. Exits with status 0 if it is healthy, with 1 if it is not or "
        "does not answer in time. Without --url it requests /healthz at the address that 'serve' "
        "would use with the same environment and file. --url http://localhost:8080/readyz checks "
        "whether the server can accept moves.\n\n"
        "The certificate of an https server is always checked. With --url its chain must lead to "
        "an issuer that this system trusts, or that --ca names, and it must be issued to the "
        "host of the URL. Without --url the server must show exactly the certificate of its "
        "settings.",
};
