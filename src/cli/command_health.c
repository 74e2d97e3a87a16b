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
    int status = options_read(options, argc, argv, rest, 0, &count);
    if (!status && timeout)
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

const struct command command_health = {
    "health", "ask a server whether it is well",
    "usage: fourfall health [--url URL] [--ca FILE] [--config FILE] [--timeout MS]\n\n"
    "Asks a running server how it is and ends with status 0 if it is well, 1 if it is not or does\n"
    "not answer within MS (3000). Without --url it asks /healthz of the server that 'serve' would\n"
    "be with the same environment and file. --url http://localhost:8080/readyz asks whether it\n"
    "can take moves just now.\n\n"
    "The certificate of an https server is always checked. With --url its chain must lead to an\n"
    "issuer that this system trusts, or that --ca names (a PEM file), and it must be issued to "
    "the\n"
    "host of the URL. Without --url the server must show exactly the certificate of its "
    "settings.\n",
    run};
