#include "bus/bus_url.h"

#include <stdio.h>
#include <string.h>

enum { PORT_DEFAULT = 6379, PORT_MAX = 65535, SOCKET_PATH_MAX = 107 };

/* A part of the text, still encoded. */
struct url_part {
    const char *at;
    size_t len;
};

static bool refuse(char why[BUS_WHY_SIZE], const char *sentence)
{
    (void)snprintf(why, BUS_WHY_SIZE, "%s", sentence);
    return false;
}

/* Takes everything before the first of these characters, which stays; all, if there is none. */
static struct url_part part_until(struct url_part *rest, const char *ends)
{
    struct url_part part = {rest->at, 0};
    while (part.len < rest->len && !strchr(ends, part.at[part.len]))
        part.len++;
    rest->at += part.len;
    rest->len -= part.len;
    return part;
}

static bool part_skip(struct url_part *rest, char c)
{
    if (rest->len == 0 || *rest->at != c)
        return false;
    rest->at++;
    rest->len--;
    return true;
}

static bool part_skip_text(struct url_part *rest, const char *text)
{
    size_t len = strlen(text);
    if (rest->len < len || memcmp(rest->at, text, len) != 0)
        return false;
    rest->at += len;
    rest->len -= len;
    return true;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)((at - digits) % 16) : -1;
}

/* Decodes %XX; false if that is malformed, or a byte 0, or too long. */
static bool part_decode(char *out, size_t size, struct url_part part)
{
    size_t len = 0;
    for (size_t i = 0; i < part.len; i++) {
        char c = part.at[i];
        if (c == '%') {
            int high = i + 2 < part.len ? hex_digit(part.at[i + 1]) : -1;
            int low = i + 2 < part.len ? hex_digit(part.at[i + 2]) : -1;
            if (high < 0 || low < 0 || (high == 0 && low == 0))
                return false;
            c = (char)(unsigned char)(16 * high + low);
            i += 2;
        }
        if (len + 1 >= size)
            return false;
        out[len++] = c;
    }
    out[len] = 0;
    return true;
}

/* -1 if it is no number of low..high. */
static int part_number(struct url_part part, int low, int high)
{
    int number = 0;
    if (part.len == 0 || part.len > 5)
        return -1;
    for (size_t i = 0; i < part.len; i++) {
        if (part.at[i] < '0' || part.at[i] > '9')
            return -1;
        number = 10 * number + (part.at[i] - '0');
    }
    return number >= low && number <= high ? number : -1;
}

static bool login_read(struct bus_url *url, struct url_part login, char *why)
{
    struct url_part user = part_until(&login, ":");
    if (!part_decode(url->user, sizeof url->user, user))
        return refuse(why, "its user is too long, or not percent-encoded");
    if (part_skip(&login, ':') && !part_decode(url->password, sizeof url->password, login))
        return refuse(why, "its password is too long, or not percent-encoded");
    return true;
}

static bool host_read(struct bus_url *url, struct url_part *rest, char *why)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    bool is_six = part_skip(rest, '[');
    struct url_part host = part_until(rest, is_six ? "]" : ":");
    if (host.len == 0 || host.len >= sizeof url->host)
        return refuse(why, "it needs a host: redis://HOST:6379");
    for (size_t i = 0; i < host.len; i++)
        if (!strchr(is_six ? "0123456789abcdefABCDEF:." : letters, host.at[i]))
            return refuse(why, "its host has characters that no host name has");
    if (is_six && !part_skip(rest, ']'))
        return refuse(why, "the bracket of its IPv6 address is not closed");
    memcpy(url->host, host.at, host.len);
    url->host[host.len] = 0;
    url->port = PORT_DEFAULT;
    if (rest->len == 0)
        return true;
    if (part_skip(rest, ':'))
        url->port = part_number(*rest, 1, PORT_MAX);
    else
        url->port = -1;
    return url->port > 0 || refuse(why, "its port must be a number of 1 to 65535");
}

