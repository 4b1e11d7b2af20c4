"""Pose sets from files, folders, globs and lists."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pliant.errors import CorrespondenceError, FileFormatError, MeshError, OptionError, UnsupportedFormatError
from pliant.io import read_poses, write_mesh, write_poses
from pliant.io.poses import natural_key
from pliant.mesh import Mesh, PoseSet
from tests.io.samples import assert_same_mesh, dressed, plain, pose_set


def fill(folder, names, suffix=".obj") -> None:
    """Poses that tell where they come from by the height of their first vertex."""
    folder.mkdir(exist_ok=True)
    for i, name in enumerate(names):
        V = plain().V.copy()
        V[0, 2] = i
        write_mesh(folder / f"{name}{suffix}", plain().moved(V))


def test_folders_globs_and_lists_give_the_same_poses(tmp_path):
    names = ["pose1", "pose2", "pose10", "pose10b"]
    fill(tmp_path / "a", names)
    for source in (
        tmp_path / "a",
        str(tmp_path / "a"),
        f"{tmp_path}/a/*.obj",
        f"{tmp_path}/*/pose*",
        [tmp_path / "a" / f"{name}.obj" for name in names],
    ):
        poses = read_poses(source)
        assert poses.names == tuple(names)
        assert poses.V[:, 0, 2].tolist() == [0, 1, 2, 3]


def test_numbers_sort_by_value():
    names = ["a", "A1", "a01b", "a1b", "a2", "a9-1", "a9-02", "a10", "b", "Ä"]
    shuffled = names.copy()
    random.Random(0).shuffle(shuffled)
    assert sorted(shuffled, key=natural_key) == names


@settings(max_examples=30)
@given(st.lists(st.text(alphabet="aA1290²ä.", max_size=4)))
def test_the_natural_order_does_not_depend_on_the_order_found(names):
    backwards = list(reversed(names))
    assert sorted(names, key=natural_key) == sorted(backwards, key=natural_key)


def test_lists_keep_their_own_order(tmp_path):
    fill(tmp_path, ["b", "a", "c"])
    poses = read_poses([tmp_path / "c.obj", tmp_path / "b.obj"])
    assert poses.names == ("c", "b")
    assert poses.V[:, 0, 2].tolist() == [2, 0]


def test_equal_names_of_different_folders_are_told_apart(tmp_path):
    for folder in ("x", "y"):
        fill(tmp_path / folder, ["pose"])
    names = read_poses([tmp_path / "x" / "pose.obj", tmp_path / "y" / "pose.obj"]).names
    assert names == (str(tmp_path / "x" / "pose"), str(tmp_path / "y" / "pose"))


def test_one_file_is_one_pose_or_the_set_it_holds(tmp_path):
    fill(tmp_path, ["single"])
    assert read_poses(tmp_path / "single.obj").names == ("single",)
    assert read_poses(tmp_path).names == ("single",)
    (tmp_path / "single.obj").unlink()
    write_poses(tmp_path / "set.npz", pose_set(plain()))
    for source in (tmp_path / "set.npz", tmp_path, f"{tmp_path}/*.npz", [tmp_path / "set.npz"]):
        assert len(read_poses(source)) == 3


def test_names_with_glob_letters_are_files_first(tmp_path):
    fill(tmp_path, ["a[1]", "a1"])
    assert read_poses(f"{tmp_path}/a[1].obj").names == ("a[1]",)


def test_other_files_in_a_folder_are_passed_over(tmp_path):
    fill(tmp_path, ["a", "b"])
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / ".hidden.ply").write_text("hello")
    (tmp_path / "a.mtl").write_text("hello")
    assert read_poses(tmp_path).names == ("a", "b")


def test_a_folder_of_several_kinds_or_none_is_refused(tmp_path):
    with pytest.raises(FileFormatError, match="no mesh"):
        read_poses(tmp_path)
    fill(tmp_path, ["a", "b"])
    fill(tmp_path, ["a"], ".ply")
    with pytest.raises(FileFormatError, match=r"2 \.obj, 1 \.ply"):
        read_poses(tmp_path)
    assert len(read_poses(f"{tmp_path}/*.obj")) == 2


def test_sources_without_files_are_refused(tmp_path):
    for source, words in (
        ([], "No file was given"),
        (f"{tmp_path}/*.obj", "No file matches"),
        (tmp_path / "none.obj", "does not exist"),
        (tmp_path / "none", "does not exist"),
    ):
        with pytest.raises(FileFormatError, match=words):
            read_poses(source)


def test_poses_that_do_not_correspond_are_refused_with_the_first_difference(tmp_path):
    mesh = plain()
    write_mesh(tmp_path / "a.obj", mesh)
    write_mesh(tmp_path / "b.obj", Mesh.of_polygons(mesh.V[:, ::-1], mesh.polygons))
    assert len(read_poses(tmp_path)) == 2
    swapped = mesh.polygons.of([[0, 1, 2, 3], [1, 4, 5, 6, 2], [2, 3, 6], [7, 5, 4]])
    write_mesh(tmp_path / "c.obj", Mesh.of_polygons(mesh.V, swapped))
    with pytest.raises(CorrespondenceError, match=r"Face 2 of 'c' joins the vertices \[2, 3, 6\]"):
        read_poses(tmp_path)
    write_mesh(tmp_path / "c.obj", Mesh.of_polygons(np.vstack([mesh.V, mesh.V[:1]]), mesh.polygons))
    with pytest.raises(CorrespondenceError, match="'c' has 9 vertices where 'a' has 8"):
        read_poses(tmp_path)


def test_a_bad_pose_is_named(tmp_path):
    fill(tmp_path, ["a", "b"])
    (tmp_path / "b.obj").write_bytes(b"v 0 0 zero\n")
    with pytest.raises(FileFormatError, match=r"b\.obj: Line 1 has 'zero'"):
        read_poses(tmp_path)


def test_frames_and_clip_are_for_one_gltf_file(tmp_path):
    fill(tmp_path, ["a", "b"])
    for source in (tmp_path, tmp_path / "a.obj"):
        with pytest.raises(OptionError, match="glTF"):
            read_poses(source, frames=3)
        with pytest.raises(OptionError, match="glTF"):
            read_poses(source, clip="run")


def test_a_folder_of_poses_comes_back_bit_for_bit(tmp_path):
    poses = pose_set(dressed())
    write_poses(tmp_path / "out", poses)
    back = read_poses(tmp_path / "out")
    assert back.names == poses.names
    np.testing.assert_array_equal(back.V, poses.V)
    assert_same_mesh(back.mesh, poses.mesh)
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (["a", "b2", "b10"], ["a", "b2", "b10"]),
        (["b", "a"], ["0_b", "1_a"]),
        (["A", "a"], ["0_A", "1_a"]),
        (["rest/pose", "..", ".x"], ["0_rest_pose", "1_pose", "2_x"]),
    ],
    ids=["sorted", "unsorted", "same but for capitals", "no file names"],
)
def test_numbers_are_put_before_names_that_would_not_do(tmp_path, names, files):
    mesh = plain()
    poses = PoseSet.of_positions(mesh, np.stack([mesh.V + i for i in range(len(names))]), names)
    write_poses(tmp_path / "out", poses)
    back = read_poses(tmp_path / "out")
    assert list(back.names) == files
    np.testing.assert_array_equal(back.V, poses.V)


def test_a_folder_with_something_in_it_is_never_written_into(tmp_path):
    (tmp_path / "out").mkdir()
    write_poses(tmp_path / "out", pose_set(plain()))
    before = sorted(os.listdir(tmp_path / "out"))
    with pytest.raises(FileFormatError, match="not an empty folder"):
        write_poses(tmp_path / "out", pose_set(plain()))
    assert sorted(os.listdir(tmp_path / "out")) == before
    (tmp_path / "file").touch()
    with pytest.raises(FileFormatError, match="not an empty folder"):
        write_poses(tmp_path / "file", pose_set(plain()))
    with pytest.raises(FileFormatError, match="does not exist"):
        write_poses(tmp_path / "none" / "out", pose_set(plain()))


def test_a_folder_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    calls = []

    def failing(path, mesh):
        calls.append(path)
        if len(calls) == 2:
            raise MeshError("no")

    monkeypatch.setattr("pliant.io.poses.write_mesh", failing)
    with pytest.raises(MeshError):
        write_poses(tmp_path / "out", pose_set(plain()))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("suffix", [".npz", ".glb"])
def test_sets_come_back_from_one_file(tmp_path, suffix):
    poses = pose_set(plain())
    write_poses(tmp_path / f"set{suffix}", poses)
    back = read_poses(tmp_path / f"set{suffix}")
    assert back.names == poses.names
    np.testing.assert_allclose(back.V, poses.V, rtol=1e-6, atol=1e-5 if suffix == ".glb" else 0)
    np.testing.assert_array_equal(back.F, poses.F)


def test_poses_are_not_written_to_formats_of_one_mesh(tmp_path):
    for name in ("a.obj", "a.fbx"):
        with pytest.raises(UnsupportedFormatError, match="poses"):
            write_poses(tmp_path / name, pose_set(plain()))


def test_all_real_sets_are_read_as_they_are(data):
    for path in sorted((data / "poses").glob("*.npz"))[:6]:
        poses = read_poses(path)
        with np.load(path) as arrays:
            np.testing.assert_array_equal(poses.V, arrays["poses"])
            np.testing.assert_array_equal(poses.F, arrays["faces"])
            assert poses.names == tuple(arrays["names"])
