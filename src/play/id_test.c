#include "play/fixture_test.h"

#include "base/random.h"
#include "play/id.h"

static void an_id_is_read_back_from_its_text(void **state)
{
    uint64_t random = 7;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        int64_t id = id_from(random_next(&random) >> i % 64), back = 0;
        char text[ID_TEXT_SIZE];
        id_write(text, id);
        assert_true(id > 0);
        assert_true(id_read(&back, text, strlen(text)));
        assert_int_equal(back, id);
    }
    assert_int_equal(id_from(0), 1);
    assert_true(id_from(UINT64_MAX) > 0);
}

static void text_that_is_not_an_id_is_refused(void **state)
{
    static const char *const bad[] = {"",
                                      "1",
                                      "0000000000000",
                                      "8000000000000",
                                      "z000000000000",
                                      "000000000000u",
                                      "000000000000A",
                                      "00000000000001",
                                      "000000000000 "};
    int64_t id = 42;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(id_read(&id, bad[i], strlen(bad[i])));
    assert_false(id_read(&id, "000000000000\0", 13));
    assert_int_equal(id, 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_is_read_back_from_its_text),
        cmocka_unit_test(text_that_is_not_an_id_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
