/* The head of a request: any bytes are a complete head, an incomplete one, or refused with one of
 * the documented statuses. The result does not depend on how the bytes are split; parts of an
 * accepted head point into them. */
#include <string.h>

#include "check.h"
#include "net/http_head.h"

enum { TARGET_MAX = 200, HEADERS_MAX = 1000 };

static bool is_promised(int status)
{
    static const int statuses[] = {HTTP_OK, HTTP_MORE, 400, 411, 413, 414, 431, 501, 505};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i] == status)
            return true;
    return false;
}

/* The text lies within the head and has no line end or zero byte. */
static void check_text(struct http_text text, const char *data, size_t size)
{
    if (!text.at)
        return;
    check(text.len == 0 || (text.at >= data && text.at + text.len <= data + size));
    check(text.len == 0 || !memchr(text.at, '\n', text.len));
    check(text.len == 0 || (!memchr(text.at, '\r', text.len) && !memchr(text.at, '\0', text.len)));
}

static void check_head(const struct http_head *head, const char *data, size_t size)
{
    check(head->size <= size && head->size >= 4);
    check(memcmp(data + head->size - 4, "\r\n\r\n", 4) == 0);
    check(head->path.len > 0 && head->path.at[0] == '/');
    check(head->path.len + head->query.len <= TARGET_MAX);
    check_text(head->path, data, head->size);
    check_text(head->query, data, head->size);
    for (int i = 0; i < HTTP_FIELD_COUNT; i++)
        check_text(head->fields[i], data, head->size);
    check(!head->is_upgrade || (head->method == NET_GET && head->fields[HTTP_UPGRADE].at));
    check(!head->fields[HTTP_TRANSFER_ENCODING].at);
    check(head->body_len == 0 || head->fields[NET_CONTENT_LENGTH].at);
}

/* Read byte by byte: incomplete until the head ends or is refused; the result then stays the
 * same. */
static void check_cut(const char *data, size_t size, int status, const struct http_head *whole)
{
    size_t end = status == HTTP_OK ? whole->size : size;
    for (size_t len = 0; len < end; len += 1 + end / 16) {
        struct http_head head;
        int early = http_head_read(&head, data, len, TARGET_MAX, HEADERS_MAX);
        check(early == HTTP_MORE || (status != HTTP_OK && early > 0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct http_head head;
    memset(&head, PATTERN, sizeof head);
    int status = http_head_read(&head, text, size, TARGET_MAX, HEADERS_MAX);
    check(is_promised(status));
    if (status == HTTP_OK)
        check_head(&head, text, size);
    else
        check(is_pattern(&head, sizeof head));
    check_cut(text, size, status, &head);
    return 0;
}
