"""Teaches a line network to guide proofs: which move proves, and what a proof costs.

Examples come from `fourfall prove --samples`. The policy learns the moves that won, the value what was
searched until a position was decided. Positions that are still open cost more than what was searched so far;
refuted ones cost much. It runs on a processor too."""
import argparse
import json
import math
import time

import numpy as np
import torch
from torch.nn import functional as F

import cube
import network
from cube import CELLS, COLUMNS, DEVICE

HEAD, OPEN, WON, REFUTED, NO_CELL = 16, 0, 1, 2, 255
RECORD = np.dtype([("discs", "<u8", 4), ("work", "<u4"), ("ply", "u1"), ("verdict", "u1"), ("best", "u1"), ("unused", "u1")])
# The value, a logit from -12 to 12, tells the natural logarithm of the cost, from 14 to 0.
LOGIT_MOST, COST_MOST, REFUTED_COST = 12, 14, 13

parser = argparse.ArgumentParser()
parser.add_argument("samples", nargs="+", help="files of `fourfall prove --samples` for Red on the 5x5x5 cube")
parser.add_argument("--seconds", type=float, required=True, help="of training")
parser.add_argument("--init", default="data/proof.net", help="the network to begin with")
parser.add_argument("--out", default="build/train/guide.net")
parser.add_argument("--batch", type=int, default=2048)
parser.add_argument("--rate", type=float, default=1.5e-3)
parser.add_argument("--kept", type=int, default=20000, help="samples that only test")
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--state", default="build/train")
options = parser.parse_args()
torch.set_num_threads(options.threads)
torch.manual_seed(options.seed)
order = np.random.default_rng(options.seed)
inside = network.members(cube.lines(cube.trees(options.state, 1)))


