#include "api/agent.h"

#include <stddef.h>
#include <string.h>

/* Numbers are stored: append to `names`, never reorder. Several marks may lead to one name. The first mark that is
 * found decides, because browsers also name the browsers that they resemble. */
struct agent_mark {
    const char *text;
    uint8_t number;
};

enum { CHROME = 1, EDGE, FIREFOX, OPERA, SAFARI, SAMSUNG, NODE, CURL };
enum { ANDROID = 1, CHROMEOS, IPAD, IPHONE, LINUX, MACOS, WINDOWS };

static const char *const browser_names[] = {
    [CHROME] = "Chrome", [EDGE] = "Edge",     [FIREFOX] = "Firefox",
    [OPERA] = "Opera",   [SAFARI] = "Safari", [SAMSUNG] = "Samsung Internet",
    [NODE] = "Node.js",  [CURL] = "curl",
};

static const char *const system_names[] = {
    [ANDROID] = "Android", [CHROMEOS] = "ChromeOS", [IPAD] = "iPad",       [IPHONE] = "iPhone",
    [LINUX] = "Linux",     [MACOS] = "macOS",       [WINDOWS] = "Windows",
};

static const struct agent_mark browsers[] = {
    {"Edg/", EDGE},
    {"EdgA/", EDGE},
    {"EdgiOS/", EDGE},
    {"OPR/", OPERA},
    {"SamsungBrowser/", SAMSUNG},
    {"FxiOS/", FIREFOX},
    {"Firefox/", FIREFOX},
    {"CriOS/", CHROME},
    {"Chrome/", CHROME},
    {"Safari/", SAFARI},
    {"node", NODE},
    {"curl/", CURL},
};

static const struct agent_mark systems[] = {
    {"Android", ANDROID}, {"iPhone", IPHONE},   {"iPad", IPAD},   {"CrOS", CHROMEOS},
    {"Windows", WINDOWS}, {"Macintosh", MACOS}, {"Linux", LINUX},
};

static uint8_t find(const struct agent_mark *marks, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(text, marks[i].text))
            return marks[i].number;
    return 0;
}

uint16_t agent_read(const char *user_agent)
{
    if (!user_agent)
        return 0;
    uint8_t browser = find(browsers, sizeof browsers / sizeof *browsers, user_agent);
    uint8_t system = find(systems, sizeof systems / sizeof *systems, user_agent);
    return (uint16_t)(browser << 8 | system);
}

const char *agent_browser(uint16_t agent)
{
    size_t number = agent >> 8;
    return number < sizeof browser_names / sizeof *browser_names ? browser_names[number] : NULL;
}

const char *agent_system(uint16_t agent)
{
    size_t number = agent & 0xFF;
    return number < sizeof system_names / sizeof *system_names ? system_names[number] : NULL;
}
