/* CPU time and memory of another process and its children, as the kernel counts them. */
#ifndef BENCH_LOAD_SERVER_USAGE_H
#define BENCH_LOAD_SERVER_USAGE_H

struct server_usage {
    double cpu_seconds;  /* its own and the kernel's for it */
    double resident_kib; /* memory that two of them share counts twice */
};

/* Zeros if the process is gone. */
struct server_usage server_usage_read(long pid);

/* Memory in KiB, a part of each page that others share. This takes the kernel longer: not for the measured time. */
double server_own_kib(long pid);

#endif
