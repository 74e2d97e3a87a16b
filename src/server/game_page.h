/* The two pages that every game has at an address of its own: /game/ID to look at it, /embed/ID to be
 * shown inside pages of other sites. Both are files of the page's folder; the id is for the script. */
#ifndef SERVER_GAME_PAGE_H
#define SERVER_GAME_PAGE_H

#include "net/net.h"

/* What all pages allow, up to who may show them in a frame and which base they may have. */
#define PAGE_POLICY                                                                            \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "             \
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " \
    "font-src 'self'; form-action 'none'; "

struct game_page {
    const char *prefix; /* "/game/" */
    bool is_embedded;
    char *text; /* null: the folder has no such file */
    size_t len;
};

/* Reads game.html and embed.html of the folder; what is not there is not served. */
void game_page_open(struct game_page *page, const char *folder, bool is_embedded);
void game_page_close(struct game_page *page);

/* A route for everything below the prefix. 404 for what cannot be an id; whether there is such a game is
 * the page's to find out and to say. context: struct game_page. */
void game_page_answer(void *context, struct net_request *request);

#endif
