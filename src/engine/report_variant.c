/* Reports of variants. No search of theirs is exact, so each says what is proven and what is not. */
#include "core/text.h"
#include "engine/report_parts.h"

static void put_game(ff_text *out, const ff_variant_game *game)
{
    const ff_variant_rules *rules = game->position.rules;
    text_put(out, "{\"board\":\"");
    (void)ff_board_write(out, rules->upright.board);
    text_char(out, '"');
    report_text(out, "variant", ff_variant_name((ff_variant)rules->variant));
    report_bool(out, "pie", rules->has_pie);
    text_put(out, ",\"moves\":\"");
    (void)ff_variant_game_write(out, game, false);
    text_char(out, '"');
}

static void put_move(ff_text *out, const ff_variant_position *position, int move)
{
    ff_action action = ff_move_action(move);
    text_put(out, ",\"move\":\"");
    (void)ff_variant_move_write(out, position, move);
    text_char(out, '"');
    report_text(out, "action", ff_action_name(action));
    if (ff_action_has_column(action))
        report_int(out, "column", ff_move_column(move));
}

void report_variant_line(ff_text *out, const ff_variant_game *game, const ff_variant_analysis *a)
{
    ff_variant_game ahead = *game;
    for (int i = 0; i < a->line_len; i++) {
        (void)ff_variant_move_write(out, &ahead.position, a->line[i]);
        if (ff_variant_game_play(&ahead, a->line[i]))
            return;
    }
}

static void put_options(ff_text *out, const ff_variant_position *p, const ff_variant_analysis *a)
{
    text_put(out, ",\"options\":[");
    for (int i = 0; i < a->count; i++) {
        const ff_variant_option *o = &a->options[i];
        text_put(out, i ? ",{\"rank\":" : "{\"rank\":");
        text_int(out, i + 1);
        put_move(out, p, o->move);
        report_result(out, o->certainty, o->plies, o->chance);
        text_char(out, '}');
    }
    text_char(out, ']');
}

void report_variant(ff_text *out, const ff_variant_game *game, const ff_variant_analysis *a)
{
    const ff_variant_position *p = &game->position;
    const ff_threats threats = ff_variant_threats(p);
    char sentence[FF_EXPLAIN_MAX];
    ff_text words = ff_text_on(sentence, sizeof sentence);
    ff_color side = ff_variant_side_to_move(p);
    put_game(out, game);
    report_text(out, "turn", report_color(side));
    report_int(out, "player", ff_variant_player(p, side));
    report_bool(out, "exact", false);
    report_bool(out, "complete", !a->was_stopped);
    report_result(out, a->certainty, a->plies, a->chance);
    report_int(out, "depth", a->depth);
    put_options(out, p, a);
    text_put(out, ",\"line\":\"");
    report_variant_line(out, game, a);
    text_char(out, '"');
    report_threats(out, p->board.rules, &threats);
    (void)ff_variant_explain_write(&words, p, a, NULL);
    report_text(out, "explanation", sentence);
    report_end(out, a->nodes);
}

static void put_judgement(ff_text *out, const ff_variant_position *p, const ff_variant_judgement *j)
{
    text_put(out, "{\"ply\":");
    text_int(out, p->board.ply + 1);
    report_text(out, "color", report_color((ff_color)p->side));
    report_int(out, "player", j->player);
    put_move(out, p, j->move);
    report_text(out, "verdict", ff_verdict_text((ff_verdict)j->verdict));
    report_result(out, j->certainty, j->plies, j->chance);
    text_put(out, ",\"better\":\"");
    (void)ff_variant_move_write(out, p, j->better);
    text_char(out, '"');
    report_int(out, "bestChance", j->best_chance);
    report_bool(out, "bestProven", j->best_certainty > FF_ESTIMATED);
    report_int(out, "quality", j->quality);
    report_text(out, "turning", report_turning(j->turning));
    text_char(out, '}');
}

static void put_accuracy(ff_text *out, const ff_variant_review *r)
{
    text_put(out, ",\"accuracy\":[");
    for (int player = 0; player < FF_PLAYERS; player++) {
        text_put(out, player ? "," : "");
        if (r->accuracy[player] < 0)
            text_put(out, "null");
        else
            text_int(out, r->accuracy[player]);
    }
    text_char(out, ']');
}

void report_variant_review(ff_text *out, const ff_variant_game *game, const ff_variant_review *r)
{
    ff_variant_game past = *game;
    (void)ff_variant_game_seek(&past, 0);
    put_game(out, game);
    report_text(out, "status", report_status(&game->position.board));
    report_bool(out, "exact", false);
    report_bool(out, "complete", r->known > r->count);
    text_put(out, ",\"judgements\":[");
    for (int i = 0; i + 1 < r->known; i++) {
        text_put(out, i ? "," : "");
        put_judgement(out, &past.position, &r->move[i]);
        (void)ff_variant_game_redo(&past);
    }
    text_char(out, ']');
    put_accuracy(out, r);
    text_put(out, ",\"firstChances\":[");
    for (int i = 0; i < r->known; i++) {
        text_put(out, i ? "," : "");
        text_int(out, r->point[i].chance);
    }
    text_char(out, ']');
    report_end(out, r->nodes);
}
