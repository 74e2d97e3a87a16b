/*
 * The files of a folder, served over HTTP.
 *
 * All files are read into memory when the folder is opened. The page is small, and this has three
 * advantages: a path can only name a file that was found then, so no trick with dots, encodings or links
 * leads out of the folder; a request never waits for the disk; and the files that a browser gets
 * belong together even while a new version is copied over them.
 */
#ifndef NET_STATIC_H
#define NET_STATIC_H

#include "net/net.h"

struct static_files;

#define STATIC_ERRORS(X)                                                                 \
    X(STATIC_OK, "no error")                                                             \
    X(STATIC_E_FOLDER, "the folder is not there or cannot be read")                      \
    X(STATIC_E_FILE, "a file in the folder cannot be read")                              \
    X(STATIC_E_INDEX, "the folder has no index.html")                                    \
    X(STATIC_E_TOO_MUCH, "the folder holds more than a page: over 64 MiB or 4096 files") \
    X(STATIC_E_MEMORY, "out of memory")

#define STATIC_ERROR_CODE(code, text) code,
enum static_err { STATIC_ERRORS(STATIC_ERROR_CODE) STATIC_ERR_COUNT };
#undef STATIC_ERROR_CODE

const char *static_err_text(enum static_err err);

/* Symbolic links, hidden files and special files are skipped; name.br and name.gz are the compressed
 * variants of the file `name`. */
enum static_err static_open(struct static_files **out, const char *folder);
void static_close(struct static_files *files); /* null is allowed */

/* Answers 404. A client that takes HTML gets the file 404.html, or 404.de.html if it prefers German; without such files a
 * short page. */
void static_answer_missing(const struct static_files *files, struct net_request *request);

/* Answers a request: 200, 304, 404, or 405 if it is neither GET nor HEAD. */
void static_answer(const struct static_files *files, struct net_request *request);

#endif
