#include "cli/strategy_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

enum {
    BUFFER_BYTES = 1 << 20,
    COMPACT_MOST = 1 << 30,
    HEAD_BYTES = 40,
    SUM_AT = 36,
    TABLE_HEAD = 13
};

static const char table_magic[8] = {'F', 'F', 'T', 'A', 'B', 'L', 'E', '1'};
static const char compact_magic[8] = {'F', 'F', 'P', 'R', 'O', 'O', 'F', '1'};

static void number_put(uint8_t *out, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t number_at(const uint8_t *at, int bytes)
{
    uint64_t number = 0;
    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | at[i];
    return number;
}

static void board_put(uint8_t *out, ff_board b)
{
    const uint8_t bytes[4] = {(uint8_t)b.width, (uint8_t)b.height, (uint8_t)b.depth,
                              (uint8_t)b.connect};
    memcpy(out, bytes, sizeof bytes);
}

/* The number of lines, and each as the number of its moves and their columns. */
static bool lines_write(FILE *file, const struct prove_line *lines, int count)
{
    uint8_t number[2];
    number_put(number, (uint64_t)count, 2);
    bool is_written = fwrite(number, 2, 1, file) == 1;
    for (int i = 0; i < count && is_written; i++) {
        size_t len = lines[i].game.end;
        number_put(number, len, 2);
        is_written =
            fwrite(number, 2, 1, file) == 1 && fwrite(lines[i].game.moves, 1, len, file) == len;
    }
    return is_written;
}

static int file_fail(const char *path)
{
    return cli_fail(CLI_BAD_INPUT, "cannot write %s: %s", path, strerror(errno));
}

/* ---- the table ---- */

int table_file_open(struct table_file *out, const char *path, const struct prove_job *job,
                    const struct prove_line *lines, int count)
{
    uint8_t head[TABLE_HEAD], number[8] = {0};
    memcpy(head, table_magic, sizeof table_magic);
    board_put(head + 8, job->rules.board);
    head[12] = (uint8_t)job->attacker;
    *out = (struct table_file){.file = fopen(path, "wb"), .path = path};
    if (!out->file)
        return file_fail(path);
    (void)setvbuf(out->file, NULL, _IOFBF, BUFFER_BYTES);
    if (fwrite(head, sizeof head, 1, out->file) != 1 || !lines_write(out->file, lines, count) ||
        (out->count_at = ftell(out->file)) < 0 || fwrite(number, 8, 1, out->file) != 1)
        return file_fail(path);
    return 0;
}

/* A column's discs from the bottom, 1 for Red, below a 1 that marks the height. */
static uint16_t column_code(const ff_position *p, int column)
{
    uint16_t code = 1;
    for (int row = p->height[column] - 1; row >= 0; row--) {
        int cell = column * p->rules->board.height + row;
        code = (uint16_t)(2 * code + (ff_position_cell(p, cell) == FF_RED));
    }
    return code;
}

bool table_file_record(void *file, const ff_position *p, int column)
{
    struct table_file *table = file;
    uint8_t record[2 * FF_COLUMNS_MAX + 1];
    size_t len = 0, bytes = p->rules->board.height < 8 ? 1 : 2;
    for (int i = 0; i < p->rules->columns; i++, len += bytes)
        number_put(record + len, column_code(p, i), (int)bytes);
    record[len++] = (uint8_t)column;
    table->count++;
    return fwrite(record, len, 1, table->file) == 1;
}

int table_file_close(struct table_file *table, bool is_whole)
{
    uint8_t number[8];
    int status = 0;
    if (!table->file)
        return 0;
    number_put(number, table->count, 8);
    if (is_whole && (fseek(table->file, table->count_at, SEEK_SET) != 0 ||
                     fwrite(number, 8, 1, table->file) != 1))
        status = file_fail(table->path);
    if (fclose(table->file) != 0 && is_whole && !status)
        status = file_fail(table->path);
    table->file = NULL;
    if (!is_whole || status)
        (void)unlink(table->path);
    return status;
}

/* ---- the compact form ---- */

/* FNV-1a, begun with 2166136261. */
static uint32_t checksum(uint32_t hash, const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ bytes[i]) * UINT32_C(16777619);
    return hash;
}

/* Of the head and the ranks. A damaged line is another claim, which the walk does not confirm. */
static uint32_t compact_sum(const uint8_t *head, const uint8_t *ranks, size_t len)
{
    return checksum(checksum(UINT32_C(2166136261), head, SUM_AT), ranks, len);
}

