#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/large.h"
#include "cli/ugi.h"

enum { NETWORK_BYTES_MAX = 64 << 20 };

int64_t ugi_share_ms(int64_t left_ms, int64_t increment_ms, int moves, int64_t overhead_ms)
{
    enum { MOVES_MIN = 4, MOVES_MAX = 20 };
    int64_t spare_ms = left_ms - overhead_ms;
    int to_go = moves < MOVES_MIN ? MOVES_MIN : moves > MOVES_MAX ? MOVES_MAX : moves;
    int64_t share_ms = left_ms / to_go + increment_ms * 3 / 4;
    share_ms = share_ms < spare_ms ? share_ms : spare_ms;
    return share_ms > 1 ? share_ms : 1;
}

/* The whole file; null if it cannot be read. */
static void *file_read(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    char *data = file ? malloc(NETWORK_BYTES_MAX) : NULL;
    if (data)
        *len = fread(data, 1, NETWORK_BYTES_MAX, file);
    if (file)
        (void)fclose(file);
    return data;
}

static const char *network_open(struct ugi *ugi, const char *path)
{
    size_t len = 0;
    void *data = file_read(path, &len);
    if (!data)
        return "cannot be read";
    size_t size = ff_network_size(data, len);
    ff_err err = FF_E_NETWORK;
    ugi->network_memory = size ? large_alloc(size) : NULL;
    if (ugi->network_memory)
        err = ff_network_open(&ugi->network, data, len, ugi->network_memory, size);
    free(data);
    if (!err)
        err = ff_bot_use_network(ugi->bot, ugi->network);
    return err ? ff_err_text(err) : NULL;
}

static bool use_network(struct ugi *ugi)
{
    static const char *const places[] = {"../data/cube.net", "../share/fourfall/cube.net"};
    const struct ugi_options *options = &ugi->options;
    char own[4096];
    const char *path = options->network == UGI_FILE ? options->network_path : NULL;
    for (int i = 0; options->network == UGI_OWN && !path && i < 2; i++)
        path = cli_beside_program(own, sizeof own, places[i]);
    if (options->network == UGI_NONE)
        return true;
    const char *problem = path ? network_open(ugi, path) : "is not installed";
    if (problem)
        ugi_refuse("Network '%s': %s", options->network_path, problem);
    return !problem;
}

/* Without a book of its own the program goes on, as its other commands do. */
static bool use_book(struct ugi *ugi)
{
    const char *problem = NULL;
    if (ugi->options.book == UGI_FILE)
        problem = book_memory_open(&ugi->book, ugi->options.book_path);
    else if (ugi->options.book == UGI_OWN && book_memory_open_default(&ugi->book, BOOK_LIGHT) != 0)
        problem = "is damaged";
    if (problem)
        ugi_refuse("Book '%s': %s",
                   ugi->options.book == UGI_FILE ? ugi->options.book_path : "<own>", problem);
    else
        ff_bot_use_book(ugi->bot, ugi->book.book);
    return !problem;
}

static bool open_bot(struct ugi *ugi)
{
    size_t size = (size_t)ugi->options.hash_mb << 20;
    ugi->memory = large_alloc(size);
    if (!ugi->memory) {
        ugi_refuse("not enough memory for a Hash of %ld MB", ugi->options.hash_mb);
        return false;
    }
    ff_err err = ff_bot_open(&ugi->bot, &ugi->rules, ugi->options.level, ugi->options.style,
                             ugi->memory, size);
    if (err)
        ugi_refuse("%s", ff_err_text(err));
    return !err;
}

bool ugi_wake(struct ugi *ugi)
{
    if (ugi->bot)
        return true;
    if (open_bot(ugi) && use_book(ugi) && use_network(ugi))
        return true;
    ugi_sleep(ugi);
    return false;
}

void ugi_sleep(struct ugi *ugi)
{
    if (ugi->book.book)
        book_memory_close(&ugi->book);
    free(ugi->network_memory);
    free(ugi->memory);
    ugi->book = (struct book_memory){NULL, NULL};
    ugi->network_memory = ugi->memory = NULL;
    ugi->network = NULL;
    ugi->bot = NULL;
}

