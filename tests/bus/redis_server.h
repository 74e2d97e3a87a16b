/* A real Redis for one test: started by tools/redis in a folder of its own, and ended by its process id. Include cmocka.h
 * first. Run from the root of the repository. */
#ifndef BUS_REDIS_SERVER_H
#define BUS_REDIS_SERVER_H

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 16 };

struct redis_server {
    char folder[64], socket[96], url[256];
    int port;
};

/* Runs a program and returns its exit status; its output goes to `out`, or nowhere. */
static inline int program_run(const char *const *words, char *out, size_t size)
{
    int ends[2];
    size_t len = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)execvp(words[0], (char *const *)words);
        _exit(127);
    }
    (void)close(ends[1]);
    for (char byte; read(ends[0], &byte, 1) == 1;)
        if (out && len + 1 < size)
            out[len++] = byte;
    if (out)
        out[len] = 0;
    (void)close(ends[0]);
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Further words go to redis-server; --tls first. Null ends them. */
static inline void redis_start(struct redis_server *server, const char *const *more)
{
    const char *words[WORDS_MAX] = {"tools/redis", "start", server->folder};
    for (int i = 0; more && more[i]; i++)
        words[3 + i] = more[i];
    if (program_run(words, server->url, sizeof server->url) != 0)
        fail_msg("Redis does not start: %s", server->url);
    server->url[strcspn(server->url, "\n")] = 0;
    const char *port = strrchr(server->url, ':');
    server->port = (int)strtol(port + 1, NULL, 10);
    (void)snprintf(server->socket, sizeof server->socket, "%s/redis.sock", server->folder);
}

static inline void redis_open(struct redis_server *server, const char *const *more)
{
    (void)snprintf(server->folder, sizeof server->folder, "/tmp/ff-redis-XXXXXX");
    assert_non_null(mkdtemp(server->folder));
    redis_start(server, more);
}

static inline void redis_stop(struct redis_server *server)
{
    const char *const words[] = {"tools/redis", "stop", server->folder, NULL};
    assert_int_equal(program_run(words, NULL, 0), 0);
}

static inline void redis_end(struct redis_server *server)
{
    const char *const words[] = {"rm", "-rf", server->folder, NULL};
    redis_stop(server);
    assert_int_equal(program_run(words, NULL, 0), 0);
}

static inline void redis_signal(const struct redis_server *server, int signal)
{
    char path[128], text[32] = "";
    (void)snprintf(path, sizeof path, "%s/redis.pid", server->folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    (void)fclose(file);
    pid_t pid = (pid_t)strtol(text, NULL, 10);
    assert_true(pid > 1);
    assert_int_equal(kill(pid, signal), 0);
}

/* A command of an operator; null ends its words. */
static inline void redis_do(const struct redis_server *server, const char *const *command)
{
    const char *words[WORDS_MAX] = {"redis-cli", "-e", "-s", server->socket};
    char out[512];
    for (int i = 0; command[i]; i++)
        words[4 + i] = command[i];
    if (program_run(words, out, sizeof out) != 0)
        fail_msg("%s %s: %s", command[0], command[1], out);
}

#define REDIS_DO(server, ...) redis_do(server, (const char *const[]){__VA_ARGS__, NULL})
#define WITH(...) ((const char *const[]){__VA_ARGS__, NULL})

#endif
