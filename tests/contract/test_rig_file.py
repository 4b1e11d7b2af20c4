"""Rig files: the same bits back, and a named error for whatever is damaged, foreign or newer."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from pliant.arrays import Array
from pliant.errors import FileFormatError, RigFileError
from pliant.mesh import Mesh, Polygons
from pliant.registry import open_rig
from pliant.rig import Rig
from pliant.rig_file import FORMAT, VERSION, mesh_of_file, mesh_to_file, read_rig_file, write_rig_file

ONE_FILE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


class Box(Rig):
    """A rig that is nothing but what its file holds."""

    method: ClassVar[str] = "box"

    def __init__(self, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        self.settings = settings
        self.arrays = arrays

    def grab(self, points):
        raise NotImplementedError

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        return self.settings, self.arrays

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Box:
        return cls(settings, arrays)


ARRAYS = {
    "real": np.array([[0.1, -0.0], [np.pi, 5e-324]]),
    "whole": np.arange(7, dtype=np.int64),
    "single": np.array([1.5, 2.5], dtype=np.float32),
    "truth": np.array([True, False]),
    "none": np.empty((0, 3)),
    "turned": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
}
SETTINGS = {"name": "Löwe", "scale": 0.1, "list": [1, None, True], "deep": {"er": {}}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_rig_file(tmp_path / "box.pliant", Box(SETTINGS, ARRAYS))
    return tmp_path / "box.pliant"


def test_what_was_written_is_read_with_the_same_bits(path: Path) -> None:
    file = read_rig_file(path)
    assert file.method == "box"
    assert file.settings == SETTINGS
    assert set(file.arrays) == set(ARRAYS)
    for name, array in ARRAYS.items():
        assert file.arrays[name].dtype == array.dtype
        assert file.arrays[name].shape == array.shape
        assert file.arrays[name].tobytes() == array.tobytes()


@ONE_FILE
@given(
    hnp.arrays(st.sampled_from([np.float64, np.int64, np.float32]), hnp.array_shapes(min_dims=0, min_side=0))
)
def test_any_array_survives(tmp_path: Path, array: Array) -> None:
    write_rig_file(tmp_path / "any.pliant", Box({}, {"array": array}))
    found = read_rig_file(tmp_path / "any.pliant").arrays["array"]
    assert found.dtype == array.dtype
    assert found.shape == array.shape
    assert found.tobytes() == array.tobytes()


def test_a_failed_save_leaves_the_old_file_and_nothing_else(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises((TypeError, ValueError)):
        write_rig_file(path, Box({}, {"objects": np.array([object()])}))
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_saving_into_a_folder_that_is_not_there_is_a_named_error(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError):
        write_rig_file(tmp_path / "nowhere" / "box.pliant", Box({}, {}))


def test_a_file_that_is_not_there_is_a_named_error(tmp_path: Path) -> None:
    with pytest.raises(RigFileError, match=r"none\.pliant"):
        read_rig_file(tmp_path / "none.pliant")


def test_a_folder_is_a_named_error(tmp_path: Path) -> None:
    with pytest.raises(RigFileError):
        read_rig_file(tmp_path)


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip", b"\x00" * 1000, b"PK\x05\x06" + b"\x00" * 18])
def test_foreign_bytes_are_a_named_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign.pliant"
    path.write_bytes(content)
    with pytest.raises(RigFileError):
        read_rig_file(path)


def header(**changes: Any) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "method": "box", "settings": {}} | changes


def zipped(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({}, "rig.json"),
        ({"rig.json": b"{"}, "not a rig file"),
        ({"rig.json": b"\xff\xfe"}, "not a rig file"),
        ({"rig.json": b"[]"}, "not a rig file"),
        ({"rig.json": json.dumps(header(format="other")).encode()}, "not a rig file"),
        (
            {"rig.json": json.dumps(header(version=VERSION + 1)).encode()},
            f"version {VERSION + 1}.*Update Pliant",
        ),
        ({"rig.json": json.dumps(header(version=None)).encode()}, "version"),
        ({"rig.json": json.dumps(header(method=3)).encode()}, "method"),
        ({"rig.json": json.dumps(header(settings=[])).encode()}, "damaged"),
        ({"rig.json": json.dumps(header()).encode(), "a.npy": b"not an array"}, "damaged"),
        ({"rig.json": json.dumps(header()).encode(), "a.npy": b""}, "damaged"),
    ],
    ids=str,
)
def test_wrong_contents_are_a_named_error(tmp_path: Path, entries: dict[str, bytes], reason: str) -> None:
    with pytest.raises(RigFileError, match=reason):
        read_rig_file(zipped(tmp_path / "wrong.pliant", entries))


def test_pickled_objects_are_refused(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.save(stream, np.array([{"evil": print}], dtype=object), allow_pickle=True)
    entries = {"rig.json": json.dumps(header()).encode(), "a.npy": stream.getvalue()}
    with pytest.raises(RigFileError):
        read_rig_file(zipped(tmp_path / "pickle.pliant", entries))


def test_an_array_header_that_promises_more_than_there_is_is_refused(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        stream, {"descr": "<f8", "fortran_order": False, "shape": (1 << 60, 3)}
    )
    entries = {"rig.json": json.dumps(header()).encode(), "a.npy": stream.getvalue() + b"\x00" * 64}
    with pytest.raises(RigFileError):
        read_rig_file(zipped(tmp_path / "liar.pliant", entries))


def test_a_method_that_nobody_knows_is_named(path: Path) -> None:
    with pytest.raises(RigFileError, match="made by the method 'box'"):
        open_rig(path)


@ONE_FILE
@given(st.data())
def test_a_truncated_file_is_a_named_error(path: Path, data: st.DataObject) -> None:
    whole = path.read_bytes()
    cut = path.with_name("cut.pliant")
    cut.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(RigFileError):
        read_rig_file(cut)


@settings(ONE_FILE, max_examples=300)
@given(st.data())
def test_changed_bytes_are_noticed_or_harmless(path: Path, data: st.DataObject) -> None:
    content = bytearray(path.read_bytes())
    for at in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=4)):
        content[at] = data.draw(st.integers(0, 255))
    changed = path.with_name("changed.pliant")
    changed.write_bytes(bytes(content))
    try:
        file = read_rig_file(changed)
    except RigFileError:
        return
    for name in set(file.arrays) & set(ARRAYS):
        assert file.arrays[name].tobytes() == ARRAYS[name].tobytes()


@settings(ONE_FILE, max_examples=300)
@given(st.data())
def test_hostile_arrays_with_a_right_checksum_are_read_or_refused(path: Path, data: st.DataObject) -> None:
    stream = io.BytesIO()
    np.save(stream, np.arange(6.0).reshape(2, 3))
    content = bytearray(stream.getvalue())
    for at in data.draw(st.lists(st.integers(0, 127), min_size=1, max_size=4)):
        content[at] = data.draw(
            st.one_of(st.integers(0, 255), st.sampled_from(b"0123456789(),'<>{}: fiOUSV"))
        )
    hostile = path.with_name("hostile.pliant")
    zipped(hostile, {"rig.json": json.dumps(header()).encode(), "a.npy": bytes(content)})
    try:
        read_rig_file(hostile)
    except RigFileError:
        return


def test_polygons_texture_coordinates_groups_and_materials_survive() -> None:
    V = np.random.default_rng(0).normal(size=(6, 3))
    mesh = Mesh.of_polygons(
        V,
        Polygons.of([[0, 1, 2, 3], [3, 2, 4], [0, 3, 4, 5, 1]]),
        uv=[[0.0, 0.5], [1.0, 0.25]],
        uv_corners=[0, 1, 0, 1, -1, -1, -1, 0, 0, 0, 0, 1],
        groups={"body": [0, 2], "nobody": []},
        materials={"skin": [0, 1, 2]},
    )
    settings, arrays = mesh_to_file(mesh)
    found = mesh_of_file(V, json.loads(json.dumps(settings)), arrays)
    assert mesh.uv is not None
    assert mesh.uv_corners is not None
    for ours, theirs in (
        (found.V, mesh.V),
        (found.F, mesh.F),
        (found.owner, mesh.owner),
        (found.polygons.corners, mesh.polygons.corners),
        (found.polygons.starts, mesh.polygons.starts),
        (found.uv, mesh.uv),
        (found.uv_corners, mesh.uv_corners),
    ):
        np.testing.assert_array_equal(ours, theirs)
    assert {name: rows.tolist() for name, rows in found.groups.items()} == {"body": [0, 2], "nobody": []}
    assert {name: rows.tolist() for name, rows in found.materials.items()} == {"skin": [0, 1, 2]}
