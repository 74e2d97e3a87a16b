/* Which names in the Host header are ours.
 *
 * A page of another site can make its own name stand for the address of this machine (DNS rebinding).
 * A browser then takes the two for one site, and lets that page read our answers. But such a request
 * carries the name of that site in its Host header. Names that nobody can register in the public DNS
 * are harmless. */
#ifndef NET_HOST_H
#define NET_HOST_H

#include <stdbool.h>
#include <stddef.h>

/* Names like "play.example.org", compared without regard to case; "*" stands for every one. */
struct host_list {
    const char *const *names;
    size_t count;
};

/* Is it an IP address, "localhost", a name without a dot, or one below .local, .localhost, .lan, .home,
 * .internal or .home.arpa? `host` may have a port. */
bool host_is_local(const char *host);

bool host_is_listed(const struct host_list *list, const char *host);

/* The same for the hosts of origins like "https://play.example.org:8443"; "*" counts as none. */
bool host_is_of_origin(const char *const *origins, size_t count, const char *host);

/* Can the text be a name in a list: letters, digits, dots and hyphens, without a port? */
bool host_is_name(const char *text);

/* Is this numeric address the machine itself? */
bool host_is_loopback(const char *address);

#endif
