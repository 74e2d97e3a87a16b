/* Message encryption for Web Push: RFC 8291 with the content encoding aes128gcm of RFC 8188, in one record. */
#ifndef PUSH_ECE_H
#define PUSH_ECE_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ECE_KEY_BYTES = 65,    /* an uncompressed point of P-256 */
    ECE_NUMBER_BYTES = 32, /* its private number */
    ECE_AUTH_BYTES = 16,
    ECE_SALT_BYTES = 16,
    ECE_HEAD_BYTES = ECE_SALT_BYTES + 4 + 1 + ECE_KEY_BYTES,
    ECE_TAG_BYTES = 16,
    ECE_PLAIN_MAX = 1024,
    ECE_BODY_MAX = ECE_HEAD_BYTES + ECE_PLAIN_MAX + 1 + ECE_TAG_BYTES
};

/* The keys of a subscription, as the browser made them. */
struct ece_receiver {
    uint8_t key[ECE_KEY_BYTES];
    uint8_t auth[ECE_AUTH_BYTES];
};

enum ece_err { ECE_OK, ECE_E_KEY, ECE_E_SIZE, ECE_E_CRYPTO };

/* Is the key a point of the curve? */
bool ece_key_is_valid(const uint8_t key[ECE_KEY_BYTES]);

/* A new P-256 key; null if OpenSSL fails. The caller frees it with EVP_PKEY_free. */
EVP_PKEY *ece_key_new(void);

/* The key with this private number; null if the number is 0 or too large for the curve. */
EVP_PKEY *ece_key_from(const uint8_t number[ECE_NUMBER_BYTES]);

/* The public half of a P-256 key, as 65 bytes. */
bool ece_key_public(uint8_t out[ECE_KEY_BYTES], const EVP_PKEY *key);

/* Writes the body of a push message to `out`, which has space for ECE_BODY_MAX bytes. `sender` and `salt` must be new
 * for each message; the public half of `sender` travels with it. */
enum ece_err ece_encrypt(uint8_t *out, size_t *out_len, const struct ece_receiver *receiver,
                         EVP_PKEY *sender, const uint8_t salt[ECE_SALT_BYTES], const char *plain,
                         size_t plain_len);

#endif
