#include "cli/cli.h"

static int run(int argc, char **argv)
{
    static char picture[FF_SVG_MAX];
    struct game_words words = {.moves = ""};
    const char *names[FF_PLAYERS] = {NULL, NULL};
    const struct option options[] = {
        {"--board", &words.board, NULL},       {"--variant", &words.variant, NULL},
        {"--pie", NULL, &words.has_pie},       {"--red", &names[FF_RED], NULL},
        {"--yellow", &names[FF_YELLOW], NULL}, {NULL, NULL, NULL}};
    ff_variant_rules rules;
    ff_variant_game game;
    int count;
    int status = options_read(&command_svg, options, argc, argv, &words.moves, 1, &count);
    if (!status)
        status = cli_variant_game(&game, &rules, &words);
    if (status)
        return status;
    ff_text text = ff_text_on(picture, sizeof picture);
    ff_err err = ff_variant_svg_write(&text, &game.position, names);
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    return cli_print(picture, text.len);
}

static const struct command_option svg_options[] = {
    {"--board", "B", "@board",
     "the board (7x6, or the variant's own), if MOVES does not begin with one"},
    CLI_VARIANT_OPTIONS,
    {"--red", "NAME", NULL, "the player who moves first, with the red discs, for the title"},
    {"--yellow", "NAME", NULL, "the other player"},
    {NULL, NULL, NULL, NULL}};

const struct command command_svg = {
    "svg",
    "write a picture of a position to stdout",
    "[--board B] [--variant V] [--pie] [--red NAME] [--yellow NAME] [MOVES]",
    run,
    .options = svg_options,
    .about =
        "Draws the position after MOVES as SVG: flat boards from the front, deep boards layer by "
        "layer. The winning line is highlighted; the names are in the title. In a variant the "
        "special discs, the discs kept, the turns left and the edges that touch are shown.",
};
