#include "net/http_head.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"

enum { TARGET_MAX = 64, HEADERS_MAX = 256 };

static int read_head(struct http_head *head, const char *text)
{
    return http_head_read(head, text, strlen(text), TARGET_MAX, HEADERS_MAX);
}

static int status_of(const char *text)
{
    struct http_head head;
    return read_head(&head, text);
}

static void is_text(struct http_text text, const char *wanted)
{
    assert_non_null(text.at);
    assert_int_equal(text.len, strlen(wanted));
    assert_memory_equal(text.at, wanted, text.len);
}

static void a_request_is_split_into_its_parts(void **state)
{
    (void)state;
    struct http_head head;
    const char *text = "POST /a%20b?c=d&e HTTP/1.1\r\nHost: here\r\nORIGIN:\t http://x \r\n"
                       "Content-Length: 12\r\nX-Other: y\r\n\r\nbody of it";
    assert_int_equal(read_head(&head, text), HTTP_OK);
    assert_int_equal(head.method, NET_POST);
    is_text(head.path, "/a%20b");
    is_text(head.query, "c=d&e");
    is_text(head.fields[NET_HOST], "here");
    is_text(head.fields[NET_ORIGIN], "http://x");
    assert_null(head.fields[NET_COOKIE].at);
    assert_int_equal(head.body_len, 12);
    assert_int_equal(head.size, strlen(text) - strlen("body of it"));
    assert_true(head.keeps_alive);
    assert_false(head.is_upgrade);
}

static void every_method_is_known(void **state)
{
    (void)state;
    static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    for (int i = 0; i <= NET_OPTIONS; i++) {
        struct http_head head;
        char text[64];
        size_t len = strlen(names[i]);
        memcpy(text, names[i], len);
        memcpy(text + len, " / HTTP/1.0\r\n\r\n", 16);
        assert_int_equal(read_head(&head, text), HTTP_OK);
        assert_int_equal((int)head.method, i);
    }
}

static void every_incomplete_request_wants_more(void **state)
{
    (void)state;
    struct http_head head;
    const char *text = "GET / HTTP/1.1\r\nHost: a\r\nCookie: b\r\n\r\n";
    for (size_t len = 0; len < strlen(text); len++)
        assert_int_equal(http_head_read(&head, text, len, TARGET_MAX, HEADERS_MAX), HTTP_MORE);
    assert_int_equal(read_head(&head, text), HTTP_OK);
}

