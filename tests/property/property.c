#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEED_DEFAULT = 0x4F0F411 };

int property_cases(int otherwise)
{
    const char *text = getenv("FF_CASES");
    long cases = text ? strtol(text, NULL, 10) : 0;
    return cases > 0 && cases < 100000000 ? (int)cases : otherwise;
}

/* Every rule gets its own cases, unless FF_SEED asks for certain ones. */
static uint64_t property_seed(const char *name)
{
    const char *text = getenv("FF_SEED");
    if (text)
        return strtoull(text, NULL, 0);
    uint64_t seed = SEED_DEFAULT;
    for (; *name; name++)
        seed = (seed ^ (unsigned char)*name) * 0x100000001B3u;
    return seed;
}

void property_search(struct finding *out, property *check, int family, uint64_t seed, int cases)
{
    long tries = (long)cases * TRIES_PER_CASE + 100;
    out->cases = 0;
    out->seed = seed;
    while (out->cases < cases && tries-- > 0) {
        out->verdict = source_run(&out->smallest, check, family, out->seed);
        if (out->verdict == CASE_FAILS) {
            out->length_found = out->smallest.tape.length;
            source_shrink(&out->smallest, check);
            return;
        }
        out->cases += out->verdict == CASE_HOLDS;
        uint64_t state = out->seed;
        out->seed = source_random(&state);
    }
    out->verdict = out->cases == cases ? CASE_HOLDS : CASE_SKIPPED;
}

static void finding_print(const char *name, const struct finding *finding)
{
    const struct source *smallest = &finding->smallest;
    (void)fprintf(stderr, "property %s is false\n  %s\n", name, smallest->reason);
    (void)fprintf(stderr, "  case: %s\n", smallest->note);
    (void)fprintf(stderr, "  shrunk from %zu to %zu choices:", finding->length_found,
                  smallest->tape.length);
    for (size_t i = 0; i < smallest->tape.length; i++)
        (void)fprintf(stderr, " %u", smallest->tape.entry[i]);
    (void)fprintf(stderr, "\n  again: FF_SEED=%llu FF_CASES=1\n",
                  (unsigned long long)finding->seed);
}

void property_check(const char *name, property *check, int family)
{
    static struct finding finding;
    int cases = property_cases(CASES);
    property_search(&finding, check, family, property_seed(name), cases);
    if (finding.verdict == CASE_FAILS) {
        finding_print(name, &finding);
        fail_msg("%s", finding.smallest.reason);
    }
    if (finding.verdict == CASE_SKIPPED) {
        (void)fprintf(stderr, "property %s: only %d of %d cases could be made\n", name,
                      finding.cases, cases);
        fail_msg("too few cases");
    }
}
