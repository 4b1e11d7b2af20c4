"""Handles on a mesh: what they hold, where they overlap, and where they turn."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pliant.errors import HandleError, MeshError
from pliant.mesh import Mesh, Polygons
from pliant.methods.handles.handle import Handle, Handles, ringed
from pliant.methods.handles.surface import surface
from pliant.samples.bar import bar
from tests.methods.handles.shapes import sheet


def test_where_handles_overlap_the_more_rigid_wins_and_of_equals_the_earlier() -> None:
    mesh = sheet(4)
    first = Handle.of("first", [0, 1, 2], rigidity=[1.0, 0.5, 0.5])
    second = Handle.of("second", [1, 2, 3], rigidity=[0.5, 0.8, 1.0])
    owner, rigidity = Handles.of(mesh, [first, second]).on(surface(mesh))
    np.testing.assert_array_equal(owner[:5], [0, 0, 1, 1, -1])
    np.testing.assert_array_equal(rigidity[:5], [1.0, 0.5, 0.8, 1.0, 0.0])


def test_vertices_may_come_in_any_order_and_as_a_mask() -> None:
    unsorted = Handle.of("a", [7, 2, 5], rigidity=[0.7, 0.2, 0.5])
    np.testing.assert_array_equal(unsorted.vertices, [2, 5, 7])
    np.testing.assert_array_equal(unsorted.rigidity, [0.2, 0.5, 0.7])
    mask = np.zeros(9, dtype=bool)
    mask[[2, 5, 7]] = True
    np.testing.assert_array_equal(Handle.of("a", mask).vertices, [2, 5, 7])


def test_json_gives_the_same_handles_back() -> None:
    mesh = sheet(4)
    handles = Handles.of(
        mesh, [Handle.of("ä", [1, 2], rigidity=[0.1, 1 / 3], colour=4), Handle.of("b", [9], rigidity=0.7)]
    )
    again = Handles.of_json(mesh, json.loads(json.dumps(handles.to_json())))
    assert again.to_json() == handles.to_json()
    np.testing.assert_array_equal(again[0].centre, handles[0].centre)


def test_handles_come_from_the_groups_of_a_file() -> None:
    plain = sheet(4)
    mesh = Mesh.of_polygons(
        plain.V, Polygons.of_triangles(plain.F), groups={"left": [0, 1], "right": [16, 17]}
    )
    handles = Handles.of_groups(mesh)
    assert handles.names == ("left", "right")
    np.testing.assert_array_equal(handles[0].vertices, np.unique(plain.F[[0, 1]]))
    with pytest.raises(HandleError, match="left, right"):
        Handles.of_groups(mesh, ["middle"])
    with pytest.raises(HandleError, match="no groups"):
        Handles.of_groups(plain)


@pytest.mark.parametrize(
    "make",
    [
        lambda mesh: Handles.of(mesh, []),
        lambda mesh: Handles.of(mesh, [Handle.of("a", [0]), Handle.of("a", [1])]),
        lambda mesh: Handles.of(mesh, [Handle.of("a", [10**6])]),
        lambda mesh: Handle.of("a", []),
        lambda mesh: Handle.of("a", [-1]),
        lambda mesh: Handle.of("a", [0.5]),
        lambda mesh: Handle.of("a", [0], rigidity=0.0),
        lambda mesh: Handle.of("a", [0], rigidity=1.5),
        lambda mesh: Handle.of("a", [0, 1], rigidity=[1.0, 1.0, 1.0]),
        lambda mesh: Handle.of("a", [0], centre=(1, 2)),
        lambda mesh: Handle.of("", [0]),
        lambda mesh: Handle.of_json({"name": "a"}),
        lambda mesh: Handles.of(mesh, [Handle.of("a", [0])]).index("b"),
    ],
)
def test_what_is_no_handle_is_a_named_error(make) -> None:
    with pytest.raises(HandleError):
        make(sheet(4))


def arm() -> tuple[Mesh, Handles]:
    """A bar with four handles in a row, the second the largest by far: a trunk, a stump and an arm."""
    mesh = bar(2000).mesh
    x = mesh.V[:, 0]
    return mesh, Handles.of(
        mesh,
        [
            Handle.of("stump", x < 0.05),
            Handle.of("trunk", (x > 0.15) & (x < 0.6)),
            Handle.of("upper arm", (x > 0.66) & (x < 0.76)),
            Handle.of("hand", x > 0.84),
        ],
    )


def test_a_handle_turns_where_it_borders_on_the_side_that_holds_most_of_the_body() -> None:
    _, handles = arm()
    centres = {handle.name: handle.centre for handle in handles}
    np.testing.assert_allclose(centres["stump"], [0.1, 0, 0], atol=0.02)
    np.testing.assert_allclose(centres["upper arm"], [0.63, 0, 0], atol=0.02)
    np.testing.assert_allclose(centres["hand"], [0.79, 0, 0], atol=0.02)


def test_the_trunk_turns_about_its_own_middle() -> None:
    mesh, handles = arm()
    np.testing.assert_allclose(handles[1].centre, mesh.V[handles[1].vertices].mean(axis=0), atol=1e-12)


def test_a_lone_handle_turns_about_its_own_middle() -> None:
    mesh = sheet(4)
    handles = Handles.of(mesh, [Handle.of("a", [0, 1, 5])])
    np.testing.assert_allclose(handles[0].centre, mesh.V[[0, 1, 5]].mean(axis=0), atol=1e-15)


def test_a_given_centre_stays() -> None:
    handles = Handles.of(sheet(4), [Handle.of("a", [0], centre=(1, 2, 3)), Handle.of("b", [15])])
    np.testing.assert_array_equal(handles[0].centre, [1, 2, 3])


def test_rings_soften_a_handle_from_the_outside_in() -> None:
    mesh = bar(2000).mesh
    x = mesh.V[:, 0]
    handle = ringed(Handle.of("left", x < 0.3), mesh)
    steps = [
        handle.rigidity[np.isclose(x[handle.vertices], ring)] for ring in np.unique(x[x < 0.3].round(9))[-3:]
    ]
    for ring, expected in zip(steps, (1.0, 2 / 3, 1 / 3), strict=True):
        np.testing.assert_array_equal(ring, expected)


def test_seams_are_closed_but_touching_inner_vertices_stay_apart() -> None:
    mesh = bar().mesh
    torn = Mesh.of(mesh.V[mesh.F].reshape(-1, 3), np.arange(3 * len(mesh.F)).reshape(-1, 3))
    shape = surface(torn)
    assert shape.n == mesh.n
    assert shape.component.max() == 0
    # A second bar through the first's poles: closed surfaces whose vertices coincide.
    two = Mesh.of(np.concatenate([mesh.V, mesh.V]), np.concatenate([mesh.F, mesh.F + mesh.n]))
    assert surface(two).n == 2 * mesh.n


def test_a_mesh_without_area_is_a_named_error() -> None:
    with pytest.raises(MeshError):
        surface(Mesh.of(np.zeros((3, 3)), [[0, 1, 2]]))
    with pytest.raises(MeshError):
        surface(Mesh.of([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]]))
