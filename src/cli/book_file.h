/* A book as a file: being built, and read. */
#ifndef CLI_BOOK_FILE_H
#define CLI_BOOK_FILE_H

#include "engine/book.h"
#include "fourfall.h"

/* A book in the making: all positions of its last ply, and the scores known so far. */
struct book_file {
    struct geometry geo;
    int ply;
    size_t count;
    uint64_t *keys;
    uint8_t *scores;
};

/* False if there is not enough memory. */
bool book_file_new(struct book_file *file, int ply);
void book_file_free(struct book_file *file);

/* Takes over what an earlier build saved; a file that does not exist is no problem. Returns what is wrong, or null. */
const char *book_file_load(struct book_file *file, const char *path);

/* Writes beside the file and renames, so that there is always a whole one; 0, or -1 with errno. */
int book_file_save(const struct book_file *file, const char *path);

size_t book_file_known(const struct book_file *file);
ff_position book_file_position(const struct book_file *file, const ff_rules *rules, size_t index);

/* A finished book opened for reading. */
struct book_memory {
    ff_book *book;
    void *memory;
};

const char *book_memory_open(struct book_memory *book, const char *path);
void book_memory_close(struct book_memory *book);

/* The book of eight plies is open in 50 ms; that of ten takes almost half a second, and 40 MB. */
enum book_reach { BOOK_LIGHT, BOOK_DEEP };

/* The program's own book: the file FOURFALL_BOOK names, or else the one that was built or installed with it; the light
 * one where there is no deep one. With no such file book->book is null; a file that is no book is told and
 * CLI_BAD_INPUT returned. */
int book_memory_open_default(struct book_memory *book, enum book_reach reach);

/* Positions of one ply by their outcome for the first player, mirror images and finished games counted. */
struct book_count {
    long won, drawn, lost;
};

struct book_count book_file_count(const ff_book *book, int ply);

extern const struct book_count book_facts[BOOK_PLY_MAX + 1];

#endif
