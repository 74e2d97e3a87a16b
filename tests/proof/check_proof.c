/* check-proof FILE: an independent checker of strategies that `fourfall prove --strategy` writes.
 *
 * It shares no code with the program: the board is an array of cells, a win is looked for line by
 * line, positions are compared byte by byte, and every reply of the defender is tried. If it accepts
 * a file, then the attacker wins after each line of the file, whatever the defender plays.
 *
 * The file, all numbers little-endian: "FFTABLE1"; width, height, depth, connect, and the attacker
 * (0 Red, who begins, 1 Yellow), a byte each; the number of lines (2 bytes), and for each line the
 * number of its moves (2 bytes) and their columns (x + width * z, a byte each); the number of records
 * (8 bytes); the records. A record is a position where the attacker moves and cannot win at once, and
 * the column of its move. Each column of the position is a number of one byte, of two if the height
 * is 8 or more: bit r is the disc in row r, 1 for Red; above the discs is a 1, above that zeros. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 256, COLUMNS = 52, LINES = CELLS * 13, CODE_BYTES = 2 * COLUMNS };
enum { EMPTY, RED, YELLOW };
enum { FAILED = 0xFFFF };

/* The board. A cell is row + height * column. */
static int width, height, depth, connect, columns, cells, attacker;
static int cell[CELLS], filled[COLUMNS], path[CELLS], ply;
static int line_count, line_cell[LINES][8];
static int through_count[CELLS], through[CELLS][8 * 13];

/* The file. */
static uint8_t *file;
static size_t size, records_at, record_bytes;
static uint64_t records;
static uint32_t *place; /* record numbers + 1, by a hash of their positions; 0: empty */
static size_t places;
static uint16_t *plies; /* of each record: until the win, or 0 if it was not checked yet */
static uint64_t checked;

static int refuse(const char *reason)
{
    printf("refused: %s", reason);
    if (ply > 0)
        printf(" after");
    for (int i = 0; i < ply; i++)
        printf("%c%d", i ? ',' : ' ', path[i]);
    printf("\n");
    return FAILED;
}

/* ---- rules ---- */

static bool is_inside(int x, int y, int z)
{
    return x >= 0 && x < width && y >= 0 && y < height && z >= 0 && z < depth;
}

/* A line from a first cell in a direction, if all of it is on the board. */
static void line_add(int x, int y, int z, const int step[3])
{
    int last = connect - 1;
    if (!is_inside(x + last * step[0], y + last * step[1], z + last * step[2]))
        return;
    for (int i = 0; i < connect; i++) {
        int column = (x + i * step[0]) + width * (z + i * step[2]);
        int c = (y + i * step[1]) + height * column;
        line_cell[line_count][i] = c;
        through[c][through_count[c]++] = line_count;
    }
    line_count++;
}

/* Of two opposite directions the one whose first step that is not 0 is positive. */
static void find_lines(void)
{
    for (int d = 0; d < 27; d++) {
        int step[3] = {d / 9 - 1, d / 3 % 3 - 1, d % 3 - 1};
        if (d <= 13)
            continue;
        for (int c = 0; c < cells; c++)
            line_add(c / height % width, c % height, c / height / width, step);
    }
}

/* Whether a disc of this colour in an empty cell completes a line. */
static bool completes(int c, int color)
{
    for (int i = 0; i < through_count[c]; i++) {
        const int *line = line_cell[through[c][i]];
        int own = 0;
        while (own < connect && (line[own] == c || cell[line[own]] == color))
            own++;
        if (own == connect)
            return true;
    }
    return false;
}

static int landing(int column)
{
    return filled[column] + height * column;
}

static int color_to_move(void)
{
    return ply % 2 == 0 ? RED : YELLOW;
}

static void drop(int column)
{
    cell[landing(column)] = color_to_move();
    filled[column]++;
    path[ply++] = column;
}

static void lift(void)
{
    int column = path[--ply];
    filled[column]--;
    cell[landing(column)] = EMPTY;
}

static bool can_win_now(void)
{
    for (int column = 0; column < columns; column++)
        if (filled[column] < height && completes(landing(column), color_to_move()))
            return true;
    return false;
}

/* ---- records ---- */

static size_t code_size(void)
{
    return (size_t)columns * (height < 8 ? 1 : 2);
}

/* The position on the board as in a record. */
static void encode(uint8_t *out)
{
    for (int column = 0; column < columns; column++) {
        unsigned code = 1U << filled[column];
        for (int row = 0; row < filled[column]; row++)
            if (cell[row + height * column] == RED)
                code |= 1U << row;
        *out++ = (uint8_t)code;
        if (height >= 8)
            *out++ = (uint8_t)(code >> 8);
    }
}

static const uint8_t *record(uint64_t number)
{
    return file + records_at + number * record_bytes;
}

/* The place of a position: of its record, or the empty one where it would be. The hash only says
 * where to begin; positions are compared as a whole. */
static size_t find(const uint8_t *code)
{
    uint64_t hash = 1469598103934665603U;
    for (size_t i = 0; i < code_size(); i++)
        hash = (hash ^ code[i]) * 1099511628211U;
    size_t at = (size_t)(hash ^ hash >> 32) % places;
    while (place[at] && memcmp(record(place[at] - 1), code, code_size()) != 0)
        at = (at + 1) % places;
    return at;
}

