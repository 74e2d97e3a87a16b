#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/legal_page.h"

static void assert_html(const char *text, const char *html)
{
    struct buffer out = buffer_with_max(4096);
    assert_int_equal(legal_write(&out, text, strlen(text)), BUFFER_OK);
    assert_int_equal(buffer_char(&out, '\0'), BUFFER_OK);
    assert_string_equal(out.bytes, html);
    buffer_free(&out);
}

static void text_becomes_paragraphs_and_headings(void **state)
{
    (void)state;
    assert_html("Ann Example\nStreet 1\n\n\nMail",
                "<p>Ann Example<br>\nStreet 1</p>\n<p>Mail</p>\n");
    assert_html("# Data\nWe keep\r\n\r\n# End\n", "<h2>Data</h2>\n<p>We keep</p>\n<h2>End</h2>\n");
}

static void nothing_in_a_text_is_html(void **state)
{
    (void)state;
    assert_html("<script>\"a\" & b</script>",
                "<p>&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt;</p>\n");
    assert_html("# <b>", "<h2>&lt;b&gt;</h2>\n");
}

static void a_file_that_cannot_be_read_says_why(void **state)
{
    struct legal_page page = {0};
    char why[256] = "";
    (void)state;
    assert_false(legal_page_open(&page, LEGAL_PRIVACY, "/nowhere/privacy.txt", why, sizeof why));
    assert_string_equal(why, "cannot use '/nowhere/privacy.txt': No such file or directory");
    assert_false(legal_page_is_there(&page));
    assert_true(legal_page_open(&page, LEGAL_PRIVACY, NULL, why, sizeof why));
    assert_false(legal_page_is_there(&page));
    legal_page_close(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_becomes_paragraphs_and_headings),
        cmocka_unit_test(nothing_in_a_text_is_html),
        cmocka_unit_test(a_file_that_cannot_be_read_says_why),
    };
    return cmocka_run_group_tests_name("legal_page", tests, NULL, NULL);
}
