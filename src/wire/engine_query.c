#include "wire/engine_query.h"

#include "wire/json_write.h"

const char *engine_refusal_text(enum engine_refusal refusal)
{
#define ENGINE_REFUSAL_TEXT(code, text) text,
    static const char *const texts[] = {ENGINE_REFUSALS(ENGINE_REFUSAL_TEXT)};
#undef ENGINE_REFUSAL_TEXT
    return (unsigned)refusal < ENGINE_REFUSAL_COUNT ? texts[refusal] : "unknown refusal";
}

int engine_refusal_status(enum engine_refusal refusal)
{
    return refusal == ENGINE_REFUSE_FORBIDDEN ? 403 : 400;
}

enum buffer_err engine_refusal_encode(struct buffer *out, enum engine_refusal refusal)
{
    struct json_write w = json_write_on(out);
    json_write_object(&w);
    json_write_key(&w, "code");
    json_write_int(&w, refusal);
    json_write_key(&w, "message");
    json_write_string(&w, engine_refusal_text(refusal));
    json_write_object_end(&w);
    return json_write_finish(&w) == JSON_WRITE_OK ? BUFFER_OK : BUFFER_E_FULL;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

size_t engine_query_decode(char *out, const char *text, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; i++) {
        char c = text[i] == '+' ? ' ' : text[i];
        int high = c == '%' && i + 2 < len ? hex_digit(text[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low >= 0) {
            c = (char)(high << 4 | low);
            i += 2;
        }
        out[count++] = c;
    }
    return count;
}

static bool is_text(const char *text, size_t len, const char *expected)
{
    return strlen(expected) == len && memcmp(text, expected, len) == 0;
}

static enum engine_transport transport_of(const char *text, size_t len)
{
    if (is_text(text, len, "polling"))
        return ENGINE_POLLING;
    return is_text(text, len, "websocket") ? ENGINE_WEBSOCKET : ENGINE_TRANSPORT_NONE;
}

/* An empty sid is none, as for the reference server. One that is too long or has a zero inside is
 * kept as an empty text, which no session has. */
static void set_sid(struct engine_query *q, const char *value, size_t len)
{
    q->has_sid = len > 0;
    q->sid[0] = '\0';
    if (len > ENGINE_SID_MAX || memchr(value, '\0', len))
        return;
    memcpy(q->sid, value, len);
    q->sid[len] = '\0';
}

static void set_parameter(struct engine_query *q, const char *name, size_t name_len,
                          const char *value, size_t value_len)
{
    if (is_text(name, name_len, "EIO"))
        q->is_protocol_4 = is_text(value, value_len, "4");
    else if (is_text(name, name_len, "transport"))
        q->transport = transport_of(value, value_len);
    else if (is_text(name, name_len, "sid"))
        set_sid(q, value, value_len);
}

/* Names and values longer than these are none of ours, and are cut before decoding. */
enum { NAME_MAX_LEN = 3 * 16, VALUE_MAX_LEN = 3 * (ENGINE_SID_MAX + 1) };

static size_t at_most(size_t len, size_t max)
{
    return len < max ? len : max;
}

static void parse_pair(struct engine_query *q, const char *text, size_t len)
{
    char name[NAME_MAX_LEN], value[VALUE_MAX_LEN];
    const char *equals = memchr(text, '=', len);
    size_t name_len = equals ? (size_t)(equals - text) : len;
    const char *rest = equals ? equals + 1 : text + len;
    size_t value_len = len - name_len - (equals != NULL);
    name_len = engine_query_decode(name, text, at_most(name_len, sizeof name));
    value_len = engine_query_decode(value, rest, at_most(value_len, sizeof value));
    set_parameter(q, name, name_len, value, value_len);
}

void engine_query_parse(struct engine_query *out, const char *text, size_t len)
{
    *out = (struct engine_query){.transport = ENGINE_TRANSPORT_NONE};
    for (size_t from = 0; from < len;) {
        const char *end = memchr(text + from, '&', len - from);
        size_t pair_len = end ? (size_t)(end - text) - from : len - from;
        if (pair_len > 0)
            parse_pair(out, text + from, pair_len);
        from += pair_len + 1;
    }
}

static enum engine_refusal check_session(const struct engine_request *r)
{
    if (r->session == ENGINE_TRANSPORT_NONE)
        return ENGINE_REFUSE_SID;
    if (!r->is_upgrade && r->session != r->query->transport)
        return ENGINE_REFUSE_REQUEST;
    if (!r->query->is_protocol_4)
        return ENGINE_REFUSE_REQUEST;
    return r->method == ENGINE_OTHER_METHOD ? ENGINE_REFUSE_REQUEST : ENGINE_PASS;
}

static enum engine_refusal check_handshake(const struct engine_request *r)
{
    if (r->method != ENGINE_GET)
        return ENGINE_REFUSE_METHOD;
    if (r->query->transport == ENGINE_WEBSOCKET && !r->is_upgrade)
        return ENGINE_REFUSE_REQUEST;
    return r->query->is_protocol_4 ? ENGINE_PASS : ENGINE_REFUSE_PROTOCOL;
}

enum engine_refusal engine_request_check(const struct engine_request *r)
{
    if (r->query->transport == ENGINE_TRANSPORT_NONE)
        return ENGINE_REFUSE_TRANSPORT;
    if (r->is_forbidden)
        return ENGINE_REFUSE_FORBIDDEN;
    /* A WebSocket handshake that calls itself polling would leave nobody to answer it. */
    if (r->is_upgrade && r->query->transport != ENGINE_WEBSOCKET)
        return ENGINE_REFUSE_REQUEST;
    return r->query->has_sid ? check_session(r) : check_handshake(r);
}
