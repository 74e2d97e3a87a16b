#include "cli/terminal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>

enum {
    ESCAPE = 27,
    ESCAPE_WAIT_MS = 50, /* the bytes of one key arrive together; Esc alone has no others */
};

/* The alternate screen, empty, without cursor and without wrapping at the right edge; and back. */
static const char screen_enter[] = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[0m\x1b[2J";
static const char screen_leave[] = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

static const int caught[TERMINAL_SIGNALS] = {SIGINT,  SIGQUIT,  SIGTERM, SIGHUP,
                                             SIGTSTP, SIGWINCH, SIGCONT};

/* Set by signal handlers, which run only while terminal_read waits. */
static volatile sig_atomic_t signal_end, signal_stop, signal_continue, signal_resize;

static void signal_note(int number)
{
    if (number == SIGTSTP)
        signal_stop = 1;
    else if (number == SIGCONT)
        signal_continue = 1;
    else if (number == SIGWINCH)
        signal_resize = 1;
    else
        signal_end = number;
}

/* Blocks the signals, so that they arrive only while terminal_read waits. A signal that the parent
 * ignores (nohup, a shell without job control) stays ignored. */
static void signals_catch(struct terminal *terminal)
{
    struct sigaction action = {.sa_handler = signal_note};
    sigset_t ours;
    sigemptyset(&action.sa_mask);
    sigemptyset(&ours);
    for (int i = 0; i < TERMINAL_SIGNALS; i++)
        sigaddset(&ours, caught[i]);
    sigprocmask(SIG_BLOCK, &ours, &terminal->waiting);
    signal_end = signal_stop = signal_continue = signal_resize = 0;
    for (int i = 0; i < TERMINAL_SIGNALS; i++) {
        sigaction(caught[i], &action, &terminal->before[i]);
        if (terminal->before[i].sa_handler == SIG_IGN)
            sigaction(caught[i], &terminal->before[i], NULL);
    }
}

static void signals_release(struct terminal *terminal)
{
    for (int i = 0; i < TERMINAL_SIGNALS; i++)
        sigaction(caught[i], &terminal->before[i], NULL);
    sigprocmask(SIG_SETMASK, &terminal->waiting, NULL);
}

static bool terminal_set(const struct termios *mode, int when)
{
    while (tcsetattr(STDIN_FILENO, when, mode) < 0) {
        if (errno != EINTR)
            return false;
    }
    return true;
}

/* Keys arrive one by one and without echo, Ctrl-S included; Ctrl-C and Ctrl-Z remain signals. */
static bool terminal_enter(struct terminal *terminal)
{
    struct termios mode = terminal->normal;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    mode.c_lflag |= ISIG;
    mode.c_iflag &= ~(tcflag_t)(IXON | ISTRIP | INLCR | IGNCR);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    if (!terminal_set(&mode, TCSADRAIN))
        return false;
    terminal->is_entered = true;
    return terminal_write(screen_enter, sizeof screen_enter - 1);
}

/* In the background the terminal belongs to another program; leave it alone. Errors do not matter: a
 * terminal that has hung up needs no restoring. */
static void terminal_leave(struct terminal *terminal)
{
    if (!terminal->is_entered)
        return;
    terminal->is_entered = false;
    pid_t foreground = tcgetpgrp(STDIN_FILENO);
    if (foreground >= 0 && foreground != getpgrp())
        return;
    (void)terminal_write(screen_leave, sizeof screen_leave - 1);
    (void)terminal_set(&terminal->normal, TCSAFLUSH);
}

bool terminal_open(struct terminal *terminal)
{
    *terminal = (struct terminal){0};
    if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &terminal->normal) < 0)
        return false;
    signals_catch(terminal);
    if (terminal_enter(terminal))
        return true;
    terminal_close(terminal);
    return false;
}

void terminal_close(struct terminal *terminal)
{
    terminal_leave(terminal);
    signals_release(terminal);
}

/* Stops by the default action of Ctrl-Z. The system does not stop an orphaned process group, which
 * no shell could continue, so this does not rely on SIGCONT. */
static bool terminal_stop(struct terminal *terminal)
{
    struct sigaction ours, standard = {.sa_handler = SIG_DFL};
    sigset_t stop;
    terminal_leave(terminal);
    sigemptyset(&standard.sa_mask);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &standard, &ours);
    kill(getpid(), SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, NULL);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    sigaction(SIGTSTP, &ours, NULL);
    return terminal_enter(terminal);
}

