#include "api/preview.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "play/id.h"
#include "play/ruleset.h"

enum { LANGUAGES = 2 };

/* English and German. A '%' stands for what the code puts in. */
typedef const char *const words[LANGUAGES];

static words page_title = {"Fourfall: connect four in 3D", "Fourfall: Vier gewinnt in 3D"};
static words invitation_title = {"Come and play connect four", "Spiel mit: Vier gewinnt"};
static words page_text = {"Connect four discs on a 3D board: two players or against the computer, "
                          "flat or in a cube. Also "
                          "offline.",
                          "Vier Scheiben in eine Reihe, auf einem Brett in 3D: zu zweit oder gegen "
                          "den Computer, flach oder im Würfel. Auch "
                          "offline."};
static words page_image = {"A Connect Four board with red and yellow discs",
                           "Ein Brett von Vier gewinnt mit roten und gelben Scheiben"};
static words titles[] = {[GAME_WAITING] = {"% looks for an opponent", "% sucht einen Gegner"},
                         [GAME_PLAYING] = {"% against %, live", "% gegen %, live"},
                         [GAME_WIN] = {"% beats %", "% gewinnt gegen %"},
                         [GAME_DRAW] = {"% and % draw", "% und % spielen unentschieden"}};
static words endings[] = {[REASON_NONE] = {"", ""},
                          [REASON_LINE] = {"won with a line", "mit einer Reihe gewonnen"},
                          [REASON_DRAW] = {"the board is full", "das Brett ist voll"},
                          [REASON_RESIGN] = {"won by resignation", "durch Aufgabe gewonnen"},
                          [REASON_TIME] = {"won on time", "auf Zeit gewonnen"},
                          [REASON_ABANDON] = {"a player left", "verlassen"},
                          [REASON_AGREED] = {"agreed", "vereinbart"}};
static words over = {"% discs, %. See the last moves, then play on from there.",
                     "% Scheiben, %. Sieh die letzten Züge, dann spiel von dort weiter."};
static words running = {"Move %. Watch it live.", "Zug %. Sieh live zu."};
static words waiting = {"A seat is free.", "Ein Platz ist frei."};
static words classic = {"Classic", "Klassisch"}, cube = {"Cube", "Würfel"},
             other = {"Board %", "Brett %"};
static words variants[FF_VARIANT_COUNT] = {[FF_STANDARD] = {"Connect four", "Vier gewinnt"},
                                           [FF_POPOUT] = {"PopOut", "PopOut"},
                                           [FF_POWERUP] = {"Power Up", "Power Up"},
                                           [FF_FIVE] = {"Five in a row", "Fünf in einer Reihe"},
                                           [FF_POPTEN] = {"Pop Ten", "Pop Ten"},
                                           [FF_MISERE] = {"Misère", "Misère"},
                                           [FF_CYLINDER] = {"Cylinder", "Zylinder"},
                                           [FF_TURN] = {"Turned board", "Gedrehtes Brett"}};
static words variant_over = {"% moves, %. See the last ones, then play on from there.",
                             "% Züge, %. Sieh die letzten, dann spiel von dort weiter."};

bool preview_is_public(const struct game_row *game)
{
    return game->flags & GAME_PUBLIC && game->status != GAME_CANCELLED;
}

void preview_name(char out[ROW_NAME_SIZE], const struct preview *preview, int seat)
{
    static const char guest[] = "Guest ";
    const char *name = preview->name[seat];
    uint8_t kind = preview->game->seat[seat].kind;
    bool is_guest = kind == SEAT_PLAYER && strncmp(name, guest, sizeof guest - 1) == 0;
    if (kind != SEAT_PLAYER)
        (void)snprintf(out, ROW_NAME_SIZE, "%s", kind == SEAT_BOT ? "Computer" : "");
    else if (is_guest && preview->is_german)
        (void)snprintf(out, ROW_NAME_SIZE, "Gast %s", name + sizeof guest - 1);
    else
        (void)snprintf(out, ROW_NAME_SIZE, "%s", name);
}

