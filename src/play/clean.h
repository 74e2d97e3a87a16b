/* Text that people send, made fit to be shown to others.
 *
 * Dropped are malformed UTF-8, control characters, characters that turn the direction of writing,
 * invisible ones, and marks piled more than two high on one letter. Any run of white space becomes
 * one space; none stays at the ends. Escaping is the business of whoever shows the text. */
#ifndef PLAY_CLEAN_H
#define PLAY_CLEAN_H

#include <stddef.h>

enum clean_result {
    CLEAN_OK,
    CLEAN_EMPTY, /* nothing that one could see is left */
    CLEAN_LONG   /* more than max_chars characters, or more bytes than out has room for */
};

/* Writes the cleaned text and a zero byte. *out is untouched unless CLEAN_OK; it must not overlap
 * the text. */
enum clean_result clean_text(char *out, size_t size, int max_chars, const char *text, size_t len);

#endif
