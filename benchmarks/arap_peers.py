"""As-rigid-as-possible deformation by others, on the solver's own surface with the same rigid vertices."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import igl
import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.methods.handles.surface import WeldedSurface


class Libigl:
    """libigl's ARAP: spokes and rims, as ours; made once for its rigid vertices (h,)."""

    def __init__(self, shape: WeldedSurface, held: Ints) -> None:
        self.held = held
        self.data = igl.ARAPData()
        igl.arap_precomputation(shape.V.copy(), shape.F.copy(), 3, held.astype(np.int32), self.data)

    def iterated(self, goal: Vertices, x: Vertices, iterations: int) -> Floats:
        """(n, 3) after some iterations from x (n, 3), the rigid vertices at their places in goal (n, 3)."""
        self.data.max_iter = iterations
        return np.asarray(igl.arap_solve(goal[self.held], self.data, x))


def open3d_installed() -> bool:
    """Whether Open3D can be compared with."""
    return find_spec("open3d") is not None


class Open3d:
    """Open3D's ARAP: spokes only. It factors at every call, and always starts at rest."""

    def __init__(self, shape: WeldedSurface, held: Ints) -> None:
        # Heavy, and installed only for this.
        import open3d  # pyright: ignore[reportMissingImports]

        self._tool: Any = open3d
        self.held = held
        points = open3d.utility.Vector3dVector(shape.V.copy())
        self.mesh = open3d.geometry.TriangleMesh(
            points, open3d.utility.Vector3iVector(shape.F.astype(np.int32))
        )

    def iterated(self, goal: Vertices, iterations: int) -> Floats:
        """(n, 3) after some iterations from rest."""
        rows = self._tool.utility.IntVector(self.held.astype(np.int32))
        places = self._tool.utility.Vector3dVector(goal[self.held])
        return np.asarray(self.mesh.deform_as_rigid_as_possible(rows, places, max_iter=iterations).vertices)
