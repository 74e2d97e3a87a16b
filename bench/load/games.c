#include "load/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct game **bucket_of(struct game_table *table, const char *id)
{
    uint32_t hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (uint8_t)*id) * 16777619u;
    return &table->bucket[hash % GAME_BUCKETS];
}

struct game *games_join(struct game_table *table, const char *id)
{
    struct game **bucket = bucket_of(table, id), *game = *bucket;
    while (game && strcmp(game->id, id) != 0)
        game = game->next;
    if (!game) {
        game = calloc(1, sizeof *game);
        if (!game)
            return NULL;
        (void)snprintf(game->id, sizeof game->id, "%s", id);
        game->next = *bucket;
        *bucket = game;
    }
    game->players++;
    return game;
}

void games_leave(struct game_table *table, struct game *game)
{
    if (!game || --game->players > 0)
        return;
    struct game **place = bucket_of(table, game->id);
    while (*place != game)
        place = &(*place)->next;
    *place = game->next;
    free(game);
}
