#include "api/moderation_json.h"

#include <stdio.h>
#include <string.h>

#include "play/chat.h"
#include "play/clean.h"
#include "play/id.h"

const char *const report_kind_names[REPORT_KINDS] = {"chat", "name", "play", "other"};
const char *const moderation_action_names[MODERATION_ACTIONS] = {"mute", "ban", "rename"};

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
    (void)json_read_word(&f, "kind", JSON_REQUIRED, report_kind_names, REPORT_KINDS, &kind);
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
    (void)json_read_word(&f, "action", JSON_REQUIRED, moderation_action_names, MODERATION_ACTIONS,
                         &action);
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
