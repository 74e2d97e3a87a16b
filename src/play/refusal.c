#include "play/refusal.h"

#include <stdio.h>
#include <string.h>

#include "play/id.h"

static const struct {
    int http;
    const char *code, *text;
} refusal_table[REFUSAL_COUNT] = {
#define REFUSAL_LINE(name, http, code, text) {http, code, text},
    REFUSALS(REFUSAL_LINE)
#undef REFUSAL_LINE
};

static bool is_known(enum refusal refusal)
{
    return (unsigned)refusal < REFUSAL_COUNT;
}

const char *refusal_code(enum refusal refusal)
{
    return is_known(refusal) ? refusal_table[refusal].code : "?";
}

int refusal_http(enum refusal refusal)
{
    return is_known(refusal) ? refusal_table[refusal].http : 500;
}

bool refusal_is_retryable(enum refusal refusal)
{
    return refusal == REFUSAL_STORE || refusal == REFUSAL_SLOW_DOWN ||
           refusal == REFUSAL_SERVER_FULL;
}

struct refusal_text {
    char *out;
    size_t size, len;
};

static void pen_put(struct refusal_text *pen, const char *text, size_t len)
{
    for (size_t i = 0; i < len && pen->len + 1 < pen->size; i++)
        pen->out[pen->len++] = text[i];
}

/* Writes what stands for a name in braces. */
static void pen_fill(struct refusal_text *pen, char first, const struct refusal_detail *detail)
{
    char value[ID_TEXT_SIZE];
    if (first == 'p')
        id_write(value, detail->player_id);
    else
        (void)snprintf(value, sizeof value, "%d",
                       first == 'l' ? detail->last_column : detail->column);
    pen_put(pen, value, strlen(value));
}

size_t refusal_write(char *out, size_t size, enum refusal refusal,
                     const struct refusal_detail *detail)
{
    static const struct refusal_detail none;
    const char *text = is_known(refusal) ? refusal_table[refusal].text : "?";
    struct refusal_text pen = {out, size, 0};
    for (const char *open; (open = strchr(text, '{')) != NULL; text = strchr(open, '}') + 1) {
        pen_put(&pen, text, (size_t)(open - text));
        pen_fill(&pen, open[1], detail ? detail : &none);
    }
    pen_put(&pen, text, strlen(text));
    if (size > 0)
        out[pen.len] = '\0';
    return pen.len;
}
