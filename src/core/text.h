/* Appending to an ff_text. Every call keeps the text terminated and counts what does not fit, so a
 * writer appends without looking and asks text_result once at its end. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include "fourfall.h"

void text_char(ff_text *out, char c);
void text_put(ff_text *out, const char *s);
void text_int(ff_text *out, int n);

/* At least `digits` digits, zeros in front; n >= 0. */
void text_padded(ff_text *out, int64_t n, int digits);

ff_err text_result(const ff_text *out);

/* Plain string helpers the freestanding core needs. */
size_t text_length(const char *s);
bool text_equal(const char *a, const char *b);

/* Copies up to a zero byte; true if it fitted within max bytes (a zero byte comes on top). */
bool text_copy(char *to, size_t max, const char *from);

/* The number of bytes of the UTF-8 sequence at s (1..4), or 0 if it is none that text for people
 * may hold: malformed, a surrogate, a control character or a non-character that XML forbids. */
int text_utf8(const char *s, size_t len);

/* True for 1..max bytes of such text, zero-terminated. */
bool text_is_clean(const char *s, size_t max);

#endif
