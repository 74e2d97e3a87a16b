#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/skeleton.h"
#include "base/skeleton_table.h"
#include "base/utf8.h"

static void names_that_look_alike_have_one_skeleton(void **state)
{
    static const char *const alike[][2] = {
        {"Ann", "ann"},
        {"Ann", "ANN"},
        {"Ann", "A n n"},
        {"Ann", "A-n_n."},
        {"Ann", "Аnn"},                /* a Cyrillic A */
        {"Ann", "Αnn"},                /* a Greek Alpha */
        {"Ann", "\xF0\x9D\x90\x80nn"}, /* a mathematical A */
        {"Ann", "\xEF\xBC\xA1nn"},     /* fullwidth */
        {"Ann", "An\xE2\x80\x8Dn"},    /* a joiner */
        {"Ann", "Ann\xCC\xB2"},        /* a line below */
        {"Ann", "Ann\xEF\xB8\x8F"},    /* a variation selector */
        {"Jörg", "Jo\xCC\x88rg"},      /* composed and not */
        {"Illi", "lIIi"},
        {"Bill", "Bi11"},
        {"Bob", "B0b"},
        {"modern", "rnodem"},
        {"coco", "сосо"}, /* all Cyrillic */
        {"Paypal", "Раураl"},
        {"Straße", "Strasse"},
        {"Ωmega", "ωmega"},
        {"Anna|", "Annal"},
        {"Ærik", "AErik"},
        {"***", "***"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (skeleton_hash(alike[i][0]) != skeleton_hash(alike[i][1]))
            fail_msg("%s and %s do not look alike", alike[i][0], alike[i][1]);
}

static void other_names_have_other_skeletons(void **state)
{
    static const char *const different[] = {"Ann",   "Anna",  "Anne",  "Bob",    "Rob",    "Jörg",
                                            "Jorg",  "Émile", "Emile", "Müller", "Muller", "Olga",
                                            "Ольга", "山田",  "田山",  "★",      "☆",      "***",
                                            "!!",    "Ann2",  "Ann3",  "Zoe",    "Zoë",    "한국"};
    size_t count = sizeof different / sizeof *different;
    (void)state;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (skeleton_hash(different[i]) == skeleton_hash(different[j]))
                fail_msg("%s and %s look alike", different[i], different[j]);
}

static void scripts_are_mixed_only_as_their_readers_do(void **state)
{
    static const char *const pure[] = {"Ann",        "Müller 42",  "Ольга",       "Ωμέγα",
                                       "山田",       "山田たろう", "Yamada 山田", "タロウ-san",
                                       "김철수 Kim", "ㄅㄆ 山 Ab", "محمد 7",      "★ Ann ★",
                                       "❤️",     "42",         "Đặng",        "שלום"};
    static const char *const mixed[] = {"Аnn",  "Annα",     "Ольgа", "Ann김たろう",
                                        "Оλγα", "たろう김", "aשb"};
    (void)state;
    for (size_t i = 0; i < sizeof pure / sizeof *pure; i++)
        if (skeleton_is_mixed(pure[i]))
            fail_msg("%s is not mixed", pure[i]);
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++)
        if (!skeleton_is_mixed(mixed[i]))
            fail_msg("%s is mixed", mixed[i]);
}

/* Stored hashes must stay the same: another algorithm needs a migration. */
static void hashes_do_not_change(void **state)
{
    char text[SKELETON_SIZE];
    (void)state;
    skeleton_write(text, "Jörg M. Ianson");
    assert_string_equal(text, "jo\xCC\x88rgrnlanson");
    assert_true(skeleton_hash("ab") == INT64_C(0x089C4407B545986A));
}

static void the_tables_are_sorted(void **state)
{
    (void)state;
    assert_true(skeleton_count > 4000);
    for (size_t i = 1; i < skeleton_count; i++)
        assert_true(skeleton_table[i - 1].c < skeleton_table[i].c);
    for (size_t i = 0; i < skeleton_count; i++)
        for (int j = 0; j < 4; j++)
            assert_false(skeleton_table[i].like[j] >= 0xD800 && skeleton_table[i].like[j] < 0xE000);
    for (size_t i = 1; i < script_count; i++)
        assert_true(script_table[i - 1].last < script_table[i].first);
}

static void the_skeleton_of_a_skeleton_is_itself_and_any_bytes_are_safe(void **state)
{
    char text[600], once[SKELETON_SIZE], twice[SKELETON_SIZE];
    uint64_t seed = 7;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        size_t len = random_below(&seed, i % 100 ? 64 : sizeof text);
        for (size_t at = 0; at < len; at++)
            text[at] = (char)(1 + random_below(&seed, 255));
        text[len ? len - 1 : 0] = '\0';
        skeleton_write(once, text);
        skeleton_write(twice, once);
        if (utf8_is_valid(text, strlen(text)) && len < 64)
            assert_string_equal(once, twice);
        (void)skeleton_is_mixed(text);
    }
    for (size_t i = 0; i < skeleton_count; i++)
        for (int j = 0; j < 4 && skeleton_table[i].like[j]; j++) {
            char one[] = {(char)skeleton_table[i].like[j], 0};
            if (skeleton_table[i].like[j] < 0x80) {
                skeleton_write(once, one);
                skeleton_write(twice, once);
                assert_string_equal(once, twice);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_look_alike_have_one_skeleton),
        cmocka_unit_test(other_names_have_other_skeletons),
        cmocka_unit_test(scripts_are_mixed_only_as_their_readers_do),
        cmocka_unit_test(hashes_do_not_change),
        cmocka_unit_test(the_tables_are_sorted),
        cmocka_unit_test(the_skeleton_of_a_skeleton_is_itself_and_any_bytes_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
