/* Writes src/base/skeleton_table.c, which characters look alike and which script each belongs to: `make name-table`.
 *
 * The data are Unicode's (confusables.txt and Scripts.txt of Unicode Technical Standard 39, Unicode licence), as ICU
 * has them; Debian's package libicu-dev, version 72 with Unicode 15.0. They are reduced to what names need:
 *
 * - Characters that look like ASCII letters and digits, ignoring case, and letters that have another written form
 *   with combining marks. Greek and Cyrillic letters too, because names may be written with them.
 * - Scripts as ranges. Characters that several scripts use count for none. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

enum { TEXT = 64, LAST = 0x1FFFF, PASSES = 8 };

static USpoofChecker *checker;

/* Marks that people write; all others do not change what a name looks like enough. */
static bool is_kept_mark(UChar32 c)
{
    static const UChar32 kept[] = {0x300, 0x301, 0x302, 0x303, 0x308, 0x30A, 0x30C, 0x327};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (kept[i] == c)
            return true;
    return false;
}

static bool is_mark(UChar32 c)
{
    int8_t type = u_charType(c);
    return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR;
}

/* Letters of which upper and lower case look like different letters are one: i, I, l, 1 and |. */
static UChar32 merged(UChar32 c)
{
    return c == 'i' || c == 0x131 ? 'l' : c;
}

/* One pass: lower case, skeleton, without marks, merged. False if it does not fit. */
static bool reduce(UChar text[TEXT], int32_t *len)
{
    UErrorCode err = U_ZERO_ERROR;
    UChar lower[TEXT], like[TEXT];
    bool is_error = false;
    int32_t lower_len = u_strFoldCase(lower, TEXT, text, *len, U_FOLD_CASE_DEFAULT, &err);
    int32_t like_len = uspoof_getSkeleton(checker, 0, lower, lower_len, like, TEXT, &err);
    if (U_FAILURE(err))
        return false;
    *len = 0;
    for (int32_t at = 0; at < like_len;) {
        UChar32 one;
        U16_NEXT(like, at, like_len, one);
        if (!is_mark(one) || is_kept_mark(one))
            U16_APPEND(text, *len, TEXT, merged(one), is_error);
    }
    return !is_error;
}

/* Reduces a character until nothing changes; -1 if that does not end. */
static int32_t prototype_of(UChar32 c, UChar out[TEXT])
{
    UChar before[TEXT];
    int32_t len = 0, before_len;
    bool is_error = false;
    U16_APPEND(out, len, TEXT, c, is_error);
    for (int i = 0; i < PASSES && !is_error; i++) {
        before_len = len;
        u_memcpy(before, out, len);
        if (!reduce(out, &len))
            return -1;
        if (len == before_len && u_memcmp(before, out, len) == 0)
            return len;
    }
    return -1;
}

static bool is_wanted_script(UChar32 c)
{
    UErrorCode err = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript(c, &err);
    return script == USCRIPT_GREEK || script == USCRIPT_CYRILLIC;
}

/* Do all characters of the prototype look like ASCII, or does the character belong to a script we want? */
static bool is_wanted(UChar32 c, const UChar *text, int32_t len)
{
    bool is_ascii = true;
    for (int32_t at = 0; at < len;) {
        UChar32 one;
        U16_NEXT(text, at, len, one);
        is_ascii &= (one < 0x80 && u_isalnum(one)) || is_kept_mark(one);
    }
    return len == 0 ? is_mark(c) : is_ascii || is_wanted_script(c);
}

static void write_prototypes(void)
{
    UChar text[TEXT];
    printf("const struct skeleton_entry skeleton_table[] = {\n");
    for (UChar32 c = 0; c <= LAST; c++) {
        int32_t len = u_isdefined(c) && !U_IS_SURROGATE(c) ? prototype_of(c, text) : -1;
        UChar32 one = 0;
        if (len > 0)
            U16_GET(text, 0, 0, len, one);
        bool is_same = len == U16_LENGTH(c) && one == c;
        bool is_large = one > 0xFFFF; /* does not fit the table */
        if (len < 0 || is_same || is_large || !is_wanted(c, text, len) || len > 4)
            continue;
        printf("    {0x%05X, {", (unsigned)c);
        for (int32_t i = 0; i < len; i++)
            printf("%s0x%04X", i ? ", " : "", (unsigned)text[i]);
        printf(len ? "}},\n" : "0}},\n");
    }
    printf("};\nconst size_t skeleton_count = sizeof skeleton_table / sizeof *skeleton_table;\n\n");
}

static int script_of(UChar32 c)
{
    UErrorCode err = U_ZERO_ERROR;
    UScriptCode scripts[32];
    int32_t count = uscript_getScriptExtensions(c, scripts, 32, &err);
    if (U_FAILURE(err) || count != 1 || scripts[0] == USCRIPT_UNKNOWN)
        return 0;
    return scripts[0] == USCRIPT_INHERITED ? 0 : scripts[0];
}

static void write_scripts(void)
{
    UChar32 first = 0;
    int script = script_of(0);
    printf("const struct script_range script_table[] = {\n");
    for (UChar32 c = 1; c <= 0x3FFFF; c++) {
        int now = c < 0x3FFFF ? script_of(c) : -1;
        if (now == script)
            continue;
        if (script > 0)
            printf("    {0x%05X, 0x%05X, %d},\n", (unsigned)first, (unsigned)c - 1, script);
        first = c;
        script = now;
    }
    printf("};\nconst size_t script_count = sizeof script_table / sizeof *script_table;\n");
}

int main(void)
{
    UErrorCode err = U_ZERO_ERROR;
    checker = uspoof_open(&err);
    if (U_FAILURE(err))
        return 1;
    printf("/* Written by tools/names/name_table.c (make name-table) from the data of ICU %s, "
           "Unicode %s. */\n"
           "/* clang-format off */\n#include \"base/skeleton_table.h\"\n\n",
           U_ICU_VERSION, U_UNICODE_VERSION);
    write_prototypes();
    write_scripts();
    uspoof_close(checker);
    return 0;
}