/* " score mate 3": the side to move wins with its third disc from here; a proven draw is " score cp 0". */
static void score_write(char *out, size_t size, const ff_thought *thought)
{
    int plies = abs(thought->ends_in), moves = (plies + 1) / 2;
    if (thought->ends_in)
        (void)snprintf(out, size, " score mate %d", thought->ends_in > 0 ? moves : -moves);
    else
        (void)snprintf(out, size, "%s", thought->is_exact ? " score cp 0" : "");
}

static void info_say(const struct ugi *ugi, const ff_thought *thought)
{
    char score[32];
    score_write(score, sizeof score, thought);
    ugi_say("info depth %d%s nodes %llu time %lld pv %c", thought->depth, score,
            (unsigned long long)thought->nodes, (long long)(cli_now_ms() - ugi->search.began_ms),
            ff_column_letter(&ugi->rules, thought->column));
}

static bool should_stop(void *host)
{
    struct ugi *ugi = host;
    struct ugi_search *search = &ugi->search;
    ff_thought thought = ff_bot_thought(ugi->bot);
    if (atomic_load(&search->stops))
        return true;
    if (thought.depth > search->told_depth && thought.column >= 0) {
        search->told_depth = thought.depth;
        info_say(ugi, &thought);
    }
    return (search->limits.time_ms > 0 &&
            cli_now_ms() - search->began_ms >= search->limits.time_ms) ||
           (search->limits.nodes > 0 && thought.nodes >= (uint64_t)search->limits.nodes) ||
           (search->limits.depth > 0 && thought.depth > search->limits.depth);
}

/* A search without limits is answered when it is stopped, even if it has ended. */
static void wait_for_stop(struct ugi_search *search)
{
    pthread_mutex_lock(&search->mutex);
    while (!atomic_load(&search->stops))
        pthread_cond_wait(&search->wake, &search->mutex);
    pthread_mutex_unlock(&search->mutex);
}

static void *search_run(void *argument)
{
    struct ugi *ugi = argument;
    struct ugi_search *search = &ugi->search;
    int column = 0;
    ff_bot_watch(ugi->bot, should_stop, ugi);
    /* The position was checked: the game is not over and the board is the bot's. */
    (void)ff_bot_choose(ugi->bot, &ugi->game.position, (uint64_t)ugi->options.seed, &column);
    ff_thought thought = ff_bot_thought(ugi->bot);
    if (search->limits.is_infinite)
        wait_for_stop(search);
    thought.column = column;
    if (!atomic_load(&search->is_muted)) {
        info_say(ugi, &thought);
        /* Whoever reads the answer may send the next position at once. */
        atomic_store(&search->is_done, true);
        ugi_say("bestmove %c", ff_column_letter(&ugi->rules, column));
    }
    atomic_store(&search->is_done, true);
    return NULL;
}

bool ugi_search_start(struct ugi *ugi, const struct ugi_limits *limits)
{
    struct ugi_search *search = &ugi->search;
    search->limits = *limits;
    search->began_ms = cli_now_ms();
    search->told_depth = 0;
    atomic_store(&search->stops, false);
    atomic_store(&search->is_done, false);
    search->is_started = pthread_create(&search->thread, NULL, search_run, ugi) == 0;
    if (!search->is_started)
        ugi_refuse("the system gives no thread for the search");
    return search->is_started;
}

void ugi_search_join(struct ugi *ugi)
{
    if (ugi->search.is_started)
        (void)pthread_join(ugi->search.thread, NULL);
    ugi->search.is_started = false;
}

bool ugi_search_is_running(struct ugi *ugi)
{
    if (ugi->search.is_started && atomic_load(&ugi->search.is_done))
        ugi_search_join(ugi);
    return ugi->search.is_started;
}

void ugi_search_stop(struct ugi *ugi)
{
    pthread_mutex_lock(&ugi->search.mutex);
    atomic_store(&ugi->search.stops, true);
    pthread_cond_signal(&ugi->search.wake);
    pthread_mutex_unlock(&ugi->search.mutex);
}
