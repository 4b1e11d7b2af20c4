"""Values at corners as primvars of a mesh: texture coordinates, normals, tangents, colours and others."""

from __future__ import annotations

import re
from collections.abc import Sized
from typing import Any

import numpy as np

from pliant.appearance import Appearance, Layer
from pliant.arrays import Array, Floats, Ints
from pliant.errors import FileFormatError
from pliant.io.usd.pxr import pxr

# The first texture coordinates; others are st1, st2 and so on.
UV = "st"
NORMALS, TANGENTS = "normals", "tangents"
COLOUR, OPACITY = "displayColor", "displayOpacity"
# Names that texture coordinates have in files that do not mark them by their type.
_UV_NAMES = re.compile(r"(st|uv|uvmap|map)[_.]?\d*", re.IGNORECASE)
# Layers of numbers that other programs named, by their width.
_PLAIN = {1: "Float", 2: "Float2", 3: "Float3", 4: "Float4"}


def uv_name(number: int) -> str:
    """The primvar of a set of texture coordinates."""
    return UV if number == 0 else f"{UV}{number}"


def write_primvars(prim: Any, uv: Layer | None, look: Appearance) -> None:
    """Write texture coordinates and layers as primvars of a UsdGeom.Mesh."""
    if uv is not None:
        write_layer(prim, UV, "TexCoord2f", uv)
    for name, layer in look.layers.items():
        if not (layer.corners >= 0).any():
            continue
        if name == "colour0":
            _write_colours(prim, layer)
        elif name.startswith("colour"):
            write_layer(prim, f"color{name[6:]}", f"Color{layer.values.shape[1]}f", layer)
        elif name.startswith("uv"):
            write_layer(prim, uv_name(int(name[2:])), "TexCoord2f", layer)
        elif name == "normal":
            write_layer(prim, NORMALS, "Normal3f", layer)
        elif name == "tangent":
            write_layer(prim, TANGENTS, "Float4", layer)
        elif layer.values.shape[1] in _PLAIN:
            write_layer(prim, pxr("Tf").MakeValidIdentifier(name), _PLAIN[layer.values.shape[1]], layer)


def write_layer(prim: Any, name: str, kind: str, layer: Layer) -> Any:
    """The new primvar for values at corners; kind is USD's name of its type, without "Array"."""
    UsdGeom, Sdf = pxr("UsdGeom"), pxr("Sdf")
    primvar = UsdGeom.PrimvarsAPI(prim).CreatePrimvar(
        name, getattr(Sdf.ValueTypeNames, f"{kind}Array"), UsdGeom.Tokens.faceVarying
    )
    values, rows = layer.values, layer.corners
    missing = rows < 0
    if missing.any():
        # USD has no corner without a value: those name one more row, which is declared to mean none.
        rows = np.where(missing, len(values), rows)
        values = np.concatenate([values, np.zeros((1, values.shape[1]))])
        primvar.SetUnauthoredValuesIndex(len(values) - 1)
    primvar.Set(float_array(values))
    primvar.SetIndices(pxr("Vt").IntArray.FromNumpy(np.ascontiguousarray(rows, dtype=np.int32)))
    return primvar


def _write_colours(prim: Any, layer: Layer) -> None:
    """Colours of vertices as those that USD shows where there is no material."""
    write_layer(prim, COLOUR, "Color3f", Layer(layer.values[:, :3], layer.corners))
    if layer.values.shape[1] == 4:
        write_layer(prim, OPACITY, "Float", Layer(layer.values[:, 3:], layer.corners))


def read_primvars(prim: Any, corners: Ints, *, bound: bool) -> tuple[dict[str, Layer], dict[str, int]]:
    """Texture coordinates as "uv0", "uv1", … and the other layers; and the set of each uv primvar by name.

    corners: (c,) the vertex of every corner
    bound:   whether the mesh has a material; a colour of the whole mesh is then not shown
    """
    UsdGeom = pxr("UsdGeom")
    every = {each.GetPrimvarName(): each for each in UsdGeom.PrimvarsAPI(prim).GetPrimvarsWithValues()}
    layers: dict[str, Layer] = {}
    sets: dict[str, int] = {}
    for name in sorted((name for name in every if _is_uv(every[name])), key=lambda name: name != UV):
        layer = read_layer(every[name], corners)
        if layer is not None:
            sets[name] = len(sets)
            layers[f"uv{sets[name]}"] = Layer(layer.values[:, :2], layer.corners)
    normals = every.get(NORMALS)
    layer = read_layer(normals, corners) if normals is not None else _plain_normals(prim, corners)
    if layer is not None and layer.values.shape[1] == 3:
        layers["normal"] = layer
    layers |= _read_colours(every, corners, bound=bound)
    for name, primvar in every.items():
        kind = primvar.GetTypeName().cppTypeName
        if name == TANGENTS or (name.startswith("_") and "float" in kind.lower()):
            layer = read_layer(primvar, corners)
            if layer is not None and (name != TANGENTS or layer.values.shape[1] == 4):
                layers["tangent" if name == TANGENTS else name] = layer
    return layers, sets


