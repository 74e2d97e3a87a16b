#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "server/server.h"

/* Build folder and installation, as seen from the program. */
static const char *const web_folders[] = {"web/index.html", "../share/fourfall/web/index.html"};

static const char *web_beside_program(char *path, size_t size)
{
    for (size_t i = 0; i < sizeof web_folders / sizeof *web_folders; i++)
        if (cli_beside_program(path, size, web_folders[i])) {
            *strrchr(path, '/') = '\0';
            return path;
        }
    return NULL;
}

static int serve(const struct server_config *config)
{
    struct server *server;
    char why[512], url[128], line[256];
    if (server_open(&server, config, why, sizeof why) != 0)
        return cli_fail(CLI_BAD_INPUT, "%s", why);
    config_url_write(url, sizeof url, config, server_port(server));
    int len = snprintf(line, sizeof line, "Fourfall is running at %s\n", url);
    int status = cli_print(line, (size_t)len);
    if (!status)
        server_run(server);
    server_close(server);
    return status;
}

static int config_read(struct server_config *config, const char *listen, const char *timeout)
{
    long ms = config->request_ms;
    if (listen && !config_listen_read(config, listen))
        return cli_fail(CLI_BAD_USAGE,
                        "--listen takes ADDRESS:PORT, as in 127.0.0.1:8080, not '%s'", listen);
    int status = timeout ? option_number(&ms, "--request-timeout", timeout, 100, 600000) : 0;
    config->request_ms = (int)ms;
    if (!status && !config->certificate_path != !config->key_path)
        return cli_fail(CLI_BAD_USAGE, "--cert and --key go together");
    return status;
}

static int run(int argc, char **argv)
{
    struct server_config config = server_config_default;
    const char *listen = NULL, *timeout = NULL, *rest[1];
    const struct option options[] = {{"--listen", &listen, NULL},
                                     {"--web", &config.web_folder, NULL},
                                     {"--data", &config.data_folder, NULL},
                                     {"--cert", &config.certificate_path, NULL},
                                     {"--key", &config.key_path, NULL},
                                     {"--request-timeout", &timeout, NULL},
                                     {NULL, NULL, NULL}};
    char path[4096];
    int count;
    int status = options_read(options, argc, argv, rest, 0, &count);
    if (!status)
        status = config_read(&config, listen, timeout);
    if (status)
        return status;
    if (!config.web_folder)
        config.web_folder = web_beside_program(path, sizeof path);
    if (!config.web_folder)
        return cli_fail(CLI_BAD_INPUT,
                        "the page is not there; build it with 'make web', or name it with --web");
    return serve(&config);
}

const struct command command_serve = {
    "serve", "serve the game to browsers",
    "usage: fourfall serve [--listen ADDRESS:PORT] [--web FOLDER] [--data FOLDER]\n"
    "                      [--cert FILE --key FILE] [--request-timeout MS]\n\n"
    "Serves the page on http://localhost:8080 until it is stopped by Ctrl-C or SIGTERM. Port 0 "
    "takes "
    "any free port; the\n"
    "line printed at the start names it. 0.0.0.0:8080 lets other machines in.\n\n"
    "  --web FOLDER           the page; by default the one built or installed with this program\n"
    "  --data FOLDER          where the server keeps what must last\n"
    "  --cert, --key          PEM files: serves https instead\n"
    "  --request-timeout MS   a request not complete by then is cut (10000)\n",
    run};
