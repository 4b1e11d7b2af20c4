"""Reading and writing of pose sets: one file with several poses, or many files of one kind."""

from __future__ import annotations

import glob
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from pliant.arrays import Vertices
from pliant.atomic import atomic_write, temporary_beside
from pliant.errors import FileFormatError, OptionError
from pliant.io.files import AnyPath, Sources, contents, naming, opened
from pliant.io.meshes import GLTF, READABLE, known_suffix, read_mesh, read_shape, write_mesh
from pliant.io.moving_mesh import Choice
from pliant.io.npz import npz_of_poses, poses_of_npz
from pliant.io.obj import write_obj
from pliant.io.scenes import SCENES, poses_of_scene_file
from pliant.kinds import check_kind, check_path
from pliant.mesh import Mesh, PoseSet, check_correspondence

_LONGEST_FILE_NAME = 100
_MATERIALS = "materials.mtl"


def read_poses(
    source: Sources,
    *,
    frames: int | Literal["keys"] | None = None,
    clip: Choice = None,
) -> PoseSet:
    """The poses of one mesh in a file or in several files; pose 0 is the reference.

    source: a file, a folder with mesh files of one kind, a pattern such as "lion/*.obj", or a list of files.
            Folders and patterns are read in natural order (pose2 before pose10), lists in their own. Files
            give their names to the poses
    frames: how many evenly spaced frames of each animation, or "keys" for the times of its keys; by default
            the keys if there are at most 25, else 25 frames
    clip:   the animation to read, by name or number, or several of them; by default all
    An .npz holds a whole set. A glTF, USD, Alembic or FBX file gives its rest pose and then the frames of its
    animations. If it has no animations, or they move only the weights of morph targets and neither frames nor
    clip is given, it gives its rest pose and then its morph targets at full weight.
    Warns with UnusedSkeletonWarning of a glTF file whose skeleton no animation moves; `posed_by_bones` makes
    poses of it.
    Raises CorrespondenceError, which names the first difference, for files of different meshes.
    """
    paths = pose_files(source)
    if len(paths) > 1:
        if frames is not None or clip is not None:
            raise OptionError(
                f"frames and clip choose from one glTF or scene file, but {len(paths)} files were given."
            )
        return _poses_of_files(paths)
    path = paths[0]
    suffix = path.suffix.lower()
    if suffix in SCENES:
        return poses_of_scene_file(path, frames=frames, clip=clip)
    if suffix not in GLTF and (frames is not None or clip is not None):
        raise OptionError(f"frames and clip choose from a glTF or scene file's animations; {path} is none.")
    if suffix == ".npz":
        with opened(path) as file, naming(path), np.errstate(all="ignore"):
            return poses_of_npz(file)
    if suffix in GLTF:
        data = contents(path)
        with naming(path), np.errstate(all="ignore"):
            from pliant.io.gltf import poses_of_gltf

            return poses_of_gltf(data, path.parent, frames=frames, clip=clip)
    return PoseSet.of_meshes([read_mesh(path)], [path.stem])


def _poses_of_files(paths: Sequence[Path]) -> PoseSet:
    """The poses in files of one mesh, of which one is in memory at a time beside the positions."""
    titles = pose_titles(paths)
    first = read_mesh(paths[0])

    def positions() -> Iterator[Vertices]:
        yield first.V
        for path, title in zip(paths[1:], titles[1:], strict=True):
            mesh = read_shape(path)
            check_correspondence(first, mesh, titles[0], title)
            yield mesh.V

    return PoseSet.of_frames(first, positions(), titles)


def write_poses(path: AnyPath, poses: PoseSet) -> None:
    """Write poses to an .npz, to a .glb as morph targets, or to a new folder of .obj files.

    The file or folder appears whole or not at all. An .npz keeps everything, a .glb what `pliant.io.gltf`
    describes. The files of a folder are named after the poses, with numbers before the names if their natural
    order would differ from that of the poses.
    """
    check_path(path)
    check_kind(poses, "What is written", PoseSet)
    target = Path(path)
    if target.suffix == "" or target.is_dir():
        write_folder(target, poses.mesh, poses.V, poses.names)
        return
    suffix = known_suffix(path, (".npz", ".glb"), "write as poses")
    with atomic_write(path) as file, naming(path):
        if suffix == ".npz":
            file.writelines(npz_of_poses(poses))
            return
        from pliant.io.gltf import glb_of_poses

        file.writelines(glb_of_poses(poses))


