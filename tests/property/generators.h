/* Random boards, moves, games and states for the properties. All are reached by legal play, and
 * every generator adds its result in notation to the note of the case. */
#ifndef GENERATORS_H
#define GENERATORS_H

#include "fourfall.h"
#include "property.h"

enum family { FAMILY_CLASSIC, FAMILY_ANY };

/* The four patterns of a flat board. In a deep one each but the vertical stands for four
 * directions: along, across and the two slants between, level, rising or falling. */
typedef enum pattern {
    PATTERN_HORIZONTAL,
    PATTERN_VERTICAL,
    PATTERN_ASCENDING,
    PATTERN_DESCENDING,
    PATTERNS
} pattern;

/* Classic, or any other legal board: small and large, flat and deep, of every connect length. */
ff_board generate_board(struct source *source);

/* A legal move, or -1 if there is none. */
int generate_move(struct source *source, const ff_position *position);

/* Any int as a column, usually near the board. */
int generate_column_number(struct source *source, const ff_rules *rules);

/* A game of any length. Quiet games avoid lines as long as possible, so that every fill level
 * occurs. */
verdict generate_game(struct source *source, ff_game *out, const ff_rules *rules);

/* A game in which this column is full; it may be over. */
verdict generate_full_column(struct source *source, ff_game *out, const ff_rules *rules,
                             int column);

/* A line that one colour will complete. */
struct target {
    ff_color color;
    int cells[FF_CONNECT_MAX];
};

/* A game whose last move completes a line of the pattern, and in which there was no line before. */
verdict generate_win(struct source *source, ff_game *out, const ff_rules *rules, pattern wanted,
                     struct target *target);

/* A full board without a line. */
verdict generate_draw(struct source *source, ff_game *out, const ff_rules *rules);

/* A match between two players, with its board. It must not be moved: the state points to the rules.
 */
struct match {
    ff_rules rules;
    ff_state state;
};

ff_player generate_player(struct source *source, int seat);

/* A new match with its rules. Some are set up at once, some first wait for the second player. */
verdict generate_match_start(struct source *source, struct match *out);

/* A match at any stage: new, in progress or over. */
verdict generate_match(struct source *source, struct match *out);

/* A match in progress, and one that is over: won, or sometimes drawn. */
verdict generate_match_playing(struct source *source, struct match *out);
verdict generate_match_over(struct source *source, struct match *out);

/* Applies the moves of a game, made on the rules of the match, through the plug-in. */
verdict match_replay(struct source *source, struct match *match, const ff_game *game);

/* Applies one move of the current player, a moment later. */
ff_err match_drop(struct match *match, int column);

/* One cmocka test of a property, on the classic board and on any other. The body follows:
 *
 *     PROPERTY(a_disc_lands_in_the_lowest_free_row)
 *     {
 *         ... HOLD(source, row == lowest);
 *         return CASE_HOLDS;
 *     }
 */
#define PROPERTY(rule)                                       \
    static verdict rule##_holds(struct source *source);      \
    static void rule(void **state)                           \
    {                                                        \
        (void)state;                                         \
        property_check(#rule, rule##_holds, FAMILY_CLASSIC); \
        property_check(#rule, rule##_holds, FAMILY_ANY);     \
    }                                                        \
    static verdict rule##_holds(struct source *source)

#endif
