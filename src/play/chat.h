/* Chat of players and of spectators: quick messages by number, or short text.
 *
 * The numbers are stored and known to clients: append, never reuse. The English text is published with
 * them; a client in another language shows its own. An emoji is the name of a picture. The store has
 * the messages; a game in memory knows only how many there were. */
#ifndef PLAY_CHAT_H
#define PLAY_CHAT_H

#include <stddef.h>
#include <stdint.h>

#include "base/bucket.h"
#include "play/refusal.h"
#include "play/rows.h"

enum { CHAT_TEXT_MAX = 200, CHAT_KEPT = 100 };

struct chat_quick {
    uint16_t id;
    const char *name; /* "well-played", "emoji-smile": the key of translations and pictures */
    const char *text; /* empty for an emoji */
};

/* All quick messages, ids ascending. */
const struct chat_quick *chat_quicks(size_t *count);

/* The quick message with this id, or null. */
const struct chat_quick *chat_quick_find(uint16_t id);

/* Makes a chat row: the quick message if text is null, else the cleaned text. Takes a token from the
 * sender's bucket if the message is valid. Sets quick, text and sent_ms; the caller sets the rest.
 * REFUSAL_BAD_QUICK, REFUSAL_BAD_TEXT, REFUSAL_SLOW_DOWN. */
enum refusal chat_line(struct chat_row *out, uint16_t quick, const char *text, size_t len,
                       struct bucket *bucket, struct bucket_rate rate, int64_t now_ms,
                       int64_t wall_ms);

#endif
