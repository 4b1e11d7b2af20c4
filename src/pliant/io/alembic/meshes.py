"""The polygon meshes of an archive at any time, in world coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.appearance import Appearance
from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import FileFormatError
from pliant.io.alembic.layers import read_layers
from pliant.io.alembic.library import GROUP, REST, alembic
from pliant.io.placement import carried
from pliant.io.polygons import polygons_of_sizes, turned_inside_out
from pliant.mesh import Mesh

# A time this near to a sample, as a share of the step to the next, is the sample's.
_SAME_TIME = 1e-4


@dataclass(frozen=True, eq=False)
class AlembicMesh:
    """One polygon mesh of an archive.

    archive: the archive, kept because its objects die with it
    schema:  the IPolyMeshSchema
    above:   the IXformSchemas above it, the outermost first
    name:    its parent's name if the parent is a transformation of this mesh alone; else its own
    root:    the name of the outermost object above it
    own:     its own name
    """

    archive: Any
    schema: Any
    above: tuple[Any, ...]
    name: str
    root: str
    own: str

    def positions(self, time: float) -> Vertices:
        """(n, 3) positions in the world at a time in seconds."""
        return carried(self._points(time), self.matrix(time))

    def matrix(self, time: float) -> Floats:
        """(4, 4) from the mesh to the world at a time in seconds; multiplies columns."""
        M = np.eye(4)
        for schema in self.above:
            own = _mixed(schema, time, lambda at, schema=schema: np.array(_rows(schema, at)))
            M = own @ M if schema.getInheritsXforms(_first()) else own
        # Alembic's matrices multiply rows.
        return M.T

    def mesh(self, time: float) -> Mesh:
        """The mesh at rest, in the world: at `Pref`, or at a time in seconds if there is none."""
        first = _first()
        counts = np.array(self.schema.getFaceCountsProperty().getValue(first), dtype=np.int64)
        corners = np.array(self.schema.getFaceIndicesProperty().getValue(first), dtype=np.int64)
        if counts.sum() != len(corners) or (counts < 0).any():
            raise FileFormatError(
                f"The faces of '{self.name}' have {counts.sum()} corners, but {len(corners)} are named."
            )
        uv, uv_corners = self._texture_coordinates(corners)
        groups, materials = self._members()
        V = self._points(time)
        rest = self._rest()
        M = self.matrix(time)
        mesh = Mesh.of_polygons(
            carried(V if rest is None or rest.shape != V.shape else rest, M),
            polygons_of_sizes(corners, counts),
            uv=uv,
            uv_corners=uv_corners,
            groups=groups,
            materials=materials,
        ).with_appearance(Appearance(layers=read_layers(self.schema, corners, self.name)).turned(M))
        # The order becomes counter-clockwise; a mirroring transformation has done that already.
        return mesh if np.linalg.det(M[:3, :3]) < 0 else turned_inside_out(mesh)

    def samplings(self) -> Iterator[Floats]:
        """(k,) times in seconds of the samples of the mesh and of each transformation above, if it moves."""
        for schema in (self.schema, *self.above):
            count = schema.getNumSamples()
            if count > 1 and not schema.isConstant():
                sampling = schema.getTimeSampling()
                yield np.array([sampling.getSampleTime(i) for i in range(count)])

    def _points(self, time: float) -> Vertices:
        read = self.schema.getPositionsProperty()
        return _mixed(self.schema, time, lambda at: np.array(read.getValue(at), dtype=np.float64))

    def _rest(self) -> Vertices | None:
        parameters = self.schema.getArbGeomParams()
        if REST not in _names(parameters):
            return None
        rest = alembic("AbcGeom").IP3fGeomParam(parameters, REST)
        return np.array(rest.getExpandedValue(_first()).getVals(), dtype=np.float64).reshape(-1, 3)

    def _texture_coordinates(self, corners: Ints) -> tuple[Floats | None, Ints | None]:
        """(t, 2) texture coordinates, and (c,) the row of each corner; both None for a mesh without."""
        parameter = self.schema.getUVsParam()
        # Any other question about a missing parameter ends the process.
        if not parameter.valid() or not parameter.getNumSamples():
            return None, None
        Scope = alembic("AbcGeom").GeometryScope
        scope = parameter.getScope()
        sample = parameter.getIndexedValue(_first())
        uv = np.array(sample.getVals(), dtype=np.float64).reshape(-1, 2)
        rows = np.array(sample.getIndices(), dtype=np.int64)
        if scope in (Scope.kVertexScope, Scope.kVaryingScope):
            rows = rows[corners]
        if len(rows) != len(corners) or (rows < 0).any() or (rows >= len(uv)).any():
            raise FileFormatError(f"The texture coordinates of '{self.name}' do not fit its corners.")
        return uv, rows

    def _members(self) -> tuple[dict[str, Ints], dict[str, Ints]]:
        """The groups and the materials, each as name -> (…,) polygons."""
        exclusive = alembic("AbcGeom").FaceSetExclusivity.kFaceSetExclusive
        groups: dict[str, Ints] = {}
        materials: dict[str, Ints] = {}
        for name in self.schema.getFaceSetNames():
            schema = self.schema.getFaceSet(name).getSchema()
            rows = np.array(schema.getValue(_first()).getFaces(), dtype=np.int64)
            members = materials if schema.getFaceExclusivity() == exclusive else groups
            members[name] = rows
        properties = self.schema.getUserProperties()
        for name in _names(properties):
            if name.startswith(GROUP):
                stored = alembic("Abc").IInt32ArrayProperty(properties, name)
                groups[name.removeprefix(GROUP)] = np.array(stored.getValue(_first()), dtype=np.int64)
        return groups, materials


def meshes_of_archive(archive: Any) -> list[AlembicMesh]:
    """The polygon meshes of an archive in its order; raises FileFormatError if there is none."""
    AbcGeom = alembic("AbcGeom")
    found: list[AlembicMesh] = []
    waiting: list[tuple[Any, tuple[Any, ...], str]] = [(archive.getTop(), (), "")]
    while waiting:
        thing, above, root = waiting.pop()
        header = thing.getHeader()
        if AbcGeom.IPolyMesh.matches(header):
            schema = AbcGeom.IPolyMesh(thing.getParent(), thing.getName()).getSchema()
            parent = thing.getParent()
            alone = above and parent.getNumChildren() == 1
            name = parent.getName() if alone else thing.getName()
            if schema.getNumSamples():
                found.append(AlembicMesh(archive, schema, above, name, root, thing.getName()))
        elif AbcGeom.IXform.matches(header):
            above = (*above, AbcGeom.IXform(thing.getParent(), thing.getName()).getSchema())
        children = [thing.getChild(i) for i in range(thing.getNumChildren())]
        waiting += [(child, above, root or child.getName()) for child in reversed(children)]
    if not found:
        raise FileFormatError("The archive has no polygon mesh; export one with it.")
    return found


def _names(properties: Any) -> list[str]:
    """The names in a compound property; none if the property is missing."""
    return [header.getName() for header in properties.propertyheaders] if properties.valid() else []


def _first() -> Any:
    return alembic("Abc").ISampleSelector()


def _rows(schema: Any, at: Any) -> list[list[float]]:
    matrix = schema.getValue(at).getMatrix()
    return [[matrix[i][j] for j in range(4)] for i in range(4)]


def _mixed(schema: Any, time: float, read: Any) -> Floats:
    """The value at a time in seconds, linear between samples; `read` gives the value at a sample selector."""
    count = schema.getNumSamples()
    if count < 2:
        return read(_first())
    sampling = schema.getTimeSampling()
    i, j = sampling.getFloorIndex(float(time), count), sampling.getCeilIndex(float(time), count)
    before, after = sampling.getSampleTime(i), sampling.getSampleTime(j)
    share = (time - before) / (after - before) if after > before else 0.0
    # Selected by time, not by index: alembic3d takes whole numbers of Python for seconds.
    floor, ceiling = alembic("Abc").ISampleSelector(before), alembic("Abc").ISampleSelector(after)
    if share < _SAME_TIME:
        return read(floor)
    if share > 1 - _SAME_TIME:
        return read(ceiling)
    return (1 - share) * read(floor) + share * read(ceiling)