/* FNV-1a: a collision would only show an old name. */
static uint32_t hash_of(uint32_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT32_C(0x01000193);
    return hash;
}

void preview_tag(char out[PREVIEW_TAG_SIZE], const struct preview *preview)
{
    const struct game_row *game = preview->game;
    const char *language = preview->is_german ? "de" : "en";
    char id[ID_TEXT_SIZE], name[ROW_NAME_SIZE];
    if (!game) {
        (void)snprintf(out, PREVIEW_TAG_SIZE, "page-%s", language);
        return;
    }
    uint32_t names = UINT32_C(0x811C9DC5);
    for (int i = 0; i < ROW_SEATS; i++) {
        preview_name(name, preview, i);
        names = hash_of(names ^ (uint32_t)i, name);
    }
    id_write(id, game->id);
    (void)snprintf(out, PREVIEW_TAG_SIZE, "%s-%d-%d-%08" PRIx32 "-%s", id, game->ply, game->status,
                   names, language);
}

/* The text with what stands for its '%'s, in this order. */
struct phrase {
    const char *form;
    const char *part[2];
};

static void put_escaped(ff_text *out, const char *text)
{
    for (; *text; text++) {
        const char *name = *text == '&'    ? "&amp;"
                           : *text == '<'  ? "&lt;"
                           : *text == '>'  ? "&gt;"
                           : *text == '"'  ? "&quot;"
                           : *text == '\'' ? "&#39;"
                                           : NULL;
        if (name)
            text_put(out, name);
        else
            text_char(out, *text);
    }
}

static void put_phrase(ff_text *out, const struct phrase *phrase)
{
    size_t used = 0;
    for (const char *at = phrase->form; *at; at++) {
        const char *part = *at == '%' && used < 2 ? phrase->part[used++] : NULL;
        if (part)
            put_escaped(out, part);
        else
            text_char(out, *at);
    }
}

static void open_tag(ff_text *out, const char *kind, const char *name)
{
    text_put(out, "<meta ");
    text_put(out, kind);
    text_put(out, "=\"");
    text_put(out, name);
    text_put(out, "\" content=\"");
}

static void close_tag(ff_text *out)
{
    text_put(out, "\" />\n    ");
}

static void put_plain(ff_text *out, const char *name, const char *content)
{
    open_tag(out, "property", name);
    put_escaped(out, content);
    close_tag(out);
}

static const char *say(const struct preview *preview, words text)
{
    return text[preview->is_german];
}

/* The winner is named first, or the player who waits. `names` holds what the phrase points to. */
static struct phrase title_of(const struct preview *preview, char names[ROW_SEATS][ROW_NAME_SIZE])
{
    const struct game_row *game = preview->game;
    if (!game)
        return (struct phrase){say(preview, preview->code[0] ? invitation_title : page_title),
                               {NULL, NULL}};
    int first = game->status == GAME_WIN && game->winner == 1;
    first ^= game->status == GAME_WAITING && game->seat[0].kind == SEAT_OPEN;
    preview_name(names[0], preview, first);
    preview_name(names[1], preview, 1 - first);
    return (struct phrase){say(preview, titles[game->status]), {names[0], names[1]}};
}

/* False for a plain game. */
static bool variant_title(char *out, size_t size, const struct preview *preview)
{
    const char *text = preview->game->board;
    struct ruleset rules;
    char board[ROW_BOARD_SIZE];
    if (ruleset_read(&rules, text, strlen(text)) != FF_OK || ruleset_is_plain(&rules))
        return false;
    ruleset_write_board(board, &rules);
    (void)snprintf(out, size, "%s %s", say(preview, variants[rules.variant]), board);
    return true;
}

static void board_title(char *out, size_t size, const struct preview *preview)
{
    const char *board = preview->game->board;
    const char *form = say(preview, strcmp(board, "7x6") == 0     ? classic
                                    : strcmp(board, "5x5x5") == 0 ? cube
                                                                  : other);
    (void)snprintf(out, size, "%.*s%s", (int)strcspn(form, "%"), form,
                   strchr(form, '%') ? board : "");
}

