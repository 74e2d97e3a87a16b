/* The head of a page for people who only see a link to it: title, description, Open Graph and Twitter tags. Messengers
 * and search engines read them; they run no script. */
#ifndef API_PREVIEW_H
#define API_PREVIEW_H

#include <stdbool.h>

#include "fourfall.h"
#include "play/rows.h"

enum { PREVIEW_TAG_SIZE = 48, PREVIEW_MAX = 8192 };

/* Names are text of players: they are escaped here. */
struct preview {
    const struct game_row *game; /* null: the page itself, no game in particular */
    const char *name[ROW_SEATS]; /* of the players; not read for computers and open seats */
    const char *origin;       /* "https://example.org"; empty: unknown, so no address is written */
    char code[ROW_CODE_SIZE]; /* of an invitation, which the page itself leads to; empty: none */
    bool is_german;
};

/* Appends the elements of the head; PREVIEW_MAX bytes hold all of them. */
ff_err preview_write(ff_text *out, const struct preview *preview);

/* May everybody see this game in lists and previews? */
bool preview_is_public(const struct game_row *game);

/* Names the state of the game that its picture shows, for entity tags: it changes with every move, result and name. */
void preview_tag(char out[PREVIEW_TAG_SIZE], const struct preview *preview);

/* The name shown for a seat; empty for an open one. A guest without a name of their own is "Gast" in German. */
void preview_name(char out[ROW_NAME_SIZE], const struct preview *preview, int seat);

#endif
