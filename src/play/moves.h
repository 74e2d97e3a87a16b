/* Moves in notation (docs/variants.md), as far as rows need to know them: which characters belong to one move. A move is
 * the letter of a column, perhaps with a sign in front of it, or one of the characters `<`, `>` and `~` alone. */
#ifndef PLAY_MOVES_H
#define PLAY_MOVES_H

#include <stdbool.h>
#include <stddef.h>

/* One of the signs that a letter follows. */
static inline bool moves_is_sign(char c)
{
    return c == '-' || c == '_' || c == '@' || c == '=' || c == '+';
}

static inline bool moves_is_letter(char c)
{
    return (c >= '1' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The length of the move that a text begins with; 0: it begins with none. */
static inline size_t moves_first(const char *text)
{
    if (moves_is_sign(text[0]))
        return moves_is_letter(text[1]) ? 2 : 0;
    return moves_is_letter(text[0]) || text[0] == '<' || text[0] == '>' || text[0] == '~';
}

/* How many moves a text has; -1 if it has anything else. */
static inline int moves_count(const char *text)
{
    int count = 0;
    for (size_t len; *text; text += len, count++) {
        len = moves_first(text);
        if (len == 0)
            return -1;
    }
    return count;
}

#endif
