#include "load/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/load.h"

static const char help[] =
    "usage: load --port PORT [OPTIONS]\n\n"
    "Opens Socket.IO connections to a Connect Four server on 127.0.0.1 and plays random games on\n"
    "them, again and again. Prints moves a second, latencies and, with --pid, the server's CPU "
    "time\n"
    "a move and its memory a connection.\n\n"
    "  --connections N  clients (200); two play each game\n"
    "  --seconds S      measured time (5)\n"
    "  --warm S         playing time before that (1)\n"
    "  --opening N      handshakes at the same time (128)\n"
    "  --pid PID        the server's process\n"
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

/* Takes an option with a value; false if there is no such option. */
static bool option_take(struct load_options *out, const char *name, const char *value)
{
    if (strcmp(name, "--port") == 0)
        out->port = (int)number_read(value, 1, 65535);
    else if (strcmp(name, "--connections") == 0)
        out->connections = (int)number_read(value, 2, 100000);
    else if (strcmp(name, "--seconds") == 0)
        out->seconds = number_read(value, 0.1, 86400);
    else if (strcmp(name, "--warm") == 0)
        out->warm_seconds = number_read(value, 0, 3600);
    else if (strcmp(name, "--opening") == 0)
        out->opening_max = (int)number_read(value, 1, 10000);
    else if (strcmp(name, "--pid") == 0)
        out->server_pid = (long)number_read(value, 1, 1e9);
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
        else if (i + 1 == argc || !option_take(out, argv[i], argv[i + 1]))
            usage_fail("unknown option or missing value:", argv[i]);
        else
            i++;
    }
    if (out->port == 0)
        usage_fail("missing option", "--port");
}
