#include "core/text.h"

ff_text ff_text_on(char *data, size_t size)
{
    if (size)
        data[0] = '\0';
    return (ff_text){data, size, 0};
}

void text_char(ff_text *out, char c)
{
    if (out->len + 1 < out->size) {
        out->data[out->len] = c;
        out->data[out->len + 1] = '\0';
    }
    out->len++;
}

void text_put(ff_text *out, const char *s)
{
    while (*s)
        text_char(out, *s++);
}

void text_padded(ff_text *out, int64_t n, int digits)
{
    char reversed[20];
    int count = 0;
    while (n > 0 || count < digits) {
        reversed[count++] = (char)('0' + n % 10);
        n /= 10;
    }
    while (count)
        text_char(out, reversed[--count]);
}

void text_int(ff_text *out, int n)
{
    int64_t size = n;
    if (size < 0) {
        text_char(out, '-');
        size = -size;
    }
    text_padded(out, size, 1);
}

ff_err text_result(const ff_text *out)
{
    return out->len < out->size ? FF_OK : FF_E_SPACE;
}

size_t text_length(const char *s)
{
    size_t len = 0;
    while (s[len])
        len++;
    return len;
}

bool text_equal(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

bool text_is(const char *word, const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && word[i] && word[i] == text[i])
        i++;
    return i == len && !word[i];
}

bool text_copy(char *to, size_t max, const char *from)
{
    for (size_t i = 0; i <= max; i++) {
        to[i] = from[i];
        if (!from[i])
            return true;
    }
    return false;
}

static bool code_is_clean(uint32_t code)
{
    bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    bool is_surrogate = code >= 0xD800 && code < 0xE000;
    return !is_control && !is_surrogate && code != 0xFFFE && code != 0xFFFF && code < 0x110000;
}

int text_utf8(const char *s, size_t len)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = (unsigned char)s[0];
    int count = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (count == 0 || lead > 0xF4 || (size_t)count > len)
        return 0;
    uint32_t code = count == 1 ? lead : lead & (0xFFu >> (count + 1));
    for (int i = 1; i < count; i++) {
        if (((unsigned char)s[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)s[i] & 0x3F);
    }
    return code >= smallest[count] && code_is_clean(code) ? count : 0;
}

bool text_is_clean(const char *s, size_t max)
{
    size_t len = 0;
    while (len <= max && s[len])
        len++;
    if (len == 0 || len > max)
        return false;
    for (size_t i = 0; i < len;) {
        int count = text_utf8(s + i, len - i);
        if (!count)
            return false;
        i += (size_t)count;
    }
    return true;
}
