#include "store/recent.h"

static void put_number(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t get_number(const uint8_t *bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value |= (uint32_t)bytes[i] << 8 * i;
    return value;
}

size_t recent_encode(uint8_t out[RECENT_BYTES_MAX], const struct recent_game recent[ROW_RECENT])
{
    size_t count = 0;
    for (; count < ROW_RECENT && recent[count].minute; count++) {
        put_number(out + count * RECENT_GAME_BYTES, recent[count].opponent);
        put_number(out + count * RECENT_GAME_BYTES + 4, recent[count].minute);
    }
    return count * RECENT_GAME_BYTES;
}

bool recent_decode(const uint8_t *bytes, size_t len, struct recent_game out[ROW_RECENT])
{
    if (len % RECENT_GAME_BYTES != 0 || len > RECENT_BYTES_MAX)
        return false;
    for (size_t i = 0, at = 0; i < ROW_RECENT; i++, at += RECENT_GAME_BYTES) {
        out[i] = (struct recent_game){0};
        if (at < len)
            out[i] = (struct recent_game){get_number(bytes + at), get_number(bytes + at + 4)};
    }
    return true;
}
