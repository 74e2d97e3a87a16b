/* Moves a club to another kind of database: from a data folder to PostgreSQL, or back. Everything is copied, or nothing;
 * the source stays. No server may run on either. */
#ifndef SERVER_DATA_COPY_H
#define SERVER_DATA_COPY_H

#include <stdbool.h>
#include <stddef.h>

/* One of `from` and `to` is the address of a PostgreSQL database, the other a folder. password_path (may be null): a file
 * with the password of the database. True with a summary in `text`, or false with the reason. */
bool data_copy(const char *from, const char *to, const char *password_path, char *text,
               size_t size);

/* postgres://… or postgresql://… */
bool data_copy_is_address(const char *text);

#endif
