"""What the verbs of `pliant cage` read: a rig of a cage, and sequences frame by frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pliant.arrays import Vertices
from pliant.cli.console import Console, usage
from pliant.cli.source import RIG, ClipChoice, poses_of
from pliant.io import read_mesh
from pliant.io.poses import pose_files, pose_titles
from pliant.mesh import Mesh, PoseSet, check_correspondence
from pliant.methods.cage.rig import CageIK
from pliant.registry import open_rig


def caged(path: str, console: Console, option: str = "RIG") -> CageIK:
    """The rig of a cage that a file holds."""
    if Path(path).suffix.lower() != RIG:
        raise usage(f"{path} is no rig; bind it first: pliant cage bind {path} -o rig{RIG}", option)
    with console.progress("opening the rig"):
        rig = open_rig(path)
    if not isinstance(rig, CageIK):
        raise usage(f"The rig was made by {rig.method} and has no cage; give its mesh one.", option)
    return rig


@dataclass(frozen=True, eq=False)
class Frames:
    """Positions of a mesh over time: files that are read when their turn comes, or a set that was read.

    mesh, title: the mesh whose vertices every frame must have, and what messages call it
    """

    mesh: Mesh
    title: str
    names: tuple[str, ...]
    files: tuple[Path, ...] = ()
    poses: PoseSet | None = None

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Vertices]:
        if self.poses is not None:
            yield from self.poses.V
            return
        for path, name in zip(self.files, self.names, strict=True):
            mesh = read_mesh(path)
            check_same(self.mesh, mesh, self.title, name)
            yield mesh.V


def frames_of(source: list[str], clip: ClipChoice, mesh: Mesh, title: str) -> Frames:
    """The sequence that arguments name; of several files nothing is read yet.

    mesh: whose vertices every frame must have
    """
    files = pose_files(source[0] if len(source) == 1 else source)
    if len(files) > 1 and clip == (None, None):
        return Frames(mesh, title, tuple(pose_titles(files)), tuple(files))
    poses = poses_of(source, *clip)
    check_same(mesh, poses.mesh, title, str(files[0]))
    return Frames(mesh, title, poses.names, poses=poses)


def check_same(mesh: Mesh, other: Mesh, title: str, other_title: str) -> None:
    """Refuse a mesh of other vertices or faces; triangles may stand for polygons, as in a .glb."""
    if mesh.n != other.n or len(mesh.polygons) == len(other.polygons):
        check_correspondence(mesh, other, title, other_title)
