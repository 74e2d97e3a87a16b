#include "base/skeleton.h"

#include <string.h>

#include "base/skeleton_table.h"
#include "base/utf8.h"

/* ICU's numbers of the scripts that may be mixed. */
enum {
    SCRIPT_BOPOMOFO = 5,
    SCRIPT_HAN = 17,
    SCRIPT_HANGUL = 18,
    SCRIPT_HIRAGANA = 20,
    SCRIPT_KATAKANA = 22,
    SCRIPT_LATIN = 25
};

static const struct skeleton_entry *entry_of(uint32_t c)
{
    size_t from = 0, to = skeleton_count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (skeleton_table[middle].c < c)
            from = middle + 1;
        else
            to = middle;
    }
    return from < skeleton_count && skeleton_table[from].c == c ? &skeleton_table[from] : NULL;
}

static bool is_left_out(uint32_t c)
{
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return c < 0x80 && !is_letter && !(c >= '0' && c <= '9');
}

struct writer {
    char *out;
    size_t len;
};

static void put(struct writer *w, uint32_t c)
{
    if (is_left_out(c) || w->len + 4 >= SKELETON_SIZE)
        return;
    if (c < 0x80) {
        w->out[w->len++] = (char)c;
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
    w->out[w->len++] = (char)(lead[more] | c >> (6 * more));
    while (more-- > 0)
        w->out[w->len++] = (char)(0x80 | (c >> (6 * more) & 0x3F));
}

static void put_like(struct writer *w, uint32_t c)
{
    const struct skeleton_entry *entry = entry_of(c);
    if (!entry) {
        put(w, c);
        return;
    }
    for (size_t i = 0; i < sizeof entry->like / sizeof *entry->like && entry->like[i]; i++)
        put(w, entry->like[i]);
}

void skeleton_write(char out[SKELETON_SIZE], const char *text)
{
    struct writer w = {out, 0};
    size_t len = strlen(text), bytes;
    uint32_t c;
    for (size_t at = 0; at < len; at += bytes) {
        bytes = utf8_next(text + at, len - at, &c);
        if (bytes)
            put_like(&w, c);
        else
            bytes = 1;
    }
    if (w.len == 0) {
        w.len = len < SKELETON_SIZE ? len : SKELETON_SIZE - 1;
        memcpy(out, text, w.len);
    }
    out[w.len] = '\0';
}

int64_t skeleton_hash(const char *text)
{
    char skeleton[SKELETON_SIZE];
    uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a */
    skeleton_write(skeleton, text);
    for (const char *at = skeleton; *at; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001B3);
    hash &= INT64_MAX;
    return hash ? (int64_t)hash : 1;
}

/* 0 for characters that belong to no script, or to several. */
static uint8_t script_of(uint32_t c)
{
    size_t from = 0, to = script_count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (script_table[middle].last < c)
            from = middle + 1;
        else
            to = middle;
    }
    return from < script_count && script_table[from].first <= c ? script_table[from].script : 0;
}

/* The sets of scripts that a name may have, as bits: Latin and those of one East Asian language. */
static uint32_t bit_of(uint8_t script)
{
    static const uint8_t known[] = {SCRIPT_LATIN,    SCRIPT_HAN,      SCRIPT_HIRAGANA,
                                    SCRIPT_KATAKANA, SCRIPT_BOPOMOFO, SCRIPT_HANGUL};
    for (size_t i = 0; i < sizeof known; i++)
        if (known[i] == script)
            return UINT32_C(1) << i;
    return 0;
}

enum { JAPANESE = 0x0F, CHINESE = 0x13, KOREAN = 0x23 };

bool skeleton_is_mixed(const char *text)
{
    size_t len = strlen(text), bytes;
    uint32_t c, east = 0;
    uint8_t other = 0;
    bool is_mixed = false;
    for (size_t at = 0; at < len; at += bytes ? bytes : 1) {
        bytes = utf8_next(text + at, len - at, &c);
        uint8_t script = bytes ? script_of(c) : 0;
        uint32_t bit = bit_of(script);
        east |= bit;
        if (script && !bit) {
            is_mixed |= other && other != script;
            other = script;
        }
    }
    bool is_language = !(east & ~(uint32_t)JAPANESE) || !(east & ~(uint32_t)CHINESE) ||
                       !(east & ~(uint32_t)KOREAN);
    return is_mixed || (other && east) || !is_language;
}
