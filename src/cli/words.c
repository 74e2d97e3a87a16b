#include "cli/words.h"

#include <stdio.h>
#include <string.h>

static void put(char out[WORDS_MAX], const char *word, size_t word_len)
{
    size_t len = strlen(out);
    (void)snprintf(out + len, WORDS_MAX - len, "%s%.*s", len ? " " : "", (int)word_len, word);
}

static void put_levels(char out[WORDS_MAX])
{
    for (int i = 0; i < FF_LEVEL_COUNT; i++)
        put(out, ff_level_name((ff_level)i), strlen(ff_level_name((ff_level)i)));
}

static void put_styles(char out[WORDS_MAX])
{
    for (int i = 0; i < FF_STYLE_COUNT; i++)
        put(out, ff_style_name((ff_style)i), strlen(ff_style_name((ff_style)i)));
}

static void put_variants(char out[WORDS_MAX])
{
    for (int i = 0; i < FF_VARIANT_COUNT; i++)
        put(out, ff_variant_name((ff_variant)i), strlen(ff_variant_name((ff_variant)i)));
}

static void put_commands(char out[WORDS_MAX])
{
    for (int i = 0; cli_commands[i]; i++)
        put(out, cli_commands[i]->name, strlen(cli_commands[i]->name));
}

/* "me|cpu" */
static void put_list(char out[WORDS_MAX], const char *words)
{
    for (;;) {
        size_t len = strcspn(words, "|");
        put(out, words, len);
        if (!words[len])
            return;
        words += len + 1;
    }
}

static bool is_file(const char *value)
{
    return value && strcmp(value, "FILE") == 0;
}

static bool is_folder(const char *value)
{
    return value && strcmp(value, "FOLDER") == 0;
}

enum words_kind words_write(char out[WORDS_MAX], const char *words, const char *value)
{
    /* Any board may be typed; these are the usual ones. */
    static const char boards[] = "classic|cube|6x5|7x6|8x7|9x7|8x8|9x7c5|4x4x4|5x5x5";
    out[0] = '\0';
    if (!words && !is_file(value) && !is_folder(value))
        return WORDS_NONE;
    if (!words)
        return is_file(value) ? WORDS_FILES : WORDS_FOLDERS;
    if (strcmp(words, "@place") == 0)
        return WORDS_FOLDERS;
    if (strcmp(words, "@board") == 0)
        put_list(out, boards);
    else if (strcmp(words, "@level") == 0)
        put_levels(out);
    else if (strcmp(words, "@style") == 0)
        put_styles(out);
    else if (strcmp(words, "@variant") == 0)
        put_variants(out);
    else if (strcmp(words, "@command") == 0)
        put_commands(out);
    else
        put_list(out, words);
    return WORDS_LIST;
}
