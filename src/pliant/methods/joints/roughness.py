"""Normals of a noisy surface, from where its points lie instead of how its triangles are tilted.

Noise of a fraction of a triangle's width tilts it at random. A plane fitted to the samples within a small
ball forgets that; where the ball meets an edge no plane fits, and those samples are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import KDTree

from pliant.core.arrays import Array, Faces, Floats, Vertices
from pliant.methods.joints.sampling import Samples
from pliant.methods.joints.shading import inner_edges

# The ball's radius, over the mean distance of the samples from their middle: a pin still is round in it.
BALL = 0.35
# Samples that are looked at in a ball; fewer than the least make no plane.
NEIGHBOURS, LEAST = 64, 8
# Edges that bend less than the first are flat, whatever their sign; more than the second are designed, and so
# are the chamfers between the last two.
BENT, EDGE, CHAMFER = np.radians(3.0), np.radians(80.0), np.radians([42.0, 48.0])
# A surface is rough where this share of its area has triangles that bend both ways at once: noise does that
# to many of them, and a designed surface hardly does it.
ROUGH = 0.28
# A plane fits where the samples' spread across it is below this share of their spread along it.
FLAT = 0.35


@dataclass(frozen=True, eq=False)
class Smooth:
    """The fitted normals of samples.

    normals: (s, 3) unit, on the same side as the triangles'
    flat:    (s,) where a plane fits
    noise:   the mean distance of the samples from their planes
    """

    normals: Floats
    flat: Array
    noise: float


def jagged(V: Vertices, F: Faces, n: Floats) -> Array:
    """(m,) which triangles have an edge that is bent outward and one that is bent inward."""
    edges = inner_edges(F)
    bend = np.arccos(np.clip((n[edges.left] * n[edges.right]).sum(axis=1), -1.0, 1.0))
    across = V[F[edges.right]].mean(axis=1) - V[F[edges.left]].mean(axis=1)
    outward = (across * n[edges.left]).sum(axis=1) < 0
    ways = []
    for way in (outward, ~outward):
        rows = way & (bend > BENT) & (bend < EDGE) & ((bend < CHAMFER[0]) | (bend > CHAMFER[1]))
        ends = np.concatenate([edges.left[rows], edges.right[rows]])
        ways.append(np.bincount(ends, minlength=len(F)) > 0)
    return ways[0] & ways[1]


def smoothed(samples: Samples) -> Smooth:
    """Normals from planes fitted in small balls."""
    offset = samples.points - samples.points.mean(axis=0)
    radius = BALL * float(np.linalg.norm(offset, axis=1).mean())
    count = min(NEIGHBOURS, len(samples))
    far, near = KDTree(samples.points).query(samples.points, k=count, distance_upper_bound=radius)
    far, near = far.reshape(len(samples), -1), near.reshape(len(samples), -1)
    inside = np.isfinite(far)
    near = np.where(inside, near, 0)
    w = samples.weights[near] * inside
    w /= w.sum(axis=1, keepdims=True)
    mean = np.einsum("sk,skj->sj", w, samples.points[near])
    spread = samples.points[near] - mean[:, None]
    values, vectors = np.linalg.eigh(np.einsum("sk,ski,skj->sij", w, spread, spread))
    tilted = np.einsum("sk,skj->sj", w, samples.normals[near])
    side = np.sign((vectors[:, :, 0] * tilted).sum(axis=1))
    normals = vectors[:, :, 0] * np.where(side == 0, 1.0, side)[:, None]
    flat = (inside.sum(axis=1) >= LEAST) & (values[:, 0] <= FLAT**2 * values[:, 1])
    noise = float(np.sqrt(np.maximum(values[flat, 0], 0.0)).mean()) if flat.any() else 0.0
    return Smooth(normals, flat, noise)
