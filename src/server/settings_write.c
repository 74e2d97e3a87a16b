/* Writes settings as text, for --print-config and --help. */
#include <stdio.h>
#include <string.h>

#include "server/settings.h"

enum { VALUE_MAX = 8192, HELP_COLUMN = 34, SOURCE_COLUMN = 40 };

static void write_item(char *out, size_t size, const char *item)
{
    size_t len = strlen(out);
    (void)snprintf(out + len, size - len, "%s%s", len ? "," : "", item);
}

static void write_texts(char *out, size_t size, const char *const *texts, size_t count)
{
    out[0] = '\0';
    for (size_t i = 0; i < count; i++)
        write_item(out, size, texts[i]);
}

static void write_proxies(char *out, size_t size, const struct server_config *config)
{
    char text[PROXY_ADDRESS_SIZE];
    out[0] = '\0';
    for (size_t i = 0; i < config->proxies.count; i++) {
        proxy_block_write(text, &config->proxies.block[i]);
        write_item(out, size, text);
    }
}

/* The '@' before the host. A password that is not percent-encoded may have any character: the last '@' before the
 * parameters counts, or the last of all. */
static const char *find_at(const char *login)
{
    const char *at = NULL, *parameters = login + strcspn(login, "?");
    for (const char *c = strchr(login, '@'); c; c = strchr(c + 1, '@'))
        if (c < parameters || !at || at > parameters)
            at = c;
    return at;
}

/* "?password=***&sslpassword=***" */
static void hide_parameters(char *out, size_t size, const char *url)
{
    static const char name[] = "password=";
    const char *secret = strstr(url, name);
    size_t len = 0;
    for (out[0] = '\0'; secret && len < size; secret = strstr(url, name)) {
        secret += strlen(name);
        len += (size_t)snprintf(out + len, size - len, "%.*s***", (int)(secret - url), url);
        url = secret + strcspn(secret, "&");
    }
    if (len < size)
        (void)snprintf(out + len, size - len, "%s", url);
}

/* "postgres://user:***@host/name": without the password, here or among the parameters. */
static void write_url(char *out, size_t size, const char *url)
{
    char hidden[VALUE_MAX];
    const char *scheme = strstr(url, "://"), *login = scheme ? scheme + 3 : url;
    const char *colon = strchr(login, ':'), *at = find_at(login);
    if (colon && at && colon < at)
        (void)snprintf(hidden, sizeof hidden, "%.*s:***%s", (int)(colon - url), url, at);
    else
        (void)snprintf(hidden, sizeof hidden, "%s", url);
    hide_parameters(out, size, hidden);
}

static void write_word(char *out, size_t size, const char *words, bool is_first)
{
    size_t first = strcspn(words, "|");
    if (is_first)
        (void)snprintf(out, size, "%.*s", (int)first, words);
    else
        (void)snprintf(out, size, "%s", words + first + 1);
}

void setting_write(char *out, size_t size, const struct setting *setting,
                   const struct server_config *config)
{
    const void *at = (const char *)config + setting->at;
    const struct bucket_rate *rate = at;
    switch (setting->kind) {
    case SETTING_LISTEN:
        config_listen_write(out, size, at);
        break;
    case SETTING_PATH:
    case SETTING_CONTACT:
        (void)snprintf(out, size, "%s", *(const char *const *)at ? *(const char *const *)at : "");
        break;
    case SETTING_LETTER:
        (void)snprintf(out, size, "%.1s", (const char *)at);
        break;
    case SETTING_URL:
        write_url(out, size, *(const char *const *)at ? *(const char *const *)at : "");
        break;
    case SETTING_NUMBER:
        (void)snprintf(out, size, "%d", *(const int *)at);
        break;
    case SETTING_WORD:
        write_word(out, size, setting->value, *(const bool *)at);
        break;
    case SETTING_RATE:
        (void)snprintf(out, size, "%d/%d", rate->burst, rate->token_ms);
        break;
    case SETTING_ORIGINS:
        write_texts(out, size, config->origins, config->origin_count);
        break;
    case SETTING_HOSTS:
        write_texts(out, size, config->hosts, config->host_count);
        break;
    case SETTING_PROXIES:
        write_proxies(out, size, config);
        break;
    }
}

static enum buffer_err write_blanks(struct buffer *out, size_t used, size_t column)
{
    enum buffer_err err = buffer_char(out, ' ');
    for (used++; used < column && !err; used++)
        err = buffer_char(out, ' ');
    return err;
}

/* "grace = 60000      # from the command line", or "# data =      # not set: …" */
static enum buffer_err write_setting(struct buffer *out, const struct setting *setting,
                                     const char *value, enum setting_source source)
{
    static const char *const sources[] = {[FROM_DEFAULT] = "default",
                                          [FROM_FILE] = "from the file",
                                          [FROM_ENVIRONMENT] = "from the environment",
                                          [FROM_FLAG] = "from the command line"};
    size_t began = out->len;
    enum buffer_err err = buffer_text(out, *value ? "" : "# ");
    if (!err)
        err = buffer_text(out, setting->name);
    if (!err)
        err = buffer_text(out, *value ? " = " : " =");
    if (!err)
        err = buffer_text(out, value);
    if (!err)
        err = write_blanks(out, out->len - began, SOURCE_COLUMN);
    if (!err)
        err = buffer_text(out, "# ");
    if (!err)
        err = buffer_text(out, sources[source]);
    if (!err && !*value)
        err = buffer_text(out, ": ");
    if (!err && !*value)
        err = buffer_text(out, setting->unset);
    return err ? err : buffer_char(out, '\n');
}

enum buffer_err settings_write(struct buffer *out, const struct settings *settings)
{
    enum buffer_err err = BUFFER_OK;
    for (size_t i = 0; i < settings_count && !err; i++) {
        char value[VALUE_MAX];
        if (settings_table[i].is_hidden)
            continue;
        setting_write(value, sizeof value, &settings_table[i], &settings->config);
        err = write_setting(out, &settings_table[i], value, settings->source[i]);
    }
    return err;
}

static enum buffer_err write_help(struct buffer *out, const struct setting *setting)
{
    char line[512], value[VALUE_MAX];
    setting_write(value, sizeof value, setting, &server_config_default);
    int len = snprintf(line, sizeof line, "  --%s %s", setting->name, setting->value);
    enum buffer_err err = buffer_append(out, line, (size_t)len);
    if (!err)
        err = write_blanks(out, (size_t)len, HELP_COLUMN);
    len = snprintf(line, sizeof line, "%s (%.300s)\n", setting->help,
                   setting->unset ? setting->unset : value);
    return err ? err : buffer_append(out, line, (size_t)len);
}

enum buffer_err settings_write_help(struct buffer *out)
{
    enum buffer_err err = BUFFER_OK;
    for (size_t i = 0; i < settings_count && !err; i++)
        if (!settings_table[i].is_hidden)
            err = write_help(out, &settings_table[i]);
    return err;
}
