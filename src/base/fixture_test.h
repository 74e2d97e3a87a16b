/* Shared by unit tests that compare buffers and logs. Include cmocka.h and string.h first. */
#ifndef BASE_FIXTURE_TEST_H
#define BASE_FIXTURE_TEST_H

#include "base/buffer.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static inline void assert_holds(const struct buffer *b, const char *text)
{
    if (b->len != strlen(text) || (b->len > 0 && memcmp(b->bytes, text, b->len) != 0))
        fail_msg("\"%.*s\" instead of \"%s\"", (int)b->len, b->bytes ? b->bytes : "", text);
}

/* Compares the log with the expected text and clears it. */
static inline void assert_log(struct buffer *log, const char *expected)
{
    assert_holds(log, expected);
    buffer_clear(log);
}

static inline void log_text(struct buffer *log, const char *text)
{
    assert_int_equal(buffer_text(log, text), BUFFER_OK);
}

static inline void log_bytes(struct buffer *log, const char *bytes, size_t len)
{
    assert_int_equal(buffer_append(log, bytes, len), BUFFER_OK);
}

static inline void log_number(struct buffer *log, int64_t number)
{
    assert_int_equal(buffer_number(log, number), BUFFER_OK);
}

#endif
