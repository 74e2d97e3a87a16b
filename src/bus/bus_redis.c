/* Redis's Pub/Sub over two connections: one that is subscribed may do nothing else.
 *
 * hiredis reads and writes the protocol only. The bytes travel over wires of the program (base/wire.h): they bound what
 * waits, they encrypt, and they are on the loop.
 *
 * Whatever goes wrong has one consequence: both connections are closed, the bus does not work, and it tries again
 * later. It works when its own beat has come back, over both. */
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/entropy.h"
#include "base/random.h"
#include "base/wire.h"
#include "bus/bus_parts.h"
#include "bus/bus_url.h"

enum {
    OUT_MAX = 4 * 1024 * 1024, /* bytes that wait for Redis; beyond, batches are dropped */
    REPLY_MAX = 1024 * 1024,   /* bytes of a reply that is not complete */
    READER_KEPT = 256 * 1024,  /* bytes of memory that a reader keeps */
    PATIENCE_MS = 3000,        /* from the first attempt to connect until it works */
    RETRY_MIN_MS = 100,        /* between attempts, doubled each time … */
    RETRY_MAX_MS = 5000,       /* … up to this, and then shortened at random by up to a half */
    STEADY_MS = 10000,         /* a connection that has worked for so long begins anew */
    CHANNEL_SIZE = 24,
    SENTENCE_SIZE = BUS_NAME_SIZE + 256
};

enum { PUBLISHER, SUBSCRIBER, LINES };

struct redis_line {
    struct bus_redis *redis;
    struct wire *wire;   /* null: not connected */
    redisReader *reader; /* as long as the wire */
    bool is_ready;       /* it has found the primary, or it is subscribed */
};

struct bus_redis {
    struct bus bus;
    struct wire_maker maker;
    struct bus_url url;
    char channel[CHANNEL_SIZE];
    struct redis_line lines[LINES];
    bool is_up; /* connected, or about to be */
    int64_t began_ms, worked_ms, echo_ms, retry_ms;
    int attempts; /* in a row */
    uint64_t random;
    uint64_t asked, answered; /* commands and replies of the publisher */
    uint64_t role_at;         /* the command that asks for the role; 0: none is open */
    const char *silence;      /* what it waits for */
};

static struct bus_redis *redis_of(struct bus *bus)
{
    return (struct bus_redis *)bus;
}

/* Closing */

static void line_close(struct redis_line *line)
{
    line->redis->maker.close(line->wire);
    if (line->reader)
        redisReaderFree(line->reader);
    *line = (struct redis_line){.redis = line->redis};
}

/* Many nodes lose Redis at the same moment: chance spreads their attempts. */
static int64_t retry_delay(struct bus_redis *redis)
{
    int64_t delay = RETRY_MAX_MS;
    if (redis->attempts < 6)
        delay = RETRY_MIN_MS << redis->attempts;
    redis->attempts++;
    return delay - random_below(&redis->random, (uint32_t)(delay / 2));
}

static void redis_fail(struct bus_redis *redis, enum bus_cause cause, const char *why)
{
    char name[BUS_NAME_SIZE], sentence[SENTENCE_SIZE];
    struct bus *bus = &redis->bus;
    if (bus->works && bus->now_ms - redis->worked_ms >= STEADY_MS)
        redis->attempts = 0;
    for (int i = 0; i < LINES; i++)
        line_close(&redis->lines[i]);
    redis->is_up = false;
    redis->retry_ms = bus->now_ms + retry_delay(redis);
    bus->counts.failures++;
    bus_url_name(name, &redis->url);
    (void)snprintf(sentence, sizeof sentence, "%s: %s", name, why);
    bus_say_fails(bus, cause, sentence);
}

/* Commands. `count` words of these lengths; false: the line is closed or full. */
static bool line_command(struct redis_line *line, int count, const char **words, const size_t *lens)
{
    char *command = NULL;
    int len = redisFormatCommandArgv(&command, count, words, lens);
    if (len < 0)
        return false;
    bool is_sent = line->wire && line->redis->maker.send(line->wire, command, (size_t)len, OUT_MAX);
    free(command);
    if (is_sent && line == &line->redis->lines[PUBLISHER])
        line->redis->asked++;
    return is_sent;
}

static bool line_say(struct redis_line *line, const char *first, const char *second,
                     const char *third)
{
    const char *words[] = {first, second, third};
    size_t lens[] = {strlen(first), second ? strlen(second) : 0, third ? strlen(third) : 0};
    return line_command(line, third ? 3 : second ? 2 : 1, words, lens);
}

static bool line_log_in(struct redis_line *line)
{
    const struct bus_url *url = &line->redis->url;
    if (!url->password[0])
        return true;
    return url->user[0] ? line_say(line, "AUTH", url->user, url->password)
                        : line_say(line, "AUTH", url->password, NULL);
}

