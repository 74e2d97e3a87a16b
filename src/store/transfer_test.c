/* A whole database goes to PostgreSQL and back. Every reading function answers the same on all three. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/skeleton.h"
#include "store/shared.h"
#include "store/store_fixture_test.h"
#include "store/transfer.h"

enum { PEOPLE = 40, GAMES = 300, MANY = 64 };

/* ---- a database with some of everything, the same at every run ---- */

static uint64_t random_state;

static int some(int below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((random_state >> 33) % (uint64_t)below);
}

static void put_account(struct test_store *p, int64_t id)
{
    struct row row = {.kind = ROW_ACCOUNT,
                      .account = {.player_id = id,
                                  .has_recovery = id % 3 == 0,
                                  .created_ms = START_MS + id,
                                  .has_totp = id % 4 == 0,
                                  .totp_step = id}};
    memset(row.account.recovery, (int)id, sizeof row.account.recovery);
    memset(row.account.totp, (int)id, sizeof row.account.totp);
    if (id % 5 || id % 3) {
        (void)snprintf(row.account.login, sizeof row.account.login, "Login_%d", (int)id);
        (void)snprintf(row.account.password, sizeof row.account.password, "$hash%d", (int)id);
    }
    put(p, row);
}

static void put_devices(struct test_store *p, int64_t id)
{
    struct row device = {.kind = ROW_DEVICE, .device = {.player_id = id, .seen_ms = some(9)}};
    struct row passkey = {.kind = ROW_PASSKEY,
                          .passkey = {.player_id = id,
                                      .id_len = 16,
                                      .id = {(uint8_t)id, (uint8_t)some(200)},
                                      .key_len = 64,
                                      .key = {1, 0, 2},
                                      .algorithm = -7,
                                      .counter = UINT32_MAX,
                                      .name = "Schlüssel",
                                      .created_ms = some(3)}};
    memset(device.device.hash, some(255), sizeof device.device.hash);
    put(p, device);
    put(p, passkey);
    passkey.passkey.id[2] = 1; /* made at the same time */
    put(p, passkey);
}

static void put_push(struct test_store *p, int64_t id, const uint8_t token_hash[ROW_HASH_BYTES])
{
    struct row row = {
        .kind = ROW_PUSH,
        .push = {.player_id = id, .key = {4}, .auth = {5}, .language = "de", .created_ms = id}};
    memcpy(row.push.token_hash, token_hash, ROW_HASH_BYTES);
    (void)snprintf(row.push.endpoint, sizeof row.push.endpoint, "https://push.example/%d", (int)id);
    put(p, row);
}

static void put_person(struct test_store *p, int64_t id)
{
    static const char *const names[] = {"Ann", "ann B", "Änne", "Bob", "bob_2", "Zoë 😀"};
    struct row person = player_of(id, names[id % 6]);
    struct row session = {.kind = ROW_SESSION,
                          .session = {.player_id = id,
                                      .created_ms = id,
                                      .seen_ms = some(10),
                                      .agent = (uint16_t)some(60000)}};
    person.player.misses = (struct misses){.count = (uint8_t)some(4), .last_ms = id};
    put(p, person);
    for (int i = 0; i < 2; i++) {
        memset(session.session.token_hash, (int)id, ROW_HASH_BYTES);
        session.session.token_hash[0] = (uint8_t)i;
        put(p, session);
    }
    if (id % 2)
        put_account(p, id);
    if (id % 4 == 1)
        put_devices(p, id);
    if (id % 4 == 2)
        put_push(p, id, session.session.token_hash);
    if (id % 7 == 0)
        put(p, (struct row){.kind = ROW_SANCTION, .sanction = {id, id, 2 * id}});
    if (id % 6 == 0)
        put(p, (struct row){.kind = ROW_AUDIT,
                            .audit = {id, START_MS, AUDIT_LOGIN, "203.0.113.0/24"}});
}

static void put_rating(struct test_store *p, int64_t id)
{
    int games = 1 + some(5);
    struct row row = {.kind = ROW_RATING,
                      .rating = {.player_id = id,
                                 .class = (uint8_t)some(RATING_CLASSES),
                                 .rating = 1500 + some(1000) / 7.0,
                                 .deviation = 60,
                                 .volatility = 0.06,
                                 .games = 1,
                                 .wins = 1,
                                 .counted = {1400 + some(20) * 2.5, 100 + some(20), 0.06, games,
                                             some(games), 0, 0, id},
                                 .recent = {{7, 8}, {9, 10}}}};
    put(p, row);
}

