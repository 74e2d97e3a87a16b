"""What the training programs share: the trees in C, inputs, the teacher, samples."""
import ctypes
import os
import subprocess

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

COLUMNS, CELLS, PLANES, ANSWER, SAMPLE, STIRRED, COUNTS = 25, 125, 80, 26, 144, 88, 8
CHANNELS = 32                   # 5 sets x 5 levels, Red to move, ones; the rest are zeros
HAS_GPU = torch.cuda.is_available()
DEVICE = torch.device("cuda" if HAS_GPU else "cpu")
HALF = torch.float16 if HAS_GPU else torch.float32
torch.backends.cudnn.benchmark = True
torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.allow_tf32 = True


def trees(folder, threads):
    """Builds train/arena.h as a library and declares its functions."""
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run(["sh", f"{here}/build", os.path.abspath(folder)], check=True)
    library = ctypes.CDLL(os.path.abspath(f"{folder}/arena.so"))
    pointer, number, long, seed = ctypes.c_void_p, ctypes.c_int, ctypes.c_long, ctypes.c_uint64
    for name, result, arguments in (
            ("crew_start", None, [number]),
            ("arena_open", pointer, [number, seed]),
            ("arena_plan", None, [pointer, number, number]),
            ("arena_step", None, [pointer, pointer, pointer]),
            ("arena_collect", long, [pointer, pointer, long]),
            ("arena_counts", None, [pointer, pointer]),
            ("positions_stir", None, [pointer, long, long, number, seed, pointer]),
            ("lines_list", number, [pointer]),
            ("opinion_of", number, [pointer, long, pointer, number, pointer, pointer])):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.crew_start(threads)
    return library


def lines(library):
    """The four cells of each line, in the order of the network's inputs."""
    cells = np.zeros(4 * 302, np.int32)
    assert library.lines_list(cells.ctypes.data) == 302
    return torch.from_numpy(cells.reshape(302, 4)).long().to(DEVICE)


# Positions. Planes are 80 bytes a position (train/game.h); cell = 5 * column + level.

def sets_of(planes):
    """[N, 80] bytes to [N, 5, 128] bits."""
    shift = torch.arange(8, dtype=torch.uint8, device=planes.device)
    bits = planes.reshape(-1, 5, 16, 1).bitwise_right_shift(shift).bitwise_and(1)
    return bits.reshape(-1, 5, 128)


def images_of(planes, kind):
    """[N, 32, 5, 5]: for each set and level the square of columns."""
    sets, count = sets_of(planes), planes.shape[0]
    squares = sets[:, :, :CELLS].reshape(count, 5, 5, 5, 5).permute(0, 2, 3, 1, 4)
    out = torch.zeros(count, 5, 5, CHANNELS, dtype=kind, device=planes.device)
    out[..., :25] = squares.reshape(count, 5, 5, 25).to(kind)
    out[..., 25] = sets[:, 0, 127].to(kind).reshape(count, 1, 1)
    out[..., 26] = 1
    return out.permute(0, 3, 1, 2)


def turned(square, turn):
    """One of the eight symmetries of the last two dimensions."""
    if turn & 1:
        square = square.flip(-1)
    if turn & 2:
        square = square.flip(-2)
    return square.transpose(-1, -2) if turn & 4 else square


def columns_turned(turn):
    """For each column of the turned board, the column that it was."""
    return turned(torch.arange(COLUMNS).reshape(5, 5), turn).reshape(-1)


def columns_of(words):
    """[N, 1] words of one bit a column to [N, 25] truths."""
    return words.bitwise_right_shift(torch.arange(COLUMNS, dtype=torch.int32, device=words.device)).bitwise_and(1).bool()


def as_numbers(rows, start, end, kind):
    return rows[:, start:end].contiguous().view(kind)


def samples_read(rows, share):
    """struct sample: planes, policy, its mask, the value's target in 0..1, the weight of the policy.

    The target mixes how the game ended (share) with what the search said (the rest)."""
    policy = as_numbers(rows, 80, 130, torch.int16).float() / 32767
    searched = as_numbers(rows, 130, 132, torch.int16).float().reshape(-1) / 32767
    mask = columns_of(as_numbers(rows, 132, 136, torch.int32)) | (policy > 0)
    result = as_numbers(rows, 136, 137, torch.int8).float().reshape(-1)
    value = share * result + (1 - share) * searched
    return rows[:, :PLANES], policy, mask, (value + 1) / 2, (rows[:, 137] != 2).float()


def losses(logits, value, policy, mask, target, weight):
    """Cross entropy of the policy, of positions that have one, and of the value."""
    log = F.log_softmax(logits.float().masked_fill(~mask, -1e4), 1)
    of_policy = (-(policy * log).sum(1) * weight).sum() / weight.sum().clamp(min=1)
    return of_policy, F.binary_cross_entropy_with_logits(value.float(), target)


# The teacher: a residual network on the square of columns.

class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(width)
        nn.init.constant_(self.second_norm.weight, 0.3)     # blocks begin close to the identity

    def forward(self, x):
        inner = F.relu(self.first_norm(self.first(x)))
        return F.relu(x + self.second_norm(self.second(inner)))


