#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/fetch.h"

/* A port number; -1 if it is not one. */
static int port_read(const char *text, size_t len)
{
    int port = 0;
    if (len == 0 || len > 5 || strspn(text, "0123456789") < len)
        return -1;
    for (size_t i = 0; i < len; i++)
        port = port * 10 + (text[i] - '0');
    return port > 0 && port <= 65535 ? port : -1;
}

/* "example.org:80", "[::1]:80": host and port. */
static bool authority_read(struct fetch_url *url, const char *text, size_t len)
{
    bool is_six = len > 0 && text[0] == '[';
    const char *end = is_six ? memchr(text, ']', len) : memchr(text, ':', len);
    size_t host_len = end ? (size_t)(end - text) : len;
    size_t after = is_six ? host_len + 1 : host_len, from = is_six;
    if ((is_six && !end) || host_len <= from || host_len - from >= sizeof url->host)
        return false;
    (void)snprintf(url->host, sizeof url->host, "%.*s", (int)(host_len - from), text + from);
    if (after == len)
        return true;
    url->port = text[after] == ':' ? port_read(text + after + 1, len - after - 1) : -1;
    return url->port > 0;
}

bool fetch_url_read(struct fetch_url *out, const char *text)
{
    struct fetch_url url = {.is_encrypted = strncmp(text, "https://", 8) == 0, .port = 80};
    if (!url.is_encrypted && strncmp(text, "http://", 7) != 0)
        return false;
    for (const char *c = text; *c; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    if (url.is_encrypted)
        url.port = 443;
    text += url.is_encrypted ? 8 : 7;
    size_t len = strcspn(text, "/?#");
    const char *slash = text[len] == '/' ? "" : "/";
    if (!authority_read(&url, text, len) ||
        (size_t)snprintf(url.path, sizeof url.path, "%s%s", slash, text + len) >= sizeof url.path)
        return false;
    *out = url;
    return true;
}