static bool redis_send(struct bus *bus, const void *batch, size_t len)
{
    struct bus_redis *redis = redis_of(bus);
    struct redis_line *line = &redis->lines[PUBLISHER];
    const char *words[] = {"PUBLISH", redis->channel, batch};
    const size_t lens[] = {strlen(words[0]), strlen(words[1]), len};
    return line->is_ready && line_command(line, 3, words, lens);
}

/* A replica takes messages and gives them to nobody but its own subscribers, so the role is asked for with each beat. */
static void redis_ask_role(struct bus_redis *redis)
{
    struct redis_line *line = &redis->lines[PUBLISHER];
    if (redis->role_at == 0 && line_say(line, "ROLE", NULL, NULL))
        redis->role_at = redis->asked;
}

/* Replies */

/* Redis's own text is not repeated: it may quote what it was sent, and so a password. */
struct redis_refusal {
    const char *code;
    enum bus_cause cause;
    const char *sentence;
};

static const struct redis_refusal refusals[] = {
    {"NOAUTH", BUS_FORBIDDEN, "Redis wants a password"},
    {"WRONGPASS", BUS_FORBIDDEN, "Redis refuses this user or password"},
    {"NOPERM", BUS_FORBIDDEN, "this Redis user may not PUBLISH and SUBSCRIBE to our channel"},
    {"READONLY", BUS_REPLICA, "this Redis is a replica; give the address of the primary"},
    {"MASTERDOWN", BUS_REPLICA, "this Redis is a replica without its primary"},
    {"OOM", BUS_FULL, "the memory of Redis is full"},
    {"LOADING", BUS_REFUSED, "Redis still loads its data"},
};

static void redis_refused(struct bus_redis *redis, const char *text)
{
    char code[24], why[96];
    size_t len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    (void)snprintf(code, sizeof code, "%.*s", (int)(len < sizeof code ? len : 0), text);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strcmp(code, refusals[i].code) == 0) {
            redis_fail(redis, refusals[i].cause, refusals[i].sentence);
            return;
        }
    (void)snprintf(why, sizeof why, "Redis refuses a command (%s)%s", code,
                   redis->url.password[0] ? "; perhaps it has no password" : "");
    redis_fail(redis, BUS_REFUSED, why);
}

/* Both lines are ready: the first beat shows whether that is so. */
static void line_ready(struct redis_line *line)
{
    struct bus_redis *redis = line->redis;
    line->is_ready = true;
    if (redis->lines[PUBLISHER].is_ready && redis->lines[SUBSCRIBER].is_ready)
        bus_beat(&redis->bus);
}

static bool is_text(const redisReply *reply, const char *text)
{
    return reply && (reply->type == REDIS_REPLY_STRING || reply->type == REDIS_REPLY_STATUS) &&
           strcmp(reply->str, text) == 0;
}

/* A user of Redis may be forbidden to ask (NOPERM): then the role is not known, which is no error. */
static void redis_role(struct bus_redis *redis, const redisReply *reply)
{
    struct redis_line *line = &redis->lines[PUBLISHER];
    redis->role_at = 0;
    if (reply->type == REDIS_REPLY_ERROR && strncmp(reply->str, "NOPERM", 6) != 0)
        redis_refused(redis, reply->str);
    else if (reply->type == REDIS_REPLY_ARRAY && reply->elements > 0 &&
             !is_text(reply->element[0], "master"))
        redis_refused(redis, "READONLY");
    else if (!line->is_ready)
        line_ready(line);
}

static void publisher_reply(struct redis_line *line, const redisReply *reply)
{
    struct bus_redis *redis = line->redis;
    if (++redis->answered == redis->role_at)
        redis_role(redis, reply);
    else if (reply->type == REDIS_REPLY_ERROR)
        redis_refused(redis, reply->str);
}

static void redis_echo(struct bus_redis *redis)
{
    struct bus *bus = &redis->bus;
    redis->echo_ms = bus->now_ms;
    if (!bus->works)
        redis->worked_ms = bus->now_ms;
    bus_say_works(bus);
}

static void subscriber_reply(struct redis_line *line, const redisReply *reply)
{
    struct bus_redis *redis = line->redis;
    bool is_event = reply->type == REDIS_REPLY_ARRAY && reply->elements == 3;
    if (reply->type == REDIS_REPLY_ERROR) {
        redis_refused(redis, reply->str);
    } else if (is_event && is_text(reply->element[0], "subscribe")) {
        line_ready(line);
    } else if (is_event && is_text(reply->element[0], "message") &&
               reply->element[2]->type == REDIS_REPLY_STRING) {
        if (bus_receive(&redis->bus, reply->element[2]->str, reply->element[2]->len))
            redis_echo(redis);
    }
}

