#include "picture/glyphs.h"

#include <stddef.h>

/* Letters that stand below 128 in Unicode stand at their own number; these have numbers of their own. */
enum {
    SHARP_S = 128,
    DOTLESS_I,
    SMALL_AE,
    CAPITAL_AE,
    SMALL_OE,
    CAPITAL_OE,
    DASH,
    MIDDLE_DOT,
    CROSS,
    ELLIPSIS
};

static const struct glyph glyphs[] = {
    {' ', 10, ""},
    {'!', 0, "m 0 70 l 0 24 m 0 0 l 0 1"},
    {'"', 14, "m 0 70 l 0 54 m 14 70 l 14 54"},
    {'#', 50, "m 16 0 l 24 70 m 34 0 l 42 70 m 4 46 l 52 46 m 0 24 l 48 24"},
    {'$', 42, "e 21 49 19 14 30 270 e 21 18 21 17 90 -150 m 21 74 l 21 -6"},
    {'%', 58, "e 12 55 12 15 0 360 m 58 15 e 46 15 12 15 0 360 m 50 70 l 8 0"},
    {'&', 56, "m 54 30 e 24 20 24 20 0 -180 l 34 48 e 23 55 14 14 -30 180 l 54 0"},
    {'\'', 0, "m 0 70 l 0 54"},
    {'(', 14, "e 28 30 28 46 125 235"},
    {')', 14, "e -14 30 28 46 55 -55"},
    {'*', 34, "m 17 70 l 17 38 m 2 62 l 32 46 m 32 62 l 2 46"},
    {'+', 40, "m 20 54 l 20 14 m 0 34 l 40 34"},
    {',', 6, "m 5 2 l 0 -14"},
    {'-', 26, "m 0 28 l 26 28"},
    {'.', 0, "m 0 0 l 0 1"},
    {'/', 32, "m 0 -8 l 32 76"},
    {'0', 46, "e 23 35 23 35 0 360"},
    {'1', 20, "m 0 55 l 20 70 l 20 0"},
    {'2', 44, "e 22 48 21 22 165 -32 l 0 0 l 44 0"},
    {'3', 42, "e 20 53 18 17 150 -90 e 20 18 21 18 90 -155"},
    {'4', 48, "m 36 0 l 36 70 l 0 19 l 48 19"},
    {'5', 42, "m 37 70 l 7 70 l 4 38 e 20 22 22 22 125 -148"},
    {'6', 44, "m 33 70 l 5 34 m 44 22 e 22 22 22 22 0 360"},
    {'7', 42, "m 0 70 l 42 70 l 14 0"},
    {'8', 44, "e 22 53 18 17 0 360 m 44 18 e 22 18 22 18 0 360"},
    {'9', 44, "m 11 0 l 39 36 m 44 48 e 22 48 22 22 0 360"},
    {':', 0, "m 0 46 l 0 47 m 0 0 l 0 1"},
    {';', 6, "m 5 46 l 5 47 m 5 2 l 0 -14"},
    {'<', 36, "m 36 54 l 0 34 l 36 14"},
    {'=', 40, "m 0 44 l 40 44 m 0 24 l 40 24"},
    {'>', 36, "m 0 54 l 36 34 l 0 14"},
    {'?', 38, "e 19 52 18 18 170 -60 l 19 32 l 19 24 m 19 0 l 19 1"},
    {'@', 70, "e 35 28 14 16 0 360 m 49 44 l 49 22 e 60 22 10 10 180 360 e 35 30 35 38 0 310"},
    {'A', 56, "m 0 0 l 28 70 l 56 0 m 10 24 l 46 24"},
    {'B', 44,
     "m 0 37 l 0 70 l 20 70 e 20 54 18 16 90 -90 l 0 38 m 0 37 l 0 0 l 23 0 e 23 19 21 19 -90 90"},
    {'C', 57, "e 33 35 33 35 48 312"},
    {'D', 54, "m 0 0 l 0 70 l 20 70 e 20 35 34 35 90 -90 l 0 0"},
    {'E', 40, "m 40 70 l 0 70 l 0 0 l 40 0 m 0 37 l 35 37"},
    {'F', 40, "m 40 70 l 0 70 l 0 0 m 0 35 l 34 35"},
    {'G', 64, "e 33 35 33 35 46 358 l 38 34"},
    {'H', 52, "m 0 0 l 0 70 m 52 0 l 52 70 m 0 36 l 52 36"},
    {'I', 0, "m 0 0 l 0 70"},
    {'J', 34, "m 34 70 l 34 20 e 17 20 17 20 0 -160"},
    {'K', 46, "m 0 0 l 0 70 m 43 70 l 0 29 m 15 43 l 46 0"},
    {'L', 38, "m 0 70 l 0 0 l 38 0"},
    {'M', 64, "m 0 0 l 0 70 l 32 18 l 64 70 l 64 0"},
    {'N', 52, "m 0 0 l 0 70 l 52 0 l 52 70"},
    {'O', 70, "e 35 35 35 35 0 360"},
    {'P', 43, "m 0 0 l 0 70 l 23 70 e 23 51 20 19 90 -90 l 0 32"},
    {'Q', 70, "e 35 35 35 35 0 360 m 46 20 l 66 -3"},
    {'R', 46, "m 0 0 l 0 70 l 23 70 e 23 51 20 19 90 -90 l 0 32 m 24 32 l 46 0"},
    {'S', 46, "e 23 53 20 17 32 270 e 23 18 23 18 90 -148"},
    {'T', 52, "m 0 70 l 52 70 m 26 70 l 26 0"},
    {'U', 52, "m 0 70 l 0 26 e 26 26 26 26 180 360 l 52 70"},
    {'V', 56, "m 0 70 l 28 0 l 56 70"},
    {'W', 82, "m 0 70 l 20 0 l 41 62 l 62 0 l 82 70"},
    {'X', 50, "m 0 70 l 50 0 m 50 70 l 0 0"},
    {'Y', 52, "m 0 70 l 26 33 l 52 70 m 26 33 l 26 0"},
    {'Z', 48, "m 0 70 l 48 70 l 0 0 l 48 0"},
    {'[', 14, "m 14 76 l 0 76 l 0 -14 l 14 -14"},
    {'\\', 32, "m 0 76 l 32 -8"},
    {']', 14, "m 0 76 l 14 76 l 14 -14 l 0 -14"},
    {'^', 32, "m 0 48 l 16 70 l 32 48"},
    {'_', 44, "m 0 -10 l 44 -10"},
    {'`', 10, "m 0 70 l 10 58"},
    {'a', 44, "e 22 25 22 25 0 360 m 44 50 l 44 0"},
    {'b', 44, "m 0 74 l 0 0 m 44 25 e 22 25 22 25 0 360"},
    {'c', 41, "e 24 25 24 25 46 314"},
    {'d', 44, "e 22 25 22 25 0 360 m 44 74 l 44 0"},
    {'e', 46, "m 0 26 l 46 26 e 23 25 23 25 2 318"},
    {'f', 28, "m 10 0 l 10 58 e 26 58 16 16 180 80 m 0 48 l 26 48"},
    {'g', 44, "e 22 25 22 25 0 360 m 44 50 l 44 -2 e 22 -2 22 20 0 -150"},
    {'h', 42, "m 0 74 l 0 0 m 0 28 e 21 28 21 22 180 0 l 42 0"},
    {'i', 0, "m 0 50 l 0 0 m 0 69 l 0 70"},
    {'j', 10, "m 10 50 l 10 -8 e -3 -8 13 14 0 -85 m 10 69 l 10 70"},
    {'k', 38, "m 0 74 l 0 0 m 35 50 l 0 18 m 13 30 l 38 0"},
    {'l', 0, "m 0 74 l 0 0"},
    {'m', 70, "m 0 50 l 0 0 m 0 31 e 18 31 18 19 180 0 l 36 0 m 36 31 e 53 31 17 19 180 0 l 70 0"},
    {'n', 42, "m 0 50 l 0 0 m 0 28 e 21 28 21 22 180 0 l 42 0"},
    {'o', 48, "e 24 25 24 25 0 360"},
    {'p', 44, "m 0 50 l 0 -22 m 44 25 e 22 25 22 25 0 360"},
    {'q', 44, "e 22 25 22 25 0 360 m 44 50 l 44 -22"},
    {'r', 25, "m 0 50 l 0 0 m 0 26 e 22 26 22 24 180 80"},
    {'s', 36, "e 18 37 16 13 30 270 e 18 12 18 12 90 -148"},
    {'t', 28, "m 10 66 l 10 15 e 25 15 15 15 180 285 m 0 50 l 27 50"},
    {'u', 42, "m 0 50 l 0 22 e 21 22 21 22 180 360 m 42 50 l 42 0"},
    {'v', 44, "m 0 50 l 22 0 l 44 50"},
    {'w', 66, "m 0 50 l 16 0 l 33 44 l 50 0 l 66 50"},
    {'x', 40, "m 0 50 l 40 0 m 40 50 l 0 0"},
    {'y', 44, "m 0 50 l 22 0 m 44 50 l 18 -10 e 5 -6 14 16 -15 -95"},
    {'z', 38, "m 0 50 l 38 50 l 0 0 l 38 0"},
    {'{', 18, "m 18 76 l 8 70 l 8 38 l 0 31 l 8 24 l 8 -8 l 18 -14"},
    {'|', 0, "m 0 76 l 0 -14"},
    {'}', 18, "m 0 76 l 10 70 l 10 38 l 18 31 l 10 24 l 10 -8 l 0 -14"},
    {'~', 40, "e 10 30 10 10 180 0 e 30 30 10 10 180 360"},
    {SHARP_S, 44, "m 0 0 l 0 54 e 19 54 19 20 180 -70 l 22 38 e 24 19 20 19 90 -110"},
    {DOTLESS_I, 0, "m 0 50 l 0 0"},
    {SMALL_AE, 82, "e 21 25 21 25 0 360 m 42 50 l 42 0 m 42 26 l 82 26 e 62 25 20 25 2 318"},
    {CAPITAL_AE, 74, "m 0 0 l 34 70 l 74 70 m 38 70 l 38 0 l 74 0 m 12 24 l 38 24 m 38 37 l 68 37"},
    {SMALL_OE, 86, "e 23 25 23 25 0 360 m 46 26 l 86 26 e 66 25 20 25 2 318"},
    {CAPITAL_OE, 90, "e 32 35 32 35 90 270 l 90 0 m 32 70 l 88 70 m 50 70 l 50 0 m 50 37 l 84 37"},
    {DASH, 44, "m 0 28 l 44 28"},
    {MIDDLE_DOT, 0, "m 0 30 l 0 31"},
    {CROSS, 34, "m 0 48 l 34 14 m 34 48 l 0 14"},
    {ELLIPSIS, 48, "m 0 0 l 0 1 m 24 0 l 24 1 m 48 0 l 48 1"},
};

