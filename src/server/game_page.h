/* The pages that differ from one address to the next: the start page, /game/ID to view a game, and /embed/ID for frames
 * in pages of other sites. Each is a file from the folder of the web page; its script reads the id. The server fills in
 * the part of the head that link previews read (api/preview.h). */
#ifndef SERVER_GAME_PAGE_H
#define SERVER_GAME_PAGE_H

#include "net/net.h"
#include "net/static.h"
#include "rest/rest.h"

/* The content security policy of all pages, without base-uri and frame-ancestors. */
#define PAGE_POLICY                                                                            \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "             \
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " \
    "font-src 'self'; form-action 'none'; "

enum game_page_kind { PAGE_HOME, PAGE_GAME, PAGE_EMBED };

struct game_page {
    enum game_page_kind kind;
    char *text; /* null: the folder has no such file */
    size_t len;
    size_t head_from, head_to; /* the part to fill in; both 0: none */
    const char *links;         /* for that part; may be null */
    struct rest *rest;
    const struct static_files *files; /* for the page of a missing address */
};

/* Reads index.html, game.html or embed.html from the folder; a file that does not exist is not served. */
void game_page_open(struct game_page *page, const char *folder, enum game_page_kind kind);
void game_page_close(struct game_page *page);

/* The route of all paths below /game/ and /embed/; context is a struct game_page. Answers 404 if the path is no id, or
 * the id of no game. */
void game_page_answer(void *context, struct net_request *request);

/* The client is gone before the answer. */
void game_page_closed(void *context, struct net_request *request);

/* Answers a request for the start page; false, with the request unanswered, if its file has no part to fill in. */
bool home_page_answer(const struct game_page *page, struct net_request *request);

/* "https://example.org", as the client named the server; empty if its Host header is not a plain host and port. */
enum { PAGE_ORIGIN_SIZE = 272 };
void page_origin(char out[PAGE_ORIGIN_SIZE], const char *scheme, const char *host);

#endif