/* The event of a pending signal, or 0. */
static int terminal_signal(struct terminal *terminal)
{
    if (signal_end) {
        terminal->end_signal = (int)signal_end;
        return TERMINAL_END;
    }
    if (signal_stop) {
        signal_stop = 0;
        return terminal_stop(terminal) ? TERMINAL_REDRAW : TERMINAL_END;
    }
    if (signal_continue) {
        signal_continue = 0;
        return terminal_enter(terminal) ? TERMINAL_REDRAW : TERMINAL_END;
    }
    if (signal_resize) {
        signal_resize = 0;
        return TERMINAL_REDRAW;
    }
    return 0;
}

/* 1 if there is input, 0 after wait_ms (< 0: waits forever), -1 on a signal. Signals arrive only here;
 * pselect unblocks and blocks them atomically, so that none is missed. */
static int terminal_poll(struct terminal *terminal, int wait_ms)
{
    struct timespec wait = {.tv_nsec = wait_ms * 1000000L};
    fd_set input;
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    return pselect(STDIN_FILENO + 1, &input, NULL, NULL, wait_ms < 0 ? NULL : &wait,
                   &terminal->waiting);
}

/* A signal counts as input, too. */
bool terminal_has_input(struct terminal *terminal)
{
    return terminal_poll(terminal, 0) != 0;
}

/* The next byte, or -1: the input has ended. */
static int terminal_byte(void)
{
    unsigned char byte;
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : -1;
}

static int terminal_arrow(int final)
{
    switch (final) {
    case 'A':
        return TERMINAL_UP;
    case 'B':
        return TERMINAL_DOWN;
    case 'C':
        return TERMINAL_RIGHT;
    case 'D':
        return TERMINAL_LEFT;
    default:
        return TERMINAL_OTHER;
    }
}

/* Whether another byte of the same key follows. A signal waits until the key is complete. */
static bool terminal_follows(struct terminal *terminal)
{
    int ready = terminal_poll(terminal, ESCAPE_WAIT_MS);
    while (ready < 0 && errno == EINTR)
        ready = terminal_poll(terminal, ESCAPE_WAIT_MS);
    return ready > 0;
}

/* The rest of a key that began with Esc: "[A" or "OA" is an arrow, "[15~" is F5, "x" is Alt-x. */
static int terminal_escape(struct terminal *terminal)
{
    bool is_plain = true;
    if (!terminal_follows(terminal))
        return ESCAPE;
    int byte = terminal_byte();
    if (byte != '[' && byte != 'O')
        return byte < 0 ? TERMINAL_END : TERMINAL_OTHER;
    while (terminal_follows(terminal)) {
        byte = terminal_byte();
        if (byte < 0)
            return TERMINAL_END;
        if (byte >= '@' && byte <= '~')
            return is_plain ? terminal_arrow(byte) : TERMINAL_OTHER;
        is_plain = false;
    }
    return TERMINAL_OTHER;
}

int terminal_read(struct terminal *terminal)
{
    for (;;) {
        int event = terminal_signal(terminal);
        if (event)
            return event;
        int ready = terminal_poll(terminal, -1);
        if (ready < 0 && errno != EINTR)
            return TERMINAL_END;
        if (ready <= 0)
            continue;
        int byte = terminal_byte();
        if (byte < 0)
            return TERMINAL_END;
        return byte == ESCAPE ? terminal_escape(terminal) : byte;
    }
}

/* Whether to try a failed write again. Another program may have made the terminal non-blocking; then
 * this waits until it takes more. */
static bool terminal_drains(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (errno == EAGAIN)
        return poll(&output, 1, -1) >= 0 || errno == EINTR;
    return errno == EINTR;
}

bool terminal_write(const char *data, size_t len)
{
    while (len > 0) {
        ssize_t count = write(STDOUT_FILENO, data, len);
        if (count < 0 && !terminal_drains())
            return false;
        if (count > 0) {
            data += count;
            len -= (size_t)count;
        }
    }
    return true;
}

struct terminal_size terminal_measure(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_col == 0 || size.ws_row == 0)
        return (struct terminal_size){80, 24};
    return (struct terminal_size){size.ws_col, size.ws_row};
}

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

/* The first of the three that is set decides, even if its locale is not installed. */
bool terminal_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = "";
    for (size_t i = 0; i < sizeof names / sizeof *names && !*locale; i++)
        locale = variable(names[i]);
    const char *charset = strchr(locale, '.');
    return charset && (!strncasecmp(charset, ".UTF-8", 6) || !strncasecmp(charset, ".UTF8", 5));
}

bool terminal_has_screen(void)
{
    const char *term = variable("TERM");
    return *term && strcmp(term, "dumb") != 0;
}

int terminal_colours(void)
{
    if (*variable("NO_COLOR") || !terminal_has_screen())
        return 0;
    return strstr(variable("TERM"), "256color") || *variable("COLORTERM") ? 256 : 16;
}
