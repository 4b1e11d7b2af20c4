"""Meshes with everything a file can hold, and what it means that two are the same."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.io.polygons import corner_uv
from pliant.mesh import Mesh, Polygons, PoseSet

# Positions that no short decimal spells, one vertex of no face, and one twice at the same place.
V = np.array(
    [
        [0, 0, 0],
        [1, 0, 1 / 3],
        [1, 1, 1e-17],
        [0, 1, 0],
        [2, 0.1, -7e9],
        [2, 1, 0],
        [1.5, 2, 0],
        [1, 0, 1 / 3],
    ]
)
POLYGONS = Polygons.of([[0, 1, 2, 3], [1, 4, 5, 6, 2], [2, 6, 3], [7, 5, 4]])
UV = np.array([[0, 0], [1, 0], [1 / 3, 1], [0, 1], [0.5, 0.25], [0.75, 0.125]])


def plain() -> Mesh:
    """A quad, a pentagon and two triangles."""
    return Mesh.of_polygons(V, POLYGONS)


def textured() -> Mesh:
    """With seams: vertex 2 has other texture coordinates in each polygon, and row 5 of uv is unused."""
    rows = [0, 1, 2, 3, 1, 0, 4, 3, 4, 0, 3, 3, 1, 2, 4]
    return Mesh.of_polygons(V, POLYGONS, uv=UV, uv_corners=rows)


def vertex_textured() -> Mesh:
    """Texture coordinates that every vertex has one of."""
    uv = V[:, :2] / 4
    return Mesh.of_polygons(V, POLYGONS, uv=uv, uv_corners=POLYGONS.corners)


def dressed() -> Mesh:
    """Seams, corners without texture coordinates, overlapping groups and materials with gaps."""
    rows = [0, 1, 2, 3, -1, -1, -1, -1, -1, 0, 3, 3, 1, 2, 4]
    return Mesh.of_polygons(
        V,
        POLYGONS,
        uv=UV,
        uv_corners=rows,
        groups={"left": [0, 2], "up": [2, 3], "all": [0, 1, 2, 3], "Bäume": [1]},
        materials={"dark wood": [0, 3], "glass#2": [1]},
    )


def pose_set(mesh: Mesh, count: int = 3) -> PoseSet:
    """The mesh and count-1 others, moved by formula."""
    poses = [mesh.V + i * np.sin(mesh.V[:, ::-1] / 7 + i) for i in range(count)]
    return PoseSet.of_positions(mesh, np.stack(poses), [f"pose {i}" for i in range(count)])


def assert_same_faces(a: Mesh, b: Mesh) -> None:
    np.testing.assert_array_equal(a.polygons.corners, b.polygons.corners)
    np.testing.assert_array_equal(a.polygons.starts, b.polygons.starts)
    np.testing.assert_array_equal(a.F, b.F)
    np.testing.assert_array_equal(a.owner, b.owner)


def assert_same_uv(a: Mesh, b: Mesh) -> None:
    """The same texture coordinates at every corner, however the rows are numbered."""
    np.testing.assert_array_equal(corner_uv(a), corner_uv(b))


def assert_same_members(a: Mapping[str, Array], b: Mapping[str, Array]) -> None:
    assert set(a) == set(b)
    for name in a:
        np.testing.assert_array_equal(a[name], b[name])


def assert_same_mesh(a: Mesh, b: Mesh) -> None:
    """Bit for bit the same in everything."""
    np.testing.assert_array_equal(a.V, b.V)
    assert_same_faces(a, b)
    np.testing.assert_array_equal(a.uv, b.uv)
    np.testing.assert_array_equal(a.uv_corners, b.uv_corners)
    assert_same_members(a.groups, b.groups)
    assert_same_members(a.materials, b.materials)


COMPONENTS = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
KINDS = {(): "SCALAR", (2,): "VEC2", (3,): "VEC3", (4,): "VEC4", (4, 4): "MAT4"}
TRIANGLE = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])


class GltfBuilder:
    """A glTF file by hand, independent of the code under test."""

    def __init__(self) -> None:
        self.blob = bytearray()
        self.root: dict[str, Any] = {
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [],
            "accessors": [],
            "bufferViews": [],
        }

    def view(self, data: bytes, **fields: Any) -> int:
        self.blob += bytes(-len(self.blob) % 4)
        self.root["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(self.blob), "byteLength": len(data), **fields}
        )
        self.blob += data
        return len(self.root["bufferViews"]) - 1

    def array(self, values: Any, dtype: str = "f4", **fields: Any) -> int:
        """An accessor; matrices (k, 4, 4) are written column after column."""
        array = np.asarray(values, dtype=f"<{dtype}")
        stored = array.transpose(0, 2, 1) if array.ndim == 3 else array
        self.root["accessors"].append(
            {
                "bufferView": self.view(stored.tobytes()),
                "componentType": COMPONENTS[dtype],
                "count": len(array),
                "type": KINDS[array.shape[1:]],
                **fields,
            }
        )
        return len(self.root["accessors"]) - 1

    def mesh(self, *primitives: dict[str, Any], **fields: Any) -> int:
        self.root["meshes"].append({"primitives": list(primitives), **fields})
        return len(self.root["meshes"]) - 1

    def triangle(self, **fields: Any) -> dict[str, Any]:
        return {"attributes": {"POSITION": self.array(TRIANGLE)}, **fields}

    def glb(self) -> bytes:
        self.root["buffers"] = [{"byteLength": len(self.blob)}]
        text = json.dumps(self.root).encode()
        text += b" " * (-len(text) % 4)
        blob = bytes(self.blob) + bytes(-len(self.blob) % 4)
        chunks = struct.pack("<I4s", len(text), b"JSON") + text
        chunks += struct.pack("<I4s", len(blob), b"BIN\0") + blob
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
