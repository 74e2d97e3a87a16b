/* A file with a password. */
#ifndef SERVER_SECRET_FILE_H
#define SERVER_SECRET_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the first line. False, with the reason in `why`, if there is none. */
bool secret_file_read(char *out, size_t size, const char *path, char *why, size_t why_size);

#endif
