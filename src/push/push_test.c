/* The example of RFC 8291, section 5 and appendix A, and messages of our own that are decrypted again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "push/ece.h"
#include "push/vapid.h"

static const char text[] = "When I grow up, I want to be a watermelon";
static const char sender_public[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char sender_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char receiver_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char receiver_private[] = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
static const char salt_text[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char auth_text[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char message_text[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
    "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-"
    "fN";

static size_t decode(uint8_t *out, size_t size, const char *in, size_t in_len)
{
    size_t len = 0;
    assert_int_equal(sodium_base642bin(out, size, in, in_len, NULL, &len, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return len;
}

static EVP_PKEY *pair_of(const char *public_text, const char *private_text)
{
    uint8_t point[ECE_KEY_BYTES], number[32];
    EVP_PKEY *key = NULL;
    assert_int_equal(decode(point, sizeof point, public_text, strlen(public_text)), sizeof point);
    assert_int_equal(decode(number, sizeof number, private_text, strlen(private_text)), 32);
    BIGNUM *d = BN_bin2bn(number, sizeof number, NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    assert_true(OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0));
    assert_true(
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point));
    assert_true(OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, d));
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    assert_int_equal(EVP_PKEY_fromdata_init(context), 1);
    assert_int_equal(EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, params), 1);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_free(d);
    return key;
}

static struct ece_receiver receiver_of_the_rfc(void)
{
    struct ece_receiver receiver = {0};
    (void)decode(receiver.key, sizeof receiver.key, receiver_public, strlen(receiver_public));
    (void)decode(receiver.auth, sizeof receiver.auth, auth_text, strlen(auth_text));
    return receiver;
}

static void the_example_of_the_rfc_is_encrypted_byte_for_byte(void **state)
{
    struct ece_receiver receiver = receiver_of_the_rfc();
    uint8_t salt[ECE_SALT_BYTES], wanted[256], out[ECE_BODY_MAX];
    size_t len = 0, wanted_len = decode(wanted, sizeof wanted, message_text, strlen(message_text));
    EVP_PKEY *sender = pair_of(sender_public, sender_private);
    (void)state;
    (void)decode(salt, sizeof salt, salt_text, strlen(salt_text));
    assert_int_equal(ece_encrypt(out, &len, &receiver, sender, salt, text, strlen(text)), ECE_OK);
    assert_int_equal(len, wanted_len);
    assert_memory_equal(out, wanted, len);
    EVP_PKEY_free(sender);
}

/* ---- the browser's side, written from the RFC for this test alone ---- */

static void hkdf(uint8_t *out, size_t len, const uint8_t *salt, size_t salt_len, const uint8_t *key,
                 size_t key_len, const void *info, size_t info_len)
{
    uint8_t prk[32], block[32], input[256];
    memcpy(input, info, info_len);
    input[info_len] = 1;
    assert_non_null(EVP_Q_mac(NULL, "HMAC", NULL, "SHA256", NULL, salt, salt_len, key, key_len, prk,
                              sizeof prk, NULL));
    assert_non_null(EVP_Q_mac(NULL, "HMAC", NULL, "SHA256", NULL, prk, sizeof prk, input,
                              info_len + 1, block, sizeof block, NULL));
    memcpy(out, block, len);
}

static size_t decrypt(char *out, EVP_PKEY *browser, const struct ece_receiver *receiver,
                      const uint8_t *body, size_t len)
{
    uint8_t secret[32], ikm[32], cek[16], nonce[12], info[14 + 130], point[ECE_KEY_BYTES];
    size_t secret_len = sizeof secret;
    int got = 0, rest = 0;
    char from[VAPID_PUBLIC_SIZE];
    assert_int_equal(body[20], ECE_KEY_BYTES);
    memcpy(point, body + 21, sizeof point);
    (void)sodium_bin2base64(from, sizeof from, point, sizeof point,
                            sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    EVP_PKEY *peer = pair_of(from, sender_private); /* only its public half is used */
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(browser, NULL);
    assert_int_equal(EVP_PKEY_derive_init(context), 1);
    assert_int_equal(EVP_PKEY_derive_set_peer(context, peer), 1);
    assert_int_equal(EVP_PKEY_derive(context, secret, &secret_len), 1);
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(peer);
    memcpy(info, "WebPush: info", 14);
    memcpy(info + 14, receiver->key, 65);
    memcpy(info + 14 + 65, point, 65);
    hkdf(ikm, 32, receiver->auth, 16, secret, 32, info, sizeof info);
    hkdf(cek, 16, body, 16, ikm, 32, "Content-Encoding: aes128gcm", 28);
    hkdf(nonce, 12, body, 16, ikm, 32, "Content-Encoding: nonce", 24);
    size_t sealed = len - ECE_HEAD_BYTES - ECE_TAG_BYTES;
    uint8_t tag[ECE_TAG_BYTES];
    memcpy(tag, body + len - sizeof tag, sizeof tag);
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    assert_true(EVP_DecryptInit_ex2(cipher, EVP_aes_128_gcm(), cek, nonce, NULL));
    assert_true(
        EVP_DecryptUpdate(cipher, (uint8_t *)out, &got, body + ECE_HEAD_BYTES, (int)sealed));
    assert_true(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, sizeof tag, tag));
    assert_int_equal(EVP_DecryptFinal_ex(cipher, (uint8_t *)out + got, &rest), 1);
    EVP_CIPHER_CTX_free(cipher);
    assert_int_equal(out[got - 1], 2);
    return (size_t)got - 1;
}

