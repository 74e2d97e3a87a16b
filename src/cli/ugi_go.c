#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ugi.h"

char *ugi_word(char **line)
{
    static const char blanks[] = " \t\r\v\f";
    char *word = *line + strspn(*line, blanks);
    if (!*word)
        return NULL;
    *line = word + strcspn(word, blanks);
    if (**line)
        *(*line)++ = '\0';
    return word;
}

bool ugi_is(const char *word, const char *wanted)
{
    return word && strcmp(word, wanted) == 0;
}

/* The words of `go` that are followed by a number. */
enum go_word {
    GO_P1_TIME,
    GO_P2_TIME,
    GO_P1_INC,
    GO_P2_INC,
    GO_MOVETIME,
    GO_DEPTH,
    GO_NODES,
    GO_COUNT
};

static int go_find(const char *word)
{
    static const struct {
        const char *name;
        enum go_word word;
    } names[] = {{"p1time", GO_P1_TIME}, {"p2time", GO_P2_TIME}, {"p1inc", GO_P1_INC},
                 {"p2inc", GO_P2_INC},   {"wtime", GO_P1_TIME},  {"btime", GO_P2_TIME},
                 {"winc", GO_P1_INC},    {"binc", GO_P2_INC},    {"movetime", GO_MOVETIME},
                 {"depth", GO_DEPTH},    {"nodes", GO_NODES}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, word) == 0)
            return (int)names[i].word;
    return -1;
}

/* A clock may be below zero, because programs that keep time allow a little more than they say. */
static bool go_number(int64_t *out, const char *name, const char *text, enum go_word word)
{
    const int64_t max = INT64_C(1000000000000);
    int64_t min = word <= GO_P2_TIME ? -max : word <= GO_P2_INC ? 0 : 1;
    char *end = NULL;
    long long number = text ? strtoll(text, &end, 10) : 0;
    bool is_decimal = text && (isdigit((unsigned char)text[0]) ||
                               (text[0] == '-' && isdigit((unsigned char)text[1])));
    if (!is_decimal || *end || strlen(text) > 14 || number < min || number > max) {
        ugi_refuse("'%s' needs a whole number of at least %lld behind it, not '%s'", name,
                   min < 0 ? 0LL : (long long)min, text ? text : "");
        return false;
    }
    *out = number;
    return true;
}

static struct ugi_limits limits_of(const struct ugi *ugi, const int64_t numbers[GO_COUNT],
                                   const bool has[GO_COUNT])
{
    const ff_position *p = &ugi->game.position;
    int side = ff_position_side_to_move(p) == FF_YELLOW, moves = (p->rules->cells - p->ply + 1) / 2;
    struct ugi_limits limits = {.depth = (long)numbers[GO_DEPTH], .nodes = numbers[GO_NODES]};
    int64_t overhead_ms = ugi->options.overhead_ms;
    if (has[GO_P1_TIME + side])
        limits.time_ms =
            ugi_share_ms(numbers[GO_P1_TIME + side], numbers[GO_P1_INC + side], moves, overhead_ms);
    if (has[GO_MOVETIME]) {
        int64_t most_ms =
            numbers[GO_MOVETIME] > overhead_ms ? numbers[GO_MOVETIME] - overhead_ms : 1;
        limits.time_ms = limits.time_ms > 0 && limits.time_ms < most_ms ? limits.time_ms : most_ms;
    }
    return limits;
}

bool ugi_go_read(const struct ugi *ugi, struct ugi_limits *out, char *line)
{
    int64_t numbers[GO_COUNT] = {0};
    bool has[GO_COUNT] = {false}, is_infinite = false;
    for (const char *word = ugi_word(&line); word; word = ugi_word(&line)) {
        int which = go_find(word);
        if (ugi_is(word, "infinite")) {
            is_infinite = true;
            continue;
        }
        if (which < 0)
            ugi_refuse("'go' does not know '%s'", word);
        if (which < 0 || !go_number(&numbers[which], word, ugi_word(&line), (enum go_word)which))
            return false;
        has[which] = true;
    }
    *out = limits_of(ugi, numbers, has);
    out->is_infinite = is_infinite;
    return true;
}
