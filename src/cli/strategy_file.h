/* Strategies in files; docs/proof.md describes both forms.
 *
 * The table has every position of the attacker with its move, for a checker that knows nothing of
 * this program. The compact form has only the choices that do not follow from the network. */
#ifndef CLI_STRATEGY_FILE_H
#define CLI_STRATEGY_FILE_H

#include <stdio.h>

#include "cli/prove_walk.h"

/* ---- the table ---- */

struct table_file {
    FILE *file;
    const char *path;
    long count_at; /* where the number of records belongs */
    uint64_t count;
};

/* Begins a table of these lines. 0, or CLI_BAD_INPUT after a message. */
int table_file_open(struct table_file *out, const char *path, const struct prove_job *job,
                    const struct prove_line *lines, int count);

/* For struct prove_walk. */
bool table_file_record(void *file, const ff_position *position, int column);

/* Completes the file, or removes it if the strategy came to nothing. */
int table_file_close(struct table_file *file, bool is_whole);

/* ---- the compact form ---- */

enum { RANK_GAPS = 6, RANK_STEPS = 16 };

/* Ranks, coded by adaptive binary arithmetic coding. */
struct rank_coder {
    uint16_t chance[RANK_GAPS][RANK_STEPS]; /* that the move is not this one, of 4096 */
    uint64_t low;
    uint32_t range, code;
    uint8_t cache;
    uint64_t pending;
    uint8_t *bytes;
    size_t len, size; /* reading: the place and the length */
    bool has_failed;  /* memory ran out, or the bytes have */
};

struct compact_head {
    ff_board board;
    int attacker;
    uint32_t network_checksum; /* 0: ranked by the line potential */
    uint64_t positions, choices;
};

void rank_coder_write(struct rank_coder *coder);                             /* begins */
void rank_coder_read(struct rank_coder *coder, uint8_t *bytes, size_t size); /* begins */
void rank_put(struct rank_coder *coder, const struct walk_question *question, int rank);
int rank_take(struct rank_coder *coder, const struct walk_question *question);
void rank_coder_end(struct rank_coder *coder);

/* Writes a compact strategy of these lines. 0, or CLI_BAD_INPUT after a message. */
int compact_write(const char *path, const struct compact_head *head, const struct prove_line *lines,
                  int count, const struct rank_coder *coder);

/* A compact strategy in memory; free the bytes. */
struct compact_file {
    struct compact_head head;
    uint8_t *bytes;
    size_t size, lines_at, ranks_at;
    int lines;
};

int compact_read(struct compact_file *out, const char *path);

/* The moves of its lines, for the rules of its board; false if a line is no game. */
bool compact_lines(const struct compact_file *file, const ff_rules *rules,
                   struct prove_line *lines);

#endif
