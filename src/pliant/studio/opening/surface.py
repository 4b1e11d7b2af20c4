"""What the page needs to draw a mesh as its file shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pliant.appearance import Appearance, Layer, Material
from pliant.arrays import Array
from pliant.geometry.split_surface import SplitSurface, shading_normals, split_surface
from pliant.geometry.triangle_materials import Gloss, emission, gloss, is_coloured, triangle_materials
from pliant.mesh import Mesh
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.surface import (
    Picture,
    Surface,
    SurfaceGloss,
    SurfaceMaterial,
    SurfaceTexture,
    SurfaceUse,
)

# Images that browsers decode.
DECODED = ("image/png", "image/jpeg", "image/webp")
MOST = 65535  # the largest number of 16 bits


def surface_of(mesh: Mesh) -> tuple[Surface | None, dict[str, Array]]:
    """What a mesh looks like and the arrays for it; None for a mesh that is drawn by its triangles alone."""
    look = mesh.appearance
    materials, kinds = triangle_materials(mesh)
    counts = np.bincount(kinds)
    runs = zip((np.cumsum(counts) - counts).tolist(), counts.tolist(), strict=True)
    sets = _texture_layers(mesh, [use.uv for each in materials for use in each.uses.values()])
    colours, given = look.layers.get("colour0"), look.layers.get("normal")
    told = [layer for layer in (*sets.values(), colours, given) if layer is not None]
    split = split_surface(mesh, told)
    normals, smooth = shading_normals(mesh, split, given)
    coloured = is_coloured(materials, colours)
    if not coloured and given is None and int(smooth.max()) + 1 == mesh.n == len(split.source):
        return None, {}
    pictures = _pictures(look)
    message = Surface(
        tuple(_material(each, run, look, sets) for each, run in zip(materials, runs, strict=True)),
        tuple(SurfaceTexture(pictures.get(t.image, -1), t.wrap, t.nearest) for t in look.textures),
        len(pictures),
        coloured,
        _hidden(look, materials),
    )
    arrays = {
        "source": split.source.astype(np.uint32),
        "smooth": smooth.astype(np.uint32),
        "faces": split.F[np.argsort(kinds, kind="stable")].astype(np.uint32),
        "normals": normals.astype(np.float32),
        **{f"uv{i}": _from_above(split, layer) for i, layer in sets.items()},
    }
    if colours is not None:
        arrays["colours"] = _colours(split, colours)
    return message, arrays


def pictures_of(mesh: Mesh) -> Iterator[Reply]:
    """The images that materials of a mesh show, in the order of their numbers in its Surface."""
    for image, index in _pictures(mesh.appearance).items():
        found = mesh.appearance.images[image]
        yield Reply(Picture(index, found.kind), {"data": np.frombuffer(found.data, np.uint8)})


def _texture_layers(mesh: Mesh, wanted: list[int]) -> dict[int, Layer]:
    """The texture coordinates that textures use, by their numbers."""
    found = {i: mesh.appearance.layers[f"uv{i}"] for i in wanted if f"uv{i}" in mesh.appearance.layers}
    if mesh.uv is not None and mesh.uv_corners is not None and 0 in wanted:
        found[0] = Layer(mesh.uv, mesh.uv_corners)
    return found


def _pictures(look: Appearance) -> dict[int, int]:
    """The images that can be shown: their numbers in the appearance, and those on the wire."""
    used = {look.textures[use.texture].image for each in look.materials for use in each.uses.values()}
    shown = [i for i in sorted(used) if look.images[i].data and look.images[i].kind in DECODED]
    return {image: index for index, image in enumerate(shown)}


def _hidden(look: Appearance, materials: Sequence[Material]) -> str:
    """What of the textures cannot be shown, in words."""
    used = {look.textures[use.texture].image for each in materials for use in each.uses.values()}
    hidden = [look.images[i] for i in sorted(used - set(_pictures(look)))]
    if not hidden:
        return ""
    missing = [image for image in hidden if not image.data]
    strange = sorted({image.kind or "an unknown kind" for image in hidden if image.data})
    words = [f"{len(missing)} images were not found beside the file"] if missing else []
    words += [f"images of {kind} cannot be shown here, but are kept" for kind in strange]
    return f"The model is shown without some textures: {'; '.join(words)}."


def _material(
    each: Material, run: tuple[int, int], look: Appearance, sets: dict[int, Layer]
) -> SurfaceMaterial:
    shown, special = _pictures(look), gloss(each)
    return SurfaceMaterial(
        each.name,
        *run,
        each.colour,
        each.metallic,
        each.roughness,
        emission(each),
        tuple(
            SurfaceUse(name, use.texture, use.uv, use.amount, use.offset, use.turn, use.scale)
            for name, use in each.uses.items()
            if look.textures[use.texture].image in shown and use.uv in sets
        ),
        each.alpha,
        each.cutoff,
        each.double_sided,
        each.unlit,
        None if special == Gloss() else SurfaceGloss(**vars(special)),
    )


def _from_above(split: SplitSurface, layer: Layer) -> Array:
    """(r, 2) float32 texture coordinates, measured from the upper left."""
    uv = split.values(layer, 0.0)
    return np.stack([uv[:, 0], 1 - uv[:, 1]], axis=1).astype(np.float32)


def _colours(split: SplitSurface, layer: Layer) -> Array:
    """(r, 4) uint16 colours; white where there are none."""
    values = np.clip(split.values(layer, 1.0), 0, 1)
    wide = np.ones((len(values), 4))
    wide[:, : min(values.shape[1], 4)] = values[:, :4]
    return np.round(MOST * wide).astype(np.uint16)
