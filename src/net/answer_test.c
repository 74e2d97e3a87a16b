#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "net/conn.h"

enum { HEAD_MAX = 16 * 1024, AROUND = 300, SAID_MAX = 2 * HEAD_MAX };

struct line {
    struct net net;
    struct conn conn;
};

static void line_open(struct line *line)
{
    *line = (struct line){.conn = {.net = &line->net}};
    list_init(&line->net.todo);
    for (int i = 0; i < CONN_PHASE_COUNT; i++)
        list_init(&line->net.timed[i]);
    list_init(&line->conn.todo);
    list_init(&line->conn.timed);
    line->conn.request = calloc(1, sizeof *line->conn.request);
    assert_non_null(line->conn.request);
    line->conn.request->conn = &line->conn;
}

/* Everything in the queue, terminated. */
static void line_hear(const struct line *line, char said[SAID_MAX])
{
    size_t len = 0;
    for (const struct out *out = line->conn.out_first; out; out = out->next) {
        assert_true(len + (out->to - out->from) < SAID_MAX);
        memcpy(said + len, out->message->bytes + out->from, out->to - out->from);
        len += out->to - out->from;
    }
    said[len] = '\0';
}

/* Answers "body" with a header whose value is this long. */
static void answer_with(struct line *line, size_t value_len)
{
    static char value[HEAD_MAX + 1];
    const struct net_header header = {"x-long", value};
    const struct net_answer answer = {
        .status = 200, .headers = &header, .header_count = 1, .body = "body", .body_len = 4};
    memset(value, 'v', value_len);
    value[value_len] = '\0';
    line_open(line);
    net_request_answer(line->conn.request, &answer);
}

static void a_head_is_whole_or_the_connection_is_dropped(void **state)
{
    static char said[SAID_MAX];
    int dropped = 0, left_out = 0;
    (void)state;
    for (size_t len = HEAD_MAX - AROUND; len <= HEAD_MAX; len++) {
        struct line line;
        answer_with(&line, len);
        line_hear(&line, said);
        dropped += line.conn.is_dead;
        left_out += !line.conn.is_dead && !strstr(said, "x-long");
        const char *end = strstr(said, "\r\n\r\n");
        if (!line.conn.is_dead)
            assert_string_equal(end ? end : "no end", "\r\n\r\nbody");
        output_free(&line.conn);
    }
    assert_true(dropped > 0 && left_out > 0);
}

static void a_header_with_a_line_break_is_left_out(void **state)
{
    static char said[SAID_MAX];
    const struct net_header headers[] = {{"x-good", "1"}, {"x-bad", "1\r\nset-cookie: a=b"}};
    const struct net_answer answer = {.status = 204, .headers = headers, .header_count = 2};
    struct line line;
    (void)state;
    line_open(&line);
    net_request_answer(line.conn.request, &answer);
    line_hear(&line, said);
    assert_non_null(strstr(said, "x-good: 1\r\n"));
    assert_null(strstr(said, "x-bad"));
    assert_null(strstr(said, "cookie"));
    output_free(&line.conn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_is_whole_or_the_connection_is_dropped),
        cmocka_unit_test(a_header_with_a_line_break_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
