/* The letters of the font as paths. Used by font.c only.
 *
 * A path is a list of commands with whole numbers; y goes up from the baseline, capitals are 70 high and small letters 50.
 *   m X Y                 begin here
 *   l X Y                 a line to here
 *   e X Y RX RY A B       an arc of the ellipse around X Y, from A to B degrees; a line leads to its beginning
 *                         unless the path begins with it
 */
#ifndef PICTURE_GLYPHS_H
#define PICTURE_GLYPHS_H

#include <stdint.h>

enum { GLYPH_CAP = 70, GLYPH_SMALL = 50, GLYPH_SPACING = 20 };

struct glyph {
    uint8_t letter;
    uint8_t width; /* from the leftmost to the rightmost middle of a stroke */
    const char *path;
};

/* A letter with a mark above, below or across it. */
enum glyph_mark {
    MARK_NONE,
    MARK_GRAVE,
    MARK_ACUTE,
    MARK_CIRCUMFLEX,
    MARK_TILDE,
    MARK_DIAERESIS,
    MARK_RING,
    MARK_CARON,
    MARK_MACRON,
    MARK_BREVE,
    MARK_DOT,
    MARK_DOUBLE_ACUTE,
    MARK_CEDILLA,
    MARK_OGONEK,
    MARK_SLASH,
    MARK_COUNT
};

/* Null if there is none. */
const struct glyph *glyph_find(uint32_t letter);

/* The plain letter and the mark of a letter of Latin-1 or Latin Extended-A; the letter itself and MARK_NONE for others. */
uint32_t glyph_plain(uint32_t letter, enum glyph_mark *mark);

/* The path of a mark around x = 0: y = 0 is just above the letter, or the baseline for those below. */
const char *glyph_mark_path(enum glyph_mark mark);

#endif
