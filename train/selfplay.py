"""Trains the teacher by self-play on one GPU.

Two groups of games take turns: the cores search the trees of one (train/arena.c) while the GPU judges
the positions of the other. A second thread trains on the newest samples, which stay on the GPU, and
hands out new weights once a second. State is kept in --state, so that a run can go on later."""
import argparse
import copy
import json
import math
import os
import queue
import sys
import threading
import time
import traceback

import numpy as np
import torch

import cube
from cube import DEVICE, HAS_GPU

parser = argparse.ArgumentParser()
parser.add_argument("--seconds", type=float, required=True, help="of this run")
parser.add_argument("--total", type=float, default=1000, help="seconds of all runs, for the learning rate")
parser.add_argument("--width", type=int, default=128)
parser.add_argument("--blocks", type=int, default=8)
parser.add_argument("--games", type=int, default=3072, help="games of a group")
parser.add_argument("--threads", type=int, default=15)
parser.add_argument("--batch", type=int, default=8192)
parser.add_argument("--rate", type=float, default=2e-3)
parser.add_argument("--uses", type=float, default=4, help="how often a sample is used, at most")
parser.add_argument("--first", type=int, default=60000, help="samples before training begins")
parser.add_argument("--ring", type=int, default=8000000, help="samples that are kept")
parser.add_argument("--searches", default="0:16:8,60:32:8,360:64:16", help="second:simulations:considered, ...")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--init", help="a teacher.pt to go on from, if no state is left")
parser.add_argument("--state", default="build/train")
parser.add_argument("--out", default="build/train", help="folder of teacher.pt and selfplay.jsonl")
options = parser.parse_args()
searches = [tuple(map(int, s.split(":"))) for s in options.searches.split(",")]

sys.setswitchinterval(0.0005)           # the thread that trains must not hold the other one up
os.makedirs(options.state, exist_ok=True)
os.makedirs(options.out, exist_ok=True)
torch.manual_seed(options.seed)
library = cube.trees(options.state, options.threads)


class Ring:
    """The newest samples, on the GPU."""

    def __init__(self, room):
        self.rows = torch.zeros(room, cube.SAMPLE, dtype=torch.uint8, device=DEVICE)
        self.room, self.head, self.filled, self.total = room, 0, 0, 0

    def add(self, rows):
        rows = torch.from_numpy(rows).to(DEVICE)
        count, tail = len(rows), min(len(rows), self.room - self.head)
        self.rows[self.head:self.head + tail] = rows[:tail]
        self.rows[:count - tail] = rows[tail:]
        self.head = (self.head + count) % self.room
        self.filled = min(self.room, self.filled + count)
        self.total += count

    def draw(self, count):
        """From the newer half of all samples so far: the first ones know little."""
        window = int(min(self.filled, max(400000, self.total / 2)))
        return self.rows[(self.head - 1 - torch.randint(0, window, (count,), device=DEVICE)) % self.room]


class Student:
    """The network in training, its optimiser, and the running mean of its weights, which plays."""

    def __init__(self):
        self.net = cube.Teacher(options.width, options.blocks).to(DEVICE).to(memory_format=torch.channels_last)
        if options.init:
            cube.unfold(self.net, torch.load(options.init, map_location=DEVICE)["tensors"])
        self.mean = copy.deepcopy(self.net).requires_grad_(False)
        decayed = [p for p in self.net.parameters() if p.dim() > 1]
        others = [p for p in self.net.parameters() if p.dim() <= 1]
        groups = [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.99), **({"fused": True} if HAS_GPU else {}))
        self.steps = 0

    def floats(self, net):
        return [t.data for t in list(net.parameters()) + list(net.buffers()) if t.is_floating_point()]

    def learn(self, rows, rate):
        planes, policy, mask, target, weight = cube.samples_read(rows, 0.5)
        images = cube.images_of(planes, torch.bfloat16 if HAS_GPU else torch.float32)
        part = (len(rows) + 7) // 8         # each eighth of the batch has a symmetry of its own
        turn = lambda t: torch.cat([cube.turned(t[k * part:(k + 1) * part], k) for k in range(8)])
        images = turn(images).contiguous(memory_format=torch.channels_last)
        policy = turn(policy.reshape(-1, 5, 5)).reshape(-1, cube.COLUMNS)
        mask = turn(mask.reshape(-1, 5, 5)).reshape(-1, cube.COLUMNS)
        with torch.autocast(DEVICE.type, dtype=torch.bfloat16, enabled=HAS_GPU):
            logits, value = self.net(images)
        of_policy, of_value = cube.losses(logits, value, policy, mask, target, weight)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        (of_policy + 1.5 * of_value).backward()
        self.optimiser.step()
        keep = min(0.997, (1 + self.steps) / (20 + self.steps))
        mean, now = self.floats(self.mean), self.floats(self.net)
        torch._foreach_mul_(mean, keep)
        torch._foreach_add_(mean, now, alpha=1 - keep)
        self.steps += 1
        entropy = -(policy * (policy + 1e-9).log()).sum(1).mean()
        return torch.stack([of_policy.detach(), of_value.detach(), entropy])


ring, student = Ring(options.ring), Student()
spent = 0.0
if os.path.exists(f"{options.state}/state.pt"):
    saved = torch.load(f"{options.state}/state.pt", map_location=DEVICE)
    student.net.load_state_dict(saved["net"])
    student.mean.load_state_dict(saved["mean"])
    student.optimiser.load_state_dict(saved["optimiser"])
    student.steps, spent, total = saved["steps"], saved["spent"], saved["total"]
    ring.add(np.fromfile(f"{options.state}/ring.bin", np.uint8).reshape(-1, cube.SAMPLE))
    ring.total = total
    print(f"goes on at {spent:.0f} s: {student.steps} steps, {total} samples", flush=True)
