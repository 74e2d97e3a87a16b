#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "wire/engine_query.h"
#include "wire/fixture_test.h"

static struct engine_query query_of(const char *text)
{
    struct engine_query q;
    engine_query_parse(&q, text, strlen(text));
    return q;
}

static void the_parameters_of_the_protocol_are_found(void **state)
{
    struct engine_query q =
        query_of("EIO=4&transport=polling&t=N8hyd6w&b64=1&sid=lv_VI97HAXpY6yYWAAAC");
    (void)state;
    assert_true(q.is_protocol_4);
    assert_int_equal(q.transport, ENGINE_POLLING);
    assert_true(q.has_sid);
    assert_string_equal(q.sid, "lv_VI97HAXpY6yYWAAAC");
    q = query_of("transport=websocket");
    assert_int_equal(q.transport, ENGINE_WEBSOCKET);
    assert_false(q.is_protocol_4);
    assert_false(q.has_sid);
}

static void whatever_is_odd_is_absent_or_unknown(void **state)
{
    static const char *const texts[] = {"",
                                        "&",
                                        "&&&=&",
                                        "=",
                                        "EIO",
                                        "EIO=",
                                        "EIO=3",
                                        "EIO=44",
                                        "EIO=4%00",
                                        "eio=4",
                                        "transport",
                                        "transport=",
                                        "transport=poll",
                                        "transport=Polling",
                                        "transport=webtransport",
                                        "sid=",
                                        "sid",
                                        "%",
                                        "%4",
                                        "a=%zz"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct engine_query q = query_of(texts[i]);
        assert_false(q.is_protocol_4);
        assert_int_equal(q.transport, ENGINE_TRANSPORT_NONE);
        assert_false(q.has_sid);
        assert_string_equal(q.sid, "");
    }
}

