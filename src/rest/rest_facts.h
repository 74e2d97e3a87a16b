/* What a request about an account must know of the store. It is read at once, so that each step of the request asks only
 * once; what has no row stays all zero. */
#ifndef REST_REST_FACTS_H
#define REST_REST_FACTS_H

#include "store/store.h"

/* Whom the facts are about. */
enum facts_of { FACTS_OF_TOKEN, FACTS_OF_LOGIN, FACTS_OF_CODE, FACTS_OF_PLAYER, FACTS_OF_PASSKEY };

/* What else is read, beside their account. */
enum facts_want {
    WANT_LOGIN = 1,    /* whose the login is: their own one or, if they have none, `login` */
    WANT_DEVICES = 2,  /* that have logged in */
    WANT_PASSKEYS = 4, /* all of theirs */
    WANT_PASSKEY = 8,  /* the one with `passkey_id` */
    WANT_PLAYER = 16,
    WANT_SESSION = 32, /* the one with the id of the request */
    WANT_OLDEST = 64   /* the session that makes room for a new one, if there are too many */
};

struct rest_facts {
    uint8_t of;   /* enum facts_of */
    uint8_t want; /* enum facts_want, added */
    char login[ROW_LOGIN_SIZE];
    uint8_t code[ROW_HASH_BYTES];
    uint8_t passkey_id[ROW_PASSKEY_ID_MAX];
    size_t passkey_id_len;

    enum store_err err;
    int64_t player_id; /* FACTS_OF_PLAYER: given; 0: there is none */
    struct account_row account;
    int64_t login_id, name_id; /* whose the login is; whose a name is that looks like it */
    struct device_row device[STORE_DEVICES_KEPT];
    struct passkey_row passkeys[STORE_PASSKEYS_MAX];
    struct passkey_row passkey;
    size_t device_count, passkey_count;
    bool has_passkey, has_session, has_oldest;
    struct player_rows player;
    uint8_t session_hash[ROW_HASH_BYTES], oldest_hash[ROW_HASH_BYTES];
};

#endif