began = time.time() - spent


def rate_now():
    """Constant for a third of all runs, then a cosine down to 4 %."""
    past = min(1, (time.time() - began) / options.total)
    fall = 1 if past < 0.35 else 0.04 + 0.48 * (1 + math.cos(math.pi * (past - 0.35) / 0.65))
    return options.rate * fall * min(1, (student.steps + 1) / 200)


inbox, outbox, stop, told = queue.Queue(), queue.Queue(), threading.Event(), {"loss": [0, 0, 0]}


def train_until_stopped():
    recent, last = [], time.time()
    while not stop.is_set():
        for _ in range(20):
            if not inbox.empty():
                ring.add(inbox.get())
        if ring.filled < options.first or student.steps * options.batch > options.uses * ring.total:
            time.sleep(0.003)               # wait for samples
            continue
        recent.append(student.learn(ring.draw(options.batch), rate_now()))
        if len(recent) == 20:
            told["loss"] = torch.stack(recent).mean(0).tolist()     # waits for the GPU, too
            recent = []
            if time.time() - last > 1:
                last = time.time()
                tensors = cube.folded(student.mean)
                if HAS_GPU:
                    torch.cuda.current_stream().synchronize()
                outbox.put(tensors)


def trainer():
    try:
        if HAS_GPU:
            with torch.cuda.stream(torch.cuda.Stream()):
                train_until_stopped()
                torch.cuda.current_stream().synchronize()
        else:
            train_until_stopped()
    except Exception:                       # the games must not go on alone
        traceback.print_exc()
        told["failed"] = True
        stop.set()


judge = cube.Judge(cube.folded(student.mean), options.blocks)
stream = torch.cuda.Stream(priority=-1) if HAS_GPU else None
groups = [(library.arena_open(options.games, 2 * options.seed + k + (int(spent) << 20)), cube.Batch(judge, options.games, stream)) for k in range(2)]


def search_now():
    past = time.time() - began
    return [s for s in searches if s[0] <= past][-1]


search = search_now()
for arena, batch in groups:
    library.arena_plan(arena, *search[1:])
    library.arena_step(arena, batch.answers.data_ptr(), batch.questions.data_ptr())
    batch.ask()
if HAS_GPU:
    torch.cuda.synchronize()
thread = threading.Thread(target=trainer, daemon=True)
thread.start()

room = np.zeros((400000, cube.SAMPLE), np.uint8)
curve = open(f"{options.out}/selfplay.jsonl", "a", encoding="ascii")
start = last = time.time()
waited = searched = 0.0
turns, held = 0, None
sums = np.zeros(cube.COUNTS)
while time.time() - start < options.seconds and not stop.is_set():
    for arena, batch in groups:
        before = time.time()
        batch.wait()
        middle = time.time()
        library.arena_step(arena, batch.answers.data_ptr(), batch.questions.data_ptr())
        searched += time.time() - middle
        waited += middle - before
        batch.ask()
    turns += 1
    if turns % 8 == 0:
        for arena, _ in groups:
            count = library.arena_collect(arena, room.ctypes.data, len(room))
            if count:
                inbox.put(room[:count].copy())
    while not outbox.empty():
        held = outbox.get()                 # held on to until the copy has surely run
        if HAS_GPU:
            with torch.cuda.stream(stream):
                judge.load(held)
        else:
            judge.load(held)
    now = time.time()
    if now - last < 10 and now - start < options.seconds:
        continue
    counts = np.zeros(cube.COUNTS)
    for arena, _ in groups:
        part = np.zeros(cube.COUNTS)
        library.arena_counts(arena, part.ctypes.data)
        counts += part
    sums += counts
    games, red, yellow, draws, plies, samples, judged, known = counts
    line = {"second": round(now - began), "steps": student.steps, "samples": ring.total, "games": round(games / (now - last)),
            "judged": round(judged / (now - last)), "known": round(known / (now - last)), "plies": round(plies / max(games, 1), 1),
            "red": round(red / max(games, 1), 3), "draws": round(draws / max(games, 1), 4),
            "policy": round(told["loss"][0], 4), "entropy": round(told["loss"][2], 4), "value": round(told["loss"][1], 4),
            "rate": round(rate_now(), 6), "simulations": search[1], "waited": round(waited / (now - last), 2), "searched": round(searched / (now - last), 2)}
    print(json.dumps(line), flush=True)
    curve.write(json.dumps(line) + "\n")
    curve.flush()
    last, waited, searched = now, 0.0, 0.0
    if search_now() != search:
        search = search_now()
        for arena, _ in groups:
            library.arena_plan(arena, *search[1:])
stop.set()
thread.join()
spent = time.time() - began
if HAS_GPU:
    torch.cuda.synchronize()
cube.judge_write(f"{options.out}/teacher.pt", student.net.shape, cube.folded(student.mean))
torch.save({"net": student.net.state_dict(), "mean": student.mean.state_dict(), "optimiser": student.optimiser.state_dict(),
            "steps": student.steps, "spent": spent, "total": ring.total}, f"{options.state}/state.pt")
torch.cat([ring.rows[ring.head:ring.filled], ring.rows[:ring.head]]).cpu().numpy().tofile(f"{options.state}/ring.bin")
print(f"end: {spent:.0f} s in all, {student.steps} steps, {ring.total} samples, {int(sums[0])} games and {int(sums[6])} judged positions in this run, "
      f"saved in {time.time() - began - spent:.0f} s", flush=True)
sys.exit(1 if told.get("failed") else 0)
