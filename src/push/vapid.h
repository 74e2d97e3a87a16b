/* VAPID (RFC 8292): how a push service knows which server sends. The server has one P-256 key. Browsers bind a
 * subscription to its public half, so a new key makes all subscriptions useless. */
#ifndef PUSH_VAPID_H
#define PUSH_VAPID_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VAPID_PUBLIC_SIZE = 88,
    VAPID_HEADER_SIZE = 1024,
    VAPID_CONTACT_MAX = 200,
    VAPID_SECRET_BYTES = 32
};

struct vapid {
    EVP_PKEY *key;
    char public_text[VAPID_PUBLIC_SIZE]; /* base64url */
};

/* Reads the private key (PEM) of the file. If there is no such file and may_create, makes a key and the file, which
 * only its owner can read. False, with the reason in `why`, if neither is possible. */
bool vapid_open(struct vapid *out, const char *path, bool may_create, char *why, size_t why_size);

/* The key that belongs to these random bytes, always the same: for servers that share them. False if OpenSSL fails. */
bool vapid_derive(struct vapid *out, const uint8_t secret[VAPID_SECRET_BYTES]);
void vapid_close(struct vapid *vapid);

/* "mailto:" or "https:" and something after it, without blanks and quotation marks. */
bool vapid_is_contact(const char *text);

/* Writes the value of the header Authorization: a JWT for the push service at `origin` ("https://push.example.org"),
 * valid until expires_s, and the public key. contact: null for none. Any thread. False if OpenSSL fails or the texts
 * are too long. */
bool vapid_write(char out[VAPID_HEADER_SIZE], const struct vapid *vapid, const char *origin,
                 const char *contact, int64_t expires_s);

#endif
