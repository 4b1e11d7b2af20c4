"""What a user's files or a sample hold, in words; which methods fit; and where to begin."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from pliant.arrays import Array, Vertices
from pliant.errors import FileFormatError, LeftOutWarning, PliantError, UnusedSkeletonWarning
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.flatness import flat_share
from pliant.io import read_mechanism, read_poses
from pliant.io.gltf.bone_poses import posed_by_bones
from pliant.io.mechanisms import described_mechanism
from pliant.io.meshes import GLTF
from pliant.mechanism.components import chosen_components
from pliant.mechanism.mechanism import Mechanism
from pliant.mesh import Mesh, PoseSet
from pliant.progress import Progress
from pliant.registry import open_rig
from pliant.rig import Rig
from pliant.samples import mechanism, names, sample, sample_cage, sample_handles
from pliant.samples.handles import PaintedHandle
from pliant.studio.opening.body import Body, seen_from
from pliant.studio.opening.dropped import is_description, read_dropped
from pliant.studio.opening.first_handles import Beginning, beginning, handle_at
from pliant.studio.opening.source import RIG, Source
from pliant.studio.opening.surface import surface_of
from pliant.studio.opening.trial import check_survived
from pliant.studio.session.method import StudioMethod, studio_method, studio_methods
from pliant.studio.wire.messages import Document, Region
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.model import Fit, Start
from pliant.studio.wire.surface import Surface

# Files of meshes that may also hold joints.
JOINTED = (*GLTF, ".npz")
# Vertices × poses beyond which a method whose cost grows with the mesh takes longer than two frames of the
# screen for one step, on one core.
LARGE = 100_000
# Poses that move no vertex farther than this, in diagonals, show no motion.
STILL = 0.02
# Shares of opening a large model: its files are read; and its pieces are known.
READ, TAKEN_APART = 0.3, 0.8


@dataclass(frozen=True, eq=False)
class Opened:
    """A model: what its source brings, for methods to look at.

    examples: names of its poses
    poses:    the poses; None for a mechanism, or for a rig file that keeps only what was learned of them
    rig:      the rig of a rig file
    linkage:  parts and joints that a file or a sample gives
    note:     a sentence about how its poses came about, empty for usual ones
    """

    source: Source
    mesh: Mesh
    examples: tuple[str, ...]
    poses: PoseSet | None = None
    rig: Rig | None = None
    linkage: Mechanism | None = None
    note: str = ""

    @property
    def diagonal(self) -> float:
        """Length of the diagonal of the mesh's bounding box."""
        return float(np.linalg.norm(np.ptp(self.mesh.V, axis=0)))

    @property
    def is_large(self) -> bool:
        """Whether its poses ask for a method whose cost does not grow with the mesh."""
        return self.mesh.n * len(self.examples) > LARGE

    @cached_property
    def surface(self) -> tuple[Surface | None, dict[str, Array]]:
        """How it looks, for the page."""
        return surface_of(self.mesh)

    @cached_property
    def mechanism(self) -> Mechanism:
        """Its parts, with the joints that came with it."""
        return chosen_components(self.mesh).mechanism if self.linkage is None else self.linkage

    @cached_property
    def cage(self) -> Mesh | None:
        """The cage that a sample brings."""
        own = self.source.kind == "sample" and self.source.name in names("cage")
        return sample_cage(self.source.name, self.poses) if own and self.poses else None

    @cached_property
    def painted(self) -> Sequence[PaintedHandle]:
        """The painted handles that a sample brings."""
        own = self.source.kind == "sample" and self.source.name in names("handles")
        return sample_handles(self.source.name, self.poses) if own and self.poses else ()

    def example(self, index: int) -> Vertices:
        """(n, 3) positions of an example, as they are or as they were learned."""
        if not 0 <= index < len(self.examples):
            raise FileFormatError(f"There is no example {index}; there are {len(self.examples)}, from 0 on.")
        if self.poses is not None:
            return self.poses.V[index]
        return self.mesh.V if self.rig is None or len(self.examples) < 2 else self.rig.example(index)

    def fits(self) -> tuple[Fit, ...]:
        """Every method, with the reason where it does not fit."""
        return tuple(studio.fit(self) for studio in studio_methods().values())

    @cached_property
    def flat_share(self) -> float:
        """The share of its surface that is flat."""
        return flat_share(self.mesh.V, self.mesh.F)

    @cached_property
    def suggested(self) -> StudioMethod:
        """The method that suits it best."""
        fitting = [studio for studio in studio_methods().values() if not studio.misfit(self)]
        return max(fitting, key=lambda studio: studio.claim(self))

    def words(self) -> str:
        """What the studio sees."""
        return f"{self.suggested.words(self)} {self.note}".rstrip()

    @cached_property
    def body(self) -> Body:
        """The model as something that stands."""
        path = self.source.paths[0] if self.source.kind == "files" else ""
        return Body(self.mesh.V[None] if self.poses is None else self.poses.V, self.mesh.F, path)

    @cached_property
    def beginning_on_feet(self) -> Beginning:
        """Pins where it stands, and the ends to pull."""
        return beginning(self.body)

    def start(self, method: str) -> Start:
        """How it stands, for a page that begins with a method."""
        body, first = self.body, self.beginning_on_feet
        others = enumerate(first.suggested, start=1)
        suggested = tuple(handle_at(i, v, self.mesh.V, self.mesh.F, pinned=False) for i, v in others)
        reason = studio_method(method).reason(self)
        return Start(reason, body.axis, body.azimuth, first.handles, suggested, first.toward)

    def beginning(self, method: str | None) -> tuple[Document, tuple[Region, ...]]:
        """The document to begin with, by the method that is asked for where it fits, and its regions."""
        wanted = None if method is None else studio_method(method)
        chosen = self.suggested if wanted is None or wanted.misfit(self) else wanted
        slices, regions = Slices(), []
        for name, studio in studio_methods().items():
            if studio.wire.slice is not None:
                slices[name], own = studio.first_slice(self)
                regions += own
        return Document(chosen.name, chosen.first_handles(self), slices=slices), tuple(regions)