def samples_of(name):
    with open(name, "rb") as file:
        head = file.read(HEAD)
        assert head[:13] == b"FFPSAMP1" + bytes((5, 5, 5, 4, 0)), f"{name} has no samples of the cube"
        data = file.read()
    return np.frombuffer(data[:len(data) // RECORD.itemsize * RECORD.itemsize], RECORD)


turns = torch.stack([cube.columns_turned(k) for k in range(8)])
cell_turns = (5 * turns[:, :, None] + torch.arange(5)).reshape(8, CELLS)
column_images = turns.argsort(1)


def sets_of(discs, mover):
    """[N, 5, 128] bits from the discs of both colours: own, theirs, wins, losses, landing, as in cube.sets_of."""
    own, theirs = (discs[torch.arange(len(discs)), side] for side in (mover, 1 - mover))
    counts = [side @ inside for side in (own, theirs)]
    empty = 1 - own - theirs
    winning = [((counts[i] == 3) & (counts[1 - i] == 0)).float() @ inside.t() > 0 for i in range(2)]
    taken = (own + theirs).reshape(-1, COLUMNS, 5)
    carried = torch.cat([torch.ones_like(taken[:, :, :1]), taken[:, :, :4]], 2)
    landing = (carried * (1 - taken)).reshape(-1, CELLS)
    sets = torch.zeros(len(discs), 5, 128)
    for i, cells in enumerate((own, theirs, winning[0] * empty, winning[1] * empty, landing)):
        sets[:, i, :CELLS] = cells
    sets[:, 0, 127] = mover == 0
    return sets


def batch_of(rows, stirs):
    """Bits, the side to move, the logarithm of the work, the verdict, the winning column or -1; each in one of its symmetries."""
    bits = np.ascontiguousarray(rows["discs"]).view(np.uint8).reshape(-1, 2, 16)
    discs = torch.from_numpy(np.unpackbits(bits, axis=2, bitorder="little")[:, :, :CELLS]).float()
    turn = torch.randint(0, 8, (len(rows),)) if stirs else torch.zeros(len(rows), dtype=torch.long)
    discs = discs.gather(2, cell_turns[turn][:, None, :].expand(-1, 2, -1))
    best = torch.from_numpy(rows["best"].astype(np.int64))
    column = torch.where(best < NO_CELL, column_images[turn, (best // 5).clamp(max=COLUMNS - 1)], -1)
    mover = torch.from_numpy(rows["ply"] % 2).long()
    work = torch.from_numpy(np.log(rows["work"])).float()
    return sets_of(discs, mover), mover, work, torch.from_numpy(rows["verdict"]).long(), column


def network_from(data):
    """What network.file_bytes wrote."""
    whole = network.file_read(data)
    net = network.LineNetwork(torch.zeros(302, 4, dtype=torch.long), data[12] + 256 * data[13], data[14], data[15])
    net.inside = inside
    scale = {name: one for name, _, one in network.FILE}
    weight = {name: (numbers / scale[name]).float() for name, numbers in whole.items()}
    value1 = torch.cat([weight["value1"], weight["value1_red"][:, None]], 1)
    with torch.no_grad():
        for layer, kernel, bias in ((net.feature, weight["feature"].t(), "feature_bias"), (net.value1, value1, "value1_bias"),
                                    (net.value2, weight["value2"][None], "value2_bias"), (net.policy1, weight["policy1"], "policy1_bias"),
                                    (net.policy2, weight["policy2"], "policy2_bias")):
            layer.weight.copy_(kernel)
            layer.bias.copy_(weight[bias])
    return net


def judged(rows, stirs=True):
    """The losses of value and policy, how often the policy's first move is the one that won, and the costs with what they should be."""
    sets, mover, work, verdict, column = batch_of(rows, stirs)
    logits, value = net(sets)
    cost = (LOGIT_MOST - torch.where(mover == 0, value, -value)) * COST_MOST / (2 * LOGIT_MOST)
    more_than = torch.where(verdict == REFUTED, torch.full_like(work, REFUTED_COST), work + math.log(2))
    error = torch.where(verdict == WON, cost - work, (cost - more_than).clamp(max=0))
    of_value = F.huber_loss(error, torch.zeros_like(error), delta=2.0)
    has_move = (column >= 0) & (mover == 0)
    of_policy = F.cross_entropy(logits[has_move], column[has_move])
    first = (logits[has_move].argmax(1) == column[has_move]).float().mean()
    return of_value, of_policy, first, cost[verdict == WON], work[verdict == WON]


def tested():
    with torch.no_grad():
        parts = [judged(part, False) for part in np.array_split(kept, max(1, len(kept) // 4000))]
    mean = [round(float(torch.stack(found).mean()), 4) for found in list(zip(*parts))[:3]]
    cost, work = (torch.cat(found) for found in list(zip(*parts))[3:])
    correlation = float(torch.corrcoef(torch.stack([cost, work]))[0, 1])
    return {"value": mean[0], "policy": mean[1], "first": mean[2], "correlation": round(correlation, 3)}


rows = np.concatenate([samples_of(name) for name in options.samples])
rows = rows[order.permutation(len(rows))]
kept, rows = rows[:options.kept], rows[options.kept:]
with open(options.init, "rb") as file:
    net = network_from(file.read()).to(DEVICE)
print(json.dumps({"samples": len(rows), "verdicts": np.bincount(rows["verdict"], minlength=3).tolist(), "before": tested()}), flush=True)
optimiser = torch.optim.Adam(net.parameters(), lr=options.rate, betas=(0.9, 0.99))
began, steps = time.time(), 0
while time.time() - began < options.seconds:
    past = (time.time() - began) / options.seconds
    net.rounds = past > 0.6
    for group in optimiser.param_groups:
        group["lr"] = options.rate * min(1, (steps + 1) / 100) * (0.01 + 0.495 * (1 + math.cos(math.pi * past)))
    of_value, of_policy, *_ = judged(rows[order.integers(0, len(rows), options.batch)])
    optimiser.zero_grad()
    (of_value + 0.5 * of_policy).backward()
    optimiser.step()
    net.keep_in_bounds()
    steps += 1
    if steps % 200 == 0:
        print(json.dumps({"seconds": round(time.time() - began), "steps": steps, **tested()}), flush=True)
net.rounds = True
with open(options.out, "wb") as file:
    file.write(network.file_bytes(net))
print(json.dumps({"seconds": round(time.time() - began), "steps": steps, "after": tested()}), flush=True)
