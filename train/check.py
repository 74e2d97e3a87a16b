"""Compares a file of weights in the engine with the same file in Python, bit for bit."""
import argparse
import random

import numpy as np
import torch

import cube
import network

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("--positions", type=int, default=5000)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--state", default="build/train")
options = parser.parse_args()
library = cube.trees(options.state, 1)
chance = random.Random(options.seed)
with open(options.file, "rb") as file:
    data = file.read()
weights = network.file_read(data)
inside = network.members(cube.lines(library)).double()
content = np.frombuffer(data, np.uint8)

planes, answers = [], []
while len(planes) < options.positions:
    columns = np.array([chance.randrange(cube.COLUMNS) for _ in range(chance.randrange(60))], np.uint8)
    answer, plane = np.full(cube.ANSWER, np.nan, np.float32), np.zeros(cube.PLANES, np.uint8)
    code = library.opinion_of(content.ctypes.data, len(data), columns.ctypes.data, len(columns), answer.ctypes.data, plane.ctypes.data)
    assert code >= 0, "the engine refuses the file"
    if code == 0:
        planes.append(plane)
        answers.append(answer)
answers = np.array(answers)
logits, values = network.opinions(weights, torch.from_numpy(np.array(planes)).to(cube.DEVICE), inside)
asked = ~np.isnan(answers[:, :25])
wrong = int((logits[asked] != answers[:, :25][asked]).sum()), int((values != answers[:, 25]).sum())
print(f"{len(planes)} positions, {int(asked.sum())} logits: {wrong[0]} logits and {wrong[1]} values differ; "
      f"values from {values.min():.3f} to {values.max():.3f}")
raise SystemExit(1 if any(wrong) else 0)
