#include "play/name.h"

#include <string.h>

#include "base/skeleton.h"

/* Names of the program, in both languages of the page, as their skeletons: m is rn, i is l. */
static const char *const reserved[] = {
    "cornputer", "deletedplayer", "gelo\u0308schterspleler",
    "guest",     "gast",          "adrnln",
    "rnod",      "rnoderatlon",   "systern",
    "server",    "support",       "staff",
    "root",      "bot",           "owner",
    "offlclal",  "offlzlell",     "securlty",
    "nobody",    "nlernand",      "anonyrnous",
    "anonyrn",   "unknown",       "unbekannt",
};

/* No name may even contain these. */
static const char *const never[] = {"fourfall", "rnoderator", "adrnlnlstrator"};

/* Guests without a name are called like this, with a number. */
static const char *const guests[] = {"guest", "gast"};

/* Digits in a skeleton; 0 and 1 have become letters. */
static bool is_number(const char *text)
{
    return strspn(text, "23456789ol") == strlen(text);
}

static bool is_reserved(const char *name)
{
    char skeleton[SKELETON_SIZE];
    skeleton_write(skeleton, name);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(skeleton, reserved[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (strstr(skeleton, never[i]))
            return true;
    for (size_t i = 0; i < sizeof guests / sizeof *guests; i++) {
        size_t len = strlen(guests[i]);
        if (strncmp(skeleton, guests[i], len) == 0 && is_number(skeleton + len))
            return true;
    }
    return false;
}

enum refusal name_check(const char *name)
{
    if (is_reserved(name))
        return REFUSAL_NAME_RESERVED;
    return skeleton_is_mixed(name) ? REFUSAL_NAME_MIXED : REFUSAL_OK;
}

bool name_is_like(const char *a, const char *b)
{
    char one[SKELETON_SIZE], other[SKELETON_SIZE];
    skeleton_write(one, a);
    skeleton_write(other, b);
    return strcmp(one, other) == 0;
}
