#include "base/utf8.h"

#include <string.h>

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/* How many bytes a character with this first byte has; 0 if no character begins with it. */
static size_t length_of(uint8_t lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

size_t utf8_next(const char *text, size_t len, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t *s = (const uint8_t *)text;
    size_t count = len > 0 ? length_of(s[0]) : 0;
    if (count == 0 || count > len)
        return 0;
    uint32_t c = count == 1 ? s[0] : s[0] & (0x7Fu >> count);
    for (size_t i = 1; i < count; i++) {
        if (!is_continuation(s[i]))
            return 0;
        c = c << 6 | (s[i] & 0x3Fu);
    }
    if (c < smallest[count] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0;
    if (code)
        *code = c;
    return count;
}

/* The length of the ASCII run at the beginning. Reads eight bytes at a time, because nearly all
 * text is ASCII. */
static size_t ascii_run(const char *text, size_t len)
{
    size_t i = 0;
    for (; i + 8 <= len; i += 8) {
        uint64_t word;
        memcpy(&word, text + i, 8);
        if (word & UINT64_C(0x8080808080808080))
            break;
    }
    while (i < len && !(text[i] & 0x80))
        i++;
    return i;
}

bool utf8_is_valid(const char *text, size_t len)
{
    for (size_t i = ascii_run(text, len); i < len;) {
        size_t count = utf8_next(text + i, len - i, NULL);
        if (count == 0)
            return false;
        i += count;
        i += ascii_run(text + i, len - i);
    }
    return true;
}

size_t utf8_count(const char *text, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += !is_continuation((uint8_t)text[i]);
    return count;
}

/* Characters that names and chat must not contain: control characters, line separators,
 * bidirectional controls, invisible format characters that make two names look alike, and code
 * points that are no characters. The joiners of emoji and of Indic scripts are allowed. */
static bool is_unclean(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x0000, 0x001F}, {0x007F, 0x009F}, {0x00AD, 0x00AD},   {0x061C, 0x061C}, {0x180E, 0x180E},
        {0x200B, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F}, {0xFDD0, 0xFDEF},
        {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
    };
    if ((code & 0xFFFE) == 0xFFFE)
        return true;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

/* Spaces of every width, tabs and line ends: all of them separate words. */
static bool is_blank(uint32_t code)
{
    return code == ' ' || (code >= '\t' && code <= '\r') || code == 0x85 || code == 0xA0 ||
           code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
           code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

size_t utf8_clean(char *text, size_t len)
{
    size_t to = 0;
    bool has_gap = false;
    for (size_t from = 0; from < len;) {
        uint32_t code = 0;
        size_t count = utf8_next(text + from, len - from, &code);
        if (count > 0 && is_blank(code)) {
            has_gap = to > 0;
        } else if (count > 0 && !is_unclean(code)) {
            /* There is always space for it: the gap was at least one byte long. */
            if (has_gap)
                text[to++] = ' ';
            has_gap = false;
            memmove(text + to, text + from, count);
            to += count;
        }
        from += count ? count : 1;
    }
    return to;
}