static const struct {
    uint16_t letter;
    uint8_t glyph;
} own_numbers[] = {
    {0xDF, SHARP_S},    {0x131, DOTLESS_I},  {0xE6, SMALL_AE},   {0xC6, CAPITAL_AE},
    {0x153, SMALL_OE},  {0x152, CAPITAL_OE}, {0x2013, DASH},     {0x2014, DASH},
    {0xB7, MIDDLE_DOT}, {0xD7, CROSS},       {0x2026, ELLIPSIS}, {0x2018, '\''},
    {0x2019, '\''},     {0x201C, '"'},       {0x201D, '"'},      {0x201E, '"'},
};

/* Letters in the order of Unicode, two characters each: the plain letter and its mark. A space stands for a letter that
 * has no mark of ours. */
static const char latin_1[] = "A`A'A^A~A:Ao  C,E`E'E^E:I`I'I^I:  N~O`O'O^O~O:  O/U`U'U^U:Y'    "
                              "a`a'a^a~a:ao  c,e`e'e^e:i`i'i^i:  n~o`o'o^o~o:  o/u`u'u^u:y'  y:";
static const char extended_a[] = "A-a-AuauA;a;C'c'C^c^C.c.CvcvDvdvD/d/"
                                 "E-e-EueuE.e.E;e;EvevG^g^GuguG.g.G,g,H^h^    I~i~I-i-IuiuI;i;I.  "
                                 "    J^j^K,k,  L'l'L,l,Lvlv    L/l/N'n'N,n,Nvnv      "
                                 "O-o-OuouO\"o\"    R'r'R,r,RvrvS's'S^s^S,s,SvsvT,t,Tvtv    "
                                 "U~u~U-u-UuuuUouoU\"u\"U;u;W^w^Y^y^Y:Z'z'Z.z.Zvzv";
