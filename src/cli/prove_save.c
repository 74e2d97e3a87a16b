/* The table of a proof on the disk.
 *
 * A save is written beside the old one and takes its place when it is complete and on the disk, so
 * there is a whole save at any moment. Entries that cost only a few positions are left out: they
 * are most of the table, and found again quickly. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/prove.h"

enum { HEAD_BYTES = 32, BATCH_ENTRIES = 4096, WORK_LEAST = 8 };

static const char magic[8] = {'F', 'F', 'P', 'S', 'A', 'V', 'E', '1'};

/* The head: what the table belongs to, the number of entries, their checksum. */
struct save_head {
    char magic[8];
    uint8_t board[4];
    uint8_t attacker, unused[3];
    uint64_t count, sum;
};

_Static_assert(sizeof(struct save_head) == HEAD_BYTES, "the head has no gaps");

static struct save_head head_of(const struct prove_job *job)
{
    ff_board b = job->rules.board;
    struct save_head head = {
        .board = {(uint8_t)b.width, (uint8_t)b.height, (uint8_t)b.depth, (uint8_t)b.connect},
        .attacker = (uint8_t)job->attacker};
    memcpy(head.magic, magic, sizeof magic);
    return head;
}

static uint64_t sum_add(uint64_t sum, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ words[i]) * UINT64_C(1099511628211);
    return sum;
}

/* False if the disk is full, say. */
static bool entries_write(const struct prove_job *job, FILE *file, struct save_head *head)
{
    uint64_t batch[BATCH_ENTRIES][PROVE_WORDS], places = PROVE_BUCKET * job->table.count;
    size_t held = 0;
    for (uint64_t place = 0; place <= places; place++) {
        if (held == BATCH_ENTRIES || (place == places && held > 0)) {
            head->sum = sum_add(head->sum, batch[0], held * PROVE_WORDS);
            head->count += held;
            if (fwrite(batch, sizeof *batch, held, file) != held)
                return false;
            held = 0;
        }
        if (place < places && prove_table_export(&job->table, place, WORK_LEAST, batch[held]))
            held++;
    }
    return true;
}

static bool save_write(const struct prove_job *job, FILE *file)
{
    struct save_head head = head_of(job);
    return fwrite(&head, sizeof head, 1, file) == 1 && entries_write(job, file, &head) &&
           fseek(file, 0, SEEK_SET) == 0 && fwrite(&head, sizeof head, 1, file) == 1 &&
           fflush(file) == 0 && fsync(fileno(file)) == 0;
}

int prove_save(const struct prove_job *job)
{
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%s.new", job->save_path) >= sizeof path)
        return cli_fail(CLI_BAD_INPUT, "the name of --save is too long");
    FILE *file = fopen(path, "wb");
    bool is_written = file && save_write(job, file);
    int error = errno;
    if (file && fclose(file) != 0)
        is_written = false;
    if (!is_written || rename(path, job->save_path) != 0)
        return cli_fail(CLI_BAD_INPUT, "cannot save %s: %s", job->save_path,
                        strerror(is_written ? errno : error));
    return 0;
}

/* Null, or what is wrong with the file. */
static const char *entries_read(struct prove_job *job, FILE *file, const struct save_head *head,
                                bool only_decided)
{
    uint64_t batch[BATCH_ENTRIES][PROVE_WORDS], sum = 0;
    for (uint64_t left = head->count; left > 0;) {
        size_t part = left < BATCH_ENTRIES ? (size_t)left : BATCH_ENTRIES;
        if (fread(batch, sizeof *batch, part, file) != part)
            return "the file is too short";
        sum = sum_add(sum, batch[0], part * PROVE_WORDS);
        for (size_t i = 0; i < part; i++)
            if (!only_decided || prove_entry_is_decided(batch[i]))
                prove_table_import(&job->table, batch[i]);
        left -= part;
    }
    if (getc(file) != EOF)
        return "the file is too long";
    return sum == head->sum ? NULL : "the file is damaged";
}

static const char *save_read(struct prove_job *job, FILE *file, bool only_decided)
{
    struct save_head head, wanted = head_of(job);
    if (fread(&head, sizeof head, 1, file) != 1 || memcmp(head.magic, magic, sizeof magic) != 0)
        return "this is no table of a proof";
    if (memcmp(head.board, wanted.board, sizeof head.board) != 0)
        return "the table is of another board";
    if (head.attacker != wanted.attacker)
        return "the table is of a proof for the other side";
    return entries_read(job, file, &head, only_decided);
}

int prove_load(struct prove_job *job, const char *path, bool only_decided)
{
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOENT && !only_decided)
        return 0;
    if (!file)
        return cli_fail(CLI_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    const char *problem = save_read(job, file, only_decided);
    (void)fclose(file);
    return problem ? cli_fail(CLI_BAD_INPUT, "%s: %s", path, problem) : 0;
}
