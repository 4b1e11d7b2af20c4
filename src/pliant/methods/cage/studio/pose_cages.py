"""The cages of a model's poses: found once for each rig, edited along time, written to files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from pliant.arrays import Floats
from pliant.clip import Clip
from pliant.errors import CageError, OptionError
from pliant.io import write_poses
from pliant.io.clips import write_clip
from pliant.mesh import PoseSet
from pliant.methods.cage.recovery import recovered
from pliant.methods.cage.rig import CageIK
from pliant.methods.cage.sequence import CageSequence, FrameEdit
from pliant.methods.cage.studio.wire import CageSlice, CagesRecovered
from pliant.progress import Progress, silent

# Frames per second of a sequence that goes to a file; poses do not say theirs.
RATE = 24.0


class PoseCages:
    """Poses of the mesh, or None; and the cages that the rig used last has for them."""

    def __init__(self, poses: PoseSet | None) -> None:
        self.poses = poses
        self._found: tuple[CageIK, CageSequence] | None = None
        self._news: CagesRecovered | None = None

    def __len__(self) -> int:
        return 0 if self.poses is None else len(self.poses)

    def cages(self, rig: CageIK, caged: CageSlice, progress: Progress = silent) -> CageSequence:
        """The cages of all poses as they were recovered, which is done once for each rig."""
        if self._found is None or self._found[0] is not rig:
            self._found = rig, self._recovered(rig, caged, progress)
        return self._found[1]

    def at(self, rig: CageIK, caged: CageSlice) -> Floats | None:
        """(c, 3) the cage of the frame that a document shows, with its edits; None where it shows none."""
        if caged.frame is None:
            return None
        return self.cages(rig, caged).edited(edits_of(caged, rig), [caged.frame])[0]

    def news(self) -> CagesRecovered | None:
        """How well the cages make the poses, once after they were found."""
        news, self._news = self._news, None
        return news

    def file(
        self, kind: str, stem: str, rig: CageIK, caged: CageSlice
    ) -> tuple[str, Callable[[Path], object]]:
        """The name of a file of the edited sequence, and the function that writes it."""
        cages = self.cages(rig, caged).edited(edits_of(caged, rig))
        if kind == "cages":
            names = () if self.poses is None else self.poses.names
            poses = PoseSet.of_positions(rig.cage, cages, names)
            return f"{stem}-cages.npz", lambda path: write_poses(path, poses)
        clip = Clip(rig.mesh, len(cages), RATE, lambda: map(rig.posed, cages), name=stem)
        return f"{stem}-frames.glb", lambda path: write_clip(path, clip)

    def _recovered(self, rig: CageIK, caged: CageSlice, progress: Progress) -> CageSequence:
        if self.poses is None or len(self) < 2:
            raise OptionError("Cages are found for the poses of a sequence; open several poses of this mesh.")
        progress(0.0, "finding the cages")
        found = []
        for frame in recovered(rig, self.poses.V):
            found.append(frame)
            progress(len(found) / len(self), f"cage {len(found)} of {len(self)}")
        volume = tuple(None if np.isnan(frame.volume) else frame.volume for frame in found)
        rms = tuple(frame.rms for frame in found)
        self._news = CagesRecovered(caged.cage, caged.coordinates, rms, volume)
        return CageSequence(rig.cage, [frame.cage for frame in found])


def edits_of(caged: CageSlice, rig: CageIK) -> list[FrameEdit]:
    """The edits of a document as the library has them."""
    return [FrameEdit(edit.frame, rows_of(edit.moves, rig), edit.reach) for edit in caged.edits]


def rows_of(flat: tuple[float, ...], rig: CageIK) -> Floats:
    """(c, 3) of x, y, z for each vertex of the cage."""
    if len(flat) != 3 * rig.cage.n:
        raise CageError(f"{len(flat)} coordinates were given for a cage of {rig.cage.n} vertices.")
    return np.array(flat, dtype=np.float64).reshape(-1, 3)
