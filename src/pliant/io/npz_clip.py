"""Clips as numpy archives: a pose set whose `poses` (k, n, 3) are the frames, written and read one by one.

The archive also holds `rest` (n, 3), `fps`, `first` and `title`. Positions are stored in double precision, so
that nothing is lost, and uncompressed, so that memory holds one frame at a time.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from pliant.arrays import Vertices
from pliant.clip import Clip
from pliant.io.files import naming, opened
from pliant.io.frames import USUAL_RATE, checked_frames, read_frame
from pliant.io.npz import (
    POSE_ARRAYS,
    ArrayHeader,
    array_header,
    arrays_of_archive,
    arrays_of_mesh,
    check_poses,
    mesh_of_arrays,
    naming_damage,
    poses_of_arrays,
)

_FRAMES = "poses.npy"
_TIMING = {"rest", "fps", "first", "title"}


def write_npz_clip(file: BinaryIO, clip: Clip) -> None:
    """Write an archive, frame by frame; `read_poses` and numpy read it too."""
    with zipfile.ZipFile(file, "w") as stored:
        arrays = {
            **arrays_of_mesh(clip.mesh),
            "names": np.array([f"frame {clip.first + i}" for i in range(clip.count)]),
            "rest": clip.mesh.V,
            "fps": np.array(float(clip.fps)),
            "first": np.array(clip.first),
            "title": np.array(clip.name),
        }
        for name, values in arrays.items():
            with stored.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, values, allow_pickle=False)
        with stored.open(_FRAMES, "w", force_zip64=True) as member:
            header = {"descr": "<f8", "fortran_order": False, "shape": (clip.count, clip.mesh.n, 3)}
            np.lib.format.write_array_header_1_0(member, header)
            for frame in checked_frames(clip):
                member.write(frame.astype("<f8").tobytes())


def read_npz_clip(path: Path, fps: float | None) -> Clip:
    """The clip in an archive; each pass over its frames reads the file again.

    fps: frames per second; by default the rate in the archive, or 24 for a pose set, which has none
    """
    with opened(path) as file, naming(path), naming_damage(), zipfile.ZipFile(file) as stored:
        arrays = arrays_of_archive(stored, (POSE_ARRAYS | _TIMING) - {"poses"})
        rate = fps or (float(arrays["fps"]) if "fps" in arrays else USUAL_RATE)
        name = str(arrays["title"]) if "title" in arrays else path.stem
        first = int(arrays["first"]) if "first" in arrays else 1
        layout = _layout(stored)
        if layout is None:
            poses = poses_of_arrays(arrays | arrays_of_archive(stored, {"poses"}))
            return Clip.of(poses.mesh, poses.V, rate, first=first, name=name)
        rest = arrays["rest"] if "rest" in arrays else next(_frames(stored, layout, first))
        mesh = mesh_of_arrays(arrays, rest)

    def stream() -> Iterator[Vertices]:
        with opened(path) as file, naming(path), naming_damage(), zipfile.ZipFile(file) as stored:
            yield from _frames(stored, layout, first)

    return Clip(mesh, layout.shape[0], rate, stream, first, name)


def _layout(stored: zipfile.ZipFile) -> ArrayHeader | None:
    """The header of the frames (k, n, 3); None if they are missing or not stored one after the other."""
    if _FRAMES not in stored.namelist():
        return None
    with stored.open(_FRAMES) as member:
        layout = array_header(member, "poses")
    check_poses(layout.shape, layout.dtype)
    return None if layout.fortran_order else layout


def _frames(stored: zipfile.ZipFile, layout: ArrayHeader, first: int) -> Iterator[Vertices]:
    with stored.open(_FRAMES) as member:
        array_header(member, "poses")
        for i in range(layout.shape[0]):
            yield read_frame(member, layout.shape[1], layout.dtype.str, f"frame {first + i}")
