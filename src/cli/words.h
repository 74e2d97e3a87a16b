/* The values that a shell offers for an option or an argument. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "cli/cli.h"

enum { WORDS_MAX = 512 };

enum words_kind { WORDS_NONE, WORDS_LIST, WORDS_FILES, WORDS_FOLDERS };

/* Writes the values with blanks between them if the kind is WORDS_LIST. "@board", "@level" and
 * "@style" are the core's own names, "@command" our commands; "@place" is a folder. */
enum words_kind words_write(char out[WORDS_MAX], const char *words, const char *value);

#endif
