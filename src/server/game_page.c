#include "server/game_page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "api/preview.h"
#include "base/buffer.h"
#include "net/static_rules.h"
#include "play/code.h"
#include "play/id.h"

enum { FILE_MAX = 256 * 1024, TAG_SIZE = 20, GZIP_WINDOW = 15 + 16, GZIP_MEMORY = 8 };

static const char head_begin[] = "<!--head-->", head_end[] = "<!--/head-->";

/* base-uri 'self': the page loads its script relative to its base, one level up. */
static const char *const policies[] = {
    [PAGE_HOME] = PAGE_POLICY "base-uri 'none'; frame-ancestors 'none'",
    [PAGE_GAME] = PAGE_POLICY "base-uri 'self'; frame-ancestors 'none'",
    [PAGE_EMBED] = PAGE_POLICY "base-uri 'self'; frame-ancestors *",
};
static const char *const prefixes[] = {
    [PAGE_HOME] = "/", [PAGE_GAME] = "/game/", [PAGE_EMBED] = "/embed/"};

/* Embedded games have no preview: nobody shares their address. */
static void find_head(struct game_page *page)
{
    const char *from = page->kind == PAGE_EMBED ? NULL : strstr(page->text, head_begin);
    const char *to = from ? strstr(from, head_end) : NULL;
    if (!to)
        return;
    page->head_from = (size_t)(from - page->text);
    page->head_to = (size_t)(to - page->text) + sizeof head_end - 1;
}

static bool read_file(struct game_page *page, FILE *file)
{
    page->text = malloc(FILE_MAX);
    if (!page->text)
        return false;
    page->len = fread(page->text, 1, FILE_MAX, file);
    if (ferror(file) || page->len == FILE_MAX)
        return false;
    page->text[page->len] = '\0';
    return true;
}

void game_page_open(struct game_page *page, const char *folder, enum game_page_kind kind)
{
    static const char *const names[] = {
        [PAGE_HOME] = "index.html", [PAGE_GAME] = "game.html", [PAGE_EMBED] = "embed.html"};
    char path[4096];
    *page = (struct game_page){.kind = kind};
    int len = snprintf(path, sizeof path, "%s/%s", folder, names[kind]);
    FILE *file = len > 0 && (size_t)len < sizeof path ? fopen(path, "rb") : NULL;
    if (!file)
        return;
    bool is_whole = read_file(page, file);
    (void)fclose(file); /* it was open for reading */
    if (is_whole)
        find_head(page);
    else
        game_page_close(page);
}

void game_page_close(struct game_page *page)
{
    free(page->text);
    page->text = NULL;
}

static bool is_host(const char *host)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    size_t len = host ? strlen(host) : 0;
    return len > 0 && len < PAGE_ORIGIN_SIZE - sizeof "https://" && strspn(host, allowed) == len;
}

void page_origin(char out[PAGE_ORIGIN_SIZE], const char *scheme, const char *host)
{
    out[0] = '\0';
    if (is_host(host))
        (void)snprintf(out, PAGE_ORIGIN_SIZE, "%s://%s", scheme ? scheme : "http", host);
}

/* The page with its head filled in. False if there is no memory. */
static bool fill_page(struct buffer *out, const struct game_page *page,
                      const struct preview *preview)
{
    char head[PREVIEW_MAX];
    ff_text text = ff_text_on(head, sizeof head);
    if (page->head_to > 0 && preview_write(&text, preview) != FF_OK)
        return false;
    return buffer_append(out, page->text, page->head_from) == BUFFER_OK &&
           buffer_append(out, head, text.len) == BUFFER_OK &&
           (!page->links || buffer_text(out, page->links) == BUFFER_OK) &&
           buffer_append(out, page->text + page->head_to, page->len - page->head_to) == BUFFER_OK;
}

static bool gzip(struct buffer *out, const struct buffer *from)
{
    z_stream stream = {.next_in = (unsigned char *)from->bytes, .avail_in = (uInt)from->len};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    size_t bound = deflateBound(&stream, (uLong)from->len);
    char *space = buffer_extend(out, bound);
    stream.next_out = (unsigned char *)space;
    stream.avail_out = (uInt)bound;
    bool is_done = space && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    out->len = is_done ? (size_t)stream.total_out : 0;
    (void)deflateEnd(&stream);
    return is_done;
}

