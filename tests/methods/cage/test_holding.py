"""Points of the mesh and vertices of the cage, held at once."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.errors import AnchorError
from pliant.mesh import Mesh
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.samples.bar import bar
from tests.methods.cage.box_cage import unit_box

POINTS, VERTICES = [0, 7, 33], [2, 11, 20]


def rig(coordinates: str) -> CageIK:
    mesh = bar(60).mesh
    V, quads = unit_box(2)
    low, high = mesh.V.min(axis=0) - 0.1, mesh.V.max(axis=0) + 0.1
    options = CageOptions(coordinates=coordinates)  # pyright: ignore[reportArgumentType]
    return CageIK(mesh, Mesh.of_polygons(low + V * (high - low), quads), options=options)


@pytest.mark.parametrize("coordinates", ["mean_value", "green"])
def test_points_and_vertices_of_the_cage_are_where_they_are_pulled(coordinates: str) -> None:
    own = rig(coordinates)
    grip = own.grab(POINTS, cage=VERTICES)
    targets = grip.held.rest + 0.1 * np.random.default_rng(1).normal(size=(6, 3))
    pose = grip.drag(targets)
    assert np.abs(pose.V[POINTS] - targets[:3]).max() < 1e-9
    assert np.abs(pose.cage[VERTICES] - targets[3:]).max() < 1e-9
    assert np.abs(pose.V - own.posed(pose.cage)).max() == 0.0
    turned = grip.drag(targets @ (R := Rotation.from_rotvec([0.3, 2.0, 1.0]).as_matrix()).T + 5.0)
    assert np.abs(turned.V - (pose.V @ R.T + 5.0)).max() < 1e-5


def test_vertices_of_the_cage_that_stay_change_what_a_pull_does() -> None:
    own = rig("mean_value")
    alone = own.grab(POINTS)
    targets = alone.held.rest.copy()
    targets[1, 1] += 0.2
    free = alone.drag(targets).cage
    held = own.grab(POINTS, cage=VERTICES).drag(np.vstack([targets, free[VERTICES]])).cage
    # Held where the pull brings them anyway, they change nothing; held at rest, they do.
    assert np.abs(held - free).max() < 1e-5
    rest = own.grab(POINTS, cage=VERTICES).drag(np.vstack([targets, own.cage.V[VERTICES]])).cage
    assert np.abs(rest - free).max() > 1e-3


def test_a_vertex_that_the_cage_does_not_have_is_a_named_error() -> None:
    with pytest.raises(AnchorError, match="Vertex 26"):
        rig("mean_value").grab([0], cage=[26])
