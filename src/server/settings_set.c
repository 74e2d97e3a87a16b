/* From a text to a value, by the kind of the setting. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/settings.h"

enum { BURST_MAX = 1000000, TOKEN_MS_MAX = 600000 };

/* One value on its way in. */
struct taking {
    struct settings *settings;
    const struct setting *setting;
    const char *label, *value;
    char *why;
    size_t why_size;
};

static void *place_of(struct taking *t)
{
    return (char *)&t->settings->config + t->setting->at;
}

static bool refuse(struct taking *t, const char *wanted)
{
    (void)snprintf(t->why, t->why_size, "%s takes %s, not '%s'", t->label, wanted, t->value);
    return false;
}

/* A copy that lives as long as the settings; null with the reason if there are too many. */
static const char *keep(struct taking *t, const char *text, size_t len)
{
    struct settings *s = t->settings;
    if (len >= sizeof s->text - s->text_len) {
        (void)snprintf(t->why, t->why_size, "%s: the settings are too long", t->label);
        return NULL;
    }
    char *copy = s->text + s->text_len;
    memcpy(copy, text, len);
    copy[len] = '\0';
    s->text_len += len + 1;
    return copy;
}

static bool take_listen(struct taking *t)
{
    return config_listen_read(&t->settings->config, t->value) ||
           refuse(t, "ADDRESS:PORT, as in 127.0.0.1:8080");
}

static bool take_path(struct taking *t)
{
    const char *path = *t->value ? keep(t, t->value, strlen(t->value)) : NULL;
    if (!*t->value)
        return refuse(t, "a path");
    if (!path)
        return false;
    *(const char **)place_of(t) = path;
    return true;
}

static bool number_read(long *out, const char *text, char end, long min, long max)
{
    char *rest;
    errno = 0;
    long number = strtol(text, &rest, 10);
    if (*text < '0' || *text > '9' || *rest != end || errno || number < min || number > max)
        return false;
    *out = number;
    return true;
}

static bool take_number(struct taking *t)
{
    long number;
    if (!number_read(&number, t->value, '\0', t->setting->min, t->setting->max)) {
        (void)snprintf(t->why, t->why_size,
                       "%s must be a whole number between %ld and %ld, not '%s'", t->label,
                       t->setting->min, t->setting->max, t->value);
        return false;
    }
    *(int *)place_of(t) = (int)number;
    return true;
}

static bool take_word(struct taking *t)
{
    const char *words = t->setting->value;
    size_t first = strcspn(words, "|");
    bool is_first = strlen(t->value) == first && strncmp(t->value, words, first) == 0;
    char wanted[64];
    if (!is_first && strcmp(t->value, words + first + 1) != 0) {
        (void)snprintf(wanted, sizeof wanted, "%.*s or %s", (int)first, words, words + first + 1);
        return refuse(t, wanted);
    }
    *(bool *)place_of(t) = is_first;
    return true;
}

static bool take_rate(struct taking *t)
{
    long burst, ms;
    const char *slash = strchr(t->value, '/');
    if (!slash || !number_read(&burst, t->value, '/', 1, BURST_MAX) ||
        !number_read(&ms, slash + 1, '\0', 1, TOKEN_MS_MAX))
        return refuse(t, "BURST/MS (a burst up to 1000000, and up to 600000 milliseconds to refill "
                         "one), as in 80/50");
    *(struct bucket_rate *)place_of(t) =
        (struct bucket_rate){.token_ms = (int32_t)ms, .burst = (int32_t)burst};
    return true;
}

static bool take_origin(struct taking *t, const char *item, size_t len)
{
    struct server_config *config = &t->settings->config;
    const char *origin = keep(t, item, len);
    char wanted[64];
    if (!origin)
        return false;
    if (strcmp(origin, "*") != 0 && !config_is_origin(origin))
        return refuse(t, "an origin like https://example.org, or *");
    if (config->origin_count == CONFIG_ORIGINS_MAX) {
        (void)snprintf(wanted, sizeof wanted, "at most %d origins", CONFIG_ORIGINS_MAX);
        return refuse(t, wanted);
    }
    config->origins[config->origin_count++] = origin;
    return true;
}

static bool take_proxy(struct taking *t, const char *item, size_t len)
{
    struct proxy_list *list = &t->settings->config.proxies;
    struct proxy_block block;
    char text[PROXY_ADDRESS_SIZE], wanted[64];
    (void)snprintf(text, sizeof text, "%.*s", (int)len, item);
    if (len >= sizeof text || !proxy_block_read(&block, text))
        return refuse(t, "addresses like 10.0.0.7, 10.0.0.0/8 or fd00::/8");
    if (list->count == PROXY_MAX) {
        (void)snprintf(wanted, sizeof wanted, "at most %d addresses", PROXY_MAX);
        return refuse(t, wanted);
    }
    list->block[list->count++] = block;
    return true;
}

/* Divided by commas, with blanks around them. */
static bool take_list(struct taking *t, bool (*take)(struct taking *, const char *, size_t))
{
    static const char blanks[] = " \t";
    const char *at = t->value;
    for (;;) {
        size_t all = strcspn(at, ","), before = strspn(at, blanks);
        size_t len = all > before ? all - before : 0;
        while (len > 0 && strchr(blanks, at[before + len - 1]))
            len--;
        if (!take(t, at + before, len))
            return false;
        if (!at[all])
            return true;
        at += all + 1;
    }
}

/* What an earlier source said is replaced as a whole. */
static void forget(struct settings *settings, const struct setting *setting)
{
    if (setting->kind == SETTING_ORIGINS)
        settings->config.origin_count = 0;
    if (setting->kind == SETTING_PROXIES)
        settings->config.proxies.count = 0;
}

bool settings_set(struct settings *settings, const struct setting *setting,
                  enum setting_source source, const char *label, const char *value, char *why,
                  size_t why_size)
{
    static bool (*const takers[])(struct taking *) = {
        [SETTING_LISTEN] = take_listen, [SETTING_PATH] = take_path, [SETTING_NUMBER] = take_number,
        [SETTING_WORD] = take_word,     [SETTING_RATE] = take_rate,
    };
    struct taking taking = {settings, setting, label, value, NULL, why_size};
    enum setting_source *was = &settings->source[setting - settings_table];
    taking.why = why;
    if (*was != source)
        forget(settings, setting);
    *was = source;
    if (setting->kind == SETTING_ORIGINS)
        return take_list(&taking, take_origin);
    if (setting->kind == SETTING_PROXIES)
        return take_list(&taking, take_proxy);
    return takers[setting->kind](&taking);
}
