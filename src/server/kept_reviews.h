/* Reviews that time has cut short, kept by one thread. Asked for again, a review goes on where it ended. */
#ifndef SERVER_KEPT_REVIEWS_H
#define SERVER_KEPT_REVIEWS_H

#include "fourfall.h"
#include "rest/rest.h"

/* In all, and of one address. When these are full, the one that was asked for longest ago is forgotten. */
enum { KEPT_REVIEWS_MAX = 64, KEPT_REVIEWS_OF_ADDRESS = 20 };

/* The game decides which one it is: one of the solver, of estimates, or of a variant. */
union any_review {
    ff_review exact;
    ff_estimate_review estimate;
    ff_variant_review variant;
};

struct kept_review {
    uint64_t used; /* the larger, the later; 0: this place is free */
    uint64_t address;
    struct ruleset rules;
    char moves[ROW_MOVES_SIZE];
    union any_review review;
};

struct kept_reviews {
    uint64_t uses;
    struct kept_review place[KEPT_REVIEWS_MAX];
};

/* The review of this game as far as it has come, whoever asked for it; null if there is none. */
union any_review *kept_reviews_find(struct kept_reviews *kept, const struct rest_analysis *wanted);

/* A place for the review of a game that is not there yet. Its content is undefined. */
union any_review *kept_reviews_add(struct kept_reviews *kept, const struct rest_analysis *wanted);

/* Frees the place of a game, if there is one. */
void kept_reviews_drop(struct kept_reviews *kept, const struct rest_analysis *wanted);

#endif
