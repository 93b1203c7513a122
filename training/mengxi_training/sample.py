"""Writes a small network and PyTorch's answers to some rows, for a test of the program.

    python -m mengxi_training.sample --rows FOLDER --out FOLDER

The weights are random, in all layers.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save

from .export import Writer
from .model import Network, Shape
from .rows import read


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a small network and its answers.")
    parser.add_argument("--rows", type=Path, required=True, help="a folder of rows")
    parser.add_argument("--out", type=Path, required=True, help="the folder for both files")
    options = parser.parse_args()
    torch.manual_seed(1)
    network = Network(Shape(blocks=3, channels=16, pooled=8, head=8, hidden=16))
    with torch.no_grad():
        for weights in network.parameters():
            weights += 0.1 * torch.randn_like(weights)
        answers = {}
        for size, rows in read([options.rows]).items():
            batch = rows.batch(np.arange(len(rows)), 0)
            given = network(batch.planes, batch.globals)
            columns = {
                "policy": given.policy,
                "outcome": given.outcome,
                "lead": given.lead,
                "deviation": given.deviation,
                "ownership": given.ownership.tanh(),
            }
            for name, values in columns.items():
                # A file is written as the values lie in memory, also if they have gaps.
                answers[f"{size}.{name}"] = np.ascontiguousarray(values.numpy())
        writer = Writer()
        writer.network(network)
    (options.out / "pytorch.safetensors").write_bytes(writer.file("pytorch"))
    (options.out / "pytorch-answers.safetensors").write_bytes(save(answers))


if __name__ == "__main__":
    main()
