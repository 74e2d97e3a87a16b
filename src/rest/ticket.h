/* Tickets: short-lived secrets that lead from one request about an account to the next. A ticket is used once, by
 * its holder only: the session that got it or, before there is a session, the address.
 *
 * They are in memory, so a restart voids them, and the client begins again. Their number is bounded, in all and for
 * each address: the one that would end first makes room. Only the hash of a ticket is kept. */
#ifndef REST_TICKET_H
#define REST_TICKET_H

#include "api/token.h"

enum ticket_kind {
    TICKET_NONE,
    TICKET_PROOF,      /* the holder has shown the password or the recovery code again */
    TICKET_LOGIN,      /* the password was right; the second factor is missing */
    TICKET_TOTP,       /* a new second factor that no code has confirmed yet */
    TICKET_CHALLENGE,  /* to be signed by a passkey: a login, or a proof */
    TICKET_NEW_PASSKEY /* to be signed by a new passkey */
};

enum { TICKETS_MAX = 1024, TICKETS_EACH = 256, TICKET_TRIES = 5, TICKET_LIFE_MS = 5 * 60 * 1000 };

struct ticket {
    uint8_t kind; /* enum ticket_kind */
    uint8_t tries_left;
    uint8_t hash[ROW_HASH_BYTES], holder[ROW_HASH_BYTES];
    uint64_t address; /* of the client that got it */
    int64_t player_id, until_ms;
    uint8_t totp[ROW_TOTP_BYTES]; /* TICKET_TOTP */
};

struct tickets {
    struct ticket ticket[TICKETS_MAX];
};

/* The holder of a ticket that is bound to an address. */
void ticket_holder_of_address(uint8_t out[ROW_HASH_BYTES], uint64_t address);

/* Keeps a ticket for TICKET_LIFE_MS and gives its text. The caller sets kind, address, player_id, holder and
 * totp. */
void ticket_issue(struct tickets *tickets, const struct ticket *ticket, int64_t now_ms,
                  struct token *out);

/* The ticket with this text, if it is of this kind, in time and its holder's; otherwise null. */
struct ticket *ticket_find(struct tickets *tickets, enum ticket_kind kind, const char *text,
                           size_t len, const uint8_t holder[ROW_HASH_BYTES], int64_t now_ms);

void ticket_spend(struct ticket *ticket);

/* A wrong code: after TICKET_TRIES of them the ticket is void. */
void ticket_fail(struct ticket *ticket);

/* Voids all tickets of a player. */
void tickets_forget(struct tickets *tickets, int64_t player_id);

#endif
