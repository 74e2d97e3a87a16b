/* host PLUGIN MOVES: loads the shared object and prints the score it gives. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef int score_function(const char *moves, size_t len);

int main(int argc, char **argv)
{
    void *plugin = argc == 3 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    void *symbol = plugin ? dlsym(plugin, "plugin_score") : NULL;
    if (!symbol) {
        const char *error = dlerror();
        fprintf(stderr, "%s\n", error ? error : "usage: host PLUGIN MOVES");
        return 1;
    }
    score_function *score;
    memcpy(&score, &symbol, sizeof score);
    printf("%d\n", score(argv[2], strlen(argv[2])));
    return 0;
}
