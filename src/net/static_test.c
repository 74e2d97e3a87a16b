#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "net/static_rules.h"

static void the_extension_decides_the_type(void **state)
{
    (void)state;
    assert_string_equal(static_type("/index.html"), "text/html; charset=utf-8");
    assert_string_equal(static_type("/app.5KQ2RZ7M.js"), "text/javascript; charset=utf-8");
    assert_string_equal(static_type("/a.CSS"), "text/css; charset=utf-8");
    assert_string_equal(static_type("/fourfall.wasm"), "application/wasm");
    assert_string_equal(static_type("/a.svg"), "image/svg+xml");
    assert_string_equal(static_type("/a.png"), "image/png");
    assert_string_equal(static_type("/a.json"), "application/json");
    assert_string_equal(static_type("/a.js.map"), "application/json");
    assert_string_equal(static_type("/a.webmanifest"), "application/manifest+json");
    assert_string_equal(static_type("/robots.txt"), "text/plain; charset=utf-8");
    assert_string_equal(static_type("/a.xml"), "application/xml");
    assert_string_equal(static_type("/html"), "application/octet-stream");
    assert_string_equal(static_type("/a.html.exe"), "application/octet-stream");
}

static void a_hash_is_eight_capitals_or_digits_between_dots(void **state)
{
    (void)state;
    assert_true(static_is_hashed("/app.5KQ2RZ7M.js"));
    assert_true(static_is_hashed("/js/app.5KQ2RZ7MAAAA.js"));
    assert_true(static_is_hashed("/app.5KQ2RZ7M.js.map"));
    assert_true(static_is_hashed("/app.min.5KQ2RZ7M.js"));
    assert_false(static_is_hashed("/app.5KQ2RZ7.js"));
    assert_false(static_is_hashed("/app.5kq2rz7m.js"));
    assert_false(static_is_hashed("/app.5KQ2RZ7M"));
    assert_false(static_is_hashed("/5KQ2RZ7M.js"));
    assert_false(static_is_hashed("/v.5KQ2RZ7M.d/app.js"));
    assert_false(static_is_hashed("/index.html"));
    assert_string_equal(static_cache_control("/app.5KQ2RZ7M.js"),
                        "public, max-age=31536000, immutable");
    assert_string_equal(static_cache_control("/index.html"), "no-cache");
}

static void the_accepted_coding_with_the_largest_weight_is_chosen(void **state)
{
    (void)state;
    assert_int_equal(static_choose("gzip, deflate, br", true, true), STATIC_BROTLI);
    assert_int_equal(static_choose("br;q=0.5, gzip;q=0.8", true, true), STATIC_GZIP);
    assert_int_equal(static_choose("br;q=0.8, gzip;q=0.800", true, true), STATIC_BROTLI);
    assert_int_equal(static_choose("GZIP", true, true), STATIC_GZIP);
    assert_int_equal(static_choose("*", true, true), STATIC_BROTLI);
    assert_int_equal(static_choose("*;q=0.1, br;q=0", true, true), STATIC_GZIP);
    assert_int_equal(static_choose("gzip ; q=0.001", true, true), STATIC_GZIP);
}

static void only_an_existing_and_accepted_coding_is_chosen(void **state)
{
    (void)state;
    assert_int_equal(static_choose(NULL, true, true), STATIC_PLAIN);
    assert_int_equal(static_choose("", true, true), STATIC_PLAIN);
    assert_int_equal(static_choose("identity", true, true), STATIC_PLAIN);
    assert_int_equal(static_choose("br, gzip", false, false), STATIC_PLAIN);
    assert_int_equal(static_choose("br, gzip", true, false), STATIC_GZIP);
    assert_int_equal(static_choose("br;q=0, gzip;q=0.0", true, true), STATIC_PLAIN);
    assert_int_equal(static_choose("brotli, x-gzip", true, true), STATIC_PLAIN);
    assert_int_equal(static_choose("br;q=frog", true, true), STATIC_PLAIN);
    assert_int_equal(static_choose("br;q=1.5", true, true), STATIC_PLAIN);
    assert_int_equal(static_choose(",,;, ,", true, true), STATIC_PLAIN);
}

static void a_tag_matches_alone_in_a_list_and_as_a_weak_tag(void **state)
{
    (void)state;
    assert_true(static_tag_matches("\"abc\"", "\"abc\""));
    assert_true(static_tag_matches("\"x\" , W/\"abc\"", "\"abc\""));
    assert_true(static_tag_matches("*", "\"abc\""));
    assert_false(static_tag_matches(NULL, "\"abc\""));
    assert_false(static_tag_matches("", "\"abc\""));
    assert_false(static_tag_matches("abc", "\"abc\""));
    assert_false(static_tag_matches("\"abcd\"", "\"abc\""));
    assert_false(static_tag_matches("W/", "\"abc\""));
}

static void hidden_names_and_names_with_special_characters_are_not_public(void **state)
{
    (void)state;
    assert_true(static_is_public("index.html"));
    assert_true(static_is_public("a b.txt"));
    assert_true(static_is_public("a..b"));
    assert_false(static_is_public(""));
    assert_false(static_is_public("."));
    assert_false(static_is_public(".."));
    assert_false(static_is_public(".git"));
    assert_false(static_is_public("a\\b"));
    assert_false(static_is_public("a%2e"));
    assert_false(static_is_public("a\n"));
    assert_false(static_is_public("\xc3\xa4"));
}

static void the_preferred_language_is_found(void **state)
{
    (void)state;
    assert_false(static_is_german(NULL));
    assert_false(static_is_german(""));
    assert_false(static_is_german("fr, it"));
    assert_true(static_is_german("de"));
    assert_true(static_is_german("DE-at, en;q=0.5"));
    assert_true(static_is_german("fr, de;q=0.3"));
    assert_true(static_is_german("en;q=0.4, de;q=0.5"));
    assert_false(static_is_german("en, de"));
    assert_false(static_is_german("de;q=0, en;q=0"));
    assert_false(static_is_german("den, deu"));
    assert_true(static_is_german("de,en"));
}

static void html_is_taken_unless_the_client_says_otherwise(void **state)
{
    (void)state;
    assert_true(static_takes_html(NULL));
    assert_true(static_takes_html(""));
    assert_true(static_takes_html("text/html,application/xhtml+xml,*/*;q=0.8"));
    assert_true(static_takes_html("*/*"));
    assert_true(static_takes_html("image/png, text/*;q=0.1"));
    assert_false(static_takes_html("application/json"));
    assert_false(static_takes_html("image/avif,image/webp,image/png"));
    assert_false(static_takes_html("text/html;q=0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_extension_decides_the_type),
        cmocka_unit_test(a_hash_is_eight_capitals_or_digits_between_dots),
        cmocka_unit_test(the_accepted_coding_with_the_largest_weight_is_chosen),
        cmocka_unit_test(only_an_existing_and_accepted_coding_is_chosen),
        cmocka_unit_test(the_preferred_language_is_found),
        cmocka_unit_test(html_is_taken_unless_the_client_says_otherwise),
        cmocka_unit_test(a_tag_matches_alone_in_a_list_and_as_a_weak_tag),
        cmocka_unit_test(hidden_names_and_names_with_special_characters_are_not_public),
    };
    return cmocka_run_group_tests_name("static", tests, NULL, NULL);
}
