"""Cages that cannot be: each refused by name and place; and what meets what."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import CageError
from pliant.io import read_mesh
from pliant.mesh import Mesh
from pliant.methods.cage.cage_checks import check_cage, encloses
from pliant.methods.cage.crossings import crossing_faces
from pliant.methods.cage.placement import placement
from pliant.methods.cage.triangles import cage_triangles
from tests.methods.cage.shapes import cube, letter_u, octahedron


def _joined(*parts: Mesh) -> Mesh:
    starts = np.cumsum([0, *(part.n for part in parts)])
    F = [part.F + start for part, start in zip(parts, starts, strict=False)]
    return Mesh.of(np.concatenate([part.V for part in parts]), np.concatenate(F))


def _scaled(cage: Mesh, factor: float) -> Mesh:
    return cage.moved(0.5 + factor * (cage.V - 0.5))


def _shifted(cage: Mesh, x: float, y: float, z: float) -> Mesh:
    return cage.moved(cage.V + np.array([x, y, z]))


def _flipped(cage: Mesh) -> Mesh:
    return Mesh.of(cage.V, cage.F[:, ::-1])


@pytest.mark.parametrize("cage", [cube(), octahedron(), letter_u()], ids=["cube", "octahedron", "U"])
@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_closed_cages_pass_in_any_unit(cage: Mesh, scale: float) -> None:
    check_cage(cage.moved(scale * cage.V))


def test_a_cavity_and_separate_parts_pass() -> None:
    check_cage(_joined(cube(), _flipped(_scaled(cube(), 0.5))))
    check_cage(_joined(cube(), _shifted(cube(), 2.0, 2.0, 2.0)))


def test_an_open_cage_names_its_border() -> None:
    with pytest.raises(CageError, match=r"open: 3 edges .*, 0–2, 0–3, 2–3 .*near \(0, 0.5, 0\).*Close"):
        check_cage(Mesh.of(cube().V, cube().F[1:]))


def test_an_edge_of_three_faces_is_named() -> None:
    double = np.concatenate([cube().F, cube().F[:1], cube().F[:1, ::-1]])
    with pytest.raises(CageError, match=r"3 edges of the cage join more than two faces.*Split"):
        check_cage(Mesh.of(cube().V, double))


def test_a_turned_face_is_named() -> None:
    F = cube().F.copy()
    F[4] = F[4, ::-1]
    with pytest.raises(CageError, match=r"turned against each other.*consistent"):
        check_cage(Mesh.of(cube().V, F))


def test_an_inside_out_cage_is_named() -> None:
    with pytest.raises(CageError, match=r"inside out.*face 0.*Flip"):
        check_cage(_flipped(cube()))


def test_parts_within_each_other_are_named() -> None:
    with pytest.raises(CageError, match=r"within each other.*1 and 2"):
        check_cage(_joined(cube(), _scaled(cube(), 0.5)))


def test_a_cage_that_crosses_itself_names_the_two_faces_and_the_place() -> None:
    V = letter_u().V.copy()
    V[[3, 11], 0] = 0.9
    with pytest.raises(CageError, match=r"crosses or touches itself: .* faces \d+ and \d+ near \((0\.9|1), "):
        check_cage(letter_u().moved(V))
    cube_in_cube = _joined(cube(), _shifted(cube(), 0.9, 0.8, 0.7))
    with pytest.raises(CageError, match=r"crosses"):
        check_cage(cube_in_cube)


def test_touching_counts_as_crossing_and_a_gap_does_not() -> None:
    with pytest.raises(CageError, match=r"touches"):
        check_cage(_joined(cube(), _shifted(cube(), 1.0, 0.25, 0.25)))
    check_cage(_joined(cube(), _shifted(cube(), 1.0 + 1e-9, 0.25, 0.25)))


def test_flat_faces_and_unused_vertices_are_named() -> None:
    V = octahedron().V.copy()
    V[4] = 0.5 * (V[0] + V[2])
    with pytest.raises(CageError, match=r"no area, the first in face 0"):
        check_cage(octahedron().moved(V))
    with pytest.raises(CageError, match=r"1 vertices .* no face, the first is vertex 6"):
        check_cage(Mesh.of(np.vstack([octahedron().V, [[9, 9, 9]]]), octahedron().F))


def test_crossing_triangles_are_those_that_libigl_finds() -> None:
    igl = pytest.importorskip("igl")
    V = np.random.default_rng(0).uniform(size=(240, 3))
    F = np.arange(240).reshape(-1, 3)
    found = dict(crossing_faces(V[:120], F[:40], V[120:], F[:40]).tolist())
    for f, A in enumerate(V[:120].reshape(-1, 3, 3)):
        hits = [
            t for t, B in enumerate(V[120:].reshape(-1, 3, 3))
            if igl.tri_tri_intersection_test_3d(*A[:, None], *B[:, None])[0]
        ]  # fmt: skip
        assert found.get(f) == (hits[0] if hits else None)


def test_flat_triangles_meet_where_they_overlap() -> None:
    base = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0.0]])
    F = np.array([[0, 1, 2]])
    for shift, meet in (([0.2, 0.2, 0], 1), ([0.9, 0.9, 0], 0), ([1, 0, 0], 1), ([0.2, 0.2, 1e-9], 0)):
        assert len(crossing_faces(base, F, base + shift, F)) == meet


def test_a_cage_encloses_what_lies_inside_and_does_not_cut_it() -> None:
    cage = letter_u()
    leg = cube().moved(0.8 * cube().V + [0.1, 1.5, 0.1])
    assert encloses(cage, leg)
    assert not encloses(cage, _shifted(leg, 0.3, 0.0, 0.0))
    bridge = Mesh.of([[0.5, 2.5, 0.5], [2.5, 2.5, 0.5], [2.5, 2.7, 0.5]], [[0, 1, 2]])
    assert encloses(cage, bridge.V)
    assert not encloses(cage, bridge)
    assert not encloses(cage, cage.V)


def test_distances_and_sides_are_those_of_libigl() -> None:
    igl = pytest.importorskip("igl")
    cage = letter_u()
    points = np.random.default_rng(4).uniform(-0.5, 3.5, (300, 3))
    placed = placement(points, cage_triangles(cage.V, cage.F))
    squared, _, nearest = igl.point_mesh_squared_distance(points, cage.V, cage.F)
    assert np.abs(placed.distance - np.sqrt(squared)).max() < 1e-12
    corners = cage.V[cage.F[placed.triangle]]
    assert np.abs(np.einsum("nc,nci->ni", placed.barycentric, corners) - nearest).max() < 1e-9
    assert np.array_equal(placed.inside, igl.winding_number(cage.V, cage.F, points) > 0.5)


def test_the_hand_made_cages_pass_and_enclose_their_models(data) -> None:
    folders = sorted((data / "cages").glob("*/cage.obj"))
    if not folders:
        pytest.skip(f"no cages at {data / 'cages'}")
    for path in folders:
        cage = read_mesh(path)
        check_cage(cage)
        if cage.n < 40:
            assert encloses(cage, read_mesh(path.with_name("model.obj")))