static void percent_signs_are_resolved(void **state)
{
    static const struct {
        const char *text, *decoded;
    } cases[] = {{"abc", "abc"},     {"a+b", "a b"}, {"%41%6a%6A", "Ajj"}, {"%C3%a9", "\xC3\xA9"},
                 {"%", "%"},         {"%4", "%4"},   {"%4g", "%4g"},       {"%%41", "%A"},
                 {"100%25", "100%"}, {"%2B", "+"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char out[32];
        size_t len = engine_query_decode(out, cases[i].text, strlen(cases[i].text));
        out[len] = '\0';
        assert_string_equal(out, cases[i].decoded);
    }
    struct engine_query q = query_of("%45IO=%34&tr%61nsport=p%6Flling&sid=%41%42");
    assert_true(q.is_protocol_4);
    assert_int_equal(q.transport, ENGINE_POLLING);
    assert_string_equal(q.sid, "AB");
}

static void the_last_of_several_counts(void **state)
{
    struct engine_query q = query_of("EIO=4&EIO=3&transport=abc&transport=polling&sid=ABC&sid=B");
    (void)state;
    assert_false(q.is_protocol_4);
    assert_int_equal(q.transport, ENGINE_POLLING);
    assert_string_equal(q.sid, "B");
}

static void a_sid_that_cannot_be_ours_is_there_and_unknown(void **state)
{
    char text[600] = "sid=";
    (void)state;
    memset(text + 4, 'a', ENGINE_SID_MAX);
    struct engine_query q = query_of(text);
    assert_int_equal(strlen(q.sid), ENGINE_SID_MAX);
    text[4 + ENGINE_SID_MAX] = 'a';
    q = query_of(text);
    assert_true(q.has_sid);
    assert_string_equal(q.sid, "");
    memset(text + 4, 'a', 500);
    q = query_of(text);
    assert_true(q.has_sid);
    assert_string_equal(q.sid, "");
    q = query_of("sid=a%00b");
    assert_true(q.has_sid);
    assert_string_equal(q.sid, "");
}

static void a_long_value_is_not_mistaken_for_a_short_one(void **state)
{
    char text[200] = "transport=polling";
    (void)state;
    memset(text + 17, 'x', 150);
    struct engine_query q = query_of(text);
    assert_int_equal(q.transport, ENGINE_TRANSPORT_NONE);
    char name[200] = "";
    memset(name, 'x', 100);
    memcpy(name + 100, "EIO=4", 6);
    q = query_of(name);
    assert_false(q.is_protocol_4);
}

static void refusals_are_those_of_the_reference_server(void **state)
{
    static const struct {
        const char *query;
        enum engine_method method;
        bool is_upgrade, is_forbidden;
        enum engine_transport session;
        enum engine_refusal refusal;
    } cases[] = {
        {"EIO=4&transport=polling", ENGINE_GET, false, false, 0, ENGINE_PASS},
        {"EIO=4&transport=websocket", ENGINE_GET, true, false, 0, ENGINE_PASS},
        {"EIO=4&transport=polling&sid=A", ENGINE_GET, false, false, ENGINE_POLLING, ENGINE_PASS},
        {"EIO=4&transport=polling&sid=A", ENGINE_POST, false, false, ENGINE_POLLING, ENGINE_PASS},
        {"EIO=4&transport=websocket&sid=A", ENGINE_GET, true, false, ENGINE_POLLING, ENGINE_PASS},
        {"EIO=4&transport=websocket&sid=A", ENGINE_GET, true, false, ENGINE_WEBSOCKET, ENGINE_PASS},
        {"EIO=4", ENGINE_GET, false, false, 0, ENGINE_REFUSE_TRANSPORT},
        {"EIO=4&transport=abc", ENGINE_POST, false, true, 0, ENGINE_REFUSE_TRANSPORT},
        {"EIO=4&transport=polling&sid=A", ENGINE_GET, false, false, 0, ENGINE_REFUSE_SID},
        {"EIO=4&transport=websocket&sid=A", ENGINE_GET, true, false, 0, ENGINE_REFUSE_SID},
        {"EIO=4&transport=polling", ENGINE_POST, false, false, 0, ENGINE_REFUSE_METHOD},
        {"EIO=4&transport=polling", ENGINE_OTHER_METHOD, false, false, 0, ENGINE_REFUSE_METHOD},
        {"EIO=4&transport=websocket", ENGINE_GET, false, false, 0, ENGINE_REFUSE_REQUEST},
        {"EIO=4&transport=polling", ENGINE_GET, true, false, 0, ENGINE_REFUSE_REQUEST},
        {"EIO=4&transport=polling&sid=A", ENGINE_GET, false, false, ENGINE_WEBSOCKET,
         ENGINE_REFUSE_REQUEST},
        {"EIO=4&transport=websocket&sid=A", ENGINE_GET, false, false, ENGINE_POLLING,
         ENGINE_REFUSE_REQUEST},
        {"EIO=3&transport=polling&sid=A", ENGINE_GET, false, false, ENGINE_POLLING,
         ENGINE_REFUSE_REQUEST},
        {"EIO=4&transport=polling&sid=A", ENGINE_OTHER_METHOD, false, false, ENGINE_POLLING,
         ENGINE_REFUSE_REQUEST},
        {"EIO=4&transport=polling", ENGINE_GET, false, true, 0, ENGINE_REFUSE_FORBIDDEN},
        {"EIO=4&transport=polling&sid=A", ENGINE_GET, false, true, 0, ENGINE_REFUSE_FORBIDDEN},
        {"transport=polling", ENGINE_GET, false, false, 0, ENGINE_REFUSE_PROTOCOL},
        {"EIO=abc&transport=polling", ENGINE_GET, false, false, 0, ENGINE_REFUSE_PROTOCOL},
        {"EIO=3&transport=websocket", ENGINE_GET, true, false, 0, ENGINE_REFUSE_PROTOCOL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct engine_query q = query_of(cases[i].query);
        struct engine_request r = {&q, cases[i].method, cases[i].is_upgrade, cases[i].is_forbidden,
                                   cases[i].session};
        enum engine_refusal refusal = engine_request_check(&r);
        if (refusal != cases[i].refusal)
            fail_msg("case %zu, %s: %s", i, cases[i].query, engine_refusal_text(refusal));
    }
}

static void a_refusal_says_its_code_and_message(void **state)
{
    static const struct {
        enum engine_refusal refusal;
        int status;
        const char *json;
    } cases[] = {
        {ENGINE_REFUSE_TRANSPORT, 400, "{\"code\":0,\"message\":\"Transport unknown\"}"},
        {ENGINE_REFUSE_SID, 400, "{\"code\":1,\"message\":\"Session ID unknown\"}"},
        {ENGINE_REFUSE_METHOD, 400, "{\"code\":2,\"message\":\"Bad handshake method\"}"},
        {ENGINE_REFUSE_REQUEST, 400, "{\"code\":3,\"message\":\"Bad request\"}"},
        {ENGINE_REFUSE_FORBIDDEN, 403, "{\"code\":4,\"message\":\"Forbidden\"}"},
        {ENGINE_REFUSE_PROTOCOL, 400, "{\"code\":5,\"message\":\"Unsupported protocol version\"}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer b = buffer_with_max(100);
        assert_int_equal(engine_refusal_encode(&b, cases[i].refusal), BUFFER_OK);
        assert_holds(&b, cases[i].json);
        assert_int_equal(engine_refusal_status(cases[i].refusal), cases[i].status);
        buffer_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parameters_of_the_protocol_are_found),
        cmocka_unit_test(whatever_is_odd_is_absent_or_unknown),
        cmocka_unit_test(percent_signs_are_resolved),
        cmocka_unit_test(the_last_of_several_counts),
        cmocka_unit_test(a_sid_that_cannot_be_ours_is_there_and_unknown),
        cmocka_unit_test(a_long_value_is_not_mistaken_for_a_short_one),
        cmocka_unit_test(refusals_are_those_of_the_reference_server),
        cmocka_unit_test(a_refusal_says_its_code_and_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
