/* Where Redis is:
 *
 *   redis://[[user]:password@]host[:port][/db]       redis://localhost, redis://:secret@10.0.0.7:6379/2
 *   rediss://…                                       the same over TLS
 *   unix:///run/redis/redis.sock[?db=2]              unix://:secret@/run/redis/redis.sock
 *
 * `?ca=FILE` names a PEM file with the issuers to trust for rediss. User, password and paths may be percent-encoded.
 * The number of the database is part of the channel's name: Redis's Pub/Sub knows no databases, and so two clubs may
 * share one Redis. */
#ifndef BUS_BUS_URL_H
#define BUS_BUS_URL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    BUS_HOST_SIZE = 256,
    BUS_PATH_SIZE = 512,
    BUS_SECRET_SIZE = 512,
    BUS_WHY_SIZE = 160,
    BUS_DATABASE_MAX = 9999
};

struct bus_url {
    bool is_encrypted;
    char path[BUS_PATH_SIZE]; /* of a Unix socket; empty: host and port */
    char host[BUS_HOST_SIZE]; /* IPv6 without brackets */
    int port;
    int database;
    char user[BUS_HOST_SIZE];       /* empty: Redis's default user */
    char password[BUS_SECRET_SIZE]; /* empty: none */
    char ca_path[BUS_PATH_SIZE];    /* empty: the issuers that the system trusts */
};

/* False, with *out untouched and a sentence in `why`, if the text is no such URL. The sentence never contains a part
 * of the text: it might be a secret. */
bool bus_url_read(struct bus_url *out, const char *text, char why[BUS_WHY_SIZE]);

/* Replaces the password, for one that comes from a file or the environment: `text` up to its first line end. False if
 * that is empty or too long. */
bool bus_url_set_password(struct bus_url *url, const char *text, char why[BUS_WHY_SIZE]);

/* "redis://10.0.0.7:6379/2": for logs, without user and password. */
enum { BUS_NAME_SIZE = BUS_PATH_SIZE + 64 };
void bus_url_name(char out[BUS_NAME_SIZE], const struct bus_url *url);

#endif
