#include "load/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/load.h"

static const char help[] =
    "usage: load --port PORT[,PORT...] [OPTIONS]\n\n"
    "Opens Socket.IO connections to a Connect Four server on 127.0.0.1, or in turns to several\n"
    "nodes of one, and plays random games on them, again and again. Prints moves a second,\n"
    "latencies and, with --pid, CPU time a move and memory of processes.\n\n"
    "  --connections N  clients (200); two play each game\n"
    "  --seconds S      measured time (5)\n"
    "  --warm S         playing time before that (1)\n"
    "  --opening N      handshakes at the same time (128)\n"
    "  --rate MOVES     moves a second, all games together (as many as possible)\n"
    "  --pid [NAME=]PID the server's process, or one of several; its children are included\n"
    "  --friends        neighbours play each other, by code: with several nodes, each on its own\n"
    "  --idle           hold the connections and play nothing\n"
    "  --label TEXT     a name for this run in the output\n"
    "  --json           print one JSON object instead of text\n\n"
    "Exit status: 0; 1 if connections were lost or the server broke a rule of the game; 2 if the\n"
    "load could not be started.\n";

static void usage_fail(const char *what, const char *argument)
{
    (void)fprintf(stderr, "load: %s '%s' (see --help)\n", what, argument);
    exit(2);
}

static double number_read(const char *text, double min, double max)
{
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end || !(number >= min && number <= max))
        usage_fail("not a number in range:", text);
    return number;
}

static void ports_read(struct load_options *out, const char *text)
{
    for (const char *end = text; text; text = end ? end + 1 : NULL) {
        char port[8] = "";
        end = strchr(text, ',');
        size_t len = end ? (size_t)(end - text) : strlen(text);
        if (len >= sizeof port || out->port_count == LOAD_PORTS_MAX)
            usage_fail("too many ports, or no port:", text);
        memcpy(port, text, len);
        out->port[out->port_count++] = (int)number_read(port, 1, 65535);
    }
}

static void process_read(struct load_options *out, const char *text)
{
    const char *sign = strchr(text, '=');
    if (out->process_count == LOAD_PROCESSES_MAX)
        usage_fail("too many processes:", text);
    out->process[out->process_count++] =
        (struct load_process){.name = sign ? text : "server",
                              .name_len = sign ? (int)(sign - text) : 6,
                              .pid = (long)number_read(sign ? sign + 1 : text, 1, 1e9)};
}

/* Takes an option with a value; false if there is no such option. */
static bool option_take(struct load_options *out, const char *name, const char *value)
{
    if (strcmp(name, "--port") == 0)
        ports_read(out, value);
    else if (strcmp(name, "--connections") == 0)
        out->connections = (int)number_read(value, 2, 100000);
    else if (strcmp(name, "--seconds") == 0)
        out->seconds = number_read(value, 0.1, 86400);
    else if (strcmp(name, "--warm") == 0)
        out->warm_seconds = number_read(value, 0, 3600);
    else if (strcmp(name, "--opening") == 0)
        out->opening_max = (int)number_read(value, 1, 10000);
    else if (strcmp(name, "--pid") == 0)
        process_read(out, value);
    else if (strcmp(name, "--rate") == 0)
        out->rate = number_read(value, 1, 1e6);
    else if (strcmp(name, "--label") == 0)
        out->label = value;
    else
        return false;
    return true;
}

void options_read(struct load_options *out, int argc, char **argv)
{
    *out = (struct load_options){
        .connections = 200, .opening_max = 128, .seconds = 5, .warm_seconds = 1, .label = "load"};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            (void)fputs(help, stdout);
            exit(0);
        }
        if (strcmp(argv[i], "--json") == 0)
            out->wants_json = true;
        else if (strcmp(argv[i], "--idle") == 0)
            out->is_idle = true;
        else if (strcmp(argv[i], "--friends") == 0)
            out->are_friends = true;
        else if (i + 1 == argc || !option_take(out, argv[i], argv[i + 1]))
            usage_fail("unknown option or missing value:", argv[i]);
        else
            i++;
    }
    if (out->port_count == 0)
        usage_fail("missing option", "--port");
    if (out->are_friends && out->connections % 2)
        usage_fail("two clients play each game:", "--connections");
}
