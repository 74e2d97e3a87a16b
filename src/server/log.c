#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "json/pair.h"

enum { LINE_MAX = 4096 };

static bool is_quiet_now = true;

void log_set_quiet(bool is_quiet)
{
    is_quiet_now = is_quiet;
}

static void write_value(struct json_write *w, const char *text, size_t len)
{
    bool is_number = len > 0 && len < 10 && strspn(text, "0123456789") >= len;
    if (is_number) {
        int64_t number = 0;
        for (size_t i = 0; i < len; i++)
            number = number * 10 + (text[i] - '0');
        json_write_int(w, number);
    } else if (utf8_is_valid(text, len)) {
        json_write_text(w, text, len);
    } else {
        json_write_string(w, "?"); /* keep the line without this value */
    }
}

/* Writes one key and its value; returns where the next field begins. */
static const char *write_field(struct json_write *w, const char *field)
{
    size_t key = strcspn(field, "= ");
    const char *value = field + key + 1;
    if (field[key] != '=')
        return field + key;
    bool is_text = *value == '"';
    size_t len = is_text ? strlen(value) - 1 : strcspn(value, " ");
    if (is_text && len > 0 && value[len] == '"')
        len--;
    json_write_key_text(w, field, key);
    write_value(w, value + is_text, len);
    return is_text ? value + strlen(value) : value + len;
}

bool log_write(struct buffer *out, const char *when, const char *level, const char *event,
               const char *fields)
{
    struct json_write w = json_write_on(out);
    json_write_object(&w);
    pair_text(&w, "time", when);
    pair_text(&w, "level", level);
    pair_text(&w, "event", event);
    while (*(fields += strspn(fields, " ")))
        fields = write_field(&w, fields);
    json_write_object_end(&w);
    return json_write_finish(&w) == JSON_WRITE_OK && buffer_char(out, '\n') == BUFFER_OK;
}

void log_line(const char *level, const char *event, const char *format, ...)
{
    char text[1024], when[32] = "";
    struct buffer line = buffer_with_max(LINE_MAX);
    struct tm parts;
    time_t now = time(NULL);
    va_list arguments;
    if (is_quiet_now && strcmp(level, "info") == 0)
        return;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (gmtime_r(&now, &parts))
        (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (log_write(&line, when, level, event, text))
        (void)fwrite(line.bytes, 1, line.len, stderr);
    buffer_free(&line);
}
