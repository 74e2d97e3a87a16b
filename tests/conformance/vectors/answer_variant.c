/* The requests about games of variants, which have a module of their own in WebAssembly:
 *
 *   variant-open NOTATION           "ERROR", behind a failure "ERROR FAULT"
 *   variant-play N, variant-seek N  "ERROR"
 *   variant-name SEAT NAME          "ERROR"
 *   variant-show                    the snapshot and the picture
 *   variant-threats                 the threats
 *   variant-bot LEVEL STYLE         "ERROR"
 *   variant-choose SEED             the move and the thought
 *   variant-analyse                 "ERROR", then what was found */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "wasm/variant.h"

enum { BOT_BYTES = 8 << 20 };

static void print_hex(const char *label, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    printf("%s ", label);
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

/* Both sides take a snapshot after each request that changes the game: what is unused in it keeps the bytes
 * of earlier ones. */
static void look(void)
{
    (void)ff_wasm_variant_snapshot();
}

static void answer_open(const char *argument, int number)
{
    (void)number;
    int err = ff_wasm_variant_open(put_argument(argument));
    printf(err ? "%d %d\n" : "%d\n", err, ff_wasm_variant_fault());
    look();
}

static void answer_play(const char *argument, int number)
{
    (void)argument;
    printf("%d\n", ff_wasm_variant_play(number));
    look();
}

static void answer_seek(const char *argument, int number)
{
    (void)argument;
    printf("%d\n", ff_wasm_variant_seek(number));
    look();
}

static void answer_name(const char *argument, int number)
{
    const char *name = strchr(argument, ' ');
    printf("%d\n", ff_wasm_variant_set_name(number, put_argument(name ? name + 1 : "")));
}

static void answer_show(const char *argument, int number)
{
    (void)argument;
    (void)number;
    const struct wasm_variant_snapshot *snapshot = ff_wasm_variant_snapshot();
    print_hex("snapshot", snapshot, snapshot->size);
    print_text("svg", ff_wasm_variant_svg());
}

static void answer_threats(const char *argument, int number)
{
    (void)argument;
    (void)number;
    int len = ff_wasm_variant_threats();
    print_hex("threats", ff_wasm_buffer(), (size_t)len);
}

static void answer_bot(const char *argument, int number)
{
    static char memory[BOT_BYTES];
    const char *style = strchr(argument, ' ');
    printf("%d\n", ff_wasm_variant_bot_open(number, style ? (int)strtol(style, NULL, 10) : 0,
                                            memory, sizeof memory));
}

static void answer_choose(const char *argument, int number)
{
    (void)argument;
    int move = ff_wasm_variant_bot_choose((uint64_t)number);
    printf("%d %d %d %" PRIu64 "\n", move, ff_wasm_variant_bot_move(), ff_wasm_variant_bot_depth(),
           ff_wasm_variant_bot_nodes());
}

static void answer_analyse(const char *argument, int number)
{
    (void)argument;
    (void)number;
    printf("%d\n", ff_wasm_variant_analyse());
    print_hex("analysis", ff_wasm_variant_analysis(), sizeof(ff_variant_analysis));
}

const struct request variant_requests[] = {
    {"variant-open", answer_open},       {"variant-play", answer_play},
    {"variant-seek", answer_seek},       {"variant-name", answer_name},
    {"variant-show", answer_show},       {"variant-threats", answer_threats},
    {"variant-bot", answer_bot},         {"variant-choose", answer_choose},
    {"variant-analyse", answer_analyse},
};
const size_t variant_request_count = sizeof variant_requests / sizeof *variant_requests;
