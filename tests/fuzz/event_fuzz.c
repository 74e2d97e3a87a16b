/* Events of Socket.IO clients: any JSON as the argument of every event, and as the auth payload.
 * The fields of a command stay within their bounds and its texts within the JSON; a refusal has a
 * reason. */
#include <string.h>

#include "api/event_read.h"
#include "base/utf8.h"
#include "check.h"

enum { BYTES_MAX = 20000, DEPTH_MAX = 30, TEXT_BYTES_MAX = 4 * 20000, WORD_BYTES_MAX = 4 * 64 };

static void check_text(const char *text, size_t len, size_t max)
{
    check(text ? len <= max && utf8_is_valid(text, len) && !memchr(text, '\0', len) : len == 0);
}

static void check_seat(const struct seat_order *seat)
{
    check(seat->wish <= WISH_BOT);
    check(seat->level <= FF_LEVEL_COUNT && seat->style <= FF_STYLE_COUNT);
}

static void check_command(const struct service_command *c, enum command_kind kind)
{
    check(c->kind == kind && c->conn == CONN_NONE && !c->has_token);
    check_text(c->name, c->name_len, TEXT_BYTES_MAX);
    check_text(c->text, c->text_len, TEXT_BYTES_MAX);
    check(c->clock.initial_ms >= 0 && c->clock.increment_ms >= 0);
    check(c->ply >= PLY_ANY && memchr(c->code, '\0', sizeof c->code));
    check(memchr(c->request, '\0', sizeof c->request));
    check(utf8_is_valid(c->request, strlen(c->request)));
    check_seat(&c->seat[0]);
    check_seat(&c->seat[1]);
    check(c->action < FF_ACTION_COUNT && c->rules.variant <= FF_VARIANT_COUNT);
    if (kind == COMMAND_MAKE_MOVE)
        check(c->game_id != 0);
}

static void try_events(const json_t *value)
{
    static const struct event_last lasts[] = {{0, 0, 0}, {11, 12, 13}};
    for (int kind = 0; kind < COMMAND_COUNT; kind++)
        for (size_t i = 0; i < 2; i++) {
            char fault[JSON_FAULT_MAX];
            struct service_command command;
            memset(fault, 0x7F, sizeof fault);
            bool is_read = event_read(&command, (enum command_kind)kind, value, &lasts[i], fault);
            check(memchr(fault, '\0', sizeof fault) && is_read == !fault[0]);
            check(utf8_is_valid(fault, strlen(fault)));
            if (is_read)
                check_command(&command, (enum command_kind)kind);
        }
}

static void try_auth(const json_t *value)
{
    struct auth auth;
    auth_read(&auth, value);
    check_text(auth.token, auth.token_len, WORD_BYTES_MAX);
    check_text(auth.name, auth.name_len, BYTES_MAX);
    check(!auth.token || auth.token_len > 0);
}

/* Event names go through a table. */
static void try_name(const char *text, size_t len)
{
    enum command_kind kind;
    if (command_read(&kind, text, len))
        check(strlen(command_name(kind)) == len && memcmp(command_name(kind), text, len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const struct json_limits limits = {BYTES_MAX, DEPTH_MAX};
    json_t *value = NULL;
    try_name(text, size);
    if (json_read(&value, text, size, limits, NULL) == JSON_READ_OK) {
        try_events(value);
        try_auth(value);
        json_decref(value);
    } else {
        check(!value);
    }
    return 0;
}
