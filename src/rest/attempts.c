#include "rest/attempts.h"

#include <stdlib.h>

#include "play/limits.h"

enum { PLACES = 1 << 14 };

enum attempts_table {
    BY_ADDRESS,
    BY_PAIR,
    BY_ACCOUNT,
    BY_DEVICE,
    CODES_BY_ACCOUNT,
    SIGN_UP_BY_ADDRESS,
    SIGN_UP_BY_PLAYER,
    TABLES
};

/* BY_PAIR lets one address guess 2,900 times a day at one account, BY_ACCOUNT lets all strangers together 8,700
 * times. */
static const struct bucket_rate rates[TABLES] = {
    [BY_ADDRESS] = {.token_ms = 3000, .burst = 400},
    [BY_PAIR] = {.token_ms = 30000, .burst = 10},
    [BY_ACCOUNT] = {.token_ms = 10000, .burst = 60},
    [BY_DEVICE] = {.token_ms = 10000, .burst = 20},
    [CODES_BY_ACCOUNT] = {.token_ms = 300000, .burst = 20},
    [SIGN_UP_BY_ADDRESS] = {.token_ms = 3000, .burst = 400},
    [SIGN_UP_BY_PLAYER] = {.token_ms = 10000, .burst = 10},
};

struct attempts {
    struct limits limits[TABLES];
    void *memory[TABLES];
};

struct attempts *attempts_open(void)
{
    struct attempts *attempts = calloc(1, sizeof *attempts);
    for (int i = 0; attempts && i < TABLES; i++) {
        const struct limits_setup setup = {.per_address = rates[i], .addresses = PLACES};
        attempts->memory[i] = malloc(limits_size(&setup));
        if (attempts->memory[i]) {
            limits_open(&attempts->limits[i], attempts->memory[i], &setup);
        } else {
            attempts_close(attempts);
            attempts = NULL;
        }
    }
    return attempts;
}

void attempts_close(struct attempts *attempts)
{
    for (int i = 0; attempts && i < TABLES; i++)
        free(attempts->memory[i]);
    free(attempts);
}

void attempts_turn_off(struct attempts *attempts, bool is_off)
{
    for (int i = 0; i < TABLES; i++)
        attempts->limits[i].setup.is_off = is_off;
}

/* Both are keyed hashes, so a client cannot choose pairs that collide. */
static uint64_t pair_of(const struct attempt_key *attempt)
{
    uint64_t pair = attempt->address ^ (attempt->account << 1 | attempt->account >> 63);
    return pair ? pair : 1;
}

static int take(struct attempts *attempts, enum attempts_table which, uint64_t key, int64_t now_ms)
{
    bool is_free = limits_take(&attempts->limits[which], key, now_ms);
    return is_free ? 0 : rates[which].token_ms / 1000;
}

int attempts_log_in(struct attempts *attempts, const struct attempt_key *attempt, int64_t now_ms)
{
    if (attempt->device)
        return take(attempts, BY_DEVICE, attempt->device, now_ms);
    int wait_s = take(attempts, BY_ADDRESS, attempt->address, now_ms);
    if (wait_s || !attempt->account)
        return wait_s;
    wait_s = take(attempts, BY_PAIR, pair_of(attempt), now_ms);
    if (wait_s)
        return wait_s;
    wait_s = take(attempts, BY_ACCOUNT, attempt->account, now_ms);
    if (wait_s)
        limits_give_back(&attempts->limits[BY_PAIR], pair_of(attempt), now_ms);
    return wait_s;
}

void attempts_give_back(struct attempts *attempts, const struct attempt_key *attempt,
                        int64_t now_ms)
{
    if (attempt->device) {
        limits_give_back(&attempts->limits[BY_DEVICE], attempt->device, now_ms);
    } else if (attempt->account) {
        limits_give_back(&attempts->limits[BY_PAIR], pair_of(attempt), now_ms);
        limits_give_back(&attempts->limits[BY_ACCOUNT], attempt->account, now_ms);
    }
}

int attempts_code(struct attempts *attempts, uint64_t account, int64_t now_ms)
{
    return take(attempts, CODES_BY_ACCOUNT, account, now_ms);
}

void attempts_give_code_back(struct attempts *attempts, uint64_t account, int64_t now_ms)
{
    limits_give_back(&attempts->limits[CODES_BY_ACCOUNT], account, now_ms);
}

int attempts_sign_up(struct attempts *attempts, uint64_t address, int64_t player_id, int64_t now_ms)
{
    int wait_s = take(attempts, SIGN_UP_BY_PLAYER, (uint64_t)player_id, now_ms);
    return wait_s ? wait_s : take(attempts, SIGN_UP_BY_ADDRESS, address, now_ms);
}
