#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/utf8.h"
#include "json/read.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const struct json_limits limits = {.bytes_max = 100, .depth_max = 3};

static enum json_read_err read_text(const char *text, size_t len)
{
    json_t *value = NULL;
    enum json_read_err err = json_read(&value, text, len, limits, NULL);
    assert_true((err == JSON_READ_OK) == (value != NULL));
    json_decref(value);
    return err;
}

static json_t *value_of(const char *text)
{
    json_t *value = NULL;
    assert_int_equal(json_read(&value, text, strlen(text), limits, NULL), JSON_READ_OK);
    return value;
}

static void only_strict_json_is_read(void **state)
{
    static const struct {
        const char *text;
        enum json_read_err err;
    } cases[] = {
        {"{}", JSON_READ_OK},
        {" [1, 2.5, \"x\", null, true] ", JSON_READ_OK},
        {"\"x\"", JSON_READ_OK},
        {"9223372036854775807", JSON_READ_OK},
        {"\"\\u0000\"", JSON_READ_OK},
        {"\"\\uD800\"", JSON_READ_OK},
        {"9223372036854775808", JSON_READ_OK},
        {"1e999", JSON_READ_OK},
        {"", JSON_READ_E_SYNTAX},
        {"{", JSON_READ_E_SYNTAX},
        {"[1,]", JSON_READ_E_SYNTAX},
        {"[01]", JSON_READ_E_SYNTAX},
        {"{} {}", JSON_READ_E_SYNTAX},
        {"{}x", JSON_READ_E_SYNTAX},
        {"{'a':1}", JSON_READ_E_SYNTAX},
        {"\"\xFF\"", JSON_READ_E_SYNTAX},
        {"\"\n\"", JSON_READ_E_SYNTAX},
        {"NaN", JSON_READ_E_SYNTAX},
        {"{\"a\":1,\"a\":2}", JSON_READ_E_TWICE},
        {"{\"a\":1,\"\\u0061\":2}", JSON_READ_E_TWICE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        enum json_read_err err = read_text(cases[i].text, strlen(cases[i].text));
        if (err != cases[i].err)
            fail_msg("%s: %s", cases[i].text, json_read_err_text(err));
    }
    assert_int_equal(read_text("[1]\0[", 5), JSON_READ_E_SYNTAX);
}

static void size_and_depth_are_limited_before_parsing(void **state)
{
    char text[102];
    size_t at = 0;
    json_t *value = NULL;
    (void)state;
    memset(text, ' ', sizeof text);
    text[0] = '1';
    assert_int_equal(read_text(text, 100), JSON_READ_OK);
    assert_int_equal(json_read(&value, text, 101, limits, &at), JSON_READ_E_SIZE);
    assert_int_equal(at, 100);
    assert_int_equal(read_text("[[[]],{\"a\":{}}]", 15), JSON_READ_OK);
    assert_int_equal(json_read(&value, "[[[[", 4, limits, &at), JSON_READ_E_DEPTH);
    assert_int_equal(at, 3);
    assert_int_equal(read_text("[{\"a\":[{", 8), JSON_READ_E_DEPTH);
    assert_int_equal(read_text("[[[\"[[{\\\"[[\"]]]", 15), JSON_READ_OK);
    assert_int_equal(read_text("[[[\"\\\\\",[]]]]", 13), JSON_READ_E_DEPTH);
    assert_null(value);
}

static void a_syntax_error_has_its_position(void **state)
{
    json_t *value = NULL;
    size_t at = 0;
    (void)state;
    assert_int_equal(json_read(&value, "[1,x]", 5, limits, &at), JSON_READ_E_SYNTAX);
    assert_in_range(at, 3, 4);
}

static void fields_are_read_by_type(void **state)
{
    json_t *value =
        value_of("{\"name\":\"\xC3\x84nn\",\"n\":6,\"b\":true,\"o\":{},\"a\":[1],\"w\":\"up\"}");
    struct json_fields f = json_fields_of(value, "it");
    static const char *const words[] = {"down", "up"};
    const char *text = NULL;
    const json_t *object = NULL, *array = NULL;
    size_t len = 0;
    int64_t number = 0;
    int word = -1;
    bool is_set = false;
    (void)state;
    assert_true(json_read_text(&f, "name", JSON_REQUIRED, 1, 3, &text, &len));
    assert_int_equal(len, 4);
    assert_string_equal(text, "\xC3\x84nn");
    assert_true(json_read_int(&f, "n", JSON_REQUIRED, 0, 6, &number));
    assert_int_equal(number, 6);
    assert_true(json_read_bool(&f, "b", JSON_REQUIRED, &is_set));
    assert_true(is_set);
    assert_true(json_read_object(&f, "o", JSON_REQUIRED, &object));
    assert_true(json_read_array(&f, "a", JSON_REQUIRED, 1, &array));
    assert_int_equal(json_array_size(array), 1);
    assert_true(json_read_word(&f, "w", JSON_REQUIRED, words, 2, &word));
    assert_int_equal(word, 1);
    assert_true(json_fields_are_right(&f));
    json_decref(value);
}

static void an_optional_field_may_be_absent_or_null(void **state)
{
    json_t *value = value_of("{\"n\":null}");
    struct json_fields f = json_fields_of(value, "it");
    int64_t number = 77;
    bool is_set = true;
    (void)state;
    assert_false(json_read_int(&f, "n", JSON_OPTIONAL, 0, 6, &number));
    assert_false(json_read_bool(&f, "b", JSON_OPTIONAL, &is_set));
    assert_int_equal(number, 77);
    assert_true(is_set);
    assert_true(json_fields_are_right(&f));
    assert_false(json_read_int(&f, "n", JSON_REQUIRED, 0, 6, &number));
    assert_string_equal(f.fault, "n is missing");
    json_decref(value);
}

/* Reads the field "x" in the way `how` says and gives the fault. */
static void assert_fault(const char *json, char how, const char *expected)
{
    static const char *const words[] = {"down", "up"};
    json_t *value = value_of(json);
    struct json_fields f = json_fields_of(value, "it");
    const char *text;
    const json_t *inner;
    size_t len;
    int64_t number;
    int word;
    bool is_set;
    if (how == 't')
        assert_false(json_read_text(&f, "x", JSON_REQUIRED, 0, 3, &text, &len));
    if (how == 'T')
        assert_false(json_read_text(&f, "x", JSON_OPTIONAL, 2, 3, &text, &len));
    if (how == 'i')
        assert_false(json_read_int(&f, "x", JSON_REQUIRED, -1, 6, &number));
    if (how == 'b')
        assert_false(json_read_bool(&f, "x", JSON_REQUIRED, &is_set));
    if (how == 'o')
        assert_false(json_read_object(&f, "x", JSON_REQUIRED, &inner));
    if (how == 'a')
        assert_false(json_read_array(&f, "x", JSON_REQUIRED, 1, &inner));
    if (how == 'w')
        assert_false(json_read_word(&f, "x", JSON_REQUIRED, words, 2, &word));
    if (how == 'k')
        assert_false(json_read_only(&f, words, 2));
    assert_string_equal(f.fault, expected);
    json_decref(value);
}

static void a_fault_names_the_field_and_what_it_must_be(void **state)
{
    (void)state;
    assert_fault("[]", 'i', "it must be an object");
    assert_fault("{}", 't', "x is missing");
    assert_fault("{\"x\":1}", 't', "x must be a text of at most 3 characters");
    assert_fault("{\"x\":\"abcd\"}", 't', "x must be a text of at most 3 characters");
    assert_fault("{\"x\":\"a\"}", 'T', "x must be a text of 2 to 3 characters");
    assert_fault("{\"x\":\"a\\u0000\"}", 't', "x must not contain a zero character");
    assert_fault("{\"x\":\"\\uD800\"}", 't', "x must not contain a lone surrogate");
    assert_fault("{\"x\":\"\\uDC00\\uD83D\"}", 't', "x must not contain a lone surrogate");
    assert_fault("{\"x\":7}", 'i', "x must be a whole number from -1 to 6");
    assert_fault("{\"x\":-2}", 'i', "x must be a whole number from -1 to 6");
    assert_fault("{\"x\":1.5}", 'i', "x must be a whole number from -1 to 6");
    assert_fault("{\"x\":1e999}", 'i', "x must be a whole number from -1 to 6");
    assert_fault("{\"x\":-1e999}", 'i', "x must be a whole number from -1 to 6");
    assert_fault("{\"x\":9223372036854775808}", 'i', "x must be a whole number from -1 to 6");
    assert_fault("{\"x\":\"1\"}", 'i', "x must be a whole number from -1 to 6");
    assert_fault("{\"x\":0}", 'b', "x must be true or false");
    assert_fault("{\"x\":[]}", 'o', "x must be an object");
    assert_fault("{\"x\":{}}", 'a', "x must be an array of at most 1 elements");
    assert_fault("{\"x\":[1,2]}", 'a', "x must be an array of at most 1 elements");
    assert_fault("{\"x\":\"left\"}", 'w', "x must be one of down, up");
    assert_fault("{\"x\":\"up\\u0000\"}", 'w', "x must be one of down, up");
    assert_fault("{\"x\":1}", 'w', "x must be one of down, up");
    assert_fault("{\"up\":1,\"x\":2}", 'k', "x is not a field known here");
    assert_fault("{\"ab\\uD800c\":2}", 'k', "ab is not a field known here");
}

static void a_long_key_is_cut_between_two_characters(void **state)
{
    static const char *const none[] = {NULL};
    char text[100] = "{\"a";
    (void)state;
    for (int i = 0; i < 40; i++)
        memcpy(text + 3 + 2 * i, "\xC3\x84", 2);
    memcpy(text + 3 + 80, "\":1}", 5);
    json_t *value = value_of(text);
    struct json_fields f = json_fields_of(value, "it");
    assert_false(json_read_only(&f, none, 0));
    assert_true(utf8_is_valid(f.fault, strlen(f.fault)));
    assert_int_equal(strlen(f.fault), 59 + strlen(" is not a field known here"));
    json_decref(value);
}

static void a_number_with_a_zero_fraction_is_an_integer(void **state)
{
    static const struct {
        const char *text;
        int64_t number;
    } cases[] = {{"{\"x\":3.0}", 3},   {"{\"x\":-2.000}", -2},
                 {"{\"x\":30e-1}", 3}, {"{\"x\":1E2}", 100},
                 {"{\"x\":-0.0}", 0},  {"{\"x\":9007199254740992.0}", INT64_C(1) << 53}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        json_t *value = value_of(cases[i].text);
        struct json_fields f = json_fields_of(value, "it");
        int64_t number = 77;
        assert_true(json_read_int(&f, "x", JSON_REQUIRED, INT64_MIN, INT64_MAX, &number));
        assert_int_equal(number, cases[i].number);
        json_decref(value);
    }
    json_t *value = value_of("{\"x\":1e17}"); /* neighbours of it have no double of their own */
    struct json_fields f = json_fields_of(value, "it");
    int64_t number;
    assert_false(json_read_int(&f, "x", JSON_REQUIRED, INT64_MIN, INT64_MAX, &number));
    json_decref(value);
}

static void the_first_fault_stays(void **state)
{
    struct json_fields f = json_fields_of(NULL, "it");
    int64_t number;
    (void)state;
    assert_true(json_fields_are_right(&f));
    assert_true(json_read_only(&f, NULL, 0));
    assert_false(json_read_int(&f, "a", JSON_REQUIRED, 0, 1, &number));
    assert_false(json_read_int(&f, "b", JSON_REQUIRED, 0, 1, &number));
    assert_string_equal(f.fault, "a is missing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_strict_json_is_read),
        cmocka_unit_test(size_and_depth_are_limited_before_parsing),
        cmocka_unit_test(a_syntax_error_has_its_position),
        cmocka_unit_test(fields_are_read_by_type),
        cmocka_unit_test(an_optional_field_may_be_absent_or_null),
        cmocka_unit_test(a_fault_names_the_field_and_what_it_must_be),
        cmocka_unit_test(a_long_key_is_cut_between_two_characters),
        cmocka_unit_test(a_number_with_a_zero_fraction_is_an_integer),
        cmocka_unit_test(the_first_fault_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
