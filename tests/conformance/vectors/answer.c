/* The native half of the vectors: reads requests from stdin, a line each, calls the functions of
 * wasm/exports.h and prints their results. tests/conformance/vectors.test.mjs makes the same calls
 * in WebAssembly and compares byte for byte.
 *
 *   new BOARD, open NOTATION, state JSON   "ERROR", behind a failure "ERROR FAULT"
 *   length N                               the same three calls with a invalid length
 *   drop N, undo, redo, seek N             "ERROR"
 *   perft N, error N                       the count; the name and the text
 *   red NAME, yellow NAME, now MS          "ERROR"
 *   solver, solve SLICES                   "ERROR"; "ERROR LOW HIGH NODES"
 *   book FILE                              "ERROR PLY", and -1 for a file that cannot be read
 *   analyse, review, threats               "ERROR", then what was found
 *   estimate, judge                        "ERROR", then what was found; judge reviews by estimates
 *   stop N                                 the host stops the next search at the Nth call
 *   network FILE                           "ERROR 1", or "ERROR 0" for a file that is no network
 *   bot LEVEL STYLE, choose SEED           "ERROR"; the column and the thought
 *   show                                   the snapshot and all texts, a line each
 *   layout                                 version and size of the snapshot, then the offset of each field
 *
 * In texts, both ways, %HH stands for a byte. An empty line ends each answer. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/exports.h"

enum {
    SOLVER_BYTES = 4 << 20,
    BOOK_BYTES = 8 << 20,
    BOT_BYTES = 8 << 20,
    NETWORK_BYTES = 1 << 20,
    FILE_MAX = 1 << 20
};

static int asks_left = -1; /* -1: never stop */

int ff_host_should_stop(void)
{
    return asks_left >= 0 && asks_left-- == 0;
}

struct request {
    const char *name;
    void (*answer)(const char *argument, int number);
};

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Puts the bytes an argument stands for into the buffer; returns how many. */
static int put_argument(const char *argument)
{
    char *buffer = ff_wasm_buffer();
    int len = 0;
    while (*argument && len < ff_wasm_buffer_size()) {
        bool is_escape = argument[0] == '%' && hex_digit(argument[1]) >= 0;
        if (is_escape)
            buffer[len++] = (char)(hex_digit(argument[1]) << 4 | hex_digit(argument[2]));
        else
            buffer[len++] = *argument;
        argument += is_escape ? 3 : 1;
    }
    return len;
}

/* What a call left in the buffer, as text on a line of its own. */
static void print_text(const char *label, int len)
{
    const char *buffer = ff_wasm_buffer();
    printf(len < 0 ? "%s none" : "%s ", label);
    for (int i = 0; i < len; i++) {
        if (buffer[i] >= ' ' && buffer[i] <= '~' && buffer[i] != '%')
            putchar(buffer[i]);
        else
            printf("%%%02x", (unsigned char)buffer[i]);
    }
    putchar('\n');
}

static void print_bytes(const char *label, int len)
{
    const char *buffer = ff_wasm_buffer();
    printf("%s ", label);
    for (int i = 0; i < len; i++)
        printf("%02x", (unsigned char)buffer[i]);
    putchar('\n');
}

static void print_outcome(int err)
{
    if (err)
        printf("%d %d\n", err, ff_wasm_fault());
    else
        puts("0");
}

static void answer_new(const char *argument, int number)
{
    (void)number;
    print_outcome(ff_wasm_new(put_argument(argument)));
}

static void answer_open(const char *argument, int number)
{
    (void)number;
    print_outcome(ff_wasm_open(put_argument(argument)));
}

static void answer_state(const char *argument, int number)
{
    (void)number;
    print_outcome(ff_wasm_read_state(put_argument(argument)));
}

static void answer_length(const char *argument, int number)
{
    (void)argument;
    print_outcome(ff_wasm_new(number));
    print_outcome(ff_wasm_open(number));
    print_outcome(ff_wasm_read_state(number));
}

static void answer_drop(const char *argument, int number)
{
    (void)argument;
    printf("%d\n", ff_wasm_drop(number));
}

/* The argument is the column and the id of the player: "3 player-1". */
static void answer_validate(const char *argument, int number)
{
    const char *id = strchr(argument, ' ');
    print_text("fault", ff_wasm_validate(put_argument(id ? id + 1 : ""), number));
}

static void answer_undo(const char *argument, int number)
{
    (void)argument;
    (void)number;
    printf("%d\n", ff_wasm_undo());
}

static void answer_redo(const char *argument, int number)
{
    (void)argument;
    (void)number;
    printf("%d\n", ff_wasm_redo());
}

static void answer_seek(const char *argument, int number)
{
    (void)argument;
    printf("%d\n", ff_wasm_seek(number));
}

