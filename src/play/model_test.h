/* A model of what the store does with rows. */
#ifndef PLAY_MODEL_TEST_H
#define PLAY_MODEL_TEST_H

#include "play/rows.h"

/* Each returns false, and changes nothing, where the store would refuse the row. */
static inline bool model_join(struct game_row *game, const struct join_row *row)
{
    if (game->status != GAME_WAITING || game->ply != 0)
        return false;
    game->version++;
    game->seat[row->at] = row->seat;
    game->status = GAME_PLAYING;
    memcpy(game->left_ms, row->left_ms, sizeof game->left_ms);
    game->moved_ms = game->updated_ms = row->moved_ms;
    game->deadline_ms = row->deadline_ms;
    return true;
}

static inline bool model_move(struct game_row *game, const struct move_row *row)
{
    if (game->status != GAME_PLAYING || game->ply != row->ply)
        return false;
    game->version++;
    memcpy(game->moves + strlen(game->moves), row->text, sizeof row->text);
    game->to_move = row->to_move;
    game->ply++;
    game->status = row->status;
    game->winner = row->winner;
    game->reason = row->reason;
    game->offer = row->offer;
    memcpy(game->left_ms, row->left_ms, sizeof game->left_ms);
    game->moved_ms = game->updated_ms = row->moved_ms;
    game->deadline_ms = row->deadline_ms;
    if (game->status != GAME_PLAYING)
        game->finished_ms = row->moved_ms;
    return true;
}

static inline bool model_result(struct game_row *game, const struct result_row *row)
{
    if (game->status != (row->status == GAME_CANCELLED ? GAME_WAITING : GAME_PLAYING) ||
        game->ply != row->ply)
        return false;
    game->version++;
    game->status = row->status;
    game->winner = row->winner;
    game->reason = row->reason;
    game->offer = ROW_NOBODY;
    memcpy(game->left_ms, row->left_ms, sizeof game->left_ms);
    game->updated_ms = game->finished_ms = row->finished_ms;
    game->deadline_ms = 0;
    return true;
}

static inline bool model_offer(struct game_row *game, const struct offer_row *row)
{
    if (game->status != GAME_PLAYING || game->ply != row->ply)
        return false;
    game->version++;
    game->offer = row->offer;
    return true;
}

static inline bool model_same_seat(const struct seat_row *a, const struct seat_row *b)
{
    return a->kind == b->kind && a->level == b->level && a->style == b->style &&
           a->player_id == b->player_id;
}

/* The name of the first field in which two games differ, or null. Padding is ignored. */
static inline const char *model_difference(const struct game_row *a, const struct game_row *b)
{
#define MODEL_FIELD(field)                                  \
    if (memcmp(&a->field, &b->field, sizeof a->field) != 0) \
        return #field;
#define MODEL_TEXT(field)                \
    if (strcmp(a->field, b->field) != 0) \
        return #field;
    MODEL_FIELD(id)
    MODEL_TEXT(board)
    MODEL_TEXT(code)
    if (!model_same_seat(&a->seat[0], &b->seat[0]) || !model_same_seat(&a->seat[1], &b->seat[1]))
        return "seat";
    MODEL_FIELD(clock.kind)
    MODEL_FIELD(clock.initial_ms)
    MODEL_FIELD(clock.increment_ms)
    MODEL_FIELD(flags)
    MODEL_FIELD(status)
    MODEL_FIELD(winner)
    MODEL_FIELD(reason)
    MODEL_FIELD(offer)
    MODEL_FIELD(ply)
    MODEL_TEXT(moves)
    MODEL_FIELD(left_ms)
    MODEL_FIELD(moved_ms)
    MODEL_FIELD(deadline_ms)
    MODEL_FIELD(rematch_of)
    MODEL_FIELD(chat_seq)
    MODEL_FIELD(version)
    MODEL_FIELD(created_ms)
    MODEL_FIELD(updated_ms)
    MODEL_FIELD(finished_ms)
    return NULL;
#undef MODEL_FIELD
#undef MODEL_TEXT
}

#endif
