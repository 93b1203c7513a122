"""Writes a trained network in the project's format, which `docs/network-format.md` defines.

    python -m mengxi_training.export RUN/last.pt --name NAME --out FILE.safetensors

A network that has learned from a much stronger one spreads its policy more widely than its teacher.
`--sharpness 1.25` raises the policy to that power (docs/network-training.md).
Inputs that were the same in all rows have no effect in the written network. The file is in floats;
`mengxi convert --integers` makes it one in integers.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from .attention import CellNorm, CellTip, Matrix
from .layers import Layer, attributes, layers
from .model import POINTS, Network, Norm, Shape

# Version 8 of KataGo's format has one policy and four outputs of the score, in these units.
VERSION = "8"
SCALES = {
    "score_mean": POINTS,
    "score_deviation": POINTS,
    "lead": POINTS,
    "variance_time": 40.0,
    "short_term_value_error": 0.25,
    "short_term_score_error": 30.0,
}


class Writer:
    """Collects the tensors and attributes of a file."""

    def __init__(self) -> None:
        self.tensors: dict[str, np.ndarray] = {}
        self.attributes: dict[str, str] = {}

    def tensor(self, name: str, values: Tensor) -> None:
        self.tensors[name] = np.ascontiguousarray(values.detach().float().numpy())

    def layer(self, name: str, layer: Layer) -> None:
        match layer:
            case Matrix():
                self.tensor(f"{name}.weights", layer.weight[:, :, 0, 0].T)
            case nn.Conv2d():
                # From [output, input, y, x] to [y, x, input, output].
                self.tensor(f"{name}.weights", layer.weight.permute(2, 3, 1, 0))
            case nn.Linear():
                self.tensor(f"{name}.weights", layer.weight.T)
                if layer.bias is not None:
                    self.tensor(f"{name}.bias", layer.bias)
            case Norm():
                self.tensor(f"{name}.scale", layer.scale)
                self.tensor(f"{name}.bias", layer.bias)
                self.attributes[f"{name}.activation"] = "relu"
            case CellNorm():
                self.tensor(f"{name}.scale", layer.scale)
            case CellTip():
                self.tensor(f"{name}.scale", layer.scale)
                self.tensor(f"{name}.bias", layer.bias)

    def network(self, network: Network) -> None:
        for name, layer in layers(network):
            self.layer(name, layer)
        known = attributes(network.shape)
        self.attributes |= {name: str(value) for name, value in known.items()}
        self.attributes |= {
            "trunk.blocks": " ".join(network.shape.blocks),
            "value.activation": "relu",
        }
        # Without the soft policy, which only training uses.
        self.tensor("policy.moves.weights", network.policy_moves.weight[:1].permute(2, 3, 1, 0))
        self.tensor("policy.pass.weights", network.policy_pass.weight[:1].T)
        # The mean of the score is the lead, and there is no variance over time.
        score = network.value_score
        nothing = torch.zeros_like(score.weight[:1])
        weights = torch.cat([score.weight[[0, 1, 0]], nothing])
        self.tensor("value.score.weights", weights.T)
        self.tensor("value.score.bias", torch.cat([score.bias[[0, 1, 0]], nothing[:, 0]]))

    def file(self, name: str) -> bytes:
        self.attributes |= {
            "format": "1",
            "name": name,
            "version": VERSION,
            "inputs": "katago-7",
            "weights": "f32",
            "area_assumes_suicide": "false",
        }
        self.attributes |= {f"scale.{key}": str(value) for key, value in SCALES.items()}
        bare = save(self.tensors)
        data = bare[8 + int.from_bytes(bare[:8], "little") :]
        digest = hashlib.sha256()
        for key, value in sorted(self.attributes.items()):
            digest.update(f"{key}={value}\n".encode())
        digest.update(data)
        attributes = self.attributes | {"sha256": digest.hexdigest()}
        return save(self.tensors, {"mengxi": json.dumps(attributes, sort_keys=True)})


def read(path: Path) -> Network:
    """The running mean of the weights of a run, which is its result."""
    state = torch.load(path, weights_only=True, map_location="cpu")
    mean = AveragedModel(Network(Shape.of_state(state["shape"])))
    mean.load_state_dict(state["mean"])
    # The states of older versions do not say which inputs were constant.
    without_constants(mean.module, state.get("constants", []))
    return mean.module


@torch.no_grad()
def without_constants(network: Network, constants: list[float | None]) -> None:
    """Makes a network treat inputs that were constant in training as if they always were.

    If all games were played by the same rules, the inputs that tell of rules have served as terms
    for the channels, and other values of them mean nothing. The first plane is 1 on the whole
    board, so that the weights in the middle of its window can hold these terms instead.
    """
    for number, value in enumerate(constants):
        if value is not None:
            weights = network.globals.weight[:, number]
            network.planes.weight[:, 0, 1, 1] += value * weights
            weights.zero_()


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a network in the project's format.")
    parser.add_argument("state", type=Path, help="the state of a run, such as RUN/last.pt")
    parser.add_argument("--name", required=True, help="the name of the network")
    parser.add_argument("--out", type=Path, required=True, help="the new file")
    parser.add_argument("--sharpness", type=float, default=1.0, help="the power of the policy")
    options = parser.parse_args()
    network = read(options.state)
    writer = Writer()
    with torch.no_grad():
        network.policy_moves.weight *= options.sharpness
        network.policy_pass.weight *= options.sharpness
        writer.network(network)
    options.out.write_bytes(writer.file(options.name))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