static void a_message_of_any_length_is_decrypted_by_its_receiver(void **state)
{
    struct ece_receiver receiver = receiver_of_the_rfc();
    EVP_PKEY *browser = pair_of(receiver_public, receiver_private);
    char plain[ECE_PLAIN_MAX], back[ECE_PLAIN_MAX + 1];
    uint8_t body[ECE_BODY_MAX], salt[ECE_SALT_BYTES];
    (void)state;
    memset(plain, 'x', sizeof plain);
    for (size_t len = 0; len <= ECE_PLAIN_MAX; len += 128) {
        EVP_PKEY *sender = ece_key_new();
        size_t body_len = 0;
        randombytes_buf(salt, sizeof salt);
        assert_int_equal(ece_encrypt(body, &body_len, &receiver, sender, salt, plain, len), ECE_OK);
        assert_int_equal(decrypt(back, browser, &receiver, body, body_len), len);
        assert_memory_equal(back, plain, len);
        EVP_PKEY_free(sender);
    }
    EVP_PKEY_free(browser);
}

static void what_cannot_be_encrypted_is_refused(void **state)
{
    struct ece_receiver receiver = receiver_of_the_rfc();
    uint8_t out[ECE_BODY_MAX], salt[ECE_SALT_BYTES] = {0};
    static const char long_text[ECE_PLAIN_MAX + 1] = "";
    EVP_PKEY *sender = ece_key_new();
    size_t len = 7;
    (void)state;
    assert_int_equal(ece_encrypt(out, &len, &receiver, sender, salt, long_text, sizeof long_text),
                     ECE_E_SIZE);
    assert_true(ece_key_is_valid(receiver.key));
    receiver.key[64] ^= 1; /* no longer on the curve */
    assert_false(ece_key_is_valid(receiver.key));
    assert_int_equal(ece_encrypt(out, &len, &receiver, sender, salt, "a", 1), ECE_E_KEY);
    receiver.key[64] ^= 1;
    receiver.key[0] = 2; /* a compressed point has another length */
    assert_false(ece_key_is_valid(receiver.key));
    assert_int_equal(len, 7);
    EVP_PKEY_free(sender);
}

/* ---- VAPID ---- */

static void a_key_is_made_once_and_only_its_owner_reads_it(void **state)
{
    char folder[] = "/tmp/fourfall-push-XXXXXX", path[64], why[256] = "";
    struct vapid first = {0}, again = {0};
    struct stat info;
    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/vapid.pem", folder);
    assert_false(vapid_open(&first, path, false, why, sizeof why));
    assert_non_null(strstr(why, path));
    assert_true(vapid_open(&first, path, true, why, sizeof why));
    assert_int_equal(strlen(first.public_text), 87);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_true(vapid_open(&again, path, true, why, sizeof why));
    assert_string_equal(again.public_text, first.public_text);
    vapid_close(&first);
    vapid_close(&again);
    assert_int_equal(truncate(path, 20), 0);
    assert_false(vapid_open(&again, path, true, why, sizeof why)); /* and it is not replaced */
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void is_signed_by(const char *header, EVP_PKEY *key)
{
    const char *token = header + strlen("vapid t="), *end = strchr(token, ',');
    const char *dot = strrchr(token, '.');
    uint8_t raw[64], der[80], *to = der;
    assert_int_equal(decode(raw, sizeof raw, dot + 1, (size_t)(end - dot - 1)), sizeof raw);
    ECDSA_SIG *signature = ECDSA_SIG_new();
    assert_int_equal(
        ECDSA_SIG_set0(signature, BN_bin2bn(raw, 32, NULL), BN_bin2bn(raw + 32, 32, NULL)), 1);
    int len = i2d_ECDSA_SIG(signature, &to);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key), 1);
    assert_int_equal(
        EVP_DigestVerify(context, der, (size_t)len, (const uint8_t *)token, (size_t)(dot - token)),
        1);
    EVP_MD_CTX_free(context);
    ECDSA_SIG_free(signature);
}