static struct row some_game(int64_t id)
{
    int64_t red = 1 + some(PEOPLE), yellow = some(8) ? 1 + some(PEOPLE) : red;
    struct row row = game_of(id, red, yellow);
    row.game.flags = (uint8_t)(some(2) * GAME_PUBLIC | some(2) * GAME_RATED);
    row.game.created_ms = START_MS + id;
    row.game.rematch_of = some(3) ? 0 : id / 2 + 1;
    if (some(4) == 0)
        memcpy(row.game.board, "5x5x5", 6);
    if (some(5) == 0)
        row.game.seat[1] = (struct seat_row){.kind = SEAT_BOT, .level = 3, .style = 1};
    if (some(3) == 0) {
        row.game.clock = (struct clock_row){CLOCK_DAYS, 86400000, 0};
        row.game.deadline_ms = START_MS + some(1000);
        row.game.flags |= GAME_ASYNC;
    }
    return row;
}

static void put_whole(struct test_store *p, int64_t id)
{
    struct row game = some_game(id);
    int plies = some(30), fate = some(5);
    put(p, game);
    for (int ply = 0; ply < plies; ply++) {
        struct row move = move_of(id, ply, some(7));
        move.move.deadline_ms = game.game.deadline_ms;
        put(p, move);
    }
    for (uint32_t seq = 1; seq <= (uint32_t)some(4); seq++)
        put(p, chat_of(id, seq, (enum chat_channel)some(2), "Grüße 😀"));
    if (fate < 3)
        put(p, result_of(id, plies, fate ? GAME_WIN : GAME_DRAW, START_MS + some(100)));
    if (fate < 3 && game.game.seat[1].kind == SEAT_PLAYER && some(2))
        put(p, (struct row){.kind = ROW_RATED,
                            .rated = {.game_id = id,
                                      .at_ms = START_MS + some(9),
                                      .discount = (uint8_t)some(DISCOUNTS),
                                      .counts = {true, false},
                                      .before = {1500, 1600.25},
                                      .after = {1510.125, 1590}}});
}

static void put_waiting(struct test_store *p, int64_t id)
{
    char code[ROW_CODE_SIZE];
    (void)snprintf(code, sizeof code, "C%05d", (int)id);
    put(p, waiting_of(id, 1 + some(PEOPLE), some(2) ? code : ""));
    if (some(2))
        put(p, result_of(id, 0, GAME_CANCELLED, START_MS));
}

static void put_moderation(struct test_store *p, int64_t id)
{
    put(p, (struct row){.kind = ROW_REPORT,
                        .report = {.player_id = id,
                                   .sender_id = id + 1,
                                   .game_id = id % 2,
                                   .kind = REPORT_NAME,
                                   .text = "böse",
                                   .sent_ms = id}});
    put(p, (struct row){.kind = ROW_MODERATION,
                        .moderation = {.moderator_id = 1,
                                       .player_id = id,
                                       .action = MODERATE_MUTE,
                                       .until_ms = id,
                                       .reason = "Insults",
                                       .at_ms = id}});
}

static void put_club(struct test_store *p)
{
    random_state = 7;
    for (int64_t id = 1; id <= PEOPLE; id++) {
        put_person(p, id);
        put_rating(p, id);
    }
    for (int64_t id = 1; id <= GAMES; id++) {
        if (id % 10)
            put_whole(p, id);
        else
            put_waiting(p, id);
    }
    for (int64_t id = 1; id <= 9; id++) {
        struct row waits = {
            .kind = ROW_QUEUE,
            .queue = {id, true, "7x6", {CLOCK_DAYS, 86400000, 0}, id % 2, 5, id / 2}};
        struct row request = {.kind = ROW_REQUEST, .request = {id, "Request-é", id}};
        put(p, waits);
        put(p, request);
        put(p,
            (struct row){.kind = ROW_PUSH_DUE, .push_due = {1 + id % 3, id, PUSH_ADD, 0, 0, 3, 9}});
        put_moderation(p, id);
    }
    put(p, (struct row){.kind = ROW_REPORT_CLOSED, .report_closed = {2, START_MS}});
    put(p, (struct row){.kind = ROW_ERASE, .erase = {PEOPLE, START_MS}});
    commit(p);
}

/* ---- comparing two stores ---- */

struct pair {
    struct store *left, *right;
};

static void assert_same(enum store_err left, enum store_err right, const void *a, const void *b,
                        size_t size, const char *what, int64_t id)
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

