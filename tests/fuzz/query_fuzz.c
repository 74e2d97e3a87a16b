/* The query of an Engine.IO request: any bytes are a query; what it says does not depend on how its
 * letters are escaped, and the verdict on a request follows from what it says. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "wire/engine_query.h"

static bool is_same(const struct engine_query *a, const struct engine_query *b)
{
    return a->transport == b->transport && a->is_protocol_4 == b->is_protocol_4 &&
           a->has_sid == b->has_sid && strcmp(a->sid, b->sid) == 0;
}

/* Every letter as %XX, but for what divides the pairs. Percent signs stay, for they may be escapes. */
static void check_escaped(const struct engine_query *q, const char *text, size_t len)
{
    static const char hex[] = "0123456789abcdef";
    struct engine_query again;
    if (len == 0 || len > 90 || memchr(text, '%', len))
        return;
    char escaped[3 * 90];
    size_t to = 0;
    for (size_t i = 0; i < len; i++) {
        if (strchr("&=+", text[i]) && text[i]) {
            escaped[to++] = text[i];
            continue;
        }
        escaped[to++] = '%';
        escaped[to++] = hex[(uint8_t)text[i] >> 4];
        escaped[to++] = hex[(uint8_t)text[i] & 15];
    }
    engine_query_parse(&again, escaped, to);
    check(is_same(q, &again));
}

static void check_decoded(const char *text, size_t len)
{
    char *out = malloc(len + 1);
    if (!out)
        return;
    size_t decoded = engine_query_decode(out, text, len);
    check(decoded <= len);
    memcpy(out, text, len);
    check(engine_query_decode(out, out, len) == decoded);
    free(out);
}

static void check_verdicts(const struct engine_query *q)
{
    for (unsigned i = 0; i < 36; i++) {
        const struct engine_request r = {q, (enum engine_method)(i % 3), i / 3 % 2, i / 6 % 2,
                                         (enum engine_transport)(i / 12)};
        enum engine_refusal refusal = engine_request_check(&r);
        struct buffer b = buffer_with_max(200);
        check(engine_refusal_encode(&b, refusal) == BUFFER_OK);
        check(refusal != ENGINE_PASS ||
              (q->is_protocol_4 && !r.is_forbidden && q->transport != ENGINE_TRANSPORT_NONE &&
               (!q->has_sid || r.session != ENGINE_TRANSPORT_NONE)));
        buffer_free(&b);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct engine_query q;
    engine_query_parse(&q, text, size);
    check(strlen(q.sid) <= ENGINE_SID_MAX && (q.has_sid || !q.sid[0]));
    check_escaped(&q, text, size);
    check_decoded(text, size);
    check_verdicts(&q);
    return 0;
}
