"""Damaged glTF files with materials, images, parts and compressed arrays: read or refused, then written."""

from __future__ import annotations

import copy
import json
import struct
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pliant.errors import PliantError
from pliant.io import read_mesh, write_mesh
from pliant.io.gltf import glb_of_mesh
from tests.io.assets import asset
from tests.io.test_gltf_compressed import compressed_file, with_placeholder
from tests.io.test_hostile_files import anything, assert_fitting, few_examples, fields

LOOK = b"".join(glb_of_mesh(asset(0, 2)))
COMPRESSED = with_placeholder(compressed_file("EXT_meshopt_compression"), "EXT_meshopt_compression")


def parts(data: bytes) -> tuple[dict, bytes]:
    (length,) = struct.unpack("<I", data[12:16])
    return json.loads(data[20 : 20 + length]), data[20 + length :]


def joined(root: dict, rest: bytes) -> bytes:
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + rest
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def check(path: Path, data: bytes) -> None:
    """What can be read can be posed and written, and the file that we write can be read."""
    path.write_bytes(data)
    try:
        mesh = read_mesh(path)
    except PliantError:
        return
    assert_fitting(mesh)
    for layer in mesh.appearance.layers.values():
        assert layer.corners.shape == mesh.polygons.corners.shape
        assert -1 <= layer.corners.min() <= layer.corners.max() < len(layer.values)
    with np.errstate(all="ignore"):
        moved = mesh.moved(mesh.V[:, [1, 2, 0]])
    for each in (mesh, moved):
        try:
            write_mesh(path.with_name("again.glb"), each)
        except PliantError:
            continue
        assert_fitting(read_mesh(path.with_name("again.glb")))


@settings(few_examples, max_examples=200)
@given(draw=st.data())
def test_any_field_of_a_look_may_be_changed(tmp_path, draw):
    root, rest = parts(LOOK)
    root = copy.deepcopy(root)
    for _ in range(draw.draw(st.integers(1, 2))):
        owner, key = draw.draw(st.sampled_from(list(fields(root))))
        if draw.draw(st.booleans()):
            del owner[key]
        else:
            owner[key] = draw.draw(anything)
    check(tmp_path / "changed.glb", joined(root, rest))


@settings(few_examples, max_examples=60)
@given(draw=st.data())
def test_any_byte_of_a_look_may_be_changed(tmp_path, draw):
    data = bytearray(draw.draw(st.sampled_from([LOOK, COMPRESSED])))
    for _ in range(draw.draw(st.integers(1, 4))):
        data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    check(tmp_path / "changed.glb", bytes(data))


@settings(few_examples, max_examples=100)
@given(draw=st.data())
def test_any_field_of_a_compressed_file_may_be_changed(tmp_path, draw):
    root, rest = parts(COMPRESSED)
    owner, key = draw.draw(st.sampled_from(list(fields(root))))
    owner[key] = draw.draw(anything)
    check(tmp_path / "changed.glb", joined(root, rest))
