"""Meshes as they come: parts, seams, loose vertices, flat and flipped triangles, many pins or few."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from pliant.arrays import Poses, Vertices
from pliant.errors import AnchorError
from pliant.mesh import PoseSet
from pliant.methods.meshik import grip as grip_module
from pliant.methods.meshik.rig import MeshIK
from pliant.samples.bar import bar
from tests.characters import beast, feet

POSES = beast()
REST = POSES.mesh.V
POINTS = feet(REST)
SIZE = float(np.linalg.norm(np.ptp(REST, axis=0)))
METHODS: dict[str, Callable[[PoseSet], MeshIK]] = {"ours": MeshIK, "as printed": MeshIK.as_printed}
BETWEEN = 0.5 * POSES.V[0, POINTS] + 0.5 * POSES.V[1, POINTS] + 0.05

CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float) - 0.5
CUBE_FACES = ConvexHull(CUBE).simplices.astype(np.int64)


@pytest.fixture(params=METHODS)
def make(request: pytest.FixtureRequest) -> Callable[[PoseSet], MeshIK]:
    return METHODS[request.param]


def check_near(found: Vertices, expected: Vertices, share: float) -> None:
    """Every vertex within a share of the diagonal."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=share * SIZE)


def following(points: Vertices, triangle: int) -> Poses:
    """(k, p, 3) where points (p, 3) of the rest pose are when they move rigidly with a triangle's frame."""
    frames = [frame(V[POSES.F[triangle]]) for V in POSES.V]
    local = (points - frames[0][1]) @ frames[0][0]
    return np.stack([local @ R.T + origin for R, origin in frames])


def frame(corners: Vertices) -> tuple[Vertices, Vertices]:
    u = corners[1] - corners[0]
    n = np.cross(u, corners[2] - corners[0])
    axes = np.column_stack([u, n, np.cross(u, n)])
    return axes / np.linalg.norm(axes, axis=0), corners.mean(axis=0)


def near(vertex: int) -> int:
    """A triangle at a vertex."""
    return int(np.flatnonzero(np.isin(POSES.F, vertex).any(axis=1))[0])


def with_eye() -> PoseSet:
    """The beast with a small cube, a component of its own, that moves with its muzzle."""
    centre = REST[POINTS[4]] + [0.1, 0.0, 0.25]
    eye = following(0.2 * CUBE + centre, near(int(POINTS[4])))
    return PoseSet.of(np.concatenate([POSES.V, eye], axis=1), np.concatenate([POSES.F, CUBE_FACES + POSES.n]))


@pytest.mark.parametrize("example", [1, 3])
def test_a_part_without_an_anchor_follows_its_neighbour(make, example: int) -> None:
    poses = with_eye()
    pose = make(poses).grab(POINTS).drag(poses.V[example, POINTS])
    rest_gap = REST[POINTS[4]] - poses.V[0, POSES.n :].mean(axis=0)
    gap = pose.V[POINTS[4]] - pose.V[POSES.n :].mean(axis=0)
    assert np.linalg.norm(gap) == pytest.approx(np.linalg.norm(rest_gap), rel=0.2)
    check_near(pose.V[POSES.n :], poses.V[example, POSES.n :], 0.05)


def test_a_part_without_an_anchor_keeps_its_shape(make) -> None:
    poses = with_eye()
    eye = make(poses).grab(POINTS).drag(BETWEEN).V[POSES.n :]
    sides = np.linalg.norm(eye[CUBE_FACES[:, 0]] - eye[CUBE_FACES[:, 1]], axis=1)
    expected = np.linalg.norm(CUBE[CUBE_FACES[:, 0]] - CUBE[CUBE_FACES[:, 1]], axis=1) * 0.2
    np.testing.assert_allclose(sides, expected, rtol=0.1)


def test_vertices_that_no_triangle_uses_follow_too(make) -> None:
    loose = following(REST[POINTS] + [0.0, 0.0, -0.3], near(int(POINTS[1])))
    loose = np.stack([loose[:, i] for i in range(len(POINTS))], axis=1)
    poses = PoseSet.of(np.concatenate([POSES.V, loose], axis=1), POSES.F)
    pose = make(poses).grab(POINTS).drag(POSES.V[1, POINTS])
    check_near(pose.V[POSES.n + 1], loose[1, 1], 0.05)
    assert np.isfinite(pose.V).all()


def cut_along_a_seam(poses: PoseSet) -> tuple[PoseSet, Vertices]:
    """The front half's triangles with vertices of their own; the copy (n',) that each vertex is of."""
    front = poses.V[0][poses.F].mean(axis=1)[:, 0] > 3.0
    seam = np.intersect1d(poses.F[front], poses.F[~front])
    assert len(seam) > 5
    number = np.arange(poses.n)
    number[seam] = poses.n + np.arange(len(seam))
    F = poses.F.copy()
    F[front] = number[F[front]]
    origin = np.concatenate([np.arange(poses.n), seam])
    return PoseSet.of(poses.V[:, origin], F), origin


def test_a_mesh_cut_along_a_seam_gives_the_same_pose(make) -> None:
    cut, origin = cut_along_a_seam(POSES)
    whole = make(POSES).grab(POINTS).drag(BETWEEN).V
    check_near(make(cut).grab(POINTS).drag(BETWEEN).V, whole[origin], 1e-9)


