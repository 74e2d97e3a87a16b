#include "api/moderation_json.h"
#include "api/state_write.h"
#include "api/view_write.h"
#include "json/pair.h"

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
    pair_text(w, "kind", row->kind < REPORT_KINDS ? report_kind_names[row->kind] : "other");
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
    pair_text(w, "action",
              row->action < MODERATION_ACTIONS ? moderation_action_names[row->action] : "?");
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
