/* Shared by the files of sio; not for other modules. The Engine.IO side of a client: its session
 * (eio_session.c), its polling transport (eio_polling.c), its WebSockets and upgrade
 * (eio_upgrade.c). */
#ifndef SIO_EIO_H
#define SIO_EIO_H

#include "sio/sio.h"

/* eio_session.c */

static inline int64_t eio_now_ms(const struct sio_client *c)
{
    return net_now_ms(c->sio->net);
}

void eio_init(struct sio_client *c, struct sio *sio, const char *sid);
void eio_free(struct sio_client *c);

/* The handshake: exactly one of these is called first. */
void eio_open_polling(struct sio_client *c, struct net_request *request);
void eio_open_socket(struct sio_client *c, struct net_socket *socket);

/* Sends a whole frame, including its type, or queues it for the next poll. Calls no handler, so it
 * is safe in a loop over clients. False if the client is closing or its queue is full. */
bool eio_send(struct sio_client *c, const struct eio_frame *frame);

/* Sends the queued frames, then closes. */
void eio_close(struct sio_client *c);

/* Closes at once and discards queued frames: answers open requests, closes sockets, calls
 * `gone`. */
void eio_end(struct sio_client *c, enum eio_reason reason);

/* The queue is full, or memory is short: discards the queue; the next tick closes the client. */
void eio_overflow(struct sio_client *c);

/* Handles one packet of the client's transport. If it breaks the protocol, closes the client and
 * returns false. */
bool eio_take(struct sio_client *c, const struct eio_packet *packet);

/* Sends queued frames, as many as the transport can send now. */
void eio_flush(struct sio_client *c);

/* Flushes; a closing client on a WebSocket is then closed. */
void eio_finish_close(struct sio_client *c);

/* Handles expired deadlines. Every input calls it, too. */
void eio_tick(struct sio_client *c);
int64_t eio_due_ms(const struct sio_client *c); /* the next deadline; INT64_MAX: none */

/* eio_polling.c: a GET waits for packets, a POST brings some. */
void eio_poll(struct sio_client *c, struct net_request *request);

/* A POST: eio_post when it begins, eio_body when its body is complete. Between the two it is
 * active. */
void eio_post(struct sio_client *c, struct net_request *request);
void eio_body(struct sio_client *c, struct net_request *request, const char *bytes, size_t len);

/* The client has cancelled a request that was not answered. */
void eio_request_lost(struct sio_client *c, struct net_request *request);

/* Answers the waiting poll if frames are queued. */
void eio_polling_flush(struct sio_client *c);

/* Answers the waiting poll with this payload, and refuses the active POST. */
void eio_polling_end(struct sio_client *c, const char *payload);

/* Answers the waiting poll in any case, so that the client can continue with its upgrade. */
void eio_polling_release(struct sio_client *c);

/* eio_upgrade.c: the WebSocket that is the client's transport, and the one that probes an
 * upgrade. */
void eio_probe(struct sio_client *c, struct net_socket *socket);
void eio_upgrade_end(struct sio_client *c); /* closes the probe, if there is one */
void eio_frame_in(struct sio_client *c, struct net_socket *socket, const char *bytes, size_t len,
                  bool is_binary);
void eio_socket_lost(struct sio_client *c, struct net_socket *socket);
void eio_socket_close(const struct sio_client *c, struct net_socket *socket,
                      enum eio_reason reason);

/* sio_session.c: the namespaces of a client. */
void sio_session_open(struct sio_client *c);
void sio_session_message(struct sio_client *c, const struct eio_packet *message);
void sio_session_closed(struct sio_client *c, enum eio_reason reason);
void sio_session_tick(struct sio_client *c);

/* sio_answer.c: answers to HTTP requests. */
void eio_answer(struct net_request *request, int status, const char *body, size_t len);
void eio_refuse(struct net_request *request, enum eio_refusal refusal);
void eio_answer_preflight(struct net_request *request);

/* sio_clients.c */

/* False, with nothing changed, if memory is short. */
bool sio_clients_add(struct sio_clients *clients, struct sio_client *client);
void sio_clients_remove(struct sio_clients *clients, struct sio_client *client);
struct sio_client *sio_clients_find(const struct sio_clients *clients, const char *sid);

/* Sets the time of the client's next tick. */
void sio_clients_schedule(struct sio_clients *clients, struct sio_client *client, int64_t due_ms);

/* The first client whose deadline has come; null if there is none. */
struct sio_client *sio_clients_due(const struct sio_clients *clients, int64_t now_ms);
void sio_clients_free(struct sio_clients *clients);

/* sio.c */

/* Null if there are clients_max clients already, this address has too many, or memory is short. */
struct sio_client *sio_client_new(struct sio *sio, uint64_t address);
bool sio_is_full(const struct sio *sio);

/* The queue of a client has changed. */
void sio_client_account(struct sio_client *c);

/* After every input of a client: moves its next tick to an earlier deadline. */
void sio_client_schedule(struct sio_client *c);

/* Removes a closed client from the table. The next tick frees it. */
void sio_client_closed(struct sio_client *c, enum eio_reason reason);

#endif
