/* X-Forwarded-For, which any client may forge: without a trusted proxy the client is the peer, and
 * the result is always a valid address. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "net/proxy.h"

static void check_client(const struct proxy_list *list, const char *peer, const char *forwarded)
{
    char client[PROXY_ADDRESS_SIZE], limited[PROXY_ADDRESS_SIZE];
    proxy_client(client, list, peer, forwarded);
    check(memchr(client, '\0', sizeof client) && client[0]);
    check(proxy_is_trusted(list, peer) || strcmp(client, peer) == 0);
    proxy_limited_as(limited, client);
    check(memchr(limited, '\0', sizeof limited) && limited[0]);
}

static void check_block(const char *text)
{
    struct proxy_block block, again;
    char written[PROXY_ADDRESS_SIZE];
    if (!proxy_block_read(&block, text))
        return;
    proxy_block_write(written, &block);
    check(proxy_block_read(&again, written));
    check(block.bits == again.bits && memcmp(block.bytes, again.bytes, sizeof block.bytes) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct proxy_list none = {.count = 0}, some = {.count = 2};
    char *text = malloc(size + 1);
    if (!text || !proxy_block_read(&some.block[0], "10.0.0.0/8") ||
        !proxy_block_read(&some.block[1], "fd00::/8"))
        exit(1);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    check_client(&none, "10.1.2.3", text);
    check_client(&some, "10.1.2.3", text);
    check_client(&some, "fd00::1", text);
    check_client(&some, "192.0.2.1", text);
    check_block(text);
    (void)proxy_scheme(text);
    free(text);
    return 0;
}
