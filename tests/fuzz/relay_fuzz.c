/* What nodes tell each other about a request that one passes on to another: the head of its answer, and the mark of the
 * request. Any bytes are a head, an incomplete one or refused, however they are split; and no bytes are a mark but the one that a node
 * wrote. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "net/http_head.h"
#include "server/relay_mark.h"

enum { HEAD_MAX = 500 };

static void check_answer(const char *data, size_t size)
{
    struct http_answer answer, early;
    memset(&answer, PATTERN, sizeof answer);
    int status = http_answer_read(&answer, data, size, HEAD_MAX);
    check(status == HTTP_OK || status == HTTP_MORE || status == HTTP_BAD);
    if (status != HTTP_OK) {
        check(is_pattern(&answer, sizeof answer));
        return;
    }
    check(answer.status >= 200 && answer.status <= 599);
    check(answer.size <= size && answer.size <= HEAD_MAX);
    check(!answer.type.at ||
          (answer.type.at > data && answer.type.at + answer.type.len < data + answer.size));
    check(!answer.type.len || !memchr(answer.type.at, '\n', answer.type.len));
    for (size_t len = 0; len < answer.size; len++)
        check(http_answer_read(&early, data, len, HEAD_MAX) == HTTP_MORE);
}

static void check_mark(const char *text)
{
    static const uint8_t key[RELAY_KEY_BYTES] = {7};
    char address[PROXY_ADDRESS_SIZE], mark[RELAY_MARK_SIZE];
    if (!relay_mark_read(address, key, NET_GET, "sid=x", text))
        return;
    relay_mark_write(mark, key, NET_GET, "sid=x", address);
    check(strcmp(mark, text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        exit(1);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    check_answer(text, size);
    check_mark(text);
    free(text);
    return 0;
}
