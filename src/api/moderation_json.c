#include "api/moderation_json.h"

#include <stdio.h>
#include <string.h>

#include "api/state_write.h"
#include "api/view_write.h"
#include "play/chat.h"
#include "play/clean.h"
#include "play/id.h"
#include "json/pair.h"

static const char *const report_kinds[REPORT_KINDS] = {"chat", "name", "play", "other"};
static const char *const actions[MODERATION_ACTIONS] = {"mute", "ban", "rename"};

static bool finish(const struct json_fields *f, char fault[JSON_FAULT_MAX])
{
    memcpy(fault, f->fault, JSON_FAULT_MAX);
    return json_fields_are_right(f);
}

/* A text of which nothing visible is left becomes empty. */
static void read_text(struct json_fields *f, const char *key, enum json_need need,
                      char out[ROW_TEXT_SIZE])
{
    const char *text;
    size_t len;
    out[0] = '\0';
    if (json_read_text(f, key, need, need == JSON_REQUIRED, CHAT_TEXT_MAX, &text, &len))
        (void)clean_text(out, ROW_TEXT_SIZE, CHAT_TEXT_MAX, text, len);
}

bool body_read_report(struct report_row *out, const json_t *body, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"kind", "gameId", "text"};
    struct json_fields f = json_fields_of(body, "the body");
    const char *game;
    size_t len;
    int kind = 0;
    (void)json_read_only(&f, keys, 3);
    (void)json_read_word(&f, "kind", JSON_REQUIRED, report_kinds, REPORT_KINDS, &kind);
    read_text(&f, "text", JSON_OPTIONAL, out->text);
    if (json_read_text(&f, "gameId", JSON_OPTIONAL, 1, ID_TEXT_SIZE, &game, &len) &&
        !id_read(&out->game_id, game, len))
        (void)snprintf(f.fault, sizeof f.fault, "gameId must be a game's id");
    out->kind = (uint8_t)kind;
    return finish(&f, fault);
}

bool body_read_moderation(struct moderation_row *out, int64_t *hours, const json_t *body,
                          char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"action", "hours", "reason"};
    struct json_fields f = json_fields_of(body, "the body");
    int action = 0;
    *hours = 0;
    (void)json_read_only(&f, keys, 3);
    (void)json_read_word(&f, "action", JSON_REQUIRED, actions, MODERATION_ACTIONS, &action);
    enum json_need need = action == MODERATE_RENAME ? JSON_OPTIONAL : JSON_REQUIRED;
    (void)json_read_int(&f, "hours", need, 0, MODERATION_HOURS_MAX, hours);
    read_text(&f, "reason", JSON_REQUIRED, out->reason);
    out->action = (uint8_t)action;
    return finish(&f, fault);
}

bool body_read_report_close(struct report_closed_row *out, const json_t *body,
                            char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"report"};
    struct json_fields f = json_fields_of(body, "the body");
    (void)json_read_only(&f, keys, 1);
    (void)json_read_int(&f, "report", JSON_REQUIRED, 1, INT64_MAX, &out->id);
    return finish(&f, fault);
}

static void write_person(struct json_write *w, const char *key, int64_t id, const char *name)
{
    json_write_key(w, key);
    json_write_object(w);
    view_write_id(w, "playerId", id);
    pair_text(w, "name", name);
    json_write_object_end(w);
}

void report_write(struct json_write *w, const struct report_row *row, const char *name,
                  const char *sender_name)
{
    json_write_object(w);
    pair_int(w, "report", row->id);
    write_person(w, "player", row->player_id, name);
    write_person(w, "sender", row->sender_id, sender_name);
    if (row->game_id)
        view_write_id(w, "gameId", row->game_id);
    else
        pair_text(w, "gameId", NULL);
    pair_text(w, "kind", row->kind < REPORT_KINDS ? report_kinds[row->kind] : "other");
    pair_text(w, "text", row->text);
    state_write_moment(w, "sentAt", row->sent_ms);
    json_write_object_end(w);
}

void moderation_write(struct json_write *w, const struct moderation_row *row, const char *name,
                      const char *moderator_name)
{
    json_write_object(w);
    write_person(w, "player", row->player_id, name);
    write_person(w, "moderator", row->moderator_id, moderator_name);
    pair_text(w, "action", row->action < MODERATION_ACTIONS ? actions[row->action] : "?");
    state_write_moment(w, "until", row->until_ms);
    pair_text(w, "reason", row->reason);
    state_write_moment(w, "at", row->at_ms);
    json_write_object_end(w);
}

void sanction_write(struct json_write *w, const struct sanction_row *row, int64_t now_ms)
{
    state_write_moment(w, "mutedUntil", row->mute_ms > now_ms ? row->mute_ms : 0);
    state_write_moment(w, "bannedUntil", row->ban_ms > now_ms ? row->ban_ms : 0);
}
