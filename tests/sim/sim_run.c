/* The schedule of a seed: some steps of chaos, then calm, then good players alone, then everybody leaves. */
#include <string.h>

#include "sim.h"

enum { CHAOS_STEPS = 700, LOOK_MS = 1000, TICK_MS = 100, BEAT_MS = 1000 };

/* What a node does by itself when its time has come. */
static void node_live(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    if (!node_runs(sim, node))
        return;
    if (sim->now_ms - node->beat_ms >= BEAT_MS)
        node_beat(sim, at);
    if (sim->now_ms - node->look_ms >= LOOK_MS)
        look_begin(sim, at);
    if (node->is_committing) {
        if (sim->is_calm || !sim_chance(sim, 3))
            node_commit(sim, at);
        return;
    }
    if (sim->is_calm || sim_chance(sim, 3))
        look_end(sim, at);
    for (int i = 0; i < 4; i++)
        sim_deliver(sim, at);
    look_wanted(sim, at);
    node_turn(sim, at, sim->now_ms - node->tick_ms >= TICK_MS);
}

static void fault(struct sim *sim)
{
    struct node *node = &sim->node[sim_below(sim, NODES)];
    int at = (int)(node - sim->node);
    switch (sim_below(sim, 12)) {
    case 0:
        if (node->is_alive) {
            sim_say(sim, "node %d dies", at);
            node_kill(sim, at);
        }
        break;
    case 1:
    case 2:
        if (!node->is_alive && !sim->base.is_down) {
            sim_say(sim, "node %d starts", at);
            node_start(sim, at);
        }
        break;
    case 3:
        node->frozen_until_ms = sim->now_ms + (int64_t)sim_below(sim, 20000);
        node->troubled_ms = node->frozen_until_ms;
        sim_say(sim, "node %d freezes", at);
        break;
    case 4:
        node->is_cut = true;
        sim_say(sim, "node %d is cut off", at);
        break;
    case 5:
    case 6:
        node->is_cut = false;
        node->troubled_ms = sim->now_ms;
        break;
    case 7:
        node->is_deaf = !node->is_deaf;
        break;
    case 8:
        sim->base.is_down = true;
        sim_say(sim, "the database fails");
        break;
    case 9:
    case 10:
        sim->base.is_down = false;
        for (int i = 0; i < NODES; i++)
            sim->node[i].troubled_ms = sim->now_ms;
        break;
    default:
        for (int i = 0; i < NODES; i++)
            sim->node[i].is_deaf = false;
    }
}

static void step(struct sim *sim)
{
    people_retry(sim);
    sim->now_ms +=
        sim_chance(sim, 40) ? (int64_t)sim_below(sim, 4000) : (int64_t)sim_below(sim, 90);
    for (int i = 0; i < NODES; i++)
        if (sim_chance(sim, 2))
            node_live(sim, i);
}

static void chaos(struct sim *sim)
{
    uint32_t faults = 20 + sim_below(sim, 200); /* one fault in so many steps */
    for (int i = 0; i < CHAOS_STEPS && !sim->broken; i++) {
        if (sim_chance(sim, faults))
            fault(sim);
        else
            people_act(sim, false);
        step(sim);
    }
}

static void heal(struct sim *sim)
{
    sim->is_calm = true;
    sim->base.is_down = false;
    for (int i = 0; i < NODES; i++) {
        struct node *node = &sim->node[i];
        node->is_cut = node->is_deaf = false;
        node->troubled_ms = sim->now_ms;
        if (node->frozen_until_ms > sim->now_ms)
            node->frozen_until_ms = sim->now_ms;
        if (!node->is_alive)
            node_start(sim, i);
    }
}

static void run_for(struct sim *sim, int64_t ms, bool has_people)
{
    for (int64_t until = sim->now_ms + ms; sim->now_ms < until && !sim->broken;) {
        if (has_people)
            people_act(sim, true);
        people_retry(sim);
        sim->now_ms += 20;
        for (int i = 0; i < NODES; i++)
            node_live(sim, i);
    }
}

/* Until nothing has been written for a while: then everything that was has been told. */
static void settle(struct sim *sim)
{
    enum { QUIET_MS = 2500, LONGEST = 40 };
    uint64_t commits;
    int left = LONGEST;
    do {
        commits = sim->commits;
        run_for(sim, QUIET_MS, false);
    } while (commits != sim->commits && --left > 0);
    SIM_HOLDS(sim, left > 0);
}

/* A player to move may move: the game goes on. */
static void check_going_on(struct sim *sim)
{
    for (int i = 0; i < PEOPLE; i++)
        for (int w = 0; w < WINDOWS; w++) {
            struct window *window = &sim->person[i].window[w];
            for (int k = 0; window->node >= 0 && window->is_active && k < window->pictures; k++) {
                int from = sim->asks;
                struct picture *picture = &window->picture[k];
                if (!people_play(sim, i, w, picture))
                    continue;
                run_for(sim, 300, false);
                SIM_HOLDS(sim, sim->ask[from].is_answered);
                bool is_flagged = sim->ask[from].refusal == REFUSAL_GAME_OVER ||
                                  sim->ask[from].refusal == REFUSAL_STALE;
                SIM_HOLDS(sim, sim->ask[from].refusal == REFUSAL_OK || is_flagged);
            }
        }
}

static void everybody_leaves(struct sim *sim)
{
    for (int i = 0; i < PEOPLE; i++)
        for (int w = 0; w < WINDOWS; w++)
            if (sim->person[i].window[w].node >= 0)
                people_leave(sim, i, w);
}

const char *sim_run(struct sim *sim, uint64_t seed, bool is_loud)
{
    void *memory[NODES];
    for (int i = 0; i < NODES; i++)
        memory[i] = sim->node[i].memory;
    memset(sim, 0, sizeof *sim);
    for (int i = 0; i < NODES; i++)
        sim->node[i].memory = memory[i];
    sim->seed = sim->random = seed;
    sim->is_loud = is_loud;
    sim->now_ms = 10000000;
    base_open(&sim->base);
    people_open(sim);
    for (int i = 0; i < NODES; i++)
        node_start(sim, i);
    chaos(sim);
    heal(sim);
    run_for(sim, 12000, false);
    settle(sim);
    if (!sim->broken)
        check_calm(sim);
    if (!sim->broken)
        check_going_on(sim);
    run_for(sim, 3000, true);
    settle(sim);
    if (!sim->broken)
        check_calm(sim);
    everybody_leaves(sim);
    run_for(sim, GRACE_MS + 20000, false);
    sim->now_ms += 70000; /* games over days and invitations run out */
    run_for(sim, 10000, false);
    if (!sim->broken)
        check_empty(sim);
    return sim->broken;
}
