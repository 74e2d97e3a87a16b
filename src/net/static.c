#include "net/static.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/static_folder.h"
#include "net/static_rules.h"

enum { TAG_SIZE = 20 };

/* A file in each coding it exists in; STATIC_PLAIN always exists once the folder is read. */
struct file {
    char *path;
    struct net_message *bodies[STATIC_CODING_COUNT];
    char tags[STATIC_CODING_COUNT][TAG_SIZE];
};

struct static_files {
    struct file *files; /* sorted by path */
    size_t count, capacity;
};

#define STATIC_ERROR_TEXT(code, text) [code] = (text),
static const char *const err_texts[STATIC_ERR_COUNT] = {STATIC_ERRORS(STATIC_ERROR_TEXT)};
#undef STATIC_ERROR_TEXT

const char *static_err_text(enum static_err err)
{
    return err_texts[err];
}

/* A hash of the content (FNV-1a): a collision is harmless enough, and no secret depends on it. */
static void tag_write(char out[TAG_SIZE], const char *bytes, size_t len)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    (void)snprintf(out, TAG_SIZE, "\"%016" PRIx64 "\"", hash);
}

static struct file *file_append(struct static_files *files, const char *path)
{
    if (files->count == files->capacity) {
        size_t capacity = files->capacity ? 2 * files->capacity : 64;
        struct file *grown = realloc(files->files, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        files->files = grown;
        files->capacity = capacity;
    }
    struct file *file = &files->files[files->count];
    *file = (struct file){.path = strdup(path)};
    if (!file->path)
        return NULL;
    files->count++;
    return file;
}

static enum static_err file_add(void *context, const char *path, const char *bytes, size_t len)
{
    struct file *file = file_append(context, path);
    if (!file)
        return STATIC_E_MEMORY;
    file->bodies[STATIC_PLAIN] = net_message_new(NET_BINARY, bytes, len);
    tag_write(file->tags[STATIC_PLAIN], bytes, len);
    return file->bodies[STATIC_PLAIN] ? STATIC_OK : STATIC_E_MEMORY;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

static struct file *file_find(const struct static_files *files, const char *path)
{
    struct file key = {.path = (char *)path};
    return bsearch(&key, files->files, files->count, sizeof key, by_path);
}

/* The variant of a file, found by the end of its name, moves to that file. */
static void variant_attach(struct static_files *files, struct file *variant,
                           enum static_coding coding)
{
    char path[STATIC_PATH_SIZE];
    size_t len = strlen(variant->path), end = strlen(static_suffix(coding));
    if (len <= end || strcmp(variant->path + len - end, static_suffix(coding)) != 0)
        return;
    (void)snprintf(path, sizeof path, "%.*s", (int)(len - end), variant->path);
    struct file *file = file_find(files, path);
    if (!file)
        return;
    file->bodies[coding] = variant->bodies[STATIC_PLAIN];
    memcpy(file->tags[coding], variant->tags[STATIC_PLAIN], TAG_SIZE);
    variant->bodies[STATIC_PLAIN] = NULL;
}

static void files_arrange(struct static_files *files)
{
    if (files->count == 0)
        return;
    qsort(files->files, files->count, sizeof *files->files, by_path);
    for (size_t i = 0; i < files->count; i++) {
        variant_attach(files, &files->files[i], STATIC_GZIP);
        variant_attach(files, &files->files[i], STATIC_BROTLI);
    }
}

static bool file_is_there(const struct file *file)
{
    return file && file->bodies[STATIC_PLAIN];
}

enum static_err static_open(struct static_files **out, const char *folder)
{
    struct static_files *files = calloc(1, sizeof *files);
    if (!files)
        return STATIC_E_MEMORY;
    enum static_err err = static_folder_read(folder, file_add, files);
    if (!err) {
        files_arrange(files);
        if (files->count == 0 || !file_is_there(file_find(files, "/index.html")))
            err = STATIC_E_INDEX;
    }
    if (err)
        static_close(files);
    else
        *out = files;
    return err;
}

void static_close(struct static_files *files)
{
    if (!files)
        return;
    for (size_t i = 0; i < files->count; i++) {
        for (int coding = 0; coding < STATIC_CODING_COUNT; coding++)
            net_message_release(files->files[i].bodies[coding]);
        free(files->files[i].path);
    }
    free(files->files);
    free(files);
}

static void answer_without_page(struct net_request *request)
{
    static const char page[] = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                               "<title>Page not found - Fourfall</title>\n"
                               "<h1>Page not found</h1>\n"
                               "<p>Fourfall has no page at this address.</p>\n"
                               "<p><a href=\"/\">Go to the game</a></p>\n</html>\n";
    const struct net_header headers[] = {{"cache-control", "no-cache"}};
    const struct net_answer answer = {.status = 404,
                                      .content_type = "text/html; charset=utf-8",
                                      .headers = headers,
                                      .header_count = 1,
                                      .body = page,
                                      .body_len = sizeof page - 1};
    net_request_answer(request, &answer);
}

static void answer_method(struct net_request *request)
{
    static const char text[] = "Only GET and HEAD are allowed here.\n";
    const struct net_header headers[] = {{"allow", "GET, HEAD"}};
    const struct net_answer answer = {.status = 405,
                                      .content_type = "text/plain; charset=utf-8",
                                      .headers = headers,
                                      .header_count = 1,
                                      .body = text,
                                      .body_len = sizeof text - 1};
    net_request_answer(request, &answer);
}

/* Sends a file in the best coding. A page that is sent in place of a missing one is not kept by caches. */
static void answer_file(struct net_request *request, const struct file *file, int status)
{
    bool has_gzip = file->bodies[STATIC_GZIP], has_brotli = file->bodies[STATIC_BROTLI];
    enum static_coding coding =
        static_choose(net_request_header(request, NET_ACCEPT_ENCODING), has_gzip, has_brotli);
    const char *tag = file->tags[coding];
    bool is_found = status == 200;
    bool is_known =
        is_found && static_tag_matches(net_request_header(request, NET_IF_NONE_MATCH), tag);
    struct net_header headers[4] = {
        {"cache-control", is_found ? static_cache_control(file->path) : "no-cache"}};
    size_t count = 1;
    if (is_found)
        headers[count++] = (struct net_header){"etag", tag};
    if (!is_found)
        headers[count++] = (struct net_header){"vary", "Accept, Accept-Encoding, Accept-Language"};
    else if (has_gzip || has_brotli)
        headers[count++] = (struct net_header){"vary", "Accept-Encoding"};
    if (coding != STATIC_PLAIN)
        headers[count++] =
            (struct net_header){"content-encoding", coding == STATIC_BROTLI ? "br" : "gzip"};
    const struct net_answer answer = {.status = is_known ? 304 : status,
                                      .content_type = static_type(file->path),
                                      .headers = headers,
                                      .header_count = count,
                                      .shared = file->bodies[coding]};
    net_request_answer(request, &answer);
}

void static_answer_missing(const struct static_files *files, struct net_request *request)
{
    bool is_german = static_is_german(net_request_header(request, NET_ACCEPT_LANGUAGE));
    const struct file *page = file_find(files, is_german ? "/404.de.html" : "/404.html");
    if (!static_takes_html(net_request_header(request, NET_ACCEPT)))
        net_request_answer_text(request, 404, "There is no such address.\n");
    else if (file_is_there(page))
        answer_file(request, page, 404);
    else
        answer_without_page(request);
}

/* The file of a path; a path that ends with a slash means the index.html there. */
static const struct file *file_for(const struct static_files *files, const char *path)
{
    char index[STATIC_PATH_SIZE];
    size_t len = strlen(path);
    if (path[len - 1] != '/')
        return file_find(files, path);
    int written = snprintf(index, sizeof index, "%sindex.html", path);
    return written > 0 && (size_t)written < sizeof index ? file_find(files, index) : NULL;
}

void static_answer(const struct static_files *files, struct net_request *request)
{
    enum net_method method = net_request_method(request);
    const struct file *file = file_for(files, net_request_path(request));
    if (method != NET_GET && method != NET_HEAD)
        answer_method(request);
    else if (!file_is_there(file))
        static_answer_missing(files, request);
    else
        answer_file(request, file, 200);
}
