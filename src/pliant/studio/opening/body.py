"""How an opened model stands: which axis is up, which way it faces, its feet and its ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.geometry.extremities import Extremity, extremities
from pliant.geometry.feet import standing_feet
from pliant.geometry.front import front
from pliant.geometry.rigid_placement import placing_rotation
from pliant.geometry.surface_graph import SurfaceGraph, surface_graph
from pliant.geometry.upright import AXES, Axis, up_axis
from pliant.io.meshes import GLTF
from pliant.studio.opening.dropped import is_description

# Where models face that say nothing else: as glTF wants it, and as programs with z up have it.
USUAL: dict[Axis, Floats] = {"y": np.array([0.0, 0.0, 1.0]), "z": np.array([0.0, -1.0, 0.0])}
# What that counts beside toes, which count two, where the format says so and where it does not.
FORMAT, HABIT = 1.0, 0.5


@dataclass(frozen=True, eq=False)
class Body:
    """A model as something that stands.

    V:    (k, n, 3) its poses, the first of which is shown
    F:    (m, 3) triangles
    path: of the file that it comes from, whose format may say what is up; empty for none
    """

    V: Poses
    F: Faces
    path: str = ""

    @cached_property
    def graph(self) -> SurfaceGraph:
        """Its surface as a graph."""
        return surface_graph(self.V[0], self.F)

    @cached_property
    def axis(self) -> Axis:
        """The axis that is up. Descriptions of robots have z up, and glTF nearly always y."""
        if is_description(self.path):
            return "z"
        return up_axis(self.V[0], self.F, self.graph, told=self._is_gltf)

    @property
    def up(self) -> Floats:
        """(3,) the unit vector upward."""
        return AXES[self.axis]

    @cached_property
    def front(self) -> Floats:
        """(3,) the unit vector in which it faces."""
        return front(self.graph, self.up, USUAL[self.axis], FORMAT if self._is_gltf else HABIT)

    @property
    def azimuth(self) -> float:
        """The angle of the front about the axis that is up, in radians: 0 where models usually face."""
        usual = USUAL[self.axis]
        return float(np.arctan2(self.front @ np.cross(self.up, usual), self.front @ usual))

    @cached_property
    def feet(self) -> list[Ints]:
        """The nodes of its feet, the largest first; none for what lies, or hovers on its wing tips."""
        return standing_feet(self.graph, self.up)

    @cached_property
    def ends(self) -> list[Extremity]:
        """Its ends, the most prominent first."""
        return extremities(self.graph)

    @property
    def height(self) -> Floats:
        """(c,) heights of the nodes above the lowest one, in heights of the body."""
        height = self.graph.P @ self.up
        return (height - height.min()) / max(float(np.ptp(height)), np.finfo(np.float64).tiny)

    def moves(self, of: Ints, held: Ints) -> Floats:
        """(k - 1, h, 3) how far vertices `of` (h,) go from the first pose to the others, seen from `held`."""
        return np.array([seen_from(self.V[0], V, held)[of] - self.V[0][of] for V in self.V[1:]])

    @property
    def _is_gltf(self) -> bool:
        return Path(self.path).suffix.lower() in GLTF


def seen_from(rest: Vertices, V: Vertices, held: Ints) -> Vertices:
    """(n, 3) a pose moved as one piece so that its vertices `held` (h,) are nearest to those of another."""
    R = placing_rotation(V[held], rest[held])
    return (V - V[held].mean(axis=0)) @ R.T + rest[held].mean(axis=0)
