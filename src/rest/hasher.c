#include "rest/hasher.h"

#include <sodium.h>
#include <string.h>

_Static_assert((int)crypto_pwhash_STRBYTES < (int)ROW_PASSWORD_SIZE, "a hash fits its column");

static bool hash_password(char out[ROW_PASSWORD_SIZE], const char *password)
{
    out[0] = '\0';
    return crypto_pwhash_str(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* Without a stored hash, hash anyway, so that timing does not reveal unknown logins. */
static bool is_password(const char *shown, const char *stored)
{
    char unused[ROW_PASSWORD_SIZE];
    if (stored[0])
        return crypto_pwhash_str_verify(stored, shown, strlen(shown)) == 0;
    (void)hash_password(unused, shown);
    return false;
}

static void work(void *context, void *state, void *task)
{
    struct hash_task *t = task;
    (void)context, (void)state;
    if (t->is_passkey) {
        t->is_right = passkey_verify(&t->passkey);
        return;
    }
    t->is_right = !t->shown[0] || is_password(t->shown, t->stored);
    t->hash[0] = '\0';
    if (t->is_right && t->fresh[0] && !hash_password(t->hash, t->fresh))
        t->hash[0] = '\0'; /* not enough memory */
    sodium_memzero(t->shown, sizeof t->shown);
    sodium_memzero(t->fresh, sizeof t->fresh);
}

static void wipe(void *task)
{
    sodium_memzero(task, sizeof(struct hash_task));
}

struct workers *hasher_open(void (*wake)(void *wake_context), void *wake_context)
{
    const struct workers_setup setup = {.threads = 1,
                                        .task_bytes = sizeof(struct hash_task),
                                        .waiting_max = HASHER_WAITING_MAX,
                                        .work = work,
                                        .wipe = wipe,
                                        .wake = wake,
                                        .wake_context = wake_context};
    return workers_open(&setup);
}
