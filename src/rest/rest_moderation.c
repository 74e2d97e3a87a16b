/* What moderators may read. */
#include "rest/rest_parts.h"

enum store_err rest_is_moderator(struct rest *rest, const struct rest_caller *caller, bool *out)
{
    struct account_row account = {0};
    int64_t sender_id = 0;
    enum store_err err = rest_find_sender(rest, caller, &sender_id);
    if (!err && sender_id)
        err = rest_account_of(rest, sender_id, &account);
    if (!err)
        *out = account.role == ACCOUNT_MODERATOR;
    return err;
}
