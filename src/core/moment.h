/* Times as ISO 8601 text, always UTC with milliseconds: 2026-11-15T18:30:00.000Z */
#ifndef CORE_MOMENT_H
#define CORE_MOMENT_H

#include "core/text.h"

enum { MOMENT_TEXT = 24 };

/* From 1970 to the end of 9999, because the year has four digits. */
bool moment_is_valid(int64_t ms);

void moment_write(ff_text *out, int64_t ms);

/* FF_E_TIME unless the text has exactly this form and names an existing day. */
ff_err moment_read(int64_t *out, const char *text, size_t len);

#endif
