#include "server/online_pending.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Copies go one behind the other. Without memory only their sizes are added up. */
struct packer {
    unsigned char *at;
    size_t used;
};

static const void *pack(struct packer *packer, const void *from, size_t size)
{
    unsigned char *to = packer->at ? packer->at + packer->used : NULL;
    if (!from)
        return NULL;
    if (to)
        memcpy(to, from, size);
    packer->used += (size + _Alignof(max_align_t) - 1) & ~(_Alignof(max_align_t) - 1);
    return to;
}

/* Makes everything that the command points to a copy in the packer's memory. */
static void pack_command(struct packer *packer, struct service_command *command)
{
    command->name = pack(packer, command->name, command->name_len);
    command->text = pack(packer, command->text, command->text_len);
    for (int i = 0; i < ROW_SEATS; i++)
        command->seat[i].name = pack(packer, command->seat[i].name, command->seat[i].name_len);
    command->account = pack(packer, command->account, sizeof *command->account);
    command->moderation = pack(packer, command->moderation, sizeof *command->moderation);
    command->moderated = pack(packer, command->moderated, sizeof *command->moderated);
}

struct pending *pending_new(struct online *online, const struct service_command *command)
{
    struct service_command sized = *command;
    struct packer packer = {0};
    pack_command(&packer, &sized);
    struct pending *pending = calloc(1, sizeof *pending + packer.used);
    if (!pending)
        return NULL;
    pending->online = online;
    pending->command = *command;
    packer = (struct packer){.at = (unsigned char *)pending->bytes};
    pack_command(&packer, &pending->command);
    return pending;
}

void pending_free(struct pending *pending)
{
    if (!pending)
        return;
    online_read_free(pending->read);
    sodium_memzero(&pending->command, sizeof pending->command);
    free(pending);
}

void pending_put(struct pending_list *list, struct pending *pending)
{
    pending->next = NULL;
    if (list->first)
        list->last->next = pending;
    else
        list->first = pending;
    list->last = pending;
    list->count++;
}

void pending_put_first(struct pending_list *list, struct pending *pending)
{
    pending->next = list->first;
    if (!list->first)
        list->last = pending;
    list->first = pending;
    list->count++;
}

struct pending *pending_take(struct pending_list *list)
{
    struct pending *pending = list->first;
    if (pending) {
        list->first = pending->next;
        list->count--;
    }
    return pending;
}

void pending_free_all(struct pending_list *list)
{
    struct pending *pending;
    while ((pending = pending_take(list)))
        pending_free(pending);
}
