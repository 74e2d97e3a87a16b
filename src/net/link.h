/* Connections that this program opens, on the loop: TCP, Unix sockets, TLS. See base/wire.h for what they do.
 *
 * A host name is looked up by a thread of its own, so a name server that does not answer holds up nothing; the thread ends
 * with the resolver's own time limit, even if the wire was closed before. A name with several addresses: one after the
 * other is tried, with a second for each but the last. */
#ifndef NET_LINK_H
#define NET_LINK_H

#include "base/wire.h"

struct net;

/* Wires on this loop. All must be closed before net_close. Their events count as handlers: `end_of_turn` follows, and what
 * they send leaves after it. */
struct wire_maker net_wires(struct net *net);

#endif