static bool index_records(void)
{
    places = (size_t)records * 2 + 1;
    place = calloc(places, sizeof *place);
    plies = calloc((size_t)records + 1, sizeof *plies);
    if (!place || !plies || records >= UINT32_MAX) {
        (void)refuse("not enough memory");
        return false;
    }
    for (uint64_t i = 0; i < records; i++) {
        size_t at = find(record(i));
        if (place[at]) {
            (void)refuse("a position has two records");
            return false;
        }
        place[at] = (uint32_t)(i + 1);
    }
    return true;
}

/* ---- the check ---- */

static int check_attacker(void);

/* Every reply. The number of plies until the attacker's win at the latest, or FAILED. */
static int check_replies(void)
{
    int latest = 0;
    for (int column = 0; column < columns; column++) {
        if (filled[column] == height)
            continue;
        if (completes(landing(column), color_to_move()))
            return refuse("the defender wins");
        drop(column);
        int after = check_attacker();
        lift();
        if (after == FAILED)
            return FAILED;
        if (after + 1 > latest)
            latest = after + 1;
    }
    return latest == 0 ? refuse("the board is full") : latest;
}

static int check_attacker(void)
{
    uint8_t code[CODE_BYTES] = {0};
    encode(code);
    size_t at = find(code);
    if (!place[at])
        return can_win_now() ? 1 : refuse("no record and no win");
    uint32_t number = place[at] - 1;
    int column = record(number)[code_size()];
    if (plies[number])
        return plies[number];
    if (column >= columns || filled[column] == height)
        return refuse("a move that is not legal");
    checked++;
    bool wins = completes(landing(column), color_to_move());
    drop(column);
    int after = wins ? 0 : check_replies();
    lift();
    plies[number] = (uint16_t)(after == FAILED ? FAILED : after + 1);
    return plies[number];
}

/* Plays the moves of a line. */
static bool play_line(const uint8_t *moves, int count)
{
    memset(cell, 0, sizeof cell);
    memset(filled, 0, sizeof filled);
    ply = 0;
    for (int i = 0; i < count; i++) {
        if (moves[i] >= columns || filled[moves[i]] == height ||
            completes(landing(moves[i]), color_to_move()))
            return false;
        drop(moves[i]);
    }
    return true;
}

static bool check_line(const uint8_t *moves, int count)
{
    if (!play_line(moves, count)) {
        (void)refuse("a line of the file is no game, or it is over");
        return false;
    }
    int after = ply % 2 == attacker ? check_attacker() : check_replies();
    if (after == FAILED)
        return false;
    for (int i = 0; i < count; i++)
        printf("%s%d", i ? "," : "", moves[i]);
    printf("%s wins at ply %d at the latest\n",
           count == 0 ? (attacker ? "the empty board: Yellow" : "the empty board: Red")
           : attacker ? ": Yellow"
                      : ": Red",
           ply + after);
    return true;
}

/* ---- the file ---- */

static uint64_t number_at(size_t at, int bytes)
{
    uint64_t number = 0;
    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | file[at + (size_t)i];
    return number;
}

static bool read_file(const char *name)
{
    FILE *in = fopen(name, "rb");
    if (!in || fseek(in, 0, SEEK_END) != 0)
        return false;
    long end = ftell(in);
    size = end > 0 ? (size_t)end : 0;
    file = malloc(size + 1);
    bool is_read = file && fseek(in, 0, SEEK_SET) == 0 && fread(file, 1, size, in) == size;
    (void)fclose(in);
    return is_read;
}

static bool read_board(void)
{
    if (size < 15 || memcmp(file, "FFTABLE1", 8) != 0)
        return false;
    width = file[8];
    height = file[9];
    depth = file[10];
    connect = file[11];
    attacker = file[12];
    columns = width * depth;
    cells = columns * height;
    return width >= 1 && height >= 1 && height <= 12 && depth >= 1 && columns <= COLUMNS &&
           cells <= CELLS && connect >= 3 && connect <= 8 && attacker <= 1;
}

/* The lines begin at byte 15. The records behind them must fill the rest of the file. */
static bool find_records(void)
{
    size_t at = 15;
    for (uint64_t i = 0; i < number_at(13, 2); i++) {
        if (at + 2 > size || number_at(at, 2) > (uint64_t)cells)
            return false;
        at += 2 + (size_t)number_at(at, 2);
    }
    if (at + 8 > size)
        return false;
    records = number_at(at, 8);
    records_at = at + 8;
    record_bytes = code_size() + 1;
    return records <= size && records * record_bytes == size - records_at;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: check-proof FILE\n");
        return 2;
    }
    if (!read_file(argv[1]) || !read_board() || !find_records()) {
        (void)refuse("this is no whole strategy");
        return 1;
    }
    find_lines();
    bool is_right = index_records();
    uint64_t lines = number_at(13, 2);
    size_t at = 15;
    for (uint64_t i = 0; i < lines && is_right; i++) {
        int count = (int)number_at(at, 2);
        is_right = check_line(file + at + 2, count);
        at += 2 + (size_t)count;
    }
    if (is_right)
        printf("accepted: %llu lines, %llu positions, %llu of %llu records used\n",
               (unsigned long long)lines, (unsigned long long)checked, (unsigned long long)checked,
               (unsigned long long)records);
    free(place);
    free(plies);
    free(file);
    return is_right ? 0 : 1;
}