/* "Classic. 23 discs, won with a line. …" */
static void put_description(ff_text *out, const struct preview *preview)
{
    const struct game_row *game = preview->game;
    const struct phrase page = {say(preview, page_text), {NULL, NULL}};
    char number[16], board[64];
    if (!game) {
        put_phrase(out, &page);
        return;
    }
    bool is_over = game->status > GAME_PLAYING;
    bool is_variant = variant_title(board, sizeof board, preview);
    if (!is_variant)
        board_title(board, sizeof board, preview);
    (void)snprintf(number, sizeof number, "%d", game->ply + !is_over);
    const struct phrase phrase = {say(preview, is_over && is_variant          ? variant_over
                                               : is_over                      ? over
                                               : game->status == GAME_PLAYING ? running
                                                                              : waiting),
                                  {number, say(preview, endings[game->reason])}};
    text_put(out, board);
    text_put(out, ". ");
    put_phrase(out, &phrase);
}

static void put_title(ff_text *out, const char *property, const struct preview *preview)
{
    char names[ROW_SEATS][ROW_NAME_SIZE];
    const struct phrase title = title_of(preview, names);
    open_tag(out, "property", property);
    put_phrase(out, &title);
    close_tag(out);
}

static void put_pictures(ff_text *out, const struct preview *preview)
{
    char address[512], id[ID_TEXT_SIZE] = "", tag[PREVIEW_TAG_SIZE];
    preview_tag(tag, preview);
    if (preview->game)
        id_write(id, preview->game->id);
    (void)snprintf(address, sizeof address, "%s/api/%s%s%spicture.png?lang=%s&v=%s",
                   preview->origin, *id ? "games/" : "", id, *id ? "/" : "",
                   preview->is_german ? "de" : "en", tag);
    put_plain(out, "og:image", address);
    put_plain(out, "og:image:type", "image/png");
    put_plain(out, "og:image:width", "1200");
    put_plain(out, "og:image:height", "630");
    if (preview->game)
        put_title(out, "og:image:alt", preview);
    else
        put_plain(out, "og:image:alt", say(preview, page_image));
}

/* Some messengers open this address instead of the one that was shared, so an invitation keeps its code. */
static void put_address(ff_text *out, const struct preview *preview)
{
    char address[320], id[ID_TEXT_SIZE] = "";
    if (preview->game)
        id_write(id, preview->game->id);
    (void)snprintf(address, sizeof address, "%s/%s%s%s%s", preview->origin, *id ? "game/" : "", id,
                   preview->code[0] ? "?join=" : "", preview->code);
    put_plain(out, "og:url", address);
}

/* The same words for search engines and for previews. */
static void put_words(ff_text *out, const struct preview *preview)
{
    char names[ROW_SEATS][ROW_NAME_SIZE];
    const struct phrase title = title_of(preview, names);
    text_put(out, "<title>");
    put_phrase(out, &title);
    text_put(out, preview->game ? " · Fourfall</title>\n    " : "</title>\n    ");
    put_title(out, "og:title", preview);
    open_tag(out, "name", "description");
    put_description(out, preview);
    close_tag(out);
    open_tag(out, "property", "og:description");
    put_description(out, preview);
    close_tag(out);
}

ff_err preview_write(ff_text *out, const struct preview *preview)
{
    put_words(out, preview);
    put_plain(out, "og:type", "website");
    put_plain(out, "og:site_name", "Fourfall");
    put_plain(out, "og:locale", preview->is_german ? "de_DE" : "en_GB");
    put_plain(out, "og:locale:alternate", preview->is_german ? "en_GB" : "de_DE");
    if (*preview->origin) {
        put_address(out, preview);
        put_pictures(out, preview);
    }
    open_tag(out, "name", "twitter:card");
    text_put(out, "summary_large_image");
    close_tag(out);
    return text_result(out);
}
