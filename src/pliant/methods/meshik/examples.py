"""Feature vectors of the examples [Sumner2005, sec. 3.1–3.3].

f = G x are the deformation gradients T_ij of triangle j in pose i; T_ij = R_ij S_ij.
Examples are first turned to the reference's attitude, so that the span keeps shapes and attitudes Qᵢ apart:
a rearing horse is a shape and a turn of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pliant.arrays import Floats, Poses, Vertices
from pliant.examples.attitudes import Attitudes, centred
from pliant.examples.span import Span
from pliant.geometry.deformation import deformation_gradients, polar
from pliant.geometry.gradient import areas, tangent_basis
from pliant.geometry.rotations import log
from pliant.geometry.solvable import Solvable
from pliant.geometry.topology import face_pairs
from pliant.progress import Progress, silent


def printed_span(shape: Solvable, progress: Progress = silent) -> tuple[Span, Attitudes]:
    """The paper's features, of the poses as they were given, and their attitudes, none of them turned.

    Every logarithm has a length of at most π.
    """
    logs, stretches = zip(*((log(R), S) for R, S in _polar_parts(shape, progress)), strict=True)
    return _span(shape, logs, stretches, free=len(logs)), _attitudes(shape, np.zeros((len(logs), 3)))


def aligned_span(shape: Solvable, progress: Progress = silent) -> tuple[Span, Attitudes]:
    """Features of the poses turned to the reference's attitude, and their attitudes.

    Logarithms of neighbouring triangles lie on matching branches.
    """
    size, pairs = areas(shape.V[0], shape.F), face_pairs(shape.F)
    parts = ((*centred(R, pairs, size), S) for R, S in _polar_parts(shape, progress))
    logs, turns, stretches = zip(*parts, strict=True)
    return _span(shape, logs, stretches, free=len(logs)), _attitudes(shape, np.array(turns))


def linear_span(shape: Solvable, progress: Progress = silent) -> tuple[Span, Attitudes]:
    """The linear span [Sumner2005, sec. 3.2]: mean-centred features, k − 1 weights, no rotations.

    The mean is one more example whose weight is fixed at one.
    """
    T = np.stack([deformation_gradients(shape.V[0], pose, shape.F) for pose in _told(shape.V, progress)])
    mean = T.mean(axis=0, keepdims=True)
    k = len(shape.V)
    span = _span(shape, [np.zeros((len(shape.F), 3))] * k, [*(T - mean)[:-1], mean[0]], free=k - 1)
    return span, _attitudes(shape, np.zeros((k, 3)))


def _polar_parts(shape: Solvable, progress: Progress) -> Iterator[tuple[Floats, Floats]]:
    """The rotations (m, 3, 3) and stretches (m, 3, 3) of each pose."""
    V = _told(shape.V, progress)
    return (polar(deformation_gradients(shape.V[0], pose, shape.F)) for pose in V)


def _told(V: Poses, progress: Progress) -> Iterator[Vertices]:
    """The poses V (k, n, 3) one by one, each told of before it is looked at."""
    for i, pose in enumerate(V):
        progress(i / len(V), f"comparing pose {i + 1} of {len(V)}")
        yield pose


def _span(shape: Solvable, logs: Sequence[Floats], stretches: Sequence[Floats], *, free: int) -> Span:
    """The span of logarithms (m, 3) and stretches (m, 3, 3) of each pose, with `free` weights."""
    E = tangent_basis(shape.V[0], shape.F)
    columns = np.stack([S @ E for S in stretches], axis=3)
    return Span(np.stack(logs, axis=2), columns, free)


def _attitudes(shape: Solvable, turns: Floats) -> Attitudes:
    """Turns (k, 3) with the centroid of each pose, its triangles weighted by their area in the reference."""
    size = areas(shape.V[0], shape.F)
    middles = shape.V[:, shape.F].mean(axis=2)
    return Attitudes(turns, np.einsum("j,kjc->kc", size, middles) / size.sum())
