#include "cli/book_file.h"

#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_MAX = 64 << 20 };

/* Lists ply after ply. Each position has at most `width` children; duplicates are removed afterwards. */
static bool list_positions(struct book_file *file)
{
    uint64_t *from = malloc(sizeof *from);
    size_t count = 1;
    if (!from)
        return false;
    from[0] = file->geo.bottom;
    for (int ply = 1; ply <= file->ply; ply++) {
        size_t most = count * (size_t)file->geo.width;
        uint64_t *to = malloc(most * sizeof *to), *spare = malloc(most * sizeof *spare);
        if (to && spare)
            count = book_next_ply(&file->geo, from, count, to, spare, most);
        bool is_listed = to && spare;
        free(spare);
        free(from);
        from = to;
        if (!is_listed) {
            free(from);
            return false;
        }
    }
    file->keys = from;
    file->count = count;
    return true;
}

bool book_file_new(struct book_file *file, int ply)
{
    *file = (struct book_file){.ply = ply};
    geometry_init(&file->geo, ff_classic.width, ff_classic.height);
    if (!list_positions(file))
        return false;
    file->scores = calloc(file->count, 1);
    if (!file->scores)
        book_file_free(file);
    return file->scores != NULL;
}

void book_file_free(struct book_file *file)
{
    free(file->keys);
    free(file->scores);
    file->keys = NULL;
    file->scores = NULL;
}

/* The whole file, with its length; null with errno if it cannot be read. */
static uint8_t *read_file(const char *path, size_t *len)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    uint8_t *bytes = malloc(BYTES_MAX);
    if (bytes)
        *len = fread(bytes, 1, BYTES_MAX, in);
    int problem = ferror(in) ? errno : 0;
    (void)fclose(in);
    if (!problem)
        return bytes;
    free(bytes);
    errno = problem;
    return NULL;
}

