"""The laws that the figures of [Baerentzen] show, in numbers, on the bar and the samples."""

from __future__ import annotations

import numpy as np
import pytest
from docs.drawings.sculpted import BACK, FOLD, NARROW, arm_rig, bar_rig, folded_rig, in_order, knees
from docs.drawings.walking import FRAMES, GAITS, rigid, walk

from pliant.arrays import Floats, Vertices
from pliant.geometry.topology import half_edges
from pliant.methods.handles.rig import HandleIK
from pliant.samples import sample_handles
from pliant.samples.catalogue import sample

VERTICES = 4_000
LEGS = {
    "humanoid": ("thigh", "shin", "foot", "toes"),
    "quadruped": ("shoulder", "forearm", "forepaw", "thigh", "shin", "hindpaw"),
}
WALKERS = list(LEGS)


def volume(rig: HandleIK, V: Vertices) -> float:
    a, b, c = (V[rig.mesh.F[:, i]] for i in range(3))
    return float(np.einsum("mi,mi->m", a, np.cross(b, c)).sum() / 6.0)


def lengths(rig: HandleIK, V: Vertices) -> Floats:
    """(e,) of the edges."""
    a, b = np.unique(half_edges(rig.mesh.F)[0], axis=0).T
    return np.linalg.norm(V[a] - V[b], axis=1)


def kinks(rig: HandleIK, V: Vertices) -> Floats:
    """Degrees between the normals of triangles that share an edge."""
    ends, face = half_edges(rig.mesh.F)
    pairs = face[np.lexsort((ends[:, 1], ends[:, 0]))].reshape(-1, 2)
    a, b, c = (V[rig.mesh.F[:, i]] for i in range(3))
    N = np.cross(b - a, c - a)
    N /= np.linalg.norm(N, axis=1, keepdims=True)
    return np.degrees(np.arccos(np.clip((N[pairs[:, 0]] * N[pairs[:, 1]]).sum(axis=1), -1, 1)))


def covered_twice(rig: HandleIK, V: Vertices) -> int:
    """How many vertices around the right knee lie within another part of the body."""
    igl = pytest.importorskip("igl", reason="self-intersection is counted by libigl's winding numbers")
    near = np.linalg.norm(rig.mesh.V - [-0.1, 0.495, 0.0], axis=1) < 0.25
    a, b, c = (V[rig.mesh.F[:, i]] for i in range(3))
    normal = np.zeros_like(V)
    np.add.at(normal, rig.mesh.F.ravel(), np.repeat(np.cross(b - a, c - a), 3, axis=0))
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    # Just outside the surface a closed body is wound around zero times, unless another part is there.
    outside = np.ascontiguousarray((V + 1e-3 * normal)[near])
    return int((np.asarray(igl.winding_number(np.array(V), np.array(rig.mesh.F), outside)) > 0.5).sum())


def test_two_poses_in_either_order_end_in_different_places() -> None:
    rig = arm_rig(VERTICES)
    hand = rig.handles.index("left hand")
    tip = int(rigid(rig, "left hand")[0])
    ahead, up = (pose.matrices(rig.handles)[hand] for pose in rig.sculpted)
    point = np.append(rig.mesh.V[tip], 1.0)
    one, other = in_order(rig, [0, 1]), in_order(rig, [1, 0])
    assert np.abs(one[tip] - (up @ ahead @ point)[:3]).max() < 1e-12
    assert np.abs(other[tip] - (ahead @ up @ point)[:3]).max() < 1e-12
    assert np.linalg.norm(one[tip] - other[tip]) > 0.25


def test_poses_that_turn_about_one_axis_commute() -> None:
    rig = bar_rig()
    bend = rig.sculpted[0]
    twice = rig.resculpted([bend, bend.__class__("more").turned(rig.handles, "right", (0, 0, 1), 20.0)])
    assert np.abs(in_order(twice, [0, 1]) - in_order(twice, [1, 0])).max() < 1e-12


def test_rings_of_falling_rigidity_take_the_kink_out_of_a_hard_border() -> None:
    hard, soft = bar_rig(500, soft=NARROW), bar_rig(500, soft=NARROW, rings=2)
    rest = kinks(hard, hard.mesh.V)
    # Beyond the angles that the round bar has of itself.
    worst = [float((kinks(rig, rig.blend([1])) - rest).max()) for rig in (hard, soft)]
    assert worst[1] < 0.85 * worst[0]


