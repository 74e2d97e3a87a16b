/* Building an opening book with several threads. */
#ifndef CLI_BOOK_BUILD_H
#define CLI_BOOK_BUILD_H

#include "cli/book_file.h"

enum { BOOK_THREADS_MAX = 64 };

/* Solves the positions of the book that are not known yet and saves it to `path`, every minute and at
 * the end. Stops after `seconds`, or when all are known if that is 0. Prints progress on stderr.
 * Returns the exit status. */
int book_build(struct book_file *file, const char *path, long threads, long seconds);

#endif
