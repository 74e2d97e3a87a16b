#include "generators.h"

#include <stdio.h>
#include <string.h>

/* Names of people, and names that break careless JSON and SVG writers. */
static const char *const names[] = {
    "Ann",
    "Bob",
    "Zo\xc3\xab",
    "O'Neil & <Sons>",
    "\"Q\" \\ /",
    "]]></title><circle class=\"win\"/>",
    "\xe5\x9b\x9b\xe7\x9b\xae\xe4\xb8\xa6\xe3\x81\xb9 \xf0\x9f\x94\xb4",
    "sixty-four bytes: 0123456789 0123456789 0123456789 0123456789 01",
};
enum { NAMES = sizeof names / sizeof *names };

ff_player generate_player(struct source *source, int seat)
{
    ff_player player = {0};
    const char *stem = names[source_choose(source, NAMES)];
    /* The number keeps the ids of two players apart. */
    (void)snprintf(player.id, sizeof player.id, "%d-%.48s", seat + 1, seat ? "bob" : stem);
    (void)snprintf(player.name, sizeof player.name, "%s", names[source_choose(source, NAMES)]);
    return player;
}

static int64_t generate_time(struct source *source)
{
    enum { YEARS = 8000 };
    const int64_t year_ms = 365 * (int64_t)86400000;
    return year_ms * source_between(source, 0, YEARS) + source_between(source, 0, 999999999);
}

/* Removes the second player, as in a waiting game, and lets them join again. */
static verdict match_rejoin(struct source *source, struct match *match)
{
    ff_player second = match->state.players[1];
    memset(&match->state.players[1], 0, sizeof second);
    match->state.player_count = 1;
    HOLD(source, ff_state_phase(&match->state) == FF_WAITING);
    int64_t now_ms = match->state.updated_ms + 1;
    HOLD(source, ff_state_join(&match->state, &second, now_ms) == FF_OK);
    return CASE_HOLDS;
}

verdict generate_match_start(struct source *source, struct match *out)
{
    ff_board board = generate_board(source);
    char board_text[FF_BOARD_TEXT_MAX];
    ff_text text = ff_text_on(board_text, sizeof board_text);
    HOLD(source, ff_rules_init(&out->rules, board) == FF_OK);
    HOLD(source, ff_board_write(&text, board) == FF_OK);
    source_note(source, "board %s ", board_text);
    ff_player players[FF_PLAYERS] = {generate_player(source, 0), generate_player(source, 1)};
    ff_setup setup = {"game-1", players, FF_PLAYERS, &out->rules, generate_time(source)};
    HOLD(source, ff_connect_four.initialise(&out->state, &setup) == FF_OK);
    return source_chance(source, 4) ? match_rejoin(source, out) : CASE_HOLDS;
}

ff_err match_drop(struct match *match, int column)
{
    ff_state *state = &match->state;
    const char *player_id = state->players[ff_state_current_player(state)].id;
    return ff_connect_four.apply(state, state, player_id, (ff_move){column}, state->updated_ms + 7);
}

verdict match_replay(struct source *source, struct match *match, const ff_game *game)
{
    for (int ply = 0; ply < game->position.ply; ply++)
        HOLD(source, match_drop(match, game->moves[ply]) == FF_OK);
    return CASE_HOLDS;
}

verdict generate_match(struct source *source, struct match *out)
{
    ff_game game;
    GIVEN(generate_match_start(source, out));
    GIVEN(generate_game(source, &game, &out->rules));
    return match_replay(source, out, &game);
}

verdict generate_match_playing(struct source *source, struct match *out)
{
    GIVEN(generate_match(source, out));
    return out->state.game.position.status == FF_PLAYING ? CASE_HOLDS : CASE_SKIPPED;
}

static verdict generate_won_game(struct source *source, ff_game *out, const ff_rules *rules)
{
    struct target target;
    if (source_chance(source, 2))
        return generate_win(source, out, rules, (pattern)source_choose(source, PATTERNS), &target);
    *out = ff_game_start(rules);
    while (out->position.status == FF_PLAYING)
        HOLD(source, ff_game_drop(out, generate_move(source, &out->position)) == FF_OK);
    return CASE_HOLDS;
}

verdict generate_match_over(struct source *source, struct match *out)
{
    ff_game game;
    GIVEN(generate_match_start(source, out));
    if (source_chance(source, 8))
        GIVEN(generate_draw(source, &game, &out->rules));
    else
        GIVEN(generate_won_game(source, &game, &out->rules));
    return match_replay(source, out, &game);
}
