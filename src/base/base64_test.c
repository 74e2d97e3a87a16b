#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/base64.h"
#include "base/fixture_test.h"

static const struct {
    const char *bytes, *text;
} pairs[] = {{"", ""},
             {"f", "Zg=="},
             {"fo", "Zm8="},
             {"foo", "Zm9v"},
             {"foob", "Zm9vYg=="},
             {"fooba", "Zm9vYmE="},
             {"foobar", "Zm9vYmFy"},
             {"\x01\x02\x03\x04", "AQIDBA=="},
             {"\xFB\xFF\xBF", "+/+/"}};

static void encoding_and_decoding_match_known_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        struct buffer b = buffer_with_max(100);
        char back[8];
        size_t len = 77;
        assert_int_equal(base64_encode(&b, pairs[i].bytes, strlen(pairs[i].bytes)), BUFFER_OK);
        assert_holds(&b, pairs[i].text);
        assert_true(base64_decode(back, &len, pairs[i].text, strlen(pairs[i].text)));
        assert_int_equal(len, strlen(pairs[i].bytes));
        assert_memory_equal(back, pairs[i].bytes, len);
        buffer_free(&b);
    }
}

static void every_byte_decodes_to_itself(void **state)
{
    char bytes[256], back[256];
    struct buffer b = buffer_with_max(1000);
    size_t len;
    (void)state;
    for (int i = 0; i < 256; i++)
        bytes[i] = (char)i;
    memset(bytes + 3, 0, 3);
    assert_int_equal(base64_encode(&b, bytes, 256), BUFFER_OK);
    assert_true(base64_decode(back, &len, b.bytes, b.len));
    assert_int_equal(len, 256);
    assert_memory_equal(back, bytes, 256);
    buffer_free(&b);
}

static void malformed_text_is_refused(void **state)
{
    static const char *const texts[] = {
        "A",    "AA",       "AAA",      "AAAAA", "A===", "====",  "AA=A",    "=AAA",    "A-A_",
        "AA A", "AA==AAAA", "AAA=AAAA", "AB==",  "AAB=", "AA\n=", "\xFF///", "AA==AA=="};
    char out[16];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        size_t len = 77;
        if (base64_decode(out, &len, texts[i], strlen(texts[i])))
            fail_msg("%s was accepted", texts[i]);
        assert_int_equal(len, 77);
    }
}

static void an_encoding_that_does_not_fit_appends_nothing(void **state)
{
    struct buffer b = buffer_with_max(7);
    (void)state;
    assert_int_equal(base64_encode(&b, "foob", 4), BUFFER_E_FULL);
    assert_int_equal(b.len, 0);
    buffer_free(&b);
}

static void identifiers_are_safe_in_a_url(void **state)
{
    static const uint8_t bytes[ID_BYTES] = {0xFB, 0xFF, 0xBF, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    char id[ID_LEN + 1];
    (void)state;
    base64_id(id, bytes);
    assert_string_equal(id, "-_-_AAAAAQIDBAUGBwgJ");
}

static void an_identifier_is_read_as_the_bytes_it_was_made_of(void **state)
{
    static const char *const bad[] = {"",
                                      "-_-_AAAAAQIDBAUGBwg",
                                      "-_-_AAAAAQIDBAUGBwgJA",
                                      "+_-_AAAAAQIDBAUGBwgJ",
                                      "-/-_AAAAAQIDBAUGBwgJ",
                                      "-_-_AAAAAQIDBAUGBwg=",
                                      "-_-_AAAAAQIDBAUGBw.J"};
    uint8_t bytes[ID_BYTES], again[ID_BYTES];
    char id[ID_LEN + 1];
    (void)state;
    for (int i = 0; i < ID_BYTES; i++)
        bytes[i] = (uint8_t)(i * 37 + 0xFB);
    base64_id(id, bytes);
    assert_true(base64_id_read(again, id));
    assert_memory_equal(again, bytes, ID_BYTES);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(base64_id_read(again, bad[i]));
    assert_memory_equal(again, bytes, ID_BYTES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoding_and_decoding_match_known_texts),
        cmocka_unit_test(every_byte_decodes_to_itself),
        cmocka_unit_test(malformed_text_is_refused),
        cmocka_unit_test(an_encoding_that_does_not_fit_appends_nothing),
        cmocka_unit_test(identifiers_are_safe_in_a_url),
        cmocka_unit_test(an_identifier_is_read_as_the_bytes_it_was_made_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
