#include "server/game_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/id.h"

enum { FILE_MAX = 256 * 1024 };

/* base-uri 'self': the page loads its script relative to its base, one level up. */
static const struct net_header own_headers[] = {
    {"cache-control", "no-cache"},
    {"content-security-policy", PAGE_POLICY "base-uri 'self'; frame-ancestors 'none'"},
};
static const struct net_header embedded_headers[] = {
    {"cache-control", "no-cache"},
    {"content-security-policy", PAGE_POLICY "base-uri 'self'; frame-ancestors *"},
    {"cross-origin-resource-policy", "cross-origin"},
};

void game_page_open(struct game_page *page, const char *folder, bool is_embedded)
{
    char path[4096];
    *page = (struct game_page){.prefix = is_embedded ? "/embed/" : "/game/",
                               .is_embedded = is_embedded};
    int len =
        snprintf(path, sizeof path, "%s/%s", folder, is_embedded ? "embed.html" : "game.html");
    FILE *file = len > 0 && (size_t)len < sizeof path ? fopen(path, "rb") : NULL;
    if (!file)
        return;
    page->text = malloc(FILE_MAX);
    if (page->text)
        page->len = fread(page->text, 1, FILE_MAX, file);
    bool is_whole = page->text && !ferror(file) && page->len < FILE_MAX;
    (void)fclose(file); /* it was open for reading */
    if (!is_whole)
        game_page_close(page);
}

void game_page_close(struct game_page *page)
{
    free(page->text);
    page->text = NULL;
}

void game_page_answer(void *context, struct net_request *request)
{
    const struct game_page *page = context;
    const char *path = net_request_path(request);
    size_t prefix = strlen(page->prefix), len = strlen(path);
    int64_t id;
    if (!page->text || len <= prefix || !id_read(&id, path + prefix, len - prefix)) {
        net_request_answer_text(request, 404, "There is no such address.\n");
        return;
    }
    const struct net_answer answer = {
        .status = 200,
        .content_type = "text/html; charset=utf-8",
        .headers = page->is_embedded ? embedded_headers : own_headers,
        .header_count = page->is_embedded ? sizeof embedded_headers / sizeof *embedded_headers
                                          : sizeof own_headers / sizeof *own_headers,
        .body = page->text,
        .body_len = page->len};
    net_request_answer(request, &answer);
}
