/* `fourfall engine`: the search for other programs, by the Universal Game Interface (docs/engine.md).
 *
 * One thread reads commands, another searches. They share only the atomics of struct ugi_search; the
 * options, the game and the bot belong to the reader, which does not touch them during a search. */
#ifndef CLI_UGI_H
#define CLI_UGI_H

#include <pthread.h>
#include <stdatomic.h>

#include "cli/book_file.h"
#include "cli/cli.h"

enum { UGI_PATH_MAX = 1024, UGI_LINE_MAX = 4096 };

/* A file of the user's, the one installed with the program, or none. */
enum ugi_source { UGI_NONE, UGI_OWN, UGI_FILE };

struct ugi_options {
    ff_board board;
    ff_level level;
    ff_style style;
    long seed, hash_mb, overhead_ms;
    enum ugi_source book, network;
    char book_path[UGI_PATH_MAX], network_path[UGI_PATH_MAX];
};

/* 0 or negative: no such limit. */
struct ugi_limits {
    long depth;
    int64_t nodes, time_ms;
    bool is_infinite;
};

struct ugi_search {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* for a search without limits that has ended by itself */
    bool is_started;     /* there is a thread to join */
    atomic_bool stops, is_done, is_muted;
    struct ugi_limits limits;
    int64_t began_ms;
    int told_depth;
};

struct ugi {
    struct ugi_options options;
    ff_rules rules;
    ff_game game;
    ff_bot *bot; /* null until it is needed, and after a change of the options */
    void *memory;
    struct book_memory book;
    ff_network *network;
    void *network_memory;
    struct ugi_search search;
};

/* Prints one line and flushes it. An output that is closed ends the program: nobody is listening. */
void ugi_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "info string error: …". Control characters are printed as '?'. */
void ugi_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The next word of a line, which becomes a text of its own; null at the end. */
char *ugi_word(char **line);

/* False for null, too. */
bool ugi_is(const char *word, const char *wanted);

/* The limits of `go …`; false after a refusal. */
bool ugi_go_read(const struct ugi *ugi, struct ugi_limits *out, char *line);

/* Options: their defaults, the lines of the answer to "ugi", and `setoption name N value V`. */
void ugi_options_init(struct ugi_options *options);
void ugi_options_list(void);
bool ugi_options_set(struct ugi_options *options, const char *name, const char *value);

/* Opens the bot with its memory, book and network; false after a refusal. */
bool ugi_wake(struct ugi *ugi);
void ugi_sleep(struct ugi *ugi); /* frees all of that */

bool ugi_search_start(struct ugi *ugi, const struct ugi_limits *limits);
bool ugi_search_is_running(struct ugi *ugi);
void ugi_search_stop(struct ugi *ugi);
void ugi_search_join(struct ugi *ugi);

/* Milliseconds for one move: of the time left on a clock and its increment, with `moves` own moves to go at most. */
int64_t ugi_share_ms(int64_t left_ms, int64_t increment_ms, int moves, int64_t overhead_ms);

#endif
