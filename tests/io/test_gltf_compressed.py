"""Reading glTF files that are compressed or quantised."""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant.errors import FileFormatError, MissingExtraError
from pliant.io.gltf import mesh_of_gltf, poses_of_gltf
from pliant.io.gltf.json_object import JsonObject
from pliant.io.gltf.meshopt import decoded_view
from tests.io.meshopt_streams import (
    Stream,
    attribute_stream,
    decoded_by_three,
    index_stream,
    plain_stream,
    triangle_stream,
)
from tests.io.samples import TRIANGLE, GltfBuilder

HERE = Path()


def decoded(stream: Stream) -> bytes | None:
    try:
        return decoded_view(JsonObject(stream.fields(), "view"), stream.data)
    except FileFormatError:
        return None


def many_streams(seed: int) -> list[Stream]:
    chance = np.random.default_rng(seed)
    sizes = [(4 * int(chance.integers(1, 9)), int(chance.integers(1, 700))) for _ in range(40)]
    streams = [attribute_stream(chance, *size, version) for size in sizes for version in (0, 1)]
    streams += [triangle_stream(chance, int(chance.integers(1, 200))) for _ in range(40)]
    return streams + [index_stream(chance, int(chance.integers(1, 200))) for _ in range(20)]


def test_every_stream_decodes_as_in_three_js(tmp_path):
    streams = many_streams(0)
    theirs = decoded_by_three(streams, tmp_path)
    assert None not in theirs
    for stream, expected in zip(streams, theirs, strict=True):
        assert decoded(stream) == expected, stream.mode


def test_damaged_streams_are_refused_as_in_three_js_and_never_crash(tmp_path):
    chance = np.random.default_rng(1)
    streams = []
    for stream in 3 * many_streams(1):
        bad = bytearray(stream.data)
        for _ in range(int(chance.integers(1, 5))):
            bad[int(chance.integers(len(bad)))] = int(chance.integers(256))
        streams.append(replace(stream, data=bytes(bad)))
        streams.append(replace(stream, data=stream.data[: int(chance.integers(len(stream.data)))]))
    theirs = decoded_by_three(streams, tmp_path)
    refused = 0
    for stream, expected in zip(streams, theirs, strict=True):
        ours = decoded(stream)
        refused += ours is None
        # Triangles that name what is not there are invalid, but three.js makes something of them.
        if ours is not None and stream.mode != "TRIANGLES":
            assert ours == expected
    assert refused > 100