static void a_private_number_has_one_key(void **state)
{
    uint8_t number[ECE_NUMBER_BYTES], point[ECE_KEY_BYTES], wanted[ECE_KEY_BYTES];
    (void)state;
    (void)decode(number, sizeof number, sender_private, strlen(sender_private));
    (void)decode(wanted, sizeof wanted, sender_public, strlen(sender_public));
    EVP_PKEY *key = ece_key_from(number);
    assert_non_null(key);
    assert_true(ece_key_public(point, key));
    assert_memory_equal(point, wanted, sizeof point);
    EVP_PKEY_free(key);
    memset(number, 0, sizeof number);
    assert_null(ece_key_from(number));
    memset(number, 0xff, sizeof number);
    assert_null(ece_key_from(number));
}

static void servers_that_share_a_secret_have_the_same_key(void **state)
{
    uint8_t secret[VAPID_SECRET_BYTES] = {1, 2, 3};
    struct vapid first = {0}, again = {0}, other = {0};
    (void)state;
    assert_true(vapid_derive(&first, secret));
    assert_true(vapid_derive(&again, secret));
    assert_int_equal(strlen(first.public_text), 87);
    assert_string_equal(first.public_text, again.public_text);
    secret[31] = 1;
    assert_true(vapid_derive(&other, secret));
    assert_string_not_equal(first.public_text, other.public_text);
    vapid_close(&first);
    vapid_close(&again);
    vapid_close(&other);
}

static void the_header_has_a_signed_token_and_the_key(void **state)
{
    struct vapid vapid = {.key = pair_of(sender_public, sender_private)};
    char header[VAPID_HEADER_SIZE], wide[VAPID_HEADER_SIZE];
    uint8_t claims[256] = "";
    (void)state;
    (void)snprintf(vapid.public_text, sizeof vapid.public_text, "%s", sender_public);
    assert_true(
        vapid_write(header, &vapid, "https://push.example.net", "mailto:a@example.org", 99));
    is_signed_by(header, vapid.key);
    assert_string_equal(strstr(header, ", k=") + 4, sender_public);
    const char *from = strchr(header, '.') + 1;
    claims[decode(claims, sizeof claims, from, strcspn(from, "."))] = '\0';
    assert_string_equal(
        (char *)claims,
        "{\"aud\":\"https://push.example.net\",\"exp\":99,\"sub\":\"mailto:a@example.org\"}");
    memset(wide, 'a', sizeof wide);
    wide[sizeof wide - 1] = '\0';
    assert_false(vapid_write(header, &vapid, wide, NULL, 99));
    vapid_close(&vapid);
}

static void a_contact_is_a_mail_or_web_address(void **state)
{
    (void)state;
    assert_true(vapid_is_contact("mailto:admin@example.org"));
    assert_true(vapid_is_contact("https://example.org/contact"));
    assert_false(vapid_is_contact("admin@example.org"));
    assert_false(vapid_is_contact("mailto:"));
    assert_false(vapid_is_contact("mailto:a\"b"));
    assert_false(vapid_is_contact("mailto:a b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc_is_encrypted_byte_for_byte),
        cmocka_unit_test(a_message_of_any_length_is_decrypted_by_its_receiver),
        cmocka_unit_test(what_cannot_be_encrypted_is_refused),
        cmocka_unit_test(a_key_is_made_once_and_only_its_owner_reads_it),
        cmocka_unit_test(a_private_number_has_one_key),
        cmocka_unit_test(servers_that_share_a_secret_have_the_same_key),
        cmocka_unit_test(the_header_has_a_signed_token_and_the_key),
        cmocka_unit_test(a_contact_is_a_mail_or_web_address),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("push", tests, NULL, NULL);
}
