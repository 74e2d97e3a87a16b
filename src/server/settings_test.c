#include "server/settings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { WHY_SIZE = 512 };

static struct settings settings;
static char why[WHY_SIZE];

static bool set(const char *name, enum setting_source source, const char *value)
{
    const struct setting *setting = setting_find(name, strlen(name));
    assert_non_null(setting);
    return settings_set(&settings, setting, source, name, value, why, sizeof why);
}

static const char *value_of(const char *name)
{
    static char text[512];
    setting_write(text, sizeof text, setting_find(name, strlen(name)), &settings.config);
    return text;
}

static void every_name_is_a_flag_and_a_variable(void **state)
{
    char name[SETTINGS_NAME_SIZE];
    (void)state;
    setting_variable(name, setting_find("ping-interval", 13));
    assert_string_equal(name, "FOURFALL_PING_INTERVAL");
    assert_null(setting_find("ping", 4));
    assert_null(setting_find("", 0));
    for (size_t i = 0; i < settings_count; i++) {
        const char *each = settings_table[i].name;
        assert_ptr_equal(setting_find(each, strlen(each)), &settings_table[i]);
        assert_true(strspn(each, "abcdefghijklmnopqrstuvwxyz-") == strlen(each));
    }
}

static void each_kind_is_read_and_written(void **state)
{
    static const char *const good[][2] = {
        {"listen", "[::1]:80"},           {"data", "/some where"},    {"durability", "normal"},
        {"durability", "full"},           {"limits", "off"},          {"grace", "100"},
        {"limit-chat", "1000000/1"},      {"limit-chat", "1/600000"}, {"origin", "https://a.org,*"},
        {"trust-proxy", "10.0.0.0/8,::1"}};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        settings_init(&settings);
        assert_true(set(good[i][0], FROM_FLAG, good[i][1]));
        assert_string_equal(value_of(good[i][0]), good[i][1]);
    }
}

static void invalid_values_are_refused_with_the_name_of_the_setting(void **state)
{
    static const char *const bad[][2] = {{"listen", "8080"},
                                         {"data", ""},
                                         {"durability", "half"},
                                         {"durability", "fullish"},
                                         {"grace", "99"},
                                         {"grace", "86400001"},
                                         {"grace", "1e3"},
                                         {"grace", "+100"},
                                         {"grace", " 100"},
                                         {"limit-chat", "5"},
                                         {"limit-chat", "0/1"},
                                         {"limit-chat", "1/0"},
                                         {"limit-chat", "5/2x"},
                                         {"limit-chat", "/"},
                                         {"limit-chat", "1/600001"},
                                         {"origin", ""},
                                         {"origin", "a.org"},
                                         {"origin", "https://a.org,"},
                                         {"admin-listen", "9090"},
                                         {"host", "https://a.org"},
                                         {"host", "a.org:80"},
                                         {"host", "a.org,"},
                                         {"hsts", "-1"},
                                         {"trust-proxy", "x"},
                                         {"trust-proxy", "::1,"}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        settings_init(&settings);
        why[0] = '\0';
        if (set(bad[i][0], FROM_FLAG, bad[i][1]))
            fail_msg("accepted: %s %s", bad[i][0], bad[i][1]);
        assert_true(strncmp(why, bad[i][0], strlen(bad[i][0])) == 0);
    }
}

static void a_list_grows_within_a_source_and_is_replaced_by_the_next(void **state)
{
    (void)state;
    settings_init(&settings);
    assert_true(set("origin", FROM_FILE, "https://a.org , https://b.org"));
    assert_true(set("origin", FROM_FILE, "https://c.org"));
    assert_string_equal(value_of("origin"), "https://a.org,https://b.org,https://c.org");
    assert_true(set("origin", FROM_FLAG, "https://d.org"));
    assert_true(set("origin", FROM_FLAG, "https://e.org"));
    assert_string_equal(value_of("origin"), "https://d.org,https://e.org");
    assert_true(set("host", FROM_FILE, "a.org, b.org"));
    assert_true(set("host", FROM_FLAG, "c.org"));
    assert_string_equal(value_of("host"), "c.org");
    for (int i = 2; i < CONFIG_ORIGINS_MAX; i++)
        assert_true(set("origin", FROM_FLAG, "https://f.org"));
    assert_false(set("origin", FROM_FLAG, "https://g.org"));
}

