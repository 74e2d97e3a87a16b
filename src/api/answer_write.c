#include "api/answer_write.h"

#include <sodium.h>

#include "api/state_write.h"
#include "api/view_write.h"
#include "json/pair.h"

void answer_write_error(struct json_write *w, const char *code, const char *text,
                        const struct game_view *game)
{
    json_write_object(w);
    pair_name(w, "error");
    json_write_object(w);
    pair_text(w, "code", code);
    pair_text(w, "message", text);
    json_write_object_end(w);
    if (game) {
        pair_name(w, "game");
        state_write_shown(w, game);
    }
    json_write_object_end(w);
}

void answer_write_validation(struct json_write *w, enum refusal refusal,
                             const struct refusal_detail *detail)
{
    char text[REFUSAL_TEXT_SIZE];
    json_write_object(w);
    pair_bool(w, "valid", refusal == REFUSAL_OK);
    if (refusal) {
        (void)refusal_write(text, sizeof text, refusal, detail);
        pair_text(w, "error", text);
    }
    json_write_object_end(w);
}

static void write_token(struct json_write *w, const char *key, const struct token *token)
{
    char text[TOKEN_TEXT_SIZE];
    token_write(text, token);
    pair_text(w, key, text);
    sodium_memzero(text, sizeof text);
}

static void write_seats(struct json_write *w, const struct game_view *game,
                        const struct token *const fresh[ROW_SEATS])
{
    char id[FF_ID_MAX + 1];
    pair_name(w, "seats");
    json_write_array(w);
    for (int i = 0; i < ROW_SEATS; i++) {
        game_view_player(id, &game->seat[i]);
        json_write_object(w);
        pair_text(w, "playerId", *id ? id : NULL);
        if (fresh[i])
            write_token(w, "token", fresh[i]);
        else
            pair_text(w, "token", NULL);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

void answer_write_created(struct json_write *w, const struct game_view *game,
                          const struct token *const fresh[ROW_SEATS], const char *code)
{
    json_write_object(w);
    pair_name(w, "game");
    state_write_shown(w, game);
    write_seats(w, game, fresh);
    pair_text(w, "code", code);
    json_write_object_end(w);
}

void answer_write_device(struct json_write *w, const struct token *device)
{
    write_token(w, "device", device);
}

void answer_write_ok(struct json_write *w)
{
    json_write_object(w);
    pair_bool(w, "ok", true);
    json_write_object_end(w);
}
