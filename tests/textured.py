"""A small textured model: the sample bar, red where x is below the middle and green above it."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pliant.appearance import Appearance, Image, Layer, Material, Texture, TextureUse
from pliant.arrays import Array, Floats
from pliant.mesh import Mesh
from pliant.samples.bar import bar
from tests.pngs import png

RED, GREEN = (230, 20, 20), (20, 200, 20)
# Texels along each side; halves of them are plain.
TEXELS = 8


def picture() -> bytes:
    """A PNG whose left half is red and whose right half is green."""
    rgb = np.empty((TEXELS, TEXELS, 3), np.uint8)
    rgb[:, : TEXELS // 2], rgb[:, TEXELS // 2 :] = RED, GREEN
    return png(rgb)


def along(V: Floats) -> Floats:
    """(n, 2) texture coordinates: the place along x, away from the very ends of the image."""
    x = (V[:, 0] - V[:, 0].min()) / np.ptp(V[:, 0])
    return np.stack([0.02 + 0.96 * x, np.full(len(V), 0.5)], axis=1)


def textured_bar(**changes: Any) -> Mesh:
    """The bar at rest with its texture; changes: fields of its material."""
    poses = bar()
    mesh = Mesh.of(poses.V[0], poses.F)
    corners = mesh.polygons.corners
    shown = Material("halves", uses={"colour": TextureUse(0)}, double_sided=True)
    material = replace(shown, **changes)
    look = Appearance((material,), (Texture(0),), (Image("halves.png", "image/png", picture()),))
    uv = Layer.of(along(poses.V[0]), corners)
    painted = Mesh(
        *(mesh.V, mesh.F, mesh.polygons, mesh.owner, uv.values, uv.corners),
        materials={"halves": np.arange(len(mesh.F))},
    )
    return painted.with_appearance(look)


def write_textured_bar(path: Path) -> None:
    """A GLB of the bar with its poses as morph targets and its texture."""
    poses = bar()
    V, uv = poses.V[0].astype("<f4"), along(poses.V[0]).astype("<f4")
    targets = [(pose - poses.V[0]).astype("<f4") for pose in poses.V[1:]]
    parts: list[bytes] = [a.tobytes() for a in (V, uv, poses.F.astype("<u4"), *targets)]
    parts.append(picture())
    views, blob = [], b""
    for part in parts:
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(part)})
        blob += part.ljust(-(-len(part) // 4) * 4, b"\0")
    root = _root(V, len(targets), len(poses.F), views, len(blob))
    text = json.dumps(root).encode()
    text = text.ljust(-(-len(text) // 4) * 4)
    whole = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(whole)) + whole)


def _root(V: Array, targets: int, m: int, views: list[Any], size: int) -> dict[str, Any]:
    n, limits = len(V), {"min": V.min(axis=0).tolist(), "max": V.max(axis=0).tolist()}
    places = {"componentType": 5126, "count": n, "type": "VEC3"}
    accessors: list[dict[str, Any]] = [
        {"bufferView": 0, **places, **limits},
        {"bufferView": 1, "componentType": 5126, "count": n, "type": "VEC2"},
        {"bufferView": 2, "componentType": 5125, "count": 3 * m, "type": "SCALAR"},
        *({"bufferView": 3 + i, **places} for i in range(targets)),
    ]
    surface = {
        "attributes": {"POSITION": 0, "TEXCOORD_0": 1},
        "indices": 2,
        "material": 0,
        "targets": [{"POSITION": 3 + i} for i in range(targets)],
    }
    plain = {"baseColorTexture": {"index": 0}, "metallicFactor": 0, "roughnessFactor": 1}
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "bar"}],
        "meshes": [{"primitives": [surface]}],
        "materials": [{"name": "halves", "pbrMetallicRoughness": plain, "doubleSided": True}],
        "textures": [{"source": 0}],
        "images": [{"bufferView": 3 + targets, "mimeType": "image/png"}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": size}],
    }
