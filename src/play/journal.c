#include "play/journal.h"

#include <string.h>

/* Follows the copied bytes, because undo reads the journal from its end. */
struct journal_record {
    void *at;
    size_t size;
};

void journal_keep(struct journal *journal, void *at, size_t size)
{
    struct journal_record record = {at, size};
    if (!journal)
        return;
    if (!journal_has_space(journal, size + sizeof record)) {
        journal->has_lost = true;
        return;
    }
    memcpy(journal->bytes + journal->len, at, size);
    memcpy(journal->bytes + journal->len + size, &record, sizeof record);
    journal->len += size + sizeof record;
}

bool journal_has_space(const struct journal *journal, size_t bytes)
{
    return journal->max - journal->len >= bytes;
}

void journal_undo(struct journal *journal, size_t mark)
{
    while (journal->len > mark) {
        struct journal_record record;
        journal->len -= sizeof record;
        memcpy(&record, journal->bytes + journal->len, sizeof record);
        journal->len -= record.size;
        memcpy(record.at, journal->bytes + journal->len, record.size);
    }
}

void journal_forget(struct journal *journal)
{
    journal->len = 0;
}
