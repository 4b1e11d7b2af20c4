"""Rig files: a zip of `rig.json` and NumPy arrays, versioned, without pickle."""

from __future__ import annotations

import io
import json
import lzma
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.appearance import BARE
from pliant.appearance_file import appearance_of_file, appearance_to_file
from pliant.arrays import Array, Ints
from pliant.atomic import atomic_write
from pliant.checked_record import Record
from pliant.errors import FileFormatError, RigFileError
from pliant.file_arrays import ANY, FileArrays
from pliant.kinds import check_path
from pliant.mesh import Mesh, Polygons
from pliant.zip_limits import check_archive, check_member, check_text

if TYPE_CHECKING:
    from pliant.rig import Rig

FORMAT = "pliant rig"
VERSION = 1
# Exceptions of reading a damaged archive, a damaged array or foreign JSON.
BAD_ARCHIVE = zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, NotImplementedError
BAD_CONTENT = tokenize.TokenError, SyntaxError, KeyError, ValueError, MemoryError, OverflowError, TypeError
DAMAGE = (*BAD_ARCHIVE, *BAD_CONTENT, RuntimeError)


@dataclass(frozen=True, eq=False)
class RigFile:
    """The content of a rig file: the method's name, its settings and its arrays."""

    method: str
    settings: Mapping[str, Any]
    arrays: Mapping[str, Array]


def write_rig_file(path: str | Path, rig: Rig) -> None:
    """Write a rig to a file, whole or not at all."""
    check_path(path)
    settings, arrays = rig.to_file()
    header = {"format": FORMAT, "version": VERSION, "method": rig.method, "settings": settings}
    with atomic_write(Path(path)) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("rig.json", json.dumps(header, indent=1))
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.asarray(array, order="C"), allow_pickle=False)


def read_rig_file(path: str | Path) -> RigFile:
    """The content of a rig file; raises RigFileError for a damaged or foreign file or another version."""
    check_path(path)
    try:
        with zipfile.ZipFile(path) as archive:
            check_archive(archive)
            header = json.loads(_text(archive, "rig.json"))
            _check_header(header, path)
            names = [name for name in archive.namelist() if name.endswith(".npy")]
            arrays = {name.removesuffix(".npy"): _array(archive, name) for name in names}
    except RigFileError:
        raise
    except FileFormatError as problem:
        raise RigFileError(f"'{path}' is not a rig file: {problem}") from problem
    except OSError as problem:
        raise RigFileError(f"'{path}' cannot be read: {problem.strerror or problem}.") from problem
    except DAMAGE as problem:
        raise RigFileError(
            f"'{path}' is not a rig file, or it is damaged ({problem}); save the rig again."
        ) from problem
    return RigFile(header["method"], header["settings"], arrays)


def _text(archive: zipfile.ZipFile, name: str) -> bytes:
    check_text(archive.getinfo(name))
    return archive.read(name)


def _array(archive: zipfile.ZipFile, name: str) -> Array:
    check_member(archive.getinfo(name))
    return np.lib.format.read_array(io.BytesIO(archive.read(name)), allow_pickle=False)


def mesh_to_file(mesh: Mesh) -> tuple[dict[str, Any], dict[str, Array]]:
    """Settings and arrays of a mesh without its positions, for `mesh_of_file`."""
    arrays: dict[str, Array] = {"corners": mesh.polygons.corners, "starts": mesh.polygons.starts}
    if mesh.uv is not None and mesh.uv_corners is not None:
        arrays |= {"uv": mesh.uv, "uv_corners": mesh.uv_corners}
    settings: dict[str, Any] = {
        "groups": {name: rows.tolist() for name, rows in mesh.groups.items()},
        "materials": {name: rows.tolist() for name, rows in mesh.materials.items()},
    }
    if mesh.landmarks:
        settings["landmarks"] = dict(mesh.landmarks)
    if mesh.appearance is not BARE:
        settings["appearance"], look = appearance_to_file(mesh.appearance)
        arrays |= look
    return settings, arrays


def mesh_of_file(V: Array, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Mesh:
    """The mesh of settings and arrays from `mesh_to_file`, with the positions V (n, 3).

    Raises FileFormatError or MeshError for what no mesh has.
    """
    stored, record = FileArrays(arrays), Record(settings, "mesh")
    polygons = _polygons(stored, len(V))
    uv, uv_corners = None, None
    if "uv" in stored:
        uv = stored.floats("uv", (ANY, 2))
        uv_corners = stored.wholes("uv_corners", (len(polygons.corners),), -1, len(uv))
    mesh = Mesh.of_polygons(
        V,
        polygons,
        uv=uv,
        uv_corners=uv_corners,
        groups=_members(record.record("groups"), len(polygons)),
        materials=_members(record.record("materials"), len(polygons)),
    )
    mesh = mesh.with_landmarks(settings.get("landmarks", {}))
    # Files of before have none.
    if "appearance" not in record.names():
        return mesh
    look = appearance_of_file(settings["appearance"], arrays, len(polygons.corners))
    for part in look.parts:
        if part.vertices[1] > mesh.n or part.polygons[1] > len(polygons):
            raise FileFormatError(f"The part '{part.name}' ends beyond its mesh; save the file again.")
    return mesh.with_appearance(look)


def _polygons(stored: FileArrays, n: int) -> Polygons:
    corners = stored.wholes("corners", (ANY,), 0, n)
    starts = stored.wholes("starts", (ANY,), 0, len(corners) + 1)
    if len(starts) < 2 or starts[0] != 0 or starts[-1] != len(corners) or (np.diff(starts) < 3).any():
        raise FileFormatError(
            f"The array 'starts' does not cut {len(corners)} corners into polygons of three and more; save "
            "the file again."
        )
    return Polygons(corners, starts)


def _members(record: Record, polygons: int) -> dict[str, Ints]:
    """The polygons of each group or material."""
    return {name: np.array(record.list_of_wholes(name, 0, polygons), np.int64) for name in record.names()}


def _check_header(header: Any, path: str | Path) -> None:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise RigFileError(f"'{path}' is not a rig file of Pliant.")
    if header.get("version") != VERSION:
        raise RigFileError(
            f"'{path}' has the version {header.get('version')}; this Pliant reads version {VERSION}. "
            "Update Pliant, or save the rig again from its poses."
        )
    if not isinstance(header.get("method"), str) or not isinstance(header.get("settings"), dict):
        raise RigFileError(f"'{path}' names no method; it is damaged. Save the rig again.")
