"""How gradients change weights: Muon for convolutions, Adam for all else.

Muon (Jordan et al., 2024) makes all singular values of a matrix of changes nearly equal, so that
rare features are learned as fast as common ones. After the same number of positions it was far
ahead of Adam alone (docs/network-training.md).
"""

import torch
from torch import Tensor

from .model import Network

# The learning rates that --rate multiplies.
CONVOLUTIONS = 0.02
OTHERS = 2e-3

MOMENTUM = 0.95
DECAY = 0.01
# The polynomial of Muon's iteration, and the number of iterations.
POLYNOMIAL = (3.4445, -4.7750, 2.0315)
ITERATIONS = 5


class Muon:
    """Muon for convolutions, of which those of the same shape are treated together.

    `torch.optim.Muon` computes the same one by one, which leaves a graphics card waiting.
    """

    def __init__(self, convolutions: list[Tensor]) -> None:
        groups: dict[tuple[int, ...], list[Tensor]] = {}
        for weights in convolutions:
            groups.setdefault(matrix(weights).shape, []).append(weights)
        self.groups = list(groups.values())
        self.momenta = [
            torch.stack([torch.zeros_like(matrix(weights)) for weights in group]).detach()
            for group in self.groups
        ]

    @torch.no_grad()
    def step(self, rate: float) -> None:
        for group, momentum in zip(self.groups, self.momenta, strict=True):
            gradients = torch.stack([matrix(weights.grad) for weights in group])
            momentum.lerp_(gradients, 1.0 - MOMENTUM)
            changes = orthogonal(gradients.lerp(momentum, MOMENTUM))
            rows, columns = changes.shape[1:]
            matrices = [matrix(weights) for weights in group]
            torch._foreach_mul_(matrices, 1.0 - rate * DECAY)
            factor = rate * max(1.0, rows / columns) ** 0.5
            torch._foreach_add_(matrices, list(changes.float().unbind()), alpha=-factor)

    def state_dict(self) -> dict:
        return {"momenta": self.momenta}

    def load_state_dict(self, state: dict) -> None:
        for momentum, saved in zip(self.momenta, state["momenta"], strict=True):
            momentum.copy_(saved)


def orthogonal(matrices: Tensor) -> Tensor:
    """Matrices with the singular vectors of the given ones, and singular values near 1."""
    x = matrices.bfloat16()
    is_tall = x.shape[1] > x.shape[2]
    if is_tall:
        x = x.mT
    x = x / x.norm(dim=(1, 2), keepdim=True).clamp(min=1e-7)
    a, b, c = POLYNOMIAL
    for _ in range(ITERATIONS):
        squares = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(squares, squares, squares, beta=b, alpha=c), x, beta=a)
    return x.mT if is_tall else x


class Optimizer:
    """Both optimizers. Weight decay applies only to the weights that Muon changes."""

    def __init__(self, network: Network) -> None:
        # One or two outputs have too few directions for Muon.
        convolutions = [w for w in network.parameters() if w.dim() == 4 and len(w) > 2]
        known = {id(weights) for weights in convolutions}
        others = [weights for weights in network.parameters() if id(weights) not in known]
        # A change to a copy would train nothing, and nothing would say so.
        assert all(matrix(weights).data_ptr() == weights.data_ptr() for weights in convolutions)
        self.muon = Muon(convolutions)
        self.adam = torch.optim.AdamW(others, lr=OTHERS, weight_decay=0.0, betas=(0.9, 0.98))

    def step(self, rate: float) -> None:
        """Changes the weights by their gradients, with the learning rates multiplied by `rate`."""
        for group in self.adam.param_groups:
            group["lr"] = rate * OTHERS
        self.muon.step(rate * CONVOLUTIONS)
        self.adam.step()

    def state_dict(self) -> dict:
        return {"muon": self.muon.state_dict(), "adam": self.adam.state_dict()}

    def load_state_dict(self, state: dict) -> None:
        self.muon.load_state_dict(state["muon"])
        self.adam.load_state_dict(state["adam"])


def matrix(weights: Tensor) -> Tensor:
    """The weights of a convolution with one row for each output: a view if channels come last."""
    return weights.permute(0, 2, 3, 1).flatten(1)
