"""The line network: in training, as a file, and in the integers of src/engine/network_view.c.

docs/cube.md describes inputs, layers and the file."""
import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from cube import CELLS, COLUMNS, DEVICE, HAS_GPU, sets_of

LINES, STEPS = 302, 3
INPUTS = 2 * STEPS * LINES + 3 * CELLS
ONE, FINE = 64, 256             # 1 in 8-bit weights, and in the last layers
NARROW, WIDE = torch.bfloat16 if HAS_GPU else torch.float32, torch.float32


def members(lines):
    """[125, 302]: which cells are in which lines."""
    out = torch.zeros(CELLS, LINES, device=lines.device)
    return out.scatter_(0, lines.t(), 1.0)


def inputs_of(sets, inside, kind=NARROW):
    """[2N, INPUTS] from [N, 5, 128] bits: all perspectives of the side to move, then of the opponent."""
    sets = sets[:, :, :CELLS].to(kind)
    own, theirs = (sets[:, i] @ inside.to(kind) for i in range(2))
    mine, yours = own * (theirs == 0), theirs * (own == 0)
    mine, yours = ([count == n for n in range(1, STEPS + 1)] for count in (mine, yours))
    wins, losses, landing = (sets[:, i] > 0 for i in range(2, 5))
    return torch.cat([torch.cat(mine + yours + [wins, losses, landing], 1),
                      torch.cat(yours + mine + [losses, wins, landing], 1)]).to(kind)


class LineNetwork(nn.Module):
    def __init__(self, lines, wide=128, value=32, policy=64):
        super().__init__()
        self.register_buffer("inside", members(lines), persistent=False)
        self.wide, self.rounds = wide, False
        self.feature = nn.Linear(INPUTS, wide)
        nn.init.normal_(self.feature.weight, std=0.05)
        self.value1 = nn.Linear(2 * wide + 1, value)        # the last input: Red is to move
        self.value2 = nn.Linear(value, 1)
        self.policy1 = nn.Linear(2 * wide, policy)
        self.policy2 = nn.Linear(policy, COLUMNS)

    def keep_in_bounds(self):
        """What the file can hold."""
        with torch.no_grad():
            for layer in (self.feature, self.value1, self.policy1):
                layer.weight.clamp_(-127 / ONE, 127 / ONE)
            for layer in (self.value2, self.policy2):
                layer.weight.clamp_(-8, 8)

    def rounded(self, weight):
        """As in the file, but with the gradient of the weight itself, once `rounds` is set."""
        return weight + (torch.round(weight * ONE) / ONE - weight).detach() if self.rounds else weight

    def forward(self, sets):
        count = len(sets)
        with torch.no_grad():
            inputs = inputs_of(sets, self.inside)
        sums = F.linear(inputs, self.rounded(self.feature.weight).to(NARROW)).to(WIDE) + self.rounded(self.feature.bias)
        units = torch.cat(torch.clamp(sums, 0, 1).split(count), 1)
        red = sets[:, 0, 127:128].to(WIDE)
        value = F.linear(torch.cat([units, red], 1), self.rounded(self.value1.weight), self.value1.bias)
        policy = F.linear(units, self.rounded(self.policy1.weight), self.policy1.bias)
        return self.policy2(torch.clamp(policy, 0, 8)), self.value2(torch.clamp(value, 0, 1)).reshape(-1)


# The file: name, bytes of a number, what 1 is.
FILE = (("feature", 1, ONE), ("feature_bias", 2, ONE), ("value1", 1, ONE), ("value1_red", 1, ONE), ("value1_bias", 4, ONE * ONE),
        ("value2", 2, FINE), ("policy1", 1, ONE), ("policy1_bias", 4, ONE * ONE), ("policy2", 2, FINE), ("policy2_bias", 4, FINE * FINE),
        ("value2_bias", 4, FINE * FINE))


def checksum(data):
    """FNV-1a."""
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def file_bytes(net):
    wide = net.wide
    weights = {"feature": net.feature.weight.t(), "feature_bias": net.feature.bias, "value1": net.value1.weight[:, :2 * wide],
               "value1_red": net.value1.weight[:, 2 * wide], "value1_bias": net.value1.bias, "value2": net.value2.weight,
               "policy1": net.policy1.weight, "policy1_bias": net.policy1.bias, "policy2": net.policy2.weight,
               "policy2_bias": net.policy2.bias, "value2_bias": net.value2.bias}
    body = b"".join(np.rint(weights[name].detach().double().cpu().numpy() * one).astype(f"<i{size}").tobytes() for name, size, one in FILE)
    head = b"FFLINES1" + bytes((5, 5, 5, 4)) + struct.pack("<HBB", wide, net.value1.out_features, net.policy1.out_features)
    return head + struct.pack("<I", checksum(body)) + body


def file_read(data):
    """The tensors of a file, as whole numbers in doubles, which hold all sums exactly."""
    wide, value, policy = struct.unpack_from("<HBB", data, 12)
    shapes = {"feature": (INPUTS, wide), "feature_bias": (wide,), "value1": (value, 2 * wide), "value1_red": (value,), "value1_bias": (value,),
              "value2": (value,), "policy1": (policy, 2 * wide), "policy1_bias": (policy,), "policy2": (COLUMNS, policy),
              "policy2_bias": (COLUMNS,), "value2_bias": (1,)}
    out, at = {}, 20
    for name, size, _ in FILE:
        count = int(np.prod(shapes[name]))
        numbers = np.frombuffer(data, f"<i{size}", count, at).astype(np.float64).reshape(shapes[name])
        out[name] = torch.from_numpy(numbers).to(DEVICE)
        at += count * size
    assert at == len(data)
    return out


def unit_of(sums, most):
    return torch.clamp(torch.floor(torch.clamp(sums, min=0) / (ONE * ONE // FINE)), max=most)


def whole_opinions(weights, planes, inside):
    """Logits in 1/65536 and the value before tanh in 1/65536, as the engine computes them."""
    sets = sets_of(planes)
    sums = inputs_of(sets, inside, torch.float64) @ weights["feature"] + weights["feature_bias"]
    assert float(sums.abs().max()) < 32768
    units = torch.cat(torch.clamp(sums, 0, ONE).split(len(planes)), 1)
    red = sets[:, 0, 127:128].double()
    value = units @ weights["value1"].t() + ONE * red * weights["value1_red"] + weights["value1_bias"]
    value = unit_of(value, FINE) @ weights["value2"] + weights["value2_bias"]
    policy = unit_of(units @ weights["policy1"].t() + weights["policy1_bias"], 8 * FINE)
    return policy @ weights["policy2"].t() + weights["policy2_bias"], value


def tanh_of(x):
    """src/engine/curve.h in single precision, step by step."""
    f = np.float32
    x = np.clip(f(2) * x.astype(f), f(-80), f(80))
    twos = x * f(1.442695041)
    whole = (twos + f(200)).astype(np.int32) - 200
    r = (twos - whole.astype(f)) * f(0.6931471806)
    power = f(1) + r / f(6)
    for n in (5, 4, 3, 2):
        power = f(1) + r / f(n) * power
    power = (f(1) + r * power) * np.ldexp(f(1), whole).astype(f)
    return f(1) - f(2) / (power + f(1))


def opinions(weights, planes, inside):
    """What the engine says of these positions, bit for bit: [N, 25] logits and [N] values."""
    logits, value = (t.cpu().numpy().astype(np.float32) for t in whole_opinions(weights, planes, inside))
    return logits / np.float32(FINE * FINE), tanh_of(value / np.float32(2 * FINE * FINE))
