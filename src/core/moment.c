#include "core/moment.h"

#define DAY_MS INT64_C(86400000)
#define END_MS INT64_C(253402300800000) /* 10000-01-01 */

bool moment_is_valid(int64_t ms)
{
    return ms >= 0 && ms < END_MS;
}

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int month_days(int year, int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days from 1970-01-01 to January 1 of this year. */
static int64_t year_start(int year)
{
    int64_t y = year - 1;
    return 365 * (y - 1969) + y / 4 - y / 100 + y / 400 - 477;
}

void moment_write(ff_text *out, int64_t ms)
{
    int64_t days = ms / DAY_MS, rest = ms % DAY_MS;
    int year = 1970 + (int)(days / 366), month = 1;
    while (year_start(year + 1) <= days)
        year++;
    days -= year_start(year);
    for (; days >= month_days(year, month); month++)
        days -= month_days(year, month);
    const struct {
        int64_t value;
        int digits;
        char after;
    } parts[] = {{year, 4, '-'},
                 {month, 2, '-'},
                 {days + 1, 2, 'T'},
                 {rest / 3600000, 2, ':'},
                 {rest / 60000 % 60, 2, ':'},
                 {rest / 1000 % 60, 2, '.'},
                 {rest % 1000, 3, 'Z'}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        text_padded(out, parts[i].value, parts[i].digits);
        text_char(out, parts[i].after);
    }
}

static bool moment_has_form(const char *text, size_t len)
{
    static const char form[] = "0000-00-00T00:00:00.000Z";
    if (len != MOMENT_TEXT)
        return false;
    for (int i = 0; i < MOMENT_TEXT; i++) {
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (form[i] == '0' ? !is_digit : text[i] != form[i])
            return false;
    }
    return true;
}

static int moment_number(const char *text, int digits)
{
    int n = 0;
    for (int i = 0; i < digits; i++)
        n = 10 * n + (text[i] - '0');
    return n;
}

ff_err moment_read(int64_t *out, const char *text, size_t len)
{
    if (!moment_has_form(text, len))
        return FF_E_TIME;
    int year = moment_number(text, 4), month = moment_number(text + 5, 2);
    int day = moment_number(text + 8, 2), hour = moment_number(text + 11, 2);
    int minute = moment_number(text + 14, 2), second = moment_number(text + 17, 2);
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > month_days(year, month) ||
        hour > 23 || minute > 59 || second > 59)
        return FF_E_TIME;
    int64_t days = year_start(year) + day - 1;
    for (int m = 1; m < month; m++)
        days += month_days(year, m);
    *out = days * DAY_MS + ((hour * 60 + minute) * 60 + second) * INT64_C(1000) +
           moment_number(text + 20, 3);
    return FF_OK;
}
