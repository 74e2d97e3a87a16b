#include "play/authority.h"

/* Short names for the table. */
enum {
    YES = REFUSAL_OK,
    WHO = REFUSAL_NO_SESSION,
    OUT = REFUSAL_NOT_IN_GAME,
    END = REFUSAL_GAME_OVER,
    RUN = REFUSAL_GAME_RUNNING,
    BUSY = REFUSAL_IN_GAME,
    BLIND = REFUSAL_NOT_WATCHING,
    OWN = REFUSAL_PLAYER_WATCHING,
    NEVER = REFUSAL_NO_SUCH_EVENT
};

/* Players may send make-move when they are not to move and after the end, because a repeated move is
 * answered as accepted; the room decides. Guests may send REST moves, because the move contract
 * refuses them after its other checks. */
/* clang-format off */
static const uint8_t authority_table[COMMAND_COUNT][ROLE_COUNT] = {
    /*                           stranger guest  mover  waiter spectator finished */
    [COMMAND_CONNECT]         = {YES,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_DISCONNECT]      = {YES,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_SET_NAME]        = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_JOIN_QUEUE]      = {WHO,     YES,   BUSY,  BUSY,  YES,      YES},
    [COMMAND_LEAVE_QUEUE]     = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_CONFIRM_MATCH]   = {WHO,     YES,   BUSY,  BUSY,  YES,      YES},
    [COMMAND_DECLINE_MATCH]   = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_CREATE_GAME]     = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_JOIN_GAME]       = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_CANCEL_GAME]     = {WHO,     OUT,   RUN,   YES,   OUT,      END},
    [COMMAND_MAKE_MOVE]       = {WHO,     OUT,   YES,   YES,   OUT,      YES},
    [COMMAND_RESIGN]          = {WHO,     OUT,   YES,   YES,   OUT,      END},
    [COMMAND_OFFER_DRAW]      = {WHO,     OUT,   YES,   YES,   OUT,      END},
    [COMMAND_ACCEPT_DRAW]     = {WHO,     OUT,   YES,   YES,   OUT,      END},
    [COMMAND_DECLINE_DRAW]    = {WHO,     OUT,   YES,   YES,   OUT,      END},
    [COMMAND_REQUEST_REMATCH] = {WHO,     OUT,   RUN,   RUN,   OUT,      YES},
    [COMMAND_ACCEPT_REMATCH]  = {WHO,     OUT,   RUN,   RUN,   OUT,      YES},
    [COMMAND_DECLINE_REMATCH] = {WHO,     OUT,   RUN,   RUN,   OUT,      YES},
    [COMMAND_RESUME]          = {WHO,     OUT,   YES,   YES,   YES,      YES},
    [COMMAND_CHAT_MESSAGE]    = {WHO,     BLIND, YES,   YES,   YES,      YES},
    [COMMAND_WATCH]           = {WHO,     YES,   OWN,   OWN,   YES,      OWN},
    [COMMAND_UNWATCH]         = {WHO,     BLIND, BLIND, BLIND, YES,      BLIND},
    [COMMAND_REST_ME]         = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_CREATE]     = {YES,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_STATE]      = {YES,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_MOVE]       = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_VALIDATE]   = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_ACCOUNT]    = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_LOGIN]      = {YES,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_LOGOUT]     = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_LOGOUT_ALL] = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_ERASE]      = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_REST_MODERATE]   = {WHO,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_BOT_MOVE]        = {YES,     YES,   YES,   YES,   YES,      YES},
    [COMMAND_EXPIRE]          = {YES,     YES,   YES,   YES,   YES,      YES},
};
/* clang-format on */

enum refusal authority_check(enum command_kind kind, enum role role)
{
    if ((unsigned)kind >= COMMAND_COUNT || (unsigned)role >= ROLE_COUNT)
        return (enum refusal)NEVER;
    return (enum refusal)authority_table[kind][role];
}
