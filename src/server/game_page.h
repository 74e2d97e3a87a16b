/* Every game has two pages: /game/ID to view it, and /embed/ID for frames in pages of other
 * sites. Both are the same file for every game, from the folder of the web page; its script
 * reads the id. */
#ifndef SERVER_GAME_PAGE_H
#define SERVER_GAME_PAGE_H

#include "net/net.h"

/* The content security policy of all pages, without base-uri and frame-ancestors. */
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

/* Reads game.html or embed.html from the folder; a file that does not exist is not served. */
void game_page_open(struct game_page *page, const char *folder, bool is_embedded);
void game_page_close(struct game_page *page);

/* The route of all paths below the prefix; context is a struct game_page. Answers 404 if the path
 * is no id. The page itself finds out whether the game exists. */
void game_page_answer(void *context, struct net_request *request);

#endif
