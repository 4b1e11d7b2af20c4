"""Feature vectors of the examples [Sumner2005, sec. 3.1–3.3].

f = G x are the deformation gradients T_ij of triangle j in pose i; T_ij = R_ij S_ij.
Examples are first turned to the reference's attitude, so that the span holds the shapes and the attitudes
Qᵢ apart: a rearing horse is a pose and a turn of the whole.
"""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Floats
from pliant.core.attitudes import Attitudes, centred
from pliant.core.deformation import deformation_gradients, polar
from pliant.core.features import Span
from pliant.core.gradient import areas, tangent_basis
from pliant.core.rotations import log
from pliant.core.solvable import Solvable
from pliant.core.topology import face_pairs


def printed_span(shape: Solvable) -> tuple[Span, Attitudes]:
    """The paper's features: the poses as they stand, every logarithm of length at most π."""
    logs, stretches = [], []
    for pose in shape.V:
        R, S = polar(deformation_gradients(shape.V[0], pose, shape.F))
        logs.append(log(R))
        stretches.append(S)
    still = Attitudes(np.zeros((len(shape.V), 3)), _centroids(shape))
    return _span(shape, logs, stretches, free=len(logs)), still


def aligned_span(shape: Solvable) -> tuple[Span, Attitudes]:
    """Features of the poses turned to the reference's attitude, logarithms on matching branches."""
    size = areas(shape.V[0], shape.F)
    pairs = face_pairs(shape.F)
    logs, stretches, turns = [], [], []
    for pose in shape.V:
        R, S = polar(deformation_gradients(shape.V[0], pose, shape.F))
        theta, turn = centred(R, pairs, size)
        logs.append(theta)
        stretches.append(S)
        turns.append(turn)
    return _span(shape, logs, stretches, free=len(logs)), Attitudes(np.array(turns), _centroids(shape))


def linear_span(shape: Solvable) -> tuple[Span, Attitudes]:
    """The linear span [Sumner2005, sec. 3.2]: mean-centred features, k − 1 weights, no rotations.

    The mean is one more example whose weight is fixed at one.
    """
    T = np.stack([deformation_gradients(shape.V[0], pose, shape.F) for pose in shape.V])
    mean = T.mean(axis=0, keepdims=True)
    k = len(shape.V)
    span = _span(shape, [np.zeros((len(shape.F), 3))] * k, [*(T - mean)[:-1], mean[0]], free=k - 1)
    return span, Attitudes(np.zeros((k, 3)), _centroids(shape))


def _span(shape: Solvable, logs: list[Floats], stretches: list[Floats], *, free: int) -> Span:
    E = tangent_basis(shape.V[0], shape.F)
    columns = np.stack([S @ E for S in stretches], axis=3)
    return Span(np.stack(logs, axis=2), columns, free)


def _centroids(shape: Solvable) -> Floats:
    size = areas(shape.V[0], shape.F)
    middles = shape.V[:, shape.F].mean(axis=2)
    return np.einsum("j,kjc->kc", size, middles) / size.sum()
