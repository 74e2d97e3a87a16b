/* A database with some of everything, the same at every run. */
#ifndef STORE_CLUB_TEST_H
#define STORE_CLUB_TEST_H

#include "store/store_fixture_test.h"

enum { PEOPLE = 40, GAMES = 300 };

static uint64_t random_state;

static inline int some(int below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((random_state >> 33) % (uint64_t)below);
}

static inline void put_account(struct test_store *p, int64_t id)
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

static inline void put_devices(struct test_store *p, int64_t id)
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

static inline void put_push(struct test_store *p, int64_t id,
                            const uint8_t token_hash[ROW_HASH_BYTES])
{
    struct row row = {
        .kind = ROW_PUSH,
        .push = {.player_id = id, .key = {4}, .auth = {5}, .language = "de", .created_ms = id}};
    memcpy(row.push.token_hash, token_hash, ROW_HASH_BYTES);
    (void)snprintf(row.push.endpoint, sizeof row.push.endpoint, "https://push.example/%d", (int)id);
    put(p, row);
}

static inline void put_person(struct test_store *p, int64_t id)
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

static inline void put_rating(struct test_store *p, int64_t id)
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

static inline struct row some_game(int64_t id)
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

static inline void put_whole(struct test_store *p, int64_t id)
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

static inline void put_waiting(struct test_store *p, int64_t id)
{
    char code[ROW_CODE_SIZE];
    (void)snprintf(code, sizeof code, "C%05d", (int)id);
    put(p, waiting_of(id, 1 + some(PEOPLE), some(2) ? code : ""));
    if (some(2))
        put(p, result_of(id, 0, GAME_CANCELLED, START_MS));
}

static inline void put_moderation(struct test_store *p, int64_t id)
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

static inline void put_club(struct test_store *p)
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

#endif
