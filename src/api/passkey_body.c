#include "api/passkey_body.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    NAME_TEXT_MAX = 1000,
    PROOF_TEXT_MAX = 64
};

static void read_bytes(struct json_fields *f, const char *key, uint8_t *out, size_t max,
                       size_t *len)
{
    const char *text;
    size_t text_len;
    if (!json_read_text(f, key, JSON_REQUIRED, 1, 2 * max, &text, &text_len))
        return;
    if (sodium_base642bin(out, max, text, text_len, NULL, len, NULL, VARIANT) != 0 || *len == 0)
        (void)snprintf(f->fault, sizeof f->fault, "%s must be up to %zu bytes in base64url", key,
                       max);
}

static bool finish(const struct json_fields *f, char fault[JSON_FAULT_MAX])
{
    memcpy(fault, f->fault, JSON_FAULT_MAX);
    return json_fields_are_right(f);
}

bool passkey_read_signed(struct passkey_signed *out, const json_t *json, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"id", "clientData", "authenticatorData", "signature"};
    struct json_fields f = json_fields_of(json, "passkey");
    *out = (struct passkey_signed){.id_len = 0};
    (void)json_read_only(&f, keys, 4);
    read_bytes(&f, "id", out->id, sizeof out->id, &out->id_len);
    read_bytes(&f, "clientData", out->client, sizeof out->client, &out->client_len);
    read_bytes(&f, "authenticatorData", out->auth, sizeof out->auth, &out->auth_len);
    read_bytes(&f, "signature", out->signature, sizeof out->signature, &out->signature_len);
    return finish(&f, fault);
}

bool passkey_read_fresh(struct passkey_fresh *out, const json_t *json, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"name", "clientData", "authenticatorData"};
    struct json_fields f = json_fields_of(json, "the body");
    *out = (struct passkey_fresh){.name = NULL};
    (void)json_read_only(&f, keys, 3);
    (void)json_read_text(&f, "name", JSON_REQUIRED, 0, NAME_TEXT_MAX, &out->name, &out->name_len);
    read_bytes(&f, "clientData", out->client, sizeof out->client, &out->client_len);
    read_bytes(&f, "authenticatorData", out->auth, sizeof out->auth, &out->auth_len);
    return finish(&f, fault);
}

bool passkey_read_gone(struct passkey_gone_row *out, const char **proof, size_t *proof_len,
                       const json_t *json, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"id", "proof"};
    struct json_fields f = json_fields_of(json, "the body");
    size_t len = 0;
    (void)json_read_only(&f, keys, 2);
    read_bytes(&f, "id", out->id, sizeof out->id, &len);
    (void)json_read_text(&f, "proof", JSON_OPTIONAL, 0, PROOF_TEXT_MAX, proof, proof_len);
    out->id_len = (uint16_t)len;
    return finish(&f, fault);
}

void passkey_id_write(char out[PASSKEY_ID_TEXT_SIZE], const uint8_t *id, size_t len)
{
    (void)sodium_bin2base64(out, PASSKEY_ID_TEXT_SIZE, id, len, VARIANT);
}
