#include "push/ece.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <string.h>

enum { SECRET_BYTES = 32, CEK_BYTES = 16, NONCE_BYTES = 12, RECORD_BYTES = 4096 };

/* Null if the bytes are not a point of the curve. */
static EVP_PKEY *point_read(const uint8_t key[ECE_KEY_BYTES])
{
    uint8_t bytes[ECE_KEY_BYTES];
    char group[] = "P-256";
    EVP_PKEY *out = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    memcpy(bytes, key, sizeof bytes);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, bytes, sizeof bytes),
        OSSL_PARAM_construct_end()};
    if (bytes[0] == POINT_CONVERSION_UNCOMPRESSED && context &&
        EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &out, EVP_PKEY_PUBLIC_KEY, params) != 1)
        out = NULL;
    EVP_PKEY_CTX_free(context);
    return out;
}

bool ece_key_is_valid(const uint8_t key[ECE_KEY_BYTES])
{
    EVP_PKEY *point = point_read(key);
    EVP_PKEY_CTX *context = point ? EVP_PKEY_CTX_new(point, NULL) : NULL;
    bool is_valid = context && EVP_PKEY_public_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(point);
    return is_valid;
}

EVP_PKEY *ece_key_new(void)
{
    return EVP_EC_gen("P-256");
}

/* The uncompressed point of a private number; false if the number does not fit the curve. */
static bool point_of(uint8_t out[ECE_KEY_BYTES], const BIGNUM *number)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    bool is_done = point && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                   EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
                   EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, out,
                                      ECE_KEY_BYTES, NULL) == ECE_KEY_BYTES;
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return is_done;
}

static EVP_PKEY *pair_read(const uint8_t point[ECE_KEY_BYTES], const BIGNUM *number)
{
    EVP_PKEY *out = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params = NULL;
    if (build && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, ECE_KEY_BYTES) &&
        OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number))
        params = OSSL_PARAM_BLD_to_param(build);
    if (params && context && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &out, EVP_PKEY_KEYPAIR, params) != 1)
        out = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    return out;
}

EVP_PKEY *ece_key_from(const uint8_t bytes[ECE_NUMBER_BYTES])
{
    uint8_t point[ECE_KEY_BYTES];
    BIGNUM *number = BN_bin2bn(bytes, ECE_NUMBER_BYTES, NULL);
    EVP_PKEY *key = number && point_of(point, number) ? pair_read(point, number) : NULL;
    BN_clear_free(number);
    return key;
}

bool ece_key_public(uint8_t out[ECE_KEY_BYTES], const EVP_PKEY *key)
{
    size_t len = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, out,
                                           ECE_KEY_BYTES, &len) == 1 &&
           len == ECE_KEY_BYTES && out[0] == POINT_CONVERSION_UNCOMPRESSED;
}

static bool share_secret(uint8_t out[SECRET_BYTES], EVP_PKEY *sender, EVP_PKEY *receiver)
{
    size_t len = SECRET_BYTES;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(sender, NULL);
    bool is_done = context && EVP_PKEY_derive_init(context) == 1 &&
                   EVP_PKEY_derive_set_peer(context, receiver) == 1 &&
                   EVP_PKEY_derive(context, out, &len) == 1 && len == SECRET_BYTES;
    EVP_PKEY_CTX_free(context);
    return is_done;
}

struct bytes {
    const uint8_t *at;
    size_t len;
};

/* HKDF with SHA-256. */
static bool derive(uint8_t *out, size_t len, struct bytes salt, struct bytes secret,
                   struct bytes info)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
    bool is_done = context && EVP_PKEY_derive_init(context) == 1 &&
                   EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1 &&
                   EVP_PKEY_CTX_set1_hkdf_salt(context, salt.at, (int)salt.len) == 1 &&
                   EVP_PKEY_CTX_set1_hkdf_key(context, secret.at, (int)secret.len) == 1 &&
                   EVP_PKEY_CTX_add1_hkdf_info(context, info.at, (int)info.len) == 1 &&
                   EVP_PKEY_derive(context, out, &len) == 1;
    EVP_PKEY_CTX_free(context);
    return is_done;
}

/* The keys of one message. */
struct message_keys {
    uint8_t cek[CEK_BYTES], nonce[NONCE_BYTES];
};

