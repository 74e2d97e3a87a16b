/* Moderation in the bodies of REST requests and answers. */
#ifndef API_MODERATION_JSON_H
#define API_MODERATION_JSON_H

#include "play/rows.h"
#include "json/read.h"
#include "json/write.h"

enum { MODERATION_HOURS_MAX = 10 * 366 * 24 }; /* ten years */

extern const char *const report_kind_names[REPORT_KINDS],
    *const moderation_action_names[MODERATION_ACTIONS];

/* Each reads a body; false with a sentence in `fault`. A null body is an empty object. */

/* Sets kind, game_id and text. */
bool body_read_report(struct report_row *out, const json_t *body, char fault[JSON_FAULT_MAX]);

/* Sets action, reason and *hours; 0 hours end a mute or a ban. */
bool body_read_moderation(struct moderation_row *out, int64_t *hours, const json_t *body,
                          char fault[JSON_FAULT_MAX]);
bool body_read_report_close(struct report_closed_row *out, const json_t *body,
                            char fault[JSON_FAULT_MAX]);

/* Each writes one value: an entry of an array. */
void report_write(struct json_write *w, const struct report_row *row, const char *name,
                  const char *sender_name);
void moderation_write(struct json_write *w, const struct moderation_row *row, const char *name,
                      const char *moderator_name);

/* mutedUntil and bannedUntil, into an open object; null where it is not so at `now_ms`. */
void sanction_write(struct json_write *w, const struct sanction_row *row, int64_t now_ms);

#endif
