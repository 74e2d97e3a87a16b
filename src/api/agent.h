/* The device of a session, as its owner recognises it: a browser and a system, such as Firefox on Android. A coarse
 * reading of User-Agent; versions and models are not stored. */
#ifndef API_AGENT_H
#define API_AGENT_H

#include <stdint.h>

/* 0: nothing is known. These numbers are stored. */
uint16_t agent_read(const char *user_agent); /* null is allowed */

/* "Firefox", "Android"; null: unknown. */
const char *agent_browser(uint16_t agent);
const char *agent_system(uint16_t agent);

#endif
