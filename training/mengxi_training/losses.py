"""The losses that training minimises, and the accuracies that it reports."""

import torch
from torch import Tensor
from torch.nn import functional

from .model import POINTS, Answers
from .rows import Batch

# The soft policy is the policy to the power of 1 / SOFTNESS. Its use and the weights of the losses
# follow KataGo (Wu, KataGoMethods.md, "Auxiliary Soft Policy Target").
SOFTNESS = 4.0
WEIGHTS = {
    "policy": 0.93,
    "soft_policy": 2.0,
    "win": 0.72,
    "lead": 0.6,
    "deviation": 0.02,
    "ownership": 0.6,
    "final_ownership": 0.15,
}


def cross_entropy(logits: Tensor, shares: Tensor) -> Tensor:
    """The mean divergence of the predicted shares from the given ones."""
    entropy = -(shares * shares.clamp(min=1e-9).log()).sum(1)
    return (-(shares * functional.log_softmax(logits, 1)).sum(1) - entropy).mean()


def softened(policy: Tensor) -> Tensor:
    soft = policy.pow(1.0 / SOFTNESS)
    return soft / soft.sum(1, keepdim=True).clamp(min=1e-9)


def ownership_loss(logits: Tensor, owners: Tensor) -> Tensor:
    """The mean cross-entropy at the points whose owner is known; 0 if there is none."""
    known = (~owners.isnan()).float()
    shares = (owners.nan_to_num() + 1.0) / 2.0
    each = functional.binary_cross_entropy_with_logits(2.0 * logits, shares, reduction="none")
    return (each * known).sum() / known.sum().clamp(min=1.0)


def losses(answers: Answers, batch: Batch) -> dict[str, Tensor]:
    """The losses by name, without their weights."""
    outcome = torch.stack([batch.win, 1.0 - batch.win, torch.zeros_like(batch.win)], 1)
    error = (batch.final_lead - answers.lead.detach()) / answers.deviation
    unlikeliness = answers.deviation.log() + 0.5 * error.square().clamp(max=25.0)
    return {
        "policy": cross_entropy(answers.policy, batch.policy),
        "soft_policy": cross_entropy(answers.soft_policy, softened(batch.policy)),
        "win": cross_entropy(answers.outcome, outcome),
        "lead": functional.huber_loss(answers.lead / POINTS, batch.lead / POINTS),
        "deviation": unlikeliness.mean(),
        "ownership": ownership_loss(answers.ownership, batch.ownership),
        "final_ownership": ownership_loss(answers.ownership, batch.final_ownership),
    }


def total(parts: dict[str, Tensor]) -> Tensor:
    return sum(WEIGHTS[name] * part for name, part in parts.items())


@torch.no_grad()
def accuracies(answers: Answers, batch: Batch) -> dict[str, float]:
    """How well answers agree with labels, in terms of the game.

    `first` is the share of positions with the same best move, `win_error` the mean error of the
    win rate, and `lead_error` that of the lead in points.
    """
    win = answers.outcome[:, :2].softmax(1)[:, 0]
    first = answers.policy.argmax(1) == batch.policy.argmax(1)
    return {
        "first": first.float().mean().item(),
        "win_error": (win - batch.win).abs().mean().item(),
        "lead_error": (answers.lead - batch.lead).abs().mean().item(),
    }
