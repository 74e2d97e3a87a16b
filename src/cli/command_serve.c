#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/book_file.h"
#include "cli/cli.h"
#include "cli/network_file.h"
#include "server/server.h"
#include "server/settings.h"

enum { TEXT_MAX = 64 * 1024 };

/* Relative to the program: in the build folder, and installed. */
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
    char why[1024], url[128], line[256];
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

static int serve_with_files(struct server_config *config)
{
    struct book_memory book;
    struct network_memory network = {NULL, NULL};
    int status = book_memory_open_default(&book, BOOK_LIGHT);
    if (!status)
        status = network_memory_open(&network, NULL);
    config->book = book.book;
    config->network = network.network;
    if (!status)
        status = serve(config);
    network_memory_close(&network);
    book_memory_close(&book);
    return status;
}

/* The arguments that are not settings. */
struct order {
    const char *file;
    bool prints;
};

/* Removes these arguments first: the file must be read before the flags override it. */
static int order_take(struct order *order, int *argc, char **argv)
{
    int kept = 0;
    for (int i = 0; i < *argc; i++) {
        if (strcmp(argv[i], "--print-config") == 0)
            order->prints = true;
        else if (strncmp(argv[i], "--config=", 9) == 0)
            order->file = argv[i] + 9;
        else if (strcmp(argv[i], "--config") == 0 && i + 1 < *argc)
            order->file = argv[++i];
        else if (strcmp(argv[i], "--config") == 0)
            return cli_fail(CLI_BAD_USAGE, "option '--config' needs a value");
        else
            argv[kept++] = argv[i];
    }
    *argc = kept;
    return 0;
}

static int settings_read(struct settings *settings, const char *file, int argc, char **argv)
{
    char why[1024];
    settings_init(settings);
    bool is_good = !file || settings_read_file(settings, file, why, sizeof why);
    if (is_good)
        is_good = settings_read_environment(settings, why, sizeof why);
    for (int i = 0; i < argc && is_good; i++)
        is_good = settings_read_flag(settings, argc, argv, &i, why, sizeof why);
    if (is_good)
        is_good = settings_check(settings, why, sizeof why);
    return is_good ? 0 : cli_fail(CLI_BAD_USAGE, "%s", why);
}

static int print_settings(const struct settings *settings)
{
    struct buffer text = buffer_with_max(TEXT_MAX);
    enum buffer_err err = settings_write(&text, settings);
    int status = err ? cli_fail(CLI_BAD_INPUT, "out of memory") : cli_print(text.bytes, text.len);
    buffer_free(&text);
    return status;
}

static int run(int argc, char **argv)
{
    const char *variable = getenv("FOURFALL_CONFIG");
    struct order order = {.file = variable && *variable ? variable : NULL};
    struct settings settings;
    char path[4096];
    int status = order_take(&order, &argc, argv);
    if (!status)
        status = settings_read(&settings, order.file, argc, argv);
    if (status)
        return status;
    if (order.prints)
        return print_settings(&settings);
    if (!settings.config.web_folder)
        settings.config.web_folder = web_beside_program(path, sizeof path);
    if (!settings.config.web_folder)
        return cli_fail(
            CLI_BAD_INPUT,
            "the web page was not found; build it with 'make web' or name its folder with --web");
    return serve_with_files(&settings.config);
}

static const struct command_option serve_options[] = {
    {"--config", "FILE", NULL, "a file with settings"},
    {"--print-config", NULL, NULL, "show the resulting settings and where each came from, and end"},
    {NULL, NULL, NULL, NULL}};

const struct command command_serve = {
    "serve",
    "serve the game to browsers",
    "[--config FILE] [--print-config] [SETTINGS]",
    run,
    .options = serve_options,
    .about =
        "Serves the page and online games at http://localhost:8080 until Ctrl-C or SIGTERM stops "
        "it. The first line it prints names the port. --listen 0.0.0.0:8080 accepts other "
        "machines.\n\n"
        "Give a setting as a flag (--ping-interval 25000), as an environment variable "
        "(FOURFALL_PING_INTERVAL=25000), or as a line 'ping-interval = 25000' in a file named by "
        "--config or FOURFALL_CONFIG. Flags override variables, variables override the file.",
    .has_settings = true,
};
