"""Rows of positions in files, as `mengxi rows` writes them, and random batches of them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import load_file
from torch import Tensor

from .model import PLANES

UNKNOWN = -128


@dataclass
class Batch:
    """Positions on boards of one size, from the perspective of the player to move."""

    planes: Tensor
    globals: Tensor
    policy: Tensor
    """[batch, moves and a pass]: probabilities. A label has only the largest ones."""
    win: Tensor
    """[batch]: the probability of winning."""
    lead: Tensor
    """[batch]: points."""
    final_lead: Tensor
    """[batch]: points at the end of the game."""
    ownership: Tensor
    """[batch, points]: from -1 to 1, or NaN if it is unknown."""
    final_ownership: Tensor
    """The same at the end of the game."""


class Rows:
    """All rows of one size of board, in the memory of a device."""

    def __init__(self, files: list[Path], device: str = "cpu") -> None:
        with safe_open(files[0], "numpy") as first:
            self.width, self.height = map(int, first.metadata()["size"].split("x"))
        parts = [load_file(file) for file in files]
        for part in parts:
            # Its values are at most 10,000, and few operations are defined for unsigned numbers.
            part["policy"] = part["policy"].view(torch.int16)
        self.columns = {
            name: torch.cat([part.pop(name) for part in parts]).to(device) for name in list(parts[0])
        }
        self.device = device

    def __len__(self) -> int:
        return len(self.columns["win"])

    def batch(self, numbers: np.ndarray, symmetry: int) -> Batch:
        """The rows of these numbers, under a symmetry from 0 to 7; only squares are transposed."""
        chosen = torch.from_numpy(np.sort(numbers)).to(self.device)
        column = {name: values[chosen] for name, values in self.columns.items()}
        area = self.width * self.height
        planes = self.turn(bits(column["planes"], PLANES * area).unflatten(1, (PLANES, -1)), symmetry)
        policy = column["policy"].float()
        policy /= policy.sum(1, keepdim=True).clamp(min=1)
        points = self.turn(policy[:, None, :area], symmetry).flatten(1)

        def ownership(name: str) -> Tensor:
            values = self.turn(column[name][:, None], symmetry).flatten(1).float()
            return torch.where(values == UNKNOWN, torch.nan, values / 9)

        return Batch(
            planes=planes.float().contiguous(memory_format=torch.channels_last),
            globals=column["globals"],
            policy=torch.cat([points, policy[:, area:]], 1),
            win=column["win"][:, 0],
            lead=column["lead"][:, 0],
            final_lead=column["final_lead"][:, 0],
            ownership=ownership("ownership"),
            final_ownership=ownership("final_ownership"),
        )

    def turn(self, values: Tensor, symmetry: int) -> Tensor:
        """Mirrors and transposes the points: from [batch, channels, points] to boards."""
        board = values.unflatten(2, (self.height, self.width))
        if symmetry & 1:
            board = board.flip(2)
        if symmetry & 2:
            board = board.flip(3)
        if symmetry & 4 and self.width == self.height:
            board = board.transpose(2, 3)
        return board


def constants(rows: dict[str, Rows]) -> list[float | None]:
    """The values of the global inputs that are the same in all rows, and `None` for the others."""
    least = torch.stack([found.columns["globals"].amin(0) for found in rows.values()]).amin(0)
    most = torch.stack([found.columns["globals"].amax(0) for found in rows.values()]).amax(0)
    pairs = zip(least.tolist(), most.tolist(), strict=True)
    return [low if low == high else None for low, high in pairs]


def bits(values: Tensor, count: int) -> Tensor:
    """The first bits of each row of bytes, the lowest bit of a byte first."""
    places = torch.arange(8, dtype=torch.uint8, device=values.device)
    return (values[:, :, None] >> places & 1).flatten(1)[:, :count]


def read(folders: list[Path], device: str = "cpu") -> dict[str, Rows]:
    """The rows in some folders, by the size of their boards."""
    files: dict[str, list[Path]] = {}
    for folder in folders:
        found = sorted(folder.glob("*.safetensors"))
        if not found:
            raise SystemExit(f"{folder}: expected files that `mengxi rows` has written")
        for file in found:
            files.setdefault(file.name.split("-")[0], []).append(file)
    return {size: Rows(found, device) for size, found in files.items()}


class Sampler:
    """Random batches.

    Each pass over the rows of a size is a new permutation of them. `shares` are the parts of the
    batches that each size gets; sizes that it does not name share the rest by their rows. `drawn`
    counts the batches drawn, from which another sampler of the same seed can continue.
    """

    def __init__(self, rows: dict[str, Rows], shares: dict[str, float], count: int, seed: int):
        self.rows = {size: found for size, found in sorted(rows.items()) if len(found) >= count}
        unknown = sorted(set(shares) - set(self.rows))
        if unknown:
            raise SystemExit(f"there are not {count} rows on {', '.join(unknown)}")
        left = max(1.0 - sum(shares.values()), 0.0)
        others = sum(len(found) for size, found in self.rows.items() if size not in shares)
        part = [
            shares.get(size, left * len(found) / max(others, 1))
            for size, found in self.rows.items()
        ]
        self.part = np.array(part) / sum(part)
        self.count, self.seed = count, seed
        self.drawn = dict.fromkeys(self.rows, 0)
        self.orders: dict[str, tuple[int, np.ndarray]] = {}

    def draw(self) -> Batch:
        """The next batch."""
        random = np.random.default_rng([self.seed, sum(self.drawn.values())])
        which = int(random.choice(len(self.part), p=self.part))
        size = list(self.rows)[which]
        rows = self.rows[size]
        number, place = divmod(self.drawn[size], len(rows) // self.count)
        self.drawn[size] += 1
        if self.orders.get(size, (-1,))[0] != number:
            order = np.random.default_rng([self.seed, which, number]).permutation(len(rows))
            self.orders[size] = (number, order)
        chosen = self.orders[size][1][place * self.count : (place + 1) * self.count]
        return rows.batch(chosen, int(random.integers(8)))
