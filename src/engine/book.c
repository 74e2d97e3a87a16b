#include "engine/book.h"

/* Uses the masks of the search for any board. */
#define SEARCH_WIDTH 0
#define SEARCH_HEIGHT 0
#define SEARCH_BOTTOM UINT64_C(0)
#include "engine/search_table.h"

struct ff_book {
    struct geometry geo;
    int ply;
    size_t begin[BOOK_PLY_MAX + 2]; /* where the keys of each ply begin */
    uint64_t *keys;
    int8_t *scores;
};

/* Adding the discs of the player to move to all discs plus one a column puts a bit on top of each
 * column's own discs, so that both can be read back. */
uint64_t book_key(const struct geometry *geo, struct book_position p)
{
    uint64_t key = key_of(geo, p.me, p.all), other = mirror(geo, key);
    return other < key ? other : key;
}

struct book_position book_decode(const struct geometry *geo, uint64_t key)
{
    struct book_position p = {0, 0};
    uint64_t column = (UINT64_C(1) << geo->pitch) - 1;
    for (int x = 0; x < geo->width; x++) {
        uint64_t bits = key >> x * geo->pitch & column;
        uint64_t top = UINT64_C(1) << (63 - __builtin_clzll(bits));
        p.me |= (bits - top) << x * geo->pitch;
        p.all |= (top - 1) << x * geo->pitch;
    }
    return p;
}

uint64_t book_moves(const struct geometry *geo, struct book_position p)
{
    return (p.all + geo->bottom) & geo->board;
}

bool book_can_win(const struct geometry *geo, struct book_position p)
{
    return (search_wins(geo, p.me) & book_moves(geo, p)) != 0;
}

/* Radix sort by nine bits at a time, least significant first, in six passes: 54 bits cover the 49
 * of a key, and after an even number of passes the result is back in `keys`. Both arrays hold
 * `count` keys. */
static void sort_keys(uint64_t *keys, uint64_t *spare, size_t count)
{
    enum { DIGIT = 9, DIGITS = 1 << DIGIT, KEY_BITS = 54 };
    for (int shift = 0; shift < KEY_BITS; shift += DIGIT) {
        size_t at[DIGITS + 1] = {0};
        for (size_t i = 0; i < count; i++)
            at[(keys[i] >> shift & (DIGITS - 1)) + 1]++;
        for (int i = 1; i <= DIGITS; i++)
            at[i] += at[i - 1];
        for (size_t i = 0; i < count; i++)
            spare[at[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
        uint64_t *swap = keys;
        keys = spare;
        spare = swap;
    }
}

static size_t drop_repeated(uint64_t *keys, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || keys[i] != keys[kept - 1])
            keys[kept++] = keys[i];
    return kept;
}

size_t book_next_ply(const struct geometry *geo, const uint64_t *from, size_t count, uint64_t *to,
                     uint64_t *spare, size_t room)
{
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        struct book_position p = book_decode(geo, from[i]);
        for (uint64_t moves = book_moves(geo, p); moves; moves &= moves - 1) {
            uint64_t move = moves & -moves;
            if (has_line(geo, p.me | move))
                continue;
            if (next == room)
                return SIZE_MAX;
            to[next++] = book_key(geo, (struct book_position){p.all ^ p.me, p.all | move});
        }
    }
    sort_keys(to, spare, next);
    return drop_repeated(to, next);
}

/* ---- opening ---- */

