/* Paths and queries: a decoded parameter is found under its name in any query, and its encoding
 * decodes to the same text. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "net/url.h"

/* Memory of exactly this size, so that a sanitizer detects a read beyond it. */
static char *memory_of(size_t size)
{
    char *memory = malloc(size);
    if (!memory)
        exit(1);
    return memory;
}

static size_t escape(char *out, const char *text)
{
    static const char hex[] = "0123456789ABCDEF";
    size_t len = 0;
    for (; *text; text++) {
        out[len++] = '%';
        out[len++] = hex[(uint8_t)*text >> 4];
        out[len++] = hex[(uint8_t)*text & 15];
    }
    return len;
}

static void check_decode(const char *text, size_t len, bool plus_is_blank)
{
    char *out = memory_of(len + 1), *escaped = memory_of(3 * len + 1), *again = memory_of(len + 1);
    if (url_decode(out, text, len, plus_is_blank)) {
        size_t decoded = strlen(out);
        check(decoded <= len);
        check(url_decode(again, escaped, escape(escaped, out), plus_is_blank));
        check(strcmp(out, again) == 0);
    }
    free(out);
    free(escaped);
    free(again);
}

static void check_query(const char *text, size_t len)
{
    char *parameters = memory_of(2 * len + 2);
    int count = url_query_split(parameters, text, len);
    const char *at = parameters;
    for (int i = 0; i < count; i++) {
        const char *name = at, *value = name + strlen(name) + 1;
        const char *found = url_query_find(parameters, count, name);
        check(found && found <= value);
        check(found == value || i > 0); /* only an earlier parameter of the same name hides it */
        at = value + strlen(value) + 1;
        check(at <= parameters + 2 * len + 2);
    }
    check(count < 0 || !url_query_find(parameters, count, "a name that is not there %"));
    free(parameters);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    check_decode(text, size, false);
    check_decode(text, size, true);
    check_query(text, size);
    return 0;
}
