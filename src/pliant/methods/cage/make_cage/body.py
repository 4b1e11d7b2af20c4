"""The mesh that a cage must hold: triangles that it may not touch, and a point of every piece."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Array, Faces, Floats, Poses
from pliant.geometry.topology import vertex_components
from pliant.methods.cage.make_cage.box_tree import BoxTree, box_tree
from pliant.methods.cage.make_cage.model_frame import ModelFrame


class Body(NamedTuple):
    """The mesh that a cage must hold, in the frame in which the cage is made.

    With a mirror, everything is folded to x ≥ 0: a cage of that half and its image hold the whole.
    corners: (m, 3, 3) triangles; tree: the boxes over them; inner: (c, 3) a point of each connected piece
    """

    corners: Array
    tree: BoxTree
    inner: Array


def body(V: Poses, F: Faces, frame: ModelFrame, *, mirror: bool) -> Body:
    """The body of poses V (k, n, 3) of a mesh; vertices of no triangle are held as points."""
    lone = np.setdiff1d(np.arange(V.shape[1]), F)
    F = np.concatenate([F, np.repeat(lone[:, None], 3, axis=1)])
    X = frame.inside(V)
    corners = X[:, F].reshape(-1, 3, 3)
    inner = np.concatenate([_inner(pose, F) for pose in X])
    if mirror:
        corners = _folded(corners)
        inner = np.abs(inner * [1.0, 0.0, 0.0]) + inner * [0.0, 1.0, 1.0]
    return Body(np.ascontiguousarray(corners), box_tree(corners), np.ascontiguousarray(inner))


def _inner(X: Floats, F: Faces) -> Floats:
    """(c, 3) a point of every connected piece; vertices at the same place count as one."""
    places, same = np.unique(X, axis=0, return_inverse=True)
    same = same.ravel()
    labels = vertex_components(same[F], len(places))
    return places[np.unique(labels, return_index=True)[1]]


def _folded(corners: Floats) -> Floats:
    """The triangles with those of x < 0 reflected; those across x = 0 come twice, also reflected."""
    right = corners[..., 0].max(axis=1) > 0.0
    left = corners[..., 0].min(axis=1) < 0.0
    image = corners[left | ~right] * [-1.0, 1.0, 1.0]
    return np.concatenate([corners[right], image])