def test_vertices_on_straight_lines_shrink_where_handles_do_not() -> None:
    rig = folded_rig()
    straight, ours = (rig.mesh.V + rig.blend([1])) / 2, rig.blend([0.5])
    right = rigid(rig, "right")
    centred = [V[right] - V[right].mean(axis=0) for V in (rig.mesh.V, straight, ours)]
    spread = [float(np.linalg.norm(X[:, :2])) for X in centred]
    # The mean of a part and of the part turned is the part in between, shrunk in the plane of the turn.
    assert spread[1] / spread[0] == pytest.approx(np.cos(np.radians(FOLD / 2)), abs=1e-12)
    assert spread[2] / spread[0] == pytest.approx(1.0, abs=1e-12)
    rest = volume(rig, rig.mesh.V)
    assert volume(rig, straight) < 0.75 * rest
    assert abs(volume(rig, ours) - rest) < 0.1 * rest


def test_small_moves_mend_a_knee_that_one_turn_folds_into_itself() -> None:
    rig, bent, mended = knees()
    assert covered_twice(rig, rig.mesh.V) == 0
    assert covered_twice(rig, bent) > 100
    assert covered_twice(rig, mended) == 0
    assert np.linalg.norm(BACK) < 0.035 * np.ptp(rig.mesh.V[:, 1])


def test_the_mended_knee_keeps_more_of_its_volume_and_of_its_edges() -> None:
    rig, bent, mended = knees()
    rest, long = volume(rig, rig.mesh.V), lengths(rig, rig.mesh.V)
    assert abs(volume(rig, mended) - rest) < abs(volume(rig, bent) - rest)
    assert np.abs(lengths(rig, mended) / long - 1).mean() < 0.02


@pytest.mark.parametrize("name", WALKERS)
def test_feet_stand_where_they_were_put_and_go_where_they_are_led(name: str) -> None:
    grip, frames = walk(name, VERTICES)
    size = np.ptp(grip.rig.mesh.V[:, 1])
    for frame in frames:
        off = np.linalg.norm(grip.held.on(frame.pose.V) - frame.targets, axis=1)
        assert off.max() < 1e-3 * size


@pytest.mark.parametrize("name", WALKERS)
def test_the_body_goes_ahead_in_every_frame_and_by_a_step_in_every_step(name: str) -> None:
    _, frames = walk(name, VERTICES)
    gait = GAITS[name]
    ahead = np.array([frame.pose.weights[-1] for frame in frames])
    assert (np.diff(ahead[FRAMES:]) > 0).all()
    steps = ahead[2 * FRAMES - 1 :: FRAMES]
    assert np.abs(np.diff(steps) - gait.step / 2).max() < 0.01 * gait.step


@pytest.mark.parametrize("name", WALKERS)
def test_joints_stay_joined_over_the_walk(name: str) -> None:
    grip, frames = walk(name, VERTICES)
    rig = grip.rig
    own = sample_handles(name, sample(name, vertices=VERTICES))
    joints = [(one.parent, one.name) for one in own if one.name.split(" ")[-1] in LEGS[name]]
    assert len(joints) == 2 * len(LEGS[name])
    for frame in frames:
        for parent, child in joints:
            a, b = rig.handles.index(parent), rig.handles.index(child)
            centre = np.append(rig.handles[b].centre, 1.0)
            apart = (frame.pose.matrices[a] - frame.pose.matrices[b]) @ centre
            assert np.abs(apart).max() < 1e-12


@pytest.mark.parametrize("name", WALKERS)
def test_the_walk_keeps_volume_and_repeats_itself(name: str) -> None:
    grip, frames = walk(name, VERTICES)
    rest = volume(grip.rig, grip.rig.mesh.V)
    assert all(abs(volume(grip.rig, frame.pose.V) / rest - 1) < 0.04 for frame in frames)
    ahead = np.zeros(3)
    ahead[GAITS[name].ahead] = GAITS[name].step
    off = frames[4 * FRAMES].pose.V - frames[2 * FRAMES].pose.V - ahead
    assert np.abs(off).max() < 0.01 * np.ptp(grip.rig.mesh.V[:, 1])
