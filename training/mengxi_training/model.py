"""The network, as `network/src/model.rs` defines it: residual blocks with global pooling in some of
them, or attention and feed-forward blocks in turn.

Planes are [batch, planes, height, width], everything from the perspective of the player to move.
There is no batch normalisation, so that a network computes the same in training and in play.
Instead, each normalisation in a residual block is a learned factor and term for each channel, and
the last convolution of each block begins with zeros (Zhang et al., Fixup, ICLR 2019).
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from .attention import Attention, CellTip, FeedForward

PLANES = 22
GLOBALS = 19
# The unit, in points, of the score, its deviation and the lead as they leave the network.
POINTS = 20.0


def convolutions(count: int) -> tuple[str, ...]:
    """Residual blocks, of which the second and every third one after it have global pooling."""
    return tuple("pooling" if block % 3 == 1 else "residual" for block in range(count))


def attentions(count: int) -> tuple[str, ...]:
    """Pairs of an attention and a feed-forward block."""
    return ("attention", "feed-forward") * count


@dataclass(frozen=True)
class Shape:
    """The size of a network."""

    blocks: tuple[str, ...] = attentions(7)
    """The kinds of the blocks, by their names in files."""
    channels: int = 96
    pooled: int = 32
    """The channels that a block with global pooling pools."""
    inner: int = 256
    """The inner channels of a feed-forward block."""
    head: int = 32
    """The channels of the heads."""
    hidden: int = 64
    """The hidden values of the value head."""

    @classmethod
    def of_state(cls, state: dict) -> "Shape":
        """The shape that a run has kept. Older versions counted residual blocks."""
        blocks = state["blocks"]
        kinds = convolutions(blocks) if isinstance(blocks, int) else tuple(blocks)
        return cls(**state | {"blocks": kinds})

    @property
    def ends_with_convolutions(self) -> bool:
        """Whether the last block is a residual one."""
        return self.blocks[-1] in ("residual", "pooling")


class Norm(nn.Module):
    """A factor and a term for each channel, then ReLU."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor) -> Tensor:
        # In the type of the input, which may be shorter than that of the weights.
        scale, bias = self.scale.to(x.dtype), self.bias.to(x.dtype)
        return functional.relu(torch.addcmul(bias[:, None, None], x, scale[:, None, None]))


def convolution(inputs: int, outputs: int, window: int, gain: float = 1.0) -> nn.Conv2d:
    """A convolution whose weights are drawn for ReLU before it, times `gain`."""
    layer = nn.Conv2d(inputs, outputs, window, padding=window // 2, bias=False)
    nn.init.kaiming_normal_(layer.weight)
    with torch.no_grad():
        layer.weight *= gain
    return layer


def relative_side(x: Tensor) -> float:
    """The side of a square board with the same number of points, minus 14, divided by 10."""
    return ((x.shape[2] * x.shape[3]) ** 0.5 - 14.0) / 10.0


def pool(x: Tensor) -> Tensor:
    """The mean, the mean times the relative side, and the maximum of each channel."""
    x = x.float()
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * relative_side(x), x.amax((2, 3))], 1)


def pool_for_value(x: Tensor) -> Tensor:
    """The mean, and the mean times two functions of the relative side."""
    x = x.float()
    mean, side = x.mean((2, 3)), relative_side(x)
    return torch.cat([mean, mean * side, mean * (side * side - 0.1)], 1)


