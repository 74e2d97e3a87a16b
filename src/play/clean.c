#include "play/clean.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/text.h"

enum { MARKS_MAX = 2, TEXT_MAX = 1024 };

struct range {
    uint32_t first, last;
};

/* Characters that change the direction of writing, and characters without width. */
static const struct range dropped[] = {
    {0x00AD, 0x00AD}, {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160}, {0x17B4, 0x17B5},
    {0x180B, 0x180F}, {0x200B, 0x200B},   {0x200E, 0x200F},   {0x202A, 0x202E}, {0x2060, 0x206F},
    {0x2800, 0x2800}, {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0}, {0xFFF9, 0xFFFB},
    {0xE000, 0xF8FF}, {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF}};

static const struct range spaces[] = {
    {0x0009, 0x000D}, {0x0020, 0x0020}, {0x0085, 0x0085}, {0x00A0, 0x00A0}, {0x1680, 0x1680},
    {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};

/* Combining marks and joiners: they belong to the character before them. */
static const struct range marks[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x1AB0, 0x1AFF},
                                     {0x1DC0, 0x1DFF}, {0x200C, 0x200D}, {0x20D0, 0x20FF},
                                     {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};

static bool is_among(const struct range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

#define IS_AMONG(ranges, c) is_among(ranges, sizeof(ranges) / sizeof *(ranges), c)

static uint32_t decode(const char *s, int bytes)
{
    const unsigned char *u = (const unsigned char *)s;
    uint32_t c = bytes == 1 ? u[0] : u[0] & (0xFFu >> (bytes + 1));
    for (int i = 1; i < bytes; i++)
        c = c << 6 | (u[i] & 0x3Fu);
    return c;
}

struct cleaner {
    char text[TEXT_MAX];
    size_t len, size;
    int chars, marks;
    bool wants_space, is_long;
};

static void put(struct cleaner *cleaner, const char *bytes, int count)
{
    if (cleaner->len + (size_t)count >= cleaner->size) {
        cleaner->is_long = true;
        return;
    }
    memcpy(cleaner->text + cleaner->len, bytes, (size_t)count);
    cleaner->len += (size_t)count;
    cleaner->chars++;
}

static void take(struct cleaner *cleaner, const char *bytes, int count, uint32_t c)
{
    bool is_mark = IS_AMONG(marks, c);
    if (IS_AMONG(dropped, c))
        return;
    if (is_mark && (cleaner->len == 0 || cleaner->wants_space || cleaner->marks == MARKS_MAX))
        return;
    cleaner->marks = is_mark ? cleaner->marks + 1 : 0;
    if (cleaner->wants_space && cleaner->len > 0)
        put(cleaner, " ", 1);
    cleaner->wants_space = false;
    put(cleaner, bytes, count);
}

enum clean_result clean_text(char *out, size_t size, int max_chars, const char *text, size_t len)
{
    struct cleaner cleaner = {.size = size < TEXT_MAX ? size : TEXT_MAX};
    for (size_t at = 0; at < len && !cleaner.is_long;) {
        int bytes = text_utf8(text + at, len - at);
        bool is_malformed = bytes == 0; /* control characters too; some of them are spaces */
        uint32_t c = is_malformed ? (unsigned char)text[at] : decode(text + at, bytes);
        if (IS_AMONG(spaces, c) && (c < 0x80 || !is_malformed))
            cleaner.wants_space = true;
        else if (!is_malformed)
            take(&cleaner, text + at, bytes, c);
        at += is_malformed ? 1 : (size_t)bytes;
    }
    if (cleaner.is_long || cleaner.chars > max_chars)
        return CLEAN_LONG;
    if (cleaner.len == 0)
        return CLEAN_EMPTY;
    memcpy(out, cleaner.text, cleaner.len);
    out[cleaner.len] = '\0';
    return CLEAN_OK;
}