/* Reads a file with this content. */
static bool read_file(const char *content)
{
    char path[] = "/tmp/fourfall-settings-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, content, strlen(content)), (ssize_t)strlen(content));
    assert_int_equal(close(file), 0);
    settings_init(&settings);
    bool is_good = settings_read_file(&settings, path, why, sizeof why);
    assert_int_equal(unlink(path), 0);
    return is_good;
}

static void a_file_has_names_values_and_comments(void **state)
{
    (void)state;
    assert_true(read_file("# all\n\n  grace=200\nlog =\tinfo  # tell me\r\n"
                          "data = /a#b\norigin = *\norigin = https://a.org"));
    assert_int_equal(settings.config.grace_ms, 200);
    assert_false(settings.config.is_quiet);
    assert_string_equal(settings.config.data_folder, "/a#b");
    assert_string_equal(value_of("origin"), "*,https://a.org");
    assert_true(read_file(""));
}

static void the_error_of_a_line_has_its_number(void **state)
{
    static const char *const bad[][2] = {
        {"\nfoo = 1\n", ":2: unknown setting: foo"},
        {"grace = 1\n", ":1: grace must be a whole number"},
        {"grace\n", ":1: expected 'name = value'"},
        {"grace = 200\n#\ngrace = 200\n", ":3: duplicate setting: grace"},
        {"--grace = 200\n", ":1: unknown setting: --grace"},
        {"data =\n", ":1: data takes a path"}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(read_file(bad[i][0]));
        if (!strstr(why, bad[i][1]))
            fail_msg("%s", why);
    }
    assert_false(settings_read_file(&settings, "/nowhere/at all", why, sizeof why));
    assert_string_equal(why, "cannot read '/nowhere/at all': No such file or directory");
    assert_false(settings_read_file(&settings, "/", why, sizeof why));
}

static void lines_too_long_are_refused(void **state)
{
    static char text[20000];
    (void)state;
    (void)snprintf(text, sizeof text, "data = %019000d", 7);
    assert_false(read_file(text));
    assert_non_null(strstr(why, ":1: not a line of text"));
}

static void written_settings_can_be_read(void **state)
{
    struct buffer first = buffer_with_max(65536);
    (void)state;
    settings_init(&settings);
    assert_true(set("listen", FROM_FILE, "[::1]:99"));
    assert_true(set("limit-address", FROM_FLAG, "7/8"));
    assert_true(set("trust-proxy", FROM_ENVIRONMENT, "10.0.0.0/8"));
    assert_int_equal(settings_write(&first, &settings), BUFFER_OK);
    assert_int_equal(buffer_char(&first, '\0'), BUFFER_OK);
    assert_non_null(strstr(first.bytes, "limit-address = 7/8 "));
    assert_non_null(strstr(first.bytes, "# from the command line\n"));
    assert_true(read_file(first.bytes));
    assert_string_equal(value_of("listen"), "[::1]:99");
    assert_string_equal(value_of("limit-address"), "7/8");
    assert_string_equal(value_of("trust-proxy"), "10.0.0.0/8");
    buffer_free(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_a_flag_and_a_variable),
        cmocka_unit_test(each_kind_is_read_and_written),
        cmocka_unit_test(invalid_values_are_refused_with_the_name_of_the_setting),
        cmocka_unit_test(a_list_grows_within_a_source_and_is_replaced_by_the_next),
        cmocka_unit_test(a_file_has_names_values_and_comments),
        cmocka_unit_test(the_error_of_a_line_has_its_number),
        cmocka_unit_test(lines_too_long_are_refused),
        cmocka_unit_test(written_settings_can_be_read),
    };
    return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
