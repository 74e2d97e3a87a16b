/* Opening book files: building and reading. */
#ifndef CLI_BOOK_FILE_H
#define CLI_BOOK_FILE_H

#include "engine/book.h"
#include "fourfall.h"

/* A book being built: all positions of its last ply, and the scores known so far. */
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

/* Continues what an earlier build saved; a missing file is an empty start. Returns the problem, or null. */
const char *book_file_load(struct book_file *file, const char *path);

/* Writes a new file and renames it, so that a crash leaves the old one. 0, or -1 with errno. */
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

/* BOOK_LIGHT has eight plies and opens in 50 ms; BOOK_DEEP has ten and takes half a second and 40 MB. */
enum book_reach { BOOK_LIGHT, BOOK_DEEP };

/* Opens the file named by FOURFALL_BOOK, or else the book built or installed with the program; the light one if there is
 * no deep one. Without any book, book->book is null. A damaged file is reported and gives CLI_BAD_INPUT. */
int book_memory_open_default(struct book_memory *book, enum book_reach reach);

/* The positions of one ply by their outcome for the first player, including mirror images and finished games. */
struct book_count {
    long won, drawn, lost;
};

struct book_count book_file_count(const ff_book *book, int ply);

extern const struct book_count book_facts[BOOK_PLY_MAX + 1];

#endif
