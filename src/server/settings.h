/* Everything `fourfall serve` can be told: one table, which flags, environment, file, --help and the
 * table in docs/operations.md share.
 *
 * A setting "ping-interval" is the flag --ping-interval, the variable FOURFALL_PING_INTERVAL and the
 * line `ping-interval = 25000` of the file. A flag wins over the environment, the environment over the
 * file, the file over the default; so they are read in the opposite order. A bad value is refused wherever
 * it stands, also where another one would win. */
#ifndef SERVER_SETTINGS_H
#define SERVER_SETTINGS_H

#include "base/buffer.h"
#include "server/config.h"

enum setting_kind {
    SETTING_LISTEN,
    SETTING_PATH,
    SETTING_NUMBER,  /* an int between min and max */
    SETTING_WORD,    /* a bool: true for the first of the two words of `value` */
    SETTING_RATE,    /* "80/50": so many at once, one more every so many milliseconds */
    SETTING_ORIGINS, /* lists: divided by commas, or given again */
    SETTING_PROXIES
};

struct setting {
    const char *name, *value; /* "grace", "MS" */
    const char *help;         /* for --help, without the default */
    const char *unset;        /* what holds if a path or list is not given; else null */
    enum setting_kind kind;
    size_t at; /* in struct server_config */
    long min, max;
    bool is_hidden; /* for tests: works, and is not spoken of */
};

enum { SETTINGS_COUNT_MAX = 40, SETTINGS_NAME_SIZE = 48, SETTINGS_TEXT_MAX = 32768 };

extern const struct setting settings_table[];
extern const size_t settings_count;

enum setting_source { FROM_DEFAULT, FROM_FILE, FROM_ENVIRONMENT, FROM_FLAG };

/* A configuration, where each part of it came from, and the texts it points to: it must not be moved
 * while the configuration is used. */
struct settings {
    struct server_config config;
    enum setting_source source[SETTINGS_COUNT_MAX];
    char text[SETTINGS_TEXT_MAX];
    size_t text_len;
};

void settings_init(struct settings *settings); /* the defaults */

/* Null if there is none of this name. */
const struct setting *setting_find(const char *name, size_t len);

/* "FOURFALL_PING_INTERVAL" */
void setting_variable(char out[SETTINGS_NAME_SIZE], const struct setting *setting);

/* Each of these is false with a sentence in `why`; the configuration is then of no use. */

/* Takes one value; `label` is what the sentence calls the setting. */
bool settings_set(struct settings *settings, const struct setting *setting,
                  enum setting_source source, const char *label, const char *value, char *why,
                  size_t why_size);

/* Lines `name = value`; a '#' at the beginning of a line or behind a blank begins a comment. A
 * sentence names file and line. */
bool settings_read_file(struct settings *settings, const char *path, char *why, size_t why_size);

/* Variables that are empty count as not set, and unknown ones are nobody's mistake: whoever runs
 * containers adds some of his own. */
bool settings_read_environment(struct settings *settings, char *why, size_t why_size);

/* The argument at argv[*at], and the next if it is its value; *at moves to the last one used. */
bool settings_read_flag(struct settings *settings, int argc, char **argv, int *at, char *why,
                        size_t why_size);

/* What no value can tell by itself. */
bool settings_check(const struct settings *settings, char *why, size_t why_size);

/* As a file that could be read again, with where each value came from. */
enum buffer_err settings_write(struct buffer *out, const struct settings *settings);

/* A line or more for each setting, with its default. */
enum buffer_err settings_write_help(struct buffer *out);

/* The value as text: what settings_set would read; "" for what is not set. */
void setting_write(char *out, size_t size, const struct setting *setting,
                   const struct server_config *config);

#endif
