#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ugi.h"
#include "cli/words.h"

enum {
    HASH_MB_MIN = FF_BOT_MIN >> 20,
    HASH_MB_MAX = FF_BOT_MAX >> 20,
    HASH_MB_GOOD = FF_BOT_GOOD >> 20,
    OVERHEAD_MS = 10,
    OVERHEAD_MS_MAX = 5000,
};

void ugi_options_init(struct ugi_options *options)
{
    *options = (struct ugi_options){.board = ff_classic,
                                    .level = FF_PERFECT,
                                    .hash_mb = HASH_MB_GOOD,
                                    .overhead_ms = OVERHEAD_MS,
                                    .book = UGI_OWN};
}

static bool set_board(struct ugi_options *options, const char *value)
{
    ff_board board;
    ff_err err = ff_board_read(&board, value, strlen(value));
    if (err)
        ugi_refuse("Board '%s': %s", value, ff_err_text(err));
    else
        options->board = board;
    return !err;
}

static bool set_level(struct ugi_options *options, const char *value)
{
    ff_err err = ff_level_read(&options->level, value, strlen(value));
    if (err)
        ugi_refuse("Level '%s': %s", value, ff_err_text(err));
    return !err;
}

static bool set_style(struct ugi_options *options, const char *value)
{
    ff_err err = ff_style_read(&options->style, value, strlen(value));
    if (err)
        ugi_refuse("Style '%s': %s", value, ff_err_text(err));
    return !err;
}

static bool set_number(long *out, const char *name, const char *value, long min, long max)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (!isdigit((unsigned char)*value) || *end || strlen(value) > 10 || number < min ||
        number > max) {
        ugi_refuse("%s must be a whole number between %ld and %ld, not '%s'", name, min, max,
                   value);
        return false;
    }
    *out = number;
    return true;
}

static bool set_seed(struct ugi_options *options, const char *value)
{
    return set_number(&options->seed, "Seed", value, 0, INT32_MAX);
}

static bool set_hash(struct ugi_options *options, const char *value)
{
    return set_number(&options->hash_mb, "Hash", value, HASH_MB_MIN, HASH_MB_MAX);
}

static bool set_overhead(struct ugi_options *options, const char *value)
{
    return set_number(&options->overhead_ms, "Move Overhead", value, 0, OVERHEAD_MS_MAX);
}

static bool set_source(enum ugi_source *source, char path[UGI_PATH_MAX], const char *name,
                       const char *value)
{
    if (strlen(value) >= UGI_PATH_MAX || !*value) {
        ugi_refuse("%s must be <own>, <none> or the path of a file", name);
        return false;
    }
    *source = strcmp(value, "<own>") == 0    ? UGI_OWN
              : strcmp(value, "<none>") == 0 ? UGI_NONE
                                             : UGI_FILE;
    (void)snprintf(path, UGI_PATH_MAX, "%s", value);
    return true;
}

static bool set_book(struct ugi_options *options, const char *value)
{
    return set_source(&options->book, options->book_path, "Book", value);
}

static bool set_network(struct ugi_options *options, const char *value)
{
    return set_source(&options->network, options->network_path, "Network", value);
}

static const struct ugi_option {
    const char *name;
    bool (*set)(struct ugi_options *, const char *value);
    const char *type, *usual;
    const char *words; /* of a combo */
    long min, max;     /* of a spin */
} table[] = {
    {"Board", set_board, "string", "7x6", NULL, 0, 0},
    {"Level", set_level, "combo", "perfect", "@level", 0, 0},
    {"Style", set_style, "combo", "balanced", "@style", 0, 0},
    {"Seed", set_seed, "spin", "0", NULL, 0, INT32_MAX},
    {"Hash", set_hash, "spin", "24", NULL, HASH_MB_MIN, HASH_MB_MAX},
    {"Move Overhead", set_overhead, "spin", "10", NULL, 0, OVERHEAD_MS_MAX},
    {"Book", set_book, "string", "<own>", NULL, 0, 0},
    {"Network", set_network, "string", "<none>", NULL, 0, 0},
};

_Static_assert(HASH_MB_GOOD == 24 && OVERHEAD_MS == 10, "the defaults of the table");

enum { TABLE_COUNT = sizeof table / sizeof *table };

/* " var easy var medium …" */
static void write_vars(char *out, size_t size, const char *words)
{
    char list[WORDS_MAX];
    size_t len = 0;
    (void)words_write(list, words, NULL);
    for (const char *word = list; *word && len < size; word += strspn(word, " ")) {
        int word_len = (int)strcspn(word, " ");
        len += (size_t)snprintf(out + len, size - len, " var %.*s", word_len, word);
        word += word_len;
    }
}

void ugi_options_list(void)
{
    for (int i = 0; i < TABLE_COUNT; i++) {
        const struct ugi_option *option = &table[i];
        char more[256] = "";
        if (option->words)
            write_vars(more, sizeof more, option->words);
        else if (option->max > 0)
            (void)snprintf(more, sizeof more, " min %ld max %ld", option->min, option->max);
        ugi_say("option name %s type %s default %s%s", option->name, option->type, option->usual,
                more);
    }
}

static bool same_name(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

bool ugi_options_set(struct ugi_options *options, const char *name, const char *value)
{
    for (int i = 0; i < TABLE_COUNT; i++)
        if (same_name(table[i].name, name))
            return table[i].set(options, value);
    ugi_refuse("there is no option '%s'", name);
    return false;
}