def read_layer(primvar: Any, corners: Ints) -> Layer | None:
    """The values of a primvar at corners (c,); None for values that no corner has."""
    earliest = pxr("Usd").TimeCode.EarliestTime()
    value = _at_rest(primvar)
    if not isinstance(value, Sized) or isinstance(value, str):
        return None
    values = np.array(value, dtype=np.float64)
    values = values.reshape(len(values), -1)
    places = _places(primvar.GetInterpolation(), corners, primvar.GetAttr().GetPrim())
    if places is None or not len(values):
        return None
    indices = primvar.GetIndices(earliest)
    rows = _picked(np.array(indices, dtype=np.int64), places, primvar) if indices else places
    none = primvar.GetUnauthoredValuesIndex()
    missing = (rows == none) if none >= 0 else np.zeros(len(rows), bool)
    if none >= 0 and none == len(values) - 1:
        values = values[:-1]
    return _checked(primvar.GetAttr(), values, np.where(missing, -1, rows), missing)


def _is_uv(primvar: Any) -> bool:
    kind = primvar.GetTypeName()
    if kind.role == "TextureCoordinate":
        return True
    return kind == pxr("Sdf").ValueTypeNames.Float2Array and bool(
        _UV_NAMES.fullmatch(primvar.GetPrimvarName())
    )


def _read_colours(every: dict[str, Any], corners: Ints, *, bound: bool) -> dict[str, Layer]:
    """Colours with their opacity as "colour0", and further ones as "colour1" and so on."""
    found: dict[str, Layer] = {}
    shown = every.get(COLOUR)
    if shown is not None and not (bound and shown.GetInterpolation() == "constant"):
        colour, opacity = read_layer(shown, corners), every.get(OPACITY)
        alpha = None if opacity is None else read_layer(opacity, corners)
        if colour is not None:
            found["colour0"] = colour if alpha is None else _with_alpha(colour, alpha)
    for name in every:
        if name != COLOUR and every[name].GetTypeName().role == "Color":
            layer = read_layer(every[name], corners)
            if layer is not None and layer.values.shape[1] in (3, 4):
                found[f"colour{len(found)}"] = layer
    return found


def _with_alpha(colour: Layer, alpha: Layer) -> Layer:
    """Colours (r, 3) with opacity (r', 1) as one layer of width 4; opacity is 1 where there is none."""
    if np.array_equal(colour.corners, alpha.corners) and len(colour.values) == len(alpha.values):
        return Layer(np.hstack([colour.values, alpha.values]), colour.corners)
    pairs, rows = np.unique(np.stack([colour.corners, alpha.corners]), axis=1, return_inverse=True)
    opaque = np.where(pairs[1] < 0, 1.0, alpha.values[pairs[1], 0])
    whole = np.column_stack([colour.values[pairs[0]], opaque])
    return Layer.of(whole, np.where(colour.corners < 0, -1, rows.ravel()))


def _plain_normals(prim: Any, corners: Ints) -> Layer | None:
    """Normals in the attribute `normals`, which has no indices."""
    attribute = prim.GetNormalsAttr()
    value = _at_rest(attribute)
    if value is None or not len(value):
        return None
    rows = _places(prim.GetNormalsInterpolation(), corners, prim.GetPrim())
    if rows is None:
        return None
    values = np.array(value, dtype=np.float64).reshape(-1, 3)
    return _checked(attribute, values, rows, np.zeros(len(rows), bool))


def _places(interpolation: str, corners: Ints, prim: Any) -> Ints | None:
    """(c,) the row of every corner among values of a kind of interpolation."""
    if interpolation == "uniform":
        counts = np.array(pxr("UsdGeom").Mesh(prim).GetFaceVertexCountsAttr().Get(), dtype=np.int64)
        return np.repeat(np.arange(len(counts)), counts)
    if interpolation == "constant":
        return np.zeros(len(corners), dtype=np.int64)
    by_vertex = interpolation in ("vertex", "varying")
    return corners if by_vertex else np.arange(len(corners)) if interpolation == "faceVarying" else None


def _picked(indices: Ints, places: Ints, primvar: Any) -> Ints:
    if (places >= len(indices)).any():
        raise FileFormatError(
            f"{primvar.GetAttr().GetPath()} has {len(indices)} indices where {places.max() + 1} are needed."
        )
    return indices[places]


def _checked(attribute: Any, values: Floats, rows: Ints, missing: Array) -> Layer:
    if (rows[~missing] >= len(values)).any() or (rows[~missing] < 0).any():
        raise FileFormatError(f"{attribute.GetPath()} has {len(values)} values; corners name others.")
    return Layer.of(values, rows)


def _at_rest(attribute: Any) -> Any:
    """The default value of an attribute or primvar, or else its first sample."""
    Usd = pxr("Usd")
    value = attribute.Get(Usd.TimeCode.Default())
    return attribute.Get(Usd.TimeCode.EarliestTime()) if value is None else value


def float_array(values: Array) -> Any:
    """USD's array of floats from values (r, width)."""
    Vt = pxr("Vt")
    width = values.shape[1]
    kind = Vt.FloatArray if width == 1 else getattr(Vt, f"Vec{width}fArray")
    single = np.ascontiguousarray(values, dtype=np.float32)
    return kind.FromNumpy(single.ravel() if width == 1 else single)
