/* A client's event becomes a command: which fields it has, of which types. What they may say is the
 * service's to judge; here only what is not even the right kind of thing is refused. */
#ifndef SERVER_EVENT_READ_H
#define SERVER_EVENT_READ_H

#include "play/command.h"
#include "wire/json_read.h"

/* What a client means that does not say which: the last it was told of on its connection; 0: none. */
struct event_last {
    int64_t game_id, match_id, watched_id;
};

/* Fills in what the event of this kind carries; `data` is its argument, NULL if it has none. Texts
 * point into `data`. False with a sentence in `fault` if a field is missing or of a wrong type;
 * *out is then not to be used. */
bool event_read(struct service_command *out, enum command_kind kind, const json_t *data,
                const struct event_last *last, char fault[JSON_FAULT_MAX]);

/* What a client says when it connects: {token?, name?}. A token that cannot be one is none. */
struct auth {
    const char *token, *name;
    size_t token_len, name_len;
};

void auth_read(struct auth *out, const json_t *data);

#endif
