"""The layers of a network by their names in the project's format, `docs/network-format.md`."""

from collections.abc import Iterator

from torch import nn

from .model import Network, Norm, Pooling, Residual

Layer = Norm | nn.Conv2d | nn.Linear


def layers(network: Network) -> Iterator[tuple[str, Layer]]:
    """All layers but those some of whose outputs only training uses, or a file has twice."""
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


def block_layers(block: Residual | Pooling) -> Iterator[tuple[str, Layer]]:
    if isinstance(block, Residual):
        yield "first.norm", block.first_norm
        yield "first.convolution", block.first
    else:
        yield "norm", block.norm
        yield "regular", block.regular
        yield "pooled", block.pooled
        yield "pooled_norm", block.pooled_norm
        yield "pooled_to_bias", block.pooled_to_bias
    yield "last.norm", block.last_norm
    yield "last.convolution", block.last


def quantised(network: Network) -> Iterator[tuple[Norm, list[nn.Conv2d]]]:
    """The convolutions whose inputs are codes in a network of integers, with the norm before."""
    for block in network.blocks:
        if isinstance(block, Residual):
            yield block.first_norm, [block.first]
        else:
            yield block.norm, [block.regular, block.pooled]
        yield block.last_norm, [block.last]
    heads = [network.policy_regular, network.policy_pooled, network.value_convolution]
    yield network.tip, heads