def filtered(kind: str, dtype: str) -> tuple[Stream, np.ndarray]:
    chance = np.random.default_rng(2)
    most = np.iinfo(dtype).max
    values = np.zeros((300, 4), dtype=dtype)
    if kind == "OCTAHEDRAL":
        values[:, :2] = chance.integers(-most, most + 1, (300, 2))
        values[:, 2], values[:, 3] = most, chance.integers(-most, most, 300)
    elif kind == "QUATERNION":
        values[:, :3] = chance.integers(-most // 2, most // 2, (300, 3))
        values[:, 3] = (most & ~3) | chance.integers(0, 4, 300)
    elif kind == "EXPONENTIAL":
        values[:] = (chance.integers(-60, 60, (300, 4)) << 24) | chance.integers(0, 1 << 24, (300, 4))
    else:
        bits = 8 * values.itemsize
        rgb = chance.integers(0, 1 << bits, (300, 3))
        y = ((rgb[:, 0] + 2 * rgb[:, 1] + rgb[:, 2]) // 4) & ~1
        values[:, 0], values[:, 3] = y.astype(f"u{bits // 8}").view(dtype), -1
    return plain_stream(values.view(np.uint8).reshape(300, -1), kind), values


@pytest.mark.parametrize(
    ("kind", "dtype", "unit"),
    [
        ("OCTAHEDRAL", "<i1", 1),
        ("OCTAHEDRAL", "<i2", 1),
        ("QUATERNION", "<i2", 1),
        ("EXPONENTIAL", "<i4", 0),
        ("COLOR", "<i1", 1),
        ("COLOR", "<i2", 1),
    ],
)
def test_filters_give_what_three_js_gives_to_the_last_digit(kind, dtype, unit, tmp_path):
    stream, _ = filtered(kind, dtype)
    theirs = decoded_by_three([stream], tmp_path)[0]
    ours = decoded(stream)
    assert ours is not None
    assert theirs is not None
    a, b = (np.frombuffer(each, dtype).astype(np.int64) for each in (ours, theirs))
    assert np.abs(a - b).max() <= unit
    assert len(np.unique(a)) > 10


def test_a_stream_that_announces_the_moon_is_refused_before_memory_is_asked_for():
    stream = plain_stream(np.zeros((4, 4), dtype=np.uint8))
    assert decoded(replace(stream, count=2**40)) is None
    assert decoded(replace(stream, data=b"")) is None
    assert decoded(replace(stream, mode="NOISE")) is None
    assert decoded(replace(stream, filter="QUATERNION")) is None


def compressed_file(name: str) -> GltfBuilder:
    """A triangle whose positions are in a compressed buffer view, with a placeholder for its bytes."""
    file = GltfBuilder()
    positions = np.zeros((3, 8), dtype=np.uint8)
    positions[:, :6] = np.array([[0, 0, 0], [1000, 0, 0], [0, 500, 0]], dtype="<i2").view(np.uint8)
    stream = plain_stream(positions)
    index = file.view(stream.data)
    stored = file.root["bufferViews"][index]
    stored["extensions"] = {name: {**stored, **stream.fields()}}
    stored |= {"buffer": 1, "byteOffset": 0, "byteLength": 24, "byteStride": 8}
    file.root["accessors"].append({"bufferView": index, "componentType": 5122, "count": 3, "type": "VEC3"})
    file.mesh({"attributes": {"POSITION": 0}})
    file.root["extensionsRequired"] = [name, "KHR_mesh_quantization"]
    return file


def with_placeholder(file: GltfBuilder, name: str) -> bytes:
    """The file with a second buffer that has no bytes."""
    data = file.glb()
    (length,) = struct.unpack("<I", data[12:16])
    root = json.loads(data[20 : 20 + length])
    root["buffers"].append({"byteLength": 24, "extensions": {name: {"fallback": True}}})
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    rest = struct.pack("<I4s", len(text), b"JSON") + text + data[20 + length :]
    return struct.pack("<4sII", b"glTF", 2, 12 + len(rest)) + rest


@pytest.mark.parametrize("name", ["EXT_meshopt_compression", "KHR_meshopt_compression"])
def test_a_file_with_compressed_quantised_positions_is_read(name):
    mesh = mesh_of_gltf(with_placeholder(compressed_file(name), name), HERE)
    np.testing.assert_array_equal(mesh.V, [[0, 0, 0], [1000, 0, 0], [0, 500, 0]])


@pytest.mark.parametrize(("dtype", "scale"), [("i1", 127), ("u1", 255), ("i2", 32767), ("u2", 65535)])
def test_quantised_attributes_are_what_their_integers_stand_for(dtype, scale):
    """With normalisation they are shares, without they are themselves; morph targets likewise."""
    file = GltfBuilder()
    shift = file.array([[1, 2, 3]] * 3, dtype)
    base = file.array(100 * TRIANGLE, dtype, normalized=True)
    plain = file.array(100 * TRIANGLE, dtype)
    uv = file.array([[0, 1], [2, 3], [100, 5]], dtype)
    moved = {"attributes": {"POSITION": plain, "TEXCOORD_0": uv}, "targets": [{"POSITION": shift}]}
    file.mesh({"attributes": {"POSITION": base}})
    file.mesh(moved)
    file.root["nodes"] = [{"mesh": 0}, {"mesh": 1}]
    file.root["scenes"] = [{"nodes": [0, 1]}]
    poses = poses_of_gltf(file.glb(), HERE)
    np.testing.assert_allclose(poses.mesh.V[:3], 100 * TRIANGLE / scale, atol=1e-12)
    np.testing.assert_array_equal(poses.mesh.V[3:], 100 * TRIANGLE)
    np.testing.assert_array_equal(poses.V[1, 3:], 100 * TRIANGLE + [1, 2, 3])
    assert poses.mesh.uv is not None
    np.testing.assert_array_equal(poses.mesh.uv[:, 0], [0, 2, 100])


def draco_file(change: Any = None) -> GltfBuilder:
    """A grid in Draco's form, with normals, colours and joints, and no other arrays."""
    library = pytest.importorskip("DracoPy")
    x, y = np.meshgrid(np.arange(5.0), np.arange(4.0))
    V = np.stack([x, y, np.sin(x + y)], axis=-1).reshape(-1, 3).astype(np.float32)
    i = np.arange(20).reshape(4, 5)
    F = np.stack([i[:-1, :-1], i[:-1, 1:], i[1:, 1:]], axis=-1).reshape(-1, 3).astype(np.uint32)
    data = library.encode(V, F, preserve_order=True)
    file = GltfBuilder()
    view = file.view(data if change is None else change(data))
    mesh = library.decode(data)
    unique = mesh.attributes[0]["unique_id"]
    kinds = [("VEC3", len(mesh.points), 5126), ("SCALAR", 3 * len(mesh.faces), 5125)]
    for kind, count, component in kinds:
        file.root["accessors"].append({"componentType": component, "count": count, "type": kind})
    extension = {"bufferView": view, "attributes": {"POSITION": unique}}
    file.mesh(
        {
            "attributes": {"POSITION": 0},
            "indices": 1,
            "extensions": {"KHR_draco_mesh_compression": extension},
        }
    )
    file.root["extensionsRequired"] = ["KHR_draco_mesh_compression"]
    return file


def test_a_file_compressed_with_draco_is_read():
    mesh = mesh_of_gltf(draco_file().glb(), HERE)
    assert (mesh.n, len(mesh.F)) == (20, 12)
    np.testing.assert_allclose(np.sort(mesh.V[:, 0]), np.repeat(np.arange(5.0), 4), atol=1e-3)
    np.testing.assert_allclose(mesh.V[:, 2], np.sin(mesh.V[:, 0] + mesh.V[:, 1]), atol=5e-3)


def test_damaged_draco_bytes_are_refused():
    with pytest.raises(FileFormatError, match="damaged"):
        mesh_of_gltf(draco_file(lambda data: b"NOISE" + data[5:]).glb(), HERE)
    with pytest.raises(FileFormatError):
        mesh_of_gltf(draco_file(lambda data: data[:20]).glb(), HERE)


def test_without_the_package_the_error_names_the_extra(monkeypatch):
    data = draco_file().glb()
    # None makes importing it fail.
    monkeypatch.setitem(sys.modules, "DracoPy", None)
    with pytest.raises(MissingExtraError, match=r"pliant\[gltf\]"):
        mesh_of_gltf(data, HERE)


@pytest.mark.parametrize("name", ["babylon_goblin_opt.glb", "pmndrs_zombie1.gltf", "th_vroid.glb"])
def test_real_compressed_characters_are_whole(name, data):
    path = data / "characters" / name
    mesh = mesh_of_gltf(path.read_bytes(), path.parent)
    sides = np.linalg.norm(mesh.V[mesh.F] - mesh.V[np.roll(mesh.F, 1, axis=1)], axis=2)
    # Wrongly decoded indices or positions make triangles across the whole body.
    assert np.median(sides) < 0.05 * mesh.diagonal
    assert sides.max() < 0.5 * mesh.diagonal
