#include "property.h"

#include <string.h>

/* The search for a smaller case: the best so far, the current trial, and the tries left. */
struct shrink {
    struct source *best;
    struct source trial;
    property *check;
    int left;
};

/* A shorter tape is smaller; of equally long tapes the one with the lower first difference. */
static bool tape_is_smaller(const struct tape *a, const struct tape *b)
{
    if (a->length != b->length)
        return a->length < b->length;
    for (size_t i = 0; i < a->length; i++)
        if (a->entry[i] != b->entry[i])
            return a->entry[i] < b->entry[i];
    return false;
}

static bool shrink_accepts(struct shrink *shrink)
{
    if (shrink->left-- <= 0 || source_replay(&shrink->trial, shrink->check) != CASE_FAILS)
        return false;
    if (!tape_is_smaller(&shrink->trial.tape, &shrink->best->tape))
        return false;
    *shrink->best = shrink->trial;
    return true;
}

static void tape_delete(struct tape *tape, size_t at, size_t count)
{
    size_t rest = tape->length - at - count;
    memmove(tape->entry + at, tape->entry + at + count, rest * sizeof *tape->entry);
    tape->length -= count;
}

static bool shrink_by_deleting(struct shrink *shrink, size_t count)
{
    bool did = false;
    for (size_t at = shrink->best->tape.length; at-- > 0;) {
        if (at + count > shrink->best->tape.length)
            continue;
        shrink->trial = *shrink->best;
        tape_delete(&shrink->trial.tape, at, count);
        did |= shrink_accepts(shrink);
    }
    return did;
}

static bool shrink_entry_to(struct shrink *shrink, size_t at, uint32_t value)
{
    if (at >= shrink->best->tape.length || value >= shrink->best->tape.entry[at])
        return false;
    shrink->trial = *shrink->best;
    shrink->trial.tape.entry[at] = value;
    return shrink_accepts(shrink);
}

static bool shrink_by_lowering(struct shrink *shrink)
{
    bool did = false;
    for (size_t at = 0; at < shrink->best->tape.length; at++) {
        uint32_t value = shrink->best->tape.entry[at];
        bool went_down = shrink_entry_to(shrink, at, 0) || shrink_entry_to(shrink, at, value / 2);
        went_down = went_down || (value && shrink_entry_to(shrink, at, value - 1));
        did |= went_down;
    }
    return did;
}

/* Generators draw a count and then that many entries: to remove an entry, its count must decrease,
 * too. */
static bool shrink_entry_with(struct shrink *shrink, size_t at)
{
    for (size_t other = at + 1; other < shrink->best->tape.length; other++) {
        if (!shrink->best->tape.entry[at])
            return false;
        shrink->trial = *shrink->best;
        shrink->trial.tape.entry[at]--;
        tape_delete(&shrink->trial.tape, other, 1);
        if (shrink_accepts(shrink))
            return true;
    }
    return false;
}

static bool shrink_by_counting_down(struct shrink *shrink)
{
    bool did = false;
    for (size_t at = 0; at < shrink->best->tape.length; at++)
        while (shrink->left > 0 && shrink_entry_with(shrink, at))
            did = true;
    return did;
}

/* If only a sum matters, the next entry must grow by what an entry loses. */
static bool shrink_by_passing_on(struct shrink *shrink)
{
    bool did = false;
    for (size_t at = 0; at + 1 < shrink->best->tape.length; at++) {
        for (uint32_t step = shrink->best->tape.entry[at]; step > 0; step /= 2) {
            shrink->trial = *shrink->best;
            if (at + 1 >= shrink->trial.tape.length || shrink->trial.tape.entry[at] < step)
                break;
            shrink->trial.tape.entry[at] -= step;
            shrink->trial.tape.entry[at + 1] += step;
            did |= shrink_accepts(shrink);
        }
    }
    return did;
}

void source_shrink(struct source *source, property *check)
{
    static struct shrink shrink; /* two tapes are large for the stack */
    shrink = (struct shrink){.best = source, .check = check, .left = SHRINK_MAX};
    for (bool did = true; did && shrink.left > 0;) {
        did = false;
        for (size_t count = 32; count > 0; count /= 2)
            did |= shrink_by_deleting(&shrink, count);
        did |= shrink_by_lowering(&shrink);
        did |= shrink_by_counting_down(&shrink);
        did |= shrink_by_passing_on(&shrink);
    }
    /* The last trial may have failed to shrink: restore reason and note of the best case. */
    (void)source_replay(source, check);
}
