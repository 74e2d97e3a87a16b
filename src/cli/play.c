#include "cli/play.h"

#include <unistd.h>

#include "cli/terminal.h"

bool play_is_board(ff_board a, ff_board b)
{
    return a.width == b.width && a.height == b.height && a.depth == b.depth &&
           a.connect == b.connect;
}

/* Both writers answer FF_E_SPACE through the text itself: its len has reached its size. */
void play_status_write(ff_text *out, const ff_game *game)
{
    static const char *const names[FF_PLAYERS] = {"Red", "Yellow"};
    (void)ff_status_write(out, &game->position, names);
}

void play_moves_write(ff_text *out, const ff_game *game)
{
    bool with_board = !play_is_board(game->position.rules->board, ff_classic);
    (void)ff_game_write(out, game, with_board);
}

int play_run(const ff_rules *rules)
{
    int status;
    bool has_screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal_has_screen();
    if (has_screen && play_screen_run(rules, &status))
        return status;
    return play_pipe_run(rules);
}
