"""Reading and writing of clips; the suffix of a file's name chooses the format."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pliant.atomic import atomic_write
from pliant.clip import Clip
from pliant.errors import CorrespondenceError, OptionError
from pliant.io.files import AnyPath, Sources, naming, room
from pliant.io.frames import USUAL_RATE
from pliant.io.mdd import read_mdd, write_mdd
from pliant.io.meshes import GLTF, known_suffix, read_mesh
from pliant.io.npz_clip import read_npz_clip, write_npz_clip
from pliant.io.pc2 import read_pc2, write_pc2
from pliant.io.sequences import read_sequence, write_sequence
from pliant.kinds import check_kind, check_path
from pliant.mesh import Mesh
from pliant.progress import Progress, silent

_GLTF = (".glb", ".gltf")
_USD = (".usd", ".usda", ".usdc", ".usdz")
_CACHES = (".pc2", ".mdd")
_WRITERS = {".pc2": write_pc2, ".mdd": write_mdd, ".npz": write_npz_clip}
WRITABLE_CLIPS = (*_WRITERS, *_GLTF, *_USD, ".abc")
READABLE_CLIPS = (*WRITABLE_CLIPS, ".vrm", ".fbx")


def write_clip(path: AnyPath, clip: Clip, *, progress: Progress = silent, **options: Any) -> tuple[Path, ...]:
    """Write a clip to a file or folder, which appears whole or not at all; memory holds one frame at a time.

    Returns the files that belong to it: itself and, for USD, the images beside it. `pliant.io.kept` says what
    of a mesh each format keeps.

    path:     the suffix chooses the format:
              .pc2 .mdd: point caches, with positions only, in single precision
              .npz: everything, in double precision; `read_poses` and numpy read it too
              .glb .gltf: shapes (morph targets) and one animation, as `pliant.io.gltf` describes
              .usd .usda .usdc .usdz .abc: with the extras usd and alembic
              a folder, or a pattern such as "walk/step_*.ply": a new folder of .obj or .ply files
    progress: told the share that is done after each frame; an error that it raises cancels
    options:  those of `pliant.io.usd.write_usd_clip`, for USD only
    """
    check_path(path)
    check_kind(clip, "What is written", Clip)
    target = Path(path)
    if options and target.suffix.lower() not in _USD:
        raise OptionError(f"{', '.join(options)}: such options are for USD; {path} has none.")
    told = clip.watched(lambda i: progress(i / clip.count, f"writing frame {i} of {clip.count}"))
    with room(path):
        if target.suffix == "" or "*" in target.name or target.is_dir():
            write_sequence(path, told)
            return (target,)
        suffix = known_suffix(path, WRITABLE_CLIPS, "write as a clip")
        if suffix in _USD:
            from pliant.io.usd import write_usd_clip

            return write_usd_clip(path, clip, progress=progress, **options)
        if suffix == ".abc":
            from pliant.io.alembic import write_alembic_clip

            write_alembic_clip(path, clip, progress=progress)
        else:
            _write_file(target, suffix, told)
    return (target,)


def read_clip(
    source: Sources,
    *,
    mesh: Mesh | AnyPath | None = None,
    fps: float | None = None,
    clip: str | int | None = None,
) -> Clip:
    """The clip in a file, or in many files of one kind; a frame is read when it is asked for.

    source: a file .pc2 .mdd .npz .glb .gltf .vrm .usd* .abc .fbx, or a folder, pattern or list of mesh files
    mesh:   the mesh that moves, or its file. Point caches need it, because they have no faces. It replaces
            the mesh of other files, such as that of a glTF file, whose polygons are cut into triangles
    fps:    frames per second; by default what the file says, or else 24. For glTF and FBX, the rate at which
            frames are taken; for other files, the rate at which their frames are played
    clip:   the animation of a glTF or FBX file, by name or number; by default the first
    """
    if fps is not None and not 0 < fps < float("inf"):
        raise OptionError(f"fps is {fps}; a number above 0 is needed.")
    check_kind(source, "The source of a clip", str, os.PathLike, Sequence)
    given = read_mesh(mesh) if isinstance(mesh, str | os.PathLike) else mesh
    suffix = Path(source).suffix.lower() if isinstance(source, str | os.PathLike) else ""
    if clip is not None and suffix not in (*GLTF, ".fbx"):
        raise OptionError(f"clip chooses from the animations of glTF and FBX; {source} is none.")
    found = _read(source, suffix, given, fps, clip)
    if given is None:
        return found
    if given.n != found.mesh.n:
        raise CorrespondenceError(
            f"{source} moves {found.mesh.n} vertices where the mesh has {given.n}; give the mesh that it was "
            "exported from, with its vertex order kept."
        )
    return replace(found, mesh=given)


def _write_file(target: Path, suffix: str, clip: Clip) -> None:
    with atomic_write(target) as file, naming(target):
        if suffix in _WRITERS:
            _WRITERS[suffix](file, clip)
            return
        # Imported here: few sessions write glTF, and `import pliant` should be quick.
        from pliant.io.gltf.clip import write_gltf_clip

        write_gltf_clip(target, file, clip)


def _read(source: Sources, suffix: str, mesh: Mesh | None, fps: float | None, clip: str | int | None) -> Clip:
    if not isinstance(source, str | os.PathLike) or suffix not in READABLE_CLIPS or _is_many(source):
        return read_sequence(source, fps or USUAL_RATE)
    path = Path(source)
    if suffix in _CACHES:
        if mesh is None:
            raise OptionError(f"{path} is a point cache, which has no faces; give mesh, the mesh it moves.")
        return read_pc2(path, mesh, fps or USUAL_RATE) if suffix == ".pc2" else read_mdd(path, mesh, fps)
    if suffix == ".npz":
        return read_npz_clip(path, fps)
    if suffix in GLTF:
        from pliant.io.gltf.clip import read_gltf_clip

        return read_gltf_clip(path, fps, clip)
    return _read_with_extra(path, suffix, fps, clip)


def _read_with_extra(path: Path, suffix: str, fps: float | None, clip: str | int | None) -> Clip:
    """The clip in a file whose format needs an optional package."""
    if suffix == ".fbx":
        from pliant.io.fbx import read_fbx_clip

        return read_fbx_clip(path, clip=clip, fps=fps)
    if suffix == ".abc":
        from pliant.io.alembic import read_alembic_clip

        found = read_alembic_clip(path)
    else:
        from pliant.io.usd import read_usd_clip

        found = read_usd_clip(path)
    return found if fps is None else replace(found, fps=fps)


def _is_many(source: AnyPath) -> bool:
    """Whether a name stands for several files: a folder, or a pattern."""
    return Path(source).is_dir() or ("*" in str(source) and not Path(source).exists())
