/* What the parts of an Engine.IO session (its life, its polling, its upgrade) share among themselves. */
#ifndef WIRE_ENGINE_MACHINE_H
#define WIRE_ENGINE_MACHINE_H

#include "wire/engine_session.h"

/* Closed now, whatever was waiting: requests are answered, sockets shut, `closed` told. */
void engine_end(struct engine_session *s, enum engine_reason reason);

/* Too much is waiting, or there is no memory for it: to be ended by the next tick. */
void engine_doom(struct engine_session *s);

/* One packet of the session's own transport. False if it breaks the protocol; the session has ended
 * then. */
bool engine_take(struct engine_session *s, const struct engine_packet *packet, int64_t now_ms);

/* Sends what is waiting as far as the transport can take it now. */
void engine_flush(struct engine_session *s);

/* Flushes, and ends the session if nothing is left to wait for. */
void engine_try_close(struct engine_session *s);

/* Answers a poll that waits, if there is something for it. */
void engine_polling_flush(struct engine_session *s);

/* Answers a poll that waits with this payload, and a POST that waits with a refusal. */
void engine_polling_end(struct engine_session *s, const char *payload);

/* Ends the poll that waits, so that the client can go on to its upgrade. */
void engine_polling_release(struct engine_session *s);

/* Gives up a probe, if there is one. */
void engine_upgrade_end(struct engine_session *s);

#endif
