#include "peek.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool text_begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* The value of an attribute of the tag that begins here, or null. */
static const char *attribute_find(const char *tag, const char *name)
{
    char pattern[PEEK_WORD_MAX];
    int len = snprintf(pattern, sizeof pattern, " %s=\"", name);
    for (; *tag && *tag != '>'; tag++)
        if (text_begins(tag, pattern))
            return tag + len;
    return NULL;
}

static void attribute_word(char out[PEEK_WORD_MAX], const char *tag, const char *name)
{
    const char *value = attribute_find(tag, name);
    size_t len = value ? strcspn(value, "\"") : 0;
    if (len >= PEEK_WORD_MAX)
        len = PEEK_WORD_MAX - 1;
    if (len)
        memcpy(out, value, len);
    out[len] = 0;
}

static double attribute_number(const char *tag, const char *name, double otherwise)
{
    const char *value = attribute_find(tag, name);
    return value ? strtod(value, NULL) : otherwise;
}

bool peek_next_circle(const char **cursor, const char *end, peek_circle *out)
{
    const char *tag = *cursor ? strchr(*cursor, '<') : NULL;
    while (tag && !text_begins(tag, "<circle "))
        tag = strchr(tag + 1, '<');
    if (!tag || tag >= end)
        return false;
    attribute_word(out->class, tag, "class");
    attribute_word(out->fill, tag, "fill");
    out->cell = (int)attribute_number(tag, "data-cell", -1);
    out->cx = attribute_number(tag, "cx", -1);
    out->cy = attribute_number(tag, "cy", -1);
    out->r = attribute_number(tag, "r", -1);
    *cursor = tag + strlen("<circle ");
    return true;
}

const char *peek_layer(const char *svg, const char *name, const char **end)
{
    char pattern[PEEK_WORD_MAX + PEEK_WORD_MAX];
    (void)snprintf(pattern, sizeof pattern, "<g class=\"%s\"", name);
    const char *begin = strstr(svg, pattern);
    const char *p = begin;
    for (int open = 0; p; p++) {
        p = strchr(p, '<');
        if (!p)
            return NULL;
        open += text_begins(p, "<g") && strchr(" >", p[2]);
        open -= text_begins(p, "</g>");
        if (open == 0) {
            *end = p;
            return begin;
        }
    }
    return NULL;
}

enum { PEEK_DEPTH_MAX = 32 };

/* The stack of open elements, as pointers to their names. */
struct nesting {
    int depth;
    const char *name[PEEK_DEPTH_MAX];
};

static size_t name_length(const char *name)
{
    return strcspn(name, " \t\r\n/>");
}

/* Processes one tag, given without its '<'. */
static bool nesting_take(struct nesting *nesting, const char *tag, const char *close)
{
    bool is_end = *tag == '/';
    if (*tag == '?' || *tag == '!' || close[-1] == '/')
        return true;
    if (!is_end) {
        if (nesting->depth == PEEK_DEPTH_MAX)
            return false;
        nesting->name[nesting->depth++] = tag;
        return true;
    }
    if (nesting->depth == 0)
        return false;
    const char *open = nesting->name[--nesting->depth];
    size_t len = name_length(open);
    return name_length(tag + 1) == len && memcmp(open, tag + 1, len) == 0;
}

/* The '>' that closes a tag; attribute values may contain '>', too. */
static const char *tag_end(const char *p)
{
    bool is_quoted = false;
    for (; *p && (is_quoted || *p != '>'); p++) {
        if (*p == '<')
            return NULL;
        is_quoted ^= *p == '"';
    }
    return *p ? p : NULL;
}

static bool entity_is_known(const char *p)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_begins(p, known[i]))
            return true;
    return false;
}

bool peek_is_well_formed(const char *svg)
{
    struct nesting nesting = {0};
    for (const char *p = strchr(svg, '&'); p; p = strchr(p + 1, '&'))
        if (!entity_is_known(p))
            return false;
    bool has_begun = false;
    for (const char *p = strchr(svg, '<'); p; p = strchr(p, '<')) {
        const char *close = tag_end(p + 1);
        if (!close || (has_begun && nesting.depth == 0))
            return false;
        if (!nesting_take(&nesting, p + 1, close))
            return false;
        has_begun = has_begun || nesting.depth > 0;
        p = close;
    }
    return has_begun && nesting.depth == 0;
}