static void answer_perft(const char *argument, int number)
{
    (void)argument;
    printf("%" PRIu64 "\n", ff_wasm_perft(number));
}

static void answer_error(const char *argument, int number)
{
    (void)argument;
    print_text("name", ff_wasm_error_name(number));
    print_text("error", ff_wasm_error_text(number));
}

static void answer_red(const char *argument, int number)
{
    (void)number;
    printf("%d\n", ff_wasm_set_name(0, put_argument(argument)));
}

static void answer_yellow(const char *argument, int number)
{
    (void)number;
    printf("%d\n", ff_wasm_set_name(1, put_argument(argument)));
}

static void answer_now(const char *argument, int number)
{
    (void)number;
    printf("%d\n", ff_wasm_set_now(strtod(argument, NULL)));
}

static void answer_solver(const char *argument, int number)
{
    static char memory[SOLVER_BYTES];
    (void)argument;
    (void)number;
    printf("%d\n", ff_wasm_solver_open(memory, sizeof memory));
}

static void answer_solve(const char *argument, int number)
{
    (void)argument;
    int err = ff_wasm_solve(number);
    printf("%d %d %d %" PRIu64 "\n", err, ff_wasm_solution_low(), ff_wasm_solution_high(),
           ff_wasm_solution_nodes());
}

static char file_data[FILE_MAX];

static size_t file_read(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t len = file ? fread(file_data, 1, sizeof file_data, file) : 0;
    if (file)
        fclose(file);
    return len;
}

static void answer_network(const char *argument, int number)
{
    static char memory[NETWORK_BYTES];
    (void)number;
    size_t len = file_read(argument);
    printf("%d %d\n", ff_wasm_network_open(file_data, len, memory, sizeof memory),
           ff_wasm_network_size(file_data, len) > 0);
}

static void answer_book(const char *argument, int number)
{
    static char memory[BOOK_BYTES];
    (void)number;
    size_t len = file_read(argument);
    int err = ff_wasm_book_open(file_data, len, memory, sizeof memory);
    printf("%d %d\n", err, ff_wasm_book_ply());
}

static void answer_analyse(const char *argument, int number)
{
    (void)argument;
    (void)number;
    printf("%d\n", ff_wasm_analyse());
    print_bytes("scores", ff_wasm_analysis_scores());
    printf("best %d\n", ff_wasm_analysis_best_columns());
    print_bytes("line", ff_wasm_analysis_line());
    bool is_over = ff_wasm_snapshot()->status != 0;
    print_text("why", is_over ? -1 : ff_wasm_explanation());
    print_bytes("reason", is_over ? 0 : ff_wasm_reason());
    for (int score = -3; score <= 3; score++)
        print_bytes("outlook", ff_wasm_outlook(score));
}

static void answer_review(const char *argument, int number)
{
    (void)argument;
    (void)number;
    int err;
    ff_wasm_review_begin();
    do
        err = ff_wasm_review_step();
    while (!err && ff_wasm_review_open() > 0);
    printf("%d\nfirst %d\n", err, ff_wasm_review_first());
    print_bytes("moves", ff_wasm_review_moves());
    for (int player = -1; player <= 2; player++)
        printf("accuracy %d\n", ff_wasm_review_accuracy(player));
    for (int verdict = -1; verdict <= 7; verdict++)
        print_text("verdict", ff_wasm_verdict_text(verdict));
}

