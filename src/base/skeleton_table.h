/* Tables of skeleton.c, written by tools/names/name_table.c. */
#ifndef BASE_SKELETON_TABLE_H
#define BASE_SKELETON_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* A character and what it looks like; the rest of `like` is zero. Sorted. */
struct skeleton_entry {
    uint32_t c;
    uint16_t like[4];
};

/* Characters of one script, as ICU numbers them. Characters of several scripts, or of none, are in no range. Sorted. */
struct script_range {
    uint32_t first, last;
    uint8_t script;
};

extern const struct skeleton_entry skeleton_table[];
extern const size_t skeleton_count;
extern const struct script_range script_table[];
extern const size_t script_count;

#endif
