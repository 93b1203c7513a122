"""How gradients change weights: Muon for convolutions, Adam for all else.

Muon (Jordan et al., 2024) makes all singular values of a matrix of changes nearly equal, so that
rare features are learned as fast as common ones. After the same number of positions it was far
ahead of Adam alone (docs/networks.md).
"""

import torch
from torch import Tensor

from .model import Network

# The learning rates that --rate multiplies.
CONVOLUTIONS = 0.02
OTHERS = 2e-3


class Optimizer:
    """Both optimizers. Matrices of heads, factors and terms are not made small."""

    def __init__(self, network: Network) -> None:
        # Two outputs have too few directions for Muon.
        convolutions = [w for w in network.parameters() if w.dim() == 4 and len(w) > 2]
        known = {id(weights) for weights in convolutions}
        others = [weights for weights in network.parameters() if id(weights) not in known]
        self.convolutions = [(weights, matrix(weights.data)) for weights in convolutions]
        # A change to a copy would train nothing, and nothing would say so.
        assert all(flat.data_ptr() == weights.data_ptr() for weights, flat in self.convolutions)
        matrices = [flat for _, flat in self.convolutions]
        self.muon = torch.optim.Muon(matrices, lr=CONVOLUTIONS, weight_decay=0.01)
        self.adam = torch.optim.AdamW(others, lr=OTHERS, weight_decay=0.0, betas=(0.9, 0.98))

    def step(self, rate: float) -> None:
        """Changes the weights by their gradients, at this part of the learning rates."""
        for optimizer, highest in ((self.muon, CONVOLUTIONS), (self.adam, OTHERS)):
            for group in optimizer.param_groups:
                group["lr"] = rate * highest
        for weights, flat in self.convolutions:
            flat.grad = matrix(weights.grad)
        self.muon.step()
        self.adam.step()

    def state_dict(self) -> dict:
        return {"muon": self.muon.state_dict(), "adam": self.adam.state_dict()}

    def load_state_dict(self, state: dict) -> None:
        self.muon.load_state_dict(state["muon"])
        self.adam.load_state_dict(state["adam"])


def matrix(weights: Tensor) -> Tensor:
    """The weights of a convolution with one row for each output: a view if channels come last."""
    return weights.permute(0, 2, 3, 1).flatten(1)