static bool database_read(struct bus_url *url, struct url_part text, char *why)
{
    url->database = part_number(text, 0, BUS_DATABASE_MAX);
    return url->database >= 0 || refuse(why, "its database must be a number of 0 to 9999");
}

static bool option_read(struct bus_url *url, struct url_part option, char *why)
{
    if (url->is_encrypted && part_skip_text(&option, "ca=") && option.len > 0)
        return part_decode(url->ca_path, sizeof url->ca_path, option) ||
               refuse(why, "the file after ca= is too long, or not percent-encoded");
    if (url->path[0] && part_skip_text(&option, "db="))
        return database_read(url, option, why);
    return refuse(why, "after ? it may have ca=FILE (rediss) or db=NUMBER (unix) only");
}

static bool options_read(struct bus_url *url, struct url_part rest, char *why)
{
    if (!part_skip(&rest, '?'))
        return rest.len == 0 || refuse(why, "it has something behind its end");
    do {
        struct url_part option = part_until(&rest, "&");
        if (!option_read(url, option, why))
            return false;
    } while (part_skip(&rest, '&'));
    return true;
}

/* Behind "unix://" and the login. */
static bool socket_read(struct bus_url *url, struct url_part rest, char *why)
{
    struct url_part path = part_until(&rest, "?#");
    if (path.len < 2 || *path.at != '/')
        return refuse(why, "it needs a path: unix:///run/redis/redis.sock");
    if (!part_decode(url->path, sizeof url->path, path) || strlen(url->path) > SOCKET_PATH_MAX)
        return refuse(why, "its path is too long, or not percent-encoded");
    return options_read(url, rest, why);
}

/* Behind "redis://" or "rediss://" and the login. */
static bool server_read(struct bus_url *url, struct url_part rest, char *why)
{
    struct url_part server = part_until(&rest, "/?#");
    if (!host_read(url, &server, why))
        return false;
    if (part_skip(&rest, '/')) {
        struct url_part database = part_until(&rest, "?#");
        if (database.len > 0 && !database_read(url, database, why))
            return false;
    }
    return options_read(url, rest, why);
}

static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~')
            return false;
    return true;
}

bool bus_url_read(struct bus_url *out, const char *text, char why[BUS_WHY_SIZE])
{
    struct bus_url url = {0};
    struct url_part rest = {text, strlen(text)};
    bool is_socket = part_skip_text(&rest, "unix://");
    url.is_encrypted = !is_socket && part_skip_text(&rest, "rediss://");
    if (!is_socket && !url.is_encrypted && !part_skip_text(&rest, "redis://"))
        return refuse(why, "it must begin with redis://, rediss:// or unix://");
    if (!is_plain(text))
        return refuse(why, "it has spaces or characters that must be percent-encoded");
    struct url_part after = rest, login = part_until(&after, "@/?#");
    if (part_skip(&after, '@')) {
        rest = after;
        if (!login_read(&url, login, why))
            return false;
    }
    if (!(is_socket ? socket_read(&url, rest, why) : server_read(&url, rest, why)))
        return false;
    *out = url;
    return true;
}

bool bus_url_set_password(struct bus_url *url, const char *text, char why[BUS_WHY_SIZE])
{
    size_t len = strcspn(text, "\r\n");
    if (len == 0 || len >= sizeof url->password)
        return refuse(why, len == 0 ? "the password is empty" : "the password is too long");
    memset(url->password, 0, sizeof url->password);
    memcpy(url->password, text, len);
    return true;
}

void bus_url_name(char out[BUS_NAME_SIZE], const struct bus_url *url)
{
    bool is_six = strchr(url->host, ':');
    if (url->path[0])
        (void)snprintf(out, BUS_NAME_SIZE, "unix://%s?db=%d", url->path, url->database);
    else
        (void)snprintf(out, BUS_NAME_SIZE, "%s://%s%s%s:%d/%d",
                       url->is_encrypted ? "rediss" : "redis", is_six ? "[" : "", url->host,
                       is_six ? "]" : "", url->port, url->database);
}
