/* Examples for training: positions of a search, with what it cost to decide them.
 *
 * Most positions take little work to decide, so only a part of those is kept. The key of a position
 * says whether it is: all its visits are kept, or none. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/prove.h"

enum { HEAD_BYTES = 16, RECORD_BYTES = 40, SMALL_WORK = 16, LARGE_WORK = 256, WORK_LEAST = 3 };

static const char magic[8] = {'F', 'F', 'P', 'S', 'A', 'M', 'P', '1'};

struct prove_samples {
    FILE *file;
    pthread_mutex_t mutex;
    const char *path;
};

int prove_samples_open(struct prove_job *job, const char *path)
{
    if (job->vcf.words > 2)
        return cli_fail(CLI_BAD_INPUT, "samples are of boards of up to 128 cells");
    struct prove_samples *samples = calloc(1, sizeof *samples);
    if (!samples)
        return cli_fail(CLI_BAD_INPUT, "no memory");
    ff_board b = job->rules.board;
    uint8_t head[HEAD_BYTES] = {0};
    memcpy(head, magic, sizeof magic);
    head[8] = (uint8_t)b.width;
    head[9] = (uint8_t)b.height;
    head[10] = (uint8_t)b.depth;
    head[11] = (uint8_t)b.connect;
    head[12] = (uint8_t)job->attacker;
    samples->path = path;
    samples->file = fopen(path, "wbx");
    (void)pthread_mutex_init(&samples->mutex, NULL);
    job->samples = samples;
    if (!samples->file)
        return cli_fail(CLI_BAD_INPUT, "cannot write %s: %s", path, strerror(errno));
    (void)fwrite(head, sizeof head, 1, samples->file); /* closing tells of errors */
    return 0;
}

int prove_samples_close(struct prove_job *job)
{
    struct prove_samples *samples = job->samples;
    job->samples = NULL;
    if (!samples)
        return 0;
    bool is_whole = !samples->file || !ferror(samples->file);
    if (samples->file && fclose(samples->file) != 0)
        is_whole = false;
    int status = is_whole ? 0 : cli_fail(CLI_BAD_INPUT, "cannot write all of %s", samples->path);
    (void)pthread_mutex_destroy(&samples->mutex);
    free(samples);
    return status;
}

/* How many of 1,024 such positions are kept. */
static unsigned share_of(const struct prove_sample *sample)
{
    if (sample->verdict != PROVE_OPEN)
        return sample->work < SMALL_WORK ? 200 : 1024;
    return sample->work < LARGE_WORK ? 24 : 200;
}

static void put_word(uint8_t *out, uint64_t word, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(word >> 8 * i);
}

void prove_samples_take(void *host, const struct prove_sample *sample)
{
    struct prove_samples *samples = host;
    const struct vcf_state *state = &sample->at->state;
    if (sample->work < WORK_LEAST || (sample->at->key[0] & 1023) >= share_of(sample))
        return;
    uint8_t record[RECORD_BYTES] = {0};
    for (int color = 0; color < 2; color++)
        for (int word = 0; word < 2; word++)
            put_word(record + 16 * color + 8 * word, state->discs[color][word], 8);
    put_word(record + 32, sample->work < UINT32_MAX ? sample->work : UINT32_MAX, 4);
    record[36] = (uint8_t)state->ply;
    record[37] = (uint8_t)sample->verdict;
    record[38] = sample->best < 0 ? UINT8_MAX : (uint8_t)sample->best;
    (void)pthread_mutex_lock(&samples->mutex);
    (void)fwrite(record, sizeof record, 1, samples->file); /* closing tells of errors */
    (void)pthread_mutex_unlock(&samples->mutex);
}
