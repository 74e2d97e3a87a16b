/* Attachments put together with the packet they belong to. */
#include "wire/socket_packet.h"

void socket_decoder_init(struct socket_decoder *d, const struct socket_limits *limits)
{
    *d = (struct socket_decoder){
        .limits = limits,
        .text = buffer_with_max(limits->json.bytes_max),
        .bytes = buffer_with_max(limits->attachments_bytes_max),
        .binaries = buffer_with_max(SOCKET_ATTACHMENTS_MAX * sizeof(struct socket_binary)),
    };
}

void socket_decoder_free(struct socket_decoder *d)
{
    json_decref(d->packet.data);
    d->packet = (struct socket_packet){.data = NULL};
    d->is_waiting = false;
    d->binary_count = 0;
    buffer_free(&d->text);
    buffer_free(&d->bytes);
    buffer_free(&d->binaries);
}

/* The waiting packet outlives the message it came in, so it gets texts of its own. */
static enum socket_packet_err keep_texts(struct socket_decoder *d)
{
    struct socket_packet *p = &d->packet;
    if (buffer_append(&d->text, p->name, p->name_len) ||
        buffer_append(&d->text, p->query, p->query_len))
        return SOCKET_PACKET_E_MEMORY;
    p->name = d->text.bytes;
    p->query = p->query ? d->text.bytes + p->name_len : NULL;
    return SOCKET_PACKET_OK;
}

static enum socket_packet_err take_text(struct socket_decoder *d, const char *text, size_t len)
{
    enum socket_packet_err err = socket_packet_decode(&d->packet, text, len, d->limits);
    if (err || d->packet.attachments == 0)
        return err;
    err = keep_texts(d);
    d->is_waiting = err == SOCKET_PACKET_OK;
    return err ? err : SOCKET_PACKET_MORE;
}

/* All are there, and the buffer they are in moves no more: offsets become places. */
static void settle(struct socket_decoder *d)
{
    struct socket_binary *binaries = (struct socket_binary *)(void *)d->binaries.bytes;
    size_t from = 0;
    for (int i = 0; i < d->binary_count; i++) {
        binaries[i].bytes = d->bytes.bytes ? d->bytes.bytes + from : "";
        from += binaries[i].len;
    }
    d->packet.binaries = binaries;
    d->is_waiting = false;
}

static enum socket_packet_err take_binary(struct socket_decoder *d, const char *bytes, size_t len)
{
    struct socket_binary binary = {NULL, len};
    enum buffer_err err = buffer_append(&d->bytes, bytes, len);
    if (!err)
        err = buffer_append(&d->binaries, &binary, sizeof binary);
    if (err)
        return err == BUFFER_E_FULL ? SOCKET_PACKET_E_SIZE : SOCKET_PACKET_E_MEMORY;
    if (++d->binary_count < d->packet.attachments)
        return SOCKET_PACKET_MORE;
    settle(d);
    return SOCKET_PACKET_OK;
}

enum socket_packet_err socket_decoder_take(struct socket_decoder *d, const char *bytes, size_t len,
                                           bool is_binary, struct socket_packet *out)
{
    enum socket_packet_err err;
    if (!d->is_waiting)
        socket_decoder_free(d);
    if (is_binary)
        err = d->is_waiting ? take_binary(d, bytes, len) : SOCKET_PACKET_E_BINARY;
    else
        err = d->is_waiting ? SOCKET_PACKET_E_TEXT : take_text(d, bytes, len);
    if (err == SOCKET_PACKET_OK)
        *out = d->packet;
    else if (err != SOCKET_PACKET_MORE)
        socket_decoder_free(d);
    return err;
}
