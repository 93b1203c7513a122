"""Reads a network in the project's format, such as the one inside the program, to train it on."""

import json
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from torch import Tensor, nn

from .attention import CellNorm, CellTip, Matrix
from .export import SCALES
from .layers import Layer, layers, quantised
from .layers import attributes as expected_attributes
from .losses import SOFTNESS
from .model import Network, Norm, Shape

# A plane is 0 or 1, and in a network of integers 1 is this code.
LARGEST_CODE = 127


def restore(path: Path) -> Network:
    """The network of a file in floats or integers.

    The soft policy, which no file has, begins as the policy of the file at its temperature.
    """
    with safe_open(path, "numpy") as file:
        attributes = json.loads(file.metadata()["mengxi"])
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    kinds = attributes["trunk.blocks"].split(" ")
    shape = Shape(
        blocks=tuple(kinds),
        channels=arrays["trunk.planes.weights"].shape[3],
        pooled=outputs(kinds, "pooling", "pooled", arrays) or Shape.pooled,
        inner=outputs(kinds, "feed-forward", "gate", arrays) or Shape.inner,
        head=arrays["policy.regular.weights"].shape[3],
        hidden=arrays["value.hidden.bias"].shape[0],
    )
    check(path, shape, attributes)
    network = Network(shape)
    with torch.no_grad():
        for name, layer in layers(network):
            fill(layer, name, arrays)
        last_layers(network, arrays)
        if attributes["weights"] == "i8":
            network.planes.weight *= LARGEST_CODE
            for norm, convolutions in quantised(network):
                in_units_of_one(norm, convolutions)
    return network


def outputs(kinds: list[str], kind: str, part: str, arrays: dict[str, np.ndarray]) -> int | None:
    """The outputs of a part of the first block of a kind, if there is one."""
    if kind not in kinds:
        return None
    return arrays[f"trunk.blocks.{kinds.index(kind)}.{part}.weights"].shape[-1]


def check(path: Path, shape: Shape, attributes: dict[str, str]) -> None:
    """Checks that a file has no layers, activations or units but those of model.py."""
    unknown = sorted(set(shape.blocks) - {"residual", "pooling", "attention", "feed-forward"})
    if unknown:
        raise SystemExit(f"{path}: expected blocks as in model.py, got {', '.join(unknown)}")
    expected = {name: "relu" for name in attributes if name.endswith("activation")}
    expected |= {f"scale.{name}": value for name, value in SCALES.items()}
    expected |= expected_attributes(shape)
    for name, value in expected.items():
        found = attributes.get(name)
        if found is None or type(value)(found) != value:
            raise SystemExit(f"{path}: {name}: expected {value}, got {found}")


def fill(layer: Layer, name: str, arrays: dict[str, np.ndarray]) -> None:
    """Copies the tensors of a layer."""
    if isinstance(layer, Norm | CellNorm | CellTip):
        layer.scale.copy_(torch.from_numpy(arrays[f"{name}.scale"]))
        if not isinstance(layer, CellNorm):
            layer.bias.copy_(torch.from_numpy(arrays[f"{name}.bias"]))
        return
    if isinstance(layer, Matrix):
        layer.weight.copy_(weights(name, arrays)[:, :, None, None])
        return
    layer.weight.copy_(weights(name, arrays))
    if layer.bias is not None:
        layer.bias.copy_(torch.from_numpy(arrays[f"{name}.bias"]))


def weights(name: str, arrays: dict[str, np.ndarray]) -> Tensor:
    """Weights as PyTorch has them, with the outputs first."""
    values = torch.from_numpy(arrays[f"{name}.weights"]).float()
    if f"{name}.scales" in arrays:
        values *= torch.from_numpy(arrays[f"{name}.scales"])
    return values.permute(3, 2, 0, 1) if values.dim() == 4 else values.T


def last_layers(network: Network, arrays: dict[str, np.ndarray]) -> None:
    """Fills the layers that files store with some outputs missing or repeated."""
    for layer, name in (
        (network.policy_moves, "policy.moves"),
        (network.policy_pass, "policy.pass"),
    ):
        layer.weight[:1] = weights(name, arrays)
        layer.weight[1:] = layer.weight[:1] / SOFTNESS
    # The mean of the score, which is the lead, and its deviation.
    network.value_score.weight.copy_(weights("value.score", arrays)[:2])
    network.value_score.bias.copy_(torch.from_numpy(arrays["value.score.bias"][:2]))


def in_units_of_one(norm: Norm, convolutions: list[nn.Conv2d]) -> None:
    """Undoes the steps of a network in integers, so that the factors of a norm are near 1.

    The learning rates are made for such factors. What the layers compute stays the same.
    """
    factors = norm.scale.abs()
    factors = factors.clamp(min=0.25 * factors.square().mean().sqrt())
    norm.scale /= factors
    norm.bias /= factors
    for convolution in convolutions:
        convolution.weight *= factors[:, None, None]
