#include "net/fetch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void url_is(const char *text, bool is_encrypted, const char *host, int port,
                   const char *path)
{
    struct fetch_url url;
    assert_true(fetch_url_read(&url, text));
    assert_int_equal(url.is_encrypted, is_encrypted);
    assert_string_equal(url.host, host);
    assert_int_equal(url.port, port);
    assert_string_equal(url.path, path);
}

static void urls_are_read(void **state)
{
    (void)state;
    url_is("http://localhost:8080/healthz", false, "localhost", 8080, "/healthz");
    url_is("https://example.org", true, "example.org", 443, "/");
    url_is("http://example.org/a?b=c", false, "example.org", 80, "/a?b=c");
    url_is("http://[::1]:99/", false, "::1", 99, "/");
    url_is("http://[::1]?x", false, "::1", 80, "/?x");
}

static void malformed_urls_are_refused(void **state)
{
    static const char *const bad[] = {"",
                                      "localhost:8080",
                                      "ftp://a/",
                                      "http://",
                                      "http://:80/",
                                      "http://a:0/",
                                      "http://a:65536/",
                                      "http://a:x/",
                                      "http://[::1/",
                                      "http://[]/",
                                      "http://[::1]x/",
                                      "http://a/ b",
                                      "http://a/\n"};
    struct fetch_url url = {.port = 7};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (fetch_url_read(&url, bad[i]))
            fail_msg("accepted: %s", bad[i]);
    assert_int_equal(url.port, 7);
}

/* Without limits the resolver asks again and again: twice for each kind of address, and waits five seconds each time. */
static void a_silent_name_server_is_asked_once(void **state)
{
    enum { KINDS = 2 }; /* IPv4 and IPv6 */
    struct sockaddr_in silent = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof silent;
    char question[512];
    struct fetch_url url;
    struct fetch_answer answer;
    const struct fetch_post post = {.headers = ""};
    int asked = 0, fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    (void)state;
    assert_int_equal(bind(fd, (struct sockaddr *)&silent, sizeof silent), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&silent, &len), 0);
    assert_int_equal(res_init(), 0);
    int count = _res.nscount;
    struct sockaddr_in first = _res.nsaddr_list[0];
    _res.nscount = 1;
    _res.nsaddr_list[0] = silent;
    assert_true(fetch_url_read(&url, "http://push.example.org/"));
    fetch_post(&answer, &url, &(struct fetch_trust){0}, &post, 1000);
    assert_int_equal(answer.status, 0);
    while (recv(fd, question, sizeof question, 0) > 0)
        asked++;
    _res.nscount = count;
    _res.nsaddr_list[0] = first;
    assert_in_range(asked, 1, KINDS);
    (void)close(fd);
}

/* Nothing listens there, so the two refusals differ: one comes from the system, the other before it is asked. */
static void a_post_to_public_addresses_connects_to_no_other(void **state)
{
    static const struct fetch_trust trust = {0};
    static const char *const local[] = {"http://127.0.0.1:9/", "http://127.1:9/",
                                        "http://2130706433:9/", "http://[::ffff:127.0.0.1]:9/",
                                        "http://localhost:9/"};
    struct fetch_post post = {.headers = "", .body = "", .is_public_only = true};
    struct fetch_answer answer;
    struct fetch_url url;
    (void)state;
    for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
        assert_true(fetch_url_read(&url, local[i]));
        fetch_post(&answer, &url, &trust, &post, 60000);
        assert_int_equal(answer.status, 0);
        assert_string_equal(answer.body, strerror(EACCES));
    }
    post.is_public_only = false;
    assert_true(fetch_url_read(&url, local[0]));
    fetch_post(&answer, &url, &trust, &post, 60000);
    assert_string_equal(answer.body, strerror(ECONNREFUSED));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urls_are_read),
        cmocka_unit_test(malformed_urls_are_refused),
        cmocka_unit_test(a_silent_name_server_is_asked_once),
        cmocka_unit_test(a_post_to_public_addresses_connects_to_no_other),
    };
    return cmocka_run_group_tests_name("fetch", tests, NULL, NULL);
}
