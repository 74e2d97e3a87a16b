/* What the files of sio share; nobody else includes this. A client's Engine.IO side: its life
 * (eio_session.c), its polling (eio_polling.c), its upgrade (eio_upgrade.c). */
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

/* Exactly one of these comes first: the handshake. */
void eio_open_polling(struct sio_client *c, struct net_request *request);
void eio_open_socket(struct sio_client *c, struct net_socket *socket);

/* A whole frame, its type included. Calls back nothing, so it is safe in a loop over clients. False if the
 * client does not take it. */
bool eio_send(struct sio_client *c, const struct eio_frame *frame);

/* Sends what is waiting, then closes. */
void eio_close(struct sio_client *c);

/* Closed now, whatever was waiting: requests are answered, sockets closed, the program told. */
void eio_end(struct sio_client *c, enum eio_reason reason);

/* Too much is waiting, or there is no memory for it: to be closed by the next tick. */
void eio_overfill(struct sio_client *c);

/* One packet of the client's own transport. False if it breaks the protocol; the client is closed then. */
bool eio_take(struct sio_client *c, const struct eio_packet *packet);

/* Sends what is waiting as far as the transport can take it now. */
void eio_flush(struct sio_client *c);

/* Flushes, and closes a closing client if nothing is left to wait for. */
void eio_finish_close(struct sio_client *c);

/* Does what is due; every input does it, too. */
void eio_tick(struct sio_client *c);
int64_t eio_due_ms(const struct sio_client *c); /* INT64_MAX: nothing */

/* eio_polling.c: a GET waits for packets, a POST brings some. */
void eio_poll(struct sio_client *c, struct net_request *request);

/* A POST: first that it has begun, then its body. Between the two it counts as active. */
void eio_post(struct sio_client *c, struct net_request *request);
void eio_body(struct sio_client *c, struct net_request *request, const char *bytes, size_t len);

/* A request is gone without an answer of ours. */
void eio_request_lost(struct sio_client *c, struct net_request *request);

/* Answers a poll that waits, if there is something for it. */
void eio_polling_flush(struct sio_client *c);

/* Answers a poll that waits with this payload, and a POST that waits with a refusal. */
void eio_polling_end(struct sio_client *c, const char *payload);

/* Ends the poll that waits, so that the client can go on to its upgrade. */
void eio_polling_release(struct sio_client *c);

/* eio_upgrade.c: the WebSocket a client lives on, and one that wants to take over from polling. */
void eio_probe(struct sio_client *c, struct net_socket *socket);
void eio_upgrade_end(struct sio_client *c); /* gives up a probe, if there is one */
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

/* False if memory is short; nothing has changed then. */
bool sio_clients_add(struct sio_clients *clients, struct sio_client *client);
void sio_clients_remove(struct sio_clients *clients, struct sio_client *client);
struct sio_client *sio_clients_find(const struct sio_clients *clients, const char *sid);

/* The client should be looked at by then. */
void sio_clients_schedule(struct sio_clients *clients, struct sio_client *client, int64_t due_ms);

/* The first client whose deadline has come; null if there is none. */
struct sio_client *sio_clients_due(const struct sio_clients *clients, int64_t now_ms);
void sio_clients_free(struct sio_clients *clients);

/* sio.c */

/* Null if there are clients_max already, or memory is short. */
struct sio_client *sio_client_new(struct sio *sio);
bool sio_is_full(const struct sio *sio);

/* After anything that happened to a client: when is it to be looked at next? */
void sio_client_schedule(struct sio_client *c);

/* The client is closed: out of the table now, freed by the next tick. */
void sio_client_closed(struct sio_client *c, enum eio_reason reason);

#endif
