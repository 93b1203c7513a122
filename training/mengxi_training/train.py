"""Trains a network from rows. An interrupted run continues when it is started again.

    python -m mengxi_training.train --rows FOLDER --held-out FOLDER --out RUN --steps N

The learning rate rises at first, stays, and falls to zero in the last part of the run. With
`--steps`, an interruption does not change the results. Before it
falls, the state is kept in `RUN/steady.pt`, from which a longer run may start (`--start`).
"""

import argparse
import json
import signal
import time
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from .losses import accuracies, losses, total
from .model import Answers, Network, Shape, attentions, convolutions
from .optimizer import Optimizer
from .restore import restore
from .rows import Batch, Rows, Sampler, constants, read
from .widen import widened

# The running mean of the weights, which is what a run yields, forgets at this rate a step.
FORGETTING = 1e-3
KINDS = {"attention": attentions, "convolutions": convolutions}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Trains a network from rows.")
    parser.add_argument("--rows", type=Path, nargs="+", required=True, help="folders of rows")
    parser.add_argument("--held-out", type=Path, nargs="+", required=True, help="validation rows")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the run")
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--steps", type=int, help="batches to train with in all")
    length.add_argument("--seconds", type=float, help="time to train for in all")
    parser.add_argument("--minutes", type=float, help="stop after this time; run again to continue")
    parser.add_argument(
        "--start", type=Path, help="the state of another run, or a network, to start from"
    )  # fmt: skip
    parser.add_argument(
        "--share", action="append", default=[], metavar="SIZE=PART",
        help="the part of the batches on boards of a size, such as 9x9=0.5",
    )  # fmt: skip
    parser.add_argument(
        "--kind", choices=KINDS, default="attention", help="what the blocks are made of"
    )  # fmt: skip
    parser.add_argument(
        "--blocks", type=int, default=7,
        help="how many residual blocks, or pairs of an attention and a feed-forward block",
    )  # fmt: skip
    parser.add_argument("--channels", type=int, default=Shape.channels)
    parser.add_argument("--batch", type=int, default=128, help="positions in a batch")
    parser.add_argument("--rate", type=float, default=1.0, help="a factor for learning rates")
    parser.add_argument("--falling", type=float, default=0.3, help="last part, in which rates fall")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    on_card = torch.cuda.is_available()
    parser.add_argument("--device", default="cuda" if on_card else "cpu")
    options = parser.parse_args()
    if (options.steps if options.seconds is None else options.seconds) <= 0:
        parser.error("--steps or --seconds: expected a number above 0")
    if options.blocks < 1:
        parser.error("--blocks: expected a number above 0")
    return options


