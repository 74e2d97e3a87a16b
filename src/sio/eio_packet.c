#include "sio/eio_packet.h"

#include "base/base64.h"
#include "base/utf8.h"
#include "json/write.h"

const char *eio_packet_err_text(enum eio_packet_err err)
{
#define EIO_PACKET_ERROR_TEXT(code, text) text,
    static const char *const texts[] = {EIO_PACKET_ERRORS(EIO_PACKET_ERROR_TEXT)};
#undef EIO_PACKET_ERROR_TEXT
    return (unsigned)err < EIO_PACKET_ERR_COUNT ? texts[err] : "unknown error";
}

enum eio_packet_err eio_packet_decode(struct eio_packet *out, const char *bytes, size_t len,
                                      bool is_binary)
{
    if (is_binary) {
        *out = (struct eio_packet){EIO_MESSAGE, true, bytes, len};
        return EIO_PACKET_OK;
    }
    if (len == 0)
        return EIO_PACKET_E_EMPTY;
    if (bytes[0] < '0' || bytes[0] > '0' + EIO_NOOP)
        return EIO_PACKET_E_TYPE;
    *out = (struct eio_packet){(enum eio_type)(bytes[0] - '0'), false, bytes + 1, len - 1};
    return EIO_PACKET_OK;
}

enum buffer_err eio_packet_encode(struct buffer *out, const struct eio_packet *packet)
{
    enum buffer_err err = buffer_reserve(out, packet->len + !packet->is_binary);
    if (err)
        return err;
    if (!packet->is_binary)
        (void)buffer_char(out, (char)('0' + packet->type));
    return buffer_append(out, packet->data, packet->len);
}

enum eio_packet_err eio_payload_begin(struct eio_payload *out, const char *bytes, size_t len,
                                      size_t bytes_max, int packets_max)
{
    if (len > bytes_max)
        return EIO_PACKET_E_SIZE;
    *out = (struct eio_payload){
        .bytes = bytes, .len = len, .left = packets_max, .scratch = buffer_with_max(len)};
    return EIO_PACKET_OK;
}

/* A packet must follow a separator, so an empty rest counts as a packet (which is invalid). */
bool eio_payload_has_more(const struct eio_payload *p)
{
    return p->at <= p->len;
}

static enum eio_packet_err decode_base64(struct eio_payload *p, struct eio_packet *out,
                                         const char *text, size_t len)
{
    size_t bytes;
    buffer_clear(&p->scratch);
    if (buffer_reserve(&p->scratch, len) != BUFFER_OK)
        return EIO_PACKET_E_MEMORY;
    if (!base64_decode(p->scratch.bytes, &bytes, text, len))
        return EIO_PACKET_E_BASE64;
    *out = (struct eio_packet){EIO_MESSAGE, true, p->scratch.bytes, bytes};
    return EIO_PACKET_OK;
}

enum eio_packet_err eio_payload_next(struct eio_payload *p, struct eio_packet *out)
{
    if (p->left-- <= 0)
        return EIO_PACKET_E_COUNT;
    const char *from = p->bytes + p->at;
    size_t rest = p->len - p->at;
    const char *separator = rest > 0 ? memchr(from, EIO_SEPARATOR, rest) : NULL;
    size_t len = separator ? (size_t)(separator - from) : rest;
    p->at += len + 1;
    if (len > 0 && from[0] == 'b')
        return decode_base64(p, out, from + 1, len - 1);
    if (!utf8_is_valid(from, len))
        return EIO_PACKET_E_UTF8;
    return eio_packet_decode(out, from, len, false);
}

void eio_payload_end(struct eio_payload *p)
{
    buffer_free(&p->scratch);
}

size_t eio_payload_cost(size_t len, bool is_binary)
{
    return 1 + (is_binary ? 1 + base64_len(len) : len);
}

enum buffer_err eio_payload_add(struct buffer *out, const char *frame, size_t len, bool is_binary)
{
    enum buffer_err err = buffer_reserve(out, eio_payload_cost(len, is_binary) - !out->len);
    if (err)
        return err;
    if (out->len > 0)
        (void)buffer_char(out, EIO_SEPARATOR);
    if (!is_binary)
        return buffer_append(out, frame, len);
    (void)buffer_char(out, 'b');
    return base64_encode(out, frame, len);
}

enum buffer_err eio_handshake_encode(struct buffer *out, const struct eio_handshake *h)
{
    size_t start = out->len;
    enum buffer_err err = buffer_char(out, '0' + EIO_OPEN);
    if (err)
        return err;
    struct json_write w = json_write_on(out);
    json_write_object(&w);
    json_write_key(&w, "sid");
    json_write_string(&w, h->sid);
    json_write_key(&w, "upgrades");
    json_write_array(&w);
    if (h->may_upgrade)
        json_write_string(&w, "websocket");
    json_write_array_end(&w);
    json_write_key(&w, "pingInterval");
    json_write_int(&w, h->ping_interval_ms);
    json_write_key(&w, "pingTimeout");
    json_write_int(&w, h->ping_timeout_ms);
    json_write_key(&w, "maxPayload");
    json_write_int(&w, h->max_payload_bytes);
    json_write_object_end(&w);
    if (json_write_finish(&w) == JSON_WRITE_OK)
        return BUFFER_OK;
    out->len = start;
    return BUFFER_E_FULL;
}
