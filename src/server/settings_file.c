/* Reads the settings file: lines `name = value`. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "server/settings.h"

enum { LINE_MAX_BYTES = 8192, LABEL_SIZE = 4096 };

static const char blanks[] = " \t\r";

struct file_reading {
    struct settings *settings;
    const char *path;
    int number; /* of the line */
    int line_of[SETTINGS_COUNT_MAX];
    char *why;
    size_t why_size;
};

static bool refuse(struct file_reading *r, const char *problem, const char *what)
{
    (void)snprintf(r->why, r->why_size, "%s:%d: %s%s%s", r->path, r->number, problem,
                   *what ? " " : "", what);
    return false;
}

/* Removes a comment: a '#' at the beginning of the line or after a blank, and everything
 * after it. */
static void cut_comment(char *line)
{
    for (char *mark = strchr(line, '#'); mark; mark = strchr(mark + 1, '#'))
        if (mark == line || strchr(blanks, mark[-1])) {
            *mark = '\0';
            return;
        }
}

static char *trim(char *text)
{
    text += strspn(text, blanks);
    size_t len = strlen(text);
    while (len > 0 && strchr(blanks, text[len - 1]))
        len--;
    text[len] = '\0';
    return text;
}

/* Only lists may have several lines. */
static bool is_duplicate(const struct file_reading *r, const struct setting *setting)
{
    return setting->kind != SETTING_ORIGINS && setting->kind != SETTING_HOSTS &&
           setting->kind != SETTING_PROXIES && r->line_of[setting - settings_table];
}

static bool take_line(struct file_reading *r, char *line)
{
    char label[LABEL_SIZE];
    cut_comment(line);
    line = trim(line);
    if (!*line)
        return true;
    char *equals = strchr(line, '=');
    if (!equals)
        return refuse(r, "expected 'name = value'", "");
    *equals = '\0';
    char *name = trim(line), *value = trim(equals + 1);
    const struct setting *setting = setting_find(name, strlen(name));
    if (!setting)
        return refuse(r, "unknown setting:", name);
    if (is_duplicate(r, setting))
        return refuse(r, "duplicate setting:", name);
    r->line_of[setting - settings_table] = r->number;
    (void)snprintf(label, sizeof label, "%.3800s:%d: %s", r->path, r->number, name);
    return settings_set(r->settings, setting, FROM_FILE, label, value, r->why, r->why_size);
}

static bool take_lines(struct file_reading *r, FILE *file)
{
    char line[LINE_MAX_BYTES];
    while (fgets(line, sizeof line, file)) {
        size_t len = strlen(line);
        r->number++;
        if (len > 0 && line[len - 1] == '\n')
            line[len - 1] = '\0';
        else if (!feof(file)) /* no end of line: too long, or a byte 0 */
            return refuse(r, "not a line of text", "");
        if (!take_line(r, line))
            return false;
    }
    if (!ferror(file))
        return true;
    (void)snprintf(r->why, r->why_size, "cannot read '%s': %s", r->path, strerror(errno));
    return false;
}

bool settings_read_file(struct settings *settings, const char *path, char *why, size_t why_size)
{
    struct file_reading reading = {
        .settings = settings, .path = path, .why = why, .why_size = why_size};
    FILE *file = fopen(path, "re");
    if (!file) {
        (void)snprintf(why, why_size, "cannot read '%s': %s", path, strerror(errno));
        return false;
    }
    bool is_good = take_lines(&reading, file);
    (void)fclose(file); /* it was open for reading */
    return is_good;
}
