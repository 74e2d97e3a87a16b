/* The settings of `fourfall serve`: one table for flags, environment variables, the settings file,
 * --help and docs/operations.md.
 *
 * A setting "ping-interval" is the flag --ping-interval, the variable FOURFALL_PING_INTERVAL and
 * the line `ping-interval = 25000` of the file. A flag wins over the environment, the environment
 * over the file, the file over the default; so they are read in the opposite order. An invalid
 * value is refused even if another source would override it. */
#ifndef SERVER_SETTINGS_H
#define SERVER_SETTINGS_H

#include "base/buffer.h"
#include "server/config.h"

enum setting_kind {
    SETTING_LISTEN,
    SETTING_PATH,
    SETTING_CONTACT, /* "mailto:…" or "https://…" */
    SETTING_LETTER,  /* one of A-Z, a-z, 0-9, "-" and "_" */
    SETTING_URL,     /* begins with one of `schemes`; a password in it is never written */
    SETTING_NUMBER,  /* an int between min and max */
    SETTING_WORD,    /* a bool: true for the first of the two words of `value` */
    SETTING_RATE,    /* "80/50": a burst of 80, and one more every 50 ms */
    SETTING_ORIGINS, /* lists: separated by commas, or given several times */
    SETTING_HOSTS,
    SETTING_PROXIES
};

struct setting {
    const char *name, *value; /* "grace", "MS" */
    const char *help;         /* for --help, without the default */
    const char *unset;        /* for a path or list: the text shown for its default; else null */
    enum setting_kind kind;
    size_t at; /* in struct server_config */
    long min, max;
    const char *const *schemes; /* of a URL: "postgres://", …; ends with null */
    bool is_hidden;             /* for tests: not listed in --help or --print-config */
};

enum { SETTINGS_COUNT_MAX = 64, SETTINGS_NAME_SIZE = 48, SETTINGS_TEXT_MAX = 32768 };

extern const struct setting settings_table[];
extern const size_t settings_count;

enum setting_source { FROM_DEFAULT, FROM_FILE, FROM_ENVIRONMENT, FROM_FLAG };

/* A configuration, the source of each value, and the texts it points to. Must not be moved while
 * the configuration is used. */
struct settings {
    struct server_config config;
    enum setting_source source[SETTINGS_COUNT_MAX];
    char text[SETTINGS_TEXT_MAX];
    size_t text_len;
};

void settings_init(struct settings *settings); /* the defaults */

/* Null if there is no setting of this name. */
const struct setting *setting_find(const char *name, size_t len);

/* "FOURFALL_PING_INTERVAL" */
void setting_variable(char out[SETTINGS_NAME_SIZE], const struct setting *setting);

/* Each of these returns false with the reason in `why`; the configuration must not be used then. */

/* Reads one value; `label` names the setting in the reason. */
bool settings_set(struct settings *settings, const struct setting *setting,
                  enum setting_source source, const char *label, const char *value, char *why,
                  size_t why_size);

/* Lines `name = value`; a '#' at the beginning of a line or after a blank begins a comment. The
 * reason names the file and the line. */
bool settings_read_file(struct settings *settings, const char *path, char *why, size_t why_size);

/* Empty variables count as not set. Unknown ones are ignored, because container platforms add
 * variables of their own. */
bool settings_read_environment(struct settings *settings, char *why, size_t why_size);

/* Reads the argument at argv[*at], and the next one if that is its value. *at becomes the last one
 * read. */
bool settings_read_flag(struct settings *settings, int argc, char **argv, int *at, char *why,
                        size_t why_size);

/* Checks settings that depend on each other. */
bool settings_check(const struct settings *settings, char *why, size_t why_size);

/* Writes a settings file with all values, and the source of each as a comment. */
enum buffer_err settings_write(struct buffer *out, const struct settings *settings);

/* Writes the lines of --help: each setting with its default. */
enum buffer_err settings_write_help(struct buffer *out);

/* The value as text that settings_set can read; "" if it is not set. */
void setting_write(char *out, size_t size, const struct setting *setting,
                   const struct server_config *config);

#endif
