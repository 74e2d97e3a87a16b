#include <stdio.h>
#include <string.h>

#include "cli/book_file.h"
#include "cli/cli.h"
#include "server/server.h"

enum { ARGUMENTS_MAX = 64 };

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

static int serve_with_book(struct server_config *config)
{
    struct book_memory book;
    int status = book_memory_open_default(&book);
    if (status)
        return status;
    config->book = book.book;
    status = serve(config);
    book_memory_close(&book);
    return status;
}

/* What is not a plain text: read after all options are known. */
struct texts {
    const char *listen, *durability, *limits, *log, *request, *ping_interval, *ping_timeout, *grace,
        *confirm, *thinkers, *think;
};

static int read_number(int *out, const char *name, const char *text, long min, long max)
{
    long number = *out;
    int status = text ? option_number(&number, name, text, min, max) : 0;
    *out = (int)number;
    return status;
}

static int read_numbers(struct server_config *config, const struct texts *texts)
{
    const struct {
        const char *name, *text;
        int *out;
        long min, max;
    } numbers[] = {
        {"--request-timeout", texts->request, &config->request_ms, 100, 600000},
        {"--ping-interval", texts->ping_interval, &config->ping_interval_ms, 100, 600000},
        {"--ping-timeout", texts->ping_timeout, &config->ping_timeout_ms, 100, 600000},
        {"--grace", texts->grace, &config->grace_ms, 100, 86400000},
        {"--confirm", texts->confirm, &config->confirm_ms, 100, 600000},
        {"--thinkers", texts->thinkers, &config->thinkers, 1, 64},
        {"--think", texts->think, &config->think_ms, 10, 60000},
    };
    int status = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !status; i++)
        status = read_number(numbers[i].out, numbers[i].name, numbers[i].text, numbers[i].min,
                             numbers[i].max);
    return status;
}

/* One of two words; *out tells whether it is the first. */
static int read_choice(bool *out, const char *name, const char *text, const char *first,
                       const char *second)
{
    if (!text)
        return 0;
    if (strcmp(text, first) != 0 && strcmp(text, second) != 0)
        return cli_fail(CLI_BAD_USAGE, "%s takes %s or %s, not '%s'", name, first, second, text);
    *out = strcmp(text, first) == 0;
    return 0;
}

static int config_read(struct server_config *config, const struct texts *texts)
{
    bool has_limits = !config->is_unlimited;
    if (texts->listen && !config_listen_read(config, texts->listen))
        return cli_fail(CLI_BAD_USAGE,
                        "--listen takes ADDRESS:PORT, as in 127.0.0.1:8080, not '%s'",
                        texts->listen);
    int status = read_numbers(config, texts);
    if (!status)
        status =
            read_choice(&config->is_durable, "--durability", texts->durability, "full", "normal");
    if (!status)
        status = read_choice(&has_limits, "--limits", texts->limits, "on", "off");
    if (!status)
        status = read_choice(&config->is_quiet, "--log", texts->log, "quiet", "info");
    config->is_unlimited = !has_limits;
    if (!status && !config->certificate_path != !config->key_path)
        return cli_fail(CLI_BAD_USAGE, "--cert and --key go together");
    return status;
}

static int add_origin(struct server_config *config, const char *origin)
{
    if (config->origin_count == CONFIG_ORIGINS_MAX)
        return cli_fail(CLI_BAD_USAGE, "--origin may be given %d times", CONFIG_ORIGINS_MAX);
    if (strcmp(origin, "*") != 0 && !config_is_origin(origin))
        return cli_fail(CLI_BAD_USAGE,
                        "--origin takes an origin like https://example.org, or *, not '%s'",
                        origin);
    config->origins[config->origin_count++] = origin;
    return 0;
}

