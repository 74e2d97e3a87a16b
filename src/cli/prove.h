/* `fourfall prove`: the parts of a proof run.
 *
 * prove_job has what all threads share. prove_crew.c searches one line of play on all threads,
 * prove_save.c keeps the table on the disk, prove_walk.c walks through the strategy of a proof,
 * prove_samples.c writes examples for training, strategy_file.c writes and reads strategies.
 * docs/proof.md describes the files. */
#ifndef CLI_PROVE_H
#define CLI_PROVE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/network.h"
#include "engine/potential.h"
#include "engine/prove.h"

enum { PROVE_THREADS_MAX = 64, PROVE_LINES_MAX = 256, PROVE_VCF_NODES = 60 };

/* A line of play that is to be proven: its moves, and what came of it. */
struct prove_line {
    ff_game game;
    enum prove_verdict verdict;
    uint64_t nodes;
    double seconds;
    int last_ply;       /* won: at the latest at this ply */
    uint64_t positions; /* of the strategy that no line before had */
};

/* Who judges positions: the network, or without one the line potential. */
struct prove_judge {
    struct judge judge;
    union {
        struct network_view view;
        struct potential potential;
    };
};

/* Positions of a search, written as examples for training. */
struct prove_samples;

struct prove_job {
    ff_rules rules;
    struct vcf_board vcf;
    struct prove_board board;
    struct prove_table table;
    const ff_network *network; /* null: the line potential */
    uint32_t network_checksum; /* 0 without a network */
    int attacker;
    long threads;
    const char *save_path;         /* null: nothing is saved */
    struct prove_samples *samples; /* null without --samples */
    long interval;                 /* seconds between progress reports and saves */
    double end;                    /* of all work, by prove_now */
    double next_report;
    volatile sig_atomic_t *interrupted;
};

/* Seconds of a clock that never goes back. */
double prove_now(void);

/* Sets up a judge for a root. */
void prove_judge_begin(struct prove_judge *out, const struct prove_job *job,
                       const ff_position *root);

/* Writes a line of play as people give it: columns counted from 0, with commas. */
void prove_line_name(const struct prove_line *line, char *out, size_t size);

/* Searches lines side by side, until one is decided, for at most so many seconds: each on an equal part
 * of the threads, of which there must be one for each line. CLI_BAD_INPUT after a message if memory or
 * threads run out. */
int prove_crew_run(struct prove_job *job, struct prove_line **lines, int count, double seconds);

/* Writes the table to job->save_path, whole or not at all; reads it if there is one. Either returns
 * 0, or CLI_BAD_INPUT after a message. */
int prove_save(const struct prove_job *job);
int prove_load(struct prove_job *job, const char *path, bool only_decided);

/* Opens a new file for samples, job->samples. prove_samples_take goes into prove_search. Closing does nothing
 * without samples. Opening and closing return 0, or CLI_BAD_INPUT after a message if the file could not be
 * written. */
int prove_samples_open(struct prove_job *job, const char *path);
int prove_samples_close(struct prove_job *job);
void prove_samples_take(void *samples, const struct prove_sample *sample);

#endif
