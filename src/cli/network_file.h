/* The file of a network that judges positions of one board. */
#ifndef CLI_NETWORK_FILE_H
#define CLI_NETWORK_FILE_H

#include "fourfall.h"

struct network_memory {
    ff_network *network;
    void *memory;
};

/* Opens the file named by FOURFALL_NETWORK, or else the one built or installed with the program.
 * Only the cube has one: for other boards, and without any file, network->network is null; the
 * latter is said once on stderr, because players are weaker then. A damaged file is reported and
 * gives CLI_BAD_INPUT. Null rules: of whatever board the file is, without a word if there is none. */
int network_memory_open(struct network_memory *network, const ff_rules *rules);
void network_memory_close(struct network_memory *network);

#endif
