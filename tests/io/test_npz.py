"""Pose sets as numpy archives."""

from __future__ import annotations

import io
import time
import zipfile

import numpy as np
import pytest

from pliant.errors import FileFormatError, MeshError, PliantError
from pliant.io.npz import npz_of_poses, poses_of_npz
from pliant.mesh import PoseSet
from tests.io.samples import V, assert_same_mesh, dressed, plain, pose_set, textured

TRIANGLE = {
    "faces": [[0, 1, 2]],
    "poses": np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], np.float32),
    "names": ["a"],
}


def archive(**arrays) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


@pytest.mark.parametrize("make", [plain, textured, dressed])
def test_what_is_written_comes_back_bit_for_bit(make):
    poses = pose_set(make())
    back = poses_of_npz(b"".join(npz_of_poses(poses)))
    assert_same_mesh(back.mesh, poses.mesh)
    np.testing.assert_array_equal(back.V, poses.V)
    assert back.names == poses.names


def test_landmarks_come_back_by_name():
    poses = pose_set(plain()).with_landmarks({"nose": 2, "Ohr – links": 0})
    assert poses_of_npz(b"".join(npz_of_poses(poses))).mesh.landmarks == poses.mesh.landmarks


def test_quads_keep_the_diagonal_of_the_pose_they_were_cut_in():
    quad = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0.0]])
    stretched = quad.copy()
    stretched[2] *= 5
    squeezed = quad.copy()
    squeezed[2] /= 5
    mesh = dressed()
    mesh = mesh.of_polygons(stretched, mesh.polygons.of([[0, 1, 2, 3]]))
    poses = PoseSet.of_positions(mesh, np.stack([stretched, squeezed])).subset([1, 0])
    cut_anew = mesh.of_polygons(squeezed, mesh.polygons)
    assert poses.F.tolist() != cut_anew.F.tolist()
    np.testing.assert_array_equal(poses_of_npz(b"".join(npz_of_poses(poses))).F, poses.F)


def test_exact_single_precision_is_stored_as_such():
    poses = poses_of_npz(archive(**TRIANGLE))
    with np.load(io.BytesIO(b"".join(npz_of_poses(poses)))) as arrays:
        assert arrays["poses"].dtype == np.float32
    with np.load(io.BytesIO(b"".join(npz_of_poses(pose_set(plain()))))) as arrays:
        assert arrays["poses"].dtype == np.float64


def test_names_are_optional_and_a_single_mesh_may_have_vertices():
    assert poses_of_npz(archive(faces=TRIANGLE["faces"], poses=TRIANGLE["poses"])).names == ("pose 0",)
    assert poses_of_npz(archive(faces=TRIANGLE["faces"], vertices=V[:3])).V.shape == (1, 3, 3)


def test_names_of_any_letters_and_byte_order_are_read():
    for names in (np.array(["Ω→😀"]), np.array(["Ω→😀"]).astype(">U4")):
        assert poses_of_npz(archive(**(TRIANGLE | {"names": names}))).names == ("Ω→😀",)
    assert poses_of_npz(archive(**(TRIANGLE | {"names": [7]}))).names == ("7",)


