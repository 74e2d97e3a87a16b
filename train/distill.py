"""Teaches the line network what the teacher says, and writes it as a file of whole numbers.

Positions are those of self-play, and others a few random moves from them, because a search visits more
than good moves. From the middle on, weights are rounded as in the file while they learn."""
import argparse
import json
import math
import os
import time

import numpy as np
import torch

import cube
import network
from cube import DEVICE, HAS_GPU

parser = argparse.ArgumentParser()
parser.add_argument("--seconds", type=float, required=True, help="of training")
parser.add_argument("--rows", type=int, default=6000000, help="samples of self-play")
parser.add_argument("--stirs", type=int, default=2, help="random continuations of each")
parser.add_argument("--wide", type=int, default=128)
parser.add_argument("--value", type=int, default=32)
parser.add_argument("--policy", type=int, default=64)
parser.add_argument("--batch", type=int, default=16384)
parser.add_argument("--rate", type=float, default=3e-3)
parser.add_argument("--kept", type=int, default=65536, help="positions of each kind that only test")
parser.add_argument("--threads", type=int, default=15)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--state", default="build/train")
parser.add_argument("--out", default="build/train", help="folder of cube.net and distill.jsonl")
options = parser.parse_args()
os.makedirs(options.out, exist_ok=True)
torch.manual_seed(options.seed)
library = cube.trees(options.state, options.threads)
teacher = cube.judge_read(f"{options.state}/teacher.pt")
began = time.time()


def teach(rows, size=32768):
    """The teacher's answers, [N, 26] in half precision."""
    with torch.no_grad():
        return torch.cat([teacher(part[:, :cube.PLANES].contiguous()).half() for part in rows.split(size)])


rows = np.fromfile(f"{options.state}/ring.bin", np.uint8).reshape(-1, cube.SAMPLE)
order = np.random.default_rng(options.seed).permutation(len(rows))[:options.rows]
played = np.ascontiguousarray(rows[order])
others = []
for turn in range(options.stirs):
    part = np.zeros((len(played), cube.STIRRED), np.uint8)
    library.positions_stir(played.ctypes.data, len(played), cube.SAMPLE, 3, options.seed + turn, part.ctypes.data)
    others.append(part[part[:, 84] != 2])
played, others = torch.from_numpy(played).to(DEVICE), torch.from_numpy(np.concatenate(others)).to(DEVICE)
others = others[torch.randperm(len(others), device=DEVICE)]
stirred = time.time()
played_answers, others_answers = teach(played), teach(others)
won = float((others[:, 84] == 1).float().mean())
print(f"{len(played)} positions of self-play and {len(others)} others, {won:.3f} of them won by threats; "
      f"stirred in {stirred - began:.0f} s, taught in {time.time() - stirred:.0f} s", flush=True)


def played_at(index):
    """Bits, policy, mask, the value's target in 0..1, the weight of the policy."""
    planes, policy, mask, target, weight = cube.samples_read(played[index], 0.5)
    return cube.sets_of(planes.contiguous()), policy, mask, target / 2 + (played_answers[index, 25].float() + 1) / 4, weight


def others_at(index):
    some, answers = others[index], others_answers[index].float()
    is_won = some[:, 84] == 1
    mask = cube.columns_of(cube.as_numbers(some, 80, 84, torch.int32)) | is_won[:, None]
    policy = torch.softmax(answers[:, :25].masked_fill(~mask, -1e4), 1)
    target = torch.where(is_won, torch.ones_like(answers[:, 25]), (answers[:, 25] + 1) / 2)
    return cube.sets_of(some[:, :cube.PLANES].contiguous()), policy, mask, target, (~is_won).float()


turns = torch.stack([cube.columns_turned(k) for k in range(8)]).to(DEVICE)
cell_turns = torch.cat([(5 * turns[:, :, None] + torch.arange(5, device=DEVICE)).reshape(8, -1), torch.arange(125, 128, device=DEVICE).repeat(8, 1)], 1)


def turned(sets, policy, mask):
    """Each position in one of its eight symmetries."""
    turn = torch.randint(0, 8, (len(sets),), device=DEVICE)
    cells, columns = cell_turns[turn], turns[turn]
    return sets.gather(2, cells[:, None, :].expand(-1, 5, -1)), policy.gather(1, columns), mask.gather(1, columns)


net = network.LineNetwork(cube.lines(library), options.wide, options.value, options.policy).to(DEVICE)
optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.0, betas=(0.9, 0.99), **({"fused": True} if HAS_GPU else {}))


def tested(say):
    """How well `say` (bits to logits and value before tanh) agrees with the targets on the kept positions."""
    out = {}
    for name, at in (("played", played_at), ("others", others_at)):
        sets, policy, mask, target, weight = at(torch.arange(options.kept, device=DEVICE))
        with torch.no_grad():
            parts = [say(part) for part in sets.split(8192)]
        logits, value = (torch.cat(p).float() for p in zip(*parts))
        of_policy, of_value = cube.losses(logits, value, policy, mask, target, weight)
        best = (logits.masked_fill(~mask, -1e4).argmax(1) == policy.argmax(1))[weight > 0].float().mean()
        square = ((torch.tanh(value / 2) - (2 * target - 1)) ** 2).mean()
        out[name] = {"policy": round(float(of_policy), 4), "value": round(float(of_value), 4), "best": round(float(best), 4), "square": round(float(square), 4)}
    return out


began, steps, recent, curve = time.time(), 0, [], []
half = options.batch // 2
while time.time() - began < options.seconds:
    past = (time.time() - began) / options.seconds
    net.rounds = past > 0.5
    for group in optimiser.param_groups:
        group["lr"] = options.rate * min(1, (steps + 1) / 200) * (0.003 + 0.4985 * (1 + math.cos(math.pi * past)))
    batch = [torch.cat(pair) for pair in zip(played_at(torch.randint(options.kept, len(played), (half,), device=DEVICE)),
                                             others_at(torch.randint(options.kept, len(others), (half,), device=DEVICE)))]
    sets, policy, mask = turned(*batch[:3])
    logits, value = net(sets)
    of_policy, of_value = cube.losses(logits, value, policy, mask, *batch[3:])
    optimiser.zero_grad(set_to_none=True)
    (0.3 * of_policy + 2 * of_value).backward()
    optimiser.step()
    net.keep_in_bounds()
    steps += 1
    recent.append(torch.stack([of_policy.detach(), of_value.detach()]))
    if len(recent) == 200:
        mean = torch.stack(recent).mean(0).tolist()         # waits for the GPU, too
        curve.append([round(time.time() - began, 1), steps, round(mean[0], 4), round(mean[1], 4)])
        recent = []

data = network.file_bytes(net)
with open(f"{options.out}/cube.net", "wb") as file:
    file.write(data)
torch.save(net.state_dict(), f"{options.out}/line.pt")
weights, inside = network.file_read(data), net.inside.double()


def whole(sets):
    """The file, from bits: planes are their bytes."""
    planes = (sets.reshape(-1, 80, 8) << torch.arange(8, dtype=torch.uint8, device=DEVICE)).sum(2).to(torch.uint8)
    logits, value = network.whole_opinions(weights, planes, inside)
    return logits / 65536, value / 65536


line = {"steps": steps, "seconds": round(time.time() - began), "bytes": len(data), "floats": tested(net), "file": tested(whole),
        "curve": curve[::max(1, len(curve) // 15)]}
print(json.dumps(line), flush=True)
with open(f"{options.out}/distill.jsonl", "a", encoding="ascii") as file:
    file.write(json.dumps(line) + "\n")
