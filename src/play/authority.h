/* Which role may send which command: one table. The rest depends on the state of the game. */
#ifndef PLAY_AUTHORITY_H
#define PLAY_AUTHORITY_H

#include "play/command.h"
#include "play/refusal.h"

/* The sender's role in the game the command names; without a game, in the sender's live game. */
enum role {
    ROLE_STRANGER,  /* no session */
    ROLE_GUEST,     /* a session, but neither player nor spectator of the game */
    ROLE_MOVER,     /* a player, and to move */
    ROLE_WAITER,    /* a player; the opponent is to move or has not joined yet */
    ROLE_SPECTATOR, /* watches the game */
    ROLE_FINISHED,  /* a player of a game that is over */
    ROLE_COUNT
};

/* REFUSAL_OK, or the reason against it. */
enum refusal authority_check(enum command_kind kind, enum role role);

#endif
