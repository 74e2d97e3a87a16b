#include "server/secret_file.h"

#include <stdio.h>
#include <string.h>

bool secret_file_read(char *out, size_t size, const char *path, char *why, size_t why_size)
{
    FILE *file = fopen(path, "r");
    bool is_read = file && fgets(out, (int)size, file) != NULL;
    if (file)
        (void)fclose(file);
    if (!is_read) {
        (void)snprintf(why, why_size, "cannot read a password from '%s'", path);
        return false;
    }
    out[strcspn(out, "\r\n")] = '\0';
    return true;
}
