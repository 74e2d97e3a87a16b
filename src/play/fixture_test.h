/* Included first by every test of this module: cmocka needs these four headers before its own. */
#ifndef PLAY_FIXTURE_TEST_H
#define PLAY_FIXTURE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#endif
