from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.io import write_mesh, write_poses
from pliant.mesh import Mesh, PoseSet
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from tests.methods.cage.box_cage import unit_box

FRAMES = 12
# The shape counts so little that recovered cages are those that made the frames.
OPTIONS = CageOptions(coordinates="mean_value", alpha=1e-9)


@pytest.fixture(scope="session")
def rig(bar_set: PoseSet) -> CageIK:
    """A bar in a box of 26 vertices with quads."""
    V, quads = unit_box(2)
    low, high = bar_set.mesh.V.min(axis=0) - 0.1, bar_set.mesh.V.max(axis=0) + 0.1
    cage = Mesh.of_polygons(low + V * (high - low), quads)
    return CageIK(bar_set.mesh, cage, options=OPTIONS)


@pytest.fixture(scope="session")
def cages(rig: CageIK) -> np.ndarray:
    """(f, c, 3) the box, bending more and more."""
    V = rig.cage.V
    lift = (V[:, :1] - V[:, :1].min()) ** 2 * [0.0, 1.0, 0.0]
    return V + 0.05 * np.arange(FRAMES)[:, None, None] * lift


@pytest.fixture
def files(rig: CageIK, cages: np.ndarray, tmp_path: Path) -> Path:
    """A folder with the mesh, the cage, the rig, and the sequence that the cages make."""
    write_mesh(tmp_path / "bar.obj", rig.mesh)
    write_mesh(tmp_path / "cage.obj", rig.cage)
    rig.save(tmp_path / "bar.pliant")
    frames = tmp_path / "frames"
    frames.mkdir()
    for i, cage in enumerate(cages):
        write_mesh(frames / f"bend{i}.ply", rig.mesh.moved(rig.posed(cage)))
    write_poses(tmp_path / "cages.npz", PoseSet.of_positions(rig.cage, cages))
    return tmp_path
