"""Meshes with everything that a file can tell of their look, made by chance, and what makes two the same."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.appearance import Appearance, Image, Layer, Material, Node, Part, Texture, TextureUse
from pliant.arrays import Array, frozen
from pliant.io.polygons import corner_uv
from pliant.mesh import Mesh

SIDE = 4
WEBP = b"RIFF\x04\x00\x00\x00WEBPVP8L"
KTX2 = b"\xabKTX 20\xbb\r\n\x1a\n" + bytes(20)


def png(chance: np.random.Generator) -> bytes:
    """A picture of two by two pixels."""
    rows = b"".join(b"\0" + chance.integers(0, 256, 6, dtype=np.uint8).tobytes() for _ in range(2))

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def sheet(chance: np.random.Generator) -> tuple[Array, Array]:
    """A bent grid, in single precision so that files can hold it."""
    x, y = np.meshgrid(np.arange(SIDE + 1.0), np.arange(SIDE + 1.0), indexing="ij")
    V = np.stack([x, y, 0.3 * chance.normal(size=x.shape)], axis=-1).reshape(-1, 3)
    V = V @ Rotation.random(rng=chance).as_matrix().T + 5 * chance.normal(size=3)
    i = np.arange(len(V)).reshape(SIDE + 1, -1)
    quads = [i[:-1, :-1], i[1:, :-1], i[1:, 1:], i[:-1, 1:]]
    F = np.concatenate([np.stack([quads[0], quads[k], quads[k + 1]], axis=-1).reshape(-1, 3) for k in (1, 2)])
    return V.astype(np.float32).astype(np.float64), F


def directions(chance: np.random.Generator, count: int) -> Array:
    n = chance.normal(size=(count, 3))
    return n / np.linalg.norm(n, axis=1, keepdims=True)


def layer(chance: np.random.Generator, values: Array, parts: list[range], c: int) -> Layer:
    """Some of the values at the corners of some parts; none elsewhere."""
    rows = np.full(c, -1)
    for corners in parts:
        if chance.random() < 0.7 or corners is parts[0]:
            rows[corners] = chance.integers(0, len(values), len(corners))
    return Layer.of(values, rows)


def layers(chance: np.random.Generator, parts: list[range], c: int) -> dict[str, Layer]:
    single = chance.random((6, 8)).astype(np.float32).astype(np.float64)
    n = directions(chance, 5)
    u = np.cross(n, directions(chance, 5))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    tangents = np.column_stack([u, chance.choice([-1.0, 1.0], 5)])
    normal = layer(chance, n, parts, c)
    shades = chance.integers(0, 256, (6, 4)) / 255
    return {
        "normal": normal,
        "tangent": Layer.of(tangents, normal.corners),
        "colour0": layer(chance, shades, [range(c)], c),
        "colour1": layer(chance, shades[:, :3], parts, c),
        "uv1": layer(chance, single[:, :2], parts, c),
        "_HEAT": layer(chance, single[:, 2:3], parts, c),
    }


def pictures(chance: np.random.Generator) -> tuple[tuple[Texture, ...], tuple[Image, ...]]:
    images = (
        Image("skin", "image/png", png(chance)),
        Image("gone.png", "", b""),
        Image("small", "image/webp", WEBP),
        Image("", "image/ktx2", KTX2),
    )
    usual = {"source": 0, "sampler": {"magFilter": 9728, "wrapS": 33071}, "extras": {"by": "hand"}}
    webp = {"extensions": {"EXT_texture_webp": {"source": 2}}, "source": 0}
    textures = (
        Texture(0, ("clamp", "repeat"), True, "skin", usual),
        Texture(1, other={"source": 1}),
        Texture(2, other=webp),
        Texture(3, other={"extensions": {"KHR_texture_basisu": {"source": 3}}}),
    )
    return textures, images


def materials(chance: np.random.Generator) -> tuple[Material, ...]:
    coat = {"clearcoatFactor": 0.5, "clearcoatTexture": {"index": 2, "texCoord": 1}}
    uses = {
        "colour": TextureUse(0, 0, 1.0, (0.25, 0.5), 0.5, (2.0, 3.0)),
        "normal": TextureUse(1, 1, 0.5, other={"extras": {"green": "up"}}),
        "occlusion": TextureUse(2, 0, 0.25),
        "metallic_roughness": TextureUse(2, 1),
        "emission": TextureUse(3),
    }
    rich = Material(
        "rich",
        tuple(chance.random(4).tolist()),  # type: ignore[arg-type]
        0.25,
        0.75,
        (0.5, 0.0, 1.0),
        uses,
        "mask",
        0.3,
        True,
        {"extensions": {"KHR_materials_clearcoat": coat}, "extras": {"note": [1, 2]}},
    )
    unlit = Material("unlit", metallic=1.0, alpha="blend", other={"extensions": {"KHR_materials_unlit": {}}})
    return rich, Material("plain"), unlit


def placed(chance: np.random.Generator, *, mirrored: bool = False) -> Array:
    M = np.eye(4)
    M[:3, :3] = Rotation.random(rng=chance).as_matrix() * chance.uniform(0.5, 2, 3)
    M[:3, 0] *= -1 if mirrored else 1
    M[:3, 3] = chance.normal(size=3)
    return frozen(M, np.float64)


def asset(seed: int, count: int = 3) -> Mesh:
    """A mesh of some parts, the last below the first, with materials, images and values at corners."""
    chance = np.random.default_rng(seed)
    sheets = [sheet(chance) for _ in range(count)]
    n, m = len(sheets[0][0]), len(sheets[0][1])
    mesh = Mesh.of(
        np.concatenate([V for V, _ in sheets]), np.concatenate([F + i * n for i, (_, F) in enumerate(sheets)])
    )
    corners = [range(3 * m * i, 3 * m * (i + 1)) for i in range(count)]
    nodes = [Node("root", -1, placed(chance)), Node("arm", 0, placed(chance), {"extras": {"limit": 3}})]
    # Nodes without a part below are not kept.
    nodes = nodes[: min(count, 2)]
    nodes += [Node(f"part {i}", i % 2, placed(chance, mirrored=i == 1)) for i in range(count)]
    parts = tuple(
        Part(
            f"mesh {i}",
            len(nodes) - count + i,
            (n * i, n * (i + 1)),
            (m * i, m * (i + 1)),
            {"extras": {"id": i}},
        )
        for i in range(count)
    )
    textures, images = pictures(chance)
    half = m * count // 2
    uv = chance.random((30, 2)).astype(np.float32).astype(np.float64)
    dressed = replace(
        mesh,
        uv=uv,
        uv_corners=chance.integers(0, 30, 3 * m * count),
        materials={
            "rich": np.arange(half),
            "unlit": np.arange(half + 3, m * count),
            "bare": np.arange(half, half + 2),
        },
    )
    told = {"asset": {"copyright": "2026 a sculptor"}, "extras": {"set": "birds"}}
    look = Appearance(
        materials(chance), textures, images, layers(chance, corners, 3 * m * count), tuple(nodes), parts, told
    )
    return dressed.with_appearance(look)


def assert_same_look(a: Mesh, b: Mesh, *, digits: float = 2e-6) -> None:
    """The same in everything that is told beyond the shape, to single precision."""
    first, second = a.appearance, b.appearance
    names = [material.name for material in first.materials]
    assert [material for material in second.materials if material.name in names] == list(first.materials)
    assert first.textures == second.textures
    assert first.images == second.images
    assert first.other == second.other
    assert first.parts == second.parts
    keys = [(node.name, node.parent, node.other) for node in first.nodes]
    assert keys == [(node.name, node.parent, node.other) for node in second.nodes]
    for x, y in zip(first.nodes, second.nodes, strict=True):
        np.testing.assert_allclose(x.matrix, y.matrix, atol=1e-12)
    assert set(first.layers) == set(second.layers)
    for name, values in first.layers.items():
        np.testing.assert_allclose(
            values.at_corners(), second.layers[name].at_corners(), rtol=0, atol=digits, err_msg=name
        )
    uv = corner_uv(a), corner_uv(b)
    if uv[0] is None or uv[1] is None:
        assert uv == (None, None)
    else:
        np.testing.assert_allclose(*uv, rtol=0, atol=1e-7)
    assert set(a.materials) == set(b.materials)
    for name, rows in a.materials.items():
        np.testing.assert_array_equal(np.sort(rows), np.sort(b.materials[name]))
