#include "play/name.h"

#include <string.h>

#include "base/skeleton.h"

/* Names of the program, in both languages of the page. */
static const char *const reserved[] = {"Computer",
                                       "Deleted player",
                                       "Gelöschter Spieler",
                                       "Guest",
                                       "Gast",
                                       "Admin",
                                       "Mod",
                                       "Moderation",
                                       "System",
                                       "Server",
                                       "Support",
                                       "Staff",
                                       "Root",
                                       "Bot",
                                       "Owner",
                                       "Official",
                                       "Offiziell",
                                       "Security",
                                       "Nobody",
                                       "Niemand",
                                       "Anonymous",
                                       "Anonym",
                                       "Unknown",
                                       "Unbekannt"};

/* No name may even contain these. */
static const char *const never[] = {"Fourfall", "Moderator", "Administrator"};

/* Guests without a name are called like this, with a number. */
static const char *const guests[] = {"Guest", "Gast"};

/* Digits in a skeleton; 0 and 1 have become letters. */
static bool is_number(const char *text)
{
    return strspn(text, "23456789ol") == strlen(text);
}

static bool is_reserved(const char *name)
{
    char skeleton[SKELETON_SIZE], other[SKELETON_SIZE];
    skeleton_write(skeleton, name);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        skeleton_write(other, reserved[i]);
        if (strcmp(skeleton, other) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        skeleton_write(other, never[i]);
        if (strstr(skeleton, other))
            return true;
    }
    for (size_t i = 0; i < sizeof guests / sizeof *guests; i++) {
        skeleton_write(other, guests[i]);
        if (strncmp(skeleton, other, strlen(other)) == 0 && is_number(skeleton + strlen(other)))
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