static bool compact_put(FILE *file, const struct compact_head *head, const struct prove_line *lines,
                        int count, const struct rank_coder *coder)
{
    uint8_t bytes[HEAD_BYTES] = {0};
    memcpy(bytes, compact_magic, sizeof compact_magic);
    board_put(bytes + 8, head->board);
    bytes[12] = (uint8_t)head->attacker;
    number_put(bytes + 16, head->network_checksum, 4);
    number_put(bytes + 20, head->positions, 8);
    number_put(bytes + 28, head->choices, 8);
    number_put(bytes + SUM_AT, compact_sum(bytes, coder->bytes, coder->len), 4);
    return fwrite(bytes, sizeof bytes, 1, file) == 1 && lines_write(file, lines, count) &&
           fwrite(coder->bytes, 1, coder->len, file) == coder->len;
}

int compact_write(const char *path, const struct compact_head *head, const struct prove_line *lines,
                  int count, const struct rank_coder *coder)
{
    if (coder->has_failed)
        return cli_fail(CLI_BAD_INPUT, "not enough memory for the strategy");
    FILE *file = fopen(path, "wb");
    if (!file)
        return file_fail(path);
    bool is_written = compact_put(file, head, lines, count, coder);
    if (fclose(file) != 0 || !is_written)
        return file_fail(path);
    return 0;
}

/* Reads a whole file. Null, or why not. */
static const char *file_read(const char *path, uint8_t **bytes, size_t *size)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    const char *problem = NULL;
    if (!file)
        return strerror(errno);
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > COMPACT_MOST)
        problem = "this is no strategy";
    *size = problem ? 0 : (size_t)about.st_size;
    *bytes = problem ? NULL : malloc(*size + 1);
    if (!problem && !*bytes)
        problem = "not enough memory";
    if (!problem && fread(*bytes, 1, *size, file) != *size)
        problem = "the file cannot be read";
    (void)fclose(file);
    return problem;
}

/* Finds the end of the lines. */
static const char *compact_measure(struct compact_file *c)
{
    size_t at = c->lines_at;
    c->lines = (int)number_at(c->bytes + at - 2, 2);
    if (c->lines > PROVE_LINES_MAX)
        return "the strategy has too many lines";
    for (int i = 0; i < c->lines; i++) {
        size_t len = at + 2 <= c->size ? (size_t)number_at(c->bytes + at, 2) : c->size;
        if (len > FF_CELLS_MAX || c->size - at < 2 + len)
            return "the file is too short";
        at += 2 + len;
    }
    c->ranks_at = at;
    uint32_t sum = compact_sum(c->bytes, c->bytes + at, c->size - at);
    return sum == number_at(c->bytes + SUM_AT, 4) ? NULL : "the file is damaged";
}

static const char *compact_parse(struct compact_file *c)
{
    const uint8_t *b = c->bytes;
    if (c->size < HEAD_BYTES + 2 || memcmp(b, compact_magic, sizeof compact_magic) != 0)
        return "this is no compact strategy";
    c->head = (struct compact_head){.board = {b[8], b[9], b[10], b[11]},
                                    .attacker = b[12] & 1,
                                    .network_checksum = (uint32_t)number_at(b + 16, 4),
                                    .positions = number_at(b + 20, 8),
                                    .choices = number_at(b + 28, 8)};
    c->lines_at = HEAD_BYTES + 2;
    return compact_measure(c);
}

int compact_read(struct compact_file *out, const char *path)
{
    ff_rules rules;
    *out = (struct compact_file){.bytes = NULL};
    const char *problem = file_read(path, &out->bytes, &out->size);
    if (!problem)
        problem = compact_parse(out);
    if (!problem && ff_rules_init(&rules, out->head.board))
        problem = "the file is damaged";
    if (!problem)
        return 0;
    free(out->bytes);
    out->bytes = NULL;
    return cli_fail(CLI_BAD_INPUT, "%s: %s", path, problem);
}

bool compact_lines(const struct compact_file *file, const ff_rules *rules, struct prove_line *lines)
{
    const uint8_t *at = file->bytes + file->lines_at;
    for (int i = 0; i < file->lines; i++) {
        size_t len = (size_t)number_at(at, 2);
        lines[i] = (struct prove_line){.verdict = PROVE_OPEN};
        lines[i].game = ff_game_start(rules);
        for (size_t move = 0; move < len; move++)
            if (ff_game_drop(&lines[i].game, at[2 + move]) != FF_OK)
                return false;
        if (lines[i].game.position.status != FF_PLAYING)
            return false;
        at += 2 + len;
    }
    return true;
}
