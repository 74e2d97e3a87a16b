#include "fourfall.h"

const char *ff_version(void)
{
    return FF_VERSION;
}

static const struct {
    const char *name, *text;
} errors[FF_ERR_COUNT] = {
#define ERROR_ROW(name, text) {#name, text},
    FF_ERRORS(ERROR_ROW)
#undef ERROR_ROW
};

const char *ff_err_name(ff_err err)
{
    return (unsigned)err < FF_ERR_COUNT ? errors[err].name : "?";
}

const char *ff_err_text(ff_err err)
{
    return (unsigned)err < FF_ERR_COUNT ? errors[err].text : "?";
}
