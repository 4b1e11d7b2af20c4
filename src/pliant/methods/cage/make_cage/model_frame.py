"""The frame in which a cage is made: the model's own axes, the diagonal of its box along them as the unit.

Any rotation and unit of the model gives the same cage. A mirror plane of the model is x = 0 there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.gradient import areas
from pliant.geometry.symmetry import Plane

# Principal moments closer than this share are equal; then the coordinate axes of the file are taken.
EQUAL = 0.02


@dataclass(frozen=True, eq=False)
class ModelFrame:
    """The map x = axes (p − origin) / unit; axes (3, 3) in rows."""

    axes: Floats
    origin: Floats
    unit: float

    def inside(self, P: Floats) -> Floats:
        """Points (…, 3) of the model in this frame."""
        return (P - self.origin) @ self.axes.T / self.unit

    def back(self, X: Floats) -> Floats:
        """Points (…, 3) of this frame in the model's."""
        return X @ self.axes * self.unit + self.origin


def model_frame(V: Vertices, F: Faces, plane: Plane | None) -> ModelFrame:
    """The frame of a mesh; its first axis is the normal of the mirror plane, if there is one."""
    P, w = V[F].mean(axis=1), areas(V, F)
    if not w.sum() > 0.0:
        P, w = V, np.ones(len(V))
    w = w / w.sum()
    centre = w @ P
    first = [] if plane is None else [plane.normal]
    axes = _principal(P - centre, w, first)
    box = V @ _principal(P - centre, w, []).T
    if plane is not None:
        centre = centre - (centre @ plane.normal - plane.offset) * plane.normal
    return ModelFrame(axes, centre, box_diagonal(box))


def _principal(P: Floats, w: Floats, given: list[Floats]) -> Floats:
    """(3, 3) rows: the given axes, then the principal axes of the points P, weighted by w, across them."""
    across = np.eye(3)
    for axis in given:
        across -= np.outer(axis, axis)
    moments = across @ (P.T * w) @ P @ across
    values, vectors = np.linalg.eigh(moments)
    # From the longest to the shortest; the given axes have moment zero and come last, so they drop out.
    values, vectors = values[::-1][: 3 - len(given)], vectors[:, ::-1].T[: 3 - len(given)]
    if len(values) > 1 and values[0] - values[-1] <= EQUAL * values[0]:
        vectors = _file_axes(across)[: 3 - len(given)]
    axes = np.array([*given, *(axis * (1.0 if w @ (P @ axis) ** 3 >= 0.0 else -1.0) for axis in vectors)])
    if np.linalg.det(axes) < 0.0:
        axes[-1] *= -1.0
    return axes


def _file_axes(across: Floats) -> Floats:
    """Rows: axes near to the coordinate axes, within the plane that `across` (3, 3) projects on."""
    if np.array_equal(across, np.eye(3)):
        return np.eye(3)
    kept = np.argsort(-np.linalg.norm(across, axis=1), kind="stable")[0]
    first = across[kept] / np.linalg.norm(across[kept])
    normal = np.linalg.svd(across)[2][-1]
    return np.array([first, np.cross(normal, first)])
