"""Rotation-aware Laplacian editing: each stage is the least squares it claims to be, and handles carry."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.errors import HandleError
from pliant.geometry.rotations import closest_rotation
from pliant.mesh import Mesh
from pliant.methods.handles.frames import fitted, spread
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.hold import Hold
from pliant.methods.handles.motion import checked_matrices
from pliant.methods.handles.rings import NeighbourRings
from pliant.methods.handles.surface import surface
from pliant.methods.handles.transforms import Move, Scale, Turn, composed
from pliant.methods.handles.umbrella import umbrella
from pliant.samples.bar import bar
from tests.methods.handles.shapes import carried, editor_of, ends, fraction, goal, sheet, some_motion

HOLDS = {"exact": Hold.exact, "printed": Hold.printed}
BENT = np.stack([np.eye(4), composed([Turn((0.3, -0.4, 1), 70, (0.5, 0, 0)), Move((0.1, 0, 0.2))])])


def dense(editor, D: np.ndarray, c: np.ndarray) -> np.ndarray:
    """(n, 3) the least squares ‖L P − D‖² + Σ w²‖v − c‖² with rigid vertices at c, by a dense solver."""
    rigid = editor.hold.rigid
    w = np.sqrt(editor.hold.stiffness)
    rows = np.concatenate([editor.L.toarray(), np.diag(w)])
    right = np.concatenate([D, w[:, None] * c])
    x = c.copy()
    x[~rigid] = np.linalg.lstsq(rows[:, ~rigid], right - rows[:, rigid] @ c[rigid], rcond=None)[0]
    return x


def turned(editor, R: np.ndarray) -> np.ndarray:
    """(n, 3) δ turned by R (n, 3, 3), which the handles steer."""
    R, steered = R.copy(), np.flatnonzero(editor.hold.steering)
    share = editor.hold.steering[steered, None, None]
    R[steered] = closest_rotation(R[steered] + share * BENT[editor.hold.owner[steered], :3, :3])
    return np.einsum("nij,nj->ni", R, editor.delta)


def blended(shares: np.ndarray) -> np.ndarray:
    """(v, 3, 3) the turns of BENT, blended by the shares (v, 2)."""
    quaternions = Rotation.from_matrix(BENT[:, :3, :3]).as_quat(canonical=True)
    return Rotation.from_quat(shares @ quaternions).as_matrix()


@pytest.mark.parametrize("weighting", ["umbrella", "cotangent"])
@pytest.mark.parametrize("hold", HOLDS)
@pytest.mark.parametrize("frames", ["blended", "membrane"])
@pytest.mark.parametrize("rigidity", [1.0, 0.6])
def test_each_stage_equals_a_dense_least_squares(weighting, hold, frames, rigidity) -> None:
    mesh, handles = ends(rigidity=rigidity)
    editor = editor_of(mesh, handles, HOLDS[hold], weighting=weighting, frames=frames)
    at_rest, c = goal(editor.shape, editor, np.stack([np.eye(4)] * 2)), goal(editor.shape, editor, BENT)
    none = np.zeros_like(c)
    np.testing.assert_allclose(editor.smooth, dense(editor, none, at_rest), rtol=0, atol=1e-10)
    R = np.zeros((mesh.n, 3, 3))
    R[editor.hold.rigid] = BENT[editor.hold.owner[editor.hold.rigid], :3, :3]
    rest, first = editor.smooth, dense(editor, none, c)
    if frames == "blended":
        R[editor.free] = blended(editor.weights(editor.free))
        rest, first = mesh.V, dense(editor, turned(editor, R), c)
    everything, posed = np.arange(mesh.n), np.zeros((mesh.n, 3, 3))
    assert fitted(NeighbourRings.of(editor.shape, everything, everything, rest), first - rest, posed).all()
    R[editor.free] = posed[editor.free]
    np.testing.assert_allclose(editor.posed(BENT), dense(editor, turned(editor, R), c), rtol=0, atol=1e-9)


def test_the_umbrella_is_the_papers_operator() -> None:
    mesh = sheet(4)
    L = umbrella(surface(mesh), "umbrella").toarray()
    for i in range(mesh.n):
        ring = np.setdiff1d(mesh.F[(i == mesh.F).any(axis=1)], [i])
        np.testing.assert_allclose(L[i] @ mesh.V, mesh.V[ring].mean(axis=0) - mesh.V[i], atol=1e-15)


@pytest.mark.parametrize("weighting", ["umbrella", "cotangent"])
@pytest.mark.parametrize("hold", HOLDS)
@pytest.mark.parametrize("frames", ["blended", "membrane"])
@pytest.mark.parametrize("scale", [1.0, 1.7])
def test_moving_all_handles_together_carries_the_mesh_exactly(weighting, hold, frames, scale) -> None:
    mesh, handles = ends(500, rigidity=0.7)
    editor, M = editor_of(mesh, handles, HOLDS[hold], weighting=weighting, frames=frames), some_motion(scale)
    np.testing.assert_allclose(editor.posed(np.stack([M, M])), carried(M, mesh.V), rtol=0, atol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 1.7])
def test_a_motion_after_a_pose_carries_the_pose_exactly(scale) -> None:
    mesh, handles = ends(500)
    editor, M = editor_of(mesh, handles), some_motion(scale)
    np.testing.assert_allclose(editor.posed(M @ BENT), carried(M, editor.posed(BENT)), rtol=0, atol=1e-11)


def test_at_rest_the_mesh_is_at_rest() -> None:
    mesh, handles = ends()
    assert (editor_of(mesh, handles).posed(np.stack([np.eye(4)] * 2)) == mesh.V).all()


def test_rigid_vertices_are_exactly_where_their_handle_is() -> None:
    mesh, handles = ends(500)
    x = editor_of(mesh, handles).posed(BENT)
    for handle, M in zip(handles, BENT, strict=True):
        np.testing.assert_allclose(
            x[handle.vertices], carried(M, mesh.V[handle.vertices]), rtol=0, atol=1e-15
        )


def test_rigidity_grows_into_exactness_without_a_jump() -> None:
    mesh, handles = ends()
    exact = editor_of(mesh, handles).posed(BENT)
    gaps = []
    for below in (1e-2, 1e-4, 1e-6):
        _, nearly = ends(rigidity=1.0 - below)
        gaps.append(np.abs(editor_of(mesh, nearly).posed(BENT) - exact).max())
    assert gaps[0] > 5 * gaps[1] > 25 * gaps[2]
    assert gaps[2] < 1e-4


def test_the_printed_rows_miss_their_handles_and_ours_do_not() -> None:
    mesh, handles = ends()
    printed = editor_of(mesh, handles, Hold.printed).posed(BENT)
    end = handles[1].vertices
    assert np.abs(printed[end] - carried(BENT[1], mesh.V[end])).max() > 1e-3


def test_a_component_without_a_handle_stays() -> None:
    mesh, _ = ends()
    two = Mesh.of(
        np.concatenate([mesh.V, mesh.V + np.array([0, 2, 0]), [[5.0, 5, 5]]]),
        np.concatenate([mesh.F, mesh.F + mesh.n]),
    )
    handles = Handles.of(two, [Handle.of("left", np.flatnonzero(mesh.V[:, 0] < 0.15))])
    M = some_motion()
    x = editor_of(two, handles).posed(M[None])
    np.testing.assert_allclose(x[: mesh.n], carried(M, mesh.V), rtol=0, atol=1e-12)
    assert (x[mesh.n :] == two.V[mesh.n :]).all()


@pytest.mark.parametrize("vertex", [0, 50])
def test_a_handle_of_one_vertex_carries_its_whole_part(vertex) -> None:
    mesh = bar().mesh
    M = some_motion()
    x = editor_of(mesh, Handles.of(mesh, [Handle.of("a", [vertex])])).posed(M[None])
    np.testing.assert_allclose(x, carried(M, mesh.V), rtol=0, atol=1e-9)


@pytest.mark.parametrize("frames", ["blended", "membrane"])
def test_two_handles_of_one_vertex_turn_what_lies_between(frames) -> None:
    """Their membrane is a line, which tells no rotation: only the handles do."""
    mesh = bar().mesh
    handles = Handles.of(mesh, [Handle.of("a", [0]), Handle.of("b", [mesh.n - 1])])
    M = some_motion()
    editor = editor_of(mesh, handles, frames=frames)
    np.testing.assert_allclose(editor.posed(np.stack([M, M])), carried(M, mesh.V), rtol=0, atol=1e-9)
    half = composed([Turn((1, 0, 0), 90, (0, 0, 0))])
    x = editor.posed(np.stack([half, half @ fraction(Move((0.1, 0, 0)))]))
    assert np.isfinite(x).all()
    np.testing.assert_allclose(np.linalg.norm(x[:, 1:], axis=1).max(), 0.125, rtol=0.1)


def test_an_open_sheet_bends_by_its_borders() -> None:
    mesh = sheet()
    left, right = np.arange(8), np.arange(56, 64)
    handles = Handles.of(mesh, [Handle.of("left", left), Handle.of("right", right)])
    M = np.stack([np.eye(4), composed([Turn((0, 1, 0), -60, (0.5, 0, 0))])])
    x = editor_of(mesh, handles).posed(M)
    np.testing.assert_allclose(x[right], carried(M[1], mesh.V[right]), atol=1e-15)
    edge = mesh.F[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    lengths = [np.linalg.norm(V[edge[:, 0]] - V[edge[:, 1]], axis=1) for V in (mesh.V, x)]
    assert (np.abs(lengths[1] / lengths[0] - 1.0) < 0.5).all()


def test_overlapping_handles_follow_the_more_rigid_one() -> None:
    mesh = bar().mesh
    x = mesh.V[:, 0]
    handles = Handles.of(
        mesh,
        [Handle.of("all", x < 0.6, rigidity=0.5), Handle.of("left", x < 0.15), Handle.of("right", x > 0.9)],
    )
    M = np.stack([np.eye(4), some_motion(), np.eye(4)])
    posed = editor_of(mesh, handles).posed(M)
    np.testing.assert_allclose(posed[x < 0.15], carried(M[1], mesh.V[x < 0.15]), atol=1e-12)


def test_a_twist_by_half_a_turn_pulls_the_membrane_through_its_axis_and_ours_not() -> None:
    mesh, handles = ends(2000)
    M = np.stack([np.eye(4), fraction(Turn((1, 0, 0), 180, (0, 0, 0)))])
    middle = np.abs(mesh.V[:, 0] - 0.5) < 0.02
    thin = {
        frames: np.linalg.norm(editor_of(mesh, handles, frames=frames).posed(M)[middle, 1:], axis=1).min()
        for frames in ("membrane", "blended")
    }
    assert thin["membrane"] < 0.05 * 0.125
    assert thin["blended"] > 0.2 * 0.125


@pytest.mark.parametrize("frames", ["blended", "membrane"])
def test_what_lies_between_two_handles_that_move_alike_moves_with_them(frames) -> None:
    """Also grows with them: the middle handle is too wide for the rest of the mesh to be felt behind it."""
    mesh = bar(500).mesh
    x = mesh.V[:, 0]
    handles = Handles.of(
        mesh,
        [Handle.of("left", x < 0.3), Handle.of("middle", np.abs(x - 0.5) < 0.1), Handle.of("right", x > 0.9)],
    )
    M = some_motion(1.7)
    posed = editor_of(mesh, handles, frames=frames).posed(np.stack([np.eye(4), M, M]))
    behind = x > 0.45
    np.testing.assert_allclose(posed[behind], carried(M, mesh.V[behind]), rtol=0, atol=1e-10)


def test_every_vertex_may_be_held() -> None:
    mesh = bar().mesh
    M = some_motion()
    x = editor_of(mesh, Handles.of(mesh, [Handle.of("all", np.arange(mesh.n))])).posed(M[None])
    np.testing.assert_allclose(x, carried(M, mesh.V), rtol=0, atol=1e-13)


@pytest.mark.parametrize("hold", HOLDS)
def test_membrane_weights_carry_the_membrane(hold) -> None:
    """Σ_h b_h M_h applied to the rest pose's constraints is the smooth solve itself."""
    mesh, handles = ends(rigidity=0.8)
    editor = editor_of(mesh, handles, HOLDS[hold])
    b = editor.weights(np.arange(mesh.n))
    np.testing.assert_allclose(b.sum(axis=1), 1.0, rtol=0, atol=1e-11)
    moves = np.stack([fraction(Move((1, 0, 0))), fraction(Move((0, 2, 0)))])
    smooth = dense(editor, np.zeros_like(mesh.V), goal(editor.shape, editor, moves))
    np.testing.assert_allclose(smooth - editor.smooth, b @ moves[:, :3, 3], rtol=0, atol=1e-10)


