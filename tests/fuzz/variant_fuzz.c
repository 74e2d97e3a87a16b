/* Games of variants as notation and as JSON, and their moves. What is read is written as text that is read
 * as the same; a refusal changes nothing and says where. A plain game is read alike by both types. */
#include <string.h>

#include "check.h"
#include "fourfall.h"

enum { TEXT_MAX = FF_VARIANT_TEXT_MAX + 2 * FF_PLIES_MAX + 2 };

static void check_same_position(const ff_variant_position *a, const ff_variant_position *b)
{
    check(memcmp(a->board.discs, b->board.discs, sizeof a->board.discs) == 0);
    check(a->board.ply == b->board.ply && a->board.status == b->board.status);
    check(memcmp(a->special, b->special, sizeof a->special) == 0);
    check(memcmp(a->powers, b->powers, 2) == 0 && memcmp(a->turns, b->turns, 2) == 0);
    check(memcmp(a->kept, b->kept, 2) == 0 && a->side == b->side && a->winner == b->winner);
    check(a->task == b->task && a->is_swapped == b->is_swapped);
}

static void check_replay(const ff_variant_game *game)
{
    ff_variant_game replayed = *game;
    check(ff_variant_game_seek(&replayed, 0) == FF_OK);
    check(ff_variant_game_undo(&replayed) == FF_E_NO_UNDO);
    check(ff_variant_game_seek(&replayed, game->end) == FF_OK);
    check(ff_variant_game_redo(&replayed) == FF_E_NO_REDO);
    check_same_position(&replayed.position, &game->position);
}

static void check_picture(const ff_variant_position *p)
{
    static char picture[FF_SVG_MAX];
    ff_text text = ff_text_on(picture, sizeof picture);
    check(ff_variant_svg_write(&text, p, NULL) == FF_OK && strlen(picture) == text.len);
}

static void check_accepted(const ff_variant_game *game)
{
    char written[TEXT_MAX];
    ff_text text = ff_text_on(written, sizeof written);
    ff_variant_rules rules;
    ff_variant_game again;
    check(ff_variant_game_write(&text, game, true) == FF_OK);
    check(ff_variant_game_read(&again, &rules, written, text.len, NULL) == FF_OK);
    check(again.end == game->end);
    check(memcmp(again.moves, game->moves, game->end * sizeof *game->moves) == 0);
    check_same_position(&again.position, &game->position);
    check_replay(game);
    check_picture(&game->position);
}

/* The moves before the illegal one are a game. */
static void check_refused(ff_err err, const char *text, size_t len, size_t at)
{
    ff_variant_head head;
    ff_variant_rules rules;
    ff_variant_game game;
    memset(&head, PATTERN, sizeof head);
    ff_err head_err = ff_variant_head_read(&head, text, len);
    if (at == SIZE_MAX) {
        check(!head_err || (head_err == err && is_pattern(&head, sizeof head)));
        return;
    }
    check(!head_err && head.moves_at + at < len);
    check(ff_variant_rules_init(&rules, head.variant, head.board, head.has_pie) == FF_OK);
    check(ff_variant_moves_read(&game, &rules, text + head.moves_at, at, NULL) == FF_OK);
}

static void try_game(const char *text, size_t len)
{
    ff_variant_rules rules;
    ff_variant_game game;
    size_t at = SIZE_MAX - 1;
    memset(&rules, PATTERN, sizeof rules);
    memset(&game, PATTERN, sizeof game);
    ff_err err = ff_variant_game_read(&game, &rules, text, len, &at);
    if (err) {
        check(is_pattern(&rules, sizeof rules) && is_pattern(&game, sizeof game));
        check(ff_variant_game_read(&game, &rules, text, len, NULL) == err);
        check_refused(err, text, len, at);
    } else {
        check(game.position.rules == &rules);
        check_accepted(&game);
    }
}

/* The plain reader and this one say the same of a plain game. */
static void try_plain(const char *text, size_t len)
{
    ff_rules rules;
    ff_game plain;
    ff_variant_rules variant_rules;
    ff_variant_game game;
    ff_err err = ff_notation_read(&plain, &rules, text, len, NULL);
    if (!err) {
        check(ff_variant_game_read(&game, &variant_rules, text, len, NULL) == FF_OK);
        check(variant_rules.variant == FF_STANDARD && !variant_rules.has_pie);
        check(memcmp(game.position.board.discs, plain.position.discs,
                     sizeof plain.position.discs) == 0);
        check(game.position.board.status == plain.position.status);
    }
}

static void check_round_trip(const ff_variant_state *state)
{
    static char first[FF_STATE_JSON_MAX], second[FF_STATE_JSON_MAX];
    ff_variant_state again;
    ff_variant_rules rules;
    ff_text one = ff_text_on(first, sizeof first), two = ff_text_on(second, sizeof second);
    check(ff_variant_state_write_json(&one, state) == FF_OK && one.len <= FF_STATE_JSON_MAX / 2);
    check(ff_variant_state_read_json(&again, &rules, first, one.len, NULL) == FF_OK);
    check(ff_variant_state_write_json(&two, &again) == FF_OK);
    check(one.len == two.len && memcmp(first, second, one.len) == 0);
}

static void try_state(const char *json, size_t len)
{
    ff_variant_state state;
    ff_variant_rules rules;
    size_t at = SIZE_MAX;
    memset(&state, PATTERN, sizeof state);
    memset(&rules, PATTERN, sizeof rules);
    ff_err err = ff_variant_state_read_json(&state, &rules, json, len, &at);
    if (err) {
        check(is_pattern(&state, sizeof state) && is_pattern(&rules, sizeof rules) && at <= len);
        check(ff_variant_state_read_json(&state, &rules, json, len, NULL) == err);
        return;
    }
    check(state.game.position.rules == &rules);
    check_round_trip(&state);
    check_accepted(&state.game);
    if (ff_variant_game_undo(&state.game) == FF_OK)
        check_round_trip(&state);
}

static void try_move(const char *json, size_t len)
{
    char written[FF_MOVE_JSON_MAX];
    ff_text text = ff_text_on(written, sizeof written);
    int move, again;
    size_t at = SIZE_MAX;
    memset(&move, PATTERN, sizeof move);
    if (ff_variant_move_read_json(&move, json, len, &at)) {
        check(is_pattern(&move, sizeof move) && at <= len);
        return;
    }
    check(ff_variant_move_write_json(&text, move) == FF_OK);
    check(ff_variant_move_read_json(&again, written, text.len, NULL) == FF_OK && again == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    try_game(text, size);
    try_plain(text, size);
    try_state(text, size);
    try_move(text, size);
    return 0;
}
