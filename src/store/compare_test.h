/* Whether two stores with the club of club_test.h answer every question alike. */
#ifndef STORE_COMPARE_TEST_H
#define STORE_COMPARE_TEST_H

#include "base/skeleton.h"
#include "store/club_test.h"

enum { MANY = 64 };

struct pair {
    struct store *left, *right;
};

static inline void assert_same(enum store_err left, enum store_err right, const void *a,
                               const void *b, size_t size, const char *what, int64_t id)
{
    if (left != right)
        fail_msg("%s of %d: %s and %s", what, (int)id, store_err_name(left), store_err_name(right));
    for (size_t i = 0; !left && i < size; i++)
        if (((const char *)a)[i] != ((const char *)b)[i])
            fail_msg("%s of %d differs at byte %zu of %zu", what, (int)id, i, size);
}

/* Calls the same function on both and compares the results byte by byte; the structs are zeroed before. */
#define SAME_SIZE(size, what, id, call)                    \
    do {                                                   \
        struct store *store = pair.left;                   \
        out = &a;                                          \
        memset(&a, 0, sizeof a);                           \
        memset(&b, 0, sizeof b);                           \
        enum store_err left = (call);                      \
        store = pair.right;                                \
        out = &b;                                          \
        assert_same(left, (call), &a, &b, size, what, id); \
    } while (0)
#define SAME(type, what, id, call)           \
    do {                                     \
        static type a, b, *out;              \
        SAME_SIZE(sizeof a, what, id, call); \
    } while (0)

/* A cursor has padding, so it is compared apart. */
#define SAME_PAGE(type, what, id, call)                     \
    do {                                                    \
        static type a, b, *out;                             \
        SAME_SIZE(offsetof(type, cursor), what, id, call);  \
        assert_same_cursor(&a.cursor, &b.cursor, what, id); \
    } while (0)

static inline void assert_same_cursor(const struct store_cursor *a, const struct store_cursor *b,
                                      const char *what, int64_t id)
{
    if (a->is_started != b->is_started || a->key != b->key || a->tie != b->tie)
        fail_msg("the cursor of %s of %d differs", what, (int)id);
}

#define PAGE(name, type)            \
    struct name {                   \
        type rows[MANY];            \
        size_t count;               \
        struct store_cursor cursor; \
    }

PAGE(listed_page, struct store_listed);
PAGE(leader_page, struct store_leader);
PAGE(queue_page, struct queue_row);
PAGE(chat_page, struct chat_row);
PAGE(discount_page, struct store_discount);
PAGE(stale_page, struct store_stale);
PAGE(audit_page, struct audit_row);
PAGE(report_page, struct store_report);
PAGE(moderation_page, struct store_moderation);
PAGE(session_page, struct session_row);
PAGE(device_page, struct device_row);
PAGE(push_page, struct push_row);
PAGE(due_page, struct push_due_row);
PAGE(passkey_page, struct passkey_row);
PAGE(point_page, struct store_point);

struct times {
    int64_t at_ms[ROW_PLIES_MAX];
    size_t count;
};

struct secret {
    uint8_t bytes[STORE_SECRET_BYTES];
};

/* Versions are PostgreSQL's only. */
static inline enum store_err game_to_compare(struct store *store, int64_t id, struct game_row *out)
{
    enum store_err err = store_game(store, id, out);
    out->version = 0;
    return err;
}

static inline void compare_game(struct pair pair, int64_t id)
{
    char code[ROW_CODE_SIZE];
    (void)snprintf(code, sizeof code, "C%05d", (int)id);
    SAME(struct game_row, "game", id, game_to_compare(store, id, out));
    SAME(struct game_row, "game by code", id, store_game_by_code(store, code, out));
    SAME(struct times, "times", id, store_game_times(store, id, out->at_ms, &out->count));
    SAME(struct rated_row, "rated", id, store_rated(store, id, out));
    for (int channel = 0; channel < 2; channel++)
        SAME_PAGE(struct chat_page, "chat", id,
                  store_chat(store, id, (enum chat_channel)channel, out->rows, MANY, &out->count));
}