class Run:
    """A network in training and everything that its next step depends on."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        blocks = KINDS[options.kind](options.blocks)
        self.shape = Shape(blocks=blocks, channels=options.channels)
        torch.manual_seed(options.seed)
        self.network = Network(self.shape).to(options.device, memory_format=torch.channels_last)
        # Fused loops take a third to a half of the time. Each size of board is compiled once, and
        # the usual limit is eight.
        torch._dynamo.config.recompile_limit = 64
        self.losses = torch.compile(self.losses_of, dynamic=False)
        self.mean = AveragedModel(self.network, multi_avg_fn=get_ema_multi_avg_fn(1 - FORGETTING))
        self.optimizer = Optimizer(self.network)
        shares = {size: float(part) for size, part in (one.split("=") for one in options.share)}
        rows = read(options.rows, options.device)
        self.constants = constants(rows)
        self.sampler = Sampler(rows, shares, options.batch, options.seed)
        # Without instructions of its own, bfloat16 takes four times as long as 32-bit floats.
        has_instructions = torch.cpu.get_capabilities().get("avx512_bf16", False)
        self.in_bfloat16 = has_instructions or options.device != "cpu"
        self.step = 0
        self.seconds = 0.0

    @property
    def progress(self) -> float:
        """The part of the run that is done."""
        if self.options.seconds is not None:
            return self.seconds / self.options.seconds
        return self.step / self.options.steps

    def rate(self) -> float:
        """The factor by which the learning rates are multiplied in the next step."""
        rising = (self.step + 1) / 100
        falling = (1.0 - self.progress) / max(self.options.falling, 1e-9)
        return self.options.rate * min(1.0, rising, falling)

    @property
    def is_falling(self) -> bool:
        """Whether the rate of the next step falls."""
        return self.progress >= 1.0 - self.options.falling

    def losses_of(self, batch: Batch) -> dict[str, Tensor]:
        kind = torch.device(self.options.device).type
        with torch.autocast(kind, torch.bfloat16, enabled=self.in_bfloat16):
            answers = self.network(batch.planes, batch.globals)
        return losses(answers, batch)

    def train(self, batch: Batch) -> dict[str, Tensor]:
        """Makes a step and returns the losses."""
        parts = self.losses(batch)
        self.network.zero_grad(set_to_none=True)
        total(parts).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step(self.rate())
        self.mean.update_parameters(self.network)
        self.step += 1
        return parts

    def save(self, name: str) -> None:
        state = {
            "shape": asdict(self.shape),
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "constants": self.constants,
            "drawn": self.sampler.drawn,
            "step": self.step,
            "seconds": self.seconds,
        }
        beside = self.options.out / f".{name}"
        torch.save(state, beside)
        beside.replace(self.options.out / name)

    def start(self, path: Path) -> None:
        """Takes the weights of a network, or the whole state of another run."""
        if path.suffix != ".safetensors":
            self.load(path)
            return
        network = restore(path)
        if network.shape != self.shape:
            network = widened(network, self.shape)
        self.network.load_state_dict(network.state_dict())
        self.mean.module.load_state_dict(network.state_dict())

    def load(self, path: Path) -> None:
        state = torch.load(path, weights_only=True, map_location=self.options.device)
        if "constants" not in state:
            raise SystemExit(f"{path}: the state of an older version of this program")
        if Shape.of_state(state["shape"]) != self.shape:
            raise SystemExit(f"{path}: a network of another shape: {state['shape']}")
        self.network.load_state_dict(state["network"])
        self.mean.load_state_dict(state["mean"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.seconds = state["step"], state["seconds"]
        # Another run may have rows of other sizes, whose drawing starts from the beginning.
        known = {size: count for size, count in state["drawn"].items() if size in self.sampler.rows}
        self.sampler.drawn.update(known)


@torch.no_grad()
def validate(network: torch.nn.Module, rows: Rows, most: int = 4096) -> dict[str, float]:
    """The losses and accuracies on held-out rows that are spread evenly."""
    numbers = np.unique(np.linspace(0, len(rows) - 1, min(most, len(rows))).astype(int))
    sums: dict[str, float] = defaultdict(float)
    for chosen in np.array_split(numbers, max(len(numbers) // 256, 1)):
        batch = rows.batch(chosen, 0)
        answers: Answers = network(batch.planes, batch.globals)
        parts = {name: part.item() for name, part in losses(answers, batch).items()}
        for name, value in (parts | accuracies(answers, batch)).items():
            sums[name] += value * len(chosen) / len(numbers)
    return {name: round(value, 5) for name, value in sums.items()}


def main() -> None:
    options = arguments()
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    run, held_out = Run(options), read(options.held_out, options.device)
    last = options.out / "last.pt"
    if last.exists():
        run.load(last)
    elif options.start:
        run.start(options.start)
    interrupted = []
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, lambda *_: interrupted.append(True))
    started, before = time.monotonic(), run.seconds
    sums: dict[str, Tensor | float] = defaultdict(float)
    count = 0

    def report(figures: dict) -> None:
        line = json.dumps({"step": run.step, "seconds": round(run.seconds), **figures})
        with (options.out / "log.jsonl").open("a") as log:
            log.write(line + "\n")
        print(line, flush=True)

    was_falling = run.is_falling
    while run.progress < 1.0 and not interrupted:
        for name, part in run.train(run.sampler.draw()).items():
            sums[name] += part.detach()
        count += 1
        run.seconds = before + time.monotonic() - started
        if run.is_falling and not was_falling:
            was_falling = True
            run.save("steady.pt")
        if run.step % 200 == 0:
            report({name: round(float(value) / count, 4) for name, value in sums.items()})
            sums.clear()
            count = 0
            run.save("last.pt")
        if run.step % 2000 == 0 or run.progress >= 1.0:
            for size, rows in held_out.items():
                report({"held_out": size, **validate(run.mean, rows)})
        if options.minutes and time.monotonic() - started > 60 * options.minutes:
            break
    run.save("last.pt")


if __name__ == "__main__":
    main()
