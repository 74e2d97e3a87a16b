/* CPU time and memory of another process, as the kernel counts them. */
#ifndef BENCH_LOAD_SERVER_USAGE_H
#define BENCH_LOAD_SERVER_USAGE_H

struct server_usage {
    double cpu_seconds; /* its own and the kernel's for it */
    double resident_kib;
};

/* Zeros if the process is gone or its id is 0. */
struct server_usage server_usage_read(long pid);

#endif
