#include "play/fixture_test.h"

#include "base/random.h"
#include "play/key_table.h"

enum { MAX = 50, BYTES = 1 << 16 };

static void undo_restores_every_byte(void **state)
{
    unsigned char kept[64], memory[32] = "the quick brown fox";
    struct journal journal = {kept, 0, sizeof kept, false};
    (void)state;
    journal_keep(&journal, memory, 3);
    memory[0] = 'T';
    journal_keep(&journal, memory, 1);
    memory[0] = '!';
    journal_undo(&journal, 0);
    assert_string_equal((char *)memory, "the quick brown fox");
    journal_keep(&journal, memory, 3);
    memory[0] = 'T';
    journal_forget(&journal);
    journal_undo(&journal, 0);
    assert_string_equal((char *)memory, "The quick brown fox");
    assert_false(journal.has_lost);
    journal_keep(&journal, memory, sizeof memory);
    journal_keep(&journal, memory, sizeof memory);
    assert_true(journal.has_lost);
    journal_keep(NULL, memory, 1);
}

struct key_table_fixture {
    struct key_table table;
    void *memory;
    struct journal journal;
    unsigned char kept[BYTES];
};

static int open_table(void **state)
{
    struct key_table_fixture *f = calloc(1, sizeof *f);
    f->memory = malloc(key_table_size(MAX));
    f->journal = (struct journal){f->kept, 0, sizeof f->kept, false};
    key_table_open(&f->table, f->memory, MAX);
    *state = f;
    return 0;
}

static int close_table(void **state)
{
    struct key_table_fixture *f = *state;
    free(f->memory);
    free(f);
    return 0;
}

/* Compared with a plain array of keys. */
static void a_table_finds_exactly_its_keys(void **state)
{
    struct key_table_fixture *f = *state;
    uint64_t random = 5, keys[MAX] = {0};
    for (int step = 0; step < 20000; step++) {
        uint64_t key = 1 + random_below(&random, 80);
        int32_t at = key_table_find(&f->table, key);
        f->journal.len = 0;
        if (at != KEY_TABLE_NONE) {
            assert_int_equal(keys[at], key);
            assert_int_equal(key_table_add(&f->table, &f->journal, key), KEY_TABLE_NONE);
            key_table_remove(&f->table, &f->journal, at);
            keys[at] = 0;
        } else if ((at = key_table_add(&f->table, &f->journal, key)) != KEY_TABLE_NONE) {
            assert_int_equal(keys[at], 0);
            keys[at] = key;
        } else {
            assert_int_equal(f->table.count, MAX);
        }
        for (int i = 0; i < MAX; i++) {
            assert_int_equal(key_table_has(&f->table, i), keys[i] != 0);
            assert_true(keys[i] == 0 || key_table_find(&f->table, keys[i]) == i);
        }
    }
}

static void undo_restores_a_table(void **state)
{
    struct key_table_fixture *f = *state;
    uint64_t random = 6;
    unsigned char *before = malloc(key_table_size(MAX));
    for (int turn = 0; turn < 500; turn++) {
        struct key_table was = f->table;
        memcpy(before, f->memory, key_table_size(MAX));
        for (int step = 0; step < 40; step++) {
            uint64_t key = 1 + random_below(&random, 80);
            int32_t at = key_table_find(&f->table, key);
            if (at == KEY_TABLE_NONE)
                key_table_add(&f->table, &f->journal, key);
            else
                key_table_remove(&f->table, &f->journal, at);
        }
        if (turn % 2) {
            journal_forget(&f->journal);
            continue;
        }
        journal_undo(&f->journal, 0);
        assert_memory_equal(before, f->memory, key_table_size(MAX));
        assert_int_equal(was.count, f->table.count);
        assert_int_equal(was.free, f->table.free);
    }
    assert_false(f->journal.has_lost);
    free(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_restores_every_byte),
        cmocka_unit_test_setup_teardown(a_table_finds_exactly_its_keys, open_table, close_table),
        cmocka_unit_test_setup_teardown(undo_restores_a_table, open_table, close_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
