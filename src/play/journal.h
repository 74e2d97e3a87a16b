/* An undo journal: before bytes in memory change, their old values are copied here.
 *
 * The rows of one turn of the loop are committed together. Until then the memory of the service is
 * ahead of the database. If the commit fails, journal_undo restores every byte, latest first, and the
 * turn has not happened. If it succeeds, journal_forget drops the copies. So a command can be decided
 * at once, on top of the earlier commands of the same turn. */
#ifndef PLAY_JOURNAL_H
#define PLAY_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

/* has_lost: a copy did not fit, so undo is impossible. The service makes sure of enough space before
 * each command; tests check the flag. */
struct journal {
    unsigned char *bytes;
    size_t len, max;
    bool has_lost;
};

/* Copies the bytes at an address. A null journal does nothing: for parts that are used alone. */
void journal_keep(struct journal *journal, void *at, size_t size);

#define JOURNAL_KEEP(journal, object) journal_keep(journal, object, sizeof *(object))

bool journal_has_space(const struct journal *journal, size_t bytes);

/* Undoes all changes since the journal was `mark` bytes long; 0: all of them. */
void journal_undo(struct journal *journal, size_t mark);
void journal_forget(struct journal *journal);

#endif
