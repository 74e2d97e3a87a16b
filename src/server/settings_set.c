/* Reads the value of a setting from text. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/host.h"
#include "push/vapid.h"
#include "server/settings.h"

enum { BURST_MAX = 1000000, TOKEN_MS_MAX = 600000 };

/* One value to be read, and where to write the reason if it is refused. */
struct assignment {
    struct settings *settings;
    const struct setting *setting;
    const char *label, *value;
    char *why;
    size_t why_size;
};

static void *field_of(struct assignment *a)
{
    return (char *)&a->settings->config + a->setting->at;
}

static bool refuse(struct assignment *a, const char *wanted)
{
    (void)snprintf(a->why, a->why_size, "%s takes %s, not '%s'", a->label, wanted, a->value);
    return false;
}

/* A copy that lives as long as the settings; null, with the reason, if there is no space. */
static const char *copy_text(struct assignment *a, const char *text, size_t len)
{
    struct settings *s = a->settings;
    if (len >= sizeof s->text - s->text_len) {
        (void)snprintf(a->why, a->why_size, "%s: the settings are too long", a->label);
        return NULL;
    }
    char *copy = s->text + s->text_len;
    memcpy(copy, text, len);
    copy[len] = '\0';
    s->text_len += len + 1;
    return copy;
}

static bool read_listen(struct assignment *a)
{
    return config_listen_read(field_of(a), a->value) ||
           refuse(a, "ADDRESS:PORT, as in 127.0.0.1:8080");
}

static bool read_path(struct assignment *a)
{
    const char *path = *a->value ? copy_text(a, a->value, strlen(a->value)) : NULL;
    if (!*a->value)
        return refuse(a, "a path");
    if (!path)
        return false;
    *(const char **)field_of(a) = path;
    return true;
}

static bool read_contact(struct assignment *a)
{
    return vapid_is_contact(a->value) ? read_path(a)
                                      : refuse(a, "an address like mailto:admin@example.org");
}

/* The value may have a password: the reason does not repeat it. */
static bool read_url(struct assignment *a)
{
    const char *const *scheme = a->setting->schemes;
    while (*scheme && strncmp(a->value, *scheme, strlen(*scheme)) != 0)
        scheme++;
    if (*scheme)
        return read_path(a);
    (void)snprintf(a->why, a->why_size, "%s takes an address like %s", a->label, a->setting->value);
    return false;
}

static bool read_letter(struct assignment *a)
{
    bool is_one = a->value[0] && !a->value[1];
    if (!is_one || (!isalnum((unsigned char)a->value[0]) && !strchr("-_", a->value[0])))
        return refuse(a, "one letter or digit");
    *(char *)field_of(a) = a->value[0];
    return true;
}

static bool parse_number(long *out, const char *text, char end, long min, long max)
{
    char *rest;
    errno = 0;
    long number = strtol(text, &rest, 10);
    const char *digits = text + (min < 0 && *text == '-');
    if (*digits < '0' || *digits > '9' || *rest != end || errno || number < min || number > max)
        return false;
    *out = number;
    return true;
}

static bool read_number(struct assignment *a)
{
    long number;
    if (!parse_number(&number, a->value, '\0', a->setting->min, a->setting->max)) {
        (void)snprintf(a->why, a->why_size,
                       "%s must be a whole number between %ld and %ld, not '%s'", a->label,
                       a->setting->min, a->setting->max, a->value);
        return false;
    }
    *(int *)field_of(a) = (int)number;
    return true;
}

static bool read_word(struct assignment *a)
{
    const char *words = a->setting->value;
    size_t first = strcspn(words, "|");
    bool is_first = strlen(a->value) == first && strncmp(a->value, words, first) == 0;
    char wanted[64];
    if (!is_first && strcmp(a->value, words + first + 1) != 0) {
        (void)snprintf(wanted, sizeof wanted, "%.*s or %s", (int)first, words, words + first + 1);
        return refuse(a, wanted);
    }
    *(bool *)field_of(a) = is_first;
    return true;
}

static bool read_rate(struct assignment *a)
{
    long burst, ms;
    const char *slash = strchr(a->value, '/');
    if (!slash || !parse_number(&burst, a->value, '/', 1, BURST_MAX) ||
        !parse_number(&ms, slash + 1, '\0', 1, TOKEN_MS_MAX))
        return refuse(a, "BURST/MS (a burst up to 1000000, and up to 600000 milliseconds to refill "
                         "one), as in 80/50");
    *(struct bucket_rate *)field_of(a) =
        (struct bucket_rate){.token_ms = (int32_t)ms, .burst = (int32_t)burst};
    return true;
}

