#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/json.h"

static struct json cursor(const char *text)
{
    return (struct json){text, strlen(text), 0};
}

static void the_fields_of_an_object_are_found(void **state)
{
    struct json j = cursor(" {\"b\" : [1], \"\\u0061\":2 } x");
    struct json_field fields[] = {{"a", true, 0}, {"b", true, 0}, {"c", false, 0}};
    (void)state;
    assert_int_equal(json_pass_object(&j, fields, 3), FF_OK);
    assert_int_equal(fields[0].at, 22);
    assert_int_equal(fields[1].at, 8);
    assert_true(fields[2].at == SIZE_MAX);
    assert_int_equal(j.at, 25);
}

static void an_unknown_duplicate_or_missing_key_is_refused(void **state)
{
    static const struct {
        const char *text;
        ff_err expected;
    } cases[] = {
        {"{\"a\":1}", FF_OK},
        {"{\"a\":1,\"b\":{}}", FF_OK},
        {"{}", FF_E_JSON_MISSING},
        {"{\"b\":1}", FF_E_JSON_MISSING},
        {"{\"a\":1,\"a\":1}", FF_E_JSON_TWICE},
        {"{\"a\":1,\"\\u0061\":1}", FF_E_JSON_TWICE},
        {"{\"c\":1}", FF_E_JSON_KEY},
        {"{\"A\":1}", FF_E_JSON_KEY},
        {"{\"\":1}", FF_E_JSON_KEY},
        {"{\"aa\":1}", FF_E_JSON_KEY},
        {"{\"a\":1,\"a key much longer than any that is known\":1}", FF_E_JSON_KEY},
        {"{\"a\":}", FF_E_JSON_SYNTAX},
        {"{\"a\":1,}", FF_E_JSON_SYNTAX},
        {"{\"a\":1", FF_E_JSON_SYNTAX},
        {"{\"a\":1]", FF_E_JSON_SYNTAX},
        {"{a:1}", FF_E_JSON_SYNTAX},
        {"{\"a\"}", FF_E_JSON_SYNTAX},
        {"{", FF_E_JSON_SYNTAX},
        {"[]", FF_E_JSON_TYPE},
        {"null", FF_E_JSON_TYPE},
        {"", FF_E_JSON_TYPE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json j = cursor(cases[i].text);
        struct json_field fields[] = {{"a", true, 0}, {"b", false, 0}};
        assert_err(json_pass_object(&j, fields, 2), cases[i].expected, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fields_of_an_object_are_found),
        cmocka_unit_test(an_unknown_duplicate_or_missing_key_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
