/* Pictures of games for link previews. A picture is drawn once for each state of a game and language, on a worker thread;
 * requests for one that is being drawn wait for it together. The last CACHE_MAX pictures are kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/address.h"
#include "net/static_rules.h"
#include "rest/painter.h"
#include "rest/rest_parts.h"

enum { CACHE_MAX = 64 };

/* Of one address, for pictures that must be drawn: enough for a messenger that previews a whole chat. */
static const struct bucket_rate drawings_of_address = {.token_ms = 250, .burst = 40};

struct kept_picture {
    char tag[PREVIEW_TAG_SIZE];
    struct net_message *file; /* null: free */
    uint64_t used;            /* grows; the smallest is the one to drop */
};

struct rest_pictures {
    struct kept_picture kept[CACHE_MAX];
    uint64_t clock;
    struct limits drawings;
    void *drawings_memory;
    struct paint_task task;
};

struct rest_pictures *rest_pictures_open(void)
{
    struct limits_setup setup = service_default.limits;
    struct rest_pictures *pictures = calloc(1, sizeof *pictures);
    if (!pictures)
        return NULL;
    setup.per_address = drawings_of_address;
    pictures->drawings_memory = malloc(limits_size(&setup));
    if (!pictures->drawings_memory) {
        free(pictures);
        return NULL;
    }
    limits_open(&pictures->drawings, pictures->drawings_memory, &setup);
    return pictures;
}

void rest_pictures_attach(struct rest_pictures *pictures, bool is_unlimited)
{
    pictures->drawings.setup.is_off = is_unlimited;
}

void rest_pictures_close(struct rest_pictures *pictures)
{
    if (!pictures)
        return;
    for (int i = 0; i < CACHE_MAX; i++)
        net_message_release(pictures->kept[i].file);
    free(pictures->drawings_memory);
    free(pictures);
}

static struct net_message *find_kept(struct rest_pictures *pictures, const char *tag)
{
    for (int i = 0; i < CACHE_MAX; i++) {
        struct kept_picture *kept = &pictures->kept[i];
        if (kept->file && strcmp(kept->tag, tag) == 0) {
            kept->used = ++pictures->clock;
            return kept->file;
        }
    }
    return NULL;
}

/* Takes the place of the picture that was not asked for longest. */
static struct net_message *keep(struct rest_pictures *pictures, const struct paint_task *task)
{
    struct kept_picture *oldest = &pictures->kept[0];
    struct net_message *file = net_message_new(NET_BINARY, task->file, task->len);
    for (int i = 1; i < CACHE_MAX; i++)
        if (pictures->kept[i].used < oldest->used)
            oldest = &pictures->kept[i];
    if (!file)
        return NULL;
    net_message_release(oldest->file);
    *oldest = (struct kept_picture){.file = file, .used = ++pictures->clock};
    memcpy(oldest->tag, task->tag, sizeof oldest->tag);
    return file;
}

/* A finished game stays as it is. Other sites may show the picture. */
static void answer(struct net_request *request, int status, const char *tag, bool is_final,
                   struct net_message *file)
{
    char quoted[PREVIEW_TAG_SIZE + 2];
    (void)snprintf(quoted, sizeof quoted, "\"%s\"", tag);
    const struct net_header headers[] = {
        {"etag", quoted},
        {"cache-control", is_final ? "public, max-age=86400" : "no-cache"},
        {"cross-origin-resource-policy", "cross-origin"}};
    const struct net_answer whole = {.status = status,
                                     .content_type = "image/png",
                                     .headers = headers,
                                     .header_count = sizeof headers / sizeof *headers,
                                     .shared = file};
    net_request_answer(request, &whole);
}

static bool is_known(const struct net_request *request, const char *tag)
{
    char quoted[PREVIEW_TAG_SIZE + 2];
    (void)snprintf(quoted, sizeof quoted, "\"%s\"", tag);
    return static_tag_matches(net_request_header(request, NET_IF_NONE_MATCH), quoted);
}

static bool is_being_drawn(const struct rest *rest, const char *tag)
{
    for (const struct rest_job *job = rest->drawing; job; job = job->next)
        if (strcmp(job->tag, tag) == 0)
            return true;
    return false;
}

