"""Writes a trained network in the project's format, which `docs/network-format.md` defines.

    python -m mengxi_training.export RUN/last.pt --name NAME --out FILE.safetensors

The file is in floats; `mengxi convert --integers` makes it one in integers.
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

from .model import POINTS, Network, Norm, Pooling, Residual, Shape

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

    def convolution(self, name: str, layer: nn.Conv2d, outputs: int | None = None) -> None:
        # From [output, input, y, x] to [y, x, input, output].
        self.tensor(f"{name}.weights", layer.weight[:outputs].permute(2, 3, 1, 0))

    def matrix(self, name: str, layer: nn.Linear, outputs: list[int] | None = None) -> None:
        weights = layer.weight if outputs is None else layer.weight[outputs]
        self.tensor(f"{name}.weights", weights.T)

    def affine(self, name: str, layer: nn.Linear) -> None:
        self.matrix(name, layer)
        self.tensor(f"{name}.bias", layer.bias)

    def norm(self, name: str, layer: Norm) -> None:
        self.tensor(f"{name}.scale", layer.scale)
        self.tensor(f"{name}.bias", layer.bias)
        self.attributes[f"{name}.activation"] = "relu"

    def block(self, name: str, block: Residual | Pooling) -> None:
        if isinstance(block, Residual):
            self.norm(f"{name}.first.norm", block.first_norm)
            self.convolution(f"{name}.first.convolution", block.first)
        else:
            self.norm(f"{name}.norm", block.norm)
            self.convolution(f"{name}.regular", block.regular)
            self.convolution(f"{name}.pooled", block.pooled)
            self.norm(f"{name}.pooled_norm", block.pooled_norm)
            self.matrix(f"{name}.pooled_to_bias", block.pooled_to_bias)
        self.norm(f"{name}.last.norm", block.last_norm)
        self.convolution(f"{name}.last.convolution", block.last)

    def network(self, network: Network) -> None:
        self.convolution("trunk.planes", network.planes)
        self.matrix("trunk.globals", network.globals)
        kinds = ["pooling" if isinstance(one, Pooling) else "residual" for one in network.blocks]
        self.attributes["trunk.blocks"] = " ".join(kinds)
        for number, block in enumerate(network.blocks):
            self.block(f"trunk.blocks.{number}", block)
        self.attributes["trunk.tip"] = "fixed"
        self.norm("trunk.tip", network.tip)
        self.policy_head(network)
        self.value_head(network)

    def policy_head(self, network: Network) -> None:
        self.convolution("policy.regular", network.policy_regular)
        self.convolution("policy.pooled", network.policy_pooled)
        self.norm("policy.pooled_norm", network.policy_pooled_norm)
        self.matrix("policy.pooled_to_bias", network.policy_pooled_to_bias)
        self.norm("policy.norm", network.policy_norm)
        # Without the soft policy, which only training uses.
        self.convolution("policy.moves", network.policy_moves, outputs=1)
        self.attributes["policy.pass"] = "linear"
        self.matrix("policy.pass", network.policy_pass, outputs=[0])

    def value_head(self, network: Network) -> None:
        self.convolution("value.convolution", network.value_convolution)
        self.norm("value.norm", network.value_norm)
        self.affine("value.hidden", network.value_hidden)
        self.attributes["value.activation"] = "relu"
        self.affine("value.outcome", network.value_outcome)
        # The mean of the score is the lead, and there is no variance over time.
        score = network.value_score
        nothing = torch.zeros_like(score.weight[:1])
        weights = torch.cat([score.weight[[0, 1, 0]], nothing])
        self.tensor("value.score.weights", weights.T)
        self.tensor("value.score.bias", torch.cat([score.bias[[0, 1, 0]], nothing[:, 0]]))
        # The loss takes twice the output as a logit, as tanh does.
        self.convolution("value.ownership", network.value_ownership)

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
    state = torch.load(path, weights_only=True)
    mean = AveragedModel(Network(Shape(**state["shape"])))
    mean.load_state_dict(state["mean"])
    return mean.module


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a network in the project's format.")
    parser.add_argument("state", type=Path, help="the state of a run, such as RUN/last.pt")
    parser.add_argument("--name", required=True, help="the name of the network")
    parser.add_argument("--out", type=Path, required=True, help="the new file")
    options = parser.parse_args()
    writer = Writer()
    with torch.no_grad():
        writer.network(read(options.state))
    options.out.write_bytes(writer.file(options.name))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
