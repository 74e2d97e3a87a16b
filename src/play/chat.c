#include "play/chat.h"

#include "play/clean.h"

static const struct chat_quick quicks[] = {
    {1, "hello", "Hello!"},
    {2, "good-luck", "Good luck!"},
    {3, "have-fun", "Have fun!"},
    {4, "good-move", "Good move!"},
    {5, "well-played", "Well played!"},
    {6, "good-game", "Good game!"},
    {7, "thanks", "Thanks!"},
    {8, "oops", "Oops!"},
    {9, "close-one", "That was close!"},
    {10, "thinking", "Let me think."},
    {11, "one-more", "One more?"},
    {12, "goodbye", "Goodbye!"},
    {101, "emoji-smile", ""},
    {102, "emoji-laugh", ""},
    {103, "emoji-wink", ""},
    {104, "emoji-wow", ""},
    {105, "emoji-think", ""},
    {106, "emoji-sad", ""},
    {107, "emoji-clap", ""},
    {108, "emoji-heart", ""},
};

const struct chat_quick *chat_quicks(size_t *count)
{
    *count = sizeof quicks / sizeof *quicks;
    return quicks;
}

const struct chat_quick *chat_quick_find(uint16_t id)
{
    for (size_t i = 0; i < sizeof quicks / sizeof *quicks; i++)
        if (quicks[i].id == id)
            return &quicks[i];
    return NULL;
}

enum refusal chat_line(struct chat_row *out, uint16_t quick, const char *text, size_t len,
                       struct bucket *bucket, struct bucket_rate rate, int64_t now_ms,
                       int64_t wall_ms)
{
    struct chat_row row = {.quick = text ? 0 : quick, .sent_ms = wall_ms};
    if (!text && !chat_quick_find(quick))
        return REFUSAL_BAD_QUICK;
    if (text && clean_text(row.text, sizeof row.text, CHAT_TEXT_MAX, text, len) != CLEAN_OK)
        return REFUSAL_BAD_TEXT;
    if (!bucket_take(bucket, rate, 1, now_ms))
        return REFUSAL_SLOW_DOWN;
    *out = row;
    return REFUSAL_OK;
}
