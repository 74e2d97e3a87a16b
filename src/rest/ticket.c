#include "rest/ticket.h"

#include <sodium.h>
#include <string.h>

void ticket_holder_of_address(uint8_t out[ROW_HASH_BYTES], uint64_t address)
{
    memset(out, 0, ROW_HASH_BYTES);
    memcpy(out, &address, sizeof address);
}

/* The one that ends first; free ones ended long ago. An address that has its share makes room for itself. */
static struct ticket *first_to_end(struct tickets *tickets, uint64_t address, int64_t now_ms)
{
    struct ticket *first = &tickets->ticket[0], *own = NULL;
    int count = 0;
    for (int i = 0; i < TICKETS_MAX; i++) {
        struct ticket *ticket = &tickets->ticket[i];
        bool is_own = ticket->until_ms > now_ms && ticket->address == address;
        count += is_own;
        if (is_own && (!own || ticket->until_ms < own->until_ms))
            own = ticket;
        if (ticket->until_ms < first->until_ms)
            first = ticket;
    }
    return count < TICKETS_EACH ? first : own;
}

void ticket_issue(struct tickets *tickets, const struct ticket *ticket, int64_t now_ms,
                  struct token *out)
{
    struct ticket *kept = first_to_end(tickets, ticket->address, now_ms);
    *kept = *ticket;
    kept->tries_left = TICKET_TRIES;
    kept->until_ms = now_ms + TICKET_LIFE_MS;
    token_fresh(out);
    token_hash(kept->hash, out);
}

struct ticket *ticket_find(struct tickets *tickets, enum ticket_kind kind, const char *text,
                           size_t len, const uint8_t holder[ROW_HASH_BYTES], int64_t now_ms)
{
    struct token token;
    uint8_t hash[ROW_HASH_BYTES];
    if (!token_read(&token, text, len))
        return NULL;
    token_hash(hash, &token);
    for (int i = 0; i < TICKETS_MAX; i++) {
        struct ticket *ticket = &tickets->ticket[i];
        if (ticket->kind == kind && ticket->until_ms > now_ms &&
            sodium_memcmp(ticket->hash, hash, sizeof hash) == 0)
            return sodium_memcmp(ticket->holder, holder, ROW_HASH_BYTES) == 0 ? ticket : NULL;
    }
    return NULL;
}

void ticket_spend(struct ticket *ticket)
{
    sodium_memzero(ticket, sizeof *ticket);
}

void ticket_fail(struct ticket *ticket)
{
    if (--ticket->tries_left == 0)
        ticket_spend(ticket);
}

void tickets_forget(struct tickets *tickets, int64_t player_id)
{
    for (int i = 0; i < TICKETS_MAX; i++)
        if (tickets->ticket[i].player_id == player_id)
            ticket_spend(&tickets->ticket[i]);
}
