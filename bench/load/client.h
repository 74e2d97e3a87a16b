/* One connection: TCP, WebSocket, Engine.IO and Socket.IO as a stock client speaks them, and the game
 * that is played on it. */
#ifndef BENCH_LOAD_CLIENT_H
#define BENCH_LOAD_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLIENT_IN_SIZE = 8192, CLIENT_OUT_SIZE = 2048 };

struct load;
struct game;

enum client_state {
    CLIENT_NEW,
    CLIENT_CONNECTING, /* TCP */
    CLIENT_UPGRADING,  /* the HTTP request was sent */
    CLIENT_OPENING,    /* waits for Engine.IO's open packet */
    CLIENT_JOINING,    /* waits for Socket.IO's connect packet */
    CLIENT_READY,
    CLIENT_LOST,
};

struct client {
    int fd, number, port;
    enum client_state state;
    uint64_t began_us; /* the handshake */
    uint8_t in[CLIENT_IN_SIZE], out[CLIENT_OUT_SIZE];
    size_t in_len, out_len; /* bytes not read as a frame yet, and not taken by the kernel yet */
    struct game *game;      /* null between games */
    int discs;              /* on the board, as the server last said */
    int moved_at;           /* discs on the board when this client moved last, -1: not yet */
    uint64_t board[2];      /* one bit a cell, one word a colour */
};

/* Begins the handshake. False with errno if there is no socket for it. */
bool client_open(struct load *load, struct client *client);

/* Serves what epoll reports. */
void client_serve(struct load *load, struct client *client, uint32_t events);

/* Sends a text frame. A client whose server does not read is lost, not buffered for. */
void client_send(struct load *load, struct client *client, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Ends the connection and counts it as lost. */
void client_lose(struct load *load, struct client *client);

#endif
