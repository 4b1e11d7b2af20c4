"""Pose sets as numpy archives: `faces` (m, 3), `poses` (k, n, 3) and `names` (k,).

Archives that Pliant writes also hold polygons, texture coordinates, groups, materials, landmarks and the
appearance, so that nothing is lost: its record is the text `look`, and its arrays begin with `look_`. Other
programs need only the three arrays above. A single mesh may have `vertices` (n, 3) in place of `poses`.
"""

from __future__ import annotations

import io
import json
import math
import tokenize
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import IO, BinaryIO, NamedTuple

import numpy as np

from pliant.appearance import BARE, Appearance
from pliant.appearance_file import PREFIX, appearance_of_file, appearance_to_file
from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError
from pliant.io.polygons import polygons_of_sizes
from pliant.mesh import Mesh, PoseSet, checked_faces, pose_names
from pliant.zip_limits import check_archive, check_member

POSE_ARRAYS = (
    {"faces", "poses", "vertices", "names", "corners", "sizes", "uv", "uv_corners", "look"}
    | {
        "landmark_names",
        "landmark_vertices",
    }
    | {f"{what}_{part}" for what in ("group", "material") for part in ("names", "sizes", "polygons")}
)

_POSES = "poses.npy"
# The errors of zipfile, zlib and numpy for damaged archives.
_ZIP_ERRORS = (EOFError, KeyError, NotImplementedError, OSError, RuntimeError, zipfile.BadZipFile, zlib.error)
_ARRAY_ERRORS = (MemoryError, OverflowError, SyntaxError, TypeError, ValueError, tokenize.TokenError)

# The last letter of Unicode; the halves of surrogate pairs, D800 to DFFF, are no letters.
_LAST_LETTER = 0x10FFFF
_SURROGATES = 0xD800 >> 11


class ArrayHeader(NamedTuple):
    """The shape of a stored array, whether its first index varies fastest, and its type."""

    shape: tuple[int, ...]
    fortran_order: bool
    dtype: np.dtype


def poses_of_npz(data: bytes | BinaryIO) -> PoseSet:
    """The pose set in an archive, its bytes or an open file, read pose by pose."""
    with naming_damage(), zipfile.ZipFile(io.BytesIO(data) if isinstance(data, bytes) else data) as stored:
        arrays = arrays_of_archive(stored, POSE_ARRAYS - {"poses"})
        header = _pose_header(stored)
        if header is None or header.fortran_order:
            arrays |= arrays_of_archive(stored, {"poses"})
    if "poses" in arrays or header is None:
        return poses_of_arrays(arrays)
    check_poses(header.shape, header.dtype)
    names = pose_names(_texts(arrays, "names") if "names" in arrays else None, header.shape[0])
    with naming_damage(), zipfile.ZipFile(io.BytesIO(data) if isinstance(data, bytes) else data) as stored:
        frames = _frames(stored, header)
        first = next(frames)
        return PoseSet.of_frames(mesh_of_arrays(arrays, first), chain([first], frames), names)


def _pose_header(stored: zipfile.ZipFile) -> ArrayHeader | None:
    """The header of the poses; None if there are none. Raises FileFormatError if it promises too much."""
    if _POSES not in stored.namelist():
        return None
    member = stored.getinfo(_POSES)
    check_member(member)
    with stored.open(member) as file:
        header = array_header(file, "poses")
    if math.prod(header.shape) * header.dtype.itemsize > member.file_size:
        raise FileFormatError(f"'{_POSES}' ends before its {header.shape} numbers do; save it again.")
    return header


def _frames(stored: zipfile.ZipFile, header: ArrayHeader) -> Iterator[Array]:
    """(n, 3) the poses one after the other."""
    _, n, _ = header.shape
    with stored.open(_POSES) as file:
        array_header(file, "poses")
        for _ in range(header.shape[0]):
            pose = np.frombuffer(file.read(3 * n * header.dtype.itemsize), dtype=header.dtype)
            yield pose.reshape(n, 3)


def poses_of_arrays(arrays: Mapping[str, Array]) -> PoseSet:
    """The pose set in the arrays of an archive."""
    poses = arrays["poses"] if "poses" in arrays else _required(arrays, "vertices")[None]
    check_poses(poses.shape, poses.dtype)
    names = _texts(arrays, "names") if "names" in arrays else None
    return PoseSet.of_positions(mesh_of_arrays(arrays, poses[0]), poses, names)


def check_poses(shape: tuple[int, ...], dtype: np.dtype) -> None:
    """Refuse poses of a shape and type that is not (k, n, 3) numbers."""
    if dtype.kind not in "fiu" or len(shape) != 3 or shape[2] != 3 or 0 in shape:
        raise FileFormatError(
            f"The poses are {dtype} of shape {shape}; numbers (k, n, 3) with k, n > 0 are needed."
        )


