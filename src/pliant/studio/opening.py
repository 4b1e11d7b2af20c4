"""What a user's files or a sample hold, in words; which methods fit; and where to begin."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from pliant.core.arrays import Vertices
from pliant.core.doctor.finding import counted
from pliant.core.mesh import Mesh, PoseSet
from pliant.core.progress import Progress
from pliant.core.topology import vertex_components
from pliant.errors import FileFormatError, PliantError
from pliant.io import read_poses
from pliant.io.poses import natural_key
from pliant.methods.handles.rig import HandleIK
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.rig import ReducedIK
from pliant.registry import open_rig
from pliant.samples import names_with_handles, sample, sample_handles
from pliant.studio.beginning import Painted, first_handles, first_parts, group_handles, sculptures_of
from pliant.studio.messages import Document, Fit, Method, Region

RIG = ".pliant"
TITLES: dict[Method, str] = {"meshik": "MeshIK", "reduced": "Reduced IK", "handles": "Handle IK"}
# Vertices × poses beyond which one step of MeshIK takes longer than two frames of the screen, on one core.
LARGE = 100_000

ExampleRig: TypeAlias = MeshIK | ReducedIK


@dataclass(frozen=True)
class Source:
    """Where a model comes from; plain data, kept in the journal.

    kind:   a sample by its name, or files by their paths
    name:   for people
    paths:  of the files, a folder, or a pattern; what read_poses takes
    titles: the names that uploaded files had where they came from, one per path; empty for files of one's own
    """

    kind: Literal["sample", "files"]
    name: str
    paths: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Opened:
    """A model.

    poses: the examples, or None where a rig file kept only what was learned of them
    rig:   of a rig file, or None
    """

    source: Source
    mesh: Mesh
    examples: tuple[str, ...]
    poses: PoseSet | None
    rig: ExampleRig | HandleIK | None

    @property
    def diagonal(self) -> float:
        """Of the reference's bounding box."""
        return float(np.linalg.norm(np.ptp(self.mesh.V, axis=0)))

    def example(self, index: int) -> Vertices:
        """(n, 3) positions of an example, as they are or as they were learned."""
        if not 0 <= index < len(self.examples):
            raise FileFormatError(f"There is no example {index}; there are {len(self.examples)}, from 0 on.")
        if self.poses is not None:
            return self.poses.V[index]
        return self.rig.example(index) if isinstance(self.rig, ReducedIK) else self.mesh.V

    def fits(self) -> tuple[Fit, ...]:
        """Every method with its reason, where it does not fit."""
        return tuple(Fit(method, TITLES[method], not why, why) for method, why in self._reasons().items())

    def _reasons(self) -> dict[Method, str]:
        if len(self.examples) < 2:
            why = "Needs example poses: open at least two poses of this mesh together."
            return {"meshik": why, "reduced": why, "handles": ""}
        if self.poses is None:
            why = "Needs the example poses; this rig file keeps only what was learned of them."
            return {"meshik": why, "reduced": "", "handles": ""}
        return {"meshik": "", "reduced": "", "handles": ""}

    def suggested(self) -> Method:
        """The rig file's own method; of poses the one that suits their size; of a single mesh Handle IK."""
        if isinstance(self.rig, HandleIK) or len(self.examples) < 2:
            return "handles"
        if self.rig is not None:
            return "reduced" if isinstance(self.rig, ReducedIK) else "meshik"
        return "reduced" if self.mesh.n * len(self.examples) > LARGE else "meshik"

    def words(self) -> str:
        """What the studio sees."""
        k, parts = len(self.examples), int(vertex_components(self.mesh.F, self.mesh.n).max()) + 1
        size = f"{counted(self.mesh.n, 'vertex', 'vertices')} in {counted(parts, 'part')}"
        if self.rig is not None:
            handles = len(self.rig.handles) if isinstance(self.rig, HandleIK) else None
            made = f"made from {k} poses" if handles is None else f"with {counted(handles, 'handle')}"
            return f"A rig by {TITLES[self.suggested()]}, {made}; {size}."
        if k == 1:
            return f"One mesh, {size}: paint parts and sculpt poses."
        return f"{k} poses of one mesh, {size}: example-based posing."

    def beginning(self, method: Method | None) -> tuple[Document, tuple[Region, ...]]:
        """The document to begin with, and the regions that it names.

        With example poses two handles are placed, the calmer one pinned. Parts come from a rig of Handle IK,
        from the sample, or from the groups of the file.
        """
        fitting = [fit.method for fit in self.fits() if fit.fits]
        chosen = method if method is not None and method in fitting else self.suggested()
        parts, regions = first_parts(self._handles(), self.mesh.n)
        shelf = sculptures_of(self.rig) if isinstance(self.rig, HandleIK) else ()
        V = self.mesh.V[None] if self.poses is None else self.poses.V
        placed = first_handles(V, self.mesh.F) if len(self.examples) > 1 and chosen != "handles" else ()
        return Document(chosen, placed, parts=parts, sculptures=shelf), regions

    def _handles(self) -> Sequence[Painted]:
        if isinstance(self.rig, HandleIK):
            return self.rig.handles
        if self.source.kind == "sample" and self.source.name in names_with_handles() and self.poses:
            return sample_handles(self.source.name, self.poses)
        return group_handles(self.mesh)