/* Submits the task unless the same picture is being drawn already. */
static enum refusal submit_drawing(struct rest *rest, const struct net_request *request)
{
    const struct paint_task *task = &rest->pictures->task;
    struct bucket passing = {0};
    if (is_being_drawn(rest, task->tag))
        return REFUSAL_OK;
    if (limits_charge(&rest->pictures->drawings, &passing, address_hash(net_request_peer(request)),
                      COMMAND_REST_STATE, net_now_ms(rest->net)))
        return REFUSAL_SLOW_DOWN;
    return workers_submit(rest->setup.painter, task) ? REFUSAL_OK : REFUSAL_SERVER_FULL;
}

static void begin_drawing(struct rest_job *job, bool is_final)
{
    struct rest *rest = job->rest;
    const struct paint_task *task = &rest->pictures->task;
    enum refusal refusal = submit_drawing(rest, job->request);
    if (refusal) {
        rest->setup.host.refused(rest->setup.host.context, refusal);
        rest_refuse(rest, job->request, refusal, NULL, NULL);
        rest_job_free(job);
        return;
    }
    memcpy(job->tag, task->tag, sizeof job->tag);
    job->is_final = is_final;
    rest_job_move(job, &rest->drawing);
}

static void answer_preview(struct rest_job *job, const struct preview *preview)
{
    struct rest *rest = job->rest;
    bool is_final = !preview->game || preview->game->status > GAME_PLAYING;
    struct paint_task *task = &rest->pictures->task;
    painter_task(task, preview);
    struct net_message *file = find_kept(rest->pictures, task->tag);
    bool is_known_tag = is_known(job->request, task->tag);
    if (!is_known_tag && !file) {
        begin_drawing(job, is_final);
        return;
    }
    answer(job->request, is_known_tag ? 304 : 200, task->tag, is_final, is_known_tag ? NULL : file);
    rest_job_free(job);
}

enum store_err rest_find_game(struct store *store, int64_t id, struct store_listed *out)
{
    struct player_rows player;
    enum store_err err = store_game(store, id, &out->game);
    for (int i = 0; i < ROW_SEATS && !err; i++) {
        out->name[i][0] = '\0';
        if (out->game.seat[i].kind != SEAT_PLAYER)
            continue;
        err = store_player(store, out->game.seat[i].player_id, &player);
        if (!err)
            memcpy(out->name[i], player.player.name, sizeof out->name[i]);
    }
    return err;
}

/* The game of a picture. */
struct pictured {
    enum store_err err;
    struct store_listed game;
};

static void find_pictured(struct rest_job *job, struct store *store)
{
    struct pictured *pictured = job->own;
    pictured->err = rest_find_game(store, job->game_id, &pictured->game);
}

static struct preview preview_of(const struct rest_job *job)
{
    const char *language = net_request_query(job->request, "lang");
    return (struct preview){.origin = "", .is_german = language && strcmp(language, "de") == 0};
}

static void answer_pictured(struct rest_job *job)
{
    const struct pictured *pictured = job->own;
    struct preview preview = preview_of(job);
    bool is_missing = pictured->err == STORE_E_MISSING ||
                      (!pictured->err && !preview_is_public(&pictured->game.game));
    if (is_missing || pictured->err) {
        rest_refuse(job->rest, job->request, is_missing ? REFUSAL_NO_SUCH_GAME : REFUSAL_STORE,
                    NULL, NULL);
        rest_job_free(job);
        return;
    }
    preview.game = &pictured->game.game;
    for (int i = 0; i < ROW_SEATS; i++)
        preview.name[i] = pictured->game.name[i];
    answer_preview(job, &preview);
}

void rest_picture(struct rest_job *job)
{
    struct preview page = preview_of(job);
    if (job->action == REST_PAGE_PICTURE) {
        answer_preview(job, &page);
    } else if (rest_job_own(job, sizeof(struct pictured))) {
        ((struct pictured *)job->own)->err = STORE_E_MEMORY;
        rest_ask(job, find_pictured, answer_pictured);
    }
}

/* Answers everybody who waits for this picture. */
static void answer_drawn(struct rest *rest, const char *tag, struct net_message *file)
{
    struct rest_job *next, *job = rest->drawing;
    for (; job; job = next) {
        next = job->next;
        if (strcmp(job->tag, tag) != 0)
            continue;
        if (job->request && file)
            answer(job->request, 200, tag, job->is_final, file);
        else if (job->request)
            rest_refuse(rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
        rest_job_free(job);
    }
}

void rest_pictures_collect(struct rest *rest)
{
    struct paint_task *task = &rest->pictures->task;
    while (rest->setup.painter && workers_collect(rest->setup.painter, task))
        answer_drawn(rest, task->tag, task->len > 0 ? keep(rest->pictures, task) : NULL);
}
