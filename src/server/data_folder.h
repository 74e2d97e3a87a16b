/* The folder with the server's database and its heartbeat file (alive.h). */
#ifndef SERVER_DATA_FOLDER_H
#define SERVER_DATA_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "server/alive.h"
#include "store/store.h"

/* The file of the key for push messages, in the folder. */
#define DATA_PUSH_KEY "push-key.pem"

struct data_folder {
    char path[3072];
    bool is_temporary; /* created for this run, and removed after it */
    struct store *store;
    struct alive alive;
};

/* Creates the folder if it does not exist (its parent must exist); null: a new temporary folder.
 * False, with the reason in `why`, if it cannot be used. */
bool data_folder_open(struct data_folder *folder, const char *path,
                      enum store_durability durability, char *why, size_t why_size);

/* Closes the files; removes a temporary folder. */
void data_folder_close(struct data_folder *folder);

#endif
