/* The bodies of REST requests become commands. Only missing fields, unknown fields and wrong types are
 * refused here; the service judges the values.
 *
 * A null body is an empty object. Each function returns false with a sentence in `fault`; *out is then
 * not to be used. Texts point into the body. */
#ifndef API_BODY_READ_H
#define API_BODY_READ_H

#include "play/command.h"
#include "json/read.h"

/* A new game. Without `players` it is the sender and an open seat, or two new guests for a sender without
 * a token. The caller gives new guests their tokens. */
bool body_read_create(struct service_command *out, const json_t *body, bool has_token,
                      char fault[JSON_FAULT_MAX]);

bool body_read_move(struct service_command *out, const json_t *body, bool needs_version,
                    char fault[JSON_FAULT_MAX]);

/* A text that cannot be a code is read as one that no game has. */
bool body_read_join(struct service_command *out, const json_t *body, char fault[JSON_FAULT_MAX]);

/* Requests about accounts. */
enum account_request {
    ACCOUNT_BARE,      /* no fields: logout */
    ACCOUNT_CREATE,    /* login, password, device? */
    ACCOUNT_PROVE,     /* password and code?, or recoveryCode, or passkey */
    ACCOUNT_PROVEN,    /* proof?: new recovery code, and others */
    ACCOUNT_PASSWORD,  /* newPassword, proof?, login? */
    ACCOUNT_LOGIN,     /* login and password, or recoveryCode alone; device? */
    ACCOUNT_SECOND,    /* ticket, and code or passkey; device? */
    ACCOUNT_CONFIRM,   /* ticket, code */
    ACCOUNT_DELETE,    /* name, proof? */
    ACCOUNT_CHALLENGE, /* device? */
    ACCOUNT_PASSKEY,   /* passkey, device? */
    ACCOUNT_ANY,       /* read elsewhere, see passkey_body.h */
    ACCOUNT_REQUESTS
};

/* A field that is not there is null. */
struct account_body {
    const char *login, *password, *new_password, *recovery_code, *name, *device, *proof, *ticket,
        *code;
    size_t login_len, password_len, new_password_len, recovery_code_len, name_len, device_len,
        proof_len, ticket_len, code_len;
    const json_t *passkey; /* see passkey_read_signed */
};

/* A push subscription, as a browser's PushSubscription writes it, and its language. False also if an endpoint or a
 * key has the wrong length. */
bool body_read_push(struct push_row *out, const json_t *body, char fault[JSON_FAULT_MAX]);

/* Only the endpoint, to delete it. */
bool body_read_push_gone(struct push_gone_row *out, const json_t *body, char fault[JSON_FAULT_MAX]);

bool body_read_account(struct account_body *out, const json_t *body, enum account_request request,
                       char fault[JSON_FAULT_MAX]);

#endif
