#include "net/static_rules.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HASH_LEN_MIN = 8 };

static const struct {
    const char *end, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".xml", "application/xml"},
    {".woff2", "font/woff2"},
};

const char *static_type(const char *name)
{
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcasecmp(dot, types[i].end) == 0)
            return types[i].type;
    return "application/octet-stream";
}

bool static_is_hashed(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const char *slash = strrchr(name, '/');
    const char *dot = strchr(slash ? slash + 1 : name, '.');
    for (; dot; dot = strchr(dot + 1, '.')) {
        size_t len = strspn(dot + 1, letters);
        if (len >= HASH_LEN_MIN && dot[1 + len] == '.')
            return true;
    }
    return false;
}

const char *static_cache_control(const char *name)
{
    return static_is_hashed(name) ? "public, max-age=31536000, immutable" : "no-cache";
}

/* The next element of a comma-separated list, trimmed; false at the end. */
static bool next_element(const char **list, const char **element, size_t *len)
{
    *list += strspn(*list, ", \t");
    *element = *list;
    *len = strcspn(*list, ",");
    *list += *len;
    while (*len > 0 && ((*element)[*len - 1] == ' ' || (*element)[*len - 1] == '\t'))
        --*len;
    return *len > 0;
}

/* The q value of an element times 1000; 1000 if absent, 0 if malformed. */
static int weight_of(const char *element, size_t len)
{
    const char *q = memchr(element, ';', len);
    if (!q)
        return 1000;
    q += 1 + strspn(q + 1, " \t");
    if ((q[0] != 'q' && q[0] != 'Q') || q[1] != '=' || (q[2] != '0' && q[2] != '1'))
        return 0;
    int weight = (q[2] - '0') * 1000, unit = 100;
    if (q[3] == '.')
        for (q += 4; *q >= '0' && *q <= '9' && unit > 0; q++, unit /= 10)
            weight += (*q - '0') * unit;
    return weight > 1000 ? 0 : weight;
}

/* The weight of a coding; one that is not listed has the weight of "*", or 0. */
static int coding_weight(const char *list, const char *coding)
{
    const char *element;
    size_t len;
    int any = 0;
    while (next_element(&list, &element, &len)) {
        size_t name_len = strcspn(element, "; \t,");
        if (name_len == strlen(coding) && strncasecmp(element, coding, name_len) == 0)
            return weight_of(element, len);
        if (name_len == 1 && *element == '*')
            any = weight_of(element, len);
    }
    return any;
}

enum static_coding static_choose(const char *accept_encoding, bool has_gzip, bool has_brotli)
{
    if (!accept_encoding)
        return STATIC_PLAIN;
    int gzip = has_gzip ? coding_weight(accept_encoding, "gzip") : 0;
    int brotli = has_brotli ? coding_weight(accept_encoding, "br") : 0;
    if (brotli > 0 && brotli >= gzip)
        return STATIC_BROTLI;
    return gzip > 0 ? STATIC_GZIP : STATIC_PLAIN;
}

/* The first of the languages with the largest weight; "de-AT" is German, too. */
bool static_is_german(const char *accept_language)
{
    const char *element;
    size_t len;
    int best = 0;
    bool is_german = false;
    while (accept_language && next_element(&accept_language, &element, &len)) {
        size_t name_len = strcspn(element, "-; \t,");
        bool is_de = name_len == 2 && strncasecmp(element, "de", 2) == 0;
        bool is_en = name_len == 2 && strncasecmp(element, "en", 2) == 0;
        int weight = is_de || is_en ? weight_of(element, len) : 0;
        if (weight > best) {
            best = weight;
            is_german = is_de;
        }
    }
    return is_german;
}

bool static_takes_html(const char *accept)
{
    static const char *const wanted[] = {"text/html", "text/*", "*/*"};
    const char *element;
    size_t len;
    bool has_any = false;
    while (accept && next_element(&accept, &element, &len)) {
        size_t name_len = strcspn(element, "; \t,");
        has_any = true;
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            if (name_len == strlen(wanted[i]) && strncasecmp(element, wanted[i], name_len) == 0 &&
                weight_of(element, len) > 0)
                return true;
    }
    return !has_any;
}

bool static_tag_matches(const char *if_none_match, const char *tag)
{
    const char *element;
    size_t len;
    while (if_none_match && next_element(&if_none_match, &element, &len)) {
        if (len == 1 && *element == '*')
            return true;
        if (len > 2 && strncmp(element, "W/", 2) == 0) {
            element += 2;
            len -= 2;
        }
        if (len == strlen(tag) && strncmp(element, tag, len) == 0)
            return true;
    }
    return false;
}

const char *static_suffix(enum static_coding coding)
{
    return coding == STATIC_BROTLI ? ".br" : coding == STATIC_GZIP ? ".gz" : "";
}

bool static_is_public(const char *name)
{
    if (name[0] == '.' || name[0] == '\0')
        return false;
    for (const char *c = name; *c; c++)
        if (*c < ' ' || *c > '~' || *c == '/' || *c == '\\' || *c == '%')
            return false;
    return true;
}
