#include "api/body_read.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api/game_read.h"
#include "play/code.h"

/* Texts may be longer than any value we accept, so that the service can say what is wrong with them. */
enum {
    CODE_TEXT_MAX = 64,
    LOGIN_TEXT_MAX = 64,
    PASSWORD_TEXT_MAX = 1000,
    NAME_TEXT_MAX = 1000,
    DEVICE_TEXT_MAX = 64
};

static bool finish(const struct json_fields *f, char fault[JSON_FAULT_MAX])
{
    memcpy(fault, f->fault, JSON_FAULT_MAX);
    return json_fields_are_right(f);
}

static void read_seat(struct json_fields *f, struct seat_order *seat, const json_t *value)
{
    static const char *const kinds[] = {"me", "open", "computer", "guest"};
    static const char *const keys[] = {"kind", "name", "level", "style"};
    struct json_fields player = json_fields_of(value, "a player");
    int kind = WISH_ME;
    (void)json_read_only(&player, keys, 4);
    (void)json_read_word(&player, "kind", JSON_REQUIRED, kinds, 4, &kind);
    seat->wish = (uint8_t)kind;
    if (kind == WISH_BOT)
        (void)game_read_computer(&player, seat, JSON_REQUIRED);
    if (kind == WISH_NEW)
        (void)json_read_text(&player, "name", JSON_OPTIONAL, 0, NAME_TEXT_MAX, &seat->name,
                             &seat->name_len);
    game_read_fault(f, &player);
}

_Static_assert(WISH_ME == 0 && WISH_ANYONE == 1 && WISH_BOT == 2 && WISH_NEW == 3, "as in kinds");

static void read_players(struct json_fields *f, struct service_command *out, bool has_token)
{
    const json_t *array;
    bool is_given = json_read_array(f, "players", JSON_OPTIONAL, ROW_SEATS, &array);
    if (is_given && json_array_size(array) != ROW_SEATS)
        (void)snprintf(f->fault, sizeof f->fault, "players must have two entries");
    for (int i = 0; i < ROW_SEATS; i++) {
        out->seat[i].wish = (uint8_t)(!has_token ? WISH_NEW : i == 0 ? WISH_ME : WISH_ANYONE);
        if (is_given)
            read_seat(f, &out->seat[i], json_array_get(array, (size_t)i));
    }
}

bool body_read_create(struct service_command *out, const json_t *body, bool has_token,
                      char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"board", "variant",    "pie",     "clock",
                                       "rated", "visibility", "players", "requestId"};
    static const char *const visibilities[] = {"private", "public"};
    struct json_fields f = json_fields_of(body, "the body");
    int visibility = 0;
    (void)json_read_only(&f, keys, 8);
    game_read_rules(&f, &out->rules);
    game_read_clock(&f, &out->clock, true);
    (void)json_read_bool(&f, "rated", JSON_OPTIONAL, &out->is_rated);
    (void)json_read_word(&f, "visibility", JSON_OPTIONAL, visibilities, 2, &visibility);
    read_players(&f, out, has_token);
    game_read_request(&f, out->request);
    if (json_fields_are_right(&f) && out->request[0] && !has_token)
        (void)snprintf(f.fault, sizeof f.fault, "requestId needs a token");
    out->is_public = visibility == 1;
    out->is_async = true;
    return finish(&f, fault);
}

static void read_parameters(struct json_fields *f, bool has_column, int64_t *column)
{
    static const char *const keys[] = {"column"};
    const json_t *object;
    if (!json_read_object(f, "parameters", JSON_REQUIRED, &object))
        return;
    struct json_fields parameters = json_fields_of(object, "parameters");
    (void)json_read_only(&parameters, keys, has_column);
    if (has_column)
        (void)json_read_int(&parameters, "column", JSON_REQUIRED, INT32_MIN, INT32_MAX, column);
    game_read_fault(f, &parameters);
}

