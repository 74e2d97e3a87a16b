/* Cleans text that people send, before others see it.
 *
 * Removes malformed UTF-8, control characters, characters that change the direction of writing,
 * invisible ones, and more than two combining marks on one letter. A run of white space becomes one
 * space; white space at the ends goes. Escaping is up to the code that shows the text. */
#ifndef PLAY_CLEAN_H
#define PLAY_CLEAN_H

#include <stddef.h>

enum clean_result {
    CLEAN_OK,
    CLEAN_EMPTY, /* no visible character is left */
    CLEAN_LONG   /* more than max_chars characters, or more bytes than fit into out */
};

/* Writes the cleaned text and a zero byte. *out is untouched unless CLEAN_OK; it must not overlap
 * the text. */
enum clean_result clean_text(char *out, size_t size, int max_chars, const char *text, size_t len);

#endif
