/* Bodies of REST requests: any JSON before each reader. A command that comes out keeps to its bounds;
 * whatever is refused has a sentence that says why. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "check.h"
#include "server/rest_parts.h"

enum { DEPTH_MAX = 4 };

static void check_fault(bool is_read, const char fault[JSON_FAULT_MAX])
{
    check(memchr(fault, '\0', JSON_FAULT_MAX) && is_read == !fault[0]);
    check(utf8_is_valid(fault, strlen(fault)));
}

static void check_seat(const struct seat_order *seat, bool is_fresh)
{
    check(seat->wish <= WISH_NEW && is_fresh == (seat->wish == WISH_NEW));
    check(seat->level <= FF_LEVEL_COUNT && seat->style <= FF_STYLE_COUNT);
    check(seat->name ? utf8_is_valid(seat->name, seat->name_len) : seat->name_len == 0);
}

static void try_create(const json_t *body, bool has_token)
{
    struct service_command c = command_of(COMMAND_REST_CREATE);
    struct rest_job job = {.fresh = 0};
    char fault[JSON_FAULT_MAX];
    memset(fault, 0x7F, sizeof fault);
    bool is_read = rest_read_create(&c, &job, body, has_token, fault);
    check_fault(is_read, fault);
    if (!is_read)
        return;
    check(c.is_async && c.clock.initial_ms >= 0 && c.clock.increment_ms >= 0);
    for (int i = 0; i < ROW_SEATS; i++)
        check_seat(&c.seat[i], job.fresh >> i & 1);
}

static void try_move(const json_t *body, bool needs_version)
{
    struct service_command c = command_of(COMMAND_REST_MOVE);
    char fault[JSON_FAULT_MAX];
    memset(fault, 0x7F, sizeof fault);
    bool is_read = rest_read_move(&c, body, needs_version, fault);
    check_fault(is_read, fault);
    check(!is_read || c.ply >= (needs_version ? 0 : PLY_ANY));
}

static void try_join(const json_t *body)
{
    struct service_command c = command_of(COMMAND_JOIN_GAME);
    char fault[JSON_FAULT_MAX];
    memset(fault, 0x7F, sizeof fault);
    check_fault(rest_read_join(&c, body, fault), fault);
    check(memchr(c.code, '\0', sizeof c.code));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct json_limits limits = {REST_BODY_MAX, DEPTH_MAX};
    json_t *body = NULL;
    if (!token_start())
        exit(1);
    if (json_read(&body, (const char *)data, size, limits, NULL) != JSON_READ_OK)
        return 0;
    for (int i = 0; i < 2; i++) {
        try_create(body, i);
        try_move(body, i);
    }
    try_join(body);
    json_decref(body);
    return 0;
}
