#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "net/conn.h"

enum { READ_MAX = 64 * 1024 };

/* A kernel that takes at most so many bytes a call, on a real socket, and counts its calls. */
static size_t taken_at_once;
static int calls;

ssize_t send(int fd, const void *buf, size_t n, int flags)
{
    (void)flags;
    calls++;
    return write(fd, buf, n < taken_at_once ? n : taken_at_once);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    struct iovec parts[64];
    size_t left = taken_at_once, count = 0;
    (void)flags;
    calls++;
    assert_true(message->msg_iovlen <= 64);
    for (; count < message->msg_iovlen && left > 0; count++) {
        parts[count] = message->msg_iov[count];
        if (parts[count].iov_len > left)
            parts[count].iov_len = left;
        left -= parts[count].iov_len;
    }
    return writev(fd, parts, (int)count);
}

struct line {
    struct net net;
    struct conn conn;
    int peer;
};

static void line_open(struct line *line)
{
    int ends[2];
    *line = (struct line){.conn = {.net = &line->net, .phase = CONN_OPEN}};
    list_init(&line->net.todo);
    list_init(&line->conn.todo);
    list_init(&line->conn.timed);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    line->conn.watcher.fd = ends[0];
    line->peer = ends[1];
}

static void line_close(struct line *line)
{
    output_free(&line->conn);
    (void)close(line->conn.watcher.fd);
    (void)close(line->peer);
}

static void say(struct line *line, struct buffer *said, struct net_message *message)
{
    assert_true(output_add(&line->conn, message, 0, message->len));
    assert_int_equal(buffer_append(said, message->bytes, message->len), BUFFER_OK);
}

static void say_text(struct line *line, struct buffer *said, const char *text)
{
    struct net_message *message = net_message_new(NET_TEXT, text, strlen(text));
    assert_non_null(message);
    say(line, said, message);
    net_message_release(message);
}

/* As often as the kernel is ready for more. */
static void flush_all(struct conn *conn)
{
    size_t left = output_left(conn);
    while (left > 0) {
        output_flush(conn);
        assert_true(output_left(conn) < left);
        left = output_left(conn);
    }
    assert_null(conn->out_first);
}

static void assert_heard(const struct line *line, const struct buffer *said)
{
    static char heard[READ_MAX];
    ssize_t len = read(line->peer, heard, sizeof heard);
    assert_int_equal(len, said->len);
    assert_memory_equal(heard, said->bytes, said->len);
}

/* Short and long messages, one of them shared. */
static void say_all(struct line *line, struct buffer *said)
{
    char long_text[150];
    struct net_message *shared = net_message_new(NET_TEXT, "for many", 8);
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    say_text(line, said, "43[{\"ok\":true}]");
    say(line, said, shared);
    say_text(line, said, long_text);
    say(line, said,
        shared); /* the message itself has one place in a queue; the second is allocated */
    say_text(line, said, "");
    net_message_release(shared);
}

static void all_bytes_arrive_in_order_however_few_the_kernel_takes_at_once(void **state)
{
    size_t total = 1;
    (void)state;
    for (size_t at_once = 1; at_once <= total; at_once++) {
        struct line line;
        struct buffer said = buffer_with_max(READ_MAX);
        line_open(&line);
        say_all(&line, &said);
        total = said.len;
        assert_int_equal(line.conn.queued, total);
        taken_at_once = at_once;
        flush_all(&line.conn);
        assert_heard(&line, &said);
        buffer_free(&said);
        line_close(&line);
    }
}

static void the_messages_of_one_turn_leave_in_one_call(void **state)
{
    struct line line;
    struct buffer said = buffer_with_max(READ_MAX);
    (void)state;
    line_open(&line);
    say_all(&line, &said);
    taken_at_once = SIZE_MAX;
    calls = 0;
    output_flush(&line.conn);
    assert_int_equal(calls, 1);
    assert_heard(&line, &said);
    buffer_free(&said);
    line_close(&line);
}

static void a_full_kernel_is_not_asked_twice(void **state)
{
    struct line line;
    struct buffer said = buffer_with_max(READ_MAX);
    (void)state;
    line_open(&line);
    say_all(&line, &said);
    taken_at_once = 10;
    calls = 0;
    output_flush(&line.conn);
    assert_int_equal(calls, 1);
    assert_int_equal(output_left(&line.conn), said.len - 10);
    buffer_free(&said);
    line_close(&line);
}

static void any_number_of_messages_leaves(void **state)
{
    struct line line;
    struct buffer said = buffer_with_max(READ_MAX);
    (void)state;
    line_open(&line);
    for (int i = 0; i < 200; i++)
        say_text(&line, &said, "again");
    taken_at_once = 100;
    flush_all(&line.conn);
    assert_heard(&line, &said);
    buffer_free(&said);
    line_close(&line);
}

static void a_broken_connection_is_dropped_and_its_queue_freed(void **state)
{
    struct line line;
    struct buffer said = buffer_with_max(READ_MAX);
    (void)state;
    line_open(&line);
    say_all(&line, &said);
    (void)close(line.conn.watcher.fd);
    taken_at_once = SIZE_MAX;
    output_flush(&line.conn);
    assert_true(line.conn.is_dead);
    assert_int_equal(line.conn.queued, said.len);
    output_free(&line.conn);
    assert_int_equal(line.conn.queued, 0);
    buffer_free(&said);
    (void)close(line.peer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_bytes_arrive_in_order_however_few_the_kernel_takes_at_once),
        cmocka_unit_test(the_messages_of_one_turn_leave_in_one_call),
        cmocka_unit_test(a_full_kernel_is_not_asked_twice),
        cmocka_unit_test(any_number_of_messages_leaves),
        cmocka_unit_test(a_broken_connection_is_dropped_and_its_queue_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
