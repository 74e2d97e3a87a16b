/* Loading rows of the store into memory, and forgetting them. */
#include "play/service_parts.h"

#include <string.h>

bool service_must_hold(const struct game_row *game)
{
    return game->status == GAME_PLAYING &&
           (!(game->flags & GAME_ASYNC) || game->clock.kind == CLOCK_LIVE);
}

static struct player *load_player(struct service *service, const struct player_rows *rows)
{
    struct player *player = people_find(service, rows->player.id), fresh;
    if (player || rows->player.id <= 0)
        return player;
    player_restore(&fresh, rows);
    return people_add(service, &fresh);
}

enum refusal service_load_session(struct service *service, const struct session_row *session,
                                  const struct player_rows *player)
{
    if (!service_has_space(service) || !load_player(service, player))
        return REFUSAL_SERVER_FULL;
    return people_add_session(service, session);
}

/* Fills the seats of a stored game with names and ratings of its players. */
static enum refusal load_seats(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS], ff_board board,
                               struct room_seat seats[ROW_SEATS])
{
    memset(seats, 0, ROW_SEATS * sizeof *seats);
    for (int i = 0; i < ROW_SEATS; i++) {
        if (game->seat[i].kind != SEAT_PLAYER)
            continue;
        if (players[i].player.id != game->seat[i].player_id)
            return REFUSAL_NO_SUCH_GAME;
        const struct player *player = load_player(service, &players[i]);
        if (!player)
            return REFUSAL_SERVER_FULL;
        seats[i] = start_seat(player, board);
    }
    return REFUSAL_OK;
}

static enum refusal load_game(struct service *service, const struct game_row *game,
                              const struct player_rows players[ROW_SEATS], struct instant now)
{
    struct room_seat seats[ROW_SEATS];
    struct slot *slot;
    ff_board board;
    /* If the last move was made under this server, its clock runs since then. If under an earlier
     * one, it ran until that server stopped. */
    bool is_ours = game->moved_ms >= service->setup.opened_ms;
    int64_t alive_ms = is_ours ? now.wall_ms : service->setup.alive_ms;
    size_t len = strnlen(game->board, sizeof game->board);
    if (ff_board_read(&board, game->board, len) != FF_OK)
        return REFUSAL_NO_SUCH_GAME;
    enum refusal refusal = load_seats(service, game, players, board, seats);
    if (!refusal)
        refusal = slot_add(service, game->id, board, &slot);
    if (refusal)
        return refusal;
    if (room_restore(&slot->room, &service->rules[slot->rules].rules, game, seats, now, alive_ms) !=
        FF_OK)
        return REFUSAL_NO_SUCH_GAME;
    for (int seat = 0; seat < ROW_SEATS; seat++)
        slot_link(service, slot, seat);
    presence_start_grace(service, slot, now);
    slot_schedule(service, slot, now);
    tell_bot(service, slot, now);
    return REFUSAL_OK;
}

enum refusal service_load_game(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS],
                               const struct moment *moment)
{
    size_t mark = service->journal.len;
    if (service_has_game(service, game->id))
        return REFUSAL_OK;
    if (!service_has_space(service))
        return REFUSAL_SERVER_FULL;
    enum refusal refusal = load_game(service, game, players, service_instant(service, moment));
    if (refusal)
        journal_undo(&service->journal, mark);
    return refusal;
}

enum refusal service_load_queue(struct service *service, const struct queue_row *queue,
                                const struct player_rows *player, const struct moment *moment)
{
    struct lobby_key key = {.clock = queue->clock, .is_rated = queue->is_rated};
    size_t len = strnlen(queue->board, sizeof queue->board);
    struct instant now = service_instant(service, moment);
    int64_t waited_ms = now.wall_ms > queue->since_ms ? now.wall_ms - queue->since_ms : 0;
    bool is_provisional;
    if (ff_board_read(&key.board, queue->board, len) != FF_OK || !service_has_space(service))
        return REFUSAL_BAD_BOARD;
    struct player *known = load_player(service, player);
    if (!known)
        return REFUSAL_SERVER_FULL;
    KEEP(service, &known->network);
    known->network = queue->network;
    return lobby_join(&service->state.lobby, &service->journal, known->id, &key,
                      player_rating(known, rating_class_of(key.board), &is_provisional),
                      now.play_ms - waited_ms);
}

void service_forget_game(struct service *service, int64_t game_id)
{
    struct slot *slot = slot_find(service, game_id);
    if (!slot)
        return;
    while (slot->first_watcher != NONE)
        watch_stop(service, slot->first_watcher);
    slot_remove(service, slot);
    journal_forget(&service->journal);
}
