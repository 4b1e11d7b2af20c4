"""What a user's files or a sample hold, in words; which methods fit; and where to begin."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from pliant.core.arrays import Vertices
from pliant.core.components import chosen_components
from pliant.core.doctor.finding import counted
from pliant.core.mechanism import Mechanism
from pliant.core.mesh import Mesh, PoseSet
from pliant.core.progress import Progress
from pliant.core.topology import vertex_components
from pliant.errors import FileFormatError, PliantError
from pliant.io import read_mechanism, read_poses
from pliant.io.poses import natural_key
from pliant.methods.cage.rig import CageIK
from pliant.methods.handles.rig import HandleIK
from pliant.methods.joints.rig import JointIK
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.rig import ReducedIK
from pliant.registry import open_rig
from pliant.samples import (
    mechanism,
    mechanism_names,
    names_with_cages,
    names_with_handles,
    sample,
    sample_cage,
    sample_handles,
)
from pliant.studio.beginning import Painted, first_handles, first_parts, group_handles, sculptures_of
from pliant.studio.dropped import is_description, read_dropped
from pliant.studio.messages import Document, Fit, Method, Region
from pliant.studio.standing import first_pins

RIG = ".pliant"
# Files of meshes that may also hold joints.
JOINTED = (".glb", ".gltf", ".npz")
TITLES: dict[Method, str] = {
    "meshik": "MeshIK",
    "reduced": "Reduced IK",
    "handles": "Handle IK",
    "joints": "Joint IK",
    "cage": "Cage IK",
}
# Parts beyond which a model is rather a heap of pieces than a mechanism.
MOST_PARTS = 200
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

    poses: the examples, or None where there are none: of a mechanism, or of a rig file that learned from them
    rig:   of a rig file, or None
    mechanism: its parts, with the joints that a file, a rig or a sample gives
    """

    source: Source
    mesh: Mesh
    examples: tuple[str, ...]
    poses: PoseSet | None
    rig: ExampleRig | HandleIK | JointIK | CageIK | None
    mechanism: Mechanism

    @property
    def diagonal(self) -> float:
        """Of the reference's bounding box."""
        return float(np.linalg.norm(np.ptp(self.mesh.V, axis=0)))

    @cached_property
    def cage(self) -> Mesh | None:
        """That came with it, of a rig or of a sample."""
        if isinstance(self.rig, CageIK):
            return self.rig.cage
        own = self.source.kind == "sample" and self.source.name in names_with_cages()
        return sample_cage(self.source.name, self.poses) if own and self.poses else None

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
            return {"meshik": why, "reduced": why, "handles": "", "joints": self._heap(), "cage": ""}
        if self.poses is None:
            why = "Needs the example poses; this rig file keeps only what was learned of them."
            return {"meshik": why, "reduced": "", "handles": "", "joints": self._piece(), "cage": ""}
        return {"meshik": "", "reduced": "", "handles": "", "joints": self._piece(), "cage": ""}

    def _piece(self) -> str:
        """Why poses of a mesh have no joints between parts; a single mesh can be split by painting."""
        one = len(self.mechanism.components) < 2
        return "Needs several parts; this mesh is one piece." if one else self._heap()

    def _heap(self) -> str:
        """Why a mesh in very many pieces has no joints."""
        parts = len(self.mechanism.components)
        if self.mechanism.joints or parts <= MOST_PARTS:
            return ""
        return f"Needs at most {MOST_PARTS} parts; this mesh is in {parts:,} pieces. Weld it first."

    @property
    def is_mechanism(self) -> bool:
        """Whether it comes with joints, or is one mesh of several parts that could have some."""
        if isinstance(self.rig, JointIK) or self.mechanism.joints:
            return True
        alone = self.rig is None and len(self.examples) < 2 and not self._sample_handles
        return alone and 2 <= len(self.mechanism.components) <= MOST_PARTS

    def suggested(self) -> Method:
        """The rig file's own method; Joint IK for parts; what a cage suits; of poses what fits their size."""
        if self.is_mechanism:
            return "joints"
        if self.cage is not None:
            return "cage"
        if isinstance(self.rig, HandleIK) or len(self.examples) < 2:
            return "handles"
        if self.rig is not None:
            return "reduced" if isinstance(self.rig, ReducedIK) else "meshik"
        return "reduced" if self.mesh.n * len(self.examples) > LARGE else "meshik"

    def words(self) -> str:
        """What the studio sees."""
        k, parts = len(self.examples), int(vertex_components(self.mesh.F, self.mesh.n).max()) + 1
        size = f"{counted(self.mesh.n, 'vertex', 'vertices')} in {counted(parts, 'part')}"
        if self.is_mechanism:
            return self._mechanism_words()
        if self.rig is not None:
            return f"A rig by {TITLES[self.suggested()]}, {self._made()}; {size}."
        if k == 1:
            return f"One mesh, {size}: paint parts and sculpt poses."
        return f"{k} poses of one mesh, {size}: example-based posing."

    def _made(self) -> str:
        """Of what a rig file was made."""
        if isinstance(self.rig, HandleIK):
            return f"with {counted(len(self.rig.handles), 'handle')}"
        if isinstance(self.rig, CageIK):
            return f"in a cage of {counted(self.rig.cage.n, 'vertex', 'vertices')}"
        return f"made from {len(self.examples)} poses"

    def _mechanism_words(self) -> str:
        parts, joints = counted(len(self.mechanism.components), "part"), len(self.mechanism.joints)
        opened = "A rig by Joint IK: " if self.rig is not None else ""
        known = f"{counted(joints, 'joint')} came with it" if joints else "joints between them are found"
        return f"{opened}{parts} of {counted(self.mesh.n, 'vertex', 'vertices')}: {known}."

    def beginning(self, method: Method | None) -> tuple[Document, tuple[Region, ...]]:
        """The document to begin with, and the regions that it names.

        With example poses or a cage two handles are placed, the calmer one pinned; a mechanism is pinned
        where it stands. Parts come from a rig of Handle IK, from the sample, or from the groups of the file.
        """
        fitting = [fit.method for fit in self.fits() if fit.fits]
        chosen = method if method is not None and method in fitting else self.suggested()
        parts, regions = first_parts(self._handles(), self.mesh.n)
        shelf = sculptures_of(self.rig) if isinstance(self.rig, HandleIK) else ()
        V = self.mesh.V[None] if self.poses is None else self.poses.V
        pulled = chosen == "cage" or (len(self.examples) > 1 and chosen != "handles")
        placed = first_handles(V, self.mesh.F) if pulled else ()
        if chosen == "joints":
            placed = first_pins(self.mechanism)
        return Document(chosen, placed, parts=parts, sculptures=shelf), regions

    def _handles(self) -> Sequence[Painted]:
        if isinstance(self.rig, HandleIK):
            return self.rig.handles
        if self._sample_handles and self.poses:
            return sample_handles(self.source.name, self.poses)
        return group_handles(self.mesh)

    @property
    def _sample_handles(self) -> bool:
        return self.source.kind == "sample" and self.source.name in names_with_handles()


