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

int ff_wasm_error_name(int err)
{
    return wasm_put(ff_err_name((ff_err)err));
}

int ff_wasm_error_text(int err)
{
    return wasm_put(ff_err_text((ff_err)err));
}
