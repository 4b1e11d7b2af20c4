"""The nodes of a skin over time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.core.arrays import Array, Floats
from pliant.core.nested import SAME, Nested
from pliant.io.frames import single
from pliant.io.gltf.animation import slerp
from pliant.io.gltf.nodes import composed


@dataclass(frozen=True, eq=False)
class Tracks:
    """How the nodes of c controls move in k frames, in single precision.

    translation (k, c, 3), outer (k, c, 4) and scale (k, c, 3) are of the outer nodes, inner (k, c, 4) of the
    inner ones; rotations are x, y, z, w.
    """

    translation: Array
    outer: Array
    scale: Array
    inner: Array

    @staticmethod
    def empty(count: int, controls: int) -> Tracks:
        """Room for so many frames and controls."""
        return Tracks(*(np.zeros((count, controls, width), dtype="<f4") for width in (3, 4, 3, 4)))

    def put(self, i: int, translation: Floats, parts: Nested) -> None:
        """Stores frame i; a quaternion's sign is the one nearer to the frame before."""
        self.translation[i], self.scale[i] = single(translation), single(parts.scale)
        for track, R in ((self.outer, parts.outer), (self.inner, parts.inner)):
            track[i] = Rotation.from_matrix(R).as_quat()
            if i:
                track[i] *= np.where((track[i] * track[i - 1]).sum(axis=1, keepdims=True) < 0, -1, 1)

    def half_way(self, i: int) -> Floats:
        """(c, 4, 4) what the nodes do to their centres' surroundings half way from frame i - 1 to i."""
        translation, scale = (
            track[i - 1 : i + 1].mean(axis=0, dtype=float) for track in (self.translation, self.scale)
        )
        half = np.full((1, 1), 0.5)
        outer, inner = (
            slerp(track[i - 1].astype(float), track[i].astype(float), half)
            for track in (self.outer, self.inner)
        )
        return composed(translation, outer, scale) @ composed(np.zeros(3), inner, np.ones(3))

    def turns_inside(self) -> Array:
        """(c,) whether the control needs its inner node."""
        return np.abs(self.inner[..., :3]).max(axis=(0, 2)) > SAME

    def scales(self) -> Array:
        """(c,) whether the control changes its size or shape."""
        return np.abs(self.scale - 1).max(axis=(0, 2)) > SAME
