#include "push/vapid.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/ecdsa.h>
#include <openssl/pem.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "push/ece.h"

enum {
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    HALF_BYTES = 32, /* a signature is two numbers of this size */
    CLAIMS_MAX = 480,
    DER_MAX = 80
};

_Static_assert(sodium_base64_ENCODED_LEN(ECE_KEY_BYTES, VARIANT) == VAPID_PUBLIC_SIZE,
               "87 letters");

/* ---- the key and its file ---- */

static bool fail(char *why, size_t why_size, const char *path, const char *reason)
{
    (void)snprintf(why, why_size, "the key for push messages in '%s': %s", path, reason);
    return false;
}

static bool key_use(struct vapid *out, EVP_PKEY *key)
{
    uint8_t point[ECE_KEY_BYTES];
    if (!key || !EVP_PKEY_is_a(key, "EC") || !ece_key_public(point, key) ||
        !ece_key_is_valid(point))
        return false;
    out->key = key;
    (void)sodium_bin2base64(out->public_text, sizeof out->public_text, point, sizeof point,
                            VARIANT);
    return true;
}

static bool key_read(struct vapid *out, FILE *file, const char *path, char *why, size_t why_size)
{
    EVP_PKEY *key = PEM_read_PrivateKey(file, NULL, NULL, NULL);
    if (key_use(out, key))
        return true;
    EVP_PKEY_free(key);
    return fail(why, why_size, path, "it is not a private key of the curve P-256 (PEM)");
}

/* The file appears whole or not at all: a key that was cut off by a crash would stop every later start. */
static bool key_write(const EVP_PKEY *key, const char *path)
{
    char fresh[4096];
    if ((size_t)snprintf(fresh, sizeof fresh, "%s.new", path) >= sizeof fresh) {
        errno = ENAMETOOLONG;
        return false;
    }
    (void)unlink(fresh); /* of a start that was killed */
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file) {
        if (fd >= 0)
            (void)close(fd);
        return false;
    }
    bool is_written = PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL) == 1 &&
                      fflush(file) == 0 && fsync(fd) == 0;
    is_written = fclose(file) == 0 && is_written;
    if (is_written && rename(fresh, path) == 0)
        return true;
    (void)unlink(fresh);
    return false;
}

static bool key_make(struct vapid *out, const char *path, char *why, size_t why_size)
{
    EVP_PKEY *key = ece_key_new();
    if (!key)
        return fail(why, why_size, path, "OpenSSL cannot make a key");
    if (key_write(key, path) && key_use(out, key))
        return true;
    EVP_PKEY_free(key);
    return fail(why, why_size, path, strerror(errno));
}

bool vapid_open(struct vapid *out, const char *path, bool may_create, char *why, size_t why_size)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return errno == ENOENT && may_create ? key_make(out, path, why, why_size)
                                             : fail(why, why_size, path, strerror(errno));
    bool is_read = key_read(out, file, path, why, why_size);
    (void)fclose(file);
    return is_read;
}

bool vapid_derive(struct vapid *out, const uint8_t secret[VAPID_SECRET_BYTES])
{
    uint8_t label[] = "fourfall push key 0", number[HALF_BYTES];
    EVP_PKEY *key = NULL;
    /* One number in four billion is too large for the curve: then the next label is taken. */
    for (int i = 0; i < 8 && !key; i++) {
        label[sizeof label - 2] = (uint8_t)('0' + i);
        (void)crypto_generichash(number, sizeof number, label, sizeof label, secret,
                                 VAPID_SECRET_BYTES);
        key = ece_key_from(number);
    }
    sodium_memzero(number, sizeof number);
    if (key_use(out, key))
        return true;
    EVP_PKEY_free(key);
    return false;
}

void vapid_close(struct vapid *vapid)
{
    EVP_PKEY_free(vapid->key);
    *vapid = (struct vapid){0};
}

/* ---- the header ---- */

bool vapid_is_contact(const char *text)
{
    size_t scheme = strncmp(text, "mailto:", 7) == 0    ? 7
                    : strncmp(text, "https://", 8) == 0 ? 8
                                                        : 0;
    size_t len = strlen(text);
    if (!scheme || len == scheme || len > VAPID_CONTACT_MAX)
        return false;
    for (const char *c = text; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\')
            return false;
    return true;
}

/* ECDSA gives two numbers in DER; a JWT has them as 32 bytes each. */
static bool sign(uint8_t out[2 * HALF_BYTES], EVP_PKEY *key, const char *text, size_t len)
{
    uint8_t der[DER_MAX];
    size_t der_len = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_done = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                   EVP_DigestSign(context, der, &der_len, (const uint8_t *)text, len) == 1;
    EVP_MD_CTX_free(context);
    if (!is_done)
        return false;
    const uint8_t *at = der;
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &at, (long)der_len);
    is_done = signature &&
              BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, HALF_BYTES) == HALF_BYTES &&
              BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + HALF_BYTES, HALF_BYTES) == HALF_BYTES;
    ECDSA_SIG_free(signature);
    return is_done;
}

static bool append(char *out, size_t *len, const uint8_t *bytes, size_t count)
{
    if (sodium_base64_encoded_len(count, VARIANT) > VAPID_HEADER_SIZE - *len)
        return false;
    (void)sodium_bin2base64(out + *len, VAPID_HEADER_SIZE - *len, bytes, count, VARIANT);
    *len += strlen(out + *len);
    return true;
}

bool vapid_write(char out[VAPID_HEADER_SIZE], const struct vapid *vapid, const char *origin,
                 const char *contact, int64_t expires_s)
{
    static const char scheme[] = "vapid t=", head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[CLAIMS_MAX];
    uint8_t signature[2 * HALF_BYTES];
    size_t start = sizeof scheme - 1, len = start;
    int claims_len = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld%s%s%s}", origin,
                              (long long)expires_s, contact ? ",\"sub\":\"" : "",
                              contact ? contact : "", contact ? "\"" : "");
    if (claims_len >= CLAIMS_MAX)
        return false;
    memcpy(out, scheme, len);
    if (!append(out, &len, (const uint8_t *)head, sizeof head - 1))
        return false;
    out[len++] = '.';
    if (!append(out, &len, (const uint8_t *)claims, (size_t)claims_len) ||
        !sign(signature, vapid->key, out + start, len - start))
        return false;
    out[len++] = '.';
    if (!append(out, &len, signature, sizeof signature))
        return false;
    return (size_t)snprintf(out + len, VAPID_HEADER_SIZE - len, ", k=%s", vapid->public_text) <
           VAPID_HEADER_SIZE - len;
}
