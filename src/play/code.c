#include "play/code.h"

#include <string.h>

static const char letters[] = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

enum { LETTERS = sizeof letters - 1, LENGTH = ROW_CODE_SIZE - 1 };

void code_from(char out[ROW_CODE_SIZE], uint64_t random)
{
    for (int i = 0; i < LENGTH; i++, random /= LETTERS)
        out[i] = letters[random % LETTERS];
    out[LENGTH] = '\0';
}

bool code_read(char out[ROW_CODE_SIZE], const char *text, size_t len)
{
    char code[ROW_CODE_SIZE] = "";
    int count = 0;
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (c == ' ' || c == '-')
            continue;
        if (c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        if (count == LENGTH || c == '\0' || !strchr(letters, c))
            return false;
        code[count++] = c;
    }
    if (count != LENGTH)
        return false;
    memcpy(out, code, sizeof code);
    return true;
}