/* The events of a wire */

static void on_line_opened(void *user)
{
    struct redis_line *line = user;
    struct bus_redis *redis = line->redis;
    redis->silence = "Redis does not answer";
    bool is_said = line_log_in(line);
    if (line == &redis->lines[SUBSCRIBER])
        is_said = is_said && line_say(line, "SUBSCRIBE", redis->channel, NULL);
    else
        redis_ask_role(redis);
    if (!is_said)
        redis_fail(redis, BUS_UNREACHABLE, "out of memory");
}

/* A reply may end the connection, and with it the reader. */
static void on_line_received(void *user, const char *bytes, size_t len)
{
    struct redis_line *line = user;
    bool is_subscriber = line == &line->redis->lines[SUBSCRIBER];
    int status = redisReaderFeed(line->reader, bytes, len);
    while (status == REDIS_OK && line->reader) {
        void *reply = NULL;
        status = redisReaderGetReply(line->reader, &reply);
        if (status != REDIS_OK || !reply)
            break;
        if (is_subscriber)
            subscriber_reply(line, reply);
        else
            publisher_reply(line, reply);
        freeReplyObject(reply);
    }
    if (line->reader && (status != REDIS_OK || line->reader->len - line->reader->pos > REPLY_MAX))
        redis_fail(line->redis, BUS_GARBLED, "what answers there is not Redis");
}

static void on_line_closed(void *user, const char *why)
{
    struct redis_line *line = user;
    redis_fail(line->redis, line->is_ready ? BUS_LOST : BUS_UNREACHABLE, why);
}

static const struct wire_events line_events = {on_line_opened, on_line_received, on_line_closed};

static bool line_open(struct redis_line *line)
{
    const struct bus_redis *redis = line->redis;
    const struct bus_url *url = &redis->url;
    const struct wire_address to = {.path = url->path[0] ? url->path : NULL,
                                    .host = url->host,
                                    .port = url->port,
                                    .is_encrypted = url->is_encrypted,
                                    .ca_path = url->ca_path[0] ? url->ca_path : NULL};
    line->reader = redisReaderCreate();
    if (!line->reader)
        return false;
    line->reader->maxbuf = READER_KEPT;
    line->wire = redis->maker.open(redis->maker.context, &to, &line_events, line);
    return line->wire;
}

/* Time */

static void redis_connect(struct bus_redis *redis)
{
    redis->is_up = true;
    redis->began_ms = redis->bus.now_ms;
    redis->asked = redis->answered = redis->role_at = 0;
    redis->silence = "no connection in time";
    for (int i = 0; i < LINES; i++)
        if (!line_open(&redis->lines[i])) {
            redis_fail(redis, BUS_UNREACHABLE, "out of memory");
            return;
        }
}

static void redis_tick(struct bus *bus)
{
    struct bus_redis *redis = redis_of(bus);
    int64_t now_ms = bus->now_ms;
    redis->began_ms += bus->pause_ms;
    redis->echo_ms += bus->pause_ms;
    if (!redis->is_up) {
        if (now_ms >= redis->retry_ms)
            redis_connect(redis);
    } else if (!bus->works && now_ms - redis->began_ms >= PATIENCE_MS) {
        redis_fail(redis, BUS_SILENT, redis->silence);
    } else if (bus->works && now_ms - redis->echo_ms >= BUS_SILENT_MS) {
        redis_fail(redis, BUS_SILENT, "Redis has fallen silent");
    } else if (bus->works && now_ms - bus->beat_ms >= BUS_BEAT_MS) {
        redis_ask_role(redis);
    }
}

static void redis_close(struct bus *bus)
{
    struct bus_redis *redis = redis_of(bus);
    for (int i = 0; i < LINES; i++)
        line_close(&redis->lines[i]);
    bus_end(bus);
    free(redis);
}

static const struct bus_carrier redis_carrier = {redis_send, redis_tick, redis_close};

struct bus *bus_redis_open(const struct bus_url *url, const struct wire_maker *maker,
                           const struct bus_handlers *handlers)
{
    uint64_t sender;
    struct bus_redis *redis = calloc(1, sizeof *redis);
    if (!redis)
        return NULL;
    entropy_fill(&sender, sizeof sender);
    entropy_fill(&redis->random, sizeof redis->random);
    bus_begin(&redis->bus, &redis_carrier, sender, handlers);
    redis->maker = *maker;
    redis->url = *url;
    (void)snprintf(redis->channel, sizeof redis->channel, "fourfall:%d", url->database);
    for (int i = 0; i < LINES; i++)
        redis->lines[i].redis = redis;
    return &redis->bus;
}
