"""What a mesh looks like beyond its shape: materials, images, values at corners, and the parts of its file.

The form follows glTF 2.0, which most tools can exchange: metallic-roughness materials with textures, further
texture coordinates, colours, normals and tangents, and a tree of named nodes. Readers of other formats
translate into it. Positions, polygons and the first texture coordinates belong to `Mesh`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Array, Floats, Ints, frozen

Wrap = Literal["repeat", "mirror", "clamp"]
Alpha = Literal["opaque", "mask", "blend"]

# What a texture can be used for in a material.
USES = ("colour", "metallic_roughness", "normal", "occlusion", "emission")


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Image:
    """A picture as its file has it.

    name: a name, or the address of its file
    kind: the media type, such as "image/png"; also JPEG, WebP and KTX2, which is carried but not decoded
    data: the encoded bytes; none if the file was not found
    """

    name: str
    kind: str
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class Texture:
    """An image and how it is sampled.

    image:   its number in `Appearance.images`; the preferred one where a file has several
    other:   what a glTF file says beside that (a fallback, extras, unknown extensions), as it is
    wrap:    what lies beyond the image, along u and along v
    nearest: whether texels are drawn as squares
    name:    its name, may be empty
    """

    image: int
    wrap: tuple[Wrap, Wrap] = ("repeat", "repeat")
    nearest: bool = False
    name: str = ""
    other: Mapping[str, Any] = field(default_factory=_nothing, hash=False)


@dataclass(frozen=True)
class TextureUse:
    """A texture in a material.

    texture: its number in `Appearance.textures`
    uv:      the set of texture coordinates: 0 for `Mesh.uv`, i for the layer "uv<i>"
    amount:  the strength of a normal map or of occlusion
    offset, turn, scale: how coordinates, measured from the image's upper left, are transformed before the
             lookup: scaled, turned by radians, then moved
    other:   `extras` and further `extensions` of a glTF file, as they are
    """

    texture: int
    uv: int = 0
    amount: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)
    other: Mapping[str, Any] = field(default_factory=_nothing, hash=False)


@dataclass(frozen=True)
class Material:
    """How a surface answers light. Colours are linear, from 0 to 1.

    name:         different from those of the other materials; `Mesh.materials` tells its polygons
    colour:       red, green, blue and alpha; textures and colours of vertices multiply it
    metallic:     1 for metal, 0 for everything else
    roughness:    0 for a mirror, 1 for chalk
    emission:     red, green and blue that it sends out by itself
    uses:         textures, by one of USES
    alpha:        whether alpha is ignored, cut at `cutoff`, or blended
    double_sided: whether its back is drawn too
    other:        `extensions`, `extras` and unknown fields of a glTF material, as they are
    """

    name: str
    colour: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    metallic: float = 0.0
    roughness: float = 1.0
    emission: tuple[float, float, float] = (0.0, 0.0, 0.0)
    uses: Mapping[str, TextureUse] = field(default_factory=_nothing)
    alpha: Alpha = "opaque"
    cutoff: float = 0.5
    double_sided: bool = False
    other: Mapping[str, Any] = field(default_factory=_nothing, hash=False)

    @property
    def unlit(self) -> bool:
        """Whether it shows its colour whatever the light."""
        return "KHR_materials_unlit" in self.other.get("extensions", {})


@dataclass(frozen=True, eq=False)
class Layer:
    """Values at the corners of polygons, such as normals.

    values:  (r, width) different values
    corners: (c,) row of values for every corner of the mesh's polygons, -1 where there is none
    """

    values: Floats
    corners: Ints

    @staticmethod
    def of(values: ArrayLike, corners: ArrayLike) -> Layer:
        """Frozen copies of values (r, width) and corners (c,)."""
        return Layer(frozen(values, np.float64), frozen(corners, np.int64))

    def at_corners(self) -> Floats:
        """(c, width) the value of every corner, NaN where there is none."""
        found = np.full((len(self.corners), self.values.shape[1]), np.nan)
        given = self.corners >= 0
        found[given] = self.values[self.corners[given]]
        return found

    def taken(self, rows: Ints) -> Layer:
        """The values at some corners of the mesh, rows (c',), in that order."""
        given = self.corners[rows]
        used, place = np.unique(given[given >= 0], return_inverse=True)
        kept = np.full(len(rows), -1, dtype=np.int64)
        kept[given >= 0] = place
        return Layer.of(self.values[used], kept)


@dataclass(frozen=True, eq=False)
class Node:
    """A named place in the tree of a file.

    parent: the number of the node above it, which comes earlier in `Appearance.nodes`; -1 for none
    matrix: (4, 4) from this node to its parent at rest
    other:  `extras` and `extensions` of a glTF node, as they are
    """

    name: str
    parent: int = -1
    matrix: Floats = field(default_factory=lambda: frozen(np.eye(4), np.float64))
    other: Mapping[str, Any] = field(default_factory=_nothing, hash=False)


@dataclass(frozen=True)
class Part:
    """A mesh of the file: consecutive vertices and polygons of the one mesh that is posed.

    name:     the name of the mesh, may be empty
    node:     the number of the node that shows it
    vertices: its first vertex, and the one after its last
    polygons: its first polygon, and the one after its last
    other:    `extras` of a glTF mesh, as they are
    """

    name: str
    node: int
    vertices: tuple[int, int]
    polygons: tuple[int, int]
    other: Mapping[str, Any] = field(default_factory=_nothing, hash=False)


@dataclass(frozen=True, eq=False)
class Appearance:
    """What a file tells of a mesh beyond its shape; everything may be empty.

    materials: different names, which `Mesh.materials` maps to polygons; a name there may have no material
    textures:  in the order of the file, so that unknown extensions can name them by number
    images:    likewise
    layers:    values at corners: "normal" (3), "tangent" (4), "colour0", "colour1", … (3 or 4, linear),
               "uv1", "uv2", … (2, measured as `Mesh.uv`), and names that begin with "_" of other programs
    nodes:     the tree of the file, parents before children
    parts:     the meshes of the file, in the order of vertices and polygons; together they are the mesh
    other:     what a glTF file says of itself as a whole: `extras`, `asset` with its copyright, and
               `extensions` for lights and VRM, in which nodes have their numbers here
    """

    materials: tuple[Material, ...] = ()
    textures: tuple[Texture, ...] = ()
    images: tuple[Image, ...] = ()
    layers: Mapping[str, Layer] = field(default_factory=_nothing)
    nodes: tuple[Node, ...] = ()
    parts: tuple[Part, ...] = ()
    other: Mapping[str, Any] = field(default_factory=_nothing, hash=False)

    def material(self, name: str) -> Material:
        """The material of a name, a plain one if there is none."""
        return next((each for each in self.materials if each.name == name), Material(name))

    def shown_images(self) -> set[int]:
        """The numbers of the images that materials use."""
        return {self.textures[use.texture].image for each in self.materials for use in each.uses.values()}

    def reordered(self, rows: Ints) -> Appearance:
        """With the corners of the mesh in another order, rows (c,) of today's, polygons staying in place."""
        return replace(self, layers={name: layer.taken(rows) for name, layer in self.layers.items()})

    def piece(self, rows: Ints) -> Appearance:
        """For a mesh of some of the corners, rows (c',) of today's, as one part without nodes."""
        return replace(self.reordered(rows), nodes=(), parts=())

    def turned(self, M: Floats) -> Appearance:
        """For the mesh moved by M (4, 4): normals and tangents turn with it, nodes do not."""
        A = M[:3, :3]
        cofactor = np.stack([np.cross(A[1], A[2]), np.cross(A[2], A[0]), np.cross(A[0], A[1])])
        layers = dict(self.layers)
        for name, B in (("normal", cofactor), ("tangent", A)):
            if name in layers:
                values = layers[name].values.copy()
                values[:, :3] = unit(values[:, :3] @ B.T)
                layers[name] = Layer.of(values, layers[name].corners)
        return replace(self, layers=layers)

    def world_matrices(self) -> Floats:
        """(nodes, 4, 4) from each node to the scene at rest."""
        found: list[Array] = []
        for node in self.nodes:
            found.append(node.matrix if node.parent < 0 else found[node.parent] @ node.matrix)
        return np.array(found).reshape(-1, 4, 4)

    @property
    def is_bare(self) -> bool:
        """Whether nothing is told."""
        return not (self.materials or self.layers or self.images or len(self.parts) > 1)


BARE = Appearance()


def unit(vectors: Floats) -> Floats:
    """(r, 3) the directions of vectors; those of length 0 stay 0."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def joined_appearances(looks: Sequence[Appearance], corners: Sequence[int]) -> Appearance:
    """The appearance of meshes that are joined to one, without nodes and parts.

    corners: the number of corners of each mesh
    Materials of one name become one: the first that has it.
    """
    images: list[Image] = []
    textures: list[Texture] = []
    materials: dict[str, Material] = {}
    for look in looks:
        first_image, first_texture = len(images), len(textures)
        images += look.images
        textures += [replace(each, image=each.image + first_image) for each in look.textures]
        for each in look.materials:
            uses = {
                name: replace(use, texture=use.texture + first_texture) for name, use in each.uses.items()
            }
            materials.setdefault(each.name, replace(each, uses=uses))
    names = dict.fromkeys(name for look in looks for name in look.layers)
    layers = {name: _joined_layer([look.layers.get(name) for look in looks], corners) for name in names}
    return Appearance(tuple(materials.values()), tuple(textures), tuple(images), layers)


def _joined_layer(layers: Sequence[Layer | None], corners: Sequence[int]) -> Layer:
    """The layer of joined meshes; colours without alpha get 1 where others have one."""
    width = max(layer.values.shape[1] for layer in layers if layer is not None)
    values, rows, count = [], [], 0
    for layer, size in zip(layers, corners, strict=True):
        if layer is None:
            rows.append(np.full(size, -1))
            continue
        wide = np.ones((len(layer.values), width))
        wide[:, : layer.values.shape[1]] = layer.values
        values.append(wide)
        rows.append(np.where(layer.corners < 0, -1, layer.corners + count))
        count += len(wide)
    return Layer.of(np.concatenate(values), np.concatenate(rows))
