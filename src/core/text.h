/* Appends to an ff_text. Every call keeps the text terminated and counts bytes that do not fit, so
 * a writer appends without checks and calls text_result once at its end. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include "fourfall.h"

void text_char(ff_text *out, char c);
void text_put(ff_text *out, const char *s);
void text_int(ff_text *out, int n);

/* Pads with zeros to at least `digits` digits; n >= 0. */
void text_padded(ff_text *out, int64_t n, int digits);

ff_err text_result(const ff_text *out);

/* String helpers, because the core has no C library. */
size_t text_length(const char *s);
bool text_equal(const char *a, const char *b);
bool text_is(const char *word, const char *text, size_t len);

/* Copies a string. Returns true if it fits into max bytes plus the zero byte. */
bool text_copy(char *to, size_t max, const char *from);

/* The length (1..4) of the UTF-8 sequence at s, or 0 if clean text may not contain it: malformed, a
 * surrogate, a control character or a non-character that XML forbids. */
int text_utf8(const char *s, size_t len);

/* True for a zero-terminated clean text of 1..max bytes. */
bool text_is_clean(const char *s, size_t max);

#endif
