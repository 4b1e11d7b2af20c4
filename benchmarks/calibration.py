"""Would a curve fitted on one half of the models make confidences of the other half truer?

p = 1 / (1 + exp(−α − β·logit c)) for a confidence c, with the likeliest α and β. The likeliest constant is
beside it: a confidence that is worth something beats it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, logit

from benchmarks.answers import Answer
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Floats

# Confidences of 0 and 1 have no logit.
LEAST = 0.005
# Pulls α and β toward 0 and 1, which leave a confidence as it is: a few answers should not make a cliff.
PRIOR = 1.0
# From here on an answer is sure.
SURE = 0.9

COLUMNS = [
    Column("half", "judged on"),
    Column("how", "confidence"),
    Column("count", "joints found"),
    Column("brier", "squared error", ".3f"),
    Column("sure", "above 0.9"),
    Column("right", "% of them right", ".0f"),
]
NOTE = (
    "Moving joints, detectable or not. Squared error: mean of (confidence − right)², less is better. Fitted: "
    "a logistic curve with two numbers, fitted by this script on the other half. Constant: the share right "
    "answers in the other half. The analysis uses its confidence as it is."
)


def table(found: Sequence[Answer], half: dict[str, str]) -> Table:
    """The confidences of each half: as they are, with the curve of the other half, and as its constant."""
    result = Table("Confidence, fitted on the other half", COLUMNS, note=NOTE)
    each = {name: _pairs(found, half, name) for name in ("A", "B")}
    for mine, other in (("B", "A"), ("A", "B")):
        (c, right), (seen, known) = each[mine], each[other]
        if not len(c) or not len(seen):
            continue
        alpha, beta = fitted(seen, known)
        ways = {
            "as it is": c,
            f"fitted on {other}": expit(alpha + beta * _logit(c)),
            f"constant of {other}": np.full(len(c), known.mean()),
        }
        for how, p in ways.items():
            sure = p > SURE
            row: dict[str, Cell] = {"half": mine, "how": how, "count": len(c), "sure": int(sure.sum())}
            row["brier"] = float(((p - right) ** 2).mean())
            row["right"] = float(100 * right[sure].mean()) if sure.any() else None
            result.add(row)
    return result


def fitted(c: Floats, right: Floats) -> tuple[float, float]:
    """α and β of the likeliest curve for confidences c (k,) of answers that are right (1) or not (0)."""
    x = _logit(c)

    def cost(ab: Floats) -> float:
        z = ab[0] + ab[1] * x
        return float((np.logaddexp(0, z) - right * z).sum() + PRIOR * (ab[0] ** 2 + (ab[1] - 1) ** 2) / 2)

    alpha, beta = minimize(cost, np.array([0.0, 1.0])).x
    return float(alpha), float(beta)


def _logit(c: Floats) -> Floats:
    return logit(np.clip(c, LEAST, 1 - LEAST))


def _pairs(found: Sequence[Answer], half: dict[str, str], name: str) -> tuple[Floats, Floats]:
    """Confidences of the moving joints found in a half, and whether each is right."""
    own = [
        ((each.confidence or 0.0), float(each.right or each.loop))
        for each in found
        if half.get(each.model) == name and each.found not in (None, "fixed")
    ]
    return np.array([c for c, _ in own]), np.array([right for _, right in own])
