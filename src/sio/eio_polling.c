/* The polling transport of a client: a GET waits for packets, a POST brings packets. */
#include "sio/eio.h"

static void answer_poll(struct sio_client *c, const char *payload, size_t len)
{
    struct net_request *request = c->poll;
    c->poll = NULL;
    eio_answer(request, 200, payload, len);
}

/* Space for the queued packets and a close packet. */
static size_t payload_max(const struct sio_client *c)
{
    return eio_payload_cost(c->sio->config.queue_max_bytes, true) + 2;
}

void eio_polling_flush(struct sio_client *c)
{
    bool is_closing = c->state == EIO_IS_CLOSING;
    if (!c->poll || (eio_queue_is_empty(&c->queue) && !is_closing))
        return;
    struct buffer payload = buffer_with_max(payload_max(c));
    enum buffer_err err = eio_queue_flush(&c->queue, &payload, c->sio->config.max_payload_bytes);
    bool is_last = is_closing && eio_queue_is_empty(&c->queue);
    if (!err && is_last)
        err = eio_payload_add(&payload, "1", 1, false);
    if (err)
        eio_overflow(c);
    else
        answer_poll(c, payload.bytes, payload.len);
    buffer_free(&payload);
    sio_client_account(c);
    if (!err && is_last)
        eio_end(c, EIO_BY_SERVER);
}

void eio_polling_release(struct sio_client *c)
{
    eio_polling_flush(c);
    if (c->poll)
        answer_poll(c, "6", 1);
}

void eio_polling_end(struct sio_client *c, const char *payload)
{
    if (c->poll)
        answer_poll(c, payload, strlen(payload));
    struct net_request *post = c->post;
    c->post = NULL;
    if (post)
        eio_refuse(post, EIO_REFUSE_REQUEST);
}

/* Is the session open and on polling? If not, refuses the request. */
static bool is_polling(struct sio_client *c, struct net_request *request)
{
    eio_tick(c);
    if (c->state == EIO_IS_CLOSED)
        eio_refuse(request, EIO_REFUSE_SID);
    else if (c->transport != EIO_POLLING)
        eio_refuse(request, EIO_REFUSE_REQUEST);
    else
        return true;
    return false;
}

/* Is this the only request of its kind? Two at a time would leave the order of packets undefined,
 * so a second one is refused and ends the session. */
static bool is_only(struct sio_client *c, struct net_request *request,
                    const struct net_request *other)
{
    if (!other)
        return true;
    eio_refuse(request, EIO_REFUSE_REQUEST);
    eio_end(c, EIO_BROKEN);
    return false;
}

void eio_poll(struct sio_client *c, struct net_request *request)
{
    if (!is_polling(c, request) || !is_only(c, request, c->poll))
        return;
    c->poll = request;
    if (c->probe == EIO_PROBE_ANSWERED)
        eio_polling_release(c);
    else
        eio_polling_flush(c);
}

void eio_post(struct sio_client *c, struct net_request *request)
{
    if (is_polling(c, request) && is_only(c, request, c->post))
        c->post = request;
}

static bool is_flooding(struct sio_client *c)
{
    struct bucket_rate rate = c->sio->config.input;
    return rate.burst > 0 && !bucket_take(&c->input, rate, 1, eio_now_ms(c));
}

static void end_flooding(struct sio_client *c)
{
    if (c->sio->config.backlog)
        budgets_refuse(c->sio->config.backlog->budgets, BUDGET_INPUT);
    eio_end(c, EIO_FLOODING);
}

/* False if an invalid packet, or one too many, has ended the session. */
static bool take_packets(struct sio_client *c, struct eio_payload *payload)
{
    while (eio_payload_has_more(payload)) {
        struct eio_packet packet;
        if (eio_payload_next(payload, &packet) != EIO_PACKET_OK) {
            eio_end(c, EIO_UNREADABLE);
            return false;
        }
        if (is_flooding(c)) {
            end_flooding(c);
            return false;
        }
        if (!eio_take(c, &packet))
            return false;
    }
    return true;
}

void eio_body(struct sio_client *c, struct net_request *request, const char *bytes, size_t len)
{
    const struct sio_config *config = &c->sio->config;
    struct eio_payload payload;
    if (c->post != request)
        return; /* refused before its body came */
    c->post = NULL;
    eio_tick(c);
    if (c->state == EIO_IS_CLOSED) {
        eio_refuse(request, EIO_REFUSE_SID);
        return;
    }
    if (eio_payload_begin(&payload, bytes, len, config->max_payload_bytes, config->packets_max)) {
        eio_answer(request, 413, NULL, 0);
        return;
    }
    bool is_valid = take_packets(c, &payload);
    eio_payload_end(&payload);
    if (is_valid)
        eio_answer(request, 200, "ok", 2);
    else
        eio_refuse(request, EIO_REFUSE_REQUEST);
}

void eio_request_lost(struct sio_client *c, struct net_request *request)
{
    if (request != c->poll && request != c->post)
        return;
    if (request == c->poll)
        c->poll = NULL;
    else
        c->post = NULL;
    eio_end(c, EIO_BROKEN);
}
