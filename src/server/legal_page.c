#include "server/legal_page.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "net/static_rules.h"

enum { ENGLISH, GERMAN, TEXT_MAX = 64 * 1024, HTML_MAX = 8 * TEXT_MAX, PATH_MAX_BYTES = 4096 };

static const char *const titles[LEGAL_KINDS][2] = {
    [LEGAL_PRIVACY] = {"Privacy", "Datenschutz"},
    [LEGAL_IMPRINT] = {"Imprint", "Impressum"},
};

/* No script, nothing from elsewhere; the style is the one below. */
static const char policy[] = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                             "form-action 'none'; frame-ancestors 'none'";

static const char head[] =
    "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>%s · "
    "Fourfall</title><style>:root{color-scheme:light dark}body{font:1.0625rem/1.6 system-ui,"
    "sans-serif;max-width:42rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}h1,h2{"
    "line-height:1.25}a{display:inline-block;padding:.6rem 0}</style></head><body><main>\n"
    "<a href=\"/\">%s</a>\n<h1>%s</h1>\n";

static enum buffer_err write_escaped(struct buffer *out, const char *text, size_t len)
{
    enum buffer_err err = BUFFER_OK;
    for (size_t i = 0; i < len && !err; i++) {
        char c = text[i];
        const char *name = c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : NULL;
        name = c == '"' ? "&quot;" : name;
        err = name ? buffer_text(out, name) : c == '\r' ? BUFFER_OK : buffer_char(out, c);
    }
    return err;
}

/* One line, inside or outside of a paragraph. */
static enum buffer_err write_line(struct buffer *out, const char *line, size_t len, bool *is_open)
{
    bool is_heading = len > 2 && line[0] == '#' && line[1] == ' ';
    bool is_blank = len == 0 || (len == 1 && line[0] == '\r');
    const char *before = is_blank || is_heading ? (*is_open ? "</p>\n" : "")
                         : *is_open             ? "<br>\n"
                                                : "<p>";
    enum buffer_err err = buffer_text(out, before);
    *is_open = !is_blank && !is_heading;
    if (!err && is_heading)
        err = buffer_text(out, "<h2>");
    if (!err)
        err = write_escaped(out, is_heading ? line + 2 : line, is_heading ? len - 2 : len);
    if (!err && is_heading)
        err = buffer_text(out, "</h2>\n");
    return err;
}

enum buffer_err legal_write(struct buffer *out, const char *text, size_t len)
{
    enum buffer_err err = BUFFER_OK;
    bool is_open = false;
    for (size_t at = 0; at < len && !err;) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line_len = end ? (size_t)(end - text) - at : len - at;
        err = write_line(out, text + at, line_len, &is_open);
        at += line_len + 1;
    }
    return !err && is_open ? buffer_text(out, "</p>\n") : err;
}

static bool refuse(char *why, size_t why_size, const char *path, const char *problem)
{
    (void)snprintf(why, why_size, "cannot use '%s': %s", path, problem);
    return false;
}

/* Gives the length of the text. */
static bool read_text(char text[TEXT_MAX], size_t *len, const char *path, FILE *file, char *why,
                      size_t why_size)
{
    *len = fread(text, 1, TEXT_MAX, file);
    if (ferror(file))
        return refuse(why, why_size, path, strerror(errno));
    if (*len == TEXT_MAX)
        return refuse(why, why_size, path, "it is longer than 64 KiB");
    if (memchr(text, '\0', *len) || !utf8_is_valid(text, *len))
        return refuse(why, why_size, path, "it is not text in UTF-8");
    return true;
}

static enum buffer_err write_page(struct buffer *out, enum legal_kind kind, int language,
                                  const char *text, size_t len)
{
    static const char *const languages[] = {"en", "de"};
    static const char *const back[] = {"Back to the game", "Zurück zum Spiel"};
    char begin[sizeof head + 128];
    const char *title = titles[kind][language];
    (void)snprintf(begin, sizeof begin, head, languages[language], title, back[language], title);
    enum buffer_err err = buffer_text(out, begin);
    if (!err)
        err = legal_write(out, text, len);
    return err ? err : buffer_text(out, "</main></body></html>\n");
}

/* "privacy.txt" becomes "privacy.de.txt". */
static void german_path(char out[PATH_MAX_BYTES], const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    (void)snprintf(out, PATH_MAX_BYTES, "%.*s.de%s", (int)stem, path, path + stem);
}

static bool open_language(struct legal_page *page, enum legal_kind kind, int language,
                          const char *path, char *why, size_t why_size)
{
    static char text[TEXT_MAX];
    char german[PATH_MAX_BYTES];
    size_t len;
    german_path(german, path);
    FILE *file = language == GERMAN ? fopen(german, "re") : NULL;
    if (!file)
        file = fopen(path, "re");
    if (!file)
        return refuse(why, why_size, path, strerror(errno));
    bool is_good = read_text(text, &len, path, file, why, why_size);
    (void)fclose(file); /* it was open for reading */
    page->html[language] = buffer_with_max(HTML_MAX);
    if (is_good && write_page(&page->html[language], kind, language, text, len) != BUFFER_OK)
        return refuse(why, why_size, path, "out of memory");
    return is_good;
}

bool legal_page_open(struct legal_page *page, enum legal_kind kind, const char *path, char *why,
                     size_t why_size)
{
    return !path || (open_language(page, kind, ENGLISH, path, why, why_size) &&
                     open_language(page, kind, GERMAN, path, why, why_size));
}

void legal_page_close(struct legal_page *page)
{
    buffer_free(&page->html[ENGLISH]);
    buffer_free(&page->html[GERMAN]);
}

bool legal_page_is_there(const struct legal_page *page)
{
    return page->html[ENGLISH].len > 0;
}

void legal_page_answer(void *context, struct net_request *request)
{
    const struct legal_page *page = context;
    const char *wanted = net_request_query(request, "lang");
    bool is_german = wanted ? strcmp(wanted, "de") == 0
                            : static_is_german(net_request_header(request, NET_ACCEPT_LANGUAGE));
    const struct buffer *html = &page->html[is_german ? GERMAN : ENGLISH];
    const struct net_header headers[] = {{"cache-control", "no-cache"},
                                         {"vary", "Accept-Language"},
                                         {"content-security-policy", policy}};
    const struct net_answer answer = {.status = 200,
                                      .content_type = "text/html; charset=utf-8",
                                      .headers = headers,
                                      .header_count = sizeof headers / sizeof *headers,
                                      .body = html->bytes,
                                      .body_len = html->len};
    net_request_answer(request, &answer);
}

const char *legal_links(const struct legal_page pages[LEGAL_KINDS])
{
    static const char *const links[] = {
        "",
        "<link rel=\"privacy-policy\" href=\"/privacy\">",
        "<link rel=\"imprint\" href=\"/imprint\">",
        "<link rel=\"privacy-policy\" href=\"/privacy\"><link rel=\"imprint\" href=\"/imprint\">",
    };
    return links[legal_page_is_there(&pages[LEGAL_PRIVACY]) +
                 2 * legal_page_is_there(&pages[LEGAL_IMPRINT])];
}