bool body_read_move(struct service_command *out, const json_t *body, bool needs_version,
                    char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"action", "parameters", "version"};
    struct json_fields f = json_fields_of(body, "the body");
    int64_t column = 0, version = PLY_ANY;
    (void)json_read_only(&f, keys, 3);
    game_read_action(&f, JSON_REQUIRED, &out->action);
    read_parameters(&f, ff_action_has_column((ff_action)out->action), &column);
    (void)json_read_int(&f, "version", needs_version ? JSON_REQUIRED : JSON_OPTIONAL, 0, INT32_MAX,
                        &version);
    out->column = (int32_t)column;
    out->ply = (int32_t)version;
    return finish(&f, fault);
}

bool body_read_join(struct service_command *out, const json_t *body, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"code", "variants"};
    struct json_fields f = json_fields_of(body, "the body");
    const char *text;
    size_t len;
    (void)json_read_only(&f, keys, 2);
    (void)json_read_bool(&f, "variants", JSON_OPTIONAL, &out->knows_variants);
    if (json_read_text(&f, "code", JSON_REQUIRED, 1, CODE_TEXT_MAX, &text, &len))
        (void)code_read(out->code, text, len);
    return finish(&f, fault);
}

/* ---- accounts ---- */

static bool check_keys(struct json_fields *f, enum account_request request)
{
    static const struct {
        const char *keys[4];
        int count;
    } known[ACCOUNT_REQUESTS] = {
        [ACCOUNT_BARE] = {{NULL}, 0},
        [ACCOUNT_CREATE] = {{"login", "password", "device"}, 3},
        [ACCOUNT_PROVE] = {{"password", "code", "recoveryCode", "passkey"}, 4},
        [ACCOUNT_PROVEN] = {{"proof"}, 1},
        [ACCOUNT_PASSWORD] = {{"proof", "newPassword", "login"}, 3},
        [ACCOUNT_LOGIN] = {{"login", "password", "recoveryCode", "device"}, 4},
        [ACCOUNT_SECOND] = {{"ticket", "code", "passkey", "device"}, 4},
        [ACCOUNT_CONFIRM] = {{"ticket", "code"}, 2},
        [ACCOUNT_DELETE] = {{"name", "proof"}, 2},
        [ACCOUNT_CHALLENGE] = {{"device"}, 1},
        [ACCOUNT_PASSKEY] = {{"passkey", "device"}, 2}};
    return json_read_only(f, known[request].keys, known[request].count);
}

/* The sentence about a required field that is missing; null if all are there. */
static const char *missing_of(enum account_request request, const struct account_body *body)
{
    bool has_both = body->login && body->password;
    bool has_either = body->login || body->password;
    int proofs = (body->password != NULL) + (body->recovery_code != NULL) + (body->passkey != NULL);
    switch (request) {
    case ACCOUNT_CREATE:
        return has_both ? NULL : "login and password are required";
    case ACCOUNT_PROVE:
        return proofs == 1 && (body->password || !body->code)
                   ? NULL
                   : "password, recoveryCode or passkey is required; code goes with password";
    case ACCOUNT_PASSWORD:
        return body->new_password ? NULL : "newPassword is required";
    case ACCOUNT_LOGIN:
        return (body->recovery_code ? has_either : !has_both)
                   ? "login and password are required, or recoveryCode alone"
                   : NULL;
    case ACCOUNT_SECOND:
        return body->ticket && !body->code != !body->passkey
                   ? NULL
                   : "ticket is required, and code or passkey";
    case ACCOUNT_CONFIRM:
        return body->ticket && body->code ? NULL : "ticket and code are required";
    case ACCOUNT_PASSKEY:
        return body->passkey ? NULL : "passkey is required";
    case ACCOUNT_DELETE:
        return body->name ? NULL : "name is required";
    default:
        return NULL;
    }
}

