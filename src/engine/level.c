#include "engine/level.h"

#include "engine/lookahead.h"

enum { DEEP = LOOK_PLIES, K = 1000 };

/* clang-format off */
static const struct level levels[FF_LEVEL_COUNT] = {
    /*             name       random  sees   depth  sure  margin   nodes     alone     asks    tree    net  moves  vcf  noise */
    [FF_EASY]    = {"easy",     70,   false,     1,    1,      0,      0,    1 * K,       0,      0,      0,    0,   0,   0},
    [FF_MEDIUM]  = {"medium",    0,   true,      4,    4,      1,      0,   20 * K,       0,     40,     40,    8,   4, 100},
    [FF_HARD]    = {"hard",      0,   true,   DEEP,    5,      1,      0,   60 * K,       0,    800,    800,   16,  30,  50},
    [FF_PERFECT] = {"perfect",   0,   true,   DEEP,    5,      1, 60 * K, 1000 * K, 250 * K, 40 * K, 20 * K,   16,  60,  25},
    [FF_RANDOM]  = {"random",    0,   false,     0,    0,      0,      0,        0,       0,      0,      0,    0,   0,   0},
    [FF_GREEDY]  = {"greedy",    0,   true,      0,    0,      0,      0,        0,       0,      0,      0,    0,   0,   0},
};
/* clang-format on */

static const struct style styles[FF_STYLE_COUNT] = {
    [FF_BALANCED] = {"balanced", 100, 100},
    [FF_AGGRESSIVE] = {"aggressive", 150, 100},
    [FF_DEFENSIVE] = {"defensive", 100, 150},
};

const struct level *level_of(ff_level level)
{
    return &levels[level];
}

const struct style *style_of(ff_style style)
{
    return &styles[style];
}

const char *ff_level_name(ff_level level)
{
    return (unsigned)level < FF_LEVEL_COUNT ? levels[level].name : "?";
}

const char *ff_style_name(ff_style style)
{
    return (unsigned)style < FF_STYLE_COUNT ? styles[style].name : "?";
}

static bool is_named(const char *name, const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && name[i] && name[i] == text[i])
        i++;
    return i == len && !name[i];
}

ff_err ff_level_read(ff_level *out, const char *text, size_t len)
{
    for (int i = 0; i < FF_LEVEL_COUNT; i++) {
        if (is_named(levels[i].name, text, len)) {
            *out = (ff_level)i;
            return FF_OK;
        }
    }
    return FF_E_LEVEL;
}

ff_err ff_style_read(ff_style *out, const char *text, size_t len)
{
    for (int i = 0; i < FF_STYLE_COUNT; i++) {
        if (is_named(styles[i].name, text, len)) {
            *out = (ff_style)i;
            return FF_OK;
        }
    }
    return FF_E_STYLE;
}
