"""Files that show more than their mesh say so in one line, and others say nothing."""

from __future__ import annotations

import json
import struct
import warnings
from pathlib import Path
from typing import Any

import pytest

from pliant.errors import LeftOutWarning
from pliant.io import read_mesh, write_mesh
from pliant.studio.opening.model import opened
from pliant.studio.opening.source import Source
from tests.io.looks import painted


def changed(path: Path, **fields: Any) -> Path:
    """A GLB file of the painted mesh, with other fields of its JSON."""
    write_mesh(path, painted())
    data = path.read_bytes()
    (size,) = struct.unpack("<I", data[12:16])
    root = json.loads(data[20 : 20 + size])
    for key, value in fields.items():
        root[key] = value(root[key]) if callable(value) else value
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + size :]
    path.write_bytes(struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text) + len(rest), len(text), b"JSON"))
    with path.open("ab") as file:
        file.write(text + rest)
    return path


def copied(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    copies = {"EXT_mesh_gpu_instancing": {"attributes": {}}}
    return [{**each, "extensions": copies} if "mesh" in each else each for each in nodes]


def striped(meshes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first = meshes[0]
    lines = {"attributes": {"POSITION": 0}, "mode": 1}
    return [{**first, "primitives": [*first["primitives"], lines]}, *meshes[1:]]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"scenes": lambda given: [*given, {"name": "spare", "nodes": []}]}, r"the default one \(spare\)"),
        ({"nodes": copied}, "copies of meshes by EXT_mesh_gpu_instancing"),
        ({"meshes": striped}, r"points and lines \(1 primitives\)"),
        (
            {"extensionsRequired": ["KHR_texture_transform", "ACME_fur", 7]},
            "this file: what ACME_fur adds, although the file requires it",
        ),
    ],
)
def test_what_a_glTF_file_shows_beside_its_mesh_is_named(tmp_path, fields, words):
    with pytest.warns(LeftOutWarning, match=words):
        read_mesh(changed(tmp_path / "a.glb", **fields))


def test_materials_and_images_that_are_not_beside_an_OBJ_are_named_and_said_in_the_studio(tmp_path):
    write_mesh(tmp_path / "a.obj", painted())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_mesh(tmp_path / "a.obj")
    (tmp_path / "rough.png").unlink()
    with pytest.warns(LeftOutWarning, match=r"The image rough\.png is not beside the file"):
        read_mesh(tmp_path / "a.obj")
    (tmp_path / "a.mtl").unlink()
    with pytest.warns(LeftOutWarning, match=r"The materials in a\.mtl are not beside the file"):
        read_mesh(tmp_path / "a.obj")
    model = opened(Source("files", "a", (str(tmp_path / "a.obj"),)), lambda share, what: None)
    assert "The materials in a.mtl are not beside the file" in model.words()


def test_a_file_that_shows_its_mesh_alone_says_nothing(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_mesh(changed(tmp_path / "a.glb"))