def all_rings(mesh: Mesh) -> NeighbourRings:
    everything = np.arange(mesh.n)
    return NeighbourRings.of(surface(mesh), everything, everything, mesh.V)


def test_frames_of_a_turned_mesh_are_the_turn() -> None:
    mesh = bar().mesh
    R, M = np.zeros((mesh.n, 3, 3)), some_motion()
    assert fitted(all_rings(mesh), carried(M, mesh.V) - mesh.V, R).all()
    np.testing.assert_allclose(R, np.broadcast_to(M[:3, :3], R.shape), rtol=0, atol=1e-12)


def ring_of(mesh: Mesh, i: int) -> np.ndarray:
    return np.setdiff1d(mesh.F[(i == mesh.F).any(axis=1)], [i])


@pytest.mark.parametrize("how", ["a point", "a line"])
def test_frames_where_the_membrane_has_collapsed_come_from_the_neighbours(how) -> None:
    mesh = bar(500).mesh
    rings, R = all_rings(mesh), np.zeros((mesh.n, 3, 3))
    M = some_motion()
    posed = carried(M, mesh.V)
    shrunk = mesh.V[:, 0] > 0.6
    posed[shrunk] = 0.0 if how == "a point" else posed[shrunk] @ np.diag([1.0, 0.0, 0.0])
    known = fitted(rings, posed - mesh.V, R)
    assert not known[mesh.V[:, 0] > 0.75].any()
    expected, told = R.copy(), known.copy()
    while not told.all():
        layer = [i for i in np.flatnonzero(~told) if told[ring_of(mesh, i)].any()]
        for i in layer:
            ring = ring_of(mesh, i)
            expected[i] = closest_rotation(expected[ring[told[ring]]].sum(axis=0))
        told[layer] = True
    spread(rings, known, R)
    np.testing.assert_allclose(R, expected, rtol=0, atol=1e-9)
    np.testing.assert_allclose(np.linalg.det(R), 1.0, atol=1e-12)
    assert np.abs(R[mesh.V[:, 0] < 0.5] - M[:3, :3]).max() < 1e-12


@pytest.mark.parametrize(
    "matrices",
    [
        np.eye(4)[None],
        np.stack([np.eye(4), np.diag([1.0, 2.0, 1.0, 1.0])]),
        np.stack([np.eye(4), np.diag([-1.0, 1.0, 1.0, 1.0])]),
        np.stack([np.eye(4), np.full((4, 4), np.nan)]),
        np.stack([np.eye(4), np.zeros((4, 4))]),
        np.zeros((2, 3, 3)),
    ],
)
def test_what_no_rigid_handle_can_follow_is_a_named_error(matrices) -> None:
    with pytest.raises(HandleError):
        checked_matrices(matrices, ("a", "b"))


def test_similarities_pass() -> None:
    M = np.stack([some_motion(), composed([Scale(3.0, (1, 1, 1)), Turn((1, 0, 0), 20, (0, 0, 0))])])
    np.testing.assert_array_equal(checked_matrices(M[:, :3], ("a", "b")), checked_matrices(M, ("a", "b")))
