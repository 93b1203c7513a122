"""Attention and feed-forward blocks, and the end of a trunk that has them.

What each layer computes is defined in `network/src/model.rs`. Everything is [batch, channels,
height, width].
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

EPSILON = 1e-6
# The number of channels of a head: what the program evaluates together.
HEAD = 32
# The base of the frequencies by which positions turn queries and keys.
BASE = 100.0


class CellNorm(nn.Module):
    """Makes the root mean square of the channels of each cell 1, then multiplies each channel."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(channels))

    def forward(self, x: Tensor) -> Tensor:
        return (of_mean_square_1(x) * self.scale[:, None, None]).to(x.dtype)


class CellTip(nn.Module):
    """The end of a trunk: the norm of each cell, a term for each channel, and SiLU."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor) -> Tensor:
        inner = of_mean_square_1(x) * self.scale[:, None, None] + self.bias[:, None, None]
        return functional.silu(inner).to(x.dtype)


def of_mean_square_1(x: Tensor) -> Tensor:
    """`x` times the factor that makes the root mean square of each cell 1, in 32 bits."""
    x = x.float()
    return x * (x.square().mean(1, keepdim=True) + EPSILON).rsqrt()


class Matrix(nn.Conv2d):
    """A matrix by which the channels of each cell are multiplied.

    It is a convolution, so that it is trained like the others.
    """

    def __init__(self, inputs: int, outputs: int, gain: float) -> None:
        super().__init__(inputs, outputs, 1, bias=False)
        nn.init.kaiming_normal_(self.weight)
        with torch.no_grad():
            self.weight *= gain


class Attention(nn.Module):
    """Each cell takes values from all cells. The result is added to the input."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        if channels % HEAD != 0:
            raise SystemExit(f"expected a multiple of {HEAD} channels, got {channels}")
        self.norm = CellNorm(channels)
        self.queries = Matrix(channels, channels, 0.7)
        self.keys = Matrix(channels, channels, 0.7)
        self.values = Matrix(channels, channels, 0.7)
        self.output = Matrix(channels, channels, 0.0)

    def forward(self, x: Tensor) -> Tensor:
        height, width = x.shape[2:]
        normal = self.norm(x)
        # [batch, heads, cells, channels of a head]
        queries, keys, values = (
            layer(normal).permute(0, 2, 3, 1).flatten(1, 2).unflatten(2, (-1, HEAD)).transpose(1, 2)
            for layer in (self.queries, self.keys, self.values)
        )
        cos, sin = rotation(height, width, x.device)
        queries, keys = turned(queries, cos, sin), turned(keys, cos, sin)
        found = functional.scaled_dot_product_attention(queries, keys, values)
        found = found.transpose(1, 2).flatten(2).unflatten(1, (height, width))
        return x + self.output(found.permute(0, 3, 1, 2))


class FeedForward(nn.Module):
    """A gated layer of two matrices in each cell. The result is added to the input."""

    def __init__(self, channels: int, inner: int) -> None:
        super().__init__()
        self.norm = CellNorm(channels)
        self.activated = Matrix(channels, inner, 0.7)
        self.gate = Matrix(channels, inner, 0.7)
        self.output = Matrix(inner, channels, 0.0)

    def forward(self, x: Tensor) -> Tensor:
        normal = self.norm(x)
        return x + self.output(functional.silu(self.activated(normal)) * self.gate(normal))


def rotation(height: int, width: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """The cosines and sines of the angles of each pair of channels: [cells, pairs].

    The first half of the pairs turns by the row, the others by the column.
    """
    pairs = HEAD // 2
    frequencies = BASE ** (-2 * torch.arange(pairs // 2, device=device) / pairs)
    rows = torch.arange(height, device=device)[:, None, None] * frequencies
    columns = torch.arange(width, device=device)[:, None] * frequencies
    size = (height, width, pairs // 2)
    angles = torch.cat([rows.expand(size), columns.expand(size)], 2).flatten(0, 1)
    return angles.cos(), angles.sin()


def turned(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Turns each pair of channels by the angle of its cell."""
    cos, sin = cos.to(x.dtype), sin.to(x.dtype)
    a, b = x.unflatten(-1, (-1, 2)).unbind(-1)
    return torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2)
