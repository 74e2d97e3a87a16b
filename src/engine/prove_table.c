#include "engine/prove_table.h"

/* The second word holds both numbers and 16 bits of the tag, the third the moves, the work and six
 * more bits of the tag. A third word of 0 is an empty entry: the work of an entry is never 0. */
enum { MOVES_BITS = 52, WORK_BITS = 6, WORK_MOST = 63, DECIDED_BONUS = 4 };

static const uint64_t moves_mask = (UINT64_C(1) << MOVES_BITS) - 1;

union number_bits {
    float value;
    uint32_t bits;
};

/* 24 bits of a positive float, rounded up: eight of the exponent, sixteen of the mantissa. */
static uint64_t number_pack(float number)
{
    union number_bits parts = {.value = number};
    return (parts.bits + 127) >> 7;
}

static float number_unpack(uint64_t packed)
{
    return (union number_bits){.bits = (uint32_t)(packed & 0xFFFFFF) << 7}.value;
}

/* Twice the binary logarithm, 1 to 63. */
static uint64_t work_pack(uint64_t work)
{
    int log = 63 - __builtin_clzll(work | 1);
    uint64_t half = log > 0 ? work >> (log - 1) & 1 : 0, packed = 2 * (uint64_t)log + half + 1;
    return packed > WORK_MOST ? WORK_MOST : packed;
}

static uint64_t work_unpack(uint64_t packed)
{
    uint64_t twice = packed - 1, base = UINT64_C(1) << twice / 2;
    return twice % 2 ? base + base / 2 : base;
}

static uint64_t entry_work(uint64_t third)
{
    return third >> MOVES_BITS & WORK_MOST;
}

static bool entry_is_decided(uint64_t second)
{
    return (second & 0xFFFFFF) == 0 || (second >> 24 & 0xFFFFFF) == 0;
}

/* What an entry is worth when another wants its place: decided positions save their whole work. */
static uint64_t entry_worth(uint64_t second, uint64_t third)
{
    return third ? entry_work(third) + (entry_is_decided(second) ? DECIDED_BONUS : 0) : 0;
}

static uint64_t word_load(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void word_save(uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static uint64_t scramble(uint64_t second, uint64_t third)
{
    return second ^ third * UINT64_C(0x9E3779B97F4A7C15);
}

static struct prove_bucket *bucket_of(const struct prove_table *t, uint64_t key)
{
    return &t->buckets[(uint64_t)((unsigned __int128)key * t->count >> 64)];
}

void prove_table_open(struct prove_table *t, void *memory, size_t size)
{
    t->busy = memory;
    t->buckets = (struct prove_bucket *)(void *)((char *)memory + PROVE_BUSY);
    t->count = (size - PROVE_BUSY) / sizeof(struct prove_bucket);
}

static uint64_t tag_second(uint64_t tag)
{
    return (tag & 0xFFFF) << 48;
}

static uint64_t tag_third(uint64_t tag)
{
    return (tag >> 16 & 0x3F) << 58;
}

/* Reads an entry; false if it is empty or torn. */
static bool entry_read(const uint64_t *word, uint64_t out[PROVE_WORDS])
{
    uint64_t first = word_load(word);
    out[1] = word_load(word + 1);
    out[2] = word_load(word + 2);
    out[0] = first ^ scramble(out[1], out[2]);
    return out[2] != 0;
}

static void entry_write(uint64_t *word, const uint64_t in[PROVE_WORDS])
{
    word_save(word, in[0] ^ scramble(in[1], in[2]));
    word_save(word + 1, in[1]);
    word_save(word + 2, in[2]);
}

static bool entry_is_of(const uint64_t entry[PROVE_WORDS], uint64_t key, uint64_t second,
                        uint64_t third)
{
    return entry[0] == key && entry[1] >> 48 == second >> 48 && entry[2] >> 58 == third >> 58;
}

bool prove_table_find(const struct prove_table *t, uint64_t key, uint64_t tag,
                      struct prove_known *out)
{
    const struct prove_bucket *bucket = bucket_of(t, key);
    uint64_t entry[PROVE_WORDS];
    for (int i = 0; i < PROVE_BUCKET; i++) {
        if (!entry_read(bucket->word[i], entry) ||
            !entry_is_of(entry, key, tag_second(tag), tag_third(tag)))
            continue;
        *out = (struct prove_known){.phi = number_unpack(entry[1]),
                                    .delta = number_unpack(entry[1] >> 24),
                                    .moves = entry[2] & moves_mask,
                                    .work = work_unpack(entry_work(entry[2]))};
        return true;
    }
    return false;
}

/* The entry of the same position, else the one that is worth least. */
static void bucket_put(struct prove_bucket *bucket, const uint64_t in[PROVE_WORDS], bool is_import)
{
    uint64_t entry[PROVE_WORDS], least = UINT64_MAX;
    int place = 0;
    for (int i = 0; i < PROVE_BUCKET; i++) {
        bool is_full = entry_read(bucket->word[i], entry);
        if (is_full && entry_is_of(entry, in[0], in[1], in[2])) {
            if (!entry_is_decided(entry[1]) || entry_is_decided(in[1]))
                entry_write(bucket->word[i], in);
            return;
        }
        uint64_t worth = is_full ? entry_worth(entry[1], entry[2]) : 0;
        if (worth < least) {
            least = worth;
            place = i;
        }
    }
    if (!is_import || least < entry_worth(in[1], in[2]))
        entry_write(bucket->word[place], in);
}

void prove_table_store(struct prove_table *t, uint64_t key, uint64_t tag,
                       const struct prove_known *known)
{
    const uint64_t in[PROVE_WORDS] = {
        key, number_pack(known->phi) | number_pack(known->delta) << 24 | tag_second(tag),
        (known->moves & moves_mask) | work_pack(known->work) << MOVES_BITS | tag_third(tag)};
    bucket_put(bucket_of(t, key), in, false);
}

bool prove_table_export(const struct prove_table *t, uint64_t place, uint64_t work,
                        uint64_t out[PROVE_WORDS])
{
    const struct prove_bucket *bucket = &t->buckets[place / PROVE_BUCKET];
    return entry_read(bucket->word[place % PROVE_BUCKET], out) &&
           entry_work(out[2]) >= work_pack(work) && bucket_of(t, out[0]) == bucket;
}

bool prove_entry_is_decided(const uint64_t entry[PROVE_WORDS])
{
    return entry_is_decided(entry[1]);
}

void prove_table_import(struct prove_table *t, const uint64_t in[PROVE_WORDS])
{
    if (in[2] && entry_work(in[2]))
        bucket_put(bucket_of(t, in[0]), in, true);
}
