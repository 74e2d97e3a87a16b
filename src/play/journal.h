/* The way back: before anything in memory is changed, the bytes it had are kept here.
 *
 * The rows of one turn of the loop are committed together. Until then the memory of the service is
 * ahead of the database; if the commit fails, journal_undo puts every byte back, latest first, and
 * it is as if nobody had asked. If it succeeds, journal_forget throws the copies away. So a command
 * can be decided at once, on top of those before it in the same turn, without a second
 * representation of what is only planned. */
#ifndef PLAY_JOURNAL_H
#define PLAY_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

/* has_lost: something did not fit, so there is no way back. The service reserves enough before each
 * command; the flag is what its tests look at. */
struct journal {
    unsigned char *bytes;
    size_t len, max;
    bool has_lost;
};

/* Keeps size bytes at an address. A null journal keeps nothing: for parts used alone. */
void journal_keep(struct journal *journal, void *at, size_t size);

#define JOURNAL_KEEP(journal, object) journal_keep(journal, object, sizeof *(object))

bool journal_has_space(const struct journal *journal, size_t bytes);

/* Back to where the journal was `mark` bytes long; 0: all the way. */
void journal_undo(struct journal *journal, size_t mark);
void journal_forget(struct journal *journal);

#endif
