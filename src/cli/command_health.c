#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/health.h"

static int run(int argc, char **argv)
{
    const char *url = NULL, *timeout = NULL, *file = getenv("FOURFALL_CONFIG"), *rest[1];
    char why[1024], line[512];
    long timeout_ms = 3000;
    int count;
    const struct option options[] = {{"--url", &url, NULL},
                                     {"--config", &file, NULL},
                                     {"--timeout", &timeout, NULL},
                                     {NULL, NULL, NULL}};
    int status = options_read(options, argc, argv, rest, 0, &count);
    if (!status && timeout)
        status = option_number(&timeout_ms, "--timeout", timeout, 1, 600000);
    if (status)
        return status;
    struct health health = {.url = url, .config_file = file && *file ? file : NULL};
    if (!health_prepare(&health, why, sizeof why))
        return cli_fail(CLI_BAD_USAGE, "%s", why);
    if (!health_ask(&health, (int)timeout_ms, why, sizeof why))
        return cli_fail(CLI_BAD_INPUT, "%s", why);
    int len = snprintf(line, sizeof line, "%s\n", why);
    return cli_print(line, (size_t)len);
}

const struct command command_health = {
    "health", "check whether a server works",
    "usage: fourfall health [--url URL] [--config FILE] [--timeout MS]\n\n"
    "Asks a running server whether it works. The exit status is 0 if it does, and 1 if it does not "
    "or\n"
    "does not answer within MS milliseconds (3000). Without --url it asks /healthz of the server "
    "that\n"
    "'serve' would start with the same environment and file. --url http://localhost:8080/readyz "
    "asks\n"
    "whether the server accepts moves now.\n",
    run};
