"""A clip has the same frame numbers in every format, and Blender's frame 1 is ours."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from pliant.clip import Clip
from pliant.io import read_clip, read_mesh, write_clip
from pliant.io.clips import WRITABLE_CLIPS
from tests.io.samples import textured
from tests.io.test_fbx import SECOND, fbx

EXTRAS = {".abc": "alembic3d", ".usd": "pxr", ".usda": "pxr", ".usdc": "pxr", ".usdz": "pxr"}


def clip(first: int) -> Clip:
    mesh = textured()
    V = mesh.V / 1e3
    return Clip.of(mesh.moved(V), np.stack([V, V + 1, V + 2]), 25.0, first=first)


@pytest.mark.parametrize("first", [-3, 0, 1, 7, 1001])
@pytest.mark.parametrize("name", [*(f"a{suffix}" for suffix in WRITABLE_CLIPS), "frames"])
def test_the_first_frame_keeps_its_number(tmp_path, name, first):
    if name == "frames" and first < 0:
        pytest.skip("names of files have no negative numbers")
    pytest.importorskip(EXTRAS.get(name[1:], "numpy"))
    given = clip(first)
    write_clip(tmp_path / name, given)
    needs_mesh = name.endswith((".pc2", ".mdd"))
    found = read_clip(tmp_path / name, mesh=given.mesh if needs_mesh else None, fps=25.0)
    assert (found.first, found.count) == (first, 3)


@pytest.mark.parametrize(("begins", "first"), [(0.0, 1), (1 / 25, 1), (2.0, 50)])
def test_an_animation_of_another_program_begins_at_its_time(tmp_path, begins, first):
    write_clip(tmp_path / "a.glb", clip(1))
    data = (tmp_path / "a.glb").read_bytes()
    size = struct.unpack("<I", data[12:16])[0]
    document = json.loads(data[20 : 20 + size])
    animation = document["animations"][0]
    animation.pop("extras", None)
    accessor = document["accessors"][animation["samplers"][0]["input"]]
    view = document["bufferViews"][accessor["bufferView"]]
    place = 28 + size + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    times = np.frombuffer(data[place : place + 12], "<f4") + np.float32(begins)
    accessor.update(min=[float(times[0])], max=[float(times[-1])])
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = data[20 + size : place] + times.astype("<f4").tobytes() + data[place + 12 :]
    whole = b"glTF" + struct.pack("<III", 2, 20 + len(text) + len(body), len(text)) + b"JSON" + text + body
    (tmp_path / "b.glb").write_bytes(whole)
    assert read_clip(tmp_path / "b.glb", fps=25.0).first == first


@pytest.mark.parametrize(("frames", "first"), [(0, 1), (20, 21)])
def test_fbx_begins_at_blenders_frame(tmp_path, frames, first):
    pytest.importorskip("ufbx")
    start = frames * SECOND // 10
    kind = '"KTime", "Time", "",'
    text = fbx().replace(f'"LocalStart", {kind}0', f'"LocalStart", {kind}{start}')
    text = text.replace(f'"LocalStop", {kind}{SECOND // 5}', f'"LocalStop", {kind}{start + SECOND // 5}')
    (tmp_path / "a.fbx").write_text(text)
    assert read_clip(tmp_path / "a.fbx").first == first
    assert read_mesh(tmp_path / "a.fbx").n == 7
