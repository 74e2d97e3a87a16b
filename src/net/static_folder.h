/* Reads a folder and its subfolders; see static.h. */
#ifndef NET_STATIC_FOLDER_H
#define NET_STATIC_FOLDER_H

#include "net/static.h"

enum { STATIC_PATH_SIZE = 1024 }; /* of a path below the folder, with its terminator */

/* Called for every public file; `path` begins with '/'. */
typedef enum static_err static_visit(void *context, const char *path, const char *bytes,
                                     size_t len);

enum static_err static_folder_read(const char *folder, static_visit *visit, void *context);

#endif
