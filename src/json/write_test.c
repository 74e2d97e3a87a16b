#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "json/write.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static void assert_written(struct buffer *b, struct json_write *w, const char *expected)
{
    assert_string_equal(json_write_err_text(json_write_finish(w)), "no error");
    assert_int_equal(buffer_char(b, '\0'), BUFFER_OK);
    assert_string_equal(b->bytes, expected);
    buffer_free(b);
}

static void objects_and_arrays_nest_with_commas_where_they_belong(void **state)
{
    struct buffer b = buffer_with_max(1000);
    struct json_write w = json_write_on(&b);
    (void)state;
    json_write_object(&w);
    json_write_name(&w, "board", 5);
    json_write_array(&w);
    json_write_null(&w);
    json_write_string(&w, "X");
    json_write_array(&w);
    json_write_array_end(&w);
    json_write_object(&w);
    json_write_object_end(&w);
    json_write_array_end(&w);
    json_write_name(&w, "ply", 3);
    json_write_int(&w, -42);
    json_write_key(&w, "isYourTurn");
    json_write_bool(&w, true);
    json_write_key(&w, "over");
    json_write_bool(&w, false);
    json_write_key(&w, "line");
    json_write_raw(&w, "[1,2]", 5);
    json_write_object_end(&w);
    assert_written(&b, &w,
                   "{\"board\":[null,\"X\",[],{}],\"ply\":-42,\"isYourTurn\":true,\"over\":false,"
                   "\"line\":[1,2]}");
}

static void single_values_are_documents(void **state)
{
    struct buffer b = buffer_with_max(100);
    struct json_write w = json_write_on(&b);
    (void)state;
    json_write_int(&w, INT64_MIN);
    assert_written(&b, &w, "-9223372036854775808");
    w = json_write_on(&b);
    json_write_string(&w, "");
    assert_written(&b, &w, "\"\"");
}

