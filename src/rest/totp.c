#include "rest/totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>

enum { STEP_MS = 30 * 1000, COUNTER_BYTES = 8, SHA1_BYTES = 20, MODULUS = 1000000 };

int64_t totp_step(int64_t wall_ms)
{
    return wall_ms / STEP_MS;
}

/* OpenSSL is here anyway, and with its HMAC a code is ten lines; a library for it would be one more dependency. */
uint32_t totp_code(const uint8_t secret[ROW_TOTP_BYTES], int64_t step)
{
    uint8_t counter[COUNTER_BYTES], mac[EVP_MAX_MD_SIZE] = {0};
    unsigned len = 0;
    for (int i = 0; i < COUNTER_BYTES; i++)
        counter[i] = (uint8_t)(step >> 8 * (COUNTER_BYTES - 1 - i));
    (void)HMAC(EVP_sha1(), secret, ROW_TOTP_BYTES, counter, sizeof counter, mac, &len);
    const uint8_t *at = mac + (mac[SHA1_BYTES - 1] & 15);
    uint32_t number = (uint32_t)(at[0] & 127) << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 |
                      (uint32_t)at[3];
    return number % MODULUS;
}

static bool code_read(uint32_t *out, const char *text, size_t len)
{
    uint32_t number = 0;
    int digits = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] == ' ')
            continue;
        if (text[i] < '0' || text[i] > '9' || ++digits > TOTP_DIGITS)
            return false;
        number = number * 10 + (uint32_t)(text[i] - '0');
    }
    *out = number;
    return digits == TOTP_DIGITS;
}

bool totp_check(const uint8_t secret[ROW_TOTP_BYTES], const char *code, size_t len, int64_t wall_ms,
                int64_t used, int64_t *step)
{
    uint32_t shown;
    bool is_right = false;
    int64_t now = totp_step(wall_ms);
    if (!code_read(&shown, code, len))
        return false;
    for (int64_t at = now - 1; at <= now + 1; at++)
        if (at > used && totp_code(secret, at) == shown) {
            *step = at;
            is_right = true;
        }
    return is_right;
}

void totp_secret_write(char out[TOTP_TEXT_SIZE], const uint8_t secret[ROW_TOTP_BYTES])
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    for (int i = 0; i < TOTP_TEXT_SIZE - 1; i++) {
        int bit = 5 * i, byte = bit / 8;
        unsigned pair = (unsigned)secret[byte] << 8;
        if (byte + 1 < ROW_TOTP_BYTES)
            pair |= secret[byte + 1];
        out[i] = alphabet[pair >> (11 - bit % 8) & 31];
    }
    out[TOTP_TEXT_SIZE - 1] = '\0';
}

void totp_uri_write(char out[TOTP_URI_SIZE], const uint8_t secret[ROW_TOTP_BYTES],
                    const char *login)
{
    char text[TOTP_TEXT_SIZE];
    totp_secret_write(text, secret);
    (void)snprintf(out, TOTP_URI_SIZE, "otpauth://totp/Fourfall:%s?secret=%s&issuer=Fourfall",
                   login, text);
}
