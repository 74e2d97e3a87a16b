#include "cli/prove_strategy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/prove_open.h"
#include "cli/strategy_file.h"

static const char *side_name(int color)
{
    return color == FF_RED ? "Red" : "Yellow";
}

int prove_line_print(const struct prove_job *job, const struct prove_line *line)
{
    char text[2048], name[1024];
    int len;
    prove_line_name(line, name, sizeof name);
    if (line->verdict == PROVE_WON && line->last_ply == 0)
        len = snprintf(text, sizeof text,
                       "%s: proven by the table (%" PRIu64 " positions searched in %.1f s)\n", name,
                       line->nodes, line->seconds);
    else if (line->verdict == PROVE_WON)
        len = snprintf(text, sizeof text,
                       "%s: proven, %s wins at ply %d at the latest (%" PRIu64
                       " new positions; %" PRIu64 " searched in %.1f s)\n",
                       name, side_name(job->attacker), line->last_ply, line->positions, line->nodes,
                       line->seconds);
    else
        len =
            snprintf(text, sizeof text, "%s: %s (%" PRIu64 " positions searched in %.1f s)\n", name,
                     line->verdict == PROVE_OPEN ? "not proven"
                     : job->attacker == FF_RED   ? "refuted, Yellow does not lose"
                                                 : "refuted, Red does not lose",
                     line->nodes, line->seconds);
    return cli_print(text, (size_t)len);
}

/* Walks through one line. */
static int walk_line(struct prove_walk *walk, struct prove_line *line)
{
    char name[1024];
    uint64_t before = walk->positions;
    int plies = prove_walk_from(walk, &line->game.position);
    prove_line_name(line, name, sizeof name);
    if (plies < 0)
        return cli_fail(CLI_BAD_INPUT, "the strategy after %s has a gap: %s", name, walk->error);
    line->verdict = PROVE_WON;
    line->last_ply = line->game.position.ply + plies;
    line->positions = walk->positions - before;
    return 0;
}

/* Asks the table, and writes the rank down. */
struct walk_writer {
    struct walk_source source;
    struct rank_coder coder;
};

static int choose_and_write(void *host, const struct walk_question *question)
{
    struct walk_writer *writer = host;
    int rank = walk_choose_proven(&writer->source, question);
    if (rank >= 0)
        rank_put(&writer->coder, question, rank);
    return rank;
}

static int choose_as_read(void *host, const struct walk_question *question)
{
    return rank_take(host, question);
}

/* Walks through all lines, with a table of all positions if one is wanted. */
static int walk_lines(struct prove_walk *walk, const struct prove_job *job,
                      struct prove_line *lines, int count, const char *table_path)
{
    struct table_file table = {.file = NULL};
    int status = table_path ? table_file_open(&table, table_path, job, lines, count) : 0;
    walk->record = table_path ? table_file_record : NULL;
    /* cppcheck-suppress autoVariables ; for this walk alone, see below */
    walk->record_host = &table;
    for (int i = 0; i < count && !status; i++)
        status = walk_line(walk, &lines[i]);
    walk->record_host = NULL;
    int closed = table_file_close(&table, !status);
    return status ? status : closed;
}

static int proven_lines(const struct prove_line *lines, int count, struct prove_line *out)
{
    int proven = 0;
    for (int i = 0; i < count; i++)
        if (lines[i].verdict == PROVE_WON)
            out[proven++] = lines[i];
    return proven;
}

static void lines_update(struct prove_line *lines, int count, const struct prove_line *proven)
{
    for (int i = 0; i < count; i++)
        if (lines[i].verdict == PROVE_WON)
            lines[i] = *proven++;
}

static int writer_run(struct prove_job *job, struct prove_line *proven, int count,
                      const struct prove_outputs *outputs, struct walk_writer *writer,
                      struct prove_walk *walk)
{
    writer->source.job = job;
    rank_coder_write(&writer->coder);
    walk->choose = choose_and_write;
    walk->choose_host = writer;
    int status = walk_lines(walk, job, proven, count, outputs->table);
    rank_coder_end(&writer->coder);
    const struct compact_head head = {job->rules.board, job->attacker, job->network_checksum,
                                      walk->positions, walk->choices};
    if (!status && outputs->compact)
        status = compact_write(outputs->compact, &head, proven, count, &writer->coder);
    free(writer->coder.bytes);
    return status;
}

