"""A few blend shapes whose mixtures are all frames of a motion: principal components of displacements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Vertices

# A matrix flattens if its volume is this share of its length cubed.
_FLAT = 1e-9
# Share of the bound that nobody would miss.
_UNSEEN = 0.01


@dataclass(frozen=True, eq=False)
class ShapeBasis:
    """Shapes and their weights in each frame.

    shapes:      (r, n, 3) displacements
    weights:     (f, r) from 0 to 1
    mean_square: mean of the squared distances that the shapes leave in the scene
    largest:     the largest of these distances
    """

    shapes: Floats
    weights: Floats
    mean_square: float
    largest: float


def shape_basis(moves: Floats, stretch: Floats, bound: float) -> ShapeBasis:
    """The fewest shapes whose mixtures show displacements moves (f, n, 3), no vertex farther off than bound.

    stretch: (n,) how many times farther vertices move in the scene
    """
    f, n, _ = moves.shape
    scaled = (moves * stretch[:, None]).reshape(f, -1)
    values, vectors = np.linalg.eigh(scaled @ scaled.T)
    order = np.argsort(-values)
    values, vectors = np.maximum(values[order], 0.0), vectors[:, order]
    # While the mean of what is left is above the bound, the largest is too.
    count = int(np.count_nonzero(np.sqrt(np.cumsum(values[::-1])[::-1] / (f * n)) > bound))
    away = _left(scaled, vectors[:, :count], n)
    while count < f and away.max() > bound:
        count += 1
        away = _left(scaled, vectors[:, :count], n)
    kept = vectors[:, :count]
    size = np.abs(kept).max(axis=0, initial=0.0)
    size = np.where(size > 0, size, 1.0)
    shapes = (size[:, None] * (kept.T @ moves.reshape(f, -1))).reshape(-1, n, 3)
    reach = np.linalg.norm(shapes * stretch[:, None], axis=2).max(axis=1, initial=0.0)
    shapes, weights = _one_sided(shapes, kept / size, _UNSEEN * bound / np.maximum(reach, _UNSEEN * bound))
    return ShapeBasis(shapes, weights, float((away**2).mean()), float(away.max()))


def _one_sided(shapes: Floats, weights: Floats, least: Floats) -> tuple[Floats, Floats]:
    """Shapes whose weights go from 0 to 1, as sliders of other programs do: Blender takes less for 0.

    least: (r,) weights of each shape that nobody sees
    A shape with weights of both signs becomes two that are opposite; what lies between keys is the same.
    """
    both = np.concatenate([shapes, -shapes])
    sides = np.concatenate([np.maximum(weights, 0.0), np.maximum(-weights, 0.0)], axis=1)
    seen = np.flatnonzero(sides.max(axis=0, initial=0.0) > np.tile(least, 2))
    return both[seen], sides[:, seen]


def _left(scaled: Floats, kept: Floats, n: int) -> Floats:
    """(f, n) how far vertices are from where they should be with the components kept (f, r)."""
    return np.linalg.norm((scaled - kept @ (kept.T @ scaled)).reshape(len(scaled), n, 3), axis=2)


def pulled_back(blends: Floats, V: Vertices, rest: Vertices) -> tuple[Floats, Floats]:
    """(n, 3) displacements of rest positions that blends (n, 3, 4) carry to V, and (n,) their stretch.

    A vertex that its bones flatten to a point or plane cannot be moved, and is not.
    """
    A = blends[..., :3]
    length = np.linalg.norm(A, axis=(1, 2))
    full = np.abs(np.linalg.det(A)) > _FLAT * np.maximum(length, np.finfo(float).tiny) ** 3
    safe = np.where(full[:, None, None], A, np.eye(3))
    away = V - np.einsum("nij,nj->ni", A, rest) - blends[..., 3]
    moved = np.linalg.solve(safe, away[..., None])[..., 0]
    return np.where(full[:, None], moved, 0.0), length / np.sqrt(3.0)