/* A hash of the content (FNV-1a): the tag of a running game changes with its result. */
static void tag_write(char out[TAG_SIZE], const struct buffer *body)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < body->len; i++)
        hash = (hash ^ (unsigned char)body->bytes[i]) * UINT64_C(0x100000001B3);
    (void)snprintf(out, TAG_SIZE, "\"%016" PRIx64 "\"", hash);
}

static void answer_body(const struct game_page *page, struct net_request *request,
                        const struct buffer *body, bool is_packed)
{
    char tag[TAG_SIZE];
    tag_write(tag, body);
    bool is_known = static_tag_matches(net_request_header(request, NET_IF_NONE_MATCH), tag);
    struct net_header headers[6] = {{"cache-control", "no-cache"},
                                    {"etag", tag},
                                    {"vary", "Accept-Encoding, Accept-Language"},
                                    {"content-security-policy", policies[page->kind]}};
    size_t count = 4;
    if (is_packed)
        headers[count++] = (struct net_header){"content-encoding", "gzip"};
    if (page->kind == PAGE_EMBED)
        headers[count++] = (struct net_header){"cross-origin-resource-policy", "cross-origin"};
    const struct net_answer answer = {.status = is_known ? 304 : 200,
                                      .content_type = "text/html; charset=utf-8",
                                      .headers = headers,
                                      .header_count = count,
                                      .body = body->bytes,
                                      .body_len = body->len};
    net_request_answer(request, &answer);
}

/* Completes the preview: where the page is, and in which language its words are. */
static void answer_page(const struct game_page *page, struct net_request *request,
                        struct preview preview)
{
    char origin[PAGE_ORIGIN_SIZE];
    struct buffer body = buffer_with_max(FILE_MAX + 2 * PREVIEW_MAX);
    struct buffer packed = buffer_with_max(2 * FILE_MAX);
    const char *accept = net_request_header(request, NET_ACCEPT_ENCODING);
    page_origin(origin, net_request_scheme(request), net_request_header(request, NET_HOST));
    preview.origin = origin;
    preview.is_german = static_is_german(net_request_header(request, NET_ACCEPT_LANGUAGE));
    if (!fill_page(&body, page, &preview))
        net_request_answer_text(request, 503, "Out of memory; try again later.\n");
    else if (static_choose(accept, true, false) == STATIC_GZIP && gzip(&packed, &body))
        answer_body(page, request, &packed, true);
    else
        answer_body(page, request, &body, false);
    buffer_free(&body);
    buffer_free(&packed);
}

/* A private game is shown to everybody who has its address, but its preview says nothing about it. */
static void answer_shown(const struct rest_shown *shown, struct net_request *request)
{
    const struct game_page *page = shown->context;
    struct preview preview = {0};
    if (shown->found == REST_MISSING) {
        static_answer_missing(page->files, request);
        return;
    }
    if (shown->found == REST_FOUND)
        preview = (struct preview){.game = &shown->game.game,
                                   .name = {shown->game.name[0], shown->game.name[1]}};
    answer_page(page, request, preview);
}

static void answer_game(const struct game_page *page, struct net_request *request, int64_t id)
{
    const struct rest_shown shown = {.then = answer_shown, .context = page};
    const struct preview nothing = {0};
    if (page->head_to > 0)
        rest_find_shown(page->rest, request, id, &shown);
    else
        answer_page(page, request, nothing);
}

void game_page_closed(void *context, struct net_request *request)
{
    const struct game_page *page = context;
    if (page->rest)
        rest_request_closed(page->rest, request);
}

void game_page_answer(void *context, struct net_request *request)
{
    const struct game_page *page = context;
    const char *path = net_request_path(request);
    size_t prefix = strlen(prefixes[page->kind]), len = strlen(path);
    int64_t id;
    if (page->text && len > prefix && id_read(&id, path + prefix, len - prefix))
        answer_game(page, request, id);
    else
        static_answer_missing(page->files, request);
}

bool home_page_answer(const struct game_page *page, struct net_request *request)
{
    enum net_method method = net_request_method(request);
    if (page->head_to == 0 || (method != NET_GET && method != NET_HEAD))
        return false;
    const char *code = net_request_query(request, "join");
    struct preview preview = {0};
    if (code)
        (void)code_read(preview.code, code, strlen(code)); /* otherwise it stays empty */
    answer_page(page, request, preview);
    return true;
}
