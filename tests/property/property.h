/* Property testing: a rule is checked on many random cases; a case that breaks it is made as small
 * as can be and shown with the seed that brings it back.
 *
 * A case is nothing but a tape of choices. The first time they are drawn at random and written
 * down; a replay reads them back. So whatever a generator builds can be shrunk without the
 * generator knowing: the tape gets shorter or its entries lower, and the rule is asked again.
 * Generators therefore put their simplest choice at 0.
 *
 * FF_SEED sets the seed of the first case, FF_CASES how many cases each rule gets. */
#ifndef PROPERTY_H
#define PROPERTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TAPE_MAX = 4096,
    NOTE_MAX = 1024,
    CASES = 1000,        /* a rule's random cases, on each family of boards */
    SHRINK_MAX = 20000,  /* replays spent on making a case smaller */
    TRIES_PER_CASE = 40, /* a generator that gives up more often than this is itself at fault */
};

typedef enum verdict { CASE_HOLDS, CASE_FAILS, CASE_SKIPPED } verdict;

struct tape {
    size_t length;
    uint32_t entry[TAPE_MAX];
};

/* Where a case takes its choices from, and what it says about itself. */
struct source {
    struct tape tape;
    size_t at;
    bool is_replay;
    uint64_t random;
    int family; /* which kind of boards generators shall make; the kit only hands it on */
    char reason[NOTE_MAX];
    char note[NOTE_MAX];
};

typedef verdict property(struct source *source);

/* What a search for a counterexample brought. With CASE_FAILS the tape, reason and note are those
 * of the smallest case; CASE_SKIPPED says that too few cases could be made. */
struct finding {
    verdict verdict;
    int cases;     /* those that held */
    uint64_t seed; /* of the case that failed, before it was shrunk */
    size_t length_found;
    struct source smallest;
};

/* The next number of a splitmix64 sequence. */
uint64_t source_random(uint64_t *state);

/* A choice of 0..count-1; 0 once the tape is used up. */
uint32_t source_choose(struct source *source, uint32_t count);
int source_between(struct source *source, int low, int high);

/* True in one of `count` cases. */
bool source_chance(struct source *source, uint32_t count);

/* Adds to the description of the case. */
void source_note(struct source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says where and why the case breaks the rule; CASE_FAILS. */
verdict source_refute(struct source *source, const char *file, int line, const char *claim);

/* Runs one case: a new one from a seed, or the one on the tape. Afterwards the tape holds exactly
 * the choices that were made. */
verdict source_run(struct source *source, property *check, int family, uint64_t seed);
verdict source_replay(struct source *source, property *check);

/* Makes a failing case smaller while it still fails. */
void source_shrink(struct source *source, property *check);

/* Searches for a counterexample. */
void property_search(struct finding *out, property *check, int family, uint64_t seed, int cases);

/* How many cases a rule gets: FF_CASES, or the number given. */
int property_cases(int otherwise);

/* Fails the running cmocka test, with a report on stderr, unless the rule holds. */
void property_check(const char *name, property *check, int family);

#define HOLD(source, claim)                                           \
    do {                                                              \
        if (!(claim))                                                 \
            return source_refute(source, __FILE__, __LINE__, #claim); \
    } while (0)

/* Leaves the case when a generator could not make what was asked for. */
#define GIVEN(made)               \
    do {                          \
        verdict given_ = (made);  \
        if (given_ != CASE_HOLDS) \
            return given_;        \
    } while (0)

#endif
