#include "net/http_head.h"

#include <string.h>
#include <strings.h>

enum { LINES_MAX = 100, DIGITS_MAX = 15 };

static const char *const field_names[HTTP_FIELD_COUNT] = {
    [NET_HOST] = "host",
    [NET_ORIGIN] = "origin",
    [NET_CONTENT_TYPE] = "content-type",
    [NET_CONTENT_LENGTH] = "content-length",
    [NET_COOKIE] = "cookie",
    [NET_AUTHORIZATION] = "authorization",
    [NET_ACCEPT_ENCODING] = "accept-encoding",
    [NET_ACCEPT] = "accept",
    [NET_ACCEPT_LANGUAGE] = "accept-language",
    [NET_IF_NONE_MATCH] = "if-none-match",
    [NET_FORWARDED_FOR] = "x-forwarded-for",
    [NET_FORWARDED_PROTO] = "x-forwarded-proto",
    [NET_USER_AGENT] = "user-agent",
    [NET_RELAYED] = "x-fourfall-relayed",
    [HTTP_CONNECTION] = "connection",
    [HTTP_UPGRADE] = "upgrade",
    [HTTP_SOCKET_KEY] = "sec-websocket-key",
    [HTTP_SOCKET_VERSION] = "sec-websocket-version",
    [HTTP_TRANSFER_ENCODING] = "transfer-encoding",
    [HTTP_EXPECT] = "expect",
};

static const char *const method_names[] = {
    [NET_GET] = "GET",     [NET_HEAD] = "HEAD",     [NET_POST] = "POST",       [NET_PUT] = "PUT",
    [NET_PATCH] = "PATCH", [NET_DELETE] = "DELETE", [NET_OPTIONS] = "OPTIONS",
};

/* Compares without regard to case. */
static bool is_word(struct http_text text, const char *word)
{
    return text.at && text.len == strlen(word) && strncasecmp(text.at, word, text.len) == 0;
}

/* A token of RFC 9110: methods and header names are tokens. */
static bool is_token(struct http_text text)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool is_alnum = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
        if (!is_alnum && (!c || !strchr(marks, c)))
            return false;
    }
    return text.len > 0;
}

static struct http_text trimmed(struct http_text text)
{
    while (text.len > 0 && (*text.at == ' ' || *text.at == '\t')) {
        text.at++;
        text.len--;
    }
    while (text.len > 0 && (text.at[text.len - 1] == ' ' || text.at[text.len - 1] == '\t'))
        text.len--;
    return text;
}

/* Does a comma-separated list have this token, in upper or lower case? */
static bool list_has(struct http_text list, const char *token)
{
    while (list.len > 0) {
        const char *comma = memchr(list.at, ',', list.len);
        size_t len = comma ? (size_t)(comma - list.at) : list.len;
        if (is_word(trimmed((struct http_text){list.at, len}), token))
            return true;
        size_t step = comma ? len + 1 : len;
        list.at += step;
        list.len -= step;
    }
    return false;
}

/* Takes the first line off; false unless it ends with CR LF and has no other CR. */
static bool take_line(struct http_text *rest, struct http_text *line)
{
    const char *end = memchr(rest->at, '\n', rest->len);
    if (!end || end == rest->at || end[-1] != '\r')
        return false;
    *line = (struct http_text){rest->at, (size_t)(end - 1 - rest->at)};
    rest->len -= (size_t)(end + 1 - rest->at);
    rest->at = end + 1;
    return memchr(line->at, '\r', line->len) == NULL;
}

static bool take_word(struct http_text *rest, struct http_text *word)
{
    const char *blank = memchr(rest->at, ' ', rest->len);
    if (!blank)
        return false;
    *word = (struct http_text){rest->at, (size_t)(blank - rest->at)};
    rest->len -= word->len + 1;
    rest->at = blank + 1;
    return word->len > 0;
}

static int read_method(struct http_head *head, struct http_text word)
{
    for (size_t i = 0; i < sizeof method_names / sizeof *method_names; i++)
        if (word.len == strlen(method_names[i]) &&
            memcmp(word.at, method_names[i], word.len) == 0) {
            head->method = (enum net_method)i;
            return HTTP_OK;
        }
    return is_token(word) ? 501 : 400;
}