/* RFC 8291, section 3.4: the secret of both keys and the auth secret of the browser give the input of RFC 8188. */
static bool derive_keys(struct message_keys *out, const struct ece_receiver *receiver,
                        const uint8_t sender_key[ECE_KEY_BYTES], const uint8_t *secret,
                        const uint8_t salt[ECE_SALT_BYTES])
{
    static const uint8_t push_info[] =
        "WebPush: info"; /* their final zero bytes are part of them */
    static const uint8_t cek_info[] = "Content-Encoding: aes128gcm";
    static const uint8_t nonce_info[] = "Content-Encoding: nonce";
    uint8_t info[sizeof push_info + 2 * (size_t)ECE_KEY_BYTES], ikm[SECRET_BYTES];
    memcpy(info, push_info, sizeof push_info);
    memcpy(info + sizeof push_info, receiver->key, ECE_KEY_BYTES);
    memcpy(info + sizeof push_info + ECE_KEY_BYTES, sender_key, ECE_KEY_BYTES);
    const struct bytes salted = {salt, ECE_SALT_BYTES}, input = {ikm, sizeof ikm};
    bool is_done =
        derive(ikm, sizeof ikm, (struct bytes){receiver->auth, ECE_AUTH_BYTES},
               (struct bytes){secret, SECRET_BYTES}, (struct bytes){info, sizeof info}) &&
        derive(out->cek, sizeof out->cek, salted, input,
               (struct bytes){cek_info, sizeof cek_info}) &&
        derive(out->nonce, sizeof out->nonce, salted, input,
               (struct bytes){nonce_info, sizeof nonce_info});
    OPENSSL_cleanse(ikm, sizeof ikm);
    return is_done;
}

/* Encrypts the text and the byte 2, which marks the last record, and appends the tag. */
static bool seal(uint8_t *out, const struct message_keys *keys, const char *plain, size_t plain_len)
{
    static const uint8_t last_record = 2;
    int len = 0, more = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool is_done =
        context && EVP_EncryptInit_ex2(context, EVP_aes_128_gcm(), keys->cek, keys->nonce, NULL) &&
        EVP_EncryptUpdate(context, out, &len, (const uint8_t *)plain, (int)plain_len) &&
        EVP_EncryptUpdate(context, out + len, &more, &last_record, 1) &&
        EVP_EncryptFinal_ex(context, out + len + more, &rest) &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, ECE_TAG_BYTES, out + plain_len + 1);
    EVP_CIPHER_CTX_free(context);
    return is_done;
}

/* The salt, the size of a record, and the sender's key with its length. */
static void write_head(uint8_t out[ECE_HEAD_BYTES], const uint8_t salt[ECE_SALT_BYTES],
                       const uint8_t sender_key[ECE_KEY_BYTES])
{
    memcpy(out, salt, ECE_SALT_BYTES);
    out += ECE_SALT_BYTES;
    *out++ = 0;
    *out++ = 0;
    *out++ = RECORD_BYTES >> 8;
    *out++ = RECORD_BYTES & 0xFF;
    *out++ = ECE_KEY_BYTES;
    memcpy(out, sender_key, ECE_KEY_BYTES);
}

enum ece_err ece_encrypt(uint8_t *out, size_t *out_len, const struct ece_receiver *receiver,
                         EVP_PKEY *sender, const uint8_t salt[ECE_SALT_BYTES], const char *plain,
                         size_t plain_len)
{
    uint8_t secret[SECRET_BYTES], sender_key[ECE_KEY_BYTES];
    struct message_keys keys;
    if (plain_len > ECE_PLAIN_MAX)
        return ECE_E_SIZE;
    EVP_PKEY *point = ece_key_is_valid(receiver->key) ? point_read(receiver->key) : NULL;
    if (!point)
        return ECE_E_KEY;
    bool is_done = ece_key_public(sender_key, sender) && share_secret(secret, sender, point) &&
                   derive_keys(&keys, receiver, sender_key, secret, salt) &&
                   seal(out + ECE_HEAD_BYTES, &keys, plain, plain_len);
    EVP_PKEY_free(point);
    OPENSSL_cleanse(secret, sizeof secret);
    OPENSSL_cleanse(&keys, sizeof keys);
    if (!is_done)
        return ECE_E_CRYPTO;
    write_head(out, salt, sender_key);
    *out_len = ECE_HEAD_BYTES + plain_len + 1 + ECE_TAG_BYTES;
    return ECE_OK;
}