static void assert_same_cursor(const struct store_cursor *a, const struct store_cursor *b,
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
static enum store_err game_to_compare(struct store *store, int64_t id, struct game_row *out)
{
    enum store_err err = store_game(store, id, out);
    out->version = 0;
    return err;
}

static void compare_game(struct pair pair, int64_t id)
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

static void compare_account(struct pair pair, int64_t id)
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
static enum store_err player_to_compare(struct store *store, int64_t id, struct player_rows *out)
{
    enum { AFTER_CLASS = offsetof(struct rating_row, class) + 1 };
    enum store_err err = store_player(store, id, out);
    out->presence = (struct presence_row){0};
    for (int i = 0; i < RATING_CLASSES; i++)
        memset((char *)&out->rating[i] + AFTER_CLASS, 0,
               offsetof(struct rating_row, rating) - AFTER_CLASS);
    return err;
}

static void compare_ranks(struct pair pair, int64_t id)
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

static void compare_player(struct pair pair, int64_t id)
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

static void tidy_text(char *text, size_t size)
{
    size_t len = strnlen(text, size);
    memset(text + len, 0, size - len);
}

/* SQLite reads games that it does not list: their remains lie behind the texts, and behind the last row. */
static void tidy_page(struct listed_page *page)
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
static void compare_list(struct pair pair, struct store_query query, int64_t id)
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

static void compare_lists(struct pair pair, int64_t id)
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

static void compare_boards(struct pair pair)
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

static void compare_stores(struct pair pair)
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

/* ---- the tests ---- */

/* An SQLite database with a club, closed, and an empty one of PostgreSQL. */
struct club {
    struct test_store *sqlite, *back;
    char database[64], url[POSTGRES_URL_SIZE + 64];
    struct store_postgres postgres;
    struct transfer_facts facts;
    struct transfer_pauses pauses;
    char problem[STORE_PROBLEM_SIZE];
};

static int setup(void **state)
{
    static int count;
    struct club *club = calloc(1, sizeof *club);
    if (!club)
        return -1;
    *state = club;
    (void)snprintf(club->database, sizeof club->database, "ff_copy_%d_%d", (int)getpid(), ++count);
    if (test_store_setup((void **)&club->sqlite) != 0 ||
        test_store_setup_closed((void **)&club->back) != 0 ||
        !postgres_create(club->database, true))
        return -1;
    (void)snprintf(club->url, sizeof club->url, "%s/%s", postgres_server(), club->database);
    club->postgres = (struct store_postgres){.url = club->url, .timeout_ms = POSTGRES_TIMEOUT_MS};
    club->pauses = (struct transfer_pauses){
        .alive_ms = START_MS + 77, .count = 2, .pause = {{5, 9}, {20, 30}}};
    put_club(club->sqlite);
    test_store_close(club->sqlite);
    return 0;
}

static int teardown(void **state)
{
    struct club *club = *state;
    (void)test_store_teardown((void **)&club->sqlite);
    (void)test_store_teardown((void **)&club->back);
    postgres_drop(club->database);
    free(club);
    return 0;
}

static enum store_err copy_there(struct club *club)
{
    return transfer_to_postgres(club->sqlite->path, &club->postgres, &club->pauses, &club->facts,
                                club->problem);
}

static enum store_err copy_back(struct club *club)
{
    memset(&club->pauses, 0xA5, sizeof club->pauses);
    return transfer_to_sqlite(&club->postgres, club->back->path, &club->pauses, &club->facts,
                              club->problem);
}

static struct store *open_postgres(struct club *club)
{
    struct store *store = NULL;
    assert_store(store_open_postgres(&store, &club->postgres, club->problem), STORE_OK,
                 club->problem);
    return store;
}

static void a_copy_answers_every_question_as_the_original_there_and_back(void **state)
{
    struct club *club = *state;
    assert_store(copy_there(club), STORE_OK, club->problem);
    assert_true(club->facts.players == PEOPLE && club->facts.games == GAMES);
    assert_true(club->facts.rows > PEOPLE + GAMES);
    struct store *postgres = open_postgres(club);
    assert_store(test_store_open(club->sqlite, STORE_FULL), STORE_OK, club->sqlite->problem);
    compare_stores((struct pair){club->sqlite->store, postgres});
    store_close(postgres);
    assert_store(copy_back(club), STORE_OK, club->problem);
    assert_true(club->facts.players == PEOPLE && club->facts.games == GAMES);
    assert_int_equal(club->pauses.alive_ms, START_MS + 77);
    assert_int_equal(club->pauses.count, 2);
    assert_true(club->pauses.pause[0].from_ms == 5 && club->pauses.pause[1].to_ms == 30);
    assert_store(test_store_open(club->back, STORE_FULL), STORE_OK, club->back->problem);
    compare_stores((struct pair){club->sqlite->store, club->back->store});
}

/* The same rows are written to both; ids that the store gives must not be given twice. */
static void both_go_on_alike_after_the_copy(void **state)
{
    struct club *club = *state;
    struct test_store right = {0};
    assert_store(copy_there(club), STORE_OK, club->problem);
    right.store = open_postgres(club);
    assert_store(test_store_open(club->sqlite, STORE_FULL), STORE_OK, club->sqlite->problem);
    struct test_store *stores[] = {club->sqlite, &right};
    for (int i = 0; i < 2; i++) {
        struct test_store *p = stores[i];
        int64_t running = 0;
        for (int64_t id = 1; id <= GAMES; id++) {
            struct game_row game = game_read(p, id);
            if (game.status != GAME_PLAYING || id % 3)
                continue;
            struct row move = move_of(id, game.ply, 2), end = result_of(id, game.ply, GAME_DRAW, 9);
            move.move.version = end.result.version = game.version;
            move.move.deadline_ms = game.deadline_ms;
            put(p, id % 2 ? move : end);
            if (id % 2)
                put(p, (struct row){.kind = ROW_OFFER,
                                    .offer = {id, game.version + 1, (uint16_t)(game.ply + 1), 1}});
            running++;
        }
        assert_true(running > 3);
        put(p, game_of(GAMES + 1, 1, 2));
        put(p, player_of(PEOPLE + 1, "Neu"));
        put(p, (struct row){.kind = ROW_AUDIT, .audit = {3, 8, AUDIT_WRONG, ""}});
        put_moderation(p, 20);
        put_push(p, 1,
                 (const uint8_t[ROW_HASH_BYTES]){0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                                 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
        commit(p);
    }
    struct store_counts counts;
    assert_int_equal(store_counts(right.store, &counts), STORE_OK);
    assert_int_equal(counts.players, PEOPLE + 1);
    compare_stores((struct pair){club->sqlite->store, right.store});
    store_close(right.store);
}

static int64_t count_players(struct club *club)
{
    char count[32];
    PGconn *conn = postgres_connect(club->database);
    (void)postgres_run(conn, "SELECT count(*) FROM player", count, sizeof count);
    PQfinish(conn);
    return strtoll(count, NULL, 10);
}

static void change(struct club *club, const char *sql)
{
    PGconn *conn = postgres_connect(club->database);
    assert_true(postgres_run(conn, sql, NULL, 0) >= 0);
    PQfinish(conn);
}

static void a_target_that_has_rows_is_left_alone(void **state)
{
    struct club *club = *state;
    struct store *postgres = open_postgres(club);
    struct row row = player_of(99, "First");
    assert_int_equal(store_write_turn(postgres, &row, 1, NULL), STORE_OK);
    store_close(postgres);
    assert_store(copy_there(club), STORE_E_EXISTS, "not empty");
    assert_non_null(strstr(club->problem, "not empty"));
    assert_int_equal(count_players(club), 1);
    FILE *file = fopen(club->back->path, "w");
    assert_non_null(file);
    (void)fclose(file);
    assert_store(copy_back(club), STORE_E_EXISTS, "a file");
    assert_non_null(strstr(club->problem, "exists already"));
}

static void databases_that_servers_use_are_not_copied(void **state)
{
    struct club *club = *state;
    struct store_beat beat = {.secret = 5};
    assert_store(test_store_open(club->sqlite, STORE_FULL), STORE_OK, club->sqlite->problem);
    test_store_close(club->sqlite);
    struct store *postgres = open_postgres(club);
    assert_int_equal(store_beat(postgres, &beat), STORE_OK);
    assert_store(copy_there(club), STORE_E_IN_USE, "the target");
    assert_non_null(strstr(club->problem, "server"));
    assert_store(copy_back(club), STORE_E_IN_USE, "the source");
    assert_int_equal(store_leave(postgres, beat.node), STORE_OK);
    store_close(postgres);
    assert_store(copy_there(club), STORE_OK, club->problem);
    /* A lock of this process does not keep itself out: another process holds it. */
    int ready[2] = {-1, -1}, end[2] = {-1, -1};
    assert_true(pipe(ready) == 0 && pipe(end) == 0);
    pid_t child = fork();
    if (child == 0) {
        char byte = (char)test_store_open(club->sqlite, STORE_FULL);
        (void)!write(ready[1], &byte, 1);
        (void)close(end[1]);
        (void)!read(end[0], &byte, 1);
        _exit(0);
    }
    char byte = 1;
    assert_true(read(ready[0], &byte, 1) == 1 && byte == STORE_OK);
    assert_store(copy_there(club), STORE_E_IN_USE, "a server has the file");
    (void)close(end[1]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    (void)close(ready[0]);
    (void)close(ready[1]);
    (void)close(end[0]);
}

static void a_schema_that_is_newer_or_not_ours_is_refused(void **state)
{
    struct club *club = *state;
    assert_store(copy_back(club), STORE_E_MIGRATE, "an empty source");
    assert_store(copy_there(club), STORE_OK, club->problem);
    change(club, "UPDATE fourfall_schema SET version = 999");
    assert_store(copy_back(club), STORE_E_NEWER, "newer");
    assert_non_null(strstr(club->problem, "999"));
    assert_int_not_equal(access(club->back->path, F_OK), 0);
    (void)snprintf(club->sqlite->path, sizeof club->sqlite->path, "%s/none.db",
                   club->sqlite->folder);
    assert_store(copy_there(club), STORE_E_OPEN, "no file");
    assert_int_not_equal(access(club->sqlite->path, F_OK), 0);
}

/* The comparison reads what the target made of the rows. */
static void a_copy_that_differs_is_not_kept(void **state)
{
    struct club *club = *state;
    store_close(open_postgres(club)); /* creates the tables */
    change(club,
           "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
           "IF new.id = 7 THEN new.created_ms := 1; END IF; RETURN new; END $$; "
           "CREATE TRIGGER spoil BEFORE INSERT ON player FOR EACH ROW EXECUTE FUNCTION spoil()");
    assert_store(copy_there(club), STORE_E_CORRUPT, "spoilt");
    assert_non_null(strstr(club->problem, "player: row 7"));
    assert_int_equal(count_players(club), 0);
    change(club, "DROP TRIGGER spoil ON player");
    assert_store(copy_there(club), STORE_OK, club->problem);
}

static void a_value_that_the_target_cannot_hold_is_named(void **state)
{
    struct club *club = *state;
    assert_store(copy_there(club), STORE_OK, club->problem);
    change(club, "ALTER TABLE report DROP CONSTRAINT report_pkey; "
                 "ALTER TABLE report ALTER id DROP IDENTITY; UPDATE report SET id = 1");
    assert_store(copy_back(club), STORE_E_EXISTS, "two with one id");
    assert_non_null(strstr(club->problem, "report: "));
    assert_int_not_equal(access(club->back->path, F_OK), 0);
}

static void players_of_an_open_match_for_correspondence_wait_again(void **state)
{
    struct club *club = *state;
    struct store_cursor cursor = {0};
    struct queue_row rows[16];
    size_t count;
    assert_store(copy_there(club), STORE_OK, club->problem);
    change(
        club,
        "DELETE FROM queue WHERE player_id IN (2, 3); "
        "INSERT INTO match VALUES (5, 2, 3, 111, 112, 86400000, 0, 900, 0, 0, 2, 1, true, '7x6'); "
        "UPDATE queue SET clock_kind = 1 WHERE player_id = 4");
    assert_store(copy_back(club), STORE_OK, club->problem);
    assert_store(test_store_open(club->back, STORE_FULL), STORE_OK, club->back->problem);
    assert_done(club->back, store_queue(club->back->store, &cursor, rows, 16, &count), "queue");
    assert_int_equal(count, 8);
    assert_true(rows[6].player_id == 2 && rows[6].since_ms == 111);
    assert_true(rows[7].player_id == 3 && rows[7].since_ms == 112);
    for (size_t i = 0; i < count; i++)
        assert_int_not_equal(rows[i].player_id, 4);
}

#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUB_TEST(a_copy_answers_every_question_as_the_original_there_and_back),
        CLUB_TEST(both_go_on_alike_after_the_copy),
        CLUB_TEST(a_target_that_has_rows_is_left_alone),
        CLUB_TEST(databases_that_servers_use_are_not_copied),
        CLUB_TEST(a_schema_that_is_newer_or_not_ours_is_refused),
        CLUB_TEST(a_copy_that_differs_is_not_kept),
        CLUB_TEST(a_value_that_the_target_cannot_hold_is_named),
        CLUB_TEST(players_of_an_open_match_for_correspondence_wait_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
