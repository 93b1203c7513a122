"""Networks of every kind that the project's format has, for evaluation only.

    mengxi convert --network KATAGO.bin.gz --out TEACHER.safetensors

makes such a file. What each layer computes is defined in `network/src/model.rs`.
"""

import json
from collections.abc import Callable
from pathlib import Path

import torch
from safetensors import safe_open
from torch import Tensor
from torch.nn import functional

from .attention import turned
from .model import pool, pool_for_value

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "identity": lambda x: x,
    "relu": functional.relu,
    "mish": functional.mish,
    "silu": functional.silu,
}


class Teacher:
    """A network whose raw outputs are those of the program.

    Planes and everything in the trunk are [batch, channels, height, width].
    """

    def __init__(self, path: Path, device: str, kind: torch.dtype) -> None:
        with safe_open(path, "pt") as file:
            self.attributes = json.loads(file.metadata()["mengxi"])
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        if self.attributes["weights"] != "f32":
            raise SystemExit(f"{path}: expected a network in floats")
        self.tensors = {
            name: in_order(name, values).to(device, kind) for name, values in tensors.items()
        }
        self.device, self.kind = device, kind
        self.rotations: dict[tuple[str, int, int], tuple[Tensor, Tensor]] = {}

    @torch.inference_mode()
    def outputs(self, planes: Tensor, global_inputs: Tensor) -> Tensor:
        """The raw outputs of each position: [batch, outputs], in 32 bits.

        They are the logits of moves, all of a point side by side, the logits of a pass, those of
        the outcome, the outputs about the score, and the ownership of each point.
        """
        planes, global_inputs = planes.to(self.kind), global_inputs.to(self.kind)
        x = self.convolution("trunk.planes", planes)
        x = x + self.matrix("trunk.globals", global_inputs)[:, :, None, None]
        x = self.tip(self.blocks("trunk", x))
        moves, passes = self.policy(x)
        value = self.norm("value", self.convolution("value.convolution", x))
        hidden = self.affine("value.hidden", pool_for_value(value).to(self.kind))
        hidden = ACTIVATIONS[self.attributes["value.activation"]](hidden)
        parts = [
            moves.permute(0, 2, 3, 1),
            passes,
            self.affine("value.outcome", hidden),
            self.affine("value.score", hidden),
            self.convolution("value.ownership", value),
        ]
        return torch.cat([part.float().flatten(1) for part in parts], 1)

    def policy(self, x: Tensor) -> tuple[Tensor, Tensor]:
        pooled = self.norm("policy.pooled_norm", self.convolution("policy.pooled", x), whole=True)
        pooled = pool(pooled).to(self.kind)
        bias = self.matrix("policy.pooled_to_bias", pooled)
        regular = self.convolution("policy.regular", x) + bias[:, :, None, None]
        moves = self.convolution("policy.moves", self.norm("policy", regular))
        if self.attributes["policy.pass"] == "linear":
            return moves, self.matrix("policy.pass", pooled)
        hidden = self.affine("policy.pass.first", pooled)
        hidden = ACTIVATIONS[self.attributes["policy.pass.activation"]](hidden)
        return moves, self.matrix("policy.pass.second", hidden)

    def tip(self, x: Tensor) -> Tensor:
        kind = self.attributes["trunk.tip"]
        if kind == "fixed":
            return self.norm("trunk.tip", x, whole=True)
        x = self.root_mean_square("trunk.tip", x, (1,) if kind == "cell" else (1, 2, 3))
        x = x + self.tensors["trunk.tip.bias"][:, None, None]
        return ACTIVATIONS[self.attributes["trunk.tip.activation"]](x)

    def blocks(self, owner: str, x: Tensor) -> Tensor:
        for number, kind in enumerate(self.attributes[f"{owner}.blocks"].split()):
            x = x + getattr(self, kind.replace("-", "_"))(f"{owner}.blocks.{number}", x)
        return x

    def residual(self, name: str, x: Tensor) -> Tensor:
        inner = self.norm_convolution(f"{name}.first", x)
        return self.norm_convolution(f"{name}.last", inner)

    def pooling(self, name: str, x: Tensor) -> Tensor:
        normal = self.norm(name, x)
        pooled = self.convolution(f"{name}.pooled", normal)
        pooled = pool(self.norm(f"{name}.pooled_norm", pooled, whole=True)).to(self.kind)
        bias = self.matrix(f"{name}.pooled_to_bias", pooled)
        inner = self.convolution(f"{name}.regular", normal) + bias[:, :, None, None]
        return self.norm_convolution(f"{name}.last", inner)

    def bottleneck(self, name: str, x: Tensor) -> Tensor:
        inner = self.blocks(name, self.norm_convolution(f"{name}.narrow", x))
        return self.norm_convolution(f"{name}.widen", inner)

    def attention(self, name: str, x: Tensor) -> Tensor:
        batch, _, height, width = x.shape
        normal = cells(self.root_mean_square(f"{name}.norm", x, (1,)))
        heads = int(self.attributes[f"{name}.heads"])
        key_heads = int(self.attributes[f"{name}.key_heads"])
        queries, keys, values = (
            # [batch, heads, cells, channels]
            (normal @ self.tensors[f"{name}.{part}.weights"])
            .view(batch, height * width, count, -1).transpose(1, 2)
            for part, count in (("queries", heads), ("keys", key_heads), ("values", key_heads))
        )  # fmt: skip
        repeats = heads // key_heads
        if self.attributes[f"{name}.rotation"] != "none":
            cos, sin = self.rotation(name, height, width, queries.shape[-1] // 2, key_heads)
            keys = turned(keys, cos, sin)
            queries = turned(queries, *(one.repeat_interleave(repeats, 0) for one in (cos, sin)))
        keys, values = (one.repeat_interleave(repeats, 1) for one in (keys, values))
        found = functional.scaled_dot_product_attention(queries, keys, values)
        found = found.transpose(1, 2).flatten(2) @ self.tensors[f"{name}.output.weights"]
        return planes_of(found, height, width)

    def feed_forward(self, name: str, x: Tensor) -> Tensor:
        normal = cells(self.root_mean_square(f"{name}.norm", x, (1,)))
        activated, gate, output = (
            self.tensors[f"{name}.{part}.weights"] for part in ("activated", "gate", "output")
        )
        found = (functional.silu(normal @ activated) * (normal @ gate)) @ output
        return planes_of(found, *x.shape[2:])

    def rotation(
        self, name: str, height: int, width: int, pairs: int, key_heads: int
    ) -> tuple[Tensor, Tensor]:
        """The cosines and sines of the angles of an attention block: [key heads, cells, pairs]."""
        known = self.rotations.get((name, height, width))
        if known is None:
            if self.attributes[f"{name}.rotation"] == "learned":
                frequencies = self.tensors[f"{name}.rotation.frequencies"].float()
                frequencies = frequencies.view(key_heads, pairs, 2)
            else:
                frequencies = fixed_frequencies(
                    float(self.attributes[f"{name}.rotation.base"]), pairs
                ).to(self.device)[None].expand(key_heads, -1, -1)  # fmt: skip
            rows, columns = torch.meshgrid(
                torch.arange(height, device=self.device),
                torch.arange(width, device=self.device),
                indexing="ij",
            )
            at = torch.stack([columns.flatten(), rows.flatten()], 1).float()
            angles = torch.einsum("ca,hpa->hcp", at, frequencies)
            known = angles.cos().to(self.kind), angles.sin().to(self.kind)
            self.rotations[name, height, width] = known
        return known

    def norm_convolution(self, name: str, x: Tensor) -> Tensor:
        return self.convolution(f"{name}.convolution", self.norm(name, x))

    def norm(self, name: str, x: Tensor, *, whole: bool = False) -> Tensor:
        """The normalisation `NAME.norm` or, if `whole`, the one called `NAME`."""
        name = name if whole else f"{name}.norm"
        scale, bias = self.tensors[f"{name}.scale"], self.tensors[f"{name}.bias"]
        x = torch.addcmul(bias[:, None, None], x, scale[:, None, None])
        return ACTIVATIONS[self.attributes[f"{name}.activation"]](x)

    def root_mean_square(self, name: str, x: Tensor, over: tuple[int, ...]) -> Tensor:
        epsilon = float(self.attributes[f"{name}.epsilon"])
        squares = x.float().square().mean(over, keepdim=True)
        factor = (squares + epsilon).rsqrt().to(self.kind)
        return x * factor * self.tensors[f"{name}.scale"][:, None, None]

    def convolution(self, name: str, x: Tensor) -> Tensor:
        weights = self.tensors[f"{name}.weights"]
        return functional.conv2d(x, weights, padding=(weights.shape[2] // 2, weights.shape[3] // 2))

    def matrix(self, name: str, x: Tensor) -> Tensor:
        return x @ self.tensors[f"{name}.weights"]

    def affine(self, name: str, x: Tensor) -> Tensor:
        return self.matrix(name, x) + self.tensors[f"{name}.bias"]


def in_order(name: str, values: Tensor) -> Tensor:
    """Convolutions as PyTorch has them, with the channels last in memory; all else as it is."""
    if values.dim() == 4:
        return values.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
    return values


def cells(x: Tensor) -> Tensor:
    """[batch, cells, channels]: a view if the channels come last in memory."""
    return x.flatten(2).transpose(1, 2)


def planes_of(x: Tensor, height: int, width: int) -> Tensor:
    return x.transpose(1, 2).unflatten(2, (height, width))


def fixed_frequencies(base: float, pairs: int) -> Tensor:
    """[pairs, 2]: the first half of the pairs turns by the row, the others by the column."""
    half = pairs // 2
    frequencies = torch.zeros(pairs, 2)
    for pair in range(pairs):
        number = pair if pair < half else pair - half
        frequencies[pair, 1 if pair < half else 0] = base ** (-2 * number / pairs)
    return frequencies