static const char marks[MARK_COUNT + 1] = " `'^~:ov-u.\",;/";

static const char *const mark_paths[MARK_COUNT] = {
    [MARK_NONE] = "",
    [MARK_GRAVE] = "m -10 20 l 4 8",
    [MARK_ACUTE] = "m 10 20 l -4 8",
    [MARK_CIRCUMFLEX] = "m -14 8 l 0 21 l 14 8",
    [MARK_TILDE] = "e -8 12 8 7 180 0 e 8 12 8 7 180 360",
    [MARK_DIAERESIS] = "m -12 16 l -12 17 m 12 16 l 12 17",
    [MARK_RING] = "e 0 19 10 10 0 360",
    [MARK_CARON] = "m -14 21 l 0 8 l 14 21",
    [MARK_MACRON] = "m -14 14 l 14 14",
    [MARK_BREVE] = "e 0 21 14 12 180 360",
    [MARK_DOT] = "m 0 16 l 0 17",
    [MARK_DOUBLE_ACUTE] = "m -2 21 l -10 8 m 16 21 l 6 8",
    [MARK_CEDILLA] = "m 0 0 l 4 -10 l -6 -20",
    [MARK_OGONEK] = "m 12 0 l 4 -12 l 14 -20",
    [MARK_SLASH] = "m -26 -8 l 26 58",
};

