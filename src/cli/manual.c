#include "cli/manual.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/manual_text.h"
#include "server/settings.h"

#define MANUAL_DATE "November 18, 2026"

enum { VALUE_MAX = 8192, TEXT_COLUMNS = 74 };

struct page {
    struct buffer *out;
    enum buffer_err err;
};

static void put(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct page *page, const char *format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!page->err)
        page->err =
            len < (int)sizeof text ? buffer_append(page->out, text, (size_t)len) : BUFFER_E_FULL;
}

/* A blank becomes the end of a line after a sentence, as mdoc wants it, and before a word that would not fit. */
static bool ends_line(const char *text, size_t len, size_t at, size_t column)
{
    size_t next = at + 1;
    while (next < len && text[next] != ' ')
        next++;
    return column + next - at > TEXT_COLUMNS ||
           (at > 0 && at + 1 < len && text[at - 1] == '.' && isupper((unsigned char)text[at + 1]));
}

/* The hyphens of options are real ones. */
static size_t put_character(struct page *page, char c, bool is_option)
{
    if (c == '\\')
        put(page, "\\e");
    else
        put(page, "%s%c", c == '-' && is_option ? "\\" : "", c);
    return c == '\\' || (c == '-' && is_option) ? 2 : 1;
}

/* Nothing at the beginning of a line is taken for a macro. */
static void put_text(struct page *page, const char *text, size_t len)
{
    bool is_option = false;
    size_t column = 0;
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        bool begins_option = c == '-' && i + 1 < len && text[i + 1] == '-';
        is_option = begins_option || (is_option && (islower((unsigned char)c) || c == '-'));
        if (column == 0 && (c == '.' || c == '\''))
            put(page, "\\&");
        if (c == ' ' && ends_line(text, len, i, column)) {
            put(page, "\n");
            column = 0;
        } else {
            column += put_character(page, c, is_option);
        }
    }
    put(page, "\n");
}

static void put_paragraphs(struct page *page, const char *text)
{
    for (bool is_first = true; *text; is_first = false) {
        size_t len = strcspn(text, "\n");
        if (!is_first)
            put(page, ".Pp\n");
        put_text(page, text, len);
        text += len;
        text += strspn(text, "\n");
    }
}

/* A word of a form: "--board", "B", "me|cpu", "LEVEL[:STYLE]", "postgres://HOST/NAME". */
static void put_word(struct page *page, const char *word, size_t len)
{
    bool is_argument = isupper((unsigned char)word[0]) || memchr(word, '/', len);
    if (len > 2 && strncmp(word, "--", 2) == 0)
        put(page, " Fl %.*s", (int)len - 1, word + 1);
    else if (strncmp(word, "...", len) == 0 || word[0] == '<')
        put(page, " No \\&%.*s", (int)len, word);
    else
        put(page, " %s %.*s", is_argument ? "Ar" : "Cm", (int)len, word);
}

static size_t word_len(const char *word)
{
    size_t len = 0;
    int depth = 0;
    while (word[len] && !strchr(" \n", word[len]) && (word[len] != ']' || depth > 0)) {
        depth += (word[len] == '[') - (word[len] == ']');
        len++;
    }
    return len;
}

/* One form of a call, up to its end. A bracket of the form becomes one of mdoc's. */
static const char *put_form(struct page *page, const struct command *command, const char *form)
{
    put(page, ".Nm fourfall Cm %s", command->name);
    while (*form && *form != '\n') {
        size_t len = word_len(form);
        if (*form == '[')
            put(page, " Oo");
        else if (*form == ']')
            put(page, " Oc");
        else if (*form != ' ')
            put_word(page, form, len);
        form += *form == '[' || *form == ']' || *form == ' ' ? 1 : len;
    }
    put(page, "\n");
    return *form ? form + 1 : form;
}

static void put_forms(struct page *page, const struct command *command)
{
    const char *form = command->usage;
    put(page, ".Sh SYNOPSIS\n");
    do
        form = put_form(page, command, form);
    while (*form);
}

static void put_options(struct page *page, const struct command_option *options)
{
    put(page, ".Pp\nThe options are:\n.Bl -tag -width Ds\n");
    for (; options->name; options++) {
        if (!options->text)
            continue;
        put(page, ".It Fl %s", options->name + 1);
        if (options->value)
            put(page, " Ar %s", options->value);
        put(page, "\n");
        put_text(page, options->text, strlen(options->text));
    }
    put(page, ".El\n");
}

static void put_setting(struct page *page, const struct setting *setting)
{
    char value[VALUE_MAX], line[1024];
    setting_write(value, sizeof value, setting, &server_config_default);
    int len = snprintf(line, sizeof line, "%s (%.300s)", setting->help,
                       setting->unset ? setting->unset : value);
    put(page, ".It Fl -%s Ar %s\n", setting->name, setting->value);
    put_text(page, line, (size_t)len);
}

static void put_settings(struct page *page)
{
    put(page, ".Sh SETTINGS\nDefaults are in parentheses.\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < settings_count; i++)
        if (!settings_table[i].is_hidden)
            put_setting(page, &settings_table[i]);
    put(page, ".El\n");
}

enum buffer_err manual_write_command(struct buffer *out, const struct command *command)
{
    struct page page = {.out = out};
    char title[64];
    size_t len = (size_t)snprintf(title, sizeof title, "FOURFALL-%s", command->name);
    for (size_t i = 0; i < len; i++)
        title[i] = (char)toupper((unsigned char)title[i]);
    put(&page, ".Dd " MANUAL_DATE "\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm fourfall-%s\n.Nd %s\n", title,
        command->name, command->summary);
    put_forms(&page, command);
    put(&page, ".Sh DESCRIPTION\n");
    put_paragraphs(&page, command->about);
    if (command->options->name)
        put_options(&page, command->options);
    if (command->notes) {
        put(&page, ".Pp\n");
        put_paragraphs(&page, command->notes);
    }
    if (command->has_settings)
        put_settings(&page);
    put(&page, ".Sh SEE ALSO\n.Xr fourfall 1\n");
    return page.err;
}

static void put_commands(struct page *page)
{
    put(page, ".Sh COMMANDS\nEach command has a page of its own.\n.Bl -tag -width Ds\n");
    for (int i = 0; cli_commands[i]; i++)
        put(page, ".It Xr fourfall-%s 1\n%s\n", cli_commands[i]->name, cli_commands[i]->summary);
    put(page, ".El\n");
}

enum buffer_err manual_write_all(struct buffer *out)
{
    struct page page = {.out = out};
    put(&page, ".Dd " MANUAL_DATE "\n%s", manual_text_above);
    put_commands(&page);
    put(&page, "%s", manual_text_below);
    return page.err;
}
