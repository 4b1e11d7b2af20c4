"""The values at the corners of a mesh as attributes of a glTF file, by their names there."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from pliant.appearance import Layer, unit
from pliant.arrays import Array, Floats, Ints
from pliant.corner_normals import smooth_normals
from pliant.io.polygons import turned_over
from pliant.mesh import Mesh

_NUMBERED = re.compile(r"(uv|colour)(\d+)")
_WORDS = {"uv": "TEXCOORD", "colour": "COLOR"}
# What a vertex has where its polygons have nothing; normals and tangents must have unit length.
_MISSING = {"NORMAL": (0.0, 0.0, 1.0), "TANGENT": (1.0, 0.0, 0.0, 1.0), "COLOR": (1.0,)}


def shaded(mesh: Mesh) -> Mesh:
    """The mesh as it is drawn: with smooth normals if it comes from a file that cannot tell them.

    A mesh with nodes comes from a file that could have told normals. Without them it has flat faces.
    """
    look = mesh.appearance
    if "normal" in look.layers or look.nodes:
        return mesh
    layer = Layer.of(smooth_normals(mesh.V, mesh.F), mesh.polygons.corners)
    return mesh.with_appearance(replace(look, layers={**look.layers, "normal": layer}))


def attribute_layers(mesh: Mesh) -> dict[str, Layer]:
    """The layers of a mesh that glTF can hold, by the names of their attributes.

    Numbers of texture coordinates and colours are consecutive in glTF: a missing set becomes one of zeros, or
    of white. Tangents need normals.
    """
    look = dict(mesh.appearance.layers)
    if mesh.uv is not None and mesh.uv_corners is not None and (mesh.uv_corners >= 0).any():
        look["uv0"] = Layer(mesh.uv, mesh.uv_corners)
    found: dict[str, Layer] = {}
    for word, attribute in _WORDS.items():
        numbers = [int(match[2]) for match in map(_NUMBERED.fullmatch, look) if match and match[1] == word]
        for i in range(max(numbers, default=-1) + 1):
            sets = [look[f"{word}{j}"].corners >= 0 for j in numbers if j >= i]
            found[f"{attribute}_{i}"] = _filled(look.get(f"{word}{i}"), word, np.logical_or.reduce(sets))
    for name in ("normal", "tangent"):
        if name in look and "normal" in look:
            found[name.upper()] = look[name]
    found |= {name: layer for name, layer in look.items() if name.startswith("_")}
    return {name: layer for name, layer in found.items() if (layer.corners >= 0).any()}


def attribute_values(name: str, layer: Layer, corner: Ints, mesh: Mesh) -> Floats:
    """(r, width) the values of an attribute in the scene at the corners (r,), which are -1 for none."""
    word = name.partition("_")[0]
    width = layer.values.shape[1]
    values = np.empty((len(corner), width))
    values[:] = np.broadcast_to(_MISSING.get(word, (0.0,)), (width,)) if word != "NORMAL" else 0.0
    row = np.where(corner < 0, -1, layer.corners[corner])
    values[row >= 0] = layer.values[row[row >= 0]]
    if word == "TEXCOORD":
        return turned_over(values)
    return _directions(values, corner, mesh) if word == "NORMAL" else np.nan_to_num(values)


def carried_directions(name: str, values: Array, M: Floats) -> Array:
    """Normals and tangents of the scene in the frame of a node, whose matrix M (4, 4) leads to the scene."""
    if name not in ("NORMAL", "TANGENT"):
        return values
    A: Array = M[:3, :3] if name == "NORMAL" else np.linalg.inv(M[:3, :3]).T
    turned = values.copy()
    turned[:, :3] = unit(values[:, :3] @ A)
    return turned


def _filled(layer: Layer | None, word: str, needed: Array) -> Layer:
    """A layer with a value at every corner that needs one: white for colours, else zeros."""
    if layer is not None and not (needed & (layer.corners < 0)).any():
        return layer
    given = Layer.of(np.zeros((0, 4 if word == "colour" else 2)), np.full(len(needed), -1))
    layer = given if layer is None else layer
    blank = np.full((1, layer.values.shape[1]), 1.0 if word == "colour" else 0.0)
    rows = np.where(needed & (layer.corners < 0), len(layer.values), layer.corners)
    return Layer.of(np.concatenate([layer.values, blank]), rows)


def _directions(values: Floats, corner: Ints, mesh: Mesh) -> Floats:
    """Normals of unit length; those of length 0 become smooth ones."""
    values = unit(np.nan_to_num(values))
    lost = ~values.any(axis=1)
    if lost.any():
        smooth = smooth_normals(mesh.V, mesh.F)[mesh.polygons.corners[corner[lost]]]
        values[lost] = np.where(corner[lost, None] < 0, _MISSING["NORMAL"], smooth)
    return values
