#include "property.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

uint64_t source_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint32_t source_draw(struct source *source, uint32_t count)
{
    if (source->is_replay)
        return source->at < source->tape.length ? source->tape.entry[source->at] : 0;
    return (uint32_t)((source_random(&source->random) >> 32) * count >> 32);
}

uint32_t source_choose(struct source *source, uint32_t count)
{
    if (count <= 1 || source->at == TAPE_MAX)
        return 0;
    uint32_t value = source_draw(source, count);
    if (value >= count)
        value = count - 1;
    source->tape.entry[source->at++] = value;
    return value;
}

int source_between(struct source *source, int low, int high)
{
    return low + (int)source_choose(source, (uint32_t)(high - low + 1));
}

bool source_chance(struct source *source, uint32_t count)
{
    return source_choose(source, count) + 1 == count;
}

void source_note(struct source *source, const char *format, ...)
{
    size_t used = strlen(source->note);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(source->note + used, sizeof source->note - used, format, args);
    va_end(args);
}

verdict source_refute(struct source *source, const char *file, int line, const char *claim)
{
    (void)snprintf(source->reason, sizeof source->reason, "%s:%d: %s", file, line, claim);
    return CASE_FAILS;
}

static verdict source_go(struct source *source, property *check)
{
    source->at = 0;
    source->reason[0] = source->note[0] = 0;
    verdict answer = check(source);
    /* A replay may stop early or read zeros past the end. Keep only the choices that were made,
     * without trailing zeros, which are implied. */
    source->tape.length = source->at;
    while (source->tape.length && !source->tape.entry[source->tape.length - 1])
        source->tape.length--;
    return answer;
}

verdict source_run(struct source *source, property *check, int family, uint64_t seed)
{
    source->family = family;
    source->random = seed;
    source->is_replay = false;
    return source_go(source, check);
}

verdict source_replay(struct source *source, property *check)
{
    source->is_replay = true;
    return source_go(source, check);
}
