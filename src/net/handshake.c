/* SHA1() looks its algorithm up for every call and loads all of OpenSSL for that, two megabytes; the
 * functions below it, though deprecated, only compute. Nothing here is secret. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

#include "net/conn.h"

enum { KEY_LEN = 24 };

/* 16 bytes in base64: 22 characters, the last with four unused bits, and "==". */
static bool key_is_legal(const char *key)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return key && strlen(key) == KEY_LEN && strspn(key, alphabet) == KEY_LEN - 2 &&
           strcmp(key + KEY_LEN - 2, "==") == 0 && strchr("AQgw", key[KEY_LEN - 3]);
}

int handshake_check(const struct net_request *request)
{
    const char *version = request->fields[HTTP_SOCKET_VERSION];
    if (!version || strcmp(version, "13") != 0)
        return 426;
    return key_is_legal(request->fields[HTTP_SOCKET_KEY]) ? 0 : 400;
}

void handshake_accept(char out[HANDSHAKE_ACCEPT_SIZE], const char *key)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */
    char text[KEY_LEN + sizeof guid];
    unsigned char digest[SHA_DIGEST_LENGTH];
    memcpy(text, key, KEY_LEN);
    memcpy(text + KEY_LEN, guid, sizeof guid);
    SHA_CTX sha;
    (void)SHA1_Init(&sha);
    (void)SHA1_Update(&sha, text, strlen(text));
    (void)SHA1_Final(digest, &sha);
    (void)EVP_EncodeBlock((unsigned char *)out, digest, sizeof digest);
}
