"""The motion of the nodes of a skin that is being written."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.arrays import Array, Floats
from pliant.geometry.nested_transforms import SAME, Nested
from pliant.io.frames import single
from pliant.io.gltf.animation import slerp
from pliant.io.gltf.nodes import composed


@dataclass(frozen=True, eq=False)
class ControlTracks:
    """The motion of the nodes of c controls in k frames, in single precision.

    translation: (k, c, 3) of the outer nodes
    outer:       (k, c, 4) rotations x, y, z, w of the outer nodes
    scale:       (k, c, 3) of the outer nodes
    inner:       (k, c, 4) rotations x, y, z, w of the inner nodes
    """

    translation: Array
    outer: Array
    scale: Array
    inner: Array

    @staticmethod
    def empty(count: int, controls: int) -> ControlTracks:
        """Tracks that `put` fills, for a number of frames and controls."""
        return ControlTracks(*(np.zeros((count, controls, width), dtype="<f4") for width in (3, 4, 3, 4)))

    def put(self, i: int, translation: Floats, parts: Nested) -> None:
        """Store frame i with translations (c, 3); quaternions get the sign nearer to the frame before."""
        self.translation[i], self.scale[i] = single(translation), single(parts.scale)
        for track, R in ((self.outer, parts.outer), (self.inner, parts.inner)):
            track[i] = Rotation.from_matrix(R).as_quat()
            if i:
                track[i] *= np.where((track[i] * track[i - 1]).sum(axis=1, keepdims=True) < 0, -1, 1)

    def half_way(self, i: int) -> Floats:
        """(c, 4, 4) the matrices of the nodes, about their centres, half way from frame i - 1 to frame i."""
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
        """(c,) bool, whether the control needs its inner node."""
        return np.abs(self.inner[..., :3]).max(axis=(0, 2)) > SAME

    def scales(self) -> Array:
        """(c,) bool, whether the control scales."""
        return np.abs(self.scale - 1).max(axis=(0, 2)) > SAME
