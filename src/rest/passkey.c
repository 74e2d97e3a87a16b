#include "rest/passkey.h"

#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "net/origin.h"
#include "rest/cbor.h"
#include "json/read.h"

enum { USER_PRESENT = 1, USER_VERIFIED = 4, HAS_KEY = 64, HAS_EXTENSIONS = 128, CLIENT_DEPTH = 4 };

/* Hash, flags and counter; the authenticator's model and the length of the key's id. */
enum { HEAD_BYTES = ROW_HASH_BYTES + 1 + 4, KEY_HEAD_BYTES = 16 + 2 };

static const int algorithms[] = {COSE_ES256, COSE_EDDSA, COSE_RS256};

bool passkey_host(char out[PASSKEY_HOST_SIZE], const char *host)
{
    size_t len = host ? strcspn(host, ":") : 0;
    bool has_letter = false;
    if (len == 0 || len >= PASSKEY_HOST_SIZE || host[0] == '[')
        return false;
    for (size_t i = 0; i < len; i++) {
        char c = host[i];
        out[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        has_letter |= out[i] >= 'a' && out[i] <= 'z';
    }
    out[len] = '\0';
    return has_letter;
}

static bool client_fields(struct passkey_client *out, const json_t *json, bool is_new,
                          const char *host, const char *scheme)
{
    static const struct origin_list none = {NULL, 0};
    struct json_fields f = json_fields_of(json, "client data");
    const char *type = "", *challenge = "", *origin = "";
    size_t type_len = 0, challenge_len = 0, origin_len = 0;
    bool is_framed = false;
    (void)json_read_text(&f, "type", JSON_REQUIRED, 1, 64, &type, &type_len);
    (void)json_read_text(&f, "challenge", JSON_REQUIRED, 1, PASSKEY_CHALLENGE_SIZE - 1, &challenge,
                         &challenge_len);
    (void)json_read_text(&f, "origin", JSON_REQUIRED, 1, PASSKEY_HOST_SIZE + 16, &origin,
                         &origin_len);
    (void)json_read_bool(&f, "crossOrigin", JSON_OPTIONAL, &is_framed);
    if (!json_fields_are_right(&f) || is_framed || challenge_len >= PASSKEY_CHALLENGE_SIZE ||
        strcmp(type, is_new ? "webauthn.create" : "webauthn.get") != 0 ||
        !origin_is_allowed(&none, origin, host, scheme))
        return false;
    memcpy(out->challenge, challenge, challenge_len + 1);
    return true;
}

bool passkey_client_read(struct passkey_client *out, const char *text, size_t len, bool is_new,
                         const char *host, const char *scheme)
{
    json_t *json = NULL;
    const struct json_limits limits = {PASSKEY_CLIENT_MAX, CLIENT_DEPTH};
    if (json_read(&json, text, len, limits, NULL) != JSON_READ_OK)
        return false;
    bool is_right = client_fields(out, json, is_new, host, scheme);
    json_decref(json);
    (void)SHA256((const unsigned char *)text, len, out->hash);
    return is_right;
}

static bool is_for_host(const uint8_t *auth, size_t len, const char *host)
{
    uint8_t hash[SHA256_DIGEST_LENGTH];
    (void)SHA256((const unsigned char *)host, strlen(host), hash);
    return len >= sizeof hash && memcmp(auth, hash, sizeof hash) == 0;
}

/* Authenticator data: the hash of the host's name, flags, a counter, then a new key and extensions where the flags say
 * so. The CBOR in it must not be what makes libcbor ask for gigabytes. */
static bool is_sane(const uint8_t *auth, size_t len)
{
    size_t at = HEAD_BYTES;
    if (len < HEAD_BYTES)
        return false;
    uint8_t flags = auth[ROW_HASH_BYTES];
    if (flags & HAS_KEY) {
        if (len - at < KEY_HEAD_BYTES)
            return false;
        size_t id_len = (size_t)auth[at + KEY_HEAD_BYTES - 2] << 8 | auth[at + KEY_HEAD_BYTES - 1];
        at += KEY_HEAD_BYTES;
        if (id_len > len - at)
            return false;
        at += id_len;
        size_t key_len = cbor_length(auth + at, len - at);
        if (key_len == 0)
            return false;
        at += key_len;
    }
    if (flags & HAS_EXTENSIONS) {
        size_t extensions_len = cbor_length(auth + at, len - at);
        if (extensions_len == 0)
            return false;
        at += extensions_len;
    }
    return at == len;
}

static bool copy_key(struct passkey_row *out, const fido_cred_t *cred)
{
    size_t id_len = fido_cred_id_len(cred), key_len = fido_cred_pubkey_len(cred);
    int flags = USER_PRESENT | USER_VERIFIED;
    if (id_len == 0 || id_len > sizeof out->id || key_len == 0 || key_len > sizeof out->key ||
        (fido_cred_flags(cred) & flags) != flags)
        return false;
    memcpy(out->id, fido_cred_id_ptr(cred), id_len);
    memcpy(out->key, fido_cred_pubkey_ptr(cred), key_len);
    out->id_len = (uint16_t)id_len;
    out->key_len = (uint16_t)key_len;
    out->algorithm = fido_cred_type(cred);
    out->counter = fido_cred_sigcount(cred);
    return true;
}

/* libfido2 reads a key of a given algorithm only, so each is tried. */
static bool read_as(struct passkey_row *out, const uint8_t *auth, size_t len, int algorithm)
{
    fido_cred_t *cred = fido_cred_new();
    bool is_read = cred && fido_cred_set_type(cred, algorithm) == FIDO_OK &&
                   fido_cred_set_authdata_raw(cred, auth, len) == FIDO_OK && copy_key(out, cred);
    fido_cred_free(&cred);
    return is_read;
}

bool passkey_new_read(struct passkey_row *out, const uint8_t *auth, size_t len, const char *host)
{
    if (!is_for_host(auth, len, host) || !is_sane(auth, len))
        return false;
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (read_as(out, auth, len, algorithms[i]))
            return true;
    return false;
}

static bool verify_es256(const fido_assert_t *assert, const struct passkey_check *check)
{
    es256_pk_t *key = es256_pk_new();
    bool is_right = key && es256_pk_from_ptr(key, check->key, check->key_len) == FIDO_OK &&
                    fido_assert_verify(assert, 0, COSE_ES256, key) == FIDO_OK;
    es256_pk_free(&key);
    return is_right;
}

static bool verify_eddsa(const fido_assert_t *assert, const struct passkey_check *check)
{
    eddsa_pk_t *key = eddsa_pk_new();
    bool is_right = key && eddsa_pk_from_ptr(key, check->key, check->key_len) == FIDO_OK &&
                    fido_assert_verify(assert, 0, COSE_EDDSA, key) == FIDO_OK;
    eddsa_pk_free(&key);
    return is_right;
}

static bool verify_rs256(const fido_assert_t *assert, const struct passkey_check *check)
{
    rs256_pk_t *key = rs256_pk_new();
    bool is_right = key && rs256_pk_from_ptr(key, check->key, check->key_len) == FIDO_OK &&
                    fido_assert_verify(assert, 0, COSE_RS256, key) == FIDO_OK;
    rs256_pk_free(&key);
    return is_right;
}

static bool fill(fido_assert_t *assert, const struct passkey_check *check)
{
    return is_sane(check->auth, check->auth_len) &&
           fido_assert_set_rp(assert, check->host) == FIDO_OK &&
           fido_assert_set_clientdata_hash(assert, check->client_hash, ROW_HASH_BYTES) == FIDO_OK &&
           fido_assert_set_up(assert, FIDO_OPT_TRUE) == FIDO_OK &&
           fido_assert_set_uv(assert, FIDO_OPT_TRUE) == FIDO_OK &&
           fido_assert_set_count(assert, 1) == FIDO_OK &&
           fido_assert_set_authdata_raw(assert, 0, check->auth, check->auth_len) == FIDO_OK &&
           fido_assert_set_sig(assert, 0, check->signature, check->signature_len) == FIDO_OK;
}

bool passkey_verify(struct passkey_check *check)
{
    fido_assert_t *assert = fido_assert_new();
    bool is_right = assert &&fill(assert, check);
    if (is_right && check->algorithm == COSE_ES256)
        is_right = verify_es256(assert, check);
    else if (is_right && check->algorithm == COSE_EDDSA)
        is_right = verify_eddsa(assert, check);
    else if (is_right)
        is_right = check->algorithm == COSE_RS256 && verify_rs256(assert, check);
    if (is_right)
        check->counter = fido_assert_sigcount(assert, 0);
    fido_assert_free(&assert);
    return is_right;
}

bool passkey_counter_is_new(uint32_t before, uint32_t now)
{
    return now > before || (now == 0 && before == 0);
}
