/* Names, as people send them: cleaned, judged, and reduced to what they look like. */
#include <stdlib.h>
#include <string.h>

#include "base/skeleton.h"
#include "base/utf8.h"
#include "check.h"
#include "play/clean.h"
#include "play/name.h"

static void check_name(const char *name)
{
    char once[SKELETON_SIZE], twice[SKELETON_SIZE];
    skeleton_write(once, name);
    check(once[0] && utf8_is_valid(once, strlen(once)));
    skeleton_write(twice, once);
    check(strcmp(once, twice) == 0);
    check(skeleton_hash(name) > 0 && skeleton_hash(name) == skeleton_hash(once));
    check(name_is_like(name, once));
    (void)name_check(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[ROW_NAME_SIZE];
    if (clean_text(name, sizeof name, 20, (const char *)data, size) == CLEAN_OK)
        check_name(name);
    return 0;
}
