"""Normals, colours and further texture coordinates of polygon meshes in Alembic archives."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from pliant.appearance import Layer
from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError
from pliant.extras import load
from pliant.io.alembic.library import alembic, ints, vectors
from pliant.io.polygons import opposite
from pliant.mesh import Mesh

_COLOUR = re.compile(r"colour\d+")
_UV = re.compile(r"uv\d+")


def normals_sample(layer: Layer, order: Ints) -> Any:
    """Normals by corner for a sample of a mesh; order (c,) is that of the corners in the archive."""
    AbcGeom = alembic("AbcGeom")
    values, rows = _filled(layer, order)
    by_corner = AbcGeom.GeometryScope.kFacevaryingScope
    return AbcGeom.ON3fGeomParamSample(vectors(values), ints(rows, unsigned=True), by_corner)


def write_layers(schema: Any, mesh: Mesh) -> None:
    """Write colours and further texture coordinates as parameters of a mesh, by the names of the layers."""
    AbcGeom, order = alembic("AbcGeom"), opposite(mesh.polygons)
    by_corner = AbcGeom.GeometryScope.kFacevaryingScope
    parameters = schema.getArbGeomParams()
    for name, layer in mesh.appearance.layers.items():
        values, rows = _filled(layer, order)
        if _COLOUR.fullmatch(name):
            made = AbcGeom.OC4fGeomParam(parameters, name, True, by_corner, 1)
            made.set(AbcGeom.OC4fGeomParamSample(_colours(values), ints(rows, unsigned=True), by_corner))
        elif _UV.fullmatch(name):
            made = AbcGeom.OV2fGeomParam(parameters, name, True, by_corner, 1)
            made.set(AbcGeom.OV2fGeomParamSample(vectors(values), ints(rows, unsigned=True), by_corner))


def read_layers(schema: Any, corners: Ints, name: str) -> dict[str, Layer]:
    """The layers of a mesh at corners (c,), in the order of the archive; name is for errors."""
    AbcGeom = alembic("AbcGeom")
    found: dict[str, Layer] = {}
    normals = schema.getNormalsParam()
    if normals.valid() and normals.getNumSamples():
        _add(found, "normal", normals, corners, name)
    parameters = schema.getArbGeomParams()
    headers = list(parameters.propertyheaders) if parameters.valid() else []
    kinds = {"colour": (AbcGeom.IC4fGeomParam, AbcGeom.IC3fGeomParam), "uv": (AbcGeom.IV2fGeomParam,)}
    first = {"colour": 0, "uv": 1}
    for header in headers:
        for word, readers in kinds.items():
            reader = next((each for each in readers if each.matches(header)), None)
            if reader is not None:
                count = sum(layer.startswith(word) for layer in found)
                layer = f"{word}{first[word] + count}"
                _add(found, layer, reader(parameters, header.getName()), corners, name)
                break
    return found


def _add(found: dict[str, Layer], layer: str, parameter: Any, corners: Ints, name: str) -> None:
    """Add a parameter as a layer, if it has values by corner or by vertex."""
    Scope = alembic("AbcGeom").GeometryScope
    scope = parameter.getScope()
    # Any other question about a parameter without samples ends the process.
    if not parameter.getNumSamples() or scope not in (
        Scope.kFacevaryingScope,
        Scope.kVertexScope,
        Scope.kVaryingScope,
    ):
        return
    sample = parameter.getIndexedValue(alembic("Abc").ISampleSelector())
    values = _numbers(sample.getVals())
    rows = np.array(sample.getIndices(), dtype=np.int64)
    if scope != Scope.kFacevaryingScope and len(rows) > corners.max(initial=-1):
        rows = rows[corners]
    if len(rows) != len(corners) or (rows < 0).any() or (rows >= len(values)).any():
        raise FileFormatError(f"The values '{layer}' of '{name}' do not fit its corners.")
    found[layer] = Layer.of(values, rows)


def _numbers(values: Any) -> Array:
    """(r, width) the numbers in one of imath's arrays; those of colours are read by component."""
    try:
        parts = [values.r, values.g, values.b]
    except AttributeError:
        return np.array(values, dtype=np.float64)
    if "4" in type(values).__name__:
        parts.append(values.a)
    return np.stack([np.array(part) for part in parts], axis=1).astype(np.float64)


def _colours(values: Array) -> Any:
    """Imath's array of colours from values (r, 3 or 4); colours without alpha are opaque."""
    imath = load("imath", "alembic", "Alembic files")
    wide = np.ones((len(values), 4), dtype=np.float32)
    wide[:, : values.shape[1]] = values
    made = imath.C4fArray(len(wide))
    for i, each in enumerate("rgba"):
        getattr(made, each)[:] = imath.FloatArrayFromBuffer(np.ascontiguousarray(wide[:, i]))
    return made


def _filled(layer: Layer, order: Ints) -> tuple[Array, Ints]:
    """The values and the row of every corner in the archive's order; corners without a value have zeros."""
    rows, values = layer.corners[order], layer.values
    if (rows < 0).any():
        rows = np.where(rows < 0, len(values), rows)
        values = np.concatenate([values, np.zeros((1, values.shape[1]))])
    return values, rows
