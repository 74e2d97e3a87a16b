#include "store/postgres.h"
#include "store/postgres_reads.h"

const struct store_ops postgres_ops = {
    .close = postgres_close,
    .problem = postgres_problem,
    .write = postgres_write,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .write_turn = postgres_write_turn,
    .refused = postgres_refused,
    .secret = postgres_secret,
};