int prove_strategy_write(struct prove_job *job, struct prove_line *lines, int count,
                         const struct prove_outputs *outputs)
{
    static struct prove_walk walk;
    struct prove_line *proven = calloc((size_t)count, sizeof *proven);
    struct walk_writer *writer = calloc(1, sizeof *writer);
    int status = proven && writer && prove_walk_open(&walk, job)
                     ? 0
                     : cli_fail(CLI_BAD_INPUT, "not enough memory for the strategy");
    if (!status) {
        int won = proven_lines(lines, count, proven);
        status = writer_run(job, proven, won, outputs, writer, &walk);
        lines_update(lines, count, proven);
    }
    prove_walk_close(&walk);
    free(writer);
    free(proven);
    return status;
}

/* ---- back ---- */

static int expand_lines(struct prove_job *job, const struct compact_file *file,
                        struct prove_line *lines, const struct prove_outputs *outputs)
{
    static struct prove_walk walk;
    struct rank_coder coder;
    if (!prove_walk_open(&walk, job))
        return cli_fail(CLI_BAD_INPUT, "not enough memory");
    rank_coder_read(&coder, file->bytes + file->ranks_at, file->size - file->ranks_at);
    walk.choose = choose_as_read;
    walk.choose_host = &coder;
    int status = walk_lines(&walk, job, lines, file->lines, outputs->table);
    if (!status && (walk.positions != file->head.positions || walk.choices != file->head.choices))
        status =
            cli_fail(CLI_BAD_INPUT, "the strategy has %" PRIu64 " positions instead of %" PRIu64,
                     walk.positions, file->head.positions);
    prove_walk_close(&walk);
    return status;
}

static int expand_print(const struct prove_job *job, const struct compact_file *file,
                        const struct prove_line *lines)
{
    char text[256], name[1024];
    int status = 0;
    for (int i = 0; i < file->lines && !status; i++) {
        char line[1280];
        prove_line_name(&lines[i], name, sizeof name);
        int len = snprintf(line, sizeof line, "%s: %s wins at ply %d at the latest\n", name,
                           side_name(job->attacker), lines[i].last_ply);
        status = cli_print(line, (size_t)len);
    }
    int len = snprintf(text, sizeof text,
                       "%d lines, %" PRIu64 " positions, %" PRIu64 " choices in %zu bytes\n",
                       file->lines, file->head.positions, file->head.choices, file->size);
    return status ? status : cli_print(text, (size_t)len);
}

/* The ranks mean nothing without the very network that they were written with. */
static int expand_open(struct prove_job *job, struct prove_memory *memory,
                       const struct compact_file *file, const char *network)
{
    uint32_t wanted = file->head.network_checksum;
    (void)ff_rules_init(&job->rules, file->head.board);
    job->attacker = file->head.attacker;
    int status = prove_open_network(job, memory, wanted ? network : "none");
    if (!status && job->network_checksum != wanted)
        status = cli_fail(CLI_BAD_INPUT,
                          "the strategy belongs to the network with the checksum %08" PRIx32
                          ", not %08" PRIx32 " (see --network)",
                          wanted, job->network_checksum);
    return status ? status : prove_open_board(job, memory);
}

int prove_strategy_expand(struct prove_job *job, const char *path, const char *network,
                          const struct prove_outputs *outputs)
{
    struct compact_file file;
    struct prove_memory memory = {.file = NULL};
    int status = compact_read(&file, path);
    if (status)
        return status;
    struct prove_line *lines = calloc((size_t)file.lines + 1, sizeof *lines);
    status = lines ? expand_open(job, &memory, &file, network)
                   : cli_fail(CLI_BAD_INPUT, "not enough memory");
    if (!status && !compact_lines(&file, &job->rules, lines))
        status = cli_fail(CLI_BAD_INPUT, "%s: the file is damaged", path);
    if (!status)
        status = expand_lines(job, &file, lines, outputs);
    if (!status)
        status = expand_print(job, &file, lines);
    prove_memory_free(&memory);
    free(lines);
    free(file.bytes);
    return status;
}
