"""Evaluates positions for `mengxi label --evaluator`, which sends them in batches.

    python -m mengxi_training.serve TEACHER.safetensors

`lab/src/labelling/evaluator.rs` defines what is sent and answered.
"""

import argparse
import hashlib
import os
import struct
import sys
import threading
import traceback
from pathlib import Path
from queue import Queue

import numpy as np
import torch
from torch import Tensor

from .model import GLOBALS, PLANES
from .rows import bits
from .teacher import Teacher

# The number of batches that are computed while the answers to earlier ones are written.
AHEAD = 2
# The number of hexadecimal digits of a digest.
DIGITS = 64


def check(path: Path) -> None:
    """Checks that the network is the one that labels, whose digest comes before all questions."""
    expected = sys.stdin.buffer.read(DIGITS)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if expected != found.encode():
        raise SystemExit(
            f"{path}: expected the file of --network, with the SHA-256 "
            f"{expected.decode(errors='replace')}, got one with {found}"
        )


def read(kind: str, shape: tuple[int, ...]) -> Tensor:
    count = int(np.prod(shape)) * np.dtype(kind).itemsize
    found = sys.stdin.buffer.read(count)
    if len(found) < count:
        raise SystemExit(f"expected {count} bytes of a question, got {len(found)}")
    return torch.from_numpy(np.frombuffer(bytearray(found), kind).reshape(shape))


def unpacked(planes: Tensor, height: int, width: int) -> Tensor:
    """Planes from their bits: [batch, planes, height, width]."""
    values = bits(planes, PLANES * height * width)
    return values.view(-1, height, width, PLANES).permute(0, 3, 1, 2)


def write(answers: Queue) -> None:
    """Writes answers, in order, until there is a `None`."""
    try:
        while (answer := answers.get()) is not None:
            # On a graphics card, this waits for the result.
            values = answer.cpu().numpy()
            sys.stdout.buffer.write(struct.pack("<2I", *values.shape))
            sys.stdout.buffer.write(values.astype("<f4").tobytes())
            sys.stdout.buffer.flush()
    except Exception:
        # Without answers, the other thread would wait for ever.
        traceback.print_exc()
        os._exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Evaluates positions for mengxi label.")
    parser.add_argument("network", type=Path, help="a network in the project's format, in floats")
    on_card = torch.cuda.is_available()
    parser.add_argument("--device", default="cuda" if on_card else "cpu")
    options = parser.parse_args()
    check(options.network)
    kind = torch.float32 if options.device == "cpu" else torch.bfloat16
    teacher = Teacher(options.network, options.device, kind)
    answers: Queue = Queue(AHEAD)
    # As a daemon, it does not outlive an error here.
    writer = threading.Thread(target=write, args=(answers,), daemon=True)
    writer.start()
    while header := sys.stdin.buffer.read(12):
        count, width, height = struct.unpack("<3I", header)
        planes = read("u1", (count, (PLANES * width * height + 7) // 8)).to(options.device)
        global_inputs = read("<f4", (count, GLOBALS)).to(options.device)
        answers.put(teacher.outputs(unpacked(planes, height, width), global_inputs))
    answers.put(None)
    writer.join()


if __name__ == "__main__":
    main()
