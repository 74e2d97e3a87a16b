/* What a push message says: a small JSON object with the game's id, and one sentence in the language of the device. */
#ifndef SERVER_PUSH_TEXT_H
#define SERVER_PUSH_TEXT_H

#include "play/rows.h"

enum { PUSH_TEXT_SIZE = 512 };

/* Is the message still true? A turn that was played or an offer that was answered meanwhile is not worth one. */
bool push_is_true(const struct push_due_row *due, const struct game_row *game, int seat);

/* {"game": id, "body": sentence, "language": "de"}. `seat` is the receiver's. Names are valid UTF-8. */
void push_text_write(char out[PUSH_TEXT_SIZE], const struct push_due_row *due,
                     const struct game_row *game, int seat, const char *opponent,
                     const char *language);

/* Seconds that the push service keeps the message for a device that is off: until the move is due. */
int push_ttl_s(const struct push_due_row *due, const struct game_row *game, int64_t wall_ms);

#endif
