/* Plays Expert on the cube against another program with the same openings, each twice, colours swapped.
 *
 * build/cube_rival OPENINGS PAIRS MILLISECONDS NETWORK PROGRAM, where NETWORK is `lines` (the hand-made line potential)
 * or a file of weights. The program reads "m SECONDS COLUMN COLUMN ..." (columns from 0) and answers
 * "m COLUMN ...". Expert thinks as long as it does; MILLISECONDS are the program's. What both used is told as processor
 * time, so on a busy machine the program should measure its own time in the same way. */
#define _GNU_SOURCE /* pipe2; NOLINT(bugprone-reserved-identifier) */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fourfall.h"

enum { WEIGHTS_MAX = 1 << 20, LINE_MAX_BYTES = 4096 };

struct rival {
    FILE *to, *from;
    pid_t pid;
    double seconds;
    long moves;
};

struct expert {
    ff_bot *bot;
    double ms, longest_ms;
    long moves;
};

struct score {
    int won, drawn, lost, pairs;
    double squares; /* of the points of a pair */
};

static ff_rules rules;

static void fail(const char *why)
{
    (void)fprintf(stderr, "rival: %s\n", why);
    exit(1);
}

static void *claim(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        fail("no memory");
    return memory;
}

static double now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* ---- the players ---- */

static ff_network *network_load(const char *path)
{
    static uint8_t data[WEIGHTS_MAX];
    FILE *file = fopen(path, "rb");
    ff_network *network;
    if (!file)
        fail("cannot open the weights");
    size_t len = fread(data, 1, sizeof data, file), size = ff_network_size(data, len);
    (void)fclose(file);
    if (ff_network_open(&network, data, len, claim(size + 1), size))
        fail("the weights are refused");
    return network;
}

static void expert_open(struct expert *expert, const char *weights)
{
    if (ff_bot_open(&expert->bot, &rules, FF_PERFECT, FF_BALANCED, claim(FF_BOT_GOOD), FF_BOT_GOOD))
        fail("the player cannot be opened");
    if (strcmp(weights, "lines") != 0 && ff_bot_use_network(expert->bot, network_load(weights)))
        fail("the weights are for another board");
}

static int expert_move(struct expert *expert, const ff_position *p, uint64_t seed)
{
    double began = now_ms();
    int column;
    if (ff_bot_choose(expert->bot, p, seed, &column))
        fail("Expert has no move");
    double took = now_ms() - began;
    expert->ms += took;
    expert->longest_ms = fmax(expert->longest_ms, took);
    expert->moves++;
    return column;
}

static void rival_open(struct rival *rival, const char *path, double seconds)
{
    int there[2], back[2];
    if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
        fail("no pipe");
    rival->seconds = seconds;
    rival->pid = fork();
    if (rival->pid == 0) {
        if (dup2(there[0], STDIN_FILENO) >= 0 && dup2(back[1], STDOUT_FILENO) >= 0)
            (void)execl(path, path, (char *)NULL);
        _exit(127);
    }
    (void)close(there[0]);
    (void)close(back[1]);
    rival->to = fdopen(there[1], "w");
    rival->from = fdopen(back[0], "r");
    if (rival->pid < 0 || !rival->to || !rival->from)
        fail("the program cannot be started");
}

static int rival_move(struct rival *rival, const ff_game *game)
{
    char line[LINE_MAX_BYTES], *end = line;
    (void)fprintf(rival->to, "m %g", rival->seconds);
    for (int i = 0; i < game->end; i++)
        (void)fprintf(rival->to, " %d", game->moves[i]);
    (void)fprintf(rival->to, "\n");
    if (fflush(rival->to) || !fgets(line, sizeof line, rival->from) || line[0] != 'm')
        fail("the program does not answer");
    long column = strtol(line + 1, &end, 10);
    if (end == line + 1)
        fail("the program answers without a column");
    rival->moves++;
    return (int)column;
}

/* Milliseconds of processor time a move. */
static double rival_close(struct rival *rival)
{
    struct rusage used;
    (void)fclose(rival->to);
    (void)fclose(rival->from);
    (void)waitpid(rival->pid, NULL, 0);
    (void)getrusage(RUSAGE_CHILDREN, &used);
    double ms = 1e3 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                1e-3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    return rival->moves ? ms / (double)rival->moves : 0;
}

/* ---- games ---- */

/* Expert's points, doubled. */
static int game_play(struct expert *expert, struct rival *rival, const ff_game *opening, int seat,
                     struct score *score)
{
    ff_game game = *opening;
    while (game.position.status == FF_PLAYING) {
        bool is_expert = game.position.ply % 2 == seat;
        int column = is_expert ? expert_move(expert, &game.position, (uint64_t)score->pairs)
                               : rival_move(rival, &game);
        if (ff_game_drop(&game, column))
            fail(is_expert ? "Expert's move is not legal" : "the program's move is not legal");
    }
    bool is_won = ff_position_winner(&game.position) == (ff_color)seat;
    bool is_drawn = game.position.status == FF_DRAWN;
    score->won += is_won;
    score->drawn += is_drawn;
    score->lost += !is_won && !is_drawn;
    return is_drawn ? 1 : 2 * is_won;
}

static bool opening_read(FILE *file, ff_game *out)
{
    char line[256];
    size_t end = 0;
    if (!fgets(line, sizeof line, file))
        return false;
    if (ff_game_read(out, &rules, line, strcspn(line, "\r\n"), &end) ||
        out->position.status != FF_PLAYING)
        fail("an opening is not legal");
    return true;
}

static void score_print(const struct score *s)
{
    int games = 2 * s->pairs;
    double mean = (2 * s->won + s->drawn) / (2.0 * games);
    double variance = s->squares / s->pairs / 16 - mean * mean;
    (void)printf("%d games: %d won, %d drawn, %d lost (%.3f, standard error %.3f)\n", games, s->won,
                 s->drawn, s->lost, mean, sqrt(fmax(variance, 0) / s->pairs));
}

static struct score match_play(FILE *openings, long pairs_max, struct expert *expert,
                               struct rival *rival)
{
    struct score score = {0};
    ff_game opening;
    while (score.pairs < pairs_max && opening_read(openings, &opening)) {
        int points = game_play(expert, rival, &opening, FF_RED, &score) +
                     game_play(expert, rival, &opening, FF_YELLOW, &score);
        score.squares += points * points;
        score.pairs++;
        if (score.pairs % 5 == 0) {
            score_print(&score);
            (void)fflush(stdout);
        }
    }
    return score;
}

int main(int argc, char **argv)
{
    struct expert expert = {.bot = NULL};
    struct rival rival = {.moves = 0};
    if (argc != 6)
        fail("OPENINGS PAIRS MILLISECONDS NETWORK PROGRAM");
    FILE *openings = fopen(argv[1], "r");
    if (!openings)
        fail("cannot open the openings");
    if (ff_rules_init(&rules, (ff_board){5, 5, 5, 4}))
        fail("no rules");
    expert_open(&expert, argv[4]);
    rival_open(&rival, argv[5], strtod(argv[3], NULL) / 1e3);
    struct score score = match_play(openings, strtol(argv[2], NULL, 10), &expert, &rival);
    (void)fclose(openings);
    double rival_ms = rival_close(&rival);
    if (score.pairs == 0)
        fail("no openings");
    score_print(&score);
    (void)printf("ms a move: Expert %.0f (longest %.0f), the program %.0f\n",
                 expert.ms / (double)expert.moves, expert.longest_ms, rival_ms);
    return 0;
}
