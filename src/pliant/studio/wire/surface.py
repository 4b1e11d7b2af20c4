"""How a model looks, on the wire: materials and textures as JSON, values at vertices and images as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class SurfaceTexture:
    """An image and how it is sampled.

    image:   its number among the pictures that follow
    wrap:    what lies beyond the image, along u and along v
    nearest: whether texels are drawn as squares
    """

    image: int
    wrap: tuple[str, str]
    nearest: bool


@dataclass(frozen=True)
class SurfaceUse:
    """A texture in a material.

    use:    what it tells: colour, metallic_roughness, normal, occlusion or emission
    uv:     the number of its texture coordinates
    amount: the strength of a normal map or of occlusion
    offset, turn, scale: coordinates are scaled, turned by radians, then moved
    """

    use: str
    texture: int
    uv: int
    amount: float
    offset: tuple[float, float]
    turn: float
    scale: tuple[float, float]


@dataclass(frozen=True)
class SurfaceGloss:
    """As `pliant.geometry.triangle_materials.Gloss`."""

    specular: float
    specular_colour: tuple[float, float, float]
    ior: float
    coat: float
    coat_roughness: float
    sheen: tuple[float, float, float]
    sheen_roughness: float
    transmission: float


@dataclass(frozen=True)
class SurfaceMaterial:
    """How some triangles answer light; colours are linear.

    first, count: its triangles, in the order of the surface's F
    cutoff:       the alpha below which nothing is drawn, for "mask"
    unlit:        whether it shows its colour whatever the light
    gloss:        how it mirrors and lets light through; null where nothing is special
    """

    name: str
    first: int
    count: int
    colour: tuple[float, float, float, float]
    metallic: float
    roughness: float
    emission: tuple[float, float, float]
    uses: tuple[SurfaceUse, ...]
    alpha: Literal["opaque", "mask", "blend"]
    cutoff: float
    double_sided: bool
    unlit: bool
    gloss: SurfaceGloss | None


@dataclass(frozen=True)
class Surface:
    """What a model looks like. Its arrays come with the Model; r vertices are drawn, with copies at seams.

    Arrays: source (r,) uint32, the vertex of each; smooth (r,) uint32, vertices that share a normal have one
    number; faces (m, 3) uint32, by material; normals (r, 3) float32; colours (r, 4) uint16 from 0 to 65535,
    linear, where there are any; uv0, uv1, … (r, 2) float32, measured from the image's upper left.

    pictures: how many Picture messages follow
    coloured: whether it has colours of its own, so that it is worth showing
    words:    what cannot be shown; empty for nothing
    """

    materials: tuple[SurfaceMaterial, ...]
    textures: tuple[SurfaceTexture, ...]
    pictures: int
    coloured: bool
    words: str


@dataclass(frozen=True)
class Picture:
    """An image of the model's surface. Arrays: data (…,) uint8, its file.

    kind: the media type, such as "image/png"
    """

    index: int
    kind: str
