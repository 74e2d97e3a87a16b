/* States, moves and boards as text. An accepted value is written as text that is accepted and
 * written the same again. A refusal changes nothing and names a byte of the text. */
#include <string.h>

#include "check.h"
#include "fourfall.h"

/* The bytes of the well-formed UTF-8 character here (Unicode, table 3-7), or 0. Written
 * independently of the library, which this checks. */
static size_t utf8_character(const uint8_t *s, size_t len)
{
    static const struct {
        uint8_t lead_min, lead_max, second_min, second_max, count;
    } forms[] = {{0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
                 {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3},
                 {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
                 {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
    size_t form = 0, count = sizeof forms / sizeof *forms;
    if (s[0] < 0x80)
        return s[0] >= 0x20 && s[0] != 0x7F;
    while (form < count && (s[0] < forms[form].lead_min || s[0] > forms[form].lead_max))
        form++;
    if (form == count || len < forms[form].count || s[1] < forms[form].second_min ||
        s[1] > forms[form].second_max)
        return 0;
    for (size_t i = 2; i < forms[form].count; i++)
        if (s[i] < 0x80 || s[i] > 0xBF)
            return 0;
    return forms[form].count;
}

/* Text for people and for XML: well-formed UTF-8 without control characters. */
static void check_clean(const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t count = utf8_character((const uint8_t *)text + i, len - i);
        check(count > 0);
        i += count;
    }
}

static size_t write_state(char out[FF_STATE_JSON_MAX], const ff_state *state)
{
    ff_text text = ff_text_on(out, FF_STATE_JSON_MAX), measured = ff_text_on(NULL, 0);
    check(ff_state_write_json(&text, state) == FF_OK);
    check(text.len <= FF_STATE_JSON_MAX / 2);
    check(ff_state_write_json(&measured, state) == FF_E_SPACE && measured.len == text.len);
    check_clean(out, text.len);
    return text.len;
}

static void check_round_trip(const ff_state *state)
{
    static char first[FF_STATE_JSON_MAX], second[FF_STATE_JSON_MAX];
    ff_state again;
    ff_rules rules;
    size_t at, len = write_state(first, state);
    check(ff_state_read_json(&again, &rules, first, len, &at) == FF_OK);
    check(write_state(second, &again) == len && memcmp(first, second, len) == 0);
}

/* A game can be stored at any point of its history: one move undone, at its first move, at its
 * last. */
static void check_history(const ff_state *state)
{
    ff_state back = *state;
    ff_err err = ff_game_undo(&back.game);
    check(err == (state->game.first < state->game.end ? FF_OK : FF_E_NO_UNDO));
    check_round_trip(&back);
    check(ff_game_seek(&back.game, state->game.first) == FF_OK);
    check_round_trip(&back);
    check(ff_game_seek(&back.game, state->game.end) == FF_OK);
    check(memcmp(back.game.position.discs, state->game.position.discs,
                 sizeof back.game.position.discs) == 0);
    check_round_trip(&back);
}

static void check_picture(const ff_state *state)
{
    static char picture[FF_SVG_MAX];
    ff_text text = ff_text_on(picture, sizeof picture);
    check(ff_connect_four.render(&text, state) == FF_OK && text.len < FF_SVG_MAX);
    check(strlen(picture) == text.len);
}

static void try_state(const char *json, size_t len)
{
    ff_state state;
    ff_rules rules;
    size_t at = SIZE_MAX;
    memset(&state, PATTERN, sizeof state);
    memset(&rules, PATTERN, sizeof rules);
    ff_err err = ff_state_read_json(&state, &rules, json, len, &at);
    if (err) {
        check(is_pattern(&state, sizeof state) && is_pattern(&rules, sizeof rules));
        check(at <= len);
        check(ff_state_read_json(&state, &rules, json, len, NULL) == err);
        return;
    }
    check(state.game.position.rules == &rules);
    check_round_trip(&state);
    check_history(&state);
    check_picture(&state);
}

static void try_move(const char *json, size_t len)
{
    char written[FF_MOVE_JSON_MAX];
    ff_text text = ff_text_on(written, sizeof written);
    ff_move move, again;
    size_t at = SIZE_MAX;
    memset(&move, PATTERN, sizeof move);
    ff_err err = ff_move_read_json(&move, json, len, &at);
    if (err) {
        check(is_pattern(&move, sizeof move) && at <= len);
        return;
    }
    check(ff_move_write_json(&text, move) == FF_OK);
    check(ff_move_read_json(&again, written, text.len, NULL) == FF_OK);
    check(again.column == move.column);
}

static void try_board(const char *name, size_t len)
{
    char written[FF_BOARD_TEXT_MAX];
    ff_text text = ff_text_on(written, sizeof written);
    ff_board board, again;
    memset(&board, PATTERN, sizeof board);
    if (ff_board_read(&board, name, len)) {
        check(is_pattern(&board, sizeof board));
        return;
    }
    check(ff_board_check(board) == FF_OK);
    check(ff_board_write(&text, board) == FF_OK);
    check(ff_board_read(&again, written, text.len) == FF_OK);
    check(memcmp(&again, &board, sizeof board) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    try_state(text, size);
    try_move(text, size);
    try_board(text, size);
    return 0;
}
