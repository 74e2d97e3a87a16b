#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/fixture_test.h"
#include "sio/eio_request.h"

static void only_two_transports_are_known(void **state)
{
    static const char *const unknown[] = {"",         "poll",         "Polling",  "polling ",
                                          "pollingx", "webtransport", "WEBSOCKET"};
    (void)state;
    assert_int_equal(eio_transport_read("polling"), EIO_POLLING);
    assert_int_equal(eio_transport_read("websocket"), EIO_WEBSOCKET);
    assert_int_equal(eio_transport_read(NULL), EIO_TRANSPORT_NONE);
    for (size_t i = 0; i < COUNT_OF(unknown); i++)
        assert_int_equal(eio_transport_read(unknown[i]), EIO_TRANSPORT_NONE);
}

static void refusals_are_those_of_the_reference_server(void **state)
{
    static const struct {
        const char *version, *transport;
        bool has_sid;
        enum eio_method method;
        bool is_upgrade, is_forbidden;
        enum eio_transport session;
        enum eio_refusal refusal;
    } cases[] = {
        {"4", "polling", false, EIO_GET, false, false, 0, EIO_PASS},
        {"4", "websocket", false, EIO_GET, true, false, 0, EIO_PASS},
        {"4", "polling", true, EIO_GET, false, false, EIO_POLLING, EIO_PASS},
        {"4", "polling", true, EIO_POST, false, false, EIO_POLLING, EIO_PASS},
        {"4", "websocket", true, EIO_GET, true, false, EIO_POLLING, EIO_PASS},
        {"4", "websocket", true, EIO_GET, true, false, EIO_WEBSOCKET, EIO_PASS},
        {"4", NULL, false, EIO_GET, false, false, 0, EIO_REFUSE_TRANSPORT},
        {"4", "abc", false, EIO_POST, false, true, 0, EIO_REFUSE_TRANSPORT},
        {"4", "polling", true, EIO_GET, false, false, 0, EIO_REFUSE_SID},
        {"4", "websocket", true, EIO_GET, true, false, 0, EIO_REFUSE_SID},
        {"4", "polling", false, EIO_POST, false, false, 0, EIO_REFUSE_METHOD},
        {"4", "polling", false, EIO_OTHER_METHOD, false, false, 0, EIO_REFUSE_METHOD},
        {"4", "websocket", false, EIO_GET, false, false, 0, EIO_REFUSE_REQUEST},
        {"4", "polling", false, EIO_GET, true, false, 0, EIO_REFUSE_REQUEST},
        {"4", "polling", true, EIO_GET, false, false, EIO_WEBSOCKET, EIO_REFUSE_REQUEST},
        {"4", "websocket", true, EIO_GET, false, false, EIO_POLLING, EIO_REFUSE_REQUEST},
        {"3", "polling", true, EIO_GET, false, false, EIO_POLLING, EIO_REFUSE_REQUEST},
        {"4", "polling", true, EIO_OTHER_METHOD, false, false, EIO_POLLING, EIO_REFUSE_REQUEST},
        {"4", "polling", false, EIO_GET, false, true, 0, EIO_REFUSE_FORBIDDEN},
        {"4", "polling", true, EIO_GET, false, true, 0, EIO_REFUSE_FORBIDDEN},
        {NULL, "polling", false, EIO_GET, false, false, 0, EIO_REFUSE_PROTOCOL},
        {"abc", "polling", false, EIO_GET, false, false, 0, EIO_REFUSE_PROTOCOL},
        {"3", "websocket", false, EIO_GET, true, false, 0, EIO_REFUSE_PROTOCOL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct eio_request r = {cases[i].version,    eio_transport_read(cases[i].transport),
                                      cases[i].has_sid,    cases[i].method,
                                      cases[i].is_upgrade, cases[i].is_forbidden,
                                      cases[i].session};
        enum eio_refusal refusal = eio_request_check(&r);
        if (refusal != cases[i].refusal)
            fail_msg("case %zu: %s", i, eio_refusal_text(refusal));
    }
}

static void a_refusal_says_its_code_and_message(void **state)
{
    static const struct {
        enum eio_refusal refusal;
        int status;
        const char *json;
    } cases[] = {
        {EIO_REFUSE_TRANSPORT, 400, "{\"code\":0,\"message\":\"Transport unknown\"}"},
        {EIO_REFUSE_SID, 400, "{\"code\":1,\"message\":\"Session ID unknown\"}"},
        {EIO_REFUSE_METHOD, 400, "{\"code\":2,\"message\":\"Bad handshake method\"}"},
        {EIO_REFUSE_REQUEST, 400, "{\"code\":3,\"message\":\"Bad request\"}"},
        {EIO_REFUSE_FORBIDDEN, 403, "{\"code\":4,\"message\":\"Forbidden\"}"},
        {EIO_REFUSE_PROTOCOL, 400, "{\"code\":5,\"message\":\"Unsupported protocol version\"}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer b = buffer_with_max(100);
        assert_int_equal(eio_refusal_encode(&b, cases[i].refusal), BUFFER_OK);
        assert_holds(&b, cases[i].json);
        assert_int_equal(eio_refusal_status(cases[i].refusal), cases[i].status);
        buffer_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_two_transports_are_known),
        cmocka_unit_test(refusals_are_those_of_the_reference_server),
        cmocka_unit_test(a_refusal_says_its_code_and_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
