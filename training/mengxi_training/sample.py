"""Writes two small networks and PyTorch's answers to some rows, for a test of the program.

    python -m mengxi_training.sample --rows FOLDER --out FOLDER

The weights are random, in all layers.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save

from .export import Writer
from .model import Network, Shape, attentions, convolutions
from .rows import Rows, read


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes two small networks and their answers.")
    parser.add_argument("--rows", type=Path, required=True, help="a folder of rows")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the files")
    options = parser.parse_args()
    rows = read([options.rows])
    heads = {"pooled": 8, "head": 8, "hidden": 16}
    write("pytorch", Shape(convolutions(3), channels=16, **heads), rows, options.out)
    shape = Shape(attentions(2), channels=32, inner=24, **heads)
    write("pytorch-attention", shape, rows, options.out)


def write(name: str, shape: Shape, rows: dict[str, Rows], folder: Path) -> None:
    torch.manual_seed(1)
    network = Network(shape)
    with torch.no_grad():
        for weights in network.parameters():
            weights += 0.1 * torch.randn_like(weights)
        answers = {}
        for size, found in rows.items():
            batch = found.batch(np.arange(len(found)), 0)
            given = network(batch.planes, batch.globals)
            columns = {
                "policy": given.policy,
                "outcome": given.outcome,
                "lead": given.lead,
                "deviation": given.deviation,
                "ownership": given.ownership.tanh(),
            }
            for part, values in columns.items():
                # `save` writes an array as it lies in memory, even if that is not contiguous.
                answers[f"{size}.{part}"] = np.ascontiguousarray(values.numpy())
        writer = Writer()
        writer.network(network)
    (folder / f"{name}.safetensors").write_bytes(writer.file(name))
    (folder / f"{name}-answers.safetensors").write_bytes(save(answers))


if __name__ == "__main__":
    main()
