/* Accounts: the limits around logging in and signing up, and devices that have logged in before. */
#include <sodium.h>
#include <string.h>

#include "rest/rest_parts.h"

/* One device token serves all accounts of a device, but their rows cannot be linked with each other. */
static void device_hash(uint8_t out[ROW_HASH_BYTES], const struct token *device, int64_t player_id)
{
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, NULL, 0, ROW_HASH_BYTES);
    (void)crypto_generichash_update(&state, device->bytes, sizeof device->bytes);
    (void)crypto_generichash_update(&state, (const unsigned char *)&player_id, sizeof player_id);
    (void)crypto_generichash_final(&state, out, ROW_HASH_BYTES);
}

static uint64_t key_of(const uint8_t hash[ROW_HASH_BYTES])
{
    uint64_t key;
    memcpy(&key, hash, sizeof key);
    return key ? key : 1;
}

/* 0 unless this device has logged in to the player's account before. */
static uint64_t known_device(const struct rest_job *job, int64_t player_id)
{
    const struct rest_facts *facts = &job->secret->facts;
    uint8_t hash[ROW_HASH_BYTES];
    bool is_known = false;
    device_hash(hash, &job->secret->device, player_id);
    for (size_t i = 0; i < facts->device_count; i++)
        is_known |= sodium_memcmp(facts->device[i].hash, hash, sizeof hash) == 0;
    return is_known ? key_of(hash) : 0;
}

static bool go_on(struct rest_job *job, int wait_s)
{
    if (!wait_s)
        return true;
    rest_refuse_wait(job->rest, job->request, wait_s);
    rest_job_free(job);
    return false;
}

void rest_attempt_device(struct rest_job *job)
{
    struct rest_secret *secret = job->secret;
    const struct account_body *body = &secret->body;
    if (!body->device || !token_read(&secret->device, body->device, body->device_len))
        token_fresh(&secret->device);
}

bool rest_attempt_log_in(struct rest_job *job, const char *login, int64_t player_id)
{
    struct attempt_key *attempt = &job->secret->attempt;
    job->secret->target_id = player_id;
    *attempt = (struct attempt_key){.address = job->address,
                                    .account = login ? account_login_hash(login) : 0,
                                    .device = known_device(job, player_id)};
    job->secret->has_device = attempt->device != 0;
    return go_on(job, attempts_log_in(job->rest->attempts, attempt, net_now_ms(job->rest->net)));
}

bool rest_attempt_confirm(struct rest_job *job)
{
    struct attempt_key *attempt = &job->secret->attempt;
    job->secret->target_id = job->player_id;
    *attempt = (struct attempt_key){.device = key_of(job->token_hash)};
    return go_on(job, attempts_log_in(job->rest->attempts, attempt, net_now_ms(job->rest->net)));
}

bool rest_attempt_code(struct rest_job *job, const struct account_row *account)
{
    return job->secret->has_device ||
           go_on(job, attempts_code(job->rest->attempts, account_login_hash(account->login),
                                    net_now_ms(job->rest->net)));
}

void rest_attempt_right_code(struct rest_job *job, const struct account_row *account)
{
    if (!job->secret->has_device)
        attempts_give_code_back(job->rest->attempts, account_login_hash(account->login),
                                net_now_ms(job->rest->net));
}

bool rest_attempt_sign_up(struct rest_job *job)
{
    return go_on(job, attempts_sign_up(job->rest->attempts, job->address, job->player_id,
                                       net_now_ms(job->rest->net)));
}

void rest_attempt_right(struct rest_job *job)
{
    attempts_give_back(job->rest->attempts, &job->secret->attempt, net_now_ms(job->rest->net));
}

void rest_attempt_remember(const struct rest_job *job, struct service_command *command,
                           int64_t player_id)
{
    command->has_device = true;
    device_hash(command->device_hash, &job->secret->device, player_id);
}