class Residual(nn.Module):
    """Two convolutions, whose result is added to their input."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        channels = shape.channels
        self.first_norm = Norm(channels)
        self.first = convolution(channels, channels, 3, len(shape.blocks) ** -0.5)
        self.last_norm = Norm(channels)
        self.last = convolution(channels, channels, 3, 0.0)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.last(self.last_norm(self.first(self.first_norm(x))))


class Pooling(nn.Module):
    """Two convolutions, with a bias between them that is pooled from the whole board."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        channels, pooled = shape.channels, shape.pooled
        self.norm = Norm(channels)
        self.regular = convolution(channels, channels, 3, len(shape.blocks) ** -0.5)
        self.pooled = convolution(channels, pooled, 3, len(shape.blocks) ** -0.5)
        self.pooled_norm = Norm(pooled)
        self.pooled_to_bias = nn.Linear(3 * pooled, channels, bias=False)
        self.last_norm = Norm(channels)
        self.last = convolution(channels, channels, 3, 0.0)

    def forward(self, x: Tensor) -> Tensor:
        normal = self.norm(x)
        bias = self.pooled_to_bias(pool(self.pooled_norm(self.pooled(normal))))
        inner = self.regular(normal) + bias[:, :, None, None]
        return x + self.last(self.last_norm(inner))


def new_block(kind: str, shape: Shape) -> nn.Module:
    match kind:
        case "residual":
            return Residual(shape)
        case "pooling":
            return Pooling(shape)
        case "attention":
            return Attention(shape.channels)
        case "feed-forward":
            return FeedForward(shape.channels, shape.inner)
    raise ValueError(f"no such block: {kind}")


@dataclass
class Answers:
    """The raw outputs for a batch."""

    policy: Tensor
    """[batch, moves and a pass]: logits."""
    soft_policy: Tensor
    """The same for the policy at a high temperature, which only training uses."""
    outcome: Tensor
    """[batch, 3]: the logits of win, loss and no result."""
    lead: Tensor
    """[batch]: points."""
    deviation: Tensor
    """[batch]: of the score, in points, above 0."""
    ownership: Tensor
    """[batch, points]: before tanh."""


class Network(nn.Module):
    """A whole network."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        channels, head = shape.channels, shape.head
        self.planes = convolution(PLANES, channels, 3)
        self.globals = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList([new_block(kind, shape) for kind in shape.blocks])
        self.tip = Norm(channels) if shape.ends_with_convolutions else CellTip(channels)
        self.policy_regular = convolution(channels, head, 1)
        self.policy_pooled = convolution(channels, head, 1)
        self.policy_pooled_norm = Norm(head)
        self.policy_pooled_to_bias = nn.Linear(3 * head, head, bias=False)
        self.policy_norm = Norm(head)
        # The second channel is the soft policy.
        self.policy_moves = convolution(head, 2, 1, 0.3)
        self.policy_pass = nn.Linear(3 * head, 2, bias=False)
        self.value_convolution = convolution(channels, head, 1)
        self.value_norm = Norm(head)
        self.value_hidden = nn.Linear(3 * head, shape.hidden)
        self.value_outcome = nn.Linear(shape.hidden, 3)
        # The lead and the deviation of the score.
        self.value_score = nn.Linear(shape.hidden, 2)
        self.value_ownership = convolution(head, 1, 1, 0.3)

    def forward(self, planes: Tensor, global_inputs: Tensor) -> Answers:
        x = self.planes(planes) + self.globals(global_inputs)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = self.tip(x)
        moves = self.policy(x)
        value = self.value_norm(self.value_convolution(x))
        hidden = functional.relu(self.value_hidden(pool_for_value(value)))
        score = self.value_score(hidden).float()
        return Answers(
            policy=moves[:, 0],
            soft_policy=moves[:, 1],
            outcome=self.value_outcome(hidden).float(),
            lead=score[:, 0] * POINTS,
            deviation=functional.softplus(score[:, 1]) * POINTS,
            ownership=self.value_ownership(value).float().flatten(1),
        )

    def policy(self, x: Tensor) -> Tensor:
        """The logits of both policies: [batch, 2, moves and a pass]."""
        pooled = pool(self.policy_pooled_norm(self.policy_pooled(x)))
        bias = self.policy_pooled_to_bias(pooled)
        regular = self.policy_norm(self.policy_regular(x) + bias[:, :, None, None])
        moves = self.policy_moves(regular).float().flatten(2)
        passes = self.policy_pass(pooled).float()
        return torch.cat([moves, passes[:, :, None]], 2)