static void put_u32(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static void file_header(const struct book_file *file, uint8_t header[BOOK_HEADER])
{
    static const uint8_t magic[4] = {'F', 'F', 'B', '1'};
    memcpy(header, magic, sizeof magic);
    put_u32(header + 4, (uint32_t)file->ply);
    put_u32(header + 8, (uint32_t)file->count);
    put_u32(header + 12, ff_book_checksum(file->scores, file->count));
}

const char *book_file_load(struct book_file *file, const char *path)
{
    uint8_t expected[BOOK_HEADER];
    size_t len = 0;
    uint8_t *bytes = read_file(path, &len);
    if (!bytes)
        return errno == ENOENT ? NULL : strerror(errno);
    bool is_ours = len == BOOK_HEADER + file->count;
    if (is_ours) {
        memcpy(file->scores, bytes + BOOK_HEADER, file->count);
        file_header(file, expected);
        is_ours = memcmp(bytes, expected, BOOK_HEADER) == 0;
    }
    free(bytes);
    return is_ours ? NULL : "not a book of this ply, or damaged";
}

int book_file_save(const struct book_file *file, const char *path)
{
    uint8_t header[BOOK_HEADER];
    char beside[4096];
    if ((size_t)snprintf(beside, sizeof beside, "%s.new", path) >= sizeof beside) {
        errno = ENAMETOOLONG;
        return -1;
    }
    FILE *out = fopen(beside, "wb");
    if (!out)
        return -1;
    file_header(file, header);
    bool is_written = fwrite(header, 1, sizeof header, out) == sizeof header &&
                      fwrite(file->scores, 1, file->count, out) == file->count;
    is_written = fclose(out) == 0 && is_written;
    if (is_written && rename(beside, path) == 0)
        return 0;
    int problem = errno;
    (void)unlink(beside);
    errno = problem;
    return -1;
}

size_t book_file_known(const struct book_file *file)
{
    size_t known = 0;
    for (size_t i = 0; i < file->count; i++)
        known += file->scores[i] != BOOK_UNKNOWN;
    return known;
}

ff_position book_file_position(const struct book_file *file, const ff_rules *rules, size_t index)
{
    struct book_position p = book_decode(&file->geo, file->keys[index]);
    ff_position position = ff_position_start(rules);
    position.ply = (uint16_t)file->ply;
    position.discs[file->ply % 2][0] = p.me;
    position.discs[(file->ply + 1) % 2][0] = p.all ^ p.me;
    for (int x = 0; x < file->geo.width; x++)
        position.height[x] =
            (uint8_t)__builtin_popcountll(p.all & UINT64_C(0x7F) << x * file->geo.pitch);
    return position;
}

const char *book_memory_open(struct book_memory *book, const char *path)
{
    enum { SCALE = 12 }; /* a book of ply 10 has ten times the positions of ply 8 */
    size_t len = 0, size = (size_t)SCALE * FF_BOOK_MEMORY;
    uint8_t *bytes = read_file(path, &len);
    *book = (struct book_memory){NULL, NULL};
    if (!bytes)
        return strerror(errno);
    book->memory = malloc(size);
    ff_err err =
        book->memory ? ff_book_open(&book->book, bytes, len, book->memory, size) : FF_E_BOOK_MEMORY;
    free(bytes);
    if (!err)
        return NULL;
    book_memory_close(book);
    return ff_err_text(err);
}

/* Looks for a book in the source tree and in the installation, relative to the program. */
static const char *find_book(char *path, size_t size, const char *name)
{
    static const char *const folders[] = {"../data", "../share/fourfall"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char relative[64];
        (void)snprintf(relative, sizeof relative, "%s/%s", folders[i], name);
        const char *found = cli_beside_program(path, size, relative);
        if (found)
            return found;
    }
    return NULL;
}

int book_memory_open_default(struct book_memory *book, enum book_reach reach)
{
    char path[4096];
    const char *named = getenv("FOURFALL_BOOK");
    *book = (struct book_memory){NULL, NULL};
    if (!named && reach == BOOK_DEEP)
        named = find_book(path, sizeof path, "classic-10.book");
    if (!named)
        named = find_book(path, sizeof path, "classic.book");
    const char *problem = named ? book_memory_open(book, named) : NULL;
    return problem ? cli_fail(CLI_BAD_INPUT, "book %s: %s", named, problem) : 0;
}

void book_memory_close(struct book_memory *book)
{
    free(book->memory);
    *book = (struct book_memory){NULL, NULL};
}

/* Published counts by ply (J. Tromp, M. Böck). */
const struct book_count book_facts[BOOK_PLY_MAX + 1] = {
    {1, 0, 0},
    {1, 2, 4},
    {27, 12, 10},
    {35, 58, 145},
    {690, 200, 230},
    {1080, 697, 2486},
    {10889, 1943, 3590},
    {17507, 5944, 31408},
    {124624, 14676, 44975},
    {197749, 42896, 317541},
    {1122696, 97532, 442395},
};

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* A key stands for a position and its mirror image: 2, or 1 if both are the same. */
static long key_weight(const struct geometry *geo, uint64_t key)
{
    struct book_position p = book_decode(geo, key);
    uint64_t column = (UINT64_C(1) << geo->pitch) - 1, unmirrored = p.me + p.all + geo->bottom;
    for (int x = 0; x < geo->width; x++) {
        uint64_t left = unmirrored >> x * geo->pitch & column;
        uint64_t right = unmirrored >> (geo->width - 1 - x) * geo->pitch & column;
        if (left != right)
            return 2;
    }
    return 1;
}

/* Positions whose last move completed a line: all winning moves of the ply before, without duplicates. */
static long count_finished(int ply)
{
    struct book_file before;
    long total = 0;
    size_t found = 0;
    if (ply == 0 || !book_file_new(&before, ply - 1))
        return 0;
    uint64_t *keys = malloc(before.count * (size_t)before.geo.width * sizeof *keys);
    for (size_t i = 0; keys && i < before.count; i++) {
        struct book_position p = book_decode(&before.geo, before.keys[i]);
        uint64_t wins = search_wins(&before.geo, p.me) & book_moves(&before.geo, p);
        for (; wins; wins &= wins - 1)
            keys[found++] =
                book_key(&before.geo, (struct book_position){p.all ^ p.me, p.all | (wins & -wins)});
    }
    if (found)
        qsort(keys, found, sizeof *keys, compare_keys);
    for (size_t i = 0; i < found; i++)
        if (i == 0 || keys[i] != keys[i - 1])
            total += key_weight(&before.geo, keys[i]);
    free(keys);
    book_file_free(&before);
    return total;
}

struct book_count book_file_count(const ff_book *book, int ply)
{
    struct book_count count = {0, 0, 0};
    struct book_file list;
    ff_rules rules;
    (void)ff_rules_init(&rules, ff_classic);
    if (!book_file_new(&list, ply))
        return count;
    for (size_t i = 0; i < list.count; i++) {
        ff_position p = book_file_position(&list, &rules, i);
        int score = 0;
        (void)ff_book_score(book, &p, &score);
        int first = ply % 2 ? -score : score;
        long *outcome = first > 0 ? &count.won : first < 0 ? &count.lost : &count.drawn;
        *outcome += key_weight(&list.geo, list.keys[i]);
    }
    book_file_free(&list);
    *(ply % 2 ? &count.won : &count.lost) += count_finished(ply);
    return count;
}
