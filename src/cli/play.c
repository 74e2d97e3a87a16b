#include "cli/play.h"

#include <unistd.h>

#include "cli/terminal.h"

int play_run(const ff_variant_game *start, struct play_cpu *cpu)
{
    int status;
    bool has_screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal_has_screen();
    if (has_screen && play_screen_run(start, cpu, &status))
        return status;
    return play_pipe_run(start, cpu);
}
