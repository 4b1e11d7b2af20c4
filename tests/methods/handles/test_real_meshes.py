"""Handle IK on real meshes: many parts, open borders, fine detail."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.io import read_mesh
from pliant.mesh import Mesh, PoseSet
from pliant.methods.handles.examples import sculpted_of
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose
from pliant.methods.handles.surface import surface
from tests.methods.handles.shapes import carried, some_motion


def poses_of(data: Path, name: str) -> PoseSet:
    with np.load(data / "poses" / f"{name}.npz") as arrays:
        return PoseSet.of(arrays["poses"].astype(np.float64), arrays["faces"].astype(np.int64))


def discs(mesh: Mesh, count: int) -> Handles:
    """Handles around points far from each other, each with the vertices nearest to it."""
    V = mesh.V
    seeds = [int(np.argmin(V[:, 0]))]
    far = np.linalg.norm(V - V[seeds[0]], axis=1)
    while len(seeds) < count:
        seeds.append(int(np.argmax(far)))
        far = np.minimum(far, np.linalg.norm(V - V[seeds[-1]], axis=1))
    radius = 0.06 * np.linalg.norm(np.ptp(V, axis=0))
    near = [np.linalg.norm(V - V[seed], axis=1) < radius for seed in seeds]
    return Handles.of(mesh, [Handle.of(f"disc {i}", mask) for i, mask in enumerate(near)])


@pytest.mark.parametrize("name", ["sumner_lion_poses", "sumner_horse_poses", "chicken_crossing", "ict_face"])
def test_moving_all_handles_together_carries_every_part_that_has_one(data: Path, name: str) -> None:
    mesh = poses_of(data, name).mesh
    handles = discs(mesh, 8)
    rig = HandleIK(mesh, handles)
    M = some_motion()
    shape = surface(mesh)
    held = np.isin(shape.component, shape.component[rig.editor.hold.owner >= 0])[shape.of_user]
    V = rig.deform(np.broadcast_to(M, (8, 4, 4)))
    size = np.abs(V).max()
    np.testing.assert_allclose(V[held], carried(M, mesh.V[held]), rtol=0, atol=1e-9 * size)
    np.testing.assert_array_equal(V[~held], mesh.V[~held])


@pytest.mark.parametrize("name", ["sumner_lion_poses", "sumner_horse_poses", "vlasic_samba"])
def test_turned_handles_leave_a_sound_mesh(data: Path, name: str) -> None:
    """No triangle is stretched to more than a few times its size by turns of half a right angle."""
    mesh = poses_of(data, name).mesh
    handles = discs(mesh, 8)
    rig = HandleIK(mesh, handles)
    pose = SculptedPose("turned")
    for i, handle in enumerate(handles):
        pose = pose.turned(handles, handle.name, np.eye(3)[i % 3], 45.0)
    V = rig.deform(pose.matrices(handles))
    edge = mesh.F[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    before, after = (np.linalg.norm(X[edge[:, 0]] - X[edge[:, 1]], axis=1) for X in (mesh.V, V))
    sound = before > 1e-3 * before.mean()
    assert np.isfinite(V).all()
    assert np.percentile(after[sound] / before[sound], 99.5) < 3.0


def test_the_armadillo_follows_a_sculpted_pose(data: Path) -> None:
    mesh = read_mesh(data / "static" / "libigl_armadillo.obj")
    handles = discs(mesh, 10)
    pose = SculptedPose("bent").turned(handles, ["disc 3", "disc 4"], (0, 0, 1), 40)
    rig = HandleIK(mesh, handles, [pose])
    point = int(handles[3].vertices[0])
    target = rig.matrices([0.7])[3, :3] @ np.append(mesh.V[point], 1.0)
    found = rig.grab([point]).drag(target[None])
    assert found.weights[0] == pytest.approx(0.7, abs=0.05)


def test_examples_teach_handles_that_reach_them(data: Path) -> None:
    poses = poses_of(data, "sumner_lion_poses")
    handles = discs(poses.mesh, 12)
    rig = HandleIK(poses.mesh, handles, sculpted_of(handles, poses))
    size = np.linalg.norm(np.ptp(poses.V[0], axis=0))
    for i in (1, 4):
        V = rig.blend(np.eye(len(poses) - 1)[i - 1])
        held = np.concatenate([handle.vertices for handle in handles])
        assert np.linalg.norm(V[held] - poses.V[i, held], axis=1).mean() < 0.02 * size
