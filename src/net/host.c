#include "net/host.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

/* The length of the name in front of a port, without a dot at its end. */
static size_t name_len(const char *host)
{
    size_t len = strcspn(host, ":");
    return len > 0 && host[len - 1] == '.' ? len - 1 : len;
}

static bool is_four(const char *host, size_t len)
{
    char text[INET_ADDRSTRLEN];
    uint8_t bytes[4];
    if (len >= sizeof text)
        return false;
    memcpy(text, host, len);
    text[len] = '\0';
    return inet_pton(AF_INET, text, bytes) == 1;
}

static bool ends_with(const char *host, size_t len, const char *ending)
{
    size_t ending_len = strlen(ending);
    return len > ending_len && strncasecmp(host + len - ending_len, ending, ending_len) == 0;
}

bool host_is_local(const char *host)
{
    static const char *const endings[] = {".local", ".localhost", ".lan",
                                          ".home",  ".internal",  ".home.arpa"};
    size_t len = name_len(host);
    if (host[0] == '[' || is_four(host, len) || !memchr(host, '.', len))
        return true;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(host, len, endings[i]))
            return true;
    return false;
}

static bool is_same(const char *host, const char *name)
{
    size_t len = name_len(host);
    return len == name_len(name) && strncasecmp(host, name, len) == 0;
}

bool host_is_listed(const struct host_list *list, const char *host)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], "*") == 0 || is_same(host, list->names[i]))
            return true;
    return false;
}

bool host_is_of_origin(const char *const *origins, size_t count, const char *host)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = strstr(origins[i], "://");
        if (name && is_same(host, name + 3))
            return true;
    }
    return false;
}

bool host_is_name(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    return strcmp(text, "*") == 0 || (*text && !text[strspn(text, letters)]);
}

bool host_is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "::ffff:127.", 11) == 0;
}
