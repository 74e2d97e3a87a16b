/* The terminal as a screen to draw on and a keyboard to read.
 *
 * Between terminal_open and terminal_close the program has the alternate screen, no cursor and
 * every key as it is pressed. Ctrl-Z gives the terminal back for as long as the program is stopped.
 * The signals that end a program (INT, QUIT, TERM, HUP) arrive as TERMINAL_END, so that the program
 * always calls terminal_close. One terminal can be open at a time.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/* What terminal_read answers: the byte of a key, or one of these. */
enum {
    TERMINAL_UP = 256,
    TERMINAL_DOWN,
    TERMINAL_LEFT,
    TERMINAL_RIGHT,
    TERMINAL_OTHER,  /* any other key */
    TERMINAL_REDRAW, /* the window changed its size, or the program was stopped and continued */
    TERMINAL_END,    /* end of input, or a signal to end */
};

enum { TERMINAL_SIGNALS = 7 };

struct terminal {
    struct termios normal; /* the mode before terminal_open, restored by terminal_close */
    sigset_t waiting;      /* the mask while terminal_read waits: only then do signals arrive */
    struct sigaction before[TERMINAL_SIGNALS];
    bool is_entered;
    int end_signal; /* the signal that ended the input, or 0 */
};

struct terminal_size {
    int columns, rows;
};

/* False, and nothing is changed, if stdin or stdout is no terminal. */
bool terminal_open(struct terminal *terminal);

/* Restores the terminal. Harmless on a terminal that has hung up. */
void terminal_close(struct terminal *terminal);

/* Waits for the next key or event. An unknown key sequence is read to its end. */
int terminal_read(struct terminal *terminal);

/* Whether terminal_read would return without waiting. */
bool terminal_has_input(struct terminal *terminal);

/* Writes all of it; false if the terminal is gone. */
bool terminal_write(const char *data, size_t len);

/* The current size of the window; 80x24 if the terminal does not tell. */
struct terminal_size terminal_measure(void);

/* From the environment: whether the terminal takes UTF-8, and the number of colours to use (0 with
 * NO_COLOR or TERM=dumb; else 16 or 256). */
bool terminal_is_utf8(void);
int terminal_colours(void);

/* False for TERM=dumb or none: such a terminal has no screen to draw on, only lines. */
bool terminal_has_screen(void);

#endif
