"""The layers of a network by their names in the project's format, `docs/network-format.md`."""

from collections.abc import Iterator

from torch import nn

from .attention import BASE, EPSILON, HEAD, Attention, CellNorm, CellTip, FeedForward
from .model import Network, Norm, Pooling, Residual, Shape

Layer = Norm | CellNorm | CellTip | nn.Conv2d | nn.Linear


def layers(network: Network) -> Iterator[tuple[str, Layer]]:
    """The layers that a file has as they are.

    The others have outputs that only training uses, or that a file has twice.
    """
    yield "trunk.planes", network.planes
    yield "trunk.globals", network.globals
    for number, block in enumerate(network.blocks):
        for name, layer in block_layers(block):
            yield f"trunk.blocks.{number}.{name}", layer
    yield "trunk.tip", network.tip
    yield "policy.regular", network.policy_regular
    yield "policy.pooled", network.policy_pooled
    yield "policy.pooled_norm", network.policy_pooled_norm
    yield "policy.pooled_to_bias", network.policy_pooled_to_bias
    yield "policy.norm", network.policy_norm
    yield "value.convolution", network.value_convolution
    yield "value.norm", network.value_norm
    yield "value.hidden", network.value_hidden
    yield "value.outcome", network.value_outcome
    yield "value.ownership", network.value_ownership


def block_layers(block: nn.Module) -> Iterator[tuple[str, Layer]]:
    match block:
        case Residual():
            yield "first.norm", block.first_norm
            yield "first.convolution", block.first
            yield "last.norm", block.last_norm
            yield "last.convolution", block.last
        case Pooling():
            for name in ("norm", "regular", "pooled", "pooled_norm", "pooled_to_bias"):
                yield name, getattr(block, name)
            yield "last.norm", block.last_norm
            yield "last.convolution", block.last
        case Attention():
            for name in ("norm", "queries", "keys", "values", "output"):
                yield name, getattr(block, name)
        case FeedForward():
            for name in ("norm", "activated", "gate", "output"):
                yield name, getattr(block, name)


def attributes(shape: Shape) -> dict[str, str | float]:
    """What a file says about the parts of a network that could be otherwise, by name."""
    found: dict[str, str | float] = {
        "trunk.tip": "fixed" if shape.ends_with_convolutions else "cell",
        "policy.pass": "linear",
    }
    if not shape.ends_with_convolutions:
        found |= {"trunk.tip.epsilon": EPSILON, "trunk.tip.activation": "silu"}
    for number, kind in enumerate(shape.blocks):
        name = f"trunk.blocks.{number}"
        if kind in ("attention", "feed-forward"):
            found[f"{name}.norm.epsilon"] = EPSILON
        if kind == "attention":
            heads = shape.channels // HEAD
            found |= {f"{name}.heads": heads, f"{name}.key_heads": heads}
            found |= {f"{name}.rotation": "fixed", f"{name}.rotation.base": BASE}
    return found


def quantised(network: Network) -> Iterator[tuple[Norm, list[nn.Conv2d]]]:
    """The norms that hold the steps of a network in integers, each with the layers after it."""
    for block in network.blocks:
        match block:
            case Residual():
                yield block.first_norm, [block.first]
                yield block.last_norm, [block.last]
            case Pooling():
                yield block.norm, [block.regular, block.pooled]
                yield block.last_norm, [block.last]
    if isinstance(network.tip, Norm):
        heads = [network.policy_regular, network.policy_pooled, network.value_convolution]
        yield network.tip, heads