def opened(source: Source, progress: Progress) -> Opened:
    """The model of a source."""
    progress(0.0, f"opening {source.name}")
    if source.kind == "sample" and source.name in mechanism_names():
        return _of_mechanism(source, mechanism(source.name))
    if source.kind == "sample":
        return _of_poses(source, sample(source.name))
    try:
        return _of_files(source)
    except PliantError as problem:
        if not source.titles:
            raise
        raise type(problem)(_with_own_names(str(problem), source)) from problem


def uploaded_source(files: Sequence[tuple[Path, str]]) -> Source:
    """The source of uploaded files (path, name), in the natural order of their names.

    A description of a mechanism that comes first stays there, and gives the source its name.
    """
    first = list(files[:1]) if is_description(files[0][1]) else []
    ordered = [*first, *sorted(files[len(first) :], key=lambda file: natural_key(file[1]))]
    names = tuple(name for _, name in ordered)
    stem = Path(names[0]).stem
    title = stem if first or len(names) == 1 else stem.rstrip("0123456789 _-.") or stem
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
    first = source.paths[0]
    rigs = [path for path in source.paths if Path(path).suffix.lower() == RIG]
    if rigs and len(source.paths) > 1:
        raise FileFormatError("A rig file stands alone; open it without other files.")
    if rigs:
        return _of_rig(source, open_rig(rigs[0]))
    if is_description(first) and source.titles:
        return _of_mechanism(source, read_dropped(source.paths, source.titles))
    if is_description(first) and len(source.paths) == 1:
        return _of_mechanism(source, read_mechanism(first))
    poses = read_poses(first if len(source.paths) == 1 else list(source.paths))
    if source.titles and len(poses) == len(source.titles) and poses.names == _stems(source.paths):
        poses = PoseSet(poses.mesh, poses.V, _stems(source.titles))
    return _of_poses(source, poses)


def _of_poses(source: Source, poses: PoseSet) -> Opened:
    if len(poses) == 1 and len(source.paths) == 1 and Path(source.paths[0]).suffix.lower() in JOINTED:
        found = read_mechanism(source.paths[0])
        if found.joints:
            return _of_mechanism(source, found)
    parts = chosen_components(poses.mesh).mechanism
    return Opened(source, poses.mesh, poses.names, poses, None, parts)


def _of_mechanism(source: Source, found: Mechanism) -> Opened:
    return Opened(source, found.mesh, (source.name,), None, None, found)


def _of_rig(source: Source, rig: object) -> Opened:
    if isinstance(rig, JointIK):
        return Opened(source, rig.mesh, (source.name,), None, rig, rig.mechanism)
    if not isinstance(rig, MeshIK | ReducedIK | HandleIK | CageIK):
        raise FileFormatError(f"'{source.name}' holds a rig that the studio cannot pose; update Pliant.")
    parts = chosen_components(rig.mesh).mechanism
    if isinstance(rig, ReducedIK):
        return Opened(source, rig.mesh, rig.names, None, rig, parts)
    if isinstance(rig, HandleIK | CageIK):
        return Opened(source, rig.mesh, (source.name,), None, rig, parts)
    return Opened(source, rig.mesh, rig.poses.names, rig.poses, rig, parts)


def _stems(paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(Path(path).stem for path in paths)


def _with_own_names(words: str, source: Source) -> str:
    """An error about stored uploads, with the names that the user knows."""
    for path, title in zip(source.paths, source.titles, strict=True):
        words = words.replace(path, title).replace(Path(path).stem, Path(title).stem)
    return words
