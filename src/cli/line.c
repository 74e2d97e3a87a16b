#include "cli/line.h"

#include <stdio.h>

enum line_result line_read(char *text, size_t size, size_t *len)
{
    enum line_result result = LINE_OK;
    int c = getc(stdin);
    if (c == EOF)
        return LINE_END;
    *len = 0;
    for (; c != EOF && c != '\n'; c = getc(stdin)) {
        if (*len + 1 < size)
            text[(*len)++] = (char)c;
        else
            result = LINE_LONG;
    }
    text[*len] = '\0';
    return result;
}