/* Takes every --origin out of the arguments, for it alone may come more than once. */
static int take_origins(struct server_config *config, int argc, char **argv, char **others,
                        int *count)
{
    static const char name[] = "--origin";
    *count = 0;
    if (argc > ARGUMENTS_MAX)
        return cli_fail(CLI_BAD_USAGE, "too many arguments");
    for (int i = 0; i < argc; i++) {
        int status = 0;
        if (strcmp(argv[i], name) == 0 && i + 1 < argc)
            status = add_origin(config, argv[++i]);
        else if (strcmp(argv[i], name) == 0)
            status = cli_fail(CLI_BAD_USAGE, "--origin needs a value");
        else if (strncmp(argv[i], "--origin=", sizeof name) == 0)
            status = add_origin(config, argv[i] + sizeof name);
        else
            others[(*count)++] = argv[i];
        if (status)
            return status;
    }
    return 0;
}

static int run(int argc, char **argv)
{
    struct server_config config = server_config_default;
    struct texts texts = {0};
    const char *rest[1];
    const struct option options[] = {{"--listen", &texts.listen, NULL},
                                     {"--web", &config.web_folder, NULL},
                                     {"--data", &config.data_folder, NULL},
                                     {"--durability", &texts.durability, NULL},
                                     {"--limits", &texts.limits, NULL},
                                     {"--log", &texts.log, NULL},
                                     {"--cert", &config.certificate_path, NULL},
                                     {"--key", &config.key_path, NULL},
                                     {"--request-timeout", &texts.request, NULL},
                                     {"--ping-interval", &texts.ping_interval, NULL},
                                     {"--ping-timeout", &texts.ping_timeout, NULL},
                                     {"--grace", &texts.grace, NULL},
                                     {"--confirm", &texts.confirm, NULL},
                                     {"--thinkers", &texts.thinkers, NULL},
                                     {"--think", &texts.think, NULL},
                                     {NULL, NULL, NULL}};
    char path[4096], *others[ARGUMENTS_MAX];
    int count, other_count;
    int status = take_origins(&config, argc, argv, others, &other_count);
    if (!status)
        status = options_read(options, other_count, others, rest, 0, &count);
    if (!status)
        status = config_read(&config, &texts);
    if (status)
        return status;
    if (!config.web_folder)
        config.web_folder = web_beside_program(path, sizeof path);
    if (!config.web_folder)
        return cli_fail(CLI_BAD_INPUT,
                        "the page is not there; build it with 'make web', or name it with --web");
    return serve_with_book(&config);
}

const struct command command_serve = {
    "serve", "serve the game to browsers",
    "usage: fourfall serve [--listen ADDRESS:PORT] [--web FOLDER] [--data FOLDER]\n"
    "                      [--durability full|normal] [--origin ORIGIN]... [--limits on|off]\n"
    "                      [--cert FILE --key FILE] [further options]\n\n"
    "Serves the page and online games on http://localhost:8080 until it is stopped by Ctrl-C or\n"
    "SIGTERM. Port 0 takes any free port; the line printed at the start names it. 0.0.0.0:8080\n"
    "lets other machines in.\n\n"
    "  --web FOLDER           the page; by default the one built or installed with this program\n"
    "  --data FOLDER          games and players; by default they last as long as the server\n"
    "  --durability normal    a power loss may cost the last moves; full: it never does (full)\n"
    "  --origin ORIGIN        another site whose pages may play here; may be given again\n"
    "  --limits off           nobody is told to slow down: for benchmarks (on)\n"
    "  --log info             also log what is no trouble, one line of JSON an event (quiet)\n"
    "  --cert, --key          PEM files: serves https instead\n"
    "  --request-timeout MS   a request not complete by then is cut (10000)\n"
    "  --ping-interval MS     how often clients are asked whether they are there (25000)\n"
    "  --ping-timeout MS      and how long they may take to answer (20000)\n"
    "  --grace MS             how long a game waits for a player who is gone (60000)\n"
    "  --confirm MS           how long a match waits for both to confirm (15000)\n"
    "  --thinkers N           threads that play for the computer (1)\n"
    "  --think MS             the longest thought of one (3000)\n",
    run};
