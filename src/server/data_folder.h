/* Where the server keeps what must last: a folder with its database and the file that tells when it was
 * last alive. */
#ifndef SERVER_DATA_FOLDER_H
#define SERVER_DATA_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "server/alive.h"
#include "store/store.h"

struct data_folder {
    char path[3072];
    bool is_passing; /* made for this run, and removed after it */
    struct store *store;
    struct alive alive;
};

/* Makes the folder if it is not there (its parent must be); null: a new one among temporary files.
 * False with a sentence in `why` if it cannot be used. */
bool data_folder_open(struct data_folder *folder, const char *path,
                      enum store_durability durability, char *why, size_t why_size);

/* Closes everything; what was only for this run is removed. */
void data_folder_close(struct data_folder *folder);

#endif
