"""Good files of every format, small ones, that are spoilt: by the name that says how they are read."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from tests.io.test_hostile_files import FILES, ROBOTS
from tests.textured import textured_bar

from benchmarks.fuzz.reading import CACHED_VERTICES
from pliant.clip import Clip
from pliant.io import write_clip, write_mesh, write_poses
from pliant.mesh import PoseSet
from pliant.samples.bar import bar

# Formats that an extra reads, and the package behind it.
EXTRAS = {".fbx": "ufbx", ".usda": "pxr", ".usdc": "pxr", ".usdz": "pxr", ".abc": "alembic3d"}


def seeds(folder: Path) -> dict[str, bytes]:
    """The bytes of good files by their names; formats whose package is missing are left out."""
    found = {**FILES, **ROBOTS}
    if find_spec("ufbx") is not None:
        # Its tests are skipped where the package is missing, and cannot be loaded then.
        from tests.io.test_fbx import fbx

        found |= {"skin.fbx": fbx().encode(), "still.fbx": fbx(moves=False).encode()}
    for name, write in _writers().items():
        if _readable(name):
            write(folder / name)
            found[name] = (folder / name).read_bytes()
    return {name: data for name, data in found.items() if _readable(name)}


def cached_bar() -> PoseSet:
    """The poses whose positions the point caches hold."""
    return bar(CACHED_VERTICES, bends=(40.0, 80.0))


def _readable(name: str) -> bool:
    package = EXTRAS.get(os.path.splitext(name)[1])
    return package is None or find_spec(package) is not None


def _writers() -> dict[str, Callable[[Path], object]]:
    poses = cached_bar()
    clip = Clip.of(poses.mesh, np.asarray(poses.V))
    looks = textured_bar()

    def clip_to(path: Path) -> None:
        write_clip(path, clip)

    return {
        **{f"clip{suffix}": clip_to for suffix in (".usda", ".usdc", ".abc", ".glb", ".npz", ".pc2", ".mdd")},
        "look.usdz": lambda path: write_clip(path, Clip.of(looks, looks.V[None])),
        "look.glb": lambda path: write_mesh(path, looks),
        "look.ply": lambda path: write_mesh(path, looks),
        "look.npz": lambda path: write_poses(path, poses),
    }