def opened(source: Source, progress: Progress) -> Opened:
    """The model of a source."""
    progress(0.0, f"opening {source.name}")
    if source.kind == "sample":
        return _of_poses(source, sample(source.name))
    try:
        return _of_files(source)
    except PliantError as problem:
        if not source.titles:
            raise
        raise type(problem)(_with_own_names(str(problem), source)) from problem


def uploaded_source(files: Sequence[tuple[Path, str]]) -> Source:
    """The source of uploaded files (path, name), in the natural order of their names."""
    ordered = sorted(files, key=lambda file: natural_key(file[1]))
    names = tuple(name for _, name in ordered)
    stem = Path(names[0]).stem
    title = stem if len(names) == 1 else stem.rstrip("0123456789 _-.") or stem
    return Source("files", title, tuple(str(path) for path, _ in ordered), names)


def discard_uploads(source: Source) -> None:
    """Removes uploaded files that could not be opened; files of the user's own stay."""
    if source.titles:
        for path in source.paths:
            Path(path).unlink(missing_ok=True)


def named_source(paths: Sequence[str]) -> Source:
    """The source that the command line names: files, a folder, or a pattern."""
    missing = [path for path in paths if not Path(path).exists() and not glob.has_magic(path)]
    if missing:
        raise FileFormatError(f"{missing[0]} does not exist; check the path.")
    whole = tuple(str(Path(path).absolute()) for path in paths)
    first = Path(whole[0])
    stem = first.stem.strip("*?[] _-") or first.parent.name
    return Source("files", stem if len(whole) == 1 else first.parent.name or stem, whole)


def _of_files(source: Source) -> Opened:
    rigs = [path for path in source.paths if Path(path).suffix.lower() == RIG]
    if rigs and len(source.paths) > 1:
        raise FileFormatError("A rig file stands alone; open it without other files.")
    if rigs:
        return _of_rig(source, open_rig(rigs[0]))
    poses = read_poses(source.paths[0] if len(source.paths) == 1 else list(source.paths))
    if source.titles and len(poses) == len(source.titles) and poses.names == _stems(source.paths):
        poses = PoseSet(poses.mesh, poses.V, _stems(source.titles))
    return _of_poses(source, poses)


def _of_poses(source: Source, poses: PoseSet) -> Opened:
    return Opened(source, poses.mesh, poses.names, poses, None)


def _of_rig(source: Source, rig: object) -> Opened:
    if isinstance(rig, ReducedIK):
        return Opened(source, rig.mesh, rig.names, None, rig)
    if isinstance(rig, HandleIK):
        return Opened(source, rig.mesh, (source.name,), None, rig)
    if isinstance(rig, MeshIK):
        return Opened(source, rig.mesh, rig.poses.names, rig.poses, rig)
    raise FileFormatError(f"'{source.name}' holds a rig that the studio cannot pose; update Pliant.")


def _stems(paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(Path(path).stem for path in paths)


def _with_own_names(words: str, source: Source) -> str:
    """An error about stored uploads, with the names that the user knows."""
    for path, title in zip(source.paths, source.titles, strict=True):
        words = words.replace(path, title).replace(Path(path).stem, Path(title).stem)
    return words