static void print_memory(const char *label, const void *memory, size_t size)
{
    const unsigned char *bytes = memory;
    printf("%s ", label);
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

static void answer_estimate(const char *argument, int number)
{
    (void)argument;
    (void)number;
    int err = ff_wasm_estimate();
    printf("%d\n", err);
    print_memory("estimate", ff_wasm_estimate_result(), sizeof(ff_estimate));
    if (err)
        return;
    print_bytes("reason", ff_wasm_estimate_reason());
    print_text("why", ff_wasm_estimate_explanation());
}

static void answer_judge(const char *argument, int number)
{
    const ff_estimate_review *review = ff_wasm_estimate_review_result();
    int err;
    (void)argument;
    (void)number;
    ff_wasm_estimate_review_begin();
    do
        err = ff_wasm_estimate_review_step();
    while (!err && review->known <= review->count);
    printf("%d\n", err);
    print_memory("judged", review, offsetof(ff_estimate_review, point) + 6 * (FF_CELLS_MAX + 1));
}

static void answer_threats(const char *argument, int number)
{
    (void)argument;
    (void)number;
    print_bytes("threats", ff_wasm_threats());
}

static void answer_stop(const char *argument, int number)
{
    (void)argument;
    asks_left = number;
    puts("0");
}

static void answer_bot(const char *argument, int number)
{
    static char memory[BOT_BYTES];
    const char *space = strchr(argument, ' ');
    int style = space ? (int)strtol(space, NULL, 10) : 0;
    printf("%d\n", ff_wasm_bot_open(number, style, memory, sizeof memory));
}

static void answer_choose(const char *argument, int number)
{
    (void)argument;
    int column = ff_wasm_bot_choose((uint64_t)(int64_t)number);
    printf("%d %d %d %" PRIu64 "\n", column, ff_wasm_bot_column(), ff_wasm_bot_depth(),
           ff_wasm_bot_nodes());
}

static void show_numbers(const char *label, const uint8_t *bytes, int count)
{
    printf("%s", label);
    for (int i = 0; i < count; i++)
        printf(" %d", bytes[i]);
    putchar('\n');
}

static void show_hex(const char *label, const uint8_t *bytes, int count)
{
    printf("%s ", label);
    for (int i = 0; i < count; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

static void show_snapshot(const struct wasm_snapshot *at)
{
    printf("size %d %d %d %d\n", at->width, at->height, at->depth, at->connect);
    printf("ply %d\nfirst %d\nend %d\nstatus %d\n", at->ply, at->first, at->end, at->status);
    printf("turn %d\nwinner %d\n", at->turn, at->winner);
    show_numbers("can_drop", at->drops, at->columns);
    show_numbers("height", at->heights, at->columns);
    show_numbers("letters", at->letters, at->columns);
    show_hex("cells", at->cells, at->columns * at->height);
    show_hex("moves", at->moves, at->end - at->first);
    show_hex("lines", at->lines, at->lines_len);
    printf("name %.*s\n", at->name_len, at->name);
    printf("notation %.*s\n", at->notation_len ? at->notation_len : 4,
           at->notation_len ? at->notation : "none");
}

static void answer_show(const char *argument, int number)
{
    (void)argument;
    (void)number;
    show_snapshot(ff_wasm_snapshot());
    printf("columns");
    for (int letter = 0; letter <= 128; letter++)
        printf(" %d", ff_wasm_column_read(letter));
    putchar('\n');
    print_text("words", ff_wasm_status_text());
    print_text("state", ff_wasm_write_state());
    print_text("svg", ff_wasm_svg());
}

#define FIELD(name)                                 \
    {                                               \
#name, offsetof(struct wasm_snapshot, name) \
    }

static void answer_layout(const char *argument, int number)
{
    static const struct {
        const char *name;
        size_t offset;
    } fields[] = {
        FIELD(version),  FIELD(size),         FIELD(ply),       FIELD(first),    FIELD(end),
        FIELD(name_len), FIELD(notation_len), FIELD(lines_len), FIELD(width),    FIELD(height),
        FIELD(depth),    FIELD(connect),      FIELD(status),    FIELD(turn),     FIELD(winner),
        FIELD(columns),  FIELD(cells),        FIELD(moves),     FIELD(heights),  FIELD(drops),
        FIELD(letters),  FIELD(lines),        FIELD(name),      FIELD(notation), FIELD(zero)};
    (void)argument;
    (void)number;
    printf("%d %zu\n", WASM_SNAPSHOT_VERSION, sizeof(struct wasm_snapshot));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        printf("%s %zu\n", fields[i].name, fields[i].offset);
}

static bool answer(char *line)
{
    static const struct request requests[] = {
        {"new", answer_new},          {"open", answer_open},         {"state", answer_state},
        {"drop", answer_drop},        {"undo", answer_undo},         {"redo", answer_redo},
        {"seek", answer_seek},        {"show", answer_show},         {"perft", answer_perft},
        {"error", answer_error},      {"length", answer_length},     {"red", answer_red},
        {"yellow", answer_yellow},    {"now", answer_now},           {"solver", answer_solver},
        {"solve", answer_solve},      {"book", answer_book},         {"analyse", answer_analyse},
        {"review", answer_review},    {"threats", answer_threats},   {"stop", answer_stop},
        {"bot", answer_bot},          {"choose", answer_choose},     {"layout", answer_layout},
        {"network", answer_network},  {"estimate", answer_estimate}, {"judge", answer_judge},
        {"validate", answer_validate}};
    size_t count = sizeof requests / sizeof *requests, i = 0;
    size_t name_len = strcspn(line, " ");
    const char *argument = line[name_len] ? line + name_len + 1 : "";
    line[name_len] = '\0';
    while (i < count && strcmp(requests[i].name, line) != 0)
        i++;
    if (i == count)
        return false;
    requests[i].answer(argument, (int)strtol(argument, NULL, 10));
    putchar('\n');
    return true;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t len;
    bool is_ok = true;
    while (is_ok && (len = getline(&line, &size, stdin)) >= 0) {
        if (len > 0 && line[len - 1] == '\n')
            line[len - 1] = '\0';
        is_ok = answer(line);
    }
    if (!is_ok)
        fprintf(stderr, "vectors: unknown request '%s'\n", line);
    free(line);
    return is_ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