static void text_is_escaped_for_json_html_and_scripts(void **state)
{
    static const struct {
        const char *text, *json;
    } cases[] = {
        {"plain text", "\"plain text\""},
        {"\"\\/", "\"\\\"\\\\/\""},
        {"\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""},
        {"\x01\x1e\x1f\x7f", "\"\\u0001\\u001e\\u001f\\u007f\""},
        {"</script>&", "\"\\u003c/script\\u003e\\u0026\""},
        {"a\xE2\x80\xA8"
         "b\xE2\x80\xA9",
         "\"a\\u2028b\\u2029\""},
        {"\xE2\x82\xAC \xF0\x9F\x94\xB4", "\"\xE2\x82\xAC \xF0\x9F\x94\xB4\""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer b = buffer_with_max(100);
        struct json_write w = json_write_on(&b);
        json_write_string(&w, cases[i].text);
        assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
        json_t *back = json_loadb(b.bytes, b.len, JSON_DECODE_ANY, NULL);
        assert_string_equal(json_string_value(back), cases[i].text);
        json_decref(back);
        w = json_write_on(&b);
        buffer_clear(&b);
        w.start = 0;
        json_write_string(&w, cases[i].text);
        assert_written(&b, &w, cases[i].json);
    }
}

static void keys_are_escaped_too_and_a_zero_byte_is_text(void **state)
{
    struct buffer b = buffer_with_max(100);
    struct json_write w = json_write_on(&b);
    (void)state;
    json_write_object(&w);
    json_write_key(&w, "a\"b");
    json_write_text(&w, "x\0y", 3);
    json_write_object_end(&w);
    assert_written(&b, &w, "{\"a\\\"b\":\"x\\u0000y\"}");
}

static void real_numbers_read_back_the_same(void **state)
{
    static const struct {
        double number;
        const char *json;
    } cases[] = {{0.1, "0.1"},       {0.1 + 0.2, "0.30000000000000004"},
                 {1, "1"},           {-0.0, "0"},
                 {-2.5, "-2.5"},     {1e21, "1e+21"},
                 {1e-7, "1e-07"},    {1.0 / 3, "0.3333333333333333"},
                 {HUGE_VAL, "null"}, {-HUGE_VAL, "null"},
                 {NAN, "null"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer b = buffer_with_max(100);
        struct json_write w = json_write_on(&b);
        json_write_real(&w, cases[i].number);
        assert_written(&b, &w, cases[i].json);
    }
}

/* What a caller may do wrong, one letter a call: { } [ ] k(ey) n(ame) 1 r(aw, empty) */
static enum json_write_err misuse(struct buffer *b, const char *calls)
{
    struct json_write w = json_write_on(b);
    for (; *calls; calls++) {
        if (*calls == '{')
            json_write_object(&w);
        if (*calls == '}')
            json_write_object_end(&w);
        if (*calls == '[')
            json_write_array(&w);
        if (*calls == ']')
            json_write_array_end(&w);
        if (*calls == 'k')
            json_write_key(&w, "k");
        if (*calls == 'n')
            json_write_name(&w, "n", 1);
        if (*calls == '1')
            json_write_int(&w, 1);
        if (*calls == 'r')
            json_write_raw(&w, "", 0);
    }
    return json_write_finish(&w);
}

static void misuse_returns_its_error_and_leaves_no_bytes(void **state)
{
    static const struct {
        const char *calls;
        enum json_write_err err;
    } cases[] = {
        {"", JSON_WRITE_E_END},      {"[", JSON_WRITE_E_END},     {"]", JSON_WRITE_E_END},
        {"[}", JSON_WRITE_E_END},    {"{]", JSON_WRITE_E_END},    {"{k[}", JSON_WRITE_E_END},
        {"[]]", JSON_WRITE_E_END},   {"{1}", JSON_WRITE_E_KEY},   {"{k}", JSON_WRITE_E_KEY},
        {"{kk1}", JSON_WRITE_E_KEY}, {"[k1]", JSON_WRITE_E_KEY},  {"k1", JSON_WRITE_E_KEY},
        {"{[]}", JSON_WRITE_E_KEY},  {"{k1", JSON_WRITE_E_END},   {"{k1k", JSON_WRITE_E_END},
        {"11", JSON_WRITE_E_MORE},   {"[][]", JSON_WRITE_E_MORE}, {"{}1", JSON_WRITE_E_MORE},
        {"[1r]", JSON_WRITE_E_END},  {"r", JSON_WRITE_E_END},     {"{k1}", JSON_WRITE_OK},
        {"{n}", JSON_WRITE_E_KEY},   {"{nk1}", JSON_WRITE_E_KEY}, {"{kn1}", JSON_WRITE_E_KEY},
        {"[n1]", JSON_WRITE_E_KEY},  {"n1", JSON_WRITE_E_KEY},    {"{n1n1}", JSON_WRITE_OK},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer b = buffer_with_max(100);
        assert_int_equal(buffer_text(&b, "before"), BUFFER_OK);
        enum json_write_err err = misuse(&b, cases[i].calls);
        if (err != cases[i].err)
            fail_msg("%s: %s", cases[i].calls, json_write_err_text(err));
        if (err)
            assert_int_equal(b.len, 6);
        assert_memory_equal(b.bytes, "before", 6);
        buffer_free(&b);
    }
}

static void malformed_text_is_refused(void **state)
{
    static const char *const texts[] = {"\xFF", "ab\xC3", "\xED\xA0\x80", "\xC0\x80"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct buffer b = buffer_with_max(100);
        struct json_write w = json_write_on(&b);
        json_write_string(&w, texts[i]);
        assert_int_equal(json_write_finish(&w), JSON_WRITE_E_UTF8);
        assert_int_equal(b.len, 0);
        buffer_free(&b);
    }
}

/* However small the buffer is, either the whole message is in it or nothing. */
static void a_message_is_written_whole_or_not_at_all(void **state)
{
    (void)state;
    for (size_t max = 0; max < 40; max++) {
        struct buffer b = buffer_with_max(max);
        struct json_write w = json_write_on(&b);
        json_write_object(&w);
        json_write_key(&w, "a");
        json_write_array(&w);
        json_write_string(&w, "x<y");
        json_write_int(&w, 12);
        json_write_array_end(&w);
        json_write_object_end(&w);
        enum json_write_err err = json_write_finish(&w);
        assert_int_equal(err, max < 21 ? JSON_WRITE_E_FULL : JSON_WRITE_OK);
        assert_int_equal(b.len, max < 21 ? 0 : 21);
        buffer_free(&b);
    }
}

static void a_text_that_just_fits_is_written(void **state)
{
    (void)state;
    for (size_t max = 0; max < 12; max++) {
        struct buffer b = buffer_with_max(max);
        struct json_write w = json_write_on(&b);
        json_write_string(&w, "ab<");
        enum json_write_err err = json_write_finish(&w);
        assert_int_equal(err, max < 10 ? JSON_WRITE_E_FULL : JSON_WRITE_OK);
        assert_int_equal(b.len, max < 10 ? 0 : 10);
        buffer_free(&b);
    }
}

static void nesting_is_limited(void **state)
{
    char calls[2 * JSON_WRITE_DEPTH + 3] = "";
    struct buffer b = buffer_with_max(1000);
    (void)state;
    memset(calls, '[', JSON_WRITE_DEPTH);
    memset(calls + JSON_WRITE_DEPTH, ']', JSON_WRITE_DEPTH);
    assert_int_equal(misuse(&b, calls), JSON_WRITE_OK);
    memset(calls, '[', JSON_WRITE_DEPTH + 1);
    memset(calls + JSON_WRITE_DEPTH + 1, ']', JSON_WRITE_DEPTH + 1);
    assert_int_equal(misuse(&b, calls), JSON_WRITE_E_DEPTH);
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_and_arrays_nest_with_commas_where_they_belong),
        cmocka_unit_test(single_values_are_documents),
        cmocka_unit_test(text_is_escaped_for_json_html_and_scripts),
        cmocka_unit_test(keys_are_escaped_too_and_a_zero_byte_is_text),
        cmocka_unit_test(real_numbers_read_back_the_same),
        cmocka_unit_test(misuse_returns_its_error_and_leaves_no_bytes),
        cmocka_unit_test(malformed_text_is_refused),
        cmocka_unit_test(a_message_is_written_whole_or_not_at_all),
        cmocka_unit_test(a_text_that_just_fits_is_written),
        cmocka_unit_test(nesting_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
