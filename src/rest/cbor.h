/* Is this CBOR that may be given to a library?
 *
 * libcbor allocates what the head of an array or a map announces, before it looks whether so many elements follow: nine
 * bytes make it ask for gigabytes. So lengths and counts are checked first. Only definite lengths are accepted, as
 * authenticators must write them (CTAP2's canonical form), nested at most four deep. */
#ifndef REST_CBOR_H
#define REST_CBOR_H

#include <stddef.h>
#include <stdint.h>

/* The length of the first item; 0 if it is not whole, not well-formed or nested too deeply. */
size_t cbor_length(const uint8_t *bytes, size_t len);

#endif
