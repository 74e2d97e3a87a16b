/* Joins a packet with its attachments. */
#include "sio/sio_packet.h"

void sio_decoder_init(struct sio_decoder *d, const struct sio_limits *limits)
{
    *d = (struct sio_decoder){
        .limits = limits,
        .text = buffer_with_max(limits->json.bytes_max),
        .bytes = buffer_with_max(limits->attachments_bytes_max),
        .binaries = buffer_with_max(SIO_ATTACHMENTS_MAX * sizeof(struct sio_binary)),
    };
}

void sio_decoder_free(struct sio_decoder *d)
{
    json_decref(d->packet.data);
    d->packet = (struct sio_packet){.data = NULL};
    d->is_waiting = false;
    d->binary_count = 0;
    buffer_free(&d->text);
    buffer_free(&d->bytes);
    buffer_free(&d->binaries);
}

/* Copies the texts of a waiting packet, which outlives the message it came in. */
static enum sio_packet_err copy_texts(struct sio_decoder *d)
{
    struct sio_packet *p = &d->packet;
    if (buffer_append(&d->text, p->name, p->name_len) ||
        buffer_append(&d->text, p->query, p->query_len))
        return SIO_PACKET_E_MEMORY;
    p->name = d->text.bytes;
    p->query = p->query ? d->text.bytes + p->name_len : NULL;
    return SIO_PACKET_OK;
}

static enum sio_packet_err take_text(struct sio_decoder *d, const char *text, size_t len)
{
    enum sio_packet_err err = sio_packet_decode(&d->packet, text, len, d->limits);
    if (err || d->packet.attachments == 0)
        return err;
    err = copy_texts(d);
    d->is_waiting = err == SIO_PACKET_OK;
    return err ? err : SIO_PACKET_MORE;
}

/* All attachments have come, so their buffer no longer moves: sets the pointers. */
static void point_to_attachments(struct sio_decoder *d)
{
    struct sio_binary *binaries = (struct sio_binary *)(void *)d->binaries.bytes;
    size_t from = 0;
    for (int i = 0; i < d->binary_count; i++) {
        binaries[i].bytes = d->bytes.bytes ? d->bytes.bytes + from : "";
        from += binaries[i].len;
    }
    d->packet.binaries = binaries;
    d->is_waiting = false;
}

static enum sio_packet_err take_binary(struct sio_decoder *d, const char *bytes, size_t len)
{
    struct sio_binary binary = {NULL, len};
    enum buffer_err err = buffer_append(&d->bytes, bytes, len);
    if (!err)
        err = buffer_append(&d->binaries, &binary, sizeof binary);
    if (err)
        return err == BUFFER_E_FULL ? SIO_PACKET_E_SIZE : SIO_PACKET_E_MEMORY;
    if (++d->binary_count < d->packet.attachments)
        return SIO_PACKET_MORE;
    point_to_attachments(d);
    return SIO_PACKET_OK;
}

enum sio_packet_err sio_decoder_take(struct sio_decoder *d, const char *bytes, size_t len,
                                     bool is_binary, struct sio_packet *out)
{
    enum sio_packet_err err;
    if (!d->is_waiting)
        sio_decoder_free(d);
    if (is_binary)
        err = d->is_waiting ? take_binary(d, bytes, len) : SIO_PACKET_E_BINARY;
    else
        err = d->is_waiting ? SIO_PACKET_E_TEXT : take_text(d, bytes, len);
    if (err == SIO_PACKET_OK)
        *out = d->packet;
    else if (err != SIO_PACKET_MORE)
        sio_decoder_free(d);
    return err;
}
