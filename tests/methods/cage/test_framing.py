"""Pulling on one frame of a sequence."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.mesh import Mesh
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.samples.bar import bar
from tests.methods.cage.box_cage import unit_box


@pytest.mark.parametrize("regularity", ["turning", "linear"])
@pytest.mark.parametrize("coordinates", ["mean_value", "green"])
def test_a_frame_that_is_held_where_it_is_keeps_its_cage(regularity, coordinates) -> None:
    mesh = bar(60).mesh
    V, quads = unit_box(2)
    low, high = mesh.V.min(axis=0) - 0.1, mesh.V.max(axis=0) + 0.1
    options = CageOptions(coordinates=coordinates, regularity=regularity)
    rig = CageIK(mesh, Mesh.of_polygons(low + V * (high - low), quads), options=options)
    frame = rig.cage.V + 0.2 * rig.cage.V[:, :1] ** 2 * [0.0, 1.0, 0.3]
    framed = rig.at_frame(frame)
    grip = framed.grab([0, 20, mesh.n - 1])
    assert np.array_equal(grip.held.rest, rig.posed(frame)[[0, 20, mesh.n - 1]])
    assert np.abs(grip.drag(grip.held.rest).cage - frame).max() < 1e-6
    # The rig itself still rests where it did.
    assert np.array_equal(rig.grab([0]).held.rest, mesh.V[[0]])
    mixed = framed.grab([0, mesh.n - 1], cage=[3, 7])
    assert np.array_equal(mixed.held.rest[2:], frame[[3, 7]])
    assert np.abs(mixed.drag(mixed.held.rest).cage - frame).max() < 1e-6
