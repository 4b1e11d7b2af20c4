"""Clips as morph targets, and skins whose joints move as any affine control does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.clip import Clip
from pliant.errors import FileFormatError, MeshError, OptionError
from pliant.io import read_clip, read_poses, write_clip, write_poses
from pliant.io.gltf import write_skinned
from pliant.mesh import Mesh
from pliant.skin import Skin
from pliant.skin_clip import SkinClip
from tests.io.gltf_validator import check_valid
from tests.io.samples import pose_set, textured
from tests.io.shots import grid, waving


def carried(
    mesh: Mesh, *, controls: int = 5, q: int = 3, stretch: float = 0.3, seed: int = 0, count: int = 6
) -> SkinClip:
    """Controls that turn, stretch and shear by stretch at random about the middle of the mesh."""
    rng = np.random.default_rng(seed)
    influences = np.stack([rng.permutation(controls)[:q] for _ in range(mesh.n)])
    weights = rng.random(influences.shape) + 0.1
    skin = Skin.of(mesh.V, influences, weights / weights.sum(axis=1, keepdims=True), controls)
    axis, shear = rng.normal(size=(controls, 3)), rng.normal(size=(controls, 3, 3))
    middle, palettes = mesh.V.mean(axis=0), []
    for s in np.linspace(0, 1, count):
        F = Rotation.from_rotvec(s * axis).as_matrix() @ (np.eye(3) + s * stretch * shear)
        palettes.append(np.concatenate([F, (middle - F @ middle)[..., None]], axis=2))
    return SkinClip.of(mesh, skin, np.stack(palettes), 24.0, name="carried")


def diagonal(mesh: Mesh) -> float:
    return float(np.linalg.norm(np.ptp(mesh.V, axis=0)))


def description(path: Path) -> dict:
    data = path.read_bytes()
    return json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])


def test_a_shape_is_stored_once_and_only_where_it_moves(tmp_path):
    mesh = grid(5000)
    moves = np.arange(mesh.n)[:, None] < 50
    V = np.stack([mesh.V + moves * np.sin(i % 4) for i in range(40)])
    write_clip(tmp_path / "a.glb", Clip.of(mesh, V))
    written = description(tmp_path / "a.glb")
    assert len(written["meshes"][0]["primitives"][0]["targets"]) == 4
    assert written["meshes"][0]["extras"]["targetNames"] == [f"frame {i}" for i in (1, 2, 3, 4)]
    still = Clip.of(mesh, mesh.V[None])
    write_clip(tmp_path / "still.glb", still)
    # Four shapes of 50 vertices, and weights of 40 frames: far below the 60 kB of one whole shape.
    assert (tmp_path / "a.glb").stat().st_size - (tmp_path / "still.glb").stat().st_size < 8000
    np.testing.assert_allclose(read_clip(tmp_path / "a.glb").array(), V, rtol=0, atol=1e-7)


def test_between_two_frames_vertices_go_straight(tmp_path):
    clip = waving()
    write_clip(tmp_path / "a.glb", clip)
    V = read_clip(tmp_path / "a.glb", fps=2 * clip.fps).array()
    assert len(V) == 2 * clip.count - 1
    np.testing.assert_allclose(V[1::2], (V[:-1:2] + V[2::2]) / 2, rtol=0, atol=1e-6)


@pytest.mark.parametrize("fps", [0.5, 1.0, 23.976])
def test_rate_and_first_frame_come_back_however_slow(fps, tmp_path):
    mesh = grid(20)
    V = np.stack([mesh.V, mesh.V + 0.1, mesh.V])
    write_clip(tmp_path / "a.glb", Clip.of(mesh, V, fps, first=-3))
    found = read_clip(tmp_path / "a.glb")
    assert (found.fps, found.first, len(found)) == (fps, -3, 3)


def test_an_animation_is_chosen_by_name_and_read_at_the_rate_of_its_keys(data):
    path = data / "files" / "Fox.glb"
    walk = read_clip(path, clip="Walk")
    keys = read_poses(path, frames="keys", clip="Walk")
    assert (walk.name, walk.fps) == ("Walk", 24.0)
    at = [round(walk.fps * float(name.rpartition("@")[2])) for name in keys.names[1:]]
    np.testing.assert_allclose(walk.array()[at], keys.V[1:], rtol=0, atol=1e-6 * diagonal(walk.mesh))
    with pytest.raises(OptionError, match="no clip"):
        read_clip(path, clip="Fly")


def test_a_file_in_which_nothing_moves_is_no_clip(tmp_path):
    write_poses(tmp_path / "a.glb", pose_set(textured()))
    with pytest.raises(FileFormatError, match="Nothing moves"):
        read_clip(tmp_path / "a.glb")


@pytest.mark.parametrize("q", [3, 7])
def test_sheared_controls_are_exact_at_every_frame(q, tmp_path):
    # Far from the origin, where matrices about it would lose digits.
    mesh = grid(200)
    mesh = mesh.moved(mesh.V + np.array([30, -20, 10]))
    clip = carried(mesh, controls=9, q=q)
    report = write_skinned(tmp_path / "a.glb", clip)
    found = read_clip(tmp_path / "a.glb")
    assert (found.count, found.fps, found.first, found.name) == (clip.count, 24.0, 1, "carried")
    rounding = 2.0**-23 * np.abs(mesh.V).max()
    np.testing.assert_allclose(found.array(), clip.clip().array(), rtol=0, atol=4 * rounding)
    assert report.dropped == report.at_keys == 0.0
    assert report.nodes == 1 + 2 * clip.controls


def test_rigid_controls_need_one_node_each_and_no_scale(tmp_path):
    clip = carried(grid(200), stretch=0.0)
    assert write_skinned(tmp_path / "a.glb", clip).nodes == 1 + clip.controls
    paths = {each["target"]["path"] for each in description(tmp_path / "a.glb")["animations"][0]["channels"]}
    assert paths == {"translation", "rotation"}


def test_a_mirroring_control_is_exact_too(tmp_path):
    clip = carried(grid(100))
    mirrored = [palette * [-1, 1, 1, 1] for palette in clip.stream()]
    clip = replace(clip, stream=lambda: iter(mirrored))
    write_skinned(tmp_path / "a.glb", clip)
    np.testing.assert_allclose(read_clip(tmp_path / "a.glb").array(), clip.clip().array(), rtol=0, atol=1e-6)


def test_the_report_tells_how_far_the_file_is_from_the_clip(tmp_path):
    mesh = grid(200)
    clip = carried(mesh, controls=9, q=6)
    report = write_skinned(tmp_path / "a.glb", clip, most=4)
    V, found = clip.clip().array(), read_clip(tmp_path / "a.glb", fps=48.0).array()
    off = np.linalg.norm(found[::2] - V, axis=2).max() / diagonal(mesh)
    assert report.dropped == pytest.approx(np.sort(clip.weights)[:, :2].sum(axis=1).max())
    assert report.at_keys == pytest.approx(off, abs=1e-6)
    assert off > 0.01
    write_skinned(tmp_path / "b.glb", clip)
    found = read_clip(tmp_path / "b.glb", fps=48.0).array()
    strayed = np.linalg.norm(found[1::2] - (V[:-1] + V[1:]) / 2, axis=2).max() / diagonal(mesh)
    assert report.between == pytest.approx(strayed, abs=1e-6)


def test_vertices_with_several_texture_coordinates_come_back_as_one(tmp_path):
    mesh = textured()
    mesh = mesh.moved(np.clip(mesh.V, -2, 2))
    clip = carried(mesh)
    write_skinned(tmp_path / "a.gltf", clip)
    np.testing.assert_allclose(read_clip(tmp_path / "a.gltf").array(), clip.clip().array(), rtol=0, atol=1e-6)


def test_a_skin_that_contradicts_itself_is_refused(tmp_path):
    clip = carried(grid(100))
    with pytest.raises(OptionError, match="4 or 8"):
        write_skinned(tmp_path / "a.glb", clip, most=5)
    with pytest.raises(MeshError, match="announced"):
        write_skinned(tmp_path / "a.glb", replace(clip, count=3))
    with pytest.raises(MeshError, match="sum to one"):
        replace(clip, weights=2 * clip.weights)
    with pytest.raises(MeshError, match="control"):
        replace(clip, influences=clip.influences + 3)
    assert not list(tmp_path.iterdir())


def test_the_khronos_validator_has_nothing_to_say(tmp_path):
    write_clip(tmp_path / "a.glb", waving())
    write_clip(tmp_path / "a.gltf", waving())
    write_poses(tmp_path / "poses.glb", pose_set(textured()))
    write_skinned(tmp_path / "few.glb", carried(grid(100)))
    write_skinned(tmp_path / "many.glb", carried(grid(100), controls=300, q=8))
    write_skinned(tmp_path / "rigid.gltf", carried(grid(100), stretch=0.0))
    check_valid(*sorted(tmp_path.iterdir()))
