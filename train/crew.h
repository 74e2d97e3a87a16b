/* Threads that all do the same job at once. */
#ifndef TRAIN_CREW_H
#define TRAIN_CREW_H

int crew_size(void);

/* Calls job(host, thread) on every thread and waits for all of them. */
void crew_run(void (*job)(void *host, int thread), void *host);

#endif