def opened(source: Source, progress: Progress) -> Opened:
    """The model of a source, with what takes long to be seen of it."""
    progress(0.0, f"opening {source.name}")
    model = read_model(source, progress)
    progress(READ, f"looking at the parts of {source.name}")
    _ = model.suggested  # takes it apart to its pieces
    progress(TAKEN_APART, f"preparing the surface of {source.name}")
    _ = model.surface
    return model


def read_model(source: Source, progress: Progress) -> Opened:
    """The model of a source, as its files hold it."""
    if source.is_mechanism_sample:
        return _of_mechanism(source, mechanism(source.name))
    if source.kind == "sample":
        return _of_poses(source, sample(source.name))
    try:
        check_survived(source, progress)
        return _of_files(source)
    except PliantError as problem:
        if not source.titles:
            raise
        raise type(problem)(_with_own_names(str(problem), source)) from problem


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
    poses, note = _read(first if len(source.paths) == 1 else list(source.paths))
    if source.titles and len(poses) == len(source.titles) and poses.names == _stems(source.paths):
        poses = PoseSet(poses.mesh, poses.V, _stems(source.titles))
    return _of_poses(source, poses, note)


def _read(files: str | list[str]) -> tuple[PoseSet, str]:
    """The poses in files, and a note: where they come from, and what of the files was not read."""
    with warnings.catch_warnings(record=True) as told:
        for kind in (UnusedSkeletonWarning, LeftOutWarning):
            warnings.simplefilter("always", kind)
        poses = read_poses(files)
    unused = any(each.category is UnusedSkeletonWarning for each in told)
    left_out = [str(each.message) for each in told if each.category is LeftOutWarning]
    poses, note = _with_bones(files, poses, unused=unused)
    return poses, " ".join([note, *dict.fromkeys(left_out)]).strip()


def _with_bones(files: str | list[str], poses: PoseSet, *, unused: bool) -> tuple[PoseSet, str]:
    """The poses of a skeleton's bones where those of its file move nothing, with a note; or these poses.

    unused: whether the file has a skeleton that no animation moves
    """
    if (
        not isinstance(files, str)
        or Path(files).suffix.lower() not in GLTF
        or not (unused or _is_still(poses))
    ):
        return poses, ""
    try:
        made = posed_by_bones(files)
    except PliantError as problem:
        return poses, f"Its skeleton moves in no animation. {problem}" if unused else ""
    return made, f"No animation moves its skeleton: {len(made) - 1} poses were made by turning bones."


def _is_still(poses: PoseSet) -> bool:
    """Whether there are several poses that hardly differ: a rig would learn nothing from them."""
    if len(poses) < 2:
        return False
    every, rest = np.arange(poses.n), poses.V[0]
    moved = [np.linalg.norm(seen_from(rest, V, every) - rest, axis=1).max() for V in poses.V[1:]]
    return float(max(moved)) < STILL * box_diagonal(rest)


def _of_poses(source: Source, poses: PoseSet, note: str = "") -> Opened:
    if len(poses) == 1 and len(source.paths) == 1 and Path(source.paths[0]).suffix.lower() in JOINTED:
        found = described_mechanism(source.paths[0])
        if found is not None and found.joints:
            return _of_mechanism(source, found)
    return Opened(source, poses.mesh, poses.names, poses, note=note)


def _of_mechanism(source: Source, found: Mechanism) -> Opened:
    return Opened(source, found.mesh, (source.name,), linkage=found)


def _of_rig(source: Source, rig: Rig) -> Opened:
    shown = studio_method(rig.method).example_names(rig) or (source.name,)
    return Opened(source, rig.mesh, shown, rig.examples, rig)


def _stems(paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(Path(path).stem for path in paths)


def _with_own_names(words: str, source: Source) -> str:
    """An error about stored uploads, with the names that the user knows."""
    for path, title in zip(source.paths, source.titles, strict=True):
        words = words.replace(path, title).replace(Path(path).stem, Path(title).stem)
    return words
