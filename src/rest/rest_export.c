/* Everything that is stored about a player, as one file. It is written in pieces, each a question to the store and at
 * most one in each turn of the loop, so that a player with a long history does not block the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/player_write.h"
#include "api/state_write.h"
#include "play/id.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { PIECE = 50, POINTS_MAX = 500, SESSIONS_MAX = 200, EXPORT_MAX = 64 * 1024 * 1024 };
enum { EXPORTS_MAX = 16 }; /* together at most a gigabyte */

enum stage { RUNNING_GAMES, FINISHED_GAMES, CHAT, WRITTEN };

struct rest_export {
    struct buffer out;
    struct json_write w;
    struct store_cursor cursor;
    int64_t player_id;
    enum stage stage;
    enum store_err err;
};

void rest_export_free(struct rest_export *file)
{
    if (file)
        buffer_free(&file->out);
    free(file);
}

static enum store_err write_statistics(struct json_write *w, struct store *store, int64_t player_id)
{
    struct store_record record;
    enum store_err err = store_record(store, player_id, &record);
    if (err)
        return err;
    json_write_key(w, "statistics");
    json_write_object(w);
    rest_write_record(w, &record);
    json_write_object_end(w);
    return STORE_OK;
}

static enum store_err write_history(struct json_write *w, struct store *store, int64_t player_id)
{
    struct store_point points[POINTS_MAX];
    enum store_err err = STORE_OK;
    json_write_key(w, "ratingHistory");
    json_write_array(w);
    for (int i = 0; i < RATING_CLASSES && !err; i++) {
        size_t count = 0;
        err = store_points(store, player_id, (enum rating_class)i, points, POINTS_MAX, &count);
        json_write_object(w);
        pair_text(w, "class", class_name((enum rating_class)i));
        rest_write_points(w, points, count);
        json_write_object_end(w);
    }
    json_write_array_end(w);
    return err;
}

/* Only their times: the store has no tokens, only hashes. */
static enum store_err write_sessions(struct json_write *w, struct store *store, int64_t player_id)
{
    struct session_row sessions[SESSIONS_MAX];
    size_t count = 0;
    enum store_err err = store_sessions(store, player_id, sessions, SESSIONS_MAX, &count);
    json_write_key(w, "sessions");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        exported_session_write(w, &sessions[i]);
    json_write_array_end(w);
    return err;
}

static enum store_err write_devices(struct json_write *w, struct store *store, int64_t player_id)
{
    struct device_row devices[STORE_DEVICES_KEPT];
    size_t count = 0;
    enum store_err err = store_devices(store, player_id, devices, &count);
    json_write_key(w, "devices");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        exported_device_write(w, &devices[i]);
    json_write_array_end(w);
    return err;
}

static enum store_err write_waiting(struct json_write *w, struct store *store, int64_t player_id)
{
    struct queue_row row;
    enum store_err err = store_waiting(store, player_id, &row);
    json_write_key(w, "waiting");
    exported_queue_write(w, err ? NULL : &row);
    return err == STORE_E_MISSING ? STORE_OK : err;
}

/* Matches that the player did not confirm (play/misses.h). */
static enum store_err write_misses(struct json_write *w, struct store *store, int64_t player_id)
{
    struct player_rows player;
    enum store_err err = store_player(store, player_id, &player);
    if (err)
        return err;
    json_write_key(w, "missedMatches");
    exported_misses_write(w, &player.player.misses);
    return STORE_OK;
}

static enum store_err write_head(struct rest_export *file, struct store *store, int64_t wall_ms)
{
    struct json_write *w = &file->w;
    json_write_object(w);
    enum store_err err = rest_me_write(w, store, file->player_id, wall_ms);
    if (!err)
        err = write_statistics(w, store, file->player_id);
    if (!err)
        err = write_history(w, store, file->player_id);
    if (!err)
        err = write_sessions(w, store, file->player_id);
    if (!err)
        err = write_devices(w, store, file->player_id);
    if (!err)
        err = rest_write_account_log(w, store, file->player_id);
    if (!err)
        err = write_waiting(w, store, file->player_id);
    if (!err)
        err = write_misses(w, store, file->player_id);
    if (!err)
        err = rest_write_pushes(w, store, file->player_id);
    if (!err)
        err = rest_write_passkeys(w, store, file->player_id);
    json_write_key(w, "games");
    json_write_array(w);
    return err;
}

/* If the store fails, the game is written without the times of its moves. */
static void write_game(struct rest_export *file, struct store *store,
                       const struct store_listed *listed)
{
    const char *const names[ROW_SEATS] = {listed->name[0], listed->name[1]};
    int64_t at_ms[ROW_PLIES_MAX];
    size_t count = 0;
    if (store_game_times(store, listed->game.id, at_ms, &count) != STORE_OK)
        count = 0;
    state_write_exported(&file->w, &listed->game, names, file->player_id, at_ms, count);
}

