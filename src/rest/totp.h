/* Codes of authenticator apps: RFC 6238 with what every app expects, SHA-1, six digits, a step of 30 seconds. */
#ifndef REST_TOTP_H
#define REST_TOTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/rows.h"

enum {
    TOTP_DIGITS = 6,
    TOTP_TEXT_SIZE = 33, /* a secret in base32, without padding */
    TOTP_URI_SIZE = 160
};

/* The step of a moment of the calendar. */
int64_t totp_step(int64_t wall_ms);

/* The code of a step. */
uint32_t totp_code(const uint8_t secret[ROW_TOTP_BYTES], int64_t step);

/* Is this the code of now, or of one step earlier or later? Spaces are ignored. A code of a step up to `used` is
 * refused, so that none is accepted twice. *step is the step of the code. */
bool totp_check(const uint8_t secret[ROW_TOTP_BYTES], const char *code, size_t len, int64_t wall_ms,
                int64_t used, int64_t *step);

void totp_secret_write(char out[TOTP_TEXT_SIZE], const uint8_t secret[ROW_TOTP_BYTES]);

/* What apps read from a QR code. */
void totp_uri_write(char out[TOTP_URI_SIZE], const uint8_t secret[ROW_TOTP_BYTES],
                    const char *login);

#endif
