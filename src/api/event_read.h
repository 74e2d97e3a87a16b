/* A client's event becomes a command. Only missing fields and wrong types are refused here; the service
 * judges the values. */
#ifndef API_EVENT_READ_H
#define API_EVENT_READ_H

#include "play/command.h"
#include "json/read.h"

/* Default ids when an event omits gameId or matchId: the last ones the connection heard of; 0: none. */
struct event_last {
    int64_t game_id, match_id, watched_id;
};

/* Reads the fields of an event of this kind; `data` is its argument, NULL if it has none. Texts point into
 * `data`. False with a sentence in `fault` if a field is missing or of a wrong type; *out is then not to be
 * used. */
bool event_read(struct service_command *out, enum command_kind kind, const json_t *data,
                const struct event_last *last, char fault[JSON_FAULT_MAX]);

/* The auth payload of a new connection: {token?, name?}. An impossible token, and a name that is not
 * text, are ignored. */
struct auth {
    const char *token, *name;
    size_t token_len, name_len;
};

void auth_read(struct auth *out, const json_t *data);

#endif
