#include "cli/command_text.h"

#include <stdio.h>
#include <string.h>

#include "server/settings.h"

enum { LINE_COLUMNS = 100, OPTION_COLUMN_MIN = 14, FORM_INDENT = 8 };

/* Text that breaks before a column; the lines after the first begin with `indent` blanks. */
struct paper {
    struct buffer *out;
    enum buffer_err err;
    size_t column, indent;
};

static void put(struct paper *paper, const char *text, size_t len)
{
    if (!paper->err)
        paper->err = buffer_append(paper->out, text, len);
    paper->column += len;
}

static void put_blanks(struct paper *paper, size_t column)
{
    while (paper->column < column && !paper->err)
        put(paper, " ", 1);
}

static void put_line_end(struct paper *paper)
{
    put(paper, "\n", 1);
    paper->column = 0;
}

/* One word, on the next line if it does not fit on this one. */
static void put_word(struct paper *paper, const char *word, size_t len, bool is_first)
{
    if (!is_first && paper->column + 1 + len > LINE_COLUMNS) {
        put_line_end(paper);
        put_blanks(paper, paper->indent);
    } else if (!is_first) {
        put(paper, " ", 1);
    }
    put(paper, word, len);
}

/* The end of a word: the next blank that is not inside brackets, so that "[--board B]" stays on one line. */
static size_t word_len(const char *text, bool keeps_brackets)
{
    size_t len = 0;
    int depth = 0;
    for (; text[len] && text[len] != '\n' && (text[len] != ' ' || depth > 0); len++)
        if (keeps_brackets)
            depth += (text[len] == '[') - (text[len] == ']');
    return len;
}

/* Up to the end of the text, or of its line; returns what follows. */
static const char *put_words(struct paper *paper, const char *text, bool keeps_brackets)
{
    for (bool is_first = true; *text && *text != '\n'; is_first = false) {
        size_t len = word_len(text, keeps_brackets);
        put_word(paper, text, len, is_first);
        text += len + (text[len] == ' ');
    }
    put_line_end(paper);
    return *text ? text + 1 : text;
}

static void put_paragraphs(struct paper *paper, const char *text)
{
    paper->indent = 0;
    while (*text)
        text = put_words(paper, text, false);
}

static void put_usage(struct paper *paper, const struct command *command)
{
    const char *form = command->usage;
    char head[64];
    for (bool is_first = true; *form || is_first; is_first = false) {
        int len = snprintf(head, sizeof head, "%s fourfall %s%s", is_first ? "usage:" : "      ",
                           command->name, *form ? " " : "");
        put(paper, head, (size_t)len);
        paper->indent = (size_t)len;
        form = put_words(paper, form, true);
    }
}

static size_t option_width(const struct command_option *option)
{
    return strlen(option->name) + (option->value ? 1 + strlen(option->value) : 0);
}

static void put_options(struct paper *paper, const struct command_option *options)
{
    size_t column = OPTION_COLUMN_MIN;
    for (int i = 0; options[i].name; i++)
        if (options[i].text && option_width(&options[i]) + 4 > column)
            column = option_width(&options[i]) + 4;
    for (; options->name; options++) {
        char line[64];
        if (!options->text)
            continue;
        int len = snprintf(line, sizeof line, "  %s%s%s", options->name, options->value ? " " : "",
                           options->value ? options->value : "");
        put(paper, line, (size_t)len);
        put_blanks(paper, column);
        paper->indent = column;
        (void)put_words(paper, options->text, false);
    }
}

int command_text_print(enum buffer_err err, struct buffer *text)
{
    int status = err ? cli_fail(CLI_BAD_INPUT, "out of memory") : cli_print(text->bytes, text->len);
    buffer_free(text);
    return status;
}

int command_text_help(const struct command *command)
{
    struct buffer text = buffer_with_max(COMMAND_TEXT_MAX);
    struct paper paper = {.out = &text};
    put_usage(&paper, command);
    put_line_end(&paper);
    put_paragraphs(&paper, command->about);
    if (command->options->name) {
        put_line_end(&paper);
        put_options(&paper, command->options);
    }
    if (command->has_settings) {
        put_line_end(&paper);
        if (!paper.err)
            paper.err = settings_write_help(&text);
    }
    if (command->notes) {
        put_line_end(&paper);
        put_paragraphs(&paper, command->notes);
    }
    return command_text_print(paper.err, &text);
}
