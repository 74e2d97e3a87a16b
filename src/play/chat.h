/* What players and spectators say to each other: ready-made messages by number, or a little text.
 *
 * The numbers are a promise to clients and to what is stored: append, never reuse. The English text
 * is published with them; a client in another language shows its own. Emoji are names of pictures.
 * The store keeps the lines; in memory a game knows only how many there were. */
#ifndef PLAY_CHAT_H
#define PLAY_CHAT_H

#include <stddef.h>
#include <stdint.h>

#include "play/bucket.h"
#include "play/refusal.h"
#include "play/rows.h"

enum { CHAT_TEXT_MAX = 200, CHAT_KEPT = 100 };

struct chat_quick {
    uint16_t id;
    const char *name; /* "well-played", "emoji-smile": the key of translations and pictures */
    const char *text; /* empty for an emoji */
};

/* All ready-made messages, ids ascending. */
const struct chat_quick *chat_quicks(size_t *count);

/* One of them, or null. */
const struct chat_quick *chat_quick_find(uint16_t id);

/* Makes a line of what somebody sent: quick if text is null, else the text, cleaned. Pays from the
 * sender's bucket, at this rate, only when the line is good. Fills quick, text and sent_ms; the rest is the
 * caller's. REFUSAL_BAD_QUICK, REFUSAL_BAD_TEXT, REFUSAL_SLOW_DOWN. */
enum refusal chat_line(struct chat_row *out, uint16_t quick, const char *text, size_t len,
                       struct bucket *bucket, struct bucket_rate rate, int64_t now_ms,
                       int64_t wall_ms);

#endif
