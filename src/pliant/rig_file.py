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
from pliant.arrays import Array, frozen
from pliant.atomic import atomic_write
from pliant.errors import RigFileError
from pliant.mesh import Mesh, Polygons

if TYPE_CHECKING:
    from pliant.rig import Rig

FORMAT = "pliant rig"
VERSION = 1
# A rig file may not unpack to more than this many bytes; no rig is larger, but a zip bomb is.
MOST_BYTES = 64 << 30
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
    settings, arrays = rig.to_file()
    header = {"format": FORMAT, "version": VERSION, "method": rig.method, "settings": settings}
    with atomic_write(Path(path)) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("rig.json", json.dumps(header, indent=1))
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.asarray(array, order="C"), allow_pickle=False)


def read_rig_file(path: str | Path) -> RigFile:
    """The content of a rig file; raises RigFileError for a damaged or foreign file or another version."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
                raise RigFileError(f"'{path}' unpacks to more than any rig holds; it is not a rig file.")
            header = json.loads(archive.read("rig.json"))
            _check_header(header, path)
            arrays = {
                name[: -len(".npy")]: np.lib.format.read_array(
                    io.BytesIO(archive.read(name)), allow_pickle=False
                )
                for name in archive.namelist()
                if name.endswith(".npy")
            }
    except OSError as problem:
        raise RigFileError(f"'{path}' cannot be read: {problem.strerror or problem}.") from problem
    except DAMAGE as problem:
        raise RigFileError(
            f"'{path}' is not a rig file, or it is damaged ({problem}); save the rig again."
        ) from problem
    return RigFile(header["method"], header["settings"], arrays)


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
    """The mesh of settings and arrays from `mesh_to_file`, with the positions V (n, 3)."""
    polygons = Polygons(frozen(arrays["corners"], np.int64), frozen(arrays["starts"], np.int64))
    mesh = Mesh.of_polygons(
        V,
        polygons,
        uv=arrays.get("uv"),
        uv_corners=arrays.get("uv_corners"),
        groups=settings["groups"],
        materials=settings["materials"],
    )
    mesh = mesh.with_landmarks(settings.get("landmarks", {}))
    # Files of before have none.
    if "appearance" not in settings:
        return mesh
    return mesh.with_appearance(appearance_of_file(settings["appearance"], arrays, len(polygons.corners)))


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
