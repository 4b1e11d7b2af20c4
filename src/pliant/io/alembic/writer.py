"""Clips as Alembic archives: samples of a polygon mesh, or of one for each part."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pliant.appearance import Appearance, Layer
from pliant.atomic import atomic_path
from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io.alembic.layers import normals_sample, write_layers
from pliant.io.alembic.library import GROUP, REST, alembic, ints, vectors
from pliant.io.alembic.ogawa import checked_end
from pliant.io.files import AnyPath
from pliant.io.frames import checked_frames
from pliant.io.names import distinct
from pliant.io.pieces import Piece, pieces_of
from pliant.io.polygons import opposite
from pliant.mesh import Mesh
from pliant.progress import Progress, silent

# The most bytes that an archive needs beside its arrays: for names and headers, and for every sample.
_MARGIN, _SAMPLE = 1_000_000, 1000


def write_alembic_clip(path: AnyPath, clip: Clip, *, progress: Progress = silent) -> None:
    """Write a clip to an .abc file, whole or not at all; `pliant.io.alembic` says what it keeps.

    progress: told the share that is done after each frame; an error that it raises cancels
    The time of a frame is its number divided by the rate. Memory does not grow with the number of frames.
    """
    with atomic_path(path) as temporary:
        try:
            _write(temporary, clip, progress)
        except (RuntimeError, OSError) as error:
            said = getattr(error, "strerror", None) or str(error)
            raise FileFormatError(
                f"{path} cannot be written ({said}); make room, or choose another place."
            ) from error
        os.truncate(temporary, checked_end(temporary))


def _write(file: Path, clip: Clip, progress: Progress) -> None:
    """Write the archive; it is closed when this function returns and its variables are freed."""
    Abc, AbcGeom, Core = alembic("Abc"), alembic("AbcGeom"), alembic("AbcCoreAbstract")
    archive = Abc.OArchive(str(file))
    _reserve(file, clip)
    rate = archive.addTimeSampling(Core.TimeSampling(1 / clip.fps, clip.first / clip.fps))
    root = AbcGeom.OXform(archive.getTop(), clip.name.replace("/", "_") or "clip")
    pieces = pieces_of(clip.mesh)
    schemas = _schemas(root, pieces, clip.mesh.appearance, Abc.Argument(rate))
    follow = clip.mesh.corner_normals
    for i, V in enumerate(checked_frames(clip)):
        normals = None if follow is None else follow.posed(V)["normal"]
        for piece, schema in zip(pieces, schemas, strict=True):
            sample = AbcGeom.OPolyMeshSchemaSample()
            if i == 0:
                _set_topology(sample, piece.mesh)
            sample.setPositions(vectors(piece.of(V)))
            if normals is not None:
                own = Layer(normals.values, normals.corners[piece.corners])
                if (own.corners >= 0).any():
                    sample.setNormals(normals_sample(own, opposite(piece.mesh.polygons)))
            schema.set(sample)
            if i == 0:
                _add_rest(schema, piece.mesh)
                _add_members(schema, piece.mesh)
                write_layers(schema, piece.mesh)
        progress((i + 1) / clip.count, "writing Alembic")


def _schemas(root: Any, pieces: Sequence[Piece], look: Appearance, rate: Any) -> list[Any]:
    """The new polygon meshes of all parts, each under a transformation with the name of its node."""
    AbcGeom = alembic("AbcGeom")
    if len(pieces) == 1:
        return [AbcGeom.OPolyMesh(root, "mesh", rate).getSchema()]
    plain = [
        (look.nodes[piece.part.node].name if piece.part.node >= 0 else "") or piece.part.name or "part"
        for piece in pieces
    ]
    found = []
    for name, piece in zip(distinct(each.replace("/", "_") for each in plain), pieces, strict=True):
        place = AbcGeom.OXform(root, name)
        own = piece.part.name.replace("/", "_") or "mesh"
        found.append(AbcGeom.OPolyMesh(place, own, rate).getSchema())
    return found


def _set_topology(sample: Any, mesh: Mesh) -> None:
    AbcGeom = alembic("AbcGeom")
    order = opposite(mesh.polygons)
    sample.setFaceIndices(ints(mesh.polygons.corners[order]))
    sample.setFaceCounts(ints(np.diff(mesh.polygons.starts)))
    if mesh.uv is None or mesh.uv_corners is None:
        return
    uv, rows = mesh.uv, mesh.uv_corners[order]
    if (rows < 0).any():
        rows = np.where(rows < 0, len(uv), rows)
        uv = np.concatenate([uv, np.zeros((1, 2))])
    by_corner = AbcGeom.GeometryScope.kFacevaryingScope
    sample.setUVs(AbcGeom.OV2fGeomParamSample(vectors(uv), ints(rows, unsigned=True), by_corner))


def _add_rest(schema: Any, mesh: Mesh) -> None:
    AbcGeom = alembic("AbcGeom")
    by_vertex = AbcGeom.GeometryScope.kVertexScope
    rest = AbcGeom.OP3fGeomParam(schema.getArbGeomParams(), REST, False, by_vertex, 1)
    rest.set(AbcGeom.OP3fGeomParamSample(vectors(mesh.V), by_vertex))


def _add_members(schema: Any, mesh: Mesh) -> None:
    """Write materials as face sets, and groups as properties, since programs take face sets for materials."""
    Abc, AbcGeom = alembic("Abc"), alembic("AbcGeom")
    for name, rows in mesh.materials.items():
        face_set = schema.createFaceSet(name.replace("/", "_")).getSchema()
        face_set.set(AbcGeom.OFaceSetSchemaSample(ints(rows)))
        face_set.setFaceExclusivity(AbcGeom.FaceSetExclusivity.kFaceSetExclusive)
    for name, rows in mesh.groups.items():
        stored = Abc.OInt32ArrayProperty(schema.getUserProperties(), GROUP + name.replace("/", "_"))
        stored.setValue(ints(rows))


def _reserve(file: Path, clip: Clip) -> None:
    """Reserve room for the whole archive, because the library crashes when it closes one on a full disk."""
    if not hasattr(os, "posix_fallocate"):
        return
    mesh = clip.mesh
    members = sum(map(len, [*mesh.groups.values(), *mesh.materials.values()]))
    texture = 0 if mesh.uv is None else 8 * len(mesh.uv) + 4 * len(mesh.polygons.corners)
    still = 4 * (len(mesh.polygons.corners) + len(mesh.polygons) + members) + texture + _MARGIN
    layers = mesh.appearance.layers
    still += sum(16 * len(layer.values) + 4 * len(layer.corners) for layer in layers.values())
    still += len(mesh.appearance.parts) * _SAMPLE
    follow = mesh.corner_normals
    moving = 0 if follow is None else 12 * (int(follow.normal_corners.max(initial=-1)) + 1)
    moving *= max(len(mesh.appearance.parts), 1)
    with open(file, "r+b") as opened:
        os.posix_fallocate(opened.fileno(), 0, still + (clip.count + 1) * (12 * mesh.n + moving + _SAMPLE))
