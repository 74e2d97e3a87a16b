/* Which names people may have.
 *
 * Names of the program and of its hosts are reserved, and so are names that look like them. Scripts may not be mixed
 * (base/skeleton.h). A name that looks like that of an account with a login, or like the login, belongs to this account. */
#ifndef PLAY_NAME_H
#define PLAY_NAME_H

#include "play/refusal.h"
#include "play/rows.h"

/* Judges a cleaned name: REFUSAL_NAME_RESERVED, REFUSAL_NAME_MIXED or REFUSAL_OK. */
enum refusal name_check(const char *name);

/* Do two names look alike? */
bool name_is_like(const char *a, const char *b);

#endif
