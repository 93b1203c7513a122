"""A larger network that computes the same as a smaller one, to train it on.

New channels begin with random weights before them and zeros after them, and new blocks add nothing
(compare Chen, Goodfellow and Shlens, Net2Net, ICLR 2016, which splits channels instead). So
nothing is lost, and what is new can be learned from the first step on.
"""

from dataclasses import replace

import torch
from torch import Tensor, nn

from .attention import CellNorm, CellTip
from .model import Network, Norm, Shape


def widened(network: Network, shape: Shape) -> Network:
    """A network of this shape that computes the same.

    The shape begins with the same blocks and has at least as many channels; exactly as many if it
    has attention or feed-forward blocks, because their norm is over all channels. All else is the
    same.
    """
    old = network.shape
    begins = shape.blocks[: len(old.blocks)] == old.blocks
    has_room = shape.channels >= old.channels
    if set(shape.blocks) & {"attention", "feed-forward"}:
        has_room = shape.channels == old.channels
    ends = shape.ends_with_convolutions == old.ends_with_convolutions
    same = replace(shape, blocks=old.blocks, channels=old.channels) == old
    if not (begins and has_room and ends and same):
        raise SystemExit(f"a network of {old} cannot grow into one of {shape}")
    larger = Network(shape)
    modules = dict(larger.named_modules())
    with torch.no_grad():
        for name, module in network.named_modules():
            if isinstance(module, Norm | CellNorm | CellTip | nn.Conv2d | nn.Linear):
                for part, values in module.named_parameters():
                    fill(getattr(modules[name], part), values)
    return larger


def fill(larger: Tensor, smaller: Tensor) -> None:
    """Copies a parameter into the first part of a larger one.

    What leads from new inputs to old outputs becomes zero.
    """
    outputs = smaller.shape[0]
    if smaller.dim() > 1:
        larger[:outputs] = 0.0
        larger[:outputs, : smaller.shape[1]] = smaller
    else:
        larger[:outputs] = smaller