class Teacher(nn.Module):
    def __init__(self, width, blocks, policy=32, value=8, hidden=128):
        super().__init__()
        self.shape = (width, blocks)
        self.policy_units = policy
        self.stem = nn.Conv2d(CHANNELS, width, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.heads = nn.Linear(width, policy + value)
        self.logit = nn.Linear(policy, 1)
        self.value1 = nn.Linear(COLUMNS * value, hidden)
        self.value2 = nn.Linear(hidden, 1)

    def forward(self, images):
        x = F.relu(self.stem_norm(self.stem(images)))
        for block in self.blocks:
            x = block(x)
        count = x.shape[0]
        heads = F.relu(self.heads(x.permute(0, 2, 3, 1).reshape(count, COLUMNS, -1)))
        logits = self.logit(heads[..., :self.policy_units]).reshape(count, COLUMNS)
        value = F.relu(self.value1(heads[..., self.policy_units:].reshape(count, -1)))
        return logits, self.value2(value).reshape(count)    # the value is tanh(v / 2)


def folded(teacher):
    """Its weights for inference: batch norms become part of the convolutions."""
    def pair(convolution, norm):
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return [convolution.weight * scale.reshape(-1, 1, 1, 1), norm.bias - norm.running_mean * scale]

    with torch.no_grad():
        out = pair(teacher.stem, teacher.stem_norm)
        for block in teacher.blocks:
            out += pair(block.first, block.first_norm) + pair(block.second, block.second_norm)
        for layer in (teacher.heads, teacher.logit, teacher.value1, teacher.value2):
            out += [layer.weight, layer.bias]
        return [tensor.detach().clone() for tensor in out]


def unfold(teacher, tensors):
    """The reverse: weights for inference as a network that can learn on. Its batch norms only scale."""
    rest = iter(tensors)
    pairs = [(teacher.stem, teacher.stem_norm)]
    for block in teacher.blocks:
        pairs += [(block.first, block.first_norm), (block.second, block.second_norm)]
    with torch.no_grad():
        for convolution, norm in pairs:
            convolution.weight.copy_(next(rest))
            norm.bias.copy_(next(rest))
            norm.weight.fill_(1)
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
        for layer in (teacher.heads, teacher.logit, teacher.value1, teacher.value2):
            layer.weight.copy_(next(rest))
            layer.bias.copy_(next(rest))
    teacher.eval()


def convolve(x, weight, bias, add=None):
    """A convolution, a sum if there is one, and a ReLU, in one kernel on the GPU."""
    if HAS_GPU and add is None:
        return torch.cudnn_convolution_relu(x, weight, bias, (1, 1), (1, 1), (1, 1), 1)
    if HAS_GPU:
        return torch.cudnn_convolution_add_relu(x, weight, add, 1.0, bias, (1, 1), (1, 1), (1, 1), 1)
    x = F.conv2d(x, weight, bias, padding=1)
    return F.relu(x if add is None else x + add)


class Judge:
    """The folded teacher in half precision. Its tensors stay where they are, so that a captured graph
    sees new weights."""

    def __init__(self, tensors, blocks, policy=32):
        self.blocks, self.policy = blocks, policy
        self.tensors = [t.to(DEVICE, HALF) for t in tensors]
        self.tensors = [t.contiguous(memory_format=torch.channels_last) if t.dim() == 4 else t.contiguous() for t in self.tensors]

    def load(self, tensors):
        for mine, new in zip(self.tensors, tensors):
            mine.copy_(new)

    def __call__(self, planes):
        rest = iter(self.tensors)
        x = convolve(images_of(planes, HALF), next(rest), next(rest))
        for _ in range(self.blocks):
            inner = convolve(x, next(rest), next(rest))
            x = convolve(inner, next(rest), next(rest), x)
        count = x.shape[0]
        heads = F.relu(F.linear(x.permute(0, 2, 3, 1).reshape(count * COLUMNS, -1), next(rest), next(rest))).reshape(count, COLUMNS, -1)
        logits = F.linear(heads[..., :self.policy], next(rest), next(rest)).reshape(count, COLUMNS)
        value = F.relu(F.linear(heads[..., self.policy:].reshape(count, -1), next(rest), next(rest)))
        value = F.linear(value, next(rest), next(rest))
        return torch.cat([logits.float(), torch.tanh(value.float() / 2)], 1)


class Batch:
    """Questions and answers of a group of games, and the evaluation between them: a graph on the GPU,
    which runs beside the trees of the other group."""

    def __init__(self, judge, games, stream):
        self.judge, self.stream = judge, stream
        pinned = (lambda t: t.pin_memory()) if HAS_GPU else (lambda t: t)
        self.questions = pinned(torch.zeros(games, PLANES, dtype=torch.uint8))
        self.answers = pinned(torch.zeros(games, ANSWER))
        if not HAS_GPU:
            return
        self.input = torch.zeros(games, PLANES, dtype=torch.uint8, device=DEVICE)
        self.done = torch.cuda.Event()
        with torch.no_grad(), torch.cuda.stream(stream):
            for _ in range(3):
                judge(self.input)
            stream.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.no_grad(), torch.cuda.graph(self.graph, stream=stream):
            self.output = judge(self.input)

    def ask(self):
        if not HAS_GPU:
            with torch.no_grad():
                self.answers.copy_(self.judge(self.questions))
            return
        with torch.cuda.stream(self.stream):
            self.input.copy_(self.questions, non_blocking=True)
            self.graph.replay()
            self.answers.copy_(self.output, non_blocking=True)
            self.done.record(self.stream)

    def wait(self):
        if HAS_GPU:
            self.done.synchronize()


def judge_read(path):
    saved = torch.load(path, map_location=DEVICE)
    return Judge(saved["tensors"], saved["shape"][1])


def judge_write(path, shape, tensors):
    torch.save({"shape": shape, "tensors": [t.to("cpu", torch.float16) for t in tensors]}, path)
