#include "store/postgres_reads.h"

const char *const postgres_reads[PG_READS_END - PG_READS] = {
    [PG_SECRET - PG_READS] = "SELECT value FROM secret WHERE name = $1",
};

const char postgres_reader_settings[] = "SET enable_sort = off";
