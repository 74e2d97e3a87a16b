#include "server/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void settings_init(struct settings *settings)
{
    memset(settings, 0, sizeof *settings);
    settings->config = server_config_default;
}

bool settings_read_environment(struct settings *settings, char *why, size_t why_size)
{
    for (size_t i = 0; i < settings_count; i++) {
        char name[SETTINGS_NAME_SIZE];
        setting_variable(name, &settings_table[i]);
        const char *value = getenv(name);
        if (value && *value &&
            !settings_set(settings, &settings_table[i], FROM_ENVIRONMENT, name, value, why,
                          why_size))
            return false;
    }
    return true;
}

bool settings_read_flag(struct settings *settings, int argc, char **argv, int *at, char *why,
                        size_t why_size)
{
    const char *argument = argv[*at], *equals = strchr(argument, '=');
    const char *name = strncmp(argument, "--", 2) == 0 ? argument + 2 : NULL;
    const struct setting *setting = name ? setting_find(name, strcspn(name, "=")) : NULL;
    char label[SETTINGS_NAME_SIZE];
    /* A value, or an argument with a value's form, may be a URL with a password: it is not repeated. */
    if (!name && strstr(argument, "://"))
        (void)snprintf(why, why_size, "unexpected argument: an address (see --help)");
    else if (!name)
        (void)snprintf(why, why_size, "unexpected argument '%s' (see --help)", argument);
    else if (!setting)
        (void)snprintf(why, why_size, "unknown option '%.*s' (see --help)",
                       (int)strcspn(argument, "="), argument);
    else if (!equals && *at + 1 == argc)
        (void)snprintf(why, why_size, "option '%s' needs a value", argument);
    if (!setting || (!equals && *at + 1 == argc))
        return false;
    (void)snprintf(label, sizeof label, "--%s", setting->name);
    return settings_set(settings, setting, FROM_FLAG, label, equals ? equals + 1 : argv[++*at], why,
                        why_size);
}

/* One address of one machine: other nodes connect to it. */
static bool is_reachable(const struct config_listen *listen)
{
    struct proxy_block block;
    static const uint8_t any_six[16], any_four[16] = {[10] = 0xFF, [11] = 0xFF};
    return listen->port > 0 && proxy_block_read(&block, listen->address) &&
           memcmp(block.bytes, any_six, sizeof any_six) != 0 &&
           memcmp(block.bytes, any_four, sizeof any_four) != 0;
}

bool settings_check(const struct settings *settings, char *why, size_t why_size)
{
    const struct server_config *config = &settings->config;
    const char *problem = NULL;
    if (!config->certificate_path != !config->key_path)
        problem = "--cert and --key go together";
    else if (config->redis && !config->database)
        problem = "--redis needs --database";
    else if (config->database_password_path && !config->database)
        problem = "--database-password needs --database";
    else if (config->redis_password_path && !config->redis)
        problem = "--redis-password needs --redis";
    else if (config->node_address.address[0] && !config->database)
        problem = "--node-address needs --database";
    else if (config->node_address.address[0] && config->certificate_path)
        problem = "--node-address needs plain HTTP: let the balancer have the certificate";
    else if (config->node_address.address[0] && !is_reachable(&config->node_address))
        problem = "--node-address takes one address of this machine, as in 10.0.0.11:8080";
    if (problem)
        (void)snprintf(why, why_size, "%s", problem);
    return !problem;
}