static uint8_t glyph_number(uint32_t letter)
{
    if (letter < 128)
        return (uint8_t)letter;
    for (size_t i = 0; i < sizeof own_numbers / sizeof *own_numbers; i++)
        if (own_numbers[i].letter == letter)
            return own_numbers[i].glyph;
    return 0;
}

const struct glyph *glyph_find(uint32_t letter)
{
    uint8_t number = glyph_number(letter);
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].letter == number)
            return &glyphs[i];
    return NULL;
}

static const char *pair_of(uint32_t letter)
{
    if (letter >= 0xC0 && letter - 0xC0 < (sizeof latin_1 - 1) / 2)
        return latin_1 + 2 * (letter - 0xC0);
    if (letter >= 0x100 && letter - 0x100 < (sizeof extended_a - 1) / 2)
        return extended_a + 2 * (letter - 0x100);
    return "  ";
}

uint32_t glyph_plain(uint32_t letter, enum glyph_mark *mark)
{
    const char *pair = pair_of(letter);
    *mark = MARK_NONE;
    for (int i = 1; i < MARK_COUNT; i++)
        if (pair[0] != ' ' && pair[1] == marks[i])
            *mark = (enum glyph_mark)i;
    if (*mark == MARK_NONE)
        return letter;
    return pair[0] == 'i' && *mark < MARK_CEDILLA ? 0x131 : (uint32_t)(uint8_t)pair[0];
}

const char *glyph_mark_path(enum glyph_mark mark)
{
    return mark_paths[mark];
}