def test_vertices_on_a_seam_stay_together_bit_by_bit(make) -> None:
    cut, origin = cut_along_a_seam(POSES)
    V = make(cut).grab(POINTS).drag(BETWEEN).V
    np.testing.assert_array_equal(V, V[origin])


def test_a_soup_of_triangles_gives_the_same_pose(make) -> None:
    """Every corner a vertex of its own, as in an STL file."""
    soup = PoseSet.of(POSES.V[:, POSES.F.ravel()], np.arange(3 * len(POSES.F)).reshape(-1, 3))
    pins = [int(np.flatnonzero(POSES.F.ravel() == v)[0]) for v in POINTS]
    whole = make(POSES).grab(POINTS).drag(BETWEEN).V
    check_near(make(soup).grab(pins).drag(BETWEEN).V, whole[POSES.F.ravel()], 1e-6)


def test_two_pins_on_one_seam_point_are_a_named_error(make) -> None:
    cut, origin = cut_along_a_seam(POSES)
    with pytest.raises(AnchorError, match="coincide"):
        make(cut).grab([int(origin[-1]), len(origin) - 1])


def test_flipped_triangles_do_not_matter(make) -> None:
    F = POSES.F.copy()
    F[::3] = F[::3][:, [0, 2, 1]]
    flipped = make(PoseSet.of(POSES.V, F)).grab(POINTS).drag(BETWEEN).V
    check_near(flipped, make(PoseSet.of(POSES.V, POSES.F)).grab(POINTS).drag(BETWEEN).V, 1e-7)


def test_the_order_of_triangles_does_not_matter(make) -> None:
    F = POSES.F[np.random.default_rng(1).permutation(len(POSES.F))]
    shuffled = make(PoseSet.of(POSES.V, F)).grab(POINTS).drag(BETWEEN).V
    check_near(shuffled, make(PoseSet.of(POSES.V, POSES.F)).grab(POINTS).drag(BETWEEN).V, 1e-7)


def test_flat_triangles_of_the_reference_do_not_matter(make) -> None:
    flat = [[0, 0, 1], [5, 5, 5], [int(POSES.F[0, 0]), int(POSES.F[0, 1]), int(POSES.F[0, 1])]]
    F = np.concatenate([POSES.F[:100], flat, POSES.F[100:]])
    pose = make(PoseSet.of(POSES.V, F)).grab(POINTS).drag(BETWEEN)
    check_near(pose.V, make(PoseSet.of(POSES.V, POSES.F)).grab(POINTS).drag(BETWEEN).V, 1e-7)
    assert len(pose.residuals) == len(F)
    assert not pose.residuals[100:103].any()


@pytest.mark.parametrize("kind", ["to a point", "to a line", "inside out"])
def test_an_example_that_crushes_triangles_still_gives_a_pose(make, kind: str) -> None:
    V = POSES.V.copy()
    some = POSES.F[:20].ravel()
    if kind == "to a point":
        V[1, some] = V[1, some[0]]
    elif kind == "to a line":
        V[1, some, 1:] = 0.0
    else:
        V[1] = -V[1]
    pose = make(PoseSet.of_positions(POSES.mesh, V)).grab(POINTS).drag(BETWEEN)
    assert np.isfinite(pose.V).all()
    check_near(pose.V[POINTS], BETWEEN, 1e-9)


def test_one_pin_moves_the_whole(make) -> None:
    t = np.array([5.0, -3.0, 2.0])
    pose = make(POSES).grab([int(POINTS[0])]).drag(REST[POINTS[:1]] + t)
    assert np.isfinite(pose.V).all()
    check_near(pose.V[POINTS[0]], REST[POINTS[0]] + t, 1e-9)
    assert np.linalg.norm(np.ptp(pose.V, axis=0)) == pytest.approx(SIZE, rel=0.3)


def test_two_pins_pulled_apart_are_met(make) -> None:
    targets = REST[POINTS[:2]] + [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
    check_near(make(POSES).grab(POINTS[:2]).drag(targets).V[POINTS[:2]], targets, 1e-9)


def test_holding_every_vertex_gives_the_targets(make) -> None:
    targets = REST + 0.3 * np.sin(REST[:, [1, 2, 0]])
    check_near(make(POSES).grab(np.arange(POSES.n)).drag(targets).V, targets, 1e-9)


def test_holding_most_vertices_by_elimination_or_by_multipliers_is_the_same(make, monkeypatch) -> None:
    poses = bar(500, bends=(60.0,))
    points = np.arange(0, poses.n, 3)
    targets = 0.5 * poses.V[0, points] + 0.5 * poses.V[1, points]
    rig = make(poses)
    found = []
    for limit in (0, 10_000):
        monkeypatch.setattr(grip_module, "MOST_MULTIPLIERS", limit)
        found.append(rig.grab(points).drag(targets).V)
    np.testing.assert_allclose(found[0], found[1], rtol=0, atol=1e-6)
    np.testing.assert_allclose(found[0][points], targets, rtol=0, atol=1e-9)
