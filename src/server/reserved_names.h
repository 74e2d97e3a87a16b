/* Names that the host keeps for nobody: one in a line of a file, `#` begins a comment. Look-alikes are reserved, too. */
#ifndef SERVER_RESERVED_NAMES_H
#define SERVER_RESERVED_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RESERVED_NAMES_MAX = 10000 };

struct reserved_names {
    int64_t *skeletons; /* hashes (base/skeleton.h), ascending */
    size_t count;
};

/* A null path: none. False with a sentence in `why` if the file cannot be read, or has a line that cannot be a name. */
bool reserved_names_open(struct reserved_names *names, const char *path, char *why,
                         size_t why_size);
void reserved_names_close(struct reserved_names *names);
bool reserved_names_has(const struct reserved_names *names, int64_t skeleton);

#endif
