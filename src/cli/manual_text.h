/* What fourfall.1 says besides the list of commands. */
#ifndef CLI_MANUAL_TEXT_H
#define CLI_MANUAL_TEXT_H

extern const char manual_text_above[], manual_text_below[];

#endif
