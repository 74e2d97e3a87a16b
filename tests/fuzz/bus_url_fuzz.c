/* The address of Redis: any text is read without harm; a refusal says why and leaves the result untouched; the name of an
 * accepted one is an address of the same server. */
#include <string.h>

#include "bus/bus_url.h"
#include "check.h"

enum { TEXT_MAX = 4096 };

static bool is_ended(const char *text, size_t size)
{
    return memchr(text, 0, size);
}

static void check_accepted(const struct bus_url *url)
{
    struct bus_url again;
    char name[BUS_NAME_SIZE], why[BUS_WHY_SIZE];
    check(is_ended(url->host, sizeof url->host) && is_ended(url->path, sizeof url->path));
    check(is_ended(url->user, sizeof url->user) && is_ended(url->ca_path, sizeof url->ca_path));
    check(is_ended(url->password, sizeof url->password));
    check(url->path[0] ? url->path[0] == '/' : url->host[0] && url->port > 0);
    bus_url_name(name, url);
    if (url->path[0])
        return; /* its path may need percent-encoding */
    check(bus_url_read(&again, name, why));
    check(strcmp(again.host, url->host) == 0 && again.port == url->port &&
          again.database == url->database && again.is_encrypted == url->is_encrypted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_MAX], why[BUS_WHY_SIZE] = "";
    struct bus_url url;
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    memset(&url, PATTERN, sizeof url);
    if (bus_url_read(&url, text, why))
        check_accepted(&url);
    else
        check(is_pattern(&url, sizeof url) && why[0]);
    return 0;
}
