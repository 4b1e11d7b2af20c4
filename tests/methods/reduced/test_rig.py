"""The reduced rig: blends, palettes, files, parts that nothing joins, and bad input."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant.errors import MeshError, OptionError, WeightError
from pliant.examples.problem import PoseDirection, PoseProblem
from pliant.geometry.rotations import exp
from pliant.mesh import PoseSet
from pliant.methods.reduced.control_fit import ControlFit
from pliant.methods.reduced.grip import Pulled
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from pliant.samples.bar import bent, straight_bar
from pliant.skin import Skin
from tests.characters import bar_poses, beast, feet

STEP = 1e-5


@pytest.fixture(scope="module")
def rig() -> ReducedIK:
    return ReducedIK(beast())


def moved_beast() -> PoseSet:
    """The beast with every example turned and moved as a whole."""
    poses = beast()
    turns = exp(np.array([[0.0, 0.0, 0.0], [0.4, 0.0, 0.3], [0.0, -0.9, 0.2], [1.0, 0.5, 0.0]]))
    shifts = np.array([[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, -2.0, 1.0], [0.5, 0.5, 9.0]])
    return PoseSet.of_positions(poses.mesh, np.einsum("kab,knb->kna", turns, poses.V) + shifts[:, None])


def test_the_blend_with_all_weight_on_one_example_is_that_example() -> None:
    rig = ReducedIK(moved_beast())
    for i in range(len(rig.t)):
        exact = rig.example(i)
        np.testing.assert_allclose(rig.blend(np.eye(len(rig.t))[i]), exact, rtol=0, atol=1e-8)


def test_examples_are_reproduced_where_they_stand() -> None:
    poses = moved_beast()
    rig = ReducedIK(poses)
    for i in range(len(poses)):
        miss = np.linalg.norm(rig.example(i) - poses.V[i], axis=1)
        assert np.sqrt((miss**2).mean()) < 0.01 * rig.frame.diagonal


@pytest.mark.parametrize("options", [ReducedOptions(), PRINTED])
def test_pins_at_an_example_give_that_example(options: ReducedOptions) -> None:
    rig = ReducedIK(beast(), options=replace(options, ridge=0.0, size=0.0, start="nearest"))
    points = feet(rig.mesh.V)
    exact = rig.example(2)
    pose = rig.grab(points).drag(exact[points])
    np.testing.assert_allclose(pose.V, exact, rtol=0, atol=1e-6 * rig.frame.diagonal)
    np.testing.assert_allclose(pose.weights, np.eye(len(rig.t))[2], rtol=0, atol=1e-6)


def test_the_palette_and_the_blend_matrix_make_the_pose(rig: ReducedIK) -> None:
    points = feet(rig.mesh.V)
    pose = rig.grab(points).drag(rig.mesh.V[points] + 0.4)
    carried = np.einsum("cab,nb->nca", pose.palette[:, :, :3], rig.mesh.V) + pose.palette[:, :, 3]
    weights = rig.skin.weight_matrix().toarray()
    np.testing.assert_allclose(np.einsum("nc,nca->na", weights, carried), pose.V, rtol=0, atol=1e-10)


def test_a_pull_is_the_drag_without_its_vertices(rig: ReducedIK) -> None:
    points = feet(rig.mesh.V)
    grip = rig.grab(points)
    targets = rig.mesh.V[points] + 0.4
    pose, pulled = grip.drag(targets), grip.pull(targets)
    assert not hasattr(pulled, "V")
    check_same_search(pose, pulled)
    np.testing.assert_array_equal(rig.posed(pulled.palette), pose.V)


def test_a_pull_poses_no_vertex(rig: ReducedIK, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a vertex was posed")

    points = feet(rig.mesh.V)
    grip = rig.grab(points)
    monkeypatch.setattr(Skin, "posed", refused)
    grip.pull(rig.mesh.V[points] + 0.4)
    with pytest.raises(AssertionError, match="posed"):
        grip.drag(rig.mesh.V[points] + 0.4)


def test_drags_and_pulls_start_from_either_alike(rig: ReducedIK) -> None:
    points = feet(rig.mesh.V)
    grip = rig.grab(points)
    first, second = rig.mesh.V[points] + 0.4, rig.mesh.V[points] + 0.5
    starts = grip.drag(first), grip.pull(first)
    expected = grip.drag(second, start=starts[0], coherence=0.01)
    for start in starts:
        check_same_search(expected, grip.pull(second, start, coherence=0.01))
        check_same_search(expected, grip.drag(second, start, coherence=0.01))


def check_same_search(expected: Pulled, found: Pulled) -> None:
    """All that a pull finds, to the bit; how long it took is another matter."""
    for field in fields(Pulled):
        if field.name != "seconds":
            np.testing.assert_equal(getattr(found, field.name), getattr(expected, field.name))


def test_a_rig_file_needs_no_examples_and_is_opened_without_learning(rig: ReducedIK, tmp_path: Path) -> None:
    rig.save(tmp_path / "beast.pliant")
    opened = pliant.open_rig(tmp_path / "beast.pliant")
    assert isinstance(opened, ReducedIK)
    points = feet(rig.mesh.V)
    targets = rig.mesh.V[points] + 0.4
    np.testing.assert_array_equal(opened.grab(points).drag(targets).V, rig.grab(points).drag(targets).V)
    assert opened.model.errors == rig.model.errors


def test_a_part_that_nothing_joins_follows_its_neighbour() -> None:
    """An eye beside a head, both moved alike in every example."""
    V, F = straight_bar(), bar_poses(bent(straight_bar(), 70.0)).F
    eye = np.array([[0.0, 0.0, 0.0], [0.02, 0.0, 0.0], [0.0, 0.02, 0.0], [0.0, 0.0, 0.02]])
    at = V[V[:, 0].argmax()] + 0.05
    faces = np.concatenate([F, np.array([[0, 1, 2], [0, 1, 3], [1, 2, 3], [0, 2, 3]]) + len(V)])
    rest = np.concatenate([V, at + eye])
    rig = ReducedIK(PoseSet.of(np.stack([rest, bent(rest, 70.0)]), faces))
    pins = np.append(np.flatnonzero(V[:, 0] < V[:, 0].min() + 1e-9), V[:, 0].argmax())
    goal = bent(rest, 35.0)
    pose = rig.grab(pins).drag(goal[pins])
    assert np.linalg.norm(pose.V[len(V) :] - goal[len(V) :], axis=1).max() < 0.05 * rig.frame.diagonal


def test_coherence_keeps_the_weights_near_the_start(rig: ReducedIK) -> None:
    points = feet(rig.mesh.V)
    grip = rig.grab(points)
    start = grip.drag(rig.example(1)[points])
    free = grip.drag(rig.mesh.V[points], start)
    held = grip.drag(rig.mesh.V[points], start, coherence=10.0)
    assert np.linalg.norm(held.weights - start.weights) < 0.2 * np.linalg.norm(free.weights - start.weights)


@pytest.mark.parametrize("pins", [5, 2])
@pytest.mark.parametrize("corrected", [False, True])
def test_the_gradient_is_that_of_the_energy(pins: int, corrected: bool) -> None:
    """With and without corrective rotations; three pins or more turn the whole."""
    rig = ReducedIK(moved_beast(), options=ReducedOptions(ridge=0.01, bumps=5))
    points = feet(rig.mesh.V)[:pins]
    grip = rig.grab(points)
    fit = ControlFit.of(rig.parts, grip.pins, rig.frame.inward(rig.mesh.V[points] + 0.3))
    problem = rig.search.problem(fit, rig.parts.W, grip._guess.at(fit.targets), turning=grip._free_turn)
    if corrected and rig.search.corrections is not None:
        problem = replace(problem, field=rig.search.corrections.stiffened(20.0), pull=0.1 * (pins < 3))
    check_gradient(problem)


def check_gradient(problem: PoseProblem) -> None:
    rng = np.random.default_rng(1)
    w = rng.normal(size=problem.span.free)
    Q = exp(rng.normal(size=3)) if problem.turning else problem.attitudes.turn(w)
    assert problem.field is not None
    turns = 0.7 * problem.field.corrects * rng.normal(size=(problem.field.basis.shape[1], 3))
    if problem.turning:
        Q, turns = problem.field.centred(Q, turns)
    state = problem.state(w, Q, turns)
    gradient = problem.direction(state).gradient
    nothing = np.zeros((len(gradient),) * 2)
    for i, axis in enumerate(np.eye(len(gradient))):
        ahead, behind = (
            problem.moved(state, PoseDirection(s * STEP * axis, gradient, nothing, nothing, 1), 1.0).energy
            for s in (1, -1)
        )
        assert gradient[i] == pytest.approx((ahead - behind) / (2 * STEP), rel=1e-5, abs=1e-7)


def test_one_pose_is_not_enough() -> None:
    poses = beast()
    with pytest.raises(MeshError, match="at least two"):
        ReducedIK(poses.subset([0]))


@pytest.mark.parametrize("weights", [[1.0], [np.nan] * 4, "words", None])
def test_bad_weights_are_a_named_error(rig: ReducedIK, weights) -> None:
    with pytest.raises(WeightError):
        rig.blend(weights)


@pytest.mark.parametrize(
    "bad",
    [
        {"controls": 0},
        {"influences": 0},
        {"influences": 9},
        {"kind": "soft"},
        {"span": "round"},
        {"start": "home"},
        {"turning": "always"},
        {"correction": 0.0},
        {"bumps": 1},
        {"ridge": -1.0},
        {"bandwidth": 0.0},
        {"small": 0.7},
    ],
    ids=str,
)
def test_bad_options_are_a_named_error(bad) -> None:
    with pytest.raises(OptionError):
        ReducedOptions(**bad)


def test_options_survive_a_round_trip() -> None:
    for options in (ReducedOptions(), PRINTED, ReducedOptions(controls=7, kind="rigid")):
        assert ReducedOptions.of_json(options.to_json()) == options