static enum store_err write_games(struct rest_export *file, struct store *store, size_t *count)
{
    struct store_listed page[PIECE];
    const struct store_query query = {.list = file->stage == RUNNING_GAMES ? STORE_PLAYER_RUNNING
                                                                           : STORE_PLAYER_DONE,
                                      .player_id = file->player_id};
    enum store_err err = store_list(store, &query, &file->cursor, page, PIECE, count);
    for (size_t i = 0; !err && i < *count; i++)
        write_game(file, store, &page[i]);
    return err;
}

static enum store_err write_chat(struct rest_export *file, struct store *store, size_t *count)
{
    struct chat_row lines[PIECE];
    enum store_err err =
        store_player_chat(store, file->player_id, &file->cursor, lines, PIECE, count);
    for (size_t i = 0; !err && i < *count; i++)
        exported_chat_write(&file->w, &lines[i]);
    return err;
}

/* Writes one piece, and begins the next stage after the last piece of this one. */
static enum store_err write_piece(struct rest_export *file, struct store *store)
{
    size_t count = 0;
    enum store_err err =
        file->stage == CHAT ? write_chat(file, store, &count) : write_games(file, store, &count);
    if (err || count == PIECE)
        return err;
    if (file->stage == FINISHED_GAMES) {
        json_write_array_end(&file->w);
        json_write_key(&file->w, "chat");
        json_write_array(&file->w);
    } else if (file->stage == CHAT) {
        json_write_array_end(&file->w);
        json_write_object_end(&file->w);
    }
    file->stage++;
    memset(&file->cursor, 0, sizeof file->cursor);
    return STORE_OK;
}

static void answer(struct rest_job *job)
{
    struct rest_export *file = job->file;
    char id[ID_TEXT_SIZE], name[64];
    id_write(id, file->player_id);
    (void)snprintf(name, sizeof name, "fourfall-player-%s.json", id);
    if (file->err)
        rest_refuse(job->rest, job->request, REFUSAL_STORE, NULL, NULL);
    else if (json_write_finish(&file->w) != JSON_WRITE_OK)
        rest_refuse(job->rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
    else
        rest_answer_file(job->request, "application/json", name, &file->out);
    rest_job_free(job);
}

static void run_piece(struct rest_job *job, struct store *store)
{
    job->file->err = write_piece(job->file, store);
}

static void run_head(struct rest_job *job, struct store *store)
{
    job->file->err = write_head(job->file, store, job->wall_ms);
}

/* While an export is unfinished, the loop wakes up again at once. */
static void go_on(struct rest_job *job)
{
    if (job->file->err || job->file->stage == WRITTEN)
        answer(job);
    else
        net_wake(job->rest->net);
}

static void ask(struct rest_job *job, void (*run)(struct rest_job *job, struct store *store))
{
    job->file->err = STORE_E_MEMORY;
    rest_ask(job, run, go_on);
}

/* Asks for one piece of each export. */
void rest_export_turn(struct rest *rest)
{
    struct rest_job *next, *job = rest->exporting;
    for (; job; job = next) {
        next = job->next;
        if (job->is_asking)
            continue;
        if (job->request)
            ask(job, run_piece);
        else
            rest_job_free(job);
    }
}

/* One export at a time for each player, and EXPORTS_MAX in all. */
static enum refusal check_capacity(const struct rest *rest, int64_t player_id)
{
    int count = 0;
    for (const struct rest_job *job = rest->exporting; job; job = job->next, count++)
        if (job->request && job->player_id == player_id)
            return REFUSAL_SLOW_DOWN;
    return count < EXPORTS_MAX ? REFUSAL_OK : REFUSAL_SERVER_FULL;
}

static void find_player(struct rest_job *job, struct store *store)
{
    job->file->err = rest_find_sender(store, job, &job->player_id);
}

static enum refusal check_sender(const struct rest_job *job)
{
    if (job->file->err)
        return REFUSAL_STORE;
    return job->player_id ? check_capacity(job->rest, job->player_id) : REFUSAL_NO_SESSION;
}

static void begin(struct rest_job *job)
{
    enum refusal refusal = check_sender(job);
    if (refusal) {
        rest_refuse(job->rest, job->request, refusal, NULL, NULL);
        rest_job_free(job);
        return;
    }
    job->file->out = buffer_with_max(EXPORT_MAX);
    job->file->w = json_write_on(&job->file->out);
    job->file->player_id = job->player_id;
    rest_job_move(job, &job->rest->exporting);
    ask(job, run_head);
}

void rest_export_begin(struct rest_job *job)
{
    job->file = calloc(1, sizeof *job->file);
    if (!job->file) {
        rest_refuse(job->rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
        rest_job_free(job);
        return;
    }
    job->file->err = STORE_E_MEMORY;
    rest_ask(job, find_player, begin);
}
