/* What every test of this room includes; cmocka wants its four headers first. */
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