/* "/path?query" or "http://host/path?query", the form for proxies. */
static int read_target(struct http_head *head, struct http_text target)
{
    for (size_t i = 0; i < target.len; i++)
        if (target.at[i] <= ' ' || target.at[i] > '~' || target.at[i] == '#')
            return 400;
    if (target.len > 7 && strncasecmp(target.at, "http://", 7) == 0) {
        const char *slash = memchr(target.at + 7, '/', target.len - 7);
        if (!slash)
            return 400;
        target.len -= (size_t)(slash - target.at);
        target.at = slash;
    }
    if (target.len == 0 || target.at[0] != '/')
        return 400;
    const char *mark = memchr(target.at, '?', target.len);
    size_t path_len = mark ? (size_t)(mark - target.at) : target.len;
    head->path = (struct http_text){target.at, path_len};
    head->query = (struct http_text){mark ? mark + 1 : "", mark ? target.len - path_len - 1 : 0};
    return HTTP_OK;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int read_version(struct http_head *head, struct http_text version)
{
    if (version.len != 8 || memcmp(version.at, "HTTP/", 5) != 0 || version.at[6] != '.' ||
        !is_digit(version.at[5]) || !is_digit(version.at[7]))
        return 400;
    if (version.at[5] != '1')
        return 505;
    head->keeps_alive = version.at[7] != '0';
    return HTTP_OK;
}

static int read_request_line(struct http_head *head, struct http_text line)
{
    struct http_text method, target;
    if (!take_word(&line, &method) || !take_word(&line, &target))
        return 400;
    int status = read_version(head, line);
    if (!status)
        status = read_method(head, method);
    return status ? status : read_target(head, target);
}

static bool may_not_repeat(int field)
{
    return field == NET_HOST || field == NET_CONTENT_LENGTH || field == NET_CONTENT_TYPE ||
           field == NET_AUTHORIZATION || field == NET_ORIGIN || field == NET_RELAYED ||
           field == HTTP_SOCKET_KEY || field == HTTP_SOCKET_VERSION;
}

/* The lines of a repeated list header count together. */
static void read_list(struct http_head *head, int field, struct http_text value)
{
    if (field == HTTP_CONNECTION) {
        head->says_close |= list_has(value, "close");
        head->says_keep_alive |= list_has(value, "keep-alive");
        head->says_upgrade |= list_has(value, "upgrade");
    }
    if (field == HTTP_UPGRADE)
        head->says_websocket |= list_has(value, "websocket");
}

/* One header line. If a header that is not a list repeats, and may, the last value counts. */
static int read_field(struct http_head *head, struct http_text line)
{
    const char *colon = memchr(line.at, ':', line.len);
    if (!colon)
        return 400;
    struct http_text name = {line.at, (size_t)(colon - line.at)};
    struct http_text value = trimmed((struct http_text){colon + 1, line.len - name.len - 1});
    if (!is_token(name))
        return 400;
    for (size_t i = 0; i < value.len; i++)
        if ((unsigned char)value.at[i] < ' ' && value.at[i] != '\t')
            return 400;
    for (int i = 0; i < HTTP_FIELD_COUNT; i++)
        if (is_word(name, field_names[i])) {
            if (head->fields[i].at && may_not_repeat(i))
                return 400;
            head->fields[i] = value;
            read_list(head, i, value);
        }
    return HTTP_OK;
}

static int read_length(struct http_head *head)
{
    struct http_text digits = head->fields[NET_CONTENT_LENGTH];
    if (head->fields[HTTP_TRANSFER_ENCODING].at)
        return digits.at ? 400 : 411;
    if (!digits.at)
        return HTTP_OK;
    if (digits.len == 0)
        return 400;
    for (size_t i = 0; i < digits.len; i++) {
        if (!is_digit(digits.at[i]))
            return 400;
        if (i >= DIGITS_MAX)
            return 413;
        head->body_len = head->body_len * 10 + (size_t)(digits.at[i] - '0');
    }
    return HTTP_OK;
}

/* Decides what depends on several headers. */
static int read_meaning(struct http_head *head)
{
    bool is_new = head->keeps_alive; /* HTTP/1.1 keeps connections by default */
    if (is_new && !head->fields[NET_HOST].at)
        return 400;
    head->keeps_alive = !head->says_close && (is_new || head->says_keep_alive);
    head->is_upgrade =
        is_new && head->method == NET_GET && head->says_upgrade && head->says_websocket;
    head->expects_continue = is_new && is_word(head->fields[HTTP_EXPECT], "100-continue");
    return read_length(head);
}

static int read_fields(struct http_head *head, struct http_text rest)
{
    struct http_text line;
    for (int lines = 0; rest.len > 2; lines++) {
        if (lines == LINES_MAX)
            return 431;
        if (!take_line(&rest, &line))
            return 400;
        int status = read_field(head, line);
        if (status)
            return status;
    }
    return rest.len == 2 ? read_meaning(head) : 400; /* the empty line must be CR LF */
}

/* The length of the head, including its empty line; 0 if that is missing. */
static size_t head_end(const char *data, size_t len)
{
    for (const char *at = data; at < data + len; at++) {
        at = memchr(at, '\n', len - (size_t)(at - data));
        if (!at)
            return 0;
        size_t left = len - (size_t)(at + 1 - data);
        if (left >= 2 && at[1] == '\r' && at[2] == '\n')
            return (size_t)(at + 3 - data);
        if (left >= 1 && at[1] == '\n') /* take_line refuses it */
            return (size_t)(at + 2 - data);
    }
    return 0;
}

int http_head_read(struct http_head *out, const char *data, size_t len, size_t target_max,
                   size_t headers_max)
{
    enum { AROUND_TARGET = 32 }; /* method, version, blanks, line end */
    struct http_head head = {0};
    const char *line_end = memchr(data, '\n', len);
    size_t line_len = line_end ? (size_t)(line_end - data) : len;
    if (line_len > target_max + AROUND_TARGET)
        return 414;
    size_t size = head_end(data, len);
    if ((size ? size : len) - line_len > headers_max)
        return 431;
    if (size == 0)
        return HTTP_MORE;
    struct http_text rest = {data, size}, line;
    int status = take_line(&rest, &line) ? read_request_line(&head, line) : 400;
    if (!status && head.path.len + head.query.len > target_max)
        status = 414;
    if (!status)
        status = read_fields(&head, rest);
    if (status)
        return status;
    head.size = size;
    *out = head;
    return HTTP_OK;
}

/* "HTTP/1.1 200 OK": the reason may be empty. */
static bool read_status_line(struct http_answer *answer, struct http_text line)
{
    static const char version[] = "HTTP/1.1 ";
    enum { BEFORE = sizeof version - 1, DIGITS = 3 };
    const char *digits = line.at + BEFORE;
    if (line.len < BEFORE + DIGITS || memcmp(line.at, version, BEFORE) != 0 ||
        (line.len > BEFORE + DIGITS && digits[DIGITS] != ' '))
        return false;
    for (int i = 0; i < DIGITS; i++) {
        if (!is_digit(digits[i]))
            return false;
        answer->status = answer->status * 10 + (digits[i] - '0');
    }
    return answer->status >= 200 && answer->status <= 599;
}

int http_answer_read(struct http_answer *out, const char *data, size_t len, size_t head_max)
{
    struct http_answer answer = {0};
    struct http_head head = {0};
    size_t size = head_end(data, len);
    if ((size ? size : len) > head_max)
        return HTTP_BAD;
    if (size == 0)
        return HTTP_MORE;
    struct http_text rest = {data, size}, line;
    if (!take_line(&rest, &line) || !read_status_line(&answer, line) || read_fields(&head, rest) ||
        !head.fields[NET_CONTENT_LENGTH].at)
        return HTTP_BAD;
    answer.type = head.fields[NET_CONTENT_TYPE];
    answer.body_len = head.body_len;
    answer.size = size;
    *out = answer;
    return HTTP_OK;
}
