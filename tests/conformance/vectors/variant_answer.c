/* The native half of the vectors of variants: reads requests from stdin, a line each, calls the functions of
 * wasm/variant.h and prints a line each. tests/conformance/variant_vectors.test.mjs makes the same
 * calls in WebAssembly and compares.
 *
 *   open TEXT               "ERROR FAULT"
 *   play N, seek N          "ERROR"
 *   show                    a hash of the snapshot's bytes, and one of the picture
 *   threats                 a hash of them
 *   bot LEVEL, choose SEED  "ERROR"; the move, its depth and nodes
 *   analyse                 "ERROR", and a hash of what was found
 *   review                  "ERROR", a hash of the review, and one of the better moves in notation
 *   layout                  version and size of the snapshot, then the offset of each field, on one line */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/variant.h"

enum { BOT_BYTES = 8 << 20 };

int ff_host_should_stop(void)
{
    return 0;
}

/* FNV-1a */
static uint64_t hash_of(const void *memory, size_t size)
{
    const unsigned char *bytes = memory;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static uint64_t buffer_hash(int len)
{
    return hash_of(ff_wasm_buffer(), len < 0 ? 0 : (size_t)len);
}

static void answer_open(const char *text)
{
    size_t len = strlen(text);
    memcpy(ff_wasm_buffer(), text, len);
    int err = ff_wasm_variant_open((int)len);
    printf("%d %d\n", err, ff_wasm_variant_fault());
}

static void answer_show(void)
{
    const struct wasm_variant_snapshot *at = ff_wasm_variant_snapshot();
    uint64_t facts = hash_of(at, sizeof *at);
    printf("%" PRIx64 " %" PRIx64 "\n", facts, buffer_hash(ff_wasm_variant_svg()));
}

static void answer_choose(uint64_t seed)
{
    int move = ff_wasm_variant_bot_choose(seed);
    printf("%d %d %d %" PRIu64 "\n", move, ff_wasm_variant_bot_move(), ff_wasm_variant_bot_depth(),
           ff_wasm_variant_bot_nodes());
}

static void answer_analyse(void)
{
    int err = ff_wasm_variant_analyse();
    printf("%d %" PRIx64 "\n", err,
           hash_of(ff_wasm_variant_analysis(), sizeof(ff_variant_analysis)));
}

static void answer_review(void)
{
    const ff_variant_review *review = ff_wasm_variant_review_result();
    char words[8 * FF_PLIES_MAX];
    size_t len = 0;
    int err = 0;
    ff_wasm_variant_review_begin();
    while (!err && review->known <= review->count)
        err = ff_wasm_variant_review_step();
    for (int i = 0; i < review->count; i++) {
        int written = ff_wasm_variant_review_better(i);
        memcpy(words + len, ff_wasm_buffer(), (size_t)written);
        len += (size_t)written;
    }
    printf("%d %" PRIx64 " %" PRIx64 "\n", err, hash_of(review, sizeof *review),
           hash_of(words, len));
}

#define FIELD(name) printf(" %s %zu", #name, offsetof(struct wasm_variant_snapshot, name))

static void answer_layout(void)
{
    printf("%d %zu", WASM_VARIANT_SNAPSHOT_VERSION, sizeof(struct wasm_variant_snapshot));
    FIELD(version), FIELD(size), FIELD(ply), FIELD(end), FIELD(name_len), FIELD(notation_len);
    FIELD(lines_len), FIELD(legal_count), FIELD(width), FIELD(height), FIELD(depth), FIELD(connect);
    FIELD(status), FIELD(turn), FIELD(winner), FIELD(columns), FIELD(variant), FIELD(has_pie);
    FIELD(task), FIELD(from), FIELD(is_filled), FIELD(is_swapped), FIELD(powers), FIELD(turns);
    FIELD(kept), FIELD(cells), FIELD(specials), FIELD(heights), FIELD(letters), FIELD(legal);
    FIELD(moves), FIELD(movers), FIELD(texts), FIELD(lines), FIELD(name), FIELD(notation);
    putchar('\n');
}

static bool answer(const char *name, const char *argument)
{
    static char memory[BOT_BYTES];
    int number = (int)strtol(argument, NULL, 10);
    if (strcmp(name, "open") == 0)
        answer_open(argument);
    else if (strcmp(name, "play") == 0)
        printf("%d\n", ff_wasm_variant_play(number));
    else if (strcmp(name, "seek") == 0)
        printf("%d\n", ff_wasm_variant_seek(number));
    else if (strcmp(name, "show") == 0)
        answer_show();
    else if (strcmp(name, "threats") == 0)
        printf("%" PRIx64 "\n", buffer_hash(ff_wasm_variant_threats()));
    else if (strcmp(name, "bot") == 0)
        printf("%d\n", ff_wasm_variant_bot_open(number, 0, memory, sizeof memory));
    else if (strcmp(name, "choose") == 0)
        answer_choose((uint64_t)number);
    else if (strcmp(name, "analyse") == 0)
        answer_analyse();
    else if (strcmp(name, "review") == 0)
        answer_review();
    else if (strcmp(name, "layout") == 0)
        answer_layout();
    else
        return false;
    return true;
}

int main(void)
{
    static char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        size_t name_len = strcspn(line, " ");
        const char *argument = line[name_len] ? line + name_len + 1 : "";
        line[name_len] = '\0';
        if (!answer(line, argument)) {
            fprintf(stderr, "variant-vectors: unknown request '%s'\n", line);
            return EXIT_FAILURE;
        }
    }
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
