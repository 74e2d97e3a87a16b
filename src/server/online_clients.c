#include "server/online_clients.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "play/command.h"

bool online_clients_open(struct online_clients *clients, int32_t max)
{
    size_t count = (size_t)max;
    *clients = (struct online_clients){.client = calloc(count, sizeof(struct sio_client *)),
                                       .free = calloc(count, sizeof(int32_t)),
                                       .left = calloc(count, sizeof(int32_t)),
                                       .max = max};
    if (clients->client && clients->free && clients->left)
        return true;
    online_clients_close(clients);
    return false;
}

void online_clients_close(struct online_clients *clients)
{
    free(clients->client);
    free(clients->free);
    free(clients->left);
    *clients = (struct online_clients){0};
}

/* Prefers numbers that were given before, so that unused memory is not touched. */
static int32_t number_take(struct online_clients *clients)
{
    if (clients->free_count > 0)
        return clients->free[--clients->free_count];
    return clients->used < clients->max ? clients->used++ : CONN_NONE;
}

static void give_back(struct online_clients *clients, const struct sio_client *client)
{
    if (clients->budgets)
        budgets_give(clients->budgets, BUDGET_CLIENTS, client->address, 1);
}

bool online_clients_add(struct online_clients *clients, struct sio_client *client)
{
    if (clients->budgets && !budgets_take(clients->budgets, BUDGET_CLIENTS, client->address, 1))
        return false;
    int32_t number = number_take(clients);
    if (number == CONN_NONE) {
        give_back(clients, client);
        return false;
    }
    clients->client[number] = client;
    struct online_client *own = online_client_of(client);
    /* Connecting again does not restore the allowance of malformed events. */
    *own = (struct online_client){
        .has_number = true, .number = number, .malformed = own->malformed, .hasty = own->hasty};
    return true;
}

void online_client_set_account(struct online_client *own, const struct account_row *account)
{
    own->has_account = account->player_id != 0;
    memcpy(own->login, account->login, sizeof own->login);
}

void online_clients_remove(struct online_clients *clients, struct sio_client *client)
{
    struct online_client *own = online_client_of(client);
    give_back(clients, client);
    clients->client[own->number] = NULL;
    clients->left[clients->left_count++] = own->number;
    own->has_number = false;
    sodium_memzero(&own->token, sizeof own->token);
    sodium_memzero(&own->shown, sizeof own->shown);
}

void online_clients_recycle(struct online_clients *clients,
                            bool (*is_open)(void *context, int32_t number), void *context)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < clients->left_count; i++) {
        if (is_open(context, clients->left[i]))
            clients->left[kept++] = clients->left[i];
        else
            clients->free[clients->free_count++] = clients->left[i];
    }
    clients->left_count = kept;
}

struct sio_client *online_clients_at(const struct online_clients *clients, int32_t number)
{
    return number >= 0 && number < clients->used ? clients->client[number] : NULL;
}