static inline void compare_account(struct pair pair, int64_t id)
{
    uint8_t hash[ROW_HASH_BYTES];
    char login[ROW_LOGIN_SIZE];
    memset(hash, (int)id, sizeof hash);
    (void)snprintf(login, sizeof login, "lOGIN_%d", (int)id);
    for (int by = STORE_BY_PLAYER; by <= STORE_BY_RECOVERY; by++) {
        const struct store_account_key key = {(enum store_account_by)by, id, login, hash};
        SAME(struct account_row, "account", id, store_account(store, &key, out));
    }
    SAME(int64_t, "owner", id, store_name_owner(store, skeleton_hash(login), out));
    SAME(struct session_row, "session", id, store_session(store, hash, out));
    SAME_PAGE(struct session_page, "sessions", id,
              store_sessions(store, id, out->rows, MANY, &out->count));
    SAME_PAGE(struct device_page, "devices", id, store_devices(store, id, out->rows, &out->count));
    SAME_PAGE(struct passkey_page, "passkeys", id,
              store_passkeys(store, id, out->rows, &out->count));
    SAME_PAGE(struct push_page, "pushes", id, store_pushes(store, id, out->rows, &out->count));
    SAME(struct push_row, "push", id, store_push(store, id, out));
    SAME_PAGE(struct audit_page, "audit", id,
              store_audit(store, id, &out->cursor, out->rows, MANY, &out->count));
    SAME_PAGE(struct moderation_page, "moderations", id,
              store_moderations(store, id, &out->cursor, out->rows, MANY, &out->count));
}

/* The presence of a player is PostgreSQL's only. Bytes between the fields of a rating have no meaning. */
static inline enum store_err player_to_compare(struct store *store, int64_t id,
                                               struct player_rows *out)
{
    enum { AFTER_CLASS = offsetof(struct rating_row, class) + 1 };
    enum store_err err = store_player(store, id, out);
    out->presence = (struct presence_row){0};
    for (int i = 0; i < RATING_CLASSES; i++)
        memset((char *)&out->rating[i] + AFTER_CLASS, 0,
               offsetof(struct rating_row, rating) - AFTER_CLASS);
    return err;
}

static inline void compare_ranks(struct pair pair, int64_t id)
{
    struct player_rows player;
    if (store_player(pair.left, id, &player) != STORE_OK)
        return;
    for (int board = 0; board < 3 * RATING_CLASSES; board++) {
        const struct store_leaderboard which = {(enum store_ranking)(board % 3),
                                                (enum rating_class)(board / 3)};
        const struct rating_row *rating = &player.rating[board / 3];
        SAME(struct store_rank, "rank", id, store_rank(store, &which, rating, out));
    }
}

static inline void compare_player(struct pair pair, int64_t id)
{
    SAME(struct player_rows, "player", id, player_to_compare(store, id, out));
    SAME(struct store_record, "record", id, store_record(store, id, out));
    SAME(struct queue_row, "waiting", id, store_waiting(store, id, out));
    SAME(int64_t, "request", id, store_request(store, id, "Request-é", out));
    SAME_PAGE(struct chat_page, "said", id,
              store_player_chat(store, id, &out->cursor, out->rows, MANY, &out->count));
    for (int class = 0; class < RATING_CLASSES; class ++)
        SAME_PAGE(struct point_page, "points", id,
                  store_points(store, id, (enum rating_class) class, out->rows, MANY, &out->count));
}

static inline void tidy_text(char *text, size_t size)
{
    size_t len = strnlen(text, size);
    memset(text + len, 0, size - len);
}

