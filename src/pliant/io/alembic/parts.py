"""The polygon meshes of an archive: what each looks like at a time, in the world."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.core.arrays import Floats, Ints, Vertices
from pliant.core.mesh import Mesh
from pliant.errors import FileFormatError
from pliant.io.alembic.library import GROUP, REST, alembic
from pliant.io.joined import turned_inside_out
from pliant.io.polygons import polygons_of_sizes

# A time this near to a sample, as a share of the step to the next, is the sample's.
_SAME_TIME = 1e-4


@dataclass(frozen=True, eq=False)
class Part:
    """One polygon mesh of an archive.

    archive: kept, because what is read lives in it
    schema:  its IPolyMeshSchema
    above:   the IXformSchemas over it, the outermost first
    name, root: what it and the object of the archive that it stands in are called
    """

    archive: Any
    schema: Any
    above: tuple[Any, ...]
    name: str
    root: str

    def positions(self, time: float) -> Vertices:
        """(n, 3) in the world."""
        return _carried(self._points(time), self.matrix(time))

    def matrix(self, time: float) -> Floats:
        """(4, 4) from the mesh to the world, for rows."""
        M = np.eye(4)
        for schema in self.above:
            own = _mixed(schema, time, lambda at, schema=schema: np.array(_rows(schema, at)))
            M = own @ M if schema.getInheritsXforms(_first()) else own
        return M

    def mesh(self, time: float) -> Mesh:
        """The mesh at rest, in the world: at `Pref`, or at the time where there is none."""
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
            _carried(V if rest is None or rest.shape != V.shape else rest, M),
            polygons_of_sizes(corners, counts),
            uv=uv,
            uv_corners=uv_corners,
            groups=groups,
            materials=materials,
        )
        # Clockwise becomes counter-clockwise, which a mirroring transformation has done already.
        return mesh if np.linalg.det(M[:3, :3]) < 0 else turned_inside_out(mesh)

    def samplings(self) -> Iterator[Floats]:
        """The times of the samples of everything that moves."""
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
        """(t, 2) values and the row of each corner (c,)."""
        parameter = self.schema.getUVsParam()
        # Asked for anything else, a parameter that is not there ends the process.
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
        """Groups and materials: name -> (…,) polygons."""
        exclusive = alembic("AbcGeom").FaceSetExclusivity.kFaceSetExclusive
        found: tuple[dict[str, Ints], dict[str, Ints]] = {}, {}
        for name in self.schema.getFaceSetNames():
            schema = self.schema.getFaceSet(name).getSchema()
            rows = np.array(schema.getValue(_first()).getFaces(), dtype=np.int64)
            found[schema.getFaceExclusivity() == exclusive][name] = rows
        properties = self.schema.getUserProperties()
        for name in _names(properties):
            if name.startswith(GROUP):
                stored = alembic("Abc").IInt32ArrayProperty(properties, name)
                found[0][name.removeprefix(GROUP)] = np.array(stored.getValue(_first()), dtype=np.int64)
        return found


def parts_of_archive(archive: Any) -> list[Part]:
    """The polygon meshes of the archive, in its order."""
    AbcGeom = alembic("AbcGeom")
    found: list[Part] = []
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
                found.append(Part(archive, schema, above, name, root))
        elif AbcGeom.IXform.matches(header):
            above = (*above, AbcGeom.IXform(thing.getParent(), thing.getName()).getSchema())
        children = [thing.getChild(i) for i in range(thing.getNumChildren())]
        waiting += [(child, above, root or child.getName()) for child in reversed(children)]
    if not found:
        raise FileFormatError("The archive has no polygon mesh; export one with it.")
    return found


def _names(properties: Any) -> list[str]:
    """What a compound property holds; one that is not there holds nothing."""
    return [header.getName() for header in properties.propertyheaders] if properties.valid() else []


def _first() -> Any:
    return alembic("Abc").ISampleSelector()


def _rows(schema: Any, at: Any) -> list[list[float]]:
    matrix = schema.getValue(at).getMatrix()
    return [[matrix[i][j] for j in range(4)] for i in range(4)]


def _mixed(schema: Any, time: float, read: Any) -> Floats:
    """What `read` gives at a time, mixed linearly from the samples before and after it."""
    count = schema.getNumSamples()
    if count < 2:
        return read(_first())
    sampling = schema.getTimeSampling()
    i, j = sampling.getFloorIndex(float(time), count), sampling.getCeilIndex(float(time), count)
    before, after = sampling.getSampleTime(i), sampling.getSampleTime(j)
    share = (time - before) / (after - before) if after > before else 0.0
    # Selected by time, not by index: Python's whole numbers are taken for seconds.
    floor, ceiling = alembic("Abc").ISampleSelector(before), alembic("Abc").ISampleSelector(after)
    if share < _SAME_TIME:
        return read(floor)
    if share > 1 - _SAME_TIME:
        return read(ceiling)
    return (1 - share) * read(floor) + share * read(ceiling)


def _carried(V: Vertices, M: Floats) -> Vertices:
    return V @ M[:3, :3] + M[3, :3]
