#include "cli/play.h"

#include <unistd.h>

#include "cli/terminal.h"

/* A full text shows in its length, so the results are not needed. */
void play_status_write(ff_text *out, const ff_game *game)
{
    static const char *const names[FF_PLAYERS] = {"Red", "Yellow"};
    (void)ff_status_write(out, &game->position, names);
}

void play_moves_write(ff_text *out, const ff_game *game)
{
    bool with_board = !ff_board_equal(game->position.rules->board, ff_classic);
    (void)ff_game_write(out, game, with_board);
}

int play_run(const ff_game *start, struct play_cpu *cpu)
{
    int status;
    bool has_screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal_has_screen();
    if (has_screen && play_screen_run(start, cpu, &status))
        return status;
    return play_pipe_run(start, cpu);
}
