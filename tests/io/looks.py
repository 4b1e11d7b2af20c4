"""A mesh that has every kind of look, and what it means that two look the same."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from pliant.appearance import (
    Appearance,
    Image,
    Layer,
    Material,
    Node,
    Part,
    Texture,
    TextureUse,
    unit,
)
from pliant.io.placement import carried
from pliant.io.polygons import corner_uv
from pliant.mesh import Mesh, Polygons

BOX = np.array([[x, y, z] for x in (0, 1) for y in (0, 2) for z in (0, 3)], dtype=float)
SIDES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def png(*colour: int, side: int = 2) -> bytes:
    """A picture of one colour: red, green and blue from 0 to 255."""
    rows = (b"\0" + bytes(colour) * side) * side
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    packed = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


IMAGES = (
    Image("wood grain.png", "image/png", png(200, 10, 30)),
    Image("maps/rough.png", "image/png", png(0, 128, 255)),
    Image("bumps.png", "image/png", png(128, 128, 255)),
)
TEXTURES = (Texture(0, ("repeat", "mirror")), Texture(1), Texture(2, ("clamp", "clamp")))
MATERIALS = (
    Material(
        "dark wood",
        colour=(0.5, 0.25, 1.0, 0.75),
        metallic=0.25,
        roughness=0.5,
        emission=(0.125, 0.0, 0.25),
        uses={
            "colour": TextureUse(0, offset=(0.25, 0.5), turn=0.5, scale=(2.0, 3.0)),
            "metallic_roughness": TextureUse(1, uv=1),
            "normal": TextureUse(2, amount=0.5),
            "occlusion": TextureUse(1, amount=0.75),
            "emission": TextureUse(0),
        },
        alpha="mask",
        cutoff=0.25,
        double_sided=True,
    ),
    Material("glass", colour=(0.75, 1.0, 0.5, 0.5), roughness=0.25, alpha="blend"),
    Material("stone", colour=(0.25, 0.5, 0.75, 1.0), metallic=1.0, roughness=0.75),
)


def painted() -> Mesh:
    """Two boxes under turned and moved nodes: materials, textures, UV sets, split normals and colours."""
    polygons = Polygons.of([*SIDES, *[[i + 8 for i in side] for side in SIDES]])
    c = np.arange(len(polygons.corners))
    turn = np.array([[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 4], [0, 0, 0, 1]], dtype=float)
    move = np.eye(4)
    move[:3, 3] = [8, 0.5, 0]
    nodes = (Node("stand"), Node("left box", 0, turn), Node("right", 0, move), Node("wheel", 2, turn))
    V = np.concatenate([carried(BOX, turn), carried(BOX, move @ turn)])
    ends = np.array([V[polygons[q]] for q in range(len(polygons))])
    normals = unit(np.cross(ends[:, 1] - ends[:, 0], ends[:, 2] - ends[:, 0]))
    layers = {
        "normal": Layer.of(normals, c // 4),
        "colour0": Layer.of(np.linspace(0, 1, 16 * 4).reshape(16, 4) ** 2, polygons.corners),
        "uv1": Layer.of(np.column_stack([c / 64, c[::-1] / 64]), c),
    }
    parts = (Part("box", 1, (0, 8), (0, 6)), Part("wheel", 3, (8, 16), (6, 12)))
    look = Appearance(MATERIALS, TEXTURES, IMAGES, layers, nodes, parts)
    return Mesh.of_polygons(
        V,
        polygons,
        uv=np.array([[0, 0], [1, 0], [1, 1], [0, 1]]),
        uv_corners=c % 4,
        materials={"dark wood": [0, 1, 2, 3], "glass": [4, 5], "stone": [6, 7, 8, 9, 10, 11]},
    ).with_appearance(look)


def smooth() -> Mesh:
    """The boxes with one normal for each vertex, and nothing else that differs at its corners."""
    mesh = painted()
    layers = dict(mesh.appearance.layers)
    rows = np.arange(16) % 8
    middle = BOX.mean(axis=0)
    layers["normal"] = Layer.of(unit(BOX[rows] - middle), mesh.polygons.corners)
    return mesh.with_appearance(replace(mesh.appearance, layers=layers))


def assert_same_layers(a: Mesh, b: Mesh, names: Collection[str], atol: float = 1e-6) -> None:
    """The same values at every corner, and no other layers."""
    assert set(b.appearance.layers) == set(names)
    for name in names:
        given, kept = a.appearance.layers[name].at_corners(), b.appearance.layers[name].at_corners()
        np.testing.assert_allclose(kept, given, rtol=0, atol=atol, err_msg=name)
    given, kept = corner_uv(a), corner_uv(b)
    assert (given is None) == (kept is None)
    if given is not None and kept is not None:
        np.testing.assert_allclose(kept, given, rtol=0, atol=atol)


def assert_same_tree(a: Mesh, b: Mesh) -> None:
    """The same nodes, by their names and places, and the same parts hanging on them."""
    for one, other in ((a, b), (b, a)):
        every = {_route(other, i) for i in range(len(other.appearance.nodes))}
        assert {_route(one, i) for i in range(len(one.appearance.nodes))} == every
    for one, other in zip(a.appearance.parts, b.appearance.parts, strict=True):
        assert (one.name, one.vertices, one.polygons) == (other.name, other.vertices, other.polygons)
        assert _route(a, one.node) == _route(b, other.node)
        worlds = a.appearance.world_matrices()[one.node], b.appearance.world_matrices()[other.node]
        np.testing.assert_allclose(worlds[1], worlds[0], rtol=0, atol=1e-6)


def assert_same_material(a: Mesh, b: Mesh, name: str, fields: Collection[str], uses: Collection[str]) -> None:
    """The same numbers and, for these uses, the same images used in the same way."""
    given, kept = a.appearance.material(name), b.appearance.material(name)
    for field in fields:
        one, other = getattr(given, field), getattr(kept, field)
        same = one == other if isinstance(one, str | bool) else np.allclose(one, other, rtol=0, atol=1e-6)
        assert same, (name, field, one, other)
    assert set(kept.uses) == set(uses)
    for use in uses:
        one, other = given.uses[use], kept.uses[use]
        textures = a.appearance.textures[one.texture], b.appearance.textures[other.texture]
        data = a.appearance.images[textures[0].image].data
        assert b.appearance.images[textures[1].image].data == data, use
        assert textures[1].wrap == textures[0].wrap, use
        for number in ("uv", "amount", "offset", "turn", "scale"):
            np.testing.assert_allclose(getattr(other, number), getattr(one, number), rtol=0, atol=1e-6)


def _route(mesh: Mesh, node: int) -> str:
    """The names of a node and all above it."""
    nodes = mesh.appearance.nodes
    return "" if node < 0 else f"{_route(mesh, nodes[node].parent)}/{nodes[node].name}"