def test_arrays_in_fortran_order_are_read():
    poses = np.asfortranarray(pose_set(plain()).V)
    np.testing.assert_array_equal(poses_of_npz(archive(faces=[[0, 1, 2]], poses=poses)).V, poses)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"faces": [[0, 1, 3]]}, MeshError),
        ({"faces": [[0, 1]]}, MeshError),
        ({"faces": [[0.0, 1, 2]]}, MeshError),
        ({"faces": np.zeros((0, 3), int)}, MeshError),
        ({"poses": np.zeros((1, 3, 2))}, FileFormatError),
        ({"poses": np.zeros((0, 3, 3))}, FileFormatError),
        ({"poses": np.zeros((1, 0, 3))}, FileFormatError),
        ({"poses": np.full((1, 3, 3), np.nan)}, MeshError),
        ({"poses": np.array([["a"]])}, FileFormatError),
        ({"names": ["a", "b"]}, MeshError),
        ({"names": np.array([b"a"])}, FileFormatError),
        ({"names": np.array([0x7FFFFFFF], np.uint32).view("U1")}, FileFormatError),
        ({"names": np.array([0x110000], ">u4").view(">U1")}, FileFormatError),
        ({"names": np.array([0xDFFF], np.uint32).view("U1")}, FileFormatError),
        ({"corners": [0, 1, 2]}, FileFormatError),
        ({"corners": [0, 1, 2], "sizes": [4]}, FileFormatError),
        ({"corners": [0, 1, 3], "sizes": [3]}, FileFormatError),
        ({"corners": [0, 1, 2, 0, 1, 2], "sizes": [3, 3]}, FileFormatError),
        ({"corners": [0, 0, 1], "sizes": [3]}, FileFormatError),
        ({"corners": [0, 1, 2], "sizes": [3], "uv": [[0.0, 0]], "uv_corners": [0, 1, 0]}, FileFormatError),
        ({"corners": [0, 1, 2], "sizes": [3], "uv": [[0.0, 0]], "uv_corners": [0]}, FileFormatError),
        ({"corners": [0, 1, 2], "sizes": [3], "uv": [0.0, 0], "uv_corners": [0, 0, 0]}, FileFormatError),
        ({"corners": [0, 1, 2], "sizes": [3], "group_names": ["a"]}, FileFormatError),
        ({"landmark_names": ["nose"]}, FileFormatError),
        ({"landmark_names": ["nose"], "landmark_vertices": [3]}, FileFormatError),
        ({"landmark_names": ["nose"], "landmark_vertices": [0, 1]}, FileFormatError),
        ({"landmark_names": ["7"], "landmark_vertices": [0]}, MeshError),
        (
            {
                "corners": [0, 1, 2],
                "sizes": [3],
                "group_names": ["a"],
                "group_sizes": [],
                "group_polygons": [],
            },
            FileFormatError,
        ),
        (
            {
                "corners": [0, 1, 2],
                "sizes": [3],
                "group_names": ["a", "b"],
                "group_sizes": [1],
                "group_polygons": [0],
            },
            FileFormatError,
        ),
        (
            {
                "corners": [0, 1, 2],
                "sizes": [3],
                "group_names": ["a"],
                "group_sizes": [1],
                "group_polygons": [1],
            },
            FileFormatError,
        ),
    ],
)
def test_arrays_that_contradict_each_other_are_refused(changed, error):
    with pytest.raises(error):
        poses_of_npz(archive(**(TRIANGLE | changed)))


@pytest.mark.parametrize("missing", ["faces", "poses"])
def test_a_missing_array_is_named(missing):
    arrays = {name: values for name, values in TRIANGLE.items() if name != missing}
    with pytest.raises(FileFormatError, match="has no array"):
        poses_of_npz(archive(**arrays))


def test_objects_are_never_unpickled():
    with pytest.raises(FileFormatError):
        poses_of_npz(archive(**(TRIANGLE | {"names": np.array([print], dtype=object)})))


def test_a_lying_shape_is_refused_before_it_is_allocated():
    data = io.BytesIO()
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 999999999999, 3), }"
    header += b" " * (118 - len(header) - 1) + b"\n"
    with zipfile.ZipFile(data, "w") as file:
        file.writestr(
            "poses.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(72)
        )
    with pytest.raises(FileFormatError):
        poses_of_npz(data.getvalue())


def test_a_bomb_is_refused_before_it_is_unpacked():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file, file.open("poses.npy", "w") as member:
        for _ in range(70):
            member.write(bytes(1 << 20))
    begin = time.process_time()
    with pytest.raises(FileFormatError, match="as no mesh does"):
        poses_of_npz(data.getvalue())
    assert time.process_time() - begin < 0.2


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", archive(a=[1]), archive(**TRIANGLE)[:-30]])
def test_what_is_no_archive_of_ours_is_refused(data):
    with pytest.raises(PliantError):
        poses_of_npz(data)
