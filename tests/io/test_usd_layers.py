"""Layers of a USD file: those in its own folder are composed, and files outside are never opened."""

from __future__ import annotations

import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pliant.errors import FileFormatError
from pliant.io import read_mesh, read_poses
from pliant.io.usd.pxr import pxr

pytest.importorskip("pxr", reason="USD is an extra: pip install pliant[usd]")

MESH = """#usda 1.0
( defaultPrim = "M" )
def Mesh "M" {
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
}
"""
ARCS = {
    "sublayer": "#usda 1.0\n( subLayers = [@{}@] )\n",
    "reference": '#usda 1.0\ndef "A" ( references = @{}@ ) {{ }}\n',
    "payload": '#usda 1.0\ndef "A" ( payload = @{}@ ) {{ }}\n',
    "variant": """#usda 1.0
def "A" (
    variants = {{
        string v = "x"
    }}
    prepend variantSets = "v"
) {{
    variantSet "v" = {{
        "x" (
            references = @{}@
        ) {{
        }}
    }}
}}
""",
    "inherited through another": '#usda 1.0\ndef "A" ( references = @./middle.usda@ ) {{ }}\n',
}
MIDDLE = '#usda 1.0\n( defaultPrim = "B" )\ndef "B" ( references = @{}@ ) {{ }}\n'
CLIPS = """#usda 1.0
def Mesh "M" ( clips = {{ dictionary default = {{
    asset[] assetPaths = [@{}@]
    string primPath = "/M"
    double2[] active = [(0, 0)]
    double2[] times = [(0, 0), (9, 9)] }} }} ) {{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
}}
"""


@pytest.fixture
def inner(tmp_path: Path) -> Path:
    """A folder with a mesh in it, beside a mesh outside."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "mesh.usda").write_text(MESH)
    (tmp_path / "secret.usda").write_text(MESH)
    (folder / "middle.usda").write_text(MIDDLE.format("mesh.usda"))
    return folder


@pytest.mark.parametrize("arc", ARCS)
def test_layers_in_the_folder_of_the_file_are_composed(arc, inner):
    (inner / "scene.usda").write_text(ARCS[arc].format("./mesh.usda"))
    assert read_mesh(inner / "scene.usda").n == 3


@pytest.mark.parametrize("arc", ARCS)
@pytest.mark.parametrize("way", ["../secret.usda", "absolute", "link"])
def test_layers_outside_the_folder_of_the_file_are_refused(arc, way, inner):
    name = way
    if way == "absolute":
        name = str(inner.parent / "secret.usda")
    if way == "link":
        (inner / "link.usda").symlink_to(inner.parent / "secret.usda")
        name = "./link.usda"
    (inner / "middle.usda").write_text(MIDDLE.format(name))
    (inner / "scene.usda").write_text(ARCS[arc].format(name))
    with pytest.raises(FileFormatError, match="outside the file's own folder"):
        read_mesh(inner / "scene.usda")


def test_value_clips_outside_are_refused(inner):
    (inner / "scene.usda").write_text(CLIPS.format("../secret.usda"))
    with pytest.raises(FileFormatError, match="outside the file's own folder"):
        read_poses(inner / "scene.usda")


def test_layers_of_an_archive_may_name_each_other_and_nothing_outside(inner):
    for name, good in (("mesh.usda", True), ("../../secret.usda", False), ("../secret.usda", False)):
        archive = inner / f"{good}{len(name)}.usdz"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
            packed.writestr("scene.usda", ARCS["reference"].format(name))
            packed.writestr("mesh.usda", MESH)
        if good:
            assert read_mesh(archive).n == 3
        else:
            with pytest.raises(FileFormatError):
                read_mesh(archive)


def test_layers_that_name_each_other_in_a_ring_end(inner):
    (inner / "a.usda").write_text("#usda 1.0\n( subLayers = [@./b.usda@, @./mesh.usda@] )\n")
    (inner / "b.usda").write_text("#usda 1.0\n( subLayers = [@./a.usda@] )\n")
    assert read_mesh(inner / "a.usda").n == 3


def test_a_layer_that_an_expression_names_is_refused(inner):
    """Its place is known only when the stage is composed, and then it is open already."""
    text = '#usda 1.0\n( expressionVariables = { string D = "../secret.usda" } )\n'
    (inner / "scene.usda").write_text(text + 'def "A" ( references = @`"${D}"`@ ) { }\n')
    with pytest.raises(FileFormatError, match="outside the file's own folder"):
        read_mesh(inner / "scene.usda")


# Where a binary layer of one prim holds the name of that prim, as a number in its table of names.
NAME_OF_THE_PRIM = 96


def test_a_layer_that_names_a_prim_it_does_not_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.usdc"
    stage = pxr("Usd").Stage.CreateNew(str(path))
    pxr("UsdGeom").Mesh.Define(stage, "/M")
    stage.Save()
    content = bytearray(path.read_bytes())
    content[NAME_OF_THE_PRIM + 1] = 205
    path.write_bytes(content)
    # In a process of its own, which the file once ended.
    code = f"from pliant.io import read_poses; read_poses({str(path)!r})"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "FileFormatError" in ended.stderr
    assert "that it does not hold" in ended.stderr


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("promised", ["sections", "entries", "bytes of section"])
def test_a_layer_that_promises_more_than_it_holds_is_refused(
    tmp_path: Path, promised: str, archived: bool
) -> None:
    """USD makes room for what is promised before it looks whether the file holds it."""
    path = tmp_path / "a.usdc"
    (tmp_path / "a.usda").write_text(MESH)
    pxr("Sdf").Layer.FindOrOpen(str(tmp_path / "a.usda")).Export(str(path))
    assert read_mesh(path).n == 3
    content = bytearray(path.read_bytes())
    (contents,) = struct.unpack_from("<q", content, 16)
    first, length = struct.unpack_from("<qq", content, contents + 24)
    place, value = {
        "sections": (contents, 116_983_803),
        "entries": (first, 1021 * length),
        "bytes of section": (contents + 32, len(content)),
    }[promised]
    struct.pack_into("<q", content, place, value)
    if archived:
        path = tmp_path / "b.usdz"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
            packed.writestr("a.usdc", bytes(content))
    else:
        path = tmp_path / "b.usdc"
        path.write_bytes(content)
    with pytest.raises(FileFormatError, match=f"promises .* {promised}.* does not hold"):
        read_mesh(path)


@pytest.mark.parametrize(("start", "end"), [("1e999", "3"), ("-1e999", "3"), ("1", "-1e999")])
def test_a_stage_that_begins_or_ends_never_is_refused(tmp_path: Path, start: str, end: str) -> None:
    path = tmp_path / "a.usda"
    path.write_text(
        MESH.replace('( defaultPrim = "M" )', f"(\n    startTimeCode = {start}\n    endTimeCode = {end}\n)")
    )
    with pytest.raises(FileFormatError, match=r"lasts -?inf frames"):
        read_poses(path)
