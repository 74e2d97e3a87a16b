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
    CASES = 1000,        /* random cases of a rule, on each family of boards */
    SHRINK_MAX = 20000,  /* maximal number of replays for shrinking */
    TRIES_PER_CASE = 40, /* a generator that gives up more often is wrong */
};

typedef enum verdict { CASE_HOLDS, CASE_FAILS, CASE_SKIPPED } verdict;

struct tape {
    size_t length;
    uint32_t entry[TAPE_MAX];
};

/* The source of a case's choices, and its description. */
struct source {
    struct tape tape;
    size_t at;
    bool is_replay;
    uint64_t random;
    int family; /* the family of boards; the kit only passes it on */
    char reason[NOTE_MAX];
    char note[NOTE_MAX];
};

typedef verdict property(struct source *source);

/* The result of a search for a counterexample. With CASE_FAILS, tape, reason and note are those of
 * the smallest case. CASE_SKIPPED: too few cases could be generated. */
struct finding {
    verdict verdict;
    int cases;     /* cases that held */
    uint64_t seed; /* of the failed case before shrinking */
    size_t length_found;
    struct source smallest;
};

/* The next number of a splitmix64 sequence. */
uint64_t source_random(uint64_t *state);

/* A choice of 0..count-1; 0 after the end of the tape. */
uint32_t source_choose(struct source *source, uint32_t count);
int source_between(struct source *source, int low, int high);

/* True in one of `count` cases. */
bool source_chance(struct source *source, uint32_t count);

/* Adds to the description of the case. */
void source_note(struct source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Records where and why the case breaks the rule; returns CASE_FAILS. */
verdict source_refute(struct source *source, const char *file, int line, const char *claim);

/* Runs one case: a new one from a seed, or the one on the tape. Afterwards the tape holds exactly
 * its choices. */
verdict source_run(struct source *source, property *check, int family, uint64_t seed);
verdict source_replay(struct source *source, property *check);

/* Shrinks a failing case while it still fails. */
void source_shrink(struct source *source, property *check);

/* Searches for a counterexample. */
void property_search(struct finding *out, property *check, int family, uint64_t seed, int cases);

/* The number of cases of a rule: FF_CASES, or the number given. */
int property_cases(int otherwise);

/* Fails the running cmocka test, with a report on stderr, unless the rule holds. */
void property_check(const char *name, property *check, int family);

#define HOLD(source, claim)                                           \
    do {                                                              \
        if (!(claim))                                                 \
            return source_refute(source, __FILE__, __LINE__, #claim); \
    } while (0)

/* Skips the case if a generator could not make what was asked for. */
#define GIVEN(made)               \
    do {                          \
        verdict given_ = (made);  \
        if (given_ != CASE_HOLDS) \
            return given_;        \
    } while (0)

#endif
