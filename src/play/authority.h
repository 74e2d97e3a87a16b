/* Who may do what: one table of command by role. Everything else about a command is decided by the
 * state of the game it speaks of. */
#ifndef PLAY_AUTHORITY_H
#define PLAY_AUTHORITY_H

#include "play/command.h"
#include "play/refusal.h"

/* What somebody is to the game a command names; without a game, to his running live game. */
enum role {
    ROLE_STRANGER,  /* no session */
    ROLE_GUEST,     /* a session, and no part in the game */
    ROLE_MOVER,     /* sits in the game and is to move */
    ROLE_WAITER,    /* sits in the game; the other is to move, or there is no other yet */
    ROLE_SPECTATOR, /* watches the game */
    ROLE_FINISHED,  /* sat in the game, which is over */
    ROLE_COUNT
};

/* REFUSAL_OK, or why not. */
enum refusal authority_check(enum command_kind kind, enum role role);

#endif
