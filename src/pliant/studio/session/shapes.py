"""Shapes of kept poses: where every vertex is; in the journal, in files of poses and in rig files."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Vertices
from pliant.errors import FileFormatError
from pliant.rig import Rig
from pliant.rig_file import DAMAGE
from pliant.studio.wire.codec import plain, text_of
from pliant.studio.wire.poses import KeptPose
from pliant.studio.wire.values import MessageError, value_of
from pliant.zip_limits import check_member, check_text

# In rig files, beside what every rig has; names without .npy, which would be the rig's own arrays.
LIBRARY, SHAPES = "library.json", "library.shapes"
# The page draws in single precision, in which the square of a larger number is infinite.
FARTHEST = 1e18
# Letters of a file of a pose: for each vertex, and for all else that it tells.
LETTERS, OTHER_LETTERS = 16, 8 << 20


def shape_entry(name: str, V: Vertices) -> dict[str, Any]:
    """A shape (n, 3) as a line of the journal."""
    return {"shape": name, "at": _text(V)}


def shape_of(entry: Mapping[str, Any]) -> tuple[str, Vertices]:
    """The name and the shape of a line of the journal."""
    name = value_of(str, entry["shape"], "shape")
    return name, _positions(entry["at"], f"the shape '{name}'")


def shape_of_file(path: str | Path, n: int) -> Vertices:
    """(n, 3) the positions in a file of a pose, as the page writes it.

    Raises FileFormatError for another file, and for a mesh with another number of vertices.
    """
    letters = Path(path).stat().st_size
    if letters > LETTERS * n + OTHER_LETTERS:
        raise FileFormatError(
            f"The file of a pose has {letters:,} letters, more than any of a model with {n:,} vertices. "
            "Open its own model."
        )
    try:
        V = _positions(json.loads(Path(path).read_text("utf-8"))["positions"], "the file of a pose")
    except (KeyError, TypeError, ValueError, RecursionError) as problem:
        raise FileFormatError("This is no file of a pose; export one from the library of poses.") from problem
    return checked_shape(V, n)


def checked_shape(V: Vertices, n: int) -> Vertices:
    """Positions that a mesh of n vertices can have."""
    if len(V) != n:
        raise FileFormatError(f"The pose has {len(V):,} vertices; the model has {n:,}. Open its own model.")
    if not np.abs(V).max(initial=0.0) <= FARTHEST:
        raise FileFormatError("A vertex of the pose is nowhere or too far away; export the pose again.")
    return V


def fitting(shapes: Mapping[str, Vertices], n: int) -> dict[str, Vertices]:
    """Those of some shapes that a mesh of n vertices can have."""
    found = {}
    for name, V in shapes.items():
        with suppress(FileFormatError):
            found[name] = checked_shape(V, n)
    return found


def save_with_library(
    rig: Rig, poses: Sequence[KeptPose], shapes: Mapping[str, Vertices], path: Path
) -> None:
    """Write a rig file with the poses of the library, for other sessions."""
    rig.save(path)
    kept = [pose for pose in poses if pose.shape in shapes]
    if not kept:
        return
    stack = io.BytesIO()
    np.lib.format.write_array(stack, np.stack([shapes[pose.shape] for pose in kept]).astype(np.float32))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(LIBRARY, text_of({"poses": plain(tuple(kept))}))
        archive.writestr(SHAPES, stack.getvalue())


def library_of(path: str | Path, n: int) -> tuple[tuple[KeptPose, ...], dict[str, Vertices]]:
    """The poses in a rig file of a mesh with n vertices, with their shapes; nothing where it has none."""
    try:
        with zipfile.ZipFile(path) as archive:
            if LIBRARY not in archive.namelist():
                return (), {}
            check_text(archive.getinfo(LIBRARY))
            check_member(archive.getinfo(SHAPES))
            told = json.loads(archive.read(LIBRARY))
            V = np.lib.format.read_array(io.BytesIO(archive.read(SHAPES)), allow_pickle=False)
        if V.dtype.kind != "f":
            raise MessageError(f"The shapes are of the kind {V.dtype}; real numbers are needed.")
        poses = value_of(tuple[KeptPose, ...], told["poses"], "poses")
        if any(len({getattr(pose, key) for pose in poses}) < len(poses) for key in ("id", "shape")):
            raise MessageError("Two poses have the same number or shape.")
        stack = [checked_shape(each, n) for each in V.astype(np.float64).reshape(len(poses), -1, 3)]
    except (MessageError, *DAMAGE) as problem:
        raise FileFormatError(
            f"The poses in '{path}' are damaged ({problem}); save the rig again."
        ) from problem
    return poses, {pose.shape: shape for pose, shape in zip(poses, stack, strict=True)}


def _text(V: Vertices) -> str:
    """Single precision, as the page draws."""
    return base64.b64encode(np.ascontiguousarray(V, dtype="<f4").tobytes()).decode("ascii")


def _positions(text: str, what: str) -> Vertices:
    try:
        flat = np.frombuffer(base64.b64decode(text, validate=True), dtype="<f4")
        return flat.astype(np.float64).reshape(-1, 3)
    except ValueError as problem:
        raise MessageError(f"The positions of {what} are broken: {problem}.") from problem