def npz_of_poses(poses: PoseSet) -> Iterator[bytes]:
    """The bytes of a compressed archive; reading it gives the same bits.

    Positions are stored in single precision if that loses nothing.
    """
    yield archive(arrays_of_poses(poses))


def archive(arrays: Mapping[str, Array]) -> bytes:
    """The bytes of a compressed archive of named arrays."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def arrays_of_poses(poses: PoseSet) -> dict[str, Array]:
    """The arrays of a pose set, by their names in an archive."""
    with np.errstate(over="ignore"):
        single = poses.V.astype(np.float32)
    return {
        **arrays_of_mesh(poses.mesh),
        "poses": single if np.array_equal(single, poses.V) else poses.V,
        "names": np.array(poses.names, dtype=np.str_),
    }


def arrays_of_mesh(mesh: Mesh) -> dict[str, Array]:
    """The arrays of a mesh without its positions, by their names in an archive."""
    arrays: dict[str, Array] = {
        "faces": mesh.F,
        "corners": mesh.polygons.corners,
        "sizes": np.diff(mesh.polygons.starts),
    }
    if mesh.uv is not None and mesh.uv_corners is not None:
        arrays |= {"uv": mesh.uv, "uv_corners": mesh.uv_corners}
    if mesh.appearance is not BARE:
        record, look = appearance_to_file(mesh.appearance)
        arrays |= {**look, "look": np.array(json.dumps(record), dtype=np.str_)}
    if mesh.landmarks:
        arrays["landmark_names"] = np.array(list(mesh.landmarks), dtype=np.str_)
        arrays["landmark_vertices"] = np.array(list(mesh.landmarks.values()), dtype=np.int64)
    return arrays | _packed("group", mesh.groups) | _packed("material", mesh.materials)


def arrays_of_npz(data: bytes, names: Set[str]) -> dict[str, Array]:
    """The arrays of an archive among the given names."""
    with naming_damage(), zipfile.ZipFile(io.BytesIO(data)) as stored:
        return arrays_of_archive(stored, names)


def arrays_of_archive(stored: zipfile.ZipFile, names: Set[str]) -> dict[str, Array]:
    """The arrays of an open archive among the given names; with the record of an appearance its arrays."""
    check_archive(stored)
    known = {name.removesuffix(".npy") for name in stored.namelist()}
    found = names & known
    if "look" in found:
        found |= {name for name in known if name.startswith(PREFIX)}
    return {name: _array(stored, f"{name}.npy") for name in sorted(found)}


@contextmanager
def naming_damage() -> Iterator[None]:
    """Turn the errors of zipfile, zlib and numpy for damaged archives into a FileFormatError."""
    try:
        yield
    except (*_ZIP_ERRORS, *_ARRAY_ERRORS) as error:
        raise FileFormatError(f"This is not a whole .npz archive ({error}); save it again.") from error


def array_header(file: IO[bytes], name: str) -> ArrayHeader:
    """The header of an array in an archive, after which the file is at its values; name is for errors."""
    if np.lib.format.read_magic(file) == (1, 0):
        header = ArrayHeader(*np.lib.format.read_array_header_1_0(file))
    else:
        header = ArrayHeader(*np.lib.format.read_array_header_2_0(file))
    if header.dtype.kind not in "iufU":
        raise FileFormatError(f"'{name}' holds {header.dtype}; numbers or texts are needed.")
    return header


def _array(archive: zipfile.ZipFile, name: str) -> Array:
    """One array; its bytes are read before its shape is trusted, since numpy allocates for any shape."""
    member = archive.getinfo(name)
    check_member(member)
    with archive.open(member) as file:
        header = array_header(file, name)
        values = np.frombuffer(file.read(), dtype=header.dtype)
    return values.reshape(header.shape, order="F" if header.fortran_order else "C")


def _required(arrays: Mapping[str, Array], name: str) -> Array:
    if name not in arrays:
        raise FileFormatError(
            f"The archive has no array '{name}' (it has {', '.join(arrays) or 'none of ours'}); "
            "a pose set has 'faces' (m, 3), 'poses' (k, n, 3) and 'names' (k,)."
        )
    return arrays[name]


def _indices(arrays: Mapping[str, Array], name: str, least: int, end: int) -> Ints:
    """(…,) an array of whole numbers from least up to, without, end; raises FileFormatError for others."""
    values = _required(arrays, name)
    if values.dtype.kind not in "iu" or values.ndim != 1 or ((values < least) | (values >= end)).any():
        raise FileFormatError(
            f"The array '{name}' is {values.dtype} of shape {values.shape}; (…,) whole numbers from {least} "
            f"to {end - 1} are needed."
        )
    return values.astype(np.int64)


def _texts(arrays: Mapping[str, Array], name: str) -> list[str]:
    values = arrays[name].ravel()
    if values.dtype.kind == "U":
        # Python raises an error for letters that Unicode does not have.
        letters = values.astype(values.dtype.newbyteorder("=")).view(np.uint32)
        if ((letters > _LAST_LETTER) | (letters >> 11 == _SURROGATES)).any():
            raise FileFormatError(f"The array '{name}' holds letters that do not exist; save it again.")
    return [str(value) for value in values]


def mesh_of_arrays(arrays: Mapping[str, Array], V: Array) -> Mesh:
    """The mesh in the arrays of an archive, with the positions V (n, 3)."""
    if "corners" not in arrays:
        return Mesh.of(V, _faces(arrays)).with_landmarks(_landmarks(arrays, len(V)))
    corners = _indices(arrays, "corners", 0, len(V))
    sizes = _indices(arrays, "sizes", 3, len(corners) + 1)
    _check_sum(sizes, corners, "corners")
    uv, uv_corners = None, None
    if "uv" in arrays:
        uv = arrays["uv"]
        if uv.dtype.kind != "f" or uv.ndim != 2 or uv.shape[1] != 2:
            raise FileFormatError(
                f"The array 'uv' is {uv.dtype} of shape {uv.shape}; floats (t, 2) are needed."
            )
        uv_corners = _indices(arrays, "uv_corners", -1, len(uv))
        _check_sum(sizes, uv_corners, "uv_corners")
    mesh = Mesh.of_polygons(
        V,
        polygons_of_sizes(corners, sizes),
        uv=uv,
        uv_corners=uv_corners,
        groups=_unpacked(arrays, "group", len(sizes)),
        materials=_unpacked(arrays, "material", len(sizes)),
    )
    mesh = _with_triangles(mesh, _faces(arrays)).with_landmarks(_landmarks(arrays, len(V)))
    return mesh if "look" not in arrays else mesh.with_appearance(_look(arrays, len(corners)))


def _landmarks(arrays: Mapping[str, Array], n: int) -> dict[str, int]:
    if "landmark_names" not in arrays:
        return {}
    names, vertices = _texts(arrays, "landmark_names"), _indices(arrays, "landmark_vertices", 0, n)
    if len(names) != len(vertices):
        raise FileFormatError(f"{len(names)} landmarks have names and {len(vertices)} have vertices.")
    return dict(zip(names, vertices.tolist(), strict=True))


def _look(arrays: Mapping[str, Array], corners: int) -> Appearance:
    texts = _texts(arrays, "look")
    try:
        record = json.loads(texts[0] if len(texts) == 1 else "")
    except (ValueError, RecursionError) as error:
        raise FileFormatError(f"The text 'look' is no JSON ({error}); save the set again.") from error
    return appearance_of_file(record, arrays, corners)


def _faces(arrays: Mapping[str, Array]) -> Array:
    faces = _required(arrays, "faces")
    return faces.astype(np.int64) if faces.dtype.kind in "iu" else faces


def _with_triangles(mesh: Mesh, faces: Array) -> Mesh:
    """The mesh with the stored triangles (m, 3), since the diagonal of a quad depends on the first pose."""
    F = checked_faces(faces, mesh.n)
    owner_of_corner = np.repeat(np.arange(len(mesh.polygons)), np.diff(mesh.polygons.starts))
    known = owner_of_corner * mesh.n + mesh.polygons.corners
    if F.shape != mesh.F.shape or not np.isin(mesh.owner[:, None] * mesh.n + F, known).all():
        raise FileFormatError("The array 'faces' does not triangulate the polygons; save the set again.")
    return replace(mesh, F=F)


def _check_sum(sizes: Ints, values: Array, name: str) -> None:
    if sizes.sum() != len(values):
        raise FileFormatError(f"The array '{name}' has {len(values)} entries where {sizes.sum()} are needed.")


def _packed(what: str, members: Mapping[str, Ints]) -> dict[str, Array]:
    if not members:
        return {}
    return {
        f"{what}_names": np.array(list(members), dtype=np.str_),
        f"{what}_sizes": np.array([len(rows) for rows in members.values()], dtype=np.int64),
        f"{what}_polygons": np.concatenate(list(members.values())),
    }


def _unpacked(arrays: Mapping[str, Array], what: str, polygons: int) -> dict[str, Ints]:
    if f"{what}_names" not in arrays:
        return {}
    rows = _indices(arrays, f"{what}_polygons", 0, polygons)
    sizes = _indices(arrays, f"{what}_sizes", 0, len(rows) + 1)
    names = _texts(arrays, f"{what}_names")
    _check_sum(sizes, rows, f"{what}_polygons")
    if len(names) != len(sizes):
        raise FileFormatError(
            f"{len(names)} {what}s have names and {len(sizes)} have sizes; save the set again."
        )
    parts = np.split(rows, np.cumsum(sizes)[:-1])
    return dict(zip(names, parts, strict=True))
