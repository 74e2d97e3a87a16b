#include "cli/completion.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "server/settings.h"

void completion_put(struct completion *script, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!script->err)
        script->err =
            len < (int)sizeof text ? buffer_append(script->out, text, (size_t)len) : BUFFER_E_FULL;
}

void completion_put_quoted(struct completion *script, const char *text, const char *marks,
                           const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'')
            completion_put(script, "%s", quote);
        else
            completion_put(script, "%s%c", strchr(marks, *text) ? "\\" : "", *text);
    }
}

/* A setting as an option: a word of two, a file, a folder, or anything. */
static void visit_setting(struct completion *script, const struct command *command,
                          const struct setting *setting, completion_visit *visit)
{
    char name[SETTINGS_NAME_SIZE + 2];
    (void)snprintf(name, sizeof name, "--%s", setting->name);
    const char *words = setting->kind == SETTING_WORD ? setting->value : NULL;
    struct command_option option = {name, setting->value, words, setting->help};
    visit(script, command, &option);
}

void completion_each_option(struct completion *script, const struct command *command,
                            completion_visit *visit)
{
    static const struct command_option help = {"--help", NULL, NULL,
                                               "show the help of this command"};
    for (const struct command_option *option = command->options; option->name; option++)
        if (option->text)
            visit(script, command, option);
    for (size_t i = 0; command->has_settings && i < settings_count; i++)
        if (!settings_table[i].is_hidden)
            visit_setting(script, command, &settings_table[i], visit);
    visit(script, command, &help);
}

bool completion_takes_file(const struct command *command)
{
    const char *usage = command->usage;
    bool is_value = false; /* of the option before it */
    while (*usage) {
        size_t len = strcspn(usage, " \n");
        if (!is_value && len == 4 && strncmp(usage, "FILE", 4) == 0)
            return true;
        is_value = strncmp(usage, "--", 2) == 0 || strncmp(usage, "[--", 3) == 0;
        usage += len + (usage[len] != '\0');
    }
    return false;
}