static uint32_t read_u32(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

uint32_t ff_book_checksum(const uint8_t *bytes, size_t len)
{
    uint32_t sum = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

/* "FFB1", ply, three zeros, the number of scores, their checksum. */
static ff_err header_read(int *ply, size_t *count, const uint8_t *data, size_t len)
{
    bool is_book = len >= BOOK_HEADER && data[0] == 'F' && data[1] == 'F' && data[2] == 'B' &&
                   data[3] == '1' && data[4] >= 1 && data[4] <= BOOK_PLY_MAX;
    if (!is_book || read_u32(data + 8) != len - BOOK_HEADER)
        return FF_E_BOOK;
    if (read_u32(data + 12) != ff_book_checksum(data + BOOK_HEADER, len - BOOK_HEADER))
        return FF_E_BOOK;
    *ply = data[4];
    *count = len - BOOK_HEADER;
    return FF_OK;
}

/* Lists the plies one after the other at the start of the space and sorts at its end. */
static bool book_list(ff_book *book, size_t room)
{
    book->keys[0] = book->geo.bottom;
    book->begin[0] = 0;
    book->begin[1] = 1;
    for (int ply = 1; ply <= book->ply; ply++) {
        size_t at = book->begin[ply], before = book->begin[ply - 1], free_keys = (room - at) / 2;
        size_t count = book_next_ply(&book->geo, book->keys + before, at - before, book->keys + at,
                                     book->keys + at + free_keys, free_keys);
        if (count == SIZE_MAX)
            return false;
        book->begin[ply + 1] = at + count;
    }
    return true;
}

static bool book_find(const ff_book *book, uint64_t key, int ply, int *score)
{
    /* Binary search without branches: no processor could predict which half. */
    size_t at = book->begin[ply], count = book->begin[ply + 1] - at;
    while (count > 1) {
        size_t half = count / 2;
        at += book->keys[at + half] <= key ? half : 0;
        count -= half;
    }
    if (count == 0 || book->keys[at] != key)
        return false;
    *score = book->scores[at];
    return true;
}

/* The best score of a position's moves. Each of them is in the book or wins at once. */
static int book_ask_moves(const ff_book *book, struct book_position p, int ply)
{
    int cells = book->geo.cells, best = -cells;
    if (book_can_win(&book->geo, p))
        return (cells + 1 - ply) / 2;
    for (uint64_t moves = book_moves(&book->geo, p); moves; moves &= moves - 1) {
        struct book_position next = {p.all ^ p.me, p.all | (moves & -moves)};
        int score = 0;
        (void)book_find(book, book_key(&book->geo, next), ply + 1, &score);
        best = -score > best ? -score : best;
    }
    return best;
}

static ff_err book_fill(ff_book *book, const uint8_t *bytes, size_t count)
{
    size_t last = book->begin[book->ply];
    if (book->begin[book->ply + 1] - last != count)
        return FF_E_BOOK;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == BOOK_UNKNOWN)
            return FF_E_BOOK;
        book->scores[last + i] = (int8_t)(bytes[i] - BOOK_BIAS);
    }
    for (int ply = book->ply - 1; ply >= 0; ply--)
        for (size_t i = book->begin[ply]; i < book->begin[ply + 1]; i++)
            book->scores[i] =
                (int8_t)book_ask_moves(book, book_decode(&book->geo, book->keys[i]), ply);
    return FF_OK;
}

ff_err ff_book_open(ff_book **out, const void *data, size_t len, void *memory, size_t size)
{
    int ply;
    size_t count, offset = (64 - (uintptr_t)memory % 64) % 64;
    ff_err err = header_read(&ply, &count, data, len);
    if (err)
        return err;
    /* A key and its score take nine bytes. All scores come after the space for keys. */
    if (size < offset + sizeof(ff_book) + 64)
        return FF_E_BOOK_MEMORY;
    ff_book *book = (ff_book *)(void *)((char *)memory + offset);
    size_t room = (size - offset - sizeof(ff_book)) / 9;
    *book = (ff_book){.ply = ply};
    geometry_init(&book->geo, ff_classic.width, ff_classic.height);
    book->keys = (uint64_t *)(void *)(book + 1);
    book->scores = (int8_t *)(book->keys + room);
    if (!book_list(book, room))
        return FF_E_BOOK_MEMORY;
    err = book_fill(book, (const uint8_t *)data + BOOK_HEADER, count);
    if (!err)
        *out = book;
    return err;
}

bool ff_book_score(const ff_book *book, const ff_position *position, int *score)
{
    const ff_board b = position->rules->board;
    if (!ff_board_equal(b, ff_classic) || position->ply > book->ply ||
        position->status != FF_PLAYING)
        return false;
    struct book_position p = {position->discs[position->ply % 2][0],
                              position->discs[0][0] | position->discs[1][0]};
    return book_find(book, book_key(&book->geo, p), position->ply, score);
}

int ff_book_ply(const ff_book *book)
{
    return book->ply;
}
