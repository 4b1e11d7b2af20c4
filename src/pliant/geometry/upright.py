"""Which axis of a model is up: the one along which it stands on feet, or flat on a base."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.feet import TOUCHING, feet, stable
from pliant.geometry.gradient import double_area_normals
from pliant.geometry.surface_graph import SurfaceGraph

Axis = Literal["y", "z"]

AXES: dict[Axis, Floats] = {"y": np.array([0.0, 1.0, 0.0]), "z": np.array([0.0, 0.0, 1.0])}
# A face is flat on the floor where its normal is nearer than this cosine to straight down.
DOWN = 0.8
# Soles of feet have this share of the surface at least; hooves have 0.01, shoes 0.02, what a lying person
# touches the floor with below 0.003.
SOLES = 0.006
# A base has this share of the surface at least, and so many times that of the other side.
BASE, CLEARLY = 0.03, 3.0
# What is this much lower than long and wide, such as an airplane, lies, on however little more than soles.
LOW = 0.4


@dataclass(frozen=True)
class Support:
    """What a body rests on along an axis.

    feet:   how many regions touch the floor; none where it lies on its length
    stable: whether its centre of mass lies above them
    flat:   the share of the surface that lies flat on the floor
    """

    feet: int
    stable: bool
    flat: float

    @property
    def on_feet(self) -> bool:
        """Whether it stands on several feet."""
        return self.feet >= 2 and self.stable

    @property
    def on_soles(self) -> bool:
        """Whether it stands on several feet that lie flat."""
        return self.on_feet and self.flat >= SOLES


def up_axis(V: Vertices, F: Faces, graph: SurfaceGraph, *, told: bool = False) -> Axis:
    """The axis that is up: z where the model stands along it and not along y, else y.

    graph: that of the mesh V (n, 3), F (m, 3)
    told:  whether the file's format says that y is up; then only feet tell otherwise
    """
    y, z = (support(V, F, graph, AXES[axis]) for axis in ("y", "z"))
    if y.on_soles or (told and y.stable and y.flat >= SOLES):
        return "y"
    long, wide, tall = np.ptp(V, axis=0)
    low = tall <= LOW * min(long, wide)
    rests = z.stable or (low and not z.feet)
    on_base = not told and not y.on_feet and rests and z.flat >= max(SOLES if low else BASE, CLEARLY * y.flat)
    return "z" if z.on_soles or on_base else "y"


def support(V: Vertices, F: Faces, graph: SurfaceGraph, up: Floats) -> Support:
    """What a mesh V (n, 3), F (m, 3) rests on along a unit vector up (3,); graph: that of the mesh."""
    found = feet(graph, up)
    normals = double_area_normals(V, F)
    area = np.linalg.norm(normals, axis=1)
    height = V @ up
    low = float(height[F].min())
    tall = float(height[F].max()) - low
    touching = height[F].max(axis=1) <= low + TOUCHING * tall
    flat = touching & (-(normals @ up) > DOWN * area)
    share = float(area[flat].sum() / max(float(area.sum()), np.finfo(np.float64).tiny))
    return Support(len(found), stable(graph, found, up), share)