static void read_texts(struct json_fields *f, struct account_body *out)
{
    const struct {
        const char *key;
        size_t max;
        const char **text;
        size_t *len;
    } texts[] = {
        {"login", LOGIN_TEXT_MAX, &out->login, &out->login_len},
        {"password", PASSWORD_TEXT_MAX, &out->password, &out->password_len},
        {"newPassword", PASSWORD_TEXT_MAX, &out->new_password, &out->new_password_len},
        {"recoveryCode", LOGIN_TEXT_MAX, &out->recovery_code, &out->recovery_code_len},
        {"name", NAME_TEXT_MAX, &out->name, &out->name_len},
        {"device", DEVICE_TEXT_MAX, &out->device, &out->device_len},
        {"proof", LOGIN_TEXT_MAX, &out->proof, &out->proof_len},
        {"ticket", LOGIN_TEXT_MAX, &out->ticket, &out->ticket_len},
        {"code", LOGIN_TEXT_MAX, &out->code, &out->code_len},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        (void)json_read_text(f, texts[i].key, JSON_OPTIONAL, 0, texts[i].max, texts[i].text,
                             texts[i].len);
}

bool body_read_account(struct account_body *out, const json_t *body, enum account_request request,
                       char fault[JSON_FAULT_MAX])
{
    struct json_fields f = json_fields_of(body, "the body");
    *out = (struct account_body){0};
    if (request == ACCOUNT_ANY)
        return finish(&f, fault);
    (void)check_keys(&f, request);
    read_texts(&f, out);
    (void)json_read_object(&f, "passkey", JSON_OPTIONAL, &out->passkey);
    const char *missing = json_fields_are_right(&f) ? missing_of(request, out) : NULL;
    if (missing)
        (void)snprintf(f.fault, sizeof f.fault, "%s", missing);
    return finish(&f, fault);
}

/* ---- push subscriptions ---- */

static void read_endpoint(struct json_fields *f, char out[ROW_ENDPOINT_SIZE])
{
    const char *text;
    size_t len;
    if (!json_read_text(f, "endpoint", JSON_REQUIRED, 1, ROW_ENDPOINT_SIZE - 1, &text, &len))
        return;
    if (len < ROW_ENDPOINT_SIZE)
        memcpy(out, text, len + 1);
    else
        (void)snprintf(f->fault, sizeof f->fault, "endpoint is too long");
}

/* base64url without padding, as browsers write it. */
static void read_bytes(struct json_fields *f, const char *key, uint8_t *out, size_t size)
{
    const char *text;
    size_t len, got = 0;
    if (!json_read_text(f, key, JSON_REQUIRED, 1, 2 * size, &text, &len))
        return;
    if (sodium_base642bin(out, size, text, len, NULL, &got, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        got != size)
        (void)snprintf(f->fault, sizeof f->fault, "%s must be %zu bytes in base64url", key, size);
}

bool body_read_push(struct push_row *out, const json_t *body, char fault[JSON_FAULT_MAX])
{
    static const char *const all[] = {"endpoint", "expirationTime", "keys", "language"};
    static const char *const key_names[] = {"p256dh", "auth"};
    static const char *const languages[] = {"en", "de"};
    struct json_fields f = json_fields_of(body, "the body");
    const json_t *keys;
    int language = 0;
    *out = (struct push_row){0};
    (void)json_read_only(&f, all, 4);
    read_endpoint(&f, out->endpoint);
    (void)json_read_word(&f, "language", JSON_REQUIRED, languages, 2, &language);
    (void)snprintf(out->language, sizeof out->language, "%s", languages[language]);
    if (json_read_object(&f, "keys", JSON_REQUIRED, &keys)) {
        struct json_fields k = json_fields_of(keys, "keys");
        (void)json_read_only(&k, key_names, 2);
        read_bytes(&k, "p256dh", out->key, sizeof out->key);
        read_bytes(&k, "auth", out->auth, sizeof out->auth);
        game_read_fault(&f, &k);
    }
    return finish(&f, fault);
}

bool body_read_push_gone(struct push_gone_row *out, const json_t *body, char fault[JSON_FAULT_MAX])
{
    static const char *const all[] = {"endpoint"};
    struct json_fields f = json_fields_of(body, "the body");
    *out = (struct push_gone_row){0};
    (void)json_read_only(&f, all, 1);
    read_endpoint(&f, out->endpoint);
    return finish(&f, fault);
}
