#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "rest/cbor.h"

/* Reads "a1 01 02" as bytes; returns their number. */
static size_t bytes_of(uint8_t out[64], const char *text)
{
    static const char digits[] = "0123456789abcdef";
    size_t count = 0;
    for (; *text; text++) {
        const char *digit = strchr(digits, *text);
        if (!digit)
            continue;
        uint8_t value = (uint8_t)(digit - digits);
        out[count / 2] = (uint8_t)(count % 2 ? out[count / 2] | value : value << 4);
        count++;
    }
    return count / 2;
}

static size_t length_of(const char *text)
{
    uint8_t bytes[64];
    return cbor_length(bytes, bytes_of(bytes, text));
}

static void items_have_the_length_of_all_their_parts(void **state)
{
    static const struct {
        const char *text;
        size_t length;
    } items[] = {
        {"00", 1},
        {"17", 1},
        {"18 ff", 2},
        {"19 0100", 3},
        {"1b 0000000000000001", 9},
        {"26", 1},
        {"43 010203", 4},
        {"63 616263 00", 4},
        {"80", 1},
        {"82 01 02", 3},
        {"82 01 82 02 03", 5},
        {"a0", 1},
        {"a2 01 02 03 26", 5},
        {"a1 61 61 a1 01 f5", 6},
        {"f4", 1},
        {"fb 3ff0000000000000", 9},
        {"81818180", 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (length_of(items[i].text) != items[i].length)
            fail_msg("%s", items[i].text);
}

static void what_is_not_whole_or_announces_more_than_there_is_is_refused(void **state)
{
    static const char *const items[] = {
        "",
        "18",                     /* a number without its byte */
        "44 010203",              /* four bytes announced */
        "5b ffffffffffffffff 00", /* as many as can be */
        "82 01",
        "9b 0000000200000000 00", /* an array of 2^33: libcbor would allocate it */
        "bb 0000000200000000 00",
        "ba ffffffff 00 00",
        "bb 8000000000000000 00", /* twice this number is 0 */
        "9f 01 ff",               /* indefinite */
        "5f 41 00 ff",
        "c0 00", /* a tag */
        "1c",
        "8181818180", /* too deep */
    };
    (void)state;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (length_of(items[i]) != 0)
            fail_msg("%s", items[i]);
}

static void random_bytes_are_never_longer_than_they_are(void **state)
{
    uint64_t seed = 7;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[64];
        size_t len = random_next(&seed) % (sizeof bytes + 1);
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)random_next(&seed);
        assert_true(cbor_length(bytes, len) <= len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_have_the_length_of_all_their_parts),
        cmocka_unit_test(what_is_not_whole_or_announces_more_than_there_is_is_refused),
        cmocka_unit_test(random_bytes_are_never_longer_than_they_are),
    };
    return cmocka_run_group_tests_name("cbor", tests, NULL, NULL);
}
