"""Clips written and read, whatever the format."""

from __future__ import annotations

import os
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant.clip import Clip
from pliant.errors import CorrespondenceError, FileFormatError, MeshError, OptionError, UnsupportedFormatError
from pliant.io import read_clip, write_clip, write_mesh
from pliant.mesh import Mesh
from tests.io.moving import files_end_at
from tests.io.samples import assert_same_mesh
from tests.io.shots import long, waving

SINGLE = ["a.pc2", "a.mdd", "a.glb", "a.gltf"]
EXACT = ["a.npz", "folder", "folder/step_*.ply"]
FILES = [*SINGLE, "a.npz"]
# Of single precision: half a unit in the last place, of the base and of the displacement.
ROUNDING = 2.0**-23


def again(path: Path, clip: Clip) -> Clip:
    return read_clip(path, mesh=clip.mesh if path.suffix in (".pc2", ".mdd") else None)


@pytest.mark.parametrize("name", [*SINGLE, *EXACT])
def test_frames_come_back_in_their_order_and_as_often_as_asked(name, tmp_path):
    clip = waving()
    write_clip(tmp_path / name, clip)
    found = again(tmp_path / name, clip)
    V = clip.array()
    tolerance = ROUNDING * np.abs(V).max() if name in SINGLE else 0.0
    np.testing.assert_allclose(found.array(), V, rtol=0, atol=tolerance)
    np.testing.assert_array_equal(found.array(), found.array())
    assert found.count == clip.count
    if name in EXACT:
        np.testing.assert_array_equal(found.mesh.polygons.corners, clip.mesh.polygons.corners)
    else:
        # glTF sorts triangles by material.
        assert sorted(found.mesh.F.tolist()) == sorted(clip.mesh.F.tolist())


@pytest.mark.parametrize("name", ["a.npz", "a.glb", "a.gltf"])
def test_rate_first_frame_and_name_are_kept_where_the_format_has_them(name, tmp_path):
    clip = replace(waving(), fps=29.97, first=0)
    write_clip(tmp_path / name, clip)
    found = read_clip(tmp_path / name)
    assert (found.fps, found.first, found.name) == (29.97, 0, "wave")
    assert read_clip(tmp_path / name, fps=29.97).count == clip.count


def test_an_archive_keeps_the_mesh_whole_and_is_a_pose_set_too(tmp_path):
    clip = waving()
    write_clip(tmp_path / "a.npz", clip)
    assert_same_mesh(read_clip(tmp_path / "a.npz").mesh, clip.mesh)
    poses = pliant.read_poses(tmp_path / "a.npz")
    np.testing.assert_array_equal(poses.V, clip.array())
    pliant.write_poses(tmp_path / "b.npz", poses)
    np.testing.assert_array_equal(read_clip(tmp_path / "b.npz").array(), poses.V)


@pytest.mark.parametrize("name", FILES)
def test_the_same_clip_gives_the_same_bytes(name, tmp_path):
    first, second = tmp_path / name, tmp_path / f"again{Path(name).suffix}"
    write_clip(first, waving())
    write_clip(second, waving())
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_was_cut_off_is_refused_by_its_name(name, tmp_path):
    path = tmp_path / name
    clip = waving()
    write_clip(path, clip)
    data = path.read_bytes()
    for size in (len(data) - 1, len(data) // 2, 10, 0):
        path.write_bytes(data[:size])
        with pytest.raises(FileFormatError, match=str(path)):
            again(path, clip).array()


@pytest.mark.parametrize("name", ["a.pc2", "a.mdd", "a.npz", "a.glb"])
def test_a_file_that_is_cut_off_while_it_is_read_is_refused_by_its_name(name, tmp_path):
    path, clip = tmp_path / name, long(5, 2000)
    write_clip(path, clip)
    found = again(path, clip)
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(FileFormatError, match=str(path)):
        found.array()


@pytest.mark.parametrize("name", ["a.pc2", "a.mdd"])
def test_a_point_cache_needs_the_mesh_that_it_was_made_from(name, tmp_path):
    clip = waving()
    write_clip(tmp_path / name, clip)
    with pytest.raises(OptionError, match="no faces"):
        read_clip(tmp_path / name)
    stranger = Mesh.of(clip.mesh.V[:7], [[0, 1, 2]])
    with pytest.raises(CorrespondenceError, match="8 points per frame where the mesh has 7"):
        read_clip(tmp_path / name, mesh=stranger)
    write_mesh(tmp_path / "mesh.obj", clip.mesh)
    assert_same_mesh(read_clip(tmp_path / name, mesh=tmp_path / "mesh.obj").mesh, clip.mesh)


def test_times_without_an_even_rate_need_one(tmp_path):
    path, clip = tmp_path / "a.mdd", waving()
    write_clip(path, clip)
    assert again(path, clip).fps == 25.0
    data = bytearray(path.read_bytes())
    data[12:16] = np.array(0.001, ">f4").tobytes()
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match="even steps"):
        again(path, clip)
    assert read_clip(path, mesh=clip.mesh, fps=12.0).fps == 12.0


