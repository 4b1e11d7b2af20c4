"""Clips as Alembic archives: samples of one polygon mesh."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from pliant.atomic import atomic_path
from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io.alembic.library import GROUP, REST, alembic, ints, vectors
from pliant.io.alembic.ogawa import checked_end
from pliant.io.files import AnyPath
from pliant.io.frames import checked_frames
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
    schema = AbcGeom.OPolyMesh(root, "mesh", Abc.Argument(rate)).getSchema()
    for i, V in enumerate(checked_frames(clip)):
        sample = AbcGeom.OPolyMeshSchemaSample()
        if i == 0:
            _set_topology(sample, clip.mesh)
        sample.setPositions(vectors(V))
        schema.set(sample)
        if i == 0:
            _add_rest(schema, clip.mesh)
            _add_members(schema, clip.mesh)
        progress((i + 1) / clip.count, "writing Alembic")


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
    with open(file, "r+b") as opened:
        os.posix_fallocate(opened.fileno(), 0, still + (clip.count + 1) * (12 * mesh.n + _SAMPLE))
