/* Moments of time as ISO 8601 text, always in UTC with milliseconds: 2026-11-15T18:30:00.000Z */
#ifndef CORE_MOMENT_H
#define CORE_MOMENT_H

#include "core/text.h"

enum { MOMENT_TEXT = 24 };

/* From 1970 to the end of 9999, which is what four digits of a year can say. */
bool moment_is_valid(int64_t ms);

void moment_write(ff_text *out, int64_t ms);

/* FF_E_TIME unless the text is exactly of that form and names a day that exists. */
ff_err moment_read(int64_t *out, const char *text, size_t len);

#endif