/* SQLite reads games that it does not list: their remains lie behind the texts, and behind the last row. */
static inline void tidy_page(struct listed_page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        struct store_listed *listed = &page->rows[i];
        listed->game.version = 0;
        tidy_text(listed->game.board, sizeof listed->game.board);
        tidy_text(listed->game.code, sizeof listed->game.code);
        tidy_text(listed->game.moves, sizeof listed->game.moves);
        tidy_text(listed->name[0], sizeof listed->name[0]);
        tidy_text(listed->name[1], sizeof listed->name[1]);
    }
    memset(page->rows + page->count, 0, (MANY - page->count) * sizeof *page->rows);
}

/* Pages of three, so that every cursor is used. */
static inline void compare_list(struct pair pair, struct store_query query, int64_t id)
{
    struct store_cursor left = {0}, right = {0};
    size_t count;
    do {
        static struct listed_page a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        assert_int_equal(store_list(pair.left, &query, &left, a.rows, 3, &a.count), STORE_OK);
        assert_int_equal(store_list(pair.right, &query, &right, b.rows, 3, &b.count), STORE_OK);
        tidy_page(&a);
        tidy_page(&b);
        assert_same(STORE_OK, STORE_OK, &a, &b, offsetof(struct listed_page, cursor), "list",
                    id * 10 + query.list);
        assert_same_cursor(&left, &right, "list", id * 10 + query.list);
        count = a.count;
    } while (count == 3);
}

static inline void compare_lists(struct pair pair, int64_t id)
{
    static const char *const names[] = {"A", "ann", "än", "Än", "BOB", "z", "%", "bob_"};
    for (int list = 0; list < STORE_LISTS; list++)
        compare_list(pair,
                     (struct store_query){
                         .list = (enum store_list)list, .player_id = id, .now_ms = START_MS + 500},
                     id);
    for (int i = 0; i < 8; i++) {
        struct store_query query = {
            .list = STORE_PLAYER_DONE,
            .player_id = id,
            .filter = {.has_class = i % 2,
                       .rating_class = i % 4 == 1 ? RATING_CLASSIC : RATING_CUBE,
                       .result = (uint8_t)(i % 4)}};
        (void)snprintf(query.filter.opponent_name, ROW_NAME_SIZE, "%s", names[i]);
        compare_list(pair, query, id);
    }
}

static inline void compare_boards(struct pair pair)
{
    for (int board = 0; board < 3 * RATING_CLASSES; board++) {
        const struct store_leaderboard which = {(enum store_ranking)(board % 3),
                                                (enum rating_class)(board / 3)};
        SAME_PAGE(struct leader_page, "leaders", board,
                  store_leaders(store, &which, &out->cursor, out->rows, MANY, &out->count));
    }
    SAME_PAGE(struct queue_page, "queue", 0,
              store_queue(store, &out->cursor, out->rows, MANY, &out->count));
    SAME_PAGE(struct discount_page, "discounts", 0,
              store_discounts(store, &out->cursor, out->rows, MANY, &out->count));
    SAME_PAGE(struct stale_page, "stale", 0,
              store_stale(store, 9, &out->cursor, out->rows, MANY, &out->count));
    SAME_PAGE(struct audit_page, "audit", 0,
              store_audit(store, 0, &out->cursor, out->rows, MANY, &out->count));
    SAME_PAGE(struct report_page, "reports", 0,
              store_reports(store, &out->cursor, out->rows, MANY, &out->count));
    SAME_PAGE(struct moderation_page, "moderations", 0,
              store_moderations(store, 0, &out->cursor, out->rows, MANY, &out->count));
    SAME_PAGE(struct due_page, "due", 0, store_pushes_due(store, 99, out->rows, MANY, &out->count));
    SAME(struct store_counts, "counts", 0, store_counts(store, out));
    SAME(struct secret, "secret", 0, store_secret(store, "address", out->bytes));
}

static inline void compare_stores(struct pair pair)
{
    for (int64_t id = 0; id <= GAMES + 1; id++)
        compare_game(pair, id);
    for (int64_t id = 0; id <= PEOPLE + 1; id++) {
        compare_player(pair, id);
        compare_account(pair, id);
        compare_ranks(pair, id);
        compare_lists(pair, id);
    }
    compare_boards(pair);
}

#endif