static bool read_origin(struct assignment *a, const char *item, size_t len)
{
    struct server_config *config = &a->settings->config;
    const char *origin = copy_text(a, item, len);
    char wanted[64];
    if (!origin)
        return false;
    if (strcmp(origin, "*") != 0 && !config_is_origin(origin))
        return refuse(a, "an origin like https://example.org, or *");
    if (config->origin_count == CONFIG_ORIGINS_MAX) {
        (void)snprintf(wanted, sizeof wanted, "at most %d origins", CONFIG_ORIGINS_MAX);
        return refuse(a, wanted);
    }
    config->origins[config->origin_count++] = origin;
    return true;
}

static bool read_host(struct assignment *a, const char *item, size_t len)
{
    struct server_config *config = &a->settings->config;
    const char *host = copy_text(a, item, len);
    char wanted[64];
    if (!host)
        return false;
    if (!host_is_name(host))
        return refuse(a, "names like play.example.org, or *");
    if (config->host_count == CONFIG_HOSTS_MAX) {
        (void)snprintf(wanted, sizeof wanted, "at most %d names", CONFIG_HOSTS_MAX);
        return refuse(a, wanted);
    }
    config->hosts[config->host_count++] = host;
    return true;
}

static bool read_proxy(struct assignment *a, const char *item, size_t len)
{
    struct proxy_list *list = &a->settings->config.proxies;
    struct proxy_block block;
    char text[PROXY_ADDRESS_SIZE], wanted[64];
    (void)snprintf(text, sizeof text, "%.*s", (int)len, item);
    if (len >= sizeof text || !proxy_block_read(&block, text))
        return refuse(a, "addresses like 10.0.0.7, 10.0.0.0/8 or fd00::/8");
    if (list->count == PROXY_MAX) {
        (void)snprintf(wanted, sizeof wanted, "at most %d addresses", PROXY_MAX);
        return refuse(a, wanted);
    }
    list->block[list->count++] = block;
    return true;
}

/* A list separated by commas, with optional blanks around them. */
static bool read_list(struct assignment *a, bool (*read)(struct assignment *, const char *, size_t))
{
    static const char blanks[] = " \t";
    const char *at = a->value;
    for (;;) {
        size_t all = strcspn(at, ","), before = strspn(at, blanks);
        size_t len = all > before ? all - before : 0;
        while (len > 0 && strchr(blanks, at[before + len - 1]))
            len--;
        if (!read(a, at + before, len))
            return false;
        if (!at[all])
            return true;
        at += all + 1;
    }
}

/* A list from an earlier source is replaced as a whole. */
static void clear_list(struct settings *settings, const struct setting *setting)
{
    if (setting->kind == SETTING_ORIGINS)
        settings->config.origin_count = 0;
    if (setting->kind == SETTING_HOSTS)
        settings->config.host_count = 0;
    if (setting->kind == SETTING_PROXIES)
        settings->config.proxies.count = 0;
}

bool settings_set(struct settings *settings, const struct setting *setting,
                  enum setting_source source, const char *label, const char *value, char *why,
                  size_t why_size)
{
    static bool (*const readers[])(struct assignment *) = {
        [SETTING_CONTACT] = read_contact, [SETTING_LISTEN] = read_listen,
        [SETTING_URL] = read_url,         [SETTING_LETTER] = read_letter,
        [SETTING_PATH] = read_path,       [SETTING_NUMBER] = read_number,
        [SETTING_WORD] = read_word,       [SETTING_RATE] = read_rate,
    };
    struct assignment assignment = {settings, setting, label, value, NULL, why_size};
    enum setting_source *was = &settings->source[setting - settings_table];
    assignment.why = why;
    if (*was != source)
        clear_list(settings, setting);
    *was = source;
    if (setting->kind == SETTING_ORIGINS)
        return read_list(&assignment, read_origin);
    if (setting->kind == SETTING_HOSTS)
        return read_list(&assignment, read_host);
    if (setting->kind == SETTING_PROXIES)
        return read_list(&assignment, read_proxy);
    return readers[setting->kind](&assignment);
}
