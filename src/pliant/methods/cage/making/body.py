"""What a cage must hold, in its frame: triangles that it may not touch, and a point of every piece."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.core.arrays import Array, Faces, Floats, Poses
from pliant.core.topology import vertex_components
from pliant.methods.cage.making.frame import Frame
from pliant.methods.cage.making.tree import Tree, tree


class Body(NamedTuple):
    """corners: (m, 3, 3) triangles; tree: over them; inner: (c, 3) one point of each connected piece.

    With a mirror, everything is folded to x ≥ 0: a cage of that half and its image hold the whole.
    """

    corners: Array
    tree: Tree
    inner: Array


def body(V: Poses, F: Faces, frame: Frame, mirror: bool) -> Body:
    """Of poses V (k, n, 3) of a mesh; vertices of no triangle are held as points."""
    lone = np.setdiff1d(np.arange(V.shape[1]), F)
    F = np.concatenate([F, np.repeat(lone[:, None], 3, axis=1)])
    X = frame.inside(V)
    corners = X[:, F].reshape(-1, 3, 3)
    inner = np.concatenate([_inner(pose, F) for pose in X])
    if mirror:
        corners = _folded(corners)
        inner = np.abs(inner * [1.0, 0.0, 0.0]) + inner * [0.0, 1.0, 1.0]
    return Body(np.ascontiguousarray(corners), tree(corners), np.ascontiguousarray(inner))


def _inner(X: Floats, F: Faces) -> Floats:
    """(c, 3) a point of every connected piece; vertices at one place are one."""
    places, same = np.unique(X, axis=0, return_inverse=True)
    same = same.ravel()
    labels = vertex_components(same[F], len(places))
    return places[np.unique(labels, return_index=True)[1]]


def _folded(corners: Floats) -> Floats:
    """The triangles with those of x < 0 reflected; what crosses x = 0 stands on both sides."""
    right = corners[..., 0].max(axis=1) > 0.0
    left = corners[..., 0].min(axis=1) < 0.0
    image = corners[left | ~right] * [-1.0, 1.0, 1.0]
    return np.concatenate([corners[right], image])
