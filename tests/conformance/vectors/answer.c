/* The native half of the vectors: reads requests from stdin, a line each, asks the functions of
 * wasm/exports.h and prints what they answer. tests/conformance/vectors.test.mjs asks WebAssembly
 * the same and compares byte for byte.
 *
 *   new BOARD, open NOTATION, state JSON   "ERROR", behind a failure "ERROR FAULT"
 *   length N                               the same three calls with a length that is no length
 *   drop N, undo, redo, seek N             "ERROR"
 *   perft N, error N                       the count; the name and the text
 *   red NAME, yellow NAME, now MS          "ERROR"
 *   solver, solve SLICES                   "ERROR"; "ERROR LOW HIGH NODES"
 *   book FILE                              "ERROR PLY", and -1 for a file that cannot be read
 *   analyse, review, threats               "ERROR", then what was found
 *   stop N                                 the host stops the next thought when asked the Nth time
 *   bot LEVEL STYLE, choose SEED           "ERROR"; the column and the thought
 *   show                                   all there is to know, a line each
 *
 * In texts, both ways, %HH stands for a byte. An empty line ends each answer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/exports.h"

enum { SOLVER_BYTES = 4 << 20, BOOK_BYTES = 8 << 20, BOT_BYTES = 8 << 20, FILE_MAX = 1 << 20 };

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

static void answer_book(const char *argument, int number)
{
    static char data[FILE_MAX], memory[BOOK_BYTES];
    (void)number;
    FILE *file = fopen(argument, "rb");
    size_t len = file ? fread(data, 1, sizeof data, file) : 0;
    if (file)
        fclose(file);
    int err = ff_wasm_book_open(data, len, memory, sizeof memory);
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
    print_text("why", ff_wasm_status() ? -1 : ff_wasm_explanation());
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

/* One column beyond each side of the board is asked for too. */
static void show_columns(void)
{
    int columns = ff_wasm_width() * ff_wasm_depth();
    printf("can_drop");
    for (int column = -1; column <= columns; column++)
        printf(" %d", ff_wasm_can_drop(column));
    printf("\nheight");
    for (int column = -1; column <= columns; column++)
        printf(" %d", ff_wasm_column_height(column));
    printf("\nletters");
    for (int column = -1; column <= columns; column++)
        printf(" %d", ff_wasm_column_letter(column));
    printf("\ncolumns");
    for (int letter = 0; letter <= 128; letter++)
        printf(" %d", ff_wasm_column_read(letter));
    putchar('\n');
}

static void answer_show(const char *argument, int number)
{
    (void)argument;
    (void)number;
    printf("size %d %d %d %d\n", ff_wasm_width(), ff_wasm_height(), ff_wasm_depth(),
           ff_wasm_connect());
    printf("ply %d\nfirst %d\nend %d\nstatus %d\n", ff_wasm_ply(), ff_wasm_first(), ff_wasm_end(),
           ff_wasm_status());
    printf("turn %d\nwinner %d\n", ff_wasm_turn(), ff_wasm_winner());
    show_columns();
    print_bytes("cells", ff_wasm_cells());
    print_bytes("moves", ff_wasm_moves());
    print_bytes("lines", ff_wasm_lines());
    print_text("notation", ff_wasm_notation());
    print_text("words", ff_wasm_status_text());
    print_text("state", ff_wasm_write_state());
    print_text("svg", ff_wasm_svg());
}

static bool answer(char *line)
{
    static const struct request requests[] = {
        {"new", answer_new},       {"open", answer_open},       {"state", answer_state},
        {"drop", answer_drop},     {"undo", answer_undo},       {"redo", answer_redo},
        {"seek", answer_seek},     {"show", answer_show},       {"perft", answer_perft},
        {"error", answer_error},   {"length", answer_length},   {"red", answer_red},
        {"yellow", answer_yellow}, {"now", answer_now},         {"solver", answer_solver},
        {"solve", answer_solve},   {"book", answer_book},       {"analyse", answer_analyse},
        {"review", answer_review}, {"threats", answer_threats}, {"stop", answer_stop},
        {"bot", answer_bot},       {"choose", answer_choose}};
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
