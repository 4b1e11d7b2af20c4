"""Examples made by turning bones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant.errors import FileFormatError, OptionError, UnusedSkeletonWarning
from pliant.io import read_poses
from pliant.io.gltf.armature import armature_of_scene
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.scene import scene_of_document
from tests.rigged_bar import rigged_bar
from tests.rigged_figure import BENT, rigged_figure


@pytest.fixture
def figure(tmp_path: Path) -> Path:
    (tmp_path / "figure.glb").write_bytes(rigged_figure().glb())
    return tmp_path / "figure.glb"


def test_a_skeleton_that_nothing_moves_is_told(figure, tmp_path):
    with pytest.warns(UnusedSkeletonWarning, match="a skeleton of 15 joints but no animation"):
        assert len(read_poses(figure)) == 1
    (tmp_path / "moving.glb").write_bytes(rigged_bar(np.zeros((4, 3, 3))).glb())
    read_poses(tmp_path / "moving.glb")


def test_limbs_move_one_at_a_time_as_a_body_can(figure):
    poses = pliant.posed_by_bones(figure, count=80)
    assert len(poses) == 81
    V = {name: poses.V[i] for i, name in enumerate(poses.names)}
    rest, hand, foot, toe = V["rest"], *(poses.mesh.groups[name] for name in ("hand", "foot", "toe"))
    hand, foot = (np.unique(poses.mesh.F[rows]) for rows in (hand, foot))
    # y is up; toes point along z, so that this is forward.
    assert (V["left thigh forward"][foot].mean(axis=0) - rest[foot].mean(axis=0))[2] > 0.2
    assert (V["left thigh bend 100"][foot].mean(axis=0) - rest[foot].mean(axis=0))[2] < -0.2
    assert (V["left arm down"][hand].mean(axis=0) - rest[hand].mean(axis=0))[1] < -0.2
    assert (V["left arm bend 100"][hand].mean(axis=0) - rest[hand].mean(axis=0))[2] > 0.2
    unmoved = np.abs(V["left arm down"] - rest).max(axis=1) < 1e-9
    assert unmoved[foot].all()
    assert unmoved.mean() > 0.5
    assert len(toe)


def test_sides_are_mirror_images(figure):
    poses = pliant.posed_by_bones(figure, count=80)
    V = {name: poses.V[i] for i, name in enumerate(poses.names)}
    flipped = V["left thigh outward"] * [-1, 1, 1]
    distance = np.linalg.norm(flipped[:, None] - V["right thigh outward"], axis=2).min(axis=1)
    assert distance.max() < 1e-9


def test_an_elbow_that_is_bent_at_rest_bends_further(tmp_path):
    (tmp_path / "bent.glb").write_bytes(rigged_figure(elbow=BENT).glb())
    poses = pliant.posed_by_bones(tmp_path / "bent.glb", count=80)
    V = poses.V[poses.names.index("left arm bend 50")]
    hand = np.unique(poses.mesh.F[poses.mesh.groups["hand"]])
    # Its elbow is bent up, and so the hand goes up.
    assert (V[hand] - poses.V[0][hand]).mean(axis=0)[1] > 0.1


def test_the_same_seed_gives_the_same_poses(figure):
    a, b, c = (pliant.posed_by_bones(figure, count=60, seed=seed).V for seed in (1, 1, 2))
    np.testing.assert_array_equal(a, b)
    assert np.abs(a - c).max() > 0.01


def test_files_without_a_skeleton_are_refused(figure, tmp_path):
    file = rigged_bar()
    del file.root["nodes"][0]["skin"]
    (tmp_path / "plain.glb").write_bytes(file.glb())
    with pytest.raises(FileFormatError, match="no skeleton"):
        pliant.posed_by_bones(tmp_path / "plain.glb")
    with pytest.raises(OptionError, match="at least one"):
        pliant.posed_by_bones(figure, count=0)


def test_rest_bones_show_the_rest_pose(figure):
    scene = scene_of_document(document_of_gltf(figure.read_bytes(), figure.parent))
    armature, _ = armature_of_scene(scene)
    np.testing.assert_allclose(armature.posed(armature.rest), scene.rest_positions(), atol=1e-12)
