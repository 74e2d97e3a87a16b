#include "wasm/module.h"

#include "wasm/exports.h"

char wasm_buffer[WASM_BUFFER];

char *ff_wasm_buffer(void)
{
    return wasm_buffer;
}

int ff_wasm_buffer_size(void)
{
    return WASM_BUFFER;
}

bool wasm_is_in_buffer(int len)
{
    return len >= 0 && len <= WASM_BUFFER;
}

int wasm_written(const ff_text *text, ff_err err)
{
    return err ? -1 : (int)text->len;
}

int wasm_put(const char *words)
{
    int len = 0;
    for (; words[len]; len++)
        wasm_buffer[len] = words[len];
    return len;
}

int wasm_put_threats(const ff_rules *rules, ff_threats threats)
{
    char *at = wasm_buffer;
    for (int i = 0; i < threats.count; i++) {
        const ff_threat *t = &threats.threat[i];
        *at++ = (char)ff_cell_from_top(rules, t->cell);
        *at++ = (char)t->color;
        *at++ = (char)t->is_odd;
        *at++ = (char)t->is_playable;
    }
    return (int)(at - wasm_buffer);
}

int ff_wasm_error_name(int err)
{
    return wasm_put(ff_err_name((ff_err)err));
}

int ff_wasm_error_text(int err)
{
    return wasm_put(ff_err_text((ff_err)err));
}
