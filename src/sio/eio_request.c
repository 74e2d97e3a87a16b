#include "sio/eio_request.h"

#include <string.h>

#include "json/write.h"

const char *eio_refusal_text(enum eio_refusal refusal)
{
#define EIO_REFUSAL_TEXT(code, text) text,
    static const char *const texts[] = {EIO_REFUSALS(EIO_REFUSAL_TEXT)};
#undef EIO_REFUSAL_TEXT
    return (unsigned)refusal < EIO_REFUSAL_COUNT ? texts[refusal] : "unknown refusal";
}

int eio_refusal_status(enum eio_refusal refusal)
{
    return refusal == EIO_REFUSE_FORBIDDEN ? 403 : 400;
}

enum buffer_err eio_refusal_encode(struct buffer *out, enum eio_refusal refusal)
{
    struct json_write w = json_write_on(out);
    json_write_object(&w);
    json_write_key(&w, "code");
    json_write_int(&w, refusal);
    json_write_key(&w, "message");
    json_write_string(&w, eio_refusal_text(refusal));
    json_write_object_end(&w);
    return json_write_finish(&w) == JSON_WRITE_OK ? BUFFER_OK : BUFFER_E_FULL;
}

enum eio_transport eio_transport_read(const char *text)
{
    if (text && strcmp(text, "polling") == 0)
        return EIO_POLLING;
    return text && strcmp(text, "websocket") == 0 ? EIO_WEBSOCKET : EIO_TRANSPORT_NONE;
}

static bool is_protocol_4(const struct eio_request *r)
{
    return r->version && strcmp(r->version, "4") == 0;
}

static enum eio_refusal check_session(const struct eio_request *r)
{
    if (r->session == EIO_TRANSPORT_NONE)
        return EIO_REFUSE_SID;
    if (!r->is_upgrade && r->session != r->transport)
        return EIO_REFUSE_REQUEST;
    if (!is_protocol_4(r))
        return EIO_REFUSE_REQUEST;
    return r->method == EIO_OTHER_METHOD ? EIO_REFUSE_REQUEST : EIO_PASS;
}

static enum eio_refusal check_handshake(const struct eio_request *r)
{
    if (r->method != EIO_GET)
        return EIO_REFUSE_METHOD;
    if (r->transport == EIO_WEBSOCKET && !r->is_upgrade)
        return EIO_REFUSE_REQUEST;
    return is_protocol_4(r) ? EIO_PASS : EIO_REFUSE_PROTOCOL;
}

enum eio_refusal eio_request_check(const struct eio_request *r)
{
    if (r->transport == EIO_TRANSPORT_NONE)
        return EIO_REFUSE_TRANSPORT;
    if (r->is_forbidden)
        return EIO_REFUSE_FORBIDDEN;
    /* A WebSocket handshake with transport=polling cannot be answered as a poll. */
    if (r->is_upgrade && r->transport != EIO_WEBSOCKET)
        return EIO_REFUSE_REQUEST;
    return r->has_sid ? check_session(r) : check_handshake(r);
}
