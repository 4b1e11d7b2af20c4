"""Poses between two others of one rig: weights go straight, rotations along the shortest turn.

The features of the blend of both are natural in-betweens, and positions follow from them by one solve with
the pins held, so that a pose on the way costs less than one step of a search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats
from pliant.examples.problem import Fit
from pliant.examples.search import Blend, ExampleSearch
from pliant.geometry.rotations import exp, exp3, log, log3
from pliant.solve.threads import FEW


class Between(NamedTuple):
    """A pose on the way.

    x, T:   positions (n, 3), and the features (m, 3, d) that they follow
    energy: the energy of both and of the weights, without that of the corrective rotations
    blend:  the parameters
    """

    x: Floats
    T: Floats
    energy: float
    blend: Blend


def between(search: ExampleSearch, fit: Fit, W: Floats, ends: tuple[Blend, Blend], share: float) -> Between:
    """The pose at a share (0 … 1) of the way from the first of two to the second.

    fit: holds the pins at their targets
    W:   (m,) weights of the elements
    """
    blend = between_blends(ends[0].copy(), ends[1].copy(), share)
    T = search.span.tangents(blend.weights, blend.rotations)
    x = fit.positions(fit.solved(fit.spread(T, W[:, None]))[:, :, 0])
    energy = search.prior.energy(blend.weights) + float(W @ fit.residuals(x, T))
    return Between(x, T, energy, blend)


def between_blends(a: Blend, b: Blend, share: float) -> Blend:
    """The parameters at a share (0 … 1) of the way from a to b.

    The whole turns by itself and its elements against it, so that all of them go the same way round.
    """
    attitude = between_turns(a.attitude, b.attitude, share)
    rotations = np.empty_like(a.rotations)
    ends = (a.attitude, a.rotations, b.attitude, b.rotations)
    (_between_here if len(rotations) < FEW else _between)(ends, attitude, share, rotations)
    spanned = (
        (1.0 - share) * a.spanned[0] + share * b.spanned[0],
        between_turns(a.spanned[1], b.spanned[1], share),
    )
    return Blend((1.0 - share) * a.weights + share * b.weights, attitude, rotations, spanned)


def between_turns(A: Floats, B: Floats, share: float) -> Floats:
    """(3, 3) the rotation at a share of the shortest turn from A to B."""
    return exp(share * log(B @ A.T)) @ A


@njit(cache=True)
def _between_one(j, ends, attitude, share, out):
    """Q C with Q the attitude and C between the elements' own turns Q_aᵀ R_a and Q_bᵀ R_b."""
    Qa, Ra, Qb, Rb = ends
    a = np.empty((3, 3))
    way = np.empty((3, 3))
    own = np.empty((3, 3))
    for i in range(3):
        for k in range(3):
            a[i, k] = Qa[0, i] * Ra[j, 0, k] + Qa[1, i] * Ra[j, 1, k] + Qa[2, i] * Ra[j, 2, k]
            own[i, k] = Qb[0, i] * Rb[j, 0, k] + Qb[1, i] * Rb[j, 1, k] + Qb[2, i] * Rb[j, 2, k]
    for i in range(3):
        for k in range(3):
            way[i, k] = own[i, 0] * a[k, 0] + own[i, 1] * a[k, 1] + own[i, 2] * a[k, 2]
    x, y, z = log3(way)
    r = exp3(share * x, share * y, share * z)
    for i in range(3):
        for k in range(3):
            own[i, k] = r[3 * i] * a[0, k] + r[3 * i + 1] * a[1, k] + r[3 * i + 2] * a[2, k]
    for i in range(3):
        for k in range(3):
            out[j, i, k] = (
                attitude[i, 0] * own[0, k] + attitude[i, 1] * own[1, k] + attitude[i, 2] * own[2, k]
            )


@njit(cache=True, parallel=True)
def _between(ends, attitude, share, out):
    for j in prange(len(out)):
        _between_one(j, ends, attitude, share, out)


@njit(cache=True)
def _between_here(ends, attitude, share, out):
    for j in range(len(out)):
        _between_one(j, ends, attitude, share, out)