def test_a_given_mesh_brings_back_polygons_that_the_format_cut(tmp_path):
    clip = waving()
    write_clip(tmp_path / "a.glb", clip)
    assert read_clip(tmp_path / "a.glb", mesh=clip.mesh).mesh is clip.mesh
    with pytest.raises(CorrespondenceError):
        read_clip(tmp_path / "a.glb", mesh=Mesh.of(clip.mesh.V[:7], [[0, 1, 2]]))


def test_a_file_of_a_sequence_with_other_faces_is_refused_when_its_turn_comes(tmp_path):
    clip = waving(3)
    write_clip(tmp_path / "folder", clip)
    F = clip.mesh.F[::-1].copy()
    write_mesh(tmp_path / "folder" / "frame_0006.obj", Mesh.of(clip.mesh.V, F))
    frames = iter(read_clip(tmp_path / "folder"))
    next(frames)
    with pytest.raises(CorrespondenceError, match="frame_0006"):
        next(frames)


@pytest.mark.parametrize("name", ["a.pc2", "a.npz", "a.glb"])
def test_memory_does_not_grow_with_the_frames(name, tmp_path):
    n, few, many = 20_000, 10, 60
    peaks = {}
    for count in (few, many):
        clip = long(count, n)
        tracemalloc.start()
        write_clip(tmp_path / name, clip)
        for _ in again(tmp_path / name, clip):
            pass
        peaks[count] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    # The keys of 50 more frames need less than three frames in double precision.
    assert peaks[many] - peaks[few] < 3 * 24 * n


@pytest.mark.parametrize("name", [*FILES, "folder"])
def test_a_disk_that_fills_up_leaves_what_was_there(name, tmp_path):
    clip, path = long(20, 1000), tmp_path / name
    if path.suffix:
        path.write_bytes(b"old")
    before = os.listdir(tmp_path)
    with files_end_at(5000), pytest.raises(FileFormatError, match="was left as it was"):
        write_clip(path, clip)
    assert os.listdir(tmp_path) == before
    assert not path.suffix or path.read_bytes() == b"old"


@pytest.mark.parametrize("name", [*FILES, "folder"])
def test_a_progress_that_raises_cancels(name, tmp_path):
    told = []

    def progress(share: float, what: str) -> None:
        told.append(share)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_clip(tmp_path / name, waving(), progress=progress)
    assert os.listdir(tmp_path) == []
    assert told == [1 / 9, 2 / 9, 3 / 9]


@pytest.mark.parametrize("name", [*FILES, "folder"])
def test_a_stream_that_breaks_its_word_is_refused(name, tmp_path):
    clip = waving()
    for count in (clip.count - 1, clip.count + 1):
        with pytest.raises(MeshError, match="announces"):
            write_clip(tmp_path / name, replace(clip, count=count))
    assert os.listdir(tmp_path) == []


def test_names_and_options_that_mean_nothing_are_refused(tmp_path):
    with pytest.raises(UnsupportedFormatError):
        write_clip(tmp_path / "a.xyz", waving())
    with pytest.raises(OptionError, match="USD"):
        write_clip(tmp_path / "a.pc2", waving(), up="Z")
    with pytest.raises(OptionError, match="fps"):
        read_clip(tmp_path / "a.pc2", fps=-1)
    with pytest.raises(OptionError, match="clip"):
        read_clip(tmp_path / "a.npz", clip=0)
    with pytest.raises(FileFormatError, match=r"\*"):
        write_clip(tmp_path / "folder" / "*_*.obj", waving())
