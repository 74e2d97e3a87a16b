/* Bodies of REST requests: every reader gets any JSON. The fields of a command stay within their
 * bounds; a refusal has a reason. */
#include <string.h>

#include "api/body_read.h"
#include "api/moderation_json.h"
#include "api/passkey_body.h"
#include "base/utf8.h"
#include "check.h"

enum { BYTES_MAX = 4096, DEPTH_MAX = 4 };

static void check_fault(bool is_read, const char fault[JSON_FAULT_MAX])
{
    check(memchr(fault, '\0', JSON_FAULT_MAX) && is_read == !fault[0]);
    check(utf8_is_valid(fault, strlen(fault)));
}

static void check_seat(const struct seat_order *seat)
{
    check(seat->wish <= WISH_NEW);
    check(seat->level <= FF_LEVEL_COUNT && seat->style <= FF_STYLE_COUNT);
    check(seat->name ? utf8_is_valid(seat->name, seat->name_len) : seat->name_len == 0);
}

static void try_create(const json_t *body, bool has_token)
{
    struct service_command c = command_of(COMMAND_REST_CREATE);
    char fault[JSON_FAULT_MAX];
    memset(fault, 0x7F, sizeof fault);
    bool is_read = body_read_create(&c, body, has_token, fault);
    check_fault(is_read, fault);
    if (!is_read)
        return;
    check(memchr(c.request, '\0', sizeof c.request) && (has_token || !c.request[0]));
    check(c.is_async && c.clock.initial_ms >= 0 && c.clock.increment_ms >= 0);
    for (int i = 0; i < ROW_SEATS; i++)
        check_seat(&c.seat[i]);
}

static void try_move(const json_t *body, bool needs_version)
{
    struct service_command c = command_of(COMMAND_REST_MOVE);
    char fault[JSON_FAULT_MAX];
    memset(fault, 0x7F, sizeof fault);
    bool is_read = body_read_move(&c, body, needs_version, fault);
    check_fault(is_read, fault);
    check(!is_read || c.ply >= (needs_version ? 0 : PLY_ANY));
}

static void try_join(const json_t *body)
{
    struct service_command c = command_of(COMMAND_JOIN_GAME);
    char fault[JSON_FAULT_MAX];
    memset(fault, 0x7F, sizeof fault);
    check_fault(body_read_join(&c, body, fault), fault);
    check(memchr(c.code, '\0', sizeof c.code));
}

static void try_push(const json_t *body)
{
    struct push_row push;
    struct push_gone_row gone;
    char fault[JSON_FAULT_MAX];
    memset(fault, 0x7F, sizeof fault);
    bool is_read = body_read_push(&push, body, fault);
    check_fault(is_read, fault);
    check(memchr(push.endpoint, '\0', sizeof push.endpoint) && (!is_read || push.endpoint[0]));
    check(!is_read || strcmp(push.language, "en") == 0 || strcmp(push.language, "de") == 0);
    memset(fault, 0x7F, sizeof fault);
    check_fault(body_read_push_gone(&gone, body, fault), fault);
    check(memchr(gone.endpoint, '\0', sizeof gone.endpoint));
}

static void check_word(const char *text, size_t len)
{
    check(text ? utf8_is_valid(text, len) && strlen(text) == len : len == 0);
}

static void try_account(const json_t *body, enum account_request request)
{
    struct account_body account;
    char fault[JSON_FAULT_MAX];
    memset(fault, 0x7F, sizeof fault);
    bool is_read = body_read_account(&account, body, request, fault);
    check_fault(is_read, fault);
    check_word(account.login, account.login_len);
    check_word(account.password, account.password_len);
    check_word(account.new_password, account.new_password_len);
    check_word(account.recovery_code, account.recovery_code_len);
    check_word(account.name, account.name_len);
    check_word(account.proof, account.proof_len);
    check_word(account.ticket, account.ticket_len);
    check_word(account.code, account.code_len);
    if (is_read && request == ACCOUNT_CREATE)
        check(account.login && account.password);
}

static void try_passkey(const json_t *body)
{
    struct passkey_signed was_signed;
    struct passkey_fresh fresh;
    struct passkey_gone_row gone;
    char fault[JSON_FAULT_MAX], id[PASSKEY_ID_TEXT_SIZE];
    const char *proof = NULL;
    size_t proof_len = 0;
    memset(fault, 0x7F, sizeof fault);
    bool is_read = passkey_read_signed(&was_signed, body, fault);
    check_fault(is_read, fault);
    if (is_read) {
        check(was_signed.id_len > 0 && was_signed.client_len <= sizeof was_signed.client);
        passkey_id_write(id, was_signed.id, was_signed.id_len);
    }
    memset(fault, 0x7F, sizeof fault);
    check_fault(passkey_read_fresh(&fresh, body, fault), fault);
    memset(fault, 0x7F, sizeof fault);
    is_read = passkey_read_gone(&gone, &proof, &proof_len, body, fault);
    check_fault(is_read, fault);
    check(!is_read || (gone.id_len > 0 && gone.id_len <= sizeof gone.id));
}

static void try_moderation(const json_t *body)
{
    struct report_row report = {0};
    struct moderation_row order = {0};
    struct report_closed_row closed = {0};
    char fault[JSON_FAULT_MAX];
    int64_t hours;
    memset(fault, 0x7F, sizeof fault);
    check_fault(body_read_report(&report, body, fault), fault);
    check(report.kind < REPORT_KINDS && utf8_is_valid(report.text, strlen(report.text)));
    memset(fault, 0x7F, sizeof fault);
    bool is_read = body_read_moderation(&order, &hours, body, fault);
    check_fault(is_read, fault);
    check(order.action < MODERATION_ACTIONS && hours >= 0 && hours <= MODERATION_HOURS_MAX);
    memset(fault, 0x7F, sizeof fault);
    is_read = body_read_report_close(&closed, body, fault);
    check_fault(is_read, fault);
    check(!is_read || closed.id > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct json_limits limits = {BYTES_MAX, DEPTH_MAX};
    json_t *body = NULL;
    if (json_read(&body, (const char *)data, size, limits, NULL) != JSON_READ_OK)
        return 0;
    for (int i = 0; i < 2; i++) {
        try_create(body, i);
        try_move(body, i);
    }
    try_join(body);
    try_push(body);
    try_passkey(body);
    try_moderation(body);
    for (int i = ACCOUNT_BARE; i < ACCOUNT_REQUESTS; i++)
        try_account(body, (enum account_request)i);
    json_decref(body);
    return 0;
}
