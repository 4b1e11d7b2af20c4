"""The rig: mixtures, drags on handles and on soft parts, and the paper's method beside ours."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import pliant
from pliant.anchors import Anchors
from pliant.errors import AnchorError, HandleError, OptionError, WeightError
from pliant.mesh import Mesh
from pliant.methods.handles.examples import travel
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.options import PRINTED, HandleOptions
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose
from pliant.samples.bar import bar
from tests.methods.handles.shapes import fraction

ORDERS = ("nested", "given", "greedy", "free")


def arm() -> tuple[Mesh, Handles, list[SculptedPose]]:
    """A bar of three handles, its elbow in the middle."""
    mesh = bar(500).mesh
    x = mesh.V[:, 0]
    handles = Handles.of(
        mesh,
        [Handle.of("body", x < 0.1), Handle.of("upper", np.abs(x - 0.5) < 0.1), Handle.of("hand", x > 0.9)],
    )
    return (
        mesh,
        handles,
        [
            SculptedPose("lift").turned(handles, ["upper", "hand"], (0, 0, 1), 50),
            SculptedPose("bend").turned(handles, "hand", (0, 0, 1), 60),
            SculptedPose("twist").turned(handles, "hand", (1, 0, 0), 90),
        ],
    )


@pytest.fixture(scope="module")
def rig() -> HandleIK:
    return HandleIK(*arm(), options=HandleOptions(size=1e-8))


@pytest.fixture(scope="module")
def tip(rig: HandleIK) -> int:
    return rig.mesh.n - 1


def test_it_is_public() -> None:
    assert pliant.HandleIK is HandleIK
    assert {"Handle", "Handles", "HandleOptions", "Sculpted", "SculptedPose"} <= set(dir(pliant))


def test_zero_weights_give_the_rest_pose_and_one_weight_its_pose(rig: HandleIK) -> None:
    np.testing.assert_array_equal(rig.blend(np.zeros(3)), rig.mesh.V)
    poses = rig.poses()
    assert poses.names == ("rest", "lift", "bend", "twist")
    np.testing.assert_array_equal(poses.V[0], rig.mesh.V)
    for i in range(3):
        np.testing.assert_allclose(rig.blend(np.eye(3)[i]), poses.V[i + 1], rtol=0, atol=1e-12)
    np.testing.assert_allclose(rig.blends(np.eye(3)), poses.V[1:], rtol=0, atol=1e-12)


def test_poses_do_not_commute_but_nested_ones_keep_joints_together(rig: HandleIK) -> None:
    """Figure 2: the elbow, a point of the upper arm that the hand turns about."""
    mesh, handles, poses = arm()
    t = np.array([1.0, 1.0, 0.0])
    given = HandleIK(mesh, handles, poses, options=HandleOptions(order="given")).matrices(t)
    nested = rig.matrices(t)
    assert np.abs(given - nested).max() > 0.1
    elbow = np.append(handles[2].centre, 1.0)
    gaps = [np.linalg.norm(M[1] @ elbow - M[2] @ elbow) for M in (given, nested)]
    assert gaps[0] > 0.1
    assert gaps[1] < 1e-12


@pytest.mark.parametrize("order", ORDERS)
def test_dragging_to_a_mixture_finds_it(order, tip) -> None:
    mesh, handles, poses = arm()
    rig = HandleIK(mesh, handles, poses, options=HandleOptions(order=order, size=1e-10))
    points = [tip, int(handles[2].vertices[0]), int(handles[1].vertices[0])]
    wanted = np.array([0.4, 0.7, 0.2])
    matrices = rig.matrices(wanted)
    targets = [matrices[h, :3] @ np.append(mesh.V[v], 1.0) for h, v in zip((2, 2, 1), points, strict=True)]
    pose = rig.grab(points).drag(np.array(targets))
    # The greedy order is another than the one in which the targets were made.
    assert pose.gaps.max() < (0.05 if order == "greedy" else 1e-4)
    if order != "greedy":
        np.testing.assert_allclose(pose.weights, wanted, atol=1e-3)
    np.testing.assert_allclose(pose.matrices, rig.matrices(pose.weights, pose.order), rtol=0, atol=1e-15)
    np.testing.assert_array_equal(pose.V, rig.deform(pose.matrices))


def test_gaps_are_the_distances_to_the_targets(rig: HandleIK, tip) -> None:
    pose = rig.grab([tip, 0]).drag([[3.0, 3.0, 3.0], [0.5, 0.0, 0.0]])
    expected = np.linalg.norm(pose.V[[tip, 0]] - [[3, 3, 3], [0.5, 0, 0]], axis=1)
    np.testing.assert_allclose(pose.gaps, expected, atol=1e-14)


def test_points_on_soft_parts_are_dragged_to_where_the_surface_goes(rig: HandleIK) -> None:
    x = rig.mesh.V[:, 0]
    soft = [int(np.argmin(np.abs(x - at))) for at in (0.3, 0.72)]
    grip = rig.grab(soft)
    assert grip.soft
    wanted = rig.blend([0.5, 0.6, 0.0])[soft]
    pose = grip.drag(wanted)
    assert pose.gaps.max() < 2e-3
    np.testing.assert_allclose(pose.gaps, np.linalg.norm(pose.V[soft] - wanted, axis=1), atol=1e-14)


def test_points_between_a_handle_and_a_soft_part_are_dragged_too(rig: HandleIK) -> None:
    mesh = rig.mesh
    rigid = rig.editor.hold.rigid
    face = int(np.flatnonzero(rigid[mesh.F].any(axis=1) & ~rigid[mesh.F].all(axis=1))[-1])
    anchors = Anchors([face], [[0.2, 0.3, 0.5]])
    wanted = np.array([0.2, 0.3, 0.5]) @ rig.blend([0.3, 0.5, 0.0])[mesh.F[face]]
    assert rig.grab(anchors).drag(wanted[None]).gaps.max() < 2e-3


def test_a_point_on_a_part_without_a_handle_is_a_named_error() -> None:
    mesh, handles, poses = arm()
    two = Mesh.of(np.concatenate([mesh.V, mesh.V + 3.0]), np.concatenate([mesh.F, mesh.F + mesh.n]))
    rig = HandleIK(two, handles.items, poses)
    rig.grab([0])
    with pytest.raises(AnchorError, match=f"Vertex {mesh.n + 5} "):
        rig.grab([0, mesh.n + 5])


def test_vertices_of_a_seam_are_dragged_like_any_other() -> None:
    mesh, handles, _ = arm()
    torn = Mesh.of(mesh.V[mesh.F].reshape(-1, 3), np.arange(3 * len(mesh.F)).reshape(-1, 3))
    x = torn.V[:, 0]
    held = Handles.of(
        torn,
        [Handle.of("body", x < 0.1), Handle.of("upper", np.abs(x - 0.5) < 0.1), Handle.of("hand", x > 0.9)],
    )
    np.testing.assert_allclose([h.centre for h in held], [h.centre for h in handles], atol=1e-12)
    M = np.stack([np.eye(4), np.eye(4), fraction(arm()[2][2].steps[0].transformation)])
    whole, parts = HandleIK(mesh, handles).deform(M), HandleIK(torn, held).deform(M)
    np.testing.assert_allclose(parts, whole[mesh.F].reshape(-1, 3), rtol=0, atol=1e-10)


def test_coherence_holds_the_weights_at_the_start(rig: HandleIK, tip) -> None:
    grip = rig.grab([tip])
    start = grip.drag(rig.blend([0.2, 0.1, 0.0])[[tip]])
    target = rig.blend([0.9, 0.9, 0.0])[[tip]]
    moves = [
        np.abs(grip.drag(target, start, coherence=k).weights - start.weights).max() for k in (0, 1e-2, 1e3)
    ]
    assert moves[0] > moves[1] > moves[2]
    assert moves[2] < 1e-3


def test_free_poses_let_the_character_travel() -> None:
    mesh, handles, poses = arm()
    rig = HandleIK(mesh, handles, [*poses, *travel(handles, 1.0)])
    points = [0, mesh.n - 1]
    far = np.array([40.0, -30.0, 20.0])
    pose = rig.grab(points).drag(mesh.V[points] + far)
    np.testing.assert_allclose(pose.V, mesh.V + far, rtol=0, atol=1e-6)


def test_other_poses_need_no_new_factor(rig: HandleIK) -> None:
    again = rig.resculpted(rig.sculpted.poses[:1])
    assert again.editor is rig.editor
    assert len(rig.sculpted) == 3
    np.testing.assert_array_equal(again.blend([0.5]), rig.blend([0.5, 0.0, 0.0]))


def test_other_names_and_centres_need_no_new_factor(rig: HandleIK) -> None:
    changed = [replace(handle, name=f"my {handle.name}", centre=np.zeros(3)) for handle in rig.handles]
    again = rig.renamed(changed)
    assert again.editor is rig.editor
    assert again.handles.names == tuple(f"my {name}" for name in rig.handles.names)
    assert len(again.sculpted) == 0
    with pytest.raises(HandleError, match="other vertices"):
        rig.renamed([replace(changed[0], rigidity=0.5 * changed[0].rigidity), *changed[1:]])
    with pytest.raises(HandleError, match="other vertices"):
        rig.renamed(changed[1:])


def test_refinement_lowers_the_distortion() -> None:
    mesh, handles, poses = arm()
    plain = HandleIK(mesh, handles, poses)
    refined = HandleIK(mesh, handles, poses, options=HandleOptions(refinement=20))
    t = np.array([0.0, 0.0, 1.0])
    goal = plain.blend(t)
    assert refined.arap is not None
    assert refined.arap.energy(refined.blend(t), goal) < 0.98 * refined.arap.energy(goal, goal)
    held = np.concatenate([handle.vertices for handle in handles])
    np.testing.assert_allclose(refined.blend(t)[held], goal[held], rtol=0, atol=1e-15)


def test_a_linear_mixture_of_vertices_shrinks_and_ours_does_not() -> None:
    """Figure 2, bottom right: half-way to a turn by 160°."""
    mesh, handles, _ = arm()
    rig = HandleIK(mesh, handles, [SculptedPose("turn").turned(handles, handles.names, (0, 0, 1), 160)])
    size = [np.linalg.norm(V - V.mean(axis=0), axis=1).max() for V in (mesh.V, rig.blend([0.5]))]
    assert size[1] == pytest.approx(size[0], rel=1e-12)
    linear = 0.5 * (mesh.V + rig.blend([1.0]))
    assert np.linalg.norm(linear - linear.mean(axis=0), axis=1).max() < 0.25 * size[0]


def test_as_printed_is_the_papers_method(tip) -> None:
    mesh, handles, poses = arm()
    rig = HandleIK.as_printed(mesh, handles, poses)
    assert rig.options == PRINTED
    pose = rig.grab([tip]).drag(rig.blend([1.0, 0.0, 0.0])[[tip]])
    # The nearest pose acts first: lifting alone reaches the target.
    assert pose.order[0] == 0
    np.testing.assert_array_equal(pose.weights, np.round(pose.weights * 512) / 512)
    again = rig.grab([tip]).drag(rig.blend([1.0, 0.0, 0.0])[[tip]], pose)
    assert again.energy <= pose.energy


def test_without_poses_there_is_nothing_to_drag_but_handles_move() -> None:
    mesh, handles, _ = arm()
    rig = HandleIK(mesh, handles)
    with pytest.raises(HandleError):
        rig.grab([0])
    np.testing.assert_array_equal(rig.deform(np.tile(np.eye(4), (3, 1, 1))), mesh.V)
    assert len(rig.poses()) == 1


@pytest.mark.parametrize("weights", [[1, 2], [np.nan, 0, 0], "abc", None, [[1, 2, 3]]])
def test_bad_weights_are_a_named_error(rig: HandleIK, weights) -> None:
    with pytest.raises(WeightError):
        rig.blend(weights)


@pytest.mark.parametrize(
    "choice",
    [
        {"order": "alphabetical"},
        {"weighting": "mean"},
        {"search": "random"},
        {"hold": "loose"},
        {"size": -1.0},
        {"unity": np.nan},
        {"example": np.inf},
        {"refinement": -1},
        {"sweeps": 0},
        {"iterations": 0},
        {"tolerance": -1.0},
        {"amount": -1.0},
        {"amount": 1.0, "size": 0.0},
        {"bounds": (1.0, 0.0)},
        {"bounds": (0.0, np.nan)},
        {"bounds": (0.0, 1.0, 2.0)},
    ],
    ids=str,
)
def test_bad_options_are_a_named_error(choice) -> None:
    with pytest.raises(OptionError):
        HandleOptions(**choice)


def test_options_survive_json() -> None:
    for options in (HandleOptions(), PRINTED, HandleOptions(amount=0.1, bounds=(0.0, 1.0))):
        assert HandleOptions.of_json(json.loads(json.dumps(options.to_json()))) == options


def test_options_of_files_without_bounds_and_amount_are_those_of_then() -> None:
    values = {k: v for k, v in HandleOptions().to_json().items() if k not in ("amount", "bounds")}
    assert HandleOptions.of_json(values) == HandleOptions()


def test_bounds_hold_the_weights_of_a_drag_but_not_those_of_free_poses() -> None:
    mesh, handles, poses = arm()
    poses = [replace(poses[0], free=True), *poses[1:]]
    options = HandleOptions(bounds=(0.0, 0.3), size=1e-8)
    grip = HandleIK(mesh, handles, poses, options=options).grab([mesh.n - 1])
    loose = HandleIK(mesh, handles, poses, options=replace(options, bounds=None)).grab([mesh.n - 1])
    targets = loose.rig.blend([0.9, 0.8, -0.5])[[mesh.n - 1]]
    weights = grip.drag(targets).weights
    assert (weights[1:] >= 0.0).all()
    assert (weights[1:] <= 0.3).all()
    assert weights[0] > 0.3
    assert loose.drag(targets).gaps.max() < grip.drag(targets).gaps.max()