static void version_and_connection_header_decide_whether_a_connection_is_kept(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_kept;
    } cases[] = {
        {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", true},
        {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", false},
        {"GET / HTTP/1.1\r\nHost: a\r\nConnection: x, CLOSE\r\n\r\n", false},
        {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nConnection: x\r\n\r\n", false},
        {"GET / HTTP/1.0\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n", false},
        {"GET / HTTP/1.0\r\n\r\n", false},
        {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct http_head head;
        assert_int_equal(read_head(&head, cases[i].text), HTTP_OK);
        assert_int_equal(head.keeps_alive, cases[i].is_kept);
    }
}

static void an_upgrade_needs_both_of_its_headers(void **state)
{
    (void)state;
    struct http_head head;
    assert_int_equal(read_head(&head,
                               "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\n"
                               "Upgrade: WebSocket\r\n\r\n"),
                     HTTP_OK);
    assert_true(head.is_upgrade);
    assert_int_equal(read_head(&head, "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n"),
                     HTTP_OK);
    assert_false(head.is_upgrade);
    assert_int_equal(
        read_head(&head,
                  "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n"),
        HTTP_OK);
    assert_false(head.is_upgrade);
    assert_int_equal(
        read_head(
            &head,
            "POST / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"),
        HTTP_OK);
    assert_false(head.is_upgrade);
}

static void a_list_header_may_have_several_lines(void **state)
{
    (void)state;
    struct http_head head;
    assert_int_equal(
        read_head(&head,
                  "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
                  "Connection: keep-alive\r\nUpgrade: h2c\r\n\r\n"),
        HTTP_OK);
    assert_true(head.is_upgrade);
}

static void ambiguous_heads_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "GET /\r\n\r\n",
        "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET a HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\xc3\xa4 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n: no name\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.0\r\n\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        ("GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Version: 8\r\n\r\n"),
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 2\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (status_of(bad[i]) != 400)
            fail_msg("not refused with 400: %s", bad[i]);
}

static void a_byte_zero_is_refused_anywhere(void **state)
{
    (void)state;
    static const char text[] = "GET /aa HTTP/1.1\r\nHost: bb\r\n\r\n";
    struct http_head head;
    for (size_t i = 0; i < sizeof text - 5; i++) {
        char copy[sizeof text];
        memcpy(copy, text, sizeof text);
        if (copy[i] == '\r' || copy[i] == '\n')
            continue;
        copy[i] = '\0';
        assert_int_equal(http_head_read(&head, copy, sizeof text - 1, TARGET_MAX, HEADERS_MAX),
                         400);
    }
}

static void refusals_have_their_statuses(void **state)
{
    (void)state;
    assert_int_equal(status_of("FROB / HTTP/1.1\r\nHost: a\r\n\r\n"), 501);
    assert_int_equal(status_of("get / HTTP/1.1\r\nHost: a\r\n\r\n"), 501);
    assert_int_equal(status_of("GET / HTTP/2.0\r\nHost: a\r\n\r\n"), 505);
    assert_int_equal(status_of("GET / HTTX/1.1\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(status_of("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"),
                     411);
    assert_int_equal(
        status_of("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999999999\r\n\r\n"), 413);
}

static void a_long_target_is_refused_before_it_is_complete(void **state)
{
    (void)state;
    char text[512] = "GET /";
    struct http_head head;
    memset(text + 5, 'a', sizeof text - 5);
    assert_int_equal(http_head_read(&head, text, TARGET_MAX, TARGET_MAX, HEADERS_MAX), HTTP_MORE);
    assert_int_equal(http_head_read(&head, text, 200, TARGET_MAX, HEADERS_MAX), 414);
    /* Just beyond the limit, with everything else in order. */
    memcpy(text + 4 + TARGET_MAX + 1, " HTTP/1.0\r\n\r\n", 14);
    assert_int_equal(read_head(&head, text), 414);
    memcpy(text + 4 + TARGET_MAX, " HTTP/1.0\r\n\r\n", 14);
    assert_int_equal(read_head(&head, text), HTTP_OK);
}

static void long_headers_are_refused_before_they_are_complete(void **state)
{
    (void)state;
    static const char start[] = "GET / HTTP/1.1\r\nHost: a\r\nCookie: ";
    char text[1024];
    struct http_head head;
    memset(text, 'a', sizeof text);
    memcpy(text, start, sizeof start - 1);
    assert_int_equal(http_head_read(&head, text, 200, TARGET_MAX, HEADERS_MAX), HTTP_MORE);
    assert_int_equal(http_head_read(&head, text, 400, TARGET_MAX, HEADERS_MAX), 431);
}

static void too_many_headers_are_refused(void **state)
{
    (void)state;
    struct http_head head;
    struct buffer text = buffer_with_max(1024);
    assert_int_equal(buffer_text(&text, "GET / HTTP/1.0\r\n"), BUFFER_OK);
    for (int i = 0; i < 100; i++)
        assert_int_equal(buffer_text(&text, "a:\r\n"), BUFFER_OK);
    assert_int_equal(buffer_text(&text, "\r\n"), BUFFER_OK);
    assert_int_equal(http_head_read(&head, text.bytes, text.len, TARGET_MAX, 1024), HTTP_OK);
    text.len -= 2;
    assert_int_equal(buffer_text(&text, "a:\r\n\r\n"), BUFFER_OK);
    assert_int_equal(http_head_read(&head, text.bytes, text.len, TARGET_MAX, 1024), 431);
    buffer_free(&text);
}

static void a_target_may_be_an_absolute_url(void **state)
{
    (void)state;
    struct http_head head;
    assert_int_equal(read_head(&head, "GET http://here:80/x?y HTTP/1.1\r\nHost: a\r\n\r\n"),
                     HTTP_OK);
    is_text(head.path, "/x");
    is_text(head.query, "y");
}

enum { ANSWER_MAX = 128 };

static int read_answer(struct http_answer *answer, const char *text)
{
    return http_answer_read(answer, text, strlen(text), ANSWER_MAX);
}

static void an_answer_has_a_status_a_type_and_a_length(void **state)
{
    (void)state;
    struct http_answer answer;
    const char *text = "HTTP/1.1 400 Bad Request\r\ncontent-length: 12\r\n"
                       "content-type: application/json\r\nvary: origin\r\n\r\nbody of it";
    assert_int_equal(read_answer(&answer, text), HTTP_OK);
    assert_int_equal(answer.status, 400);
    assert_int_equal(answer.body_len, 12);
    is_text(answer.type, "application/json");
    assert_string_equal(text + answer.size, "body of it");
    for (size_t len = 0; len < answer.size; len++)
        assert_int_equal(http_answer_read(&answer, text, len, ANSWER_MAX), HTTP_MORE);
    assert_int_equal(read_answer(&answer, "HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n"), HTTP_OK);
    assert_null(answer.type.at);
}

static void an_answer_that_is_not_ours_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 20 OK\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 2x0 OK\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 600 OK\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length : 1\r\n\r\n",
        "HTTP/1.1 200 OK\ncontent-length: 1\n\n",
        "\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct http_answer answer = {.status = 7};
        if (read_answer(&answer, bad[i]) != HTTP_BAD || answer.status != 7)
            fail_msg("read: %s", bad[i]);
    }
}

static void a_long_head_of_an_answer_is_refused_before_it_is_complete(void **state)
{
    (void)state;
    struct http_answer answer;
    char text[ANSWER_MAX + 1];
    memset(text, 'x', sizeof text);
    assert_int_equal(http_answer_read(&answer, text, ANSWER_MAX, ANSWER_MAX), HTTP_MORE);
    assert_int_equal(http_answer_read(&answer, text, ANSWER_MAX + 1, ANSWER_MAX), HTTP_BAD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_split_into_its_parts),
        cmocka_unit_test(every_method_is_known),
        cmocka_unit_test(every_incomplete_request_wants_more),
        cmocka_unit_test(version_and_connection_header_decide_whether_a_connection_is_kept),
        cmocka_unit_test(an_upgrade_needs_both_of_its_headers),
        cmocka_unit_test(a_list_header_may_have_several_lines),
        cmocka_unit_test(ambiguous_heads_are_refused),
        cmocka_unit_test(a_byte_zero_is_refused_anywhere),
        cmocka_unit_test(refusals_have_their_statuses),
        cmocka_unit_test(a_long_target_is_refused_before_it_is_complete),
        cmocka_unit_test(long_headers_are_refused_before_they_are_complete),
        cmocka_unit_test(too_many_headers_are_refused),
        cmocka_unit_test(a_target_may_be_an_absolute_url),
        cmocka_unit_test(an_answer_has_a_status_a_type_and_a_length),
        cmocka_unit_test(an_answer_that_is_not_ours_is_refused),
        cmocka_unit_test(a_long_head_of_an_answer_is_refused_before_it_is_complete),
    };
    return cmocka_run_group_tests_name("http_head", tests, NULL, NULL);
}
