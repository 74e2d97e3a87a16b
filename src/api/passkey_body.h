/* The bodies of requests about passkeys. Bytes are base64url without padding, as browsers write them in JSON. */
#ifndef API_PASSKEY_BODY_H
#define API_PASSKEY_BODY_H

#include "play/rows.h"
#include "json/read.h"

enum {
    PASSKEY_BODY_CLIENT_MAX = 1024,
    PASSKEY_BODY_AUTH_MAX = 1024,
    PASSKEY_BODY_SIGNATURE_MAX = 512,
    PASSKEY_ID_TEXT_SIZE = 4 * ((ROW_PASSKEY_ID_MAX + 2) / 3) + 1
};

/* What an authenticator signed: {id, clientData, authenticatorData, signature}. */
struct passkey_signed {
    uint8_t id[ROW_PASSKEY_ID_MAX];
    uint8_t client[PASSKEY_BODY_CLIENT_MAX], auth[PASSKEY_BODY_AUTH_MAX];
    uint8_t signature[PASSKEY_BODY_SIGNATURE_MAX];
    size_t id_len, client_len, auth_len, signature_len;
};

/* A new key: {name, clientData, authenticatorData}. The name is the body's own. */
struct passkey_fresh {
    const char *name;
    size_t name_len;
    uint8_t client[PASSKEY_BODY_CLIENT_MAX], auth[PASSKEY_BODY_AUTH_MAX];
    size_t client_len, auth_len;
};

/* Each is false with a sentence in `fault`; *out is then not to be used. */
bool passkey_read_signed(struct passkey_signed *out, const json_t *json,
                         char fault[JSON_FAULT_MAX]);
bool passkey_read_fresh(struct passkey_fresh *out, const json_t *json, char fault[JSON_FAULT_MAX]);

/* {id, proof?}; only the id of the row is set. */
bool passkey_read_gone(struct passkey_gone_row *out, const char **proof, size_t *proof_len,
                       const json_t *json, char fault[JSON_FAULT_MAX]);

void passkey_id_write(char out[PASSKEY_ID_TEXT_SIZE], const uint8_t *id, size_t len);

#endif
