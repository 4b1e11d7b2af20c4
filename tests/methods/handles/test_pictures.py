from __future__ import annotations

import numpy as np
import pytest

from pliant.figures.colours import colour
from pliant.figures.hues import ALIKE, hues, unlikeness
from pliant.methods.handles.figures import draw_handles, handle_colours, handle_hues
from pliant.methods.handles.handle import Handle
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose
from pliant.samples.bar import bar


def rig(*colours: int) -> HandleIK:
    """A bar with three handles in a row, the middle one half rigid."""
    mesh = bar(200).mesh
    x = mesh.V[:, 0]
    parts = (("left", x < 0.2, 1.0), ("middle", np.abs(x - 0.5) < 0.1, 0.5), ("right", x > 0.8, 1.0))
    handles = [
        Handle.of(name, part, rigidity=rigidity, colour=hue)
        for (name, part, rigidity), hue in zip(parts, colours, strict=True)
    ]
    return HandleIK(mesh, handles, [SculptedPose("up").moved("right", (0.0, 0.2, 0.0))])


def test_handles_painted_alike_get_hues_that_differ_from_their_neighbours() -> None:
    left, middle, right = handle_hues(rig(0, 0, 0))
    apart = unlikeness(hues())
    assert min(apart[left, middle], apart[middle, right]) > ALIKE


def test_painted_colours_are_kept() -> None:
    assert handle_hues(rig(4, 0, 13)).tolist() == [4, 0, 1]


def test_rigid_vertices_have_their_hue_free_ones_are_clay_and_others_lie_between() -> None:
    made = rig(0, 1, 2)
    found, owner = handle_colours(made), made.handles
    left, middle = (found[owner[i].vertices] for i in (0, 1))
    assert np.abs(left - hues()[0]).max() < 1e-12
    free = np.setdiff1d(np.arange(made.mesh.n), np.concatenate([handle.vertices for handle in owner]))
    assert np.abs(found[free] - colour("clay")).max() < 1e-12
    low, high = np.sort([hues()[1], colour("clay")], axis=0)
    assert ((middle > low) & (middle < high)).all()


def test_the_handles_and_every_pose_are_drawn() -> None:
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    picture = draw_handles(rig(0, 1, 2), size=(300, 120))
    assert picture.shape == (120, 300, 3)
    # Two tiles: both halves show the left handle's orange.
    orange = (picture[..., 0].astype(int) - picture[..., 2]) > 90
    assert orange[:, :150].any()
    assert orange[:, 150:].any()
