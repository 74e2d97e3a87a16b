/*
 * The files of a folder, served over HTTP.
 *
 * All of them are read into memory when the folder is opened. The page is small, so this costs little,
 * and it settles three things at once: an address can only name what was found then, so that no
 * trick with dots, encodings or links leads out of the folder; a request never waits for a disk; and
 * the files a visitor gets fit together even while a new version is being copied over them.
 */
#ifndef NET_STATIC_H
#define NET_STATIC_H

#include "net/net.h"

struct static_files;

#define STATIC_ERRORS(X)                                                                 \
    X(STATIC_OK, "all is well")                                                          \
    X(STATIC_E_FOLDER, "the folder is not there or cannot be read")                      \
    X(STATIC_E_FILE, "a file in the folder cannot be read")                              \
    X(STATIC_E_INDEX, "the folder has no index.html")                                    \
    X(STATIC_E_TOO_MUCH, "the folder holds more than a page: over 64 MiB or 4096 files") \
    X(STATIC_E_MEMORY, "out of memory")

#define STATIC_ERROR_CODE(code, text) code,
enum static_err { STATIC_ERRORS(STATIC_ERROR_CODE) STATIC_ERR_COUNT };
#undef STATIC_ERROR_CODE

const char *static_err_text(enum static_err err);

/* Links, hidden files and special files are passed over; name.br and name.gz beside a file called
 * name become its compressed variants. */
enum static_err static_open(struct static_files **out, const char *folder);
void static_close(struct static_files *files); /* null is allowed */

/* Answers a request: 200, 304, 404, or 405 if it is neither GET nor HEAD. */
void static_answer(const struct static_files *files, struct net_request *request);

#endif
