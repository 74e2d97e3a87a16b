/* What the requests of plain games and of variants share. */
#ifndef VECTORS_ANSWER_H
#define VECTORS_ANSWER_H

#include <stddef.h>

struct request {
    const char *name;
    void (*answer)(const char *argument, int number);
};

extern const struct request variant_requests[];
extern const size_t variant_request_count;

/* Puts the bytes an argument stands for into the buffer; returns how many. */
int put_argument(const char *argument);

/* What a call left in the buffer, as text on a line of its own. */
void print_text(const char *label, int len);

#endif
