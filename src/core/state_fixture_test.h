/* The JSON text of a state, assembled from its keys so that a test can change a single one. */
#ifndef CORE_STATE_FIXTURE_TEST_H
#define CORE_STATE_FIXTURE_TEST_H

#include "core/fixture_test.h"
#include "core/text.h"

enum { ROOT_KEYS = 10, META_KEYS = 4, STATE_TEXT_MAX = 4096 };

/* A null value omits the key. */
struct state_key {
    const char *key, *value;
};

/* The metadata is the last root key. Its value is built from `meta` unless a test sets it. */
struct state_text {
    struct state_key root[ROOT_KEYS], meta[META_KEYS];
    char board[STATE_TEXT_MAX];
};

/* Rows like "...Y.../...R..." as JSON has them. */
static inline void board_json(char *data, size_t size, const char *picture)
{
    ff_text out = ff_text_on(data, size);
    const char *between = "[[";
    for (; *picture; picture++) {
        if (*picture == '/') {
            between = "],[";
            continue;
        }
        text_put(&out, between);
        text_put(&out, *picture == 'R' ? "\"red\"" : *picture == 'Y' ? "\"yellow\"" : "null");
        between = ",";
    }
    text_put(&out, "]]");
    assert_int_equal(text_result(&out), FF_OK);
}

static inline void state_text_set(struct state_text *s, const char *key, const char *value)
{
    bool is_known = false;
    for (int i = 0; i < ROOT_KEYS + META_KEYS; i++) {
        struct state_key *k = i < ROOT_KEYS ? &s->root[i] : &s->meta[i - ROOT_KEYS];
        if (text_equal(k->key, key)) {
            k->value = value;
            is_known = true;
        }
    }
    assert_true(is_known);
}

static inline void state_text_board(struct state_text *s, const char *picture)
{
    board_json(s->board, sizeof s->board, picture);
    state_text_set(s, "board", s->board);
}

/* Ann and Bob have made a move each, both in the middle. */
static inline void state_text_start(struct state_text *s)
{
    *s = (struct state_text){
        .root = {{"gameId", "\"g1\""},
                 {"gameType", "\"connect-four\""},
                 {"players",
                  "[{\"id\":\"ann\",\"name\":\"Ann\"},{\"id\":\"bob\",\"name\":\"Bob\"}]"},
                 {"currentPlayerIndex", "0"},
                 {"status", "\"in_progress\""},
                 {"winner", "null"},
                 {"version", "2"},
                 {"createdAt", "\"2026-11-15T18:30:00.000Z\""},
                 {"updatedAt", "\"2026-11-15T18:31:00.000Z\""},
                 {"metadata", ""}},
        .meta = {{"board", ""},
                 {"lastMove", "{\"row\":4,\"column\":3,\"player\":\"bob\"}"},
                 {"size", "\"7x6\""},
                 {"moves", "\"44\""}},
    };
    state_text_board(s, "......./......./......./......./...Y.../...R...");
}

static inline void put_keys(ff_text *out, const struct state_key *keys, int count)
{
    const char *between = "{";
    for (int i = 0; i < count; i++) {
        if (!keys[i].value)
            continue;
        text_put(out, between);
        text_char(out, '"');
        text_put(out, keys[i].key);
        text_put(out, "\":");
        text_put(out, keys[i].value);
        between = ",";
    }
    text_char(out, '}');
}

static inline void state_text_write(const struct state_text *s, char text[STATE_TEXT_MAX])
{
    char metadata[STATE_TEXT_MAX];
    struct state_text whole = *s;
    ff_text meta = ff_text_on(metadata, sizeof metadata);
    ff_text out = ff_text_on(text, STATE_TEXT_MAX);
    put_keys(&meta, whole.meta, META_KEYS);
    struct state_key *last = &whole.root[ROOT_KEYS - 1];
    if (last->value && !*last->value)
        last->value = metadata;
    put_keys(&out, whole.root, ROOT_KEYS);
    assert_int_equal(text_result(&out), FF_OK);
}

/* Reads a text and checks that a refusal changes nothing. */
static inline ff_err read_untouched(const char *text, size_t len, size_t *at)
{
    ff_state state, state_before;
    ff_rules rules, rules_before;
    memset(&state, 0xA5, sizeof state);
    memset(&rules, 0xA5, sizeof rules);
    memcpy(&state_before, &state, sizeof state);
    memcpy(&rules_before, &rules, sizeof rules);
    ff_err err = ff_state_read_json(&state, &rules, text, len, at);
    if (err) {
        assert_memory_equal(&state, &state_before, sizeof state);
        assert_memory_equal(&rules, &rules_before, sizeof rules);
        assert_int_equal(ff_state_read_json(&state, &rules, text, len, NULL), err);
    }
    return err;
}

static inline void assert_state_text(const struct state_text *s, ff_err expected, const char *what)
{
    char text[STATE_TEXT_MAX];
    size_t at = SIZE_MAX;
    state_text_write(s, text);
    assert_err(read_untouched(text, strlen(text), &at), expected, what);
    assert_true(expected ? at <= strlen(text) : at == SIZE_MAX);
}

#endif