def natural_key(path: AnyPath) -> tuple[list[str | int], str]:
    """A sorting key for names that compares numbers by their value: pose2 comes before pose10."""
    parts = re.split(r"([0-9]+)", str(path).casefold())
    # Words stand at even places and numbers at odd ones, so that like is compared with like.
    return [int(part) if i % 2 else part for i, part in enumerate(parts)], str(path)


def pose_files(source: Sources) -> list[Path]:
    """The files behind a source of poses, in the order in which `read_poses` reads them."""
    check_kind(source, "The source of poses", str, os.PathLike, Sequence)
    if not isinstance(source, str | os.PathLike):
        paths = [Path(path) for path in source]
        if not paths:
            raise FileFormatError("No file was given; at least one is needed.")
        return paths
    path = Path(source)
    if path.is_dir():
        return _files_of_folder(path)
    if not path.exists() and glob.has_magic(str(source)):
        found = [Path(name) for name in glob.glob(str(source), recursive=True)]
        files = sorted((file for file in found if file.is_file()), key=natural_key)
        if not files:
            raise FileFormatError(f"No file matches {source}; check the pattern and the folder.")
        return files
    return [path]


def _files_of_folder(folder: Path) -> list[Path]:
    files = [path for path in folder.iterdir() if path.suffix.lower() in READABLE and path.name[0] != "."]
    kinds = Counter(path.suffix.lower() for path in files)
    if len(kinds) != 1:
        found = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "no mesh"
        raise FileFormatError(
            f"The folder {folder} has {found}; files of one kind out of {', '.join(READABLE)} are needed. "
            f'Choose with a pattern such as "{folder}/*.obj".'
        )
    return sorted(files, key=natural_key)


def pose_titles(paths: Sequence[Path]) -> list[str]:
    """The names of poses that are read from files: the files' names, or their paths if names repeat."""
    stems = [path.stem for path in paths]
    return stems if len(set(stems)) == len(stems) else [str(path.with_suffix("")) for path in paths]


def write_folder(
    target: Path, mesh: Mesh, frames: Iterable[Vertices], names: Sequence[str], suffix: str = ".obj"
) -> None:
    """Write frames (n, 3) of a mesh to a new folder, one file per frame; it appears whole or not at all.

    names:  the names of the files, one per frame
    suffix: the kind of the files
    Raises FileFormatError for a folder that exists and is not empty.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise FileFormatError(
            f"{target} exists and is not an empty folder; choose a new folder for the poses."
        )
    if not target.absolute().parent.is_dir():
        raise FileFormatError(f"The folder {target.absolute().parent} does not exist; create it first.")
    temporary = temporary_beside(target.absolute())
    temporary.mkdir()
    try:
        for title, V in zip(_file_names(names), frames, strict=True):
            path = temporary / f"{title}{suffix}"
            if suffix == ".obj" and mesh.appearance.materials:
                # One file of materials for all frames.
                write_obj(path, mesh.moved(V), _MATERIALS)
            else:
                write_mesh(path, mesh.moved(V))
        if target.exists():
            target.rmdir()
        os.replace(temporary, target)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _file_names(names: Sequence[str]) -> list[str]:
    """A file name per pose: its name, with a number before it if the names are not in natural order."""
    plain = [re.sub(r"[^\w .()-]+", "_", name).strip(" .")[:_LONGEST_FILE_NAME] or "pose" for name in names]
    if sorted(plain, key=natural_key) == plain and len({name.casefold() for name in plain}) == len(plain):
        return plain
    digits = len(str(len(plain) - 1))
    return [f"{i:0{digits}d}_{name}" for i, name in enumerate(plain)]
