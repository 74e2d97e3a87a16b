/* Passkeys (WebAuthn): what a browser's authenticator signed is checked with libfido2.
 *
 * The authenticator must have asked its user (user verification), the signature must be over our challenge, and the
 * hash of our host's name must be in it. Attestation is not asked for: any authenticator will do. Keys are ES256, EdDSA
 * or RS256. */
#ifndef REST_PASSKEY_H
#define REST_PASSKEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/rows.h"

enum {
    PASSKEY_AUTH_MAX = 1024, /* authenticator data */
    PASSKEY_SIGNATURE_MAX = 512,
    PASSKEY_CLIENT_MAX = 1024,   /* client data, a JSON text */
    PASSKEY_CHALLENGE_SIZE = 64, /* as text */
    PASSKEY_HOST_SIZE = 254
};

/* What a browser's page collected, of which the authenticator signed the hash. */
struct passkey_client {
    char challenge[PASSKEY_CHALLENGE_SIZE];
    uint8_t hash[ROW_HASH_BYTES];
};

/* The name of the host that passkeys belong to: the Host header without its port, in lower case. False if it is no
 * name, such as an address: browsers have no passkeys for those. */
bool passkey_host(char out[PASSKEY_HOST_SIZE], const char *host);

/* Reads the client data of a registration (is_new) or a login. False unless it is from our own page: its origin must be
 * the one that this request was sent to. */
bool passkey_client_read(struct passkey_client *out, const char *text, size_t len, bool is_new,
                         const char *host, const char *scheme);

/* Reads a new key from authenticator data into id, key, algorithm and counter of *out. */
bool passkey_new_read(struct passkey_row *out, const uint8_t *auth, size_t len, const char *host);

/* A signature to be checked; it takes some 100 microseconds. */
struct passkey_check {
    char host[PASSKEY_HOST_SIZE];
    uint8_t client_hash[ROW_HASH_BYTES];
    uint8_t auth[PASSKEY_AUTH_MAX], signature[PASSKEY_SIGNATURE_MAX];
    uint8_t key[ROW_PASSKEY_KEY_MAX];
    size_t auth_len, signature_len, key_len;
    int32_t algorithm;
    uint32_t counter; /* the result, if the signature is right */
};

bool passkey_verify(struct passkey_check *check);

/* Does this counter show that the key was not copied? It grows, or always stays 0. */
bool passkey_counter_is_new(uint32_t before, uint32_t now);

#endif
