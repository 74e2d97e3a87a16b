/* Socket.IO packets written as Engine.IO frames. */
#include "sio/sio_packet.h"

static enum sio_type type_of(const struct sio_head *head)
{
    if (head->attachments == 0)
        return head->type;
    return head->type == SIO_EVENT ? SIO_BINARY_EVENT : SIO_BINARY_ACK;
}

/* The 4 of an Engine.IO message, then everything before the JSON. */
static enum buffer_err put_head(struct buffer *out, const struct sio_head *head)
{
    const char kind[2] = {'4', (char)('0' + (int)type_of(head))};
    enum buffer_err err = buffer_append(out, kind, sizeof kind);
    if (!err && head->attachments > 0) {
        err = buffer_number(out, head->attachments);
        if (!err)
            err = buffer_char(out, '-');
    }
    if (!err && strcmp(head->name, "/") != 0) {
        err = buffer_text(out, head->name);
        if (!err)
            err = buffer_char(out, ',');
    }
    if (!err && head->id != SIO_NO_ID)
        err = buffer_number(out, head->id);
    return err;
}

enum buffer_err sio_packet_write_bare(struct buffer *out, const struct sio_head *head)
{
    size_t start = out->len;
    enum buffer_err err = put_head(out, head);
    if (err)
        out->len = start;
    return err;
}

struct json_write sio_packet_write(struct buffer *out, const struct sio_head *head)
{
    size_t start = out->len;
    enum buffer_err err = put_head(out, head);
    struct json_write w = json_write_on(out);
    w.start = start; /* a failure also removes the head */
    if (err)
        w.err = err == BUFFER_E_FULL ? JSON_WRITE_E_FULL : JSON_WRITE_E_MEMORY;
    return w;
}

struct json_write sio_event_write(struct buffer *out, const char *name_space, int64_t id,
                                  const char *event)
{
    const struct sio_head head = {SIO_EVENT, name_space, id, 0};
    struct json_write w = sio_packet_write(out, &head);
    json_write_array(&w);
    json_write_string(&w, event);
    return w;
}

void sio_placeholder_write(struct json_write *w, int number)
{
    json_write_object(w);
    json_write_key(w, "_placeholder");
    json_write_bool(w, true);
    json_write_key(w, "num");
    json_write_int(w, number);
    json_write_object_end(w);
}

static void write_array(struct json_write *w, const json_t *array)
{
    json_write_array(w);
    for (size_t i = 0; i < json_array_size(array); i++)
        json_write_value(w, json_array_get(array, i));
    json_write_array_end(w);
}

static void write_object(struct json_write *w, const json_t *object)
{
    const char *key;
    json_t *value;
    json_write_object(w);
    json_object_foreach((json_t *)object, key, value)
    {
        json_write_key(w, key);
        json_write_value(w, value);
    }
    json_write_object_end(w);
}

void json_write_value(struct json_write *w, const json_t *value)
{
    if (json_is_object(value))
        write_object(w, value);
    else if (json_is_array(value))
        write_array(w, value);
    else if (json_is_string(value))
        json_write_text(w, json_string_value(value), json_string_length(value));
    else if (json_is_integer(value))
        json_write_int(w, json_integer_value(value));
    else if (json_is_real(value))
        json_write_real(w, json_real_value(value));
    else if (json_is_boolean(value))
        json_write_bool(w, json_is_true(value));
    else
        json_write_null(w);
}
