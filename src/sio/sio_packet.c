#include "sio/sio_packet.h"

const char *sio_packet_err_text(enum sio_packet_err err)
{
#define SIO_PACKET_ERROR_TEXT(code, text) text,
    static const char *const texts[] = {SIO_PACKET_ERRORS(SIO_PACKET_ERROR_TEXT)};
#undef SIO_PACKET_ERROR_TEXT
    return (unsigned)err < SIO_PACKET_ERR_COUNT ? texts[err] : "unknown error";
}

/* The rest of the text to be read. */
struct cursor {
    const char *at, *end;
};

static bool is_digit(const struct cursor *c)
{
    return c->at < c->end && *c->at >= '0' && *c->at <= '9';
}

/* Digits as a number; false if it exceeds max. */
static bool take_number(struct cursor *c, int64_t max, int64_t *out)
{
    int64_t number = 0;
    for (; is_digit(c); c->at++) {
        number = 10 * number + (*c->at - '0');
        if (number > max)
            return false;
    }
    *out = number;
    return true;
}

static bool is_binary_type(enum sio_type type)
{
    return type == SIO_BINARY_EVENT || type == SIO_BINARY_ACK;
}

static enum sio_packet_err take_attachments(struct cursor *c, struct sio_packet *p,
                                            const struct sio_limits *limits)
{
    int64_t count;
    if (!is_binary_type(p->type))
        return SIO_PACKET_OK;
    if (!take_number(c, limits->attachments_max, &count) || count == 0 || c->at == c->end ||
        *c->at != '-')
        return SIO_PACKET_E_ATTACHMENTS;
    c->at++;
    p->attachments = (int)count;
    return SIO_PACKET_OK;
}

static enum sio_packet_err take_namespace(struct cursor *c, struct sio_packet *p)
{
    p->name = "/";
    p->name_len = 1;
    if (c->at == c->end || *c->at != '/')
        return SIO_PACKET_OK;
    size_t rest = (size_t)(c->end - c->at);
    const char *comma = memchr(c->at, ',', rest);
    size_t len = comma ? (size_t)(comma - c->at) : rest;
    const char *mark = memchr(c->at, '?', len);
    p->name = c->at;
    p->name_len = mark ? (size_t)(mark - c->at) : len;
    p->query = mark ? mark + 1 : NULL;
    p->query_len = mark ? len - p->name_len - 1 : 0;
    c->at += comma ? len + 1 : len;
    return p->name_len > SIO_NAMESPACE_MAX ? SIO_PACKET_E_NAMESPACE : SIO_PACKET_OK;
}

static enum sio_packet_err take_id(struct cursor *c, struct sio_packet *p)
{
    const int64_t largest = INT64_C(1) << 53; /* JavaScript numbers are exact up to here */
    p->id = SIO_NO_ID;
    if (!is_digit(c))
        return SIO_PACKET_OK;
    return take_number(c, largest, &p->id) ? SIO_PACKET_OK : SIO_PACKET_E_ID;
}

/* Names that every implementation uses for events of its own. */
static bool is_reserved(const char *event)
{
    static const char *const names[] = {"connect",       "connect_error", "disconnect",
                                        "disconnecting", "newListener",   "removeListener"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], event) == 0)
            return true;
    return false;
}

static enum sio_packet_err check_event(const json_t *data)
{
    const json_t *name = json_array_get(data, 0);
    if (!json_is_string(name))
        return json_is_number(name) ? SIO_PACKET_OK : SIO_PACKET_E_PAYLOAD;
    return is_reserved(json_string_value(name)) ? SIO_PACKET_E_RESERVED : SIO_PACKET_OK;
}

static enum sio_packet_err check_payload(const struct sio_packet *p)
{
    bool is_valid;
    switch (p->type) {
    case SIO_CONNECT:
        is_valid = !p->data || json_is_object(p->data);
        break;
    case SIO_DISCONNECT:
        is_valid = !p->data;
        break;
    case SIO_CONNECT_ERROR:
        is_valid = json_is_object(p->data) || json_is_string(p->data);
        break;
    case SIO_ACK:
    case SIO_BINARY_ACK:
        is_valid = json_is_array(p->data) && p->id != SIO_NO_ID;
        break;
    default:
        return check_event(p->data);
    }
    return is_valid ? SIO_PACKET_OK : SIO_PACKET_E_PAYLOAD;
}

static bool is_placeholder(const json_t *value)
{
    return json_is_true(json_object_get(value, "_placeholder"));
}

/* The number of the attachment; -1 if there is no such attachment. */
static int placeholder_number(const json_t *value, int attachments)
{
    const json_t *number = json_object_get(value, "num");
    json_int_t n = json_integer_value(number);
    return json_is_integer(number) && n >= 0 && n < attachments ? (int)n : -1;
}

/* Does every placeholder name an attachment? The recursion is bounded: json_read limits the
 * depth. */
static bool are_placeholders_valid(const json_t *value, int attachments)
{
    const json_t *inner;
    const char *key;
    size_t i;
    json_t *mutable = (json_t *)value;
    if (is_placeholder(value))
        return placeholder_number(value, attachments) >= 0;
    json_array_foreach(value, i, inner)
    {
        if (!are_placeholders_valid(inner, attachments))
            return false;
    }
    json_object_foreach(mutable, key, inner)
    {
        if (!are_placeholders_valid(inner, attachments))
            return false;
    }
    return true;
}

static enum sio_packet_err take_payload(struct cursor *c, struct sio_packet *p,
                                        const struct sio_limits *limits)
{
    if (c->at < c->end) {
        enum json_read_err err =
            json_read(&p->data, c->at, (size_t)(c->end - c->at), limits->json, NULL);
        if (err)
            return err == JSON_READ_E_MEMORY ? SIO_PACKET_E_MEMORY : SIO_PACKET_E_JSON;
    }
    enum sio_packet_err err = check_payload(p);
    if (!err && p->attachments > 0 && !are_placeholders_valid(p->data, p->attachments))
        err = SIO_PACKET_E_PLACEHOLDER;
    return err;
}

enum sio_packet_err sio_packet_decode(struct sio_packet *out, const char *text, size_t len,
                                      const struct sio_limits *limits)
{
    struct cursor c = {text, text + len};
    struct sio_packet p = {.attachments = 0};
    if (len == 0 || text[0] < '0' || text[0] > '0' + SIO_BINARY_ACK)
        return SIO_PACKET_E_TYPE;
    p.type = (enum sio_type)(*c.at++ - '0');
    enum sio_packet_err err = take_attachments(&c, &p, limits);
    if (!err)
        err = take_namespace(&c, &p);
    if (!err)
        err = take_id(&c, &p);
    if (!err)
        err = take_payload(&c, &p, limits);
    if (err)
        json_decref(p.data);
    else
        *out = p;
    return err;
}

bool sio_packet_binary(const struct sio_packet *packet, const json_t *value, struct sio_binary *out)
{
    if (!packet->binaries || !is_placeholder(value))
        return false;
    int number = placeholder_number(value, packet->attachments);
    if (number < 0)
        return false;
    *out = packet->binaries[number];
    return true;
}

const char *sio_packet_event(const struct sio_packet *packet)
{
    if (packet->type != SIO_EVENT && packet->type != SIO_BINARY_EVENT)
        return NULL;
    return json_string_value(json_array_get(packet->data, 0));
}
