"""A motion written back into the file that its mesh came from, with everything else as it was."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pliant.clip import Clip
from pliant.errors import OptionError
from pliant.io.files import AnyPath, contents, naming
from pliant.progress import Progress, silent

# How a motion is shown: by the bones of the file, by blend shapes, or by bones and shapes for the rest.
By = Literal["bones", "shapes", "both"]
WAYS: tuple[By, ...] = ("bones", "shapes", "both")
_GLTF = (".glb", ".gltf", ".vrm")
_USD = (".usd", ".usda", ".usdc")
ASSETS = (*_GLTF, *_USD)


@dataclass(frozen=True)
class Into:
    """A file to write into a copy of, and how.

    by:     None chooses bones where the file has a skin
    called: what a layer over a USD asset calls it; by default by its place from there
    """

    asset: Path
    by: By | None = None
    called: str | None = None

    def takes(self, path: Path) -> bool:
        """Whether a file of this name can be a copy of the asset with the motion."""
        ours, theirs = path.suffix.lower(), self.asset.suffix.lower()
        return ours in _USD if theirs in _USD else ours == theirs


@dataclass(frozen=True)
class Copy:
    """A file to be written: a copy of an asset with a motion."""

    path: Path
    into: Into


@dataclass(frozen=True)
class IntoReport:
    """How near the motion in the file is to the one that was given.

    name:    the name of the new animation
    by:      how it is shown: bones, shapes, both, or points
    joints:  number of nodes that it moves
    shapes:  number of blend shapes that were added
    rms:     root of the mean squared distance of all vertices in all frames, in diagonals of the mesh
    largest: largest distance, in diagonals
    """

    name: str
    by: str
    joints: int
    shapes: int
    rms: float
    largest: float


def write_into(path: AnyPath, clip: Clip, into: Into, *, progress: Progress = silent) -> IntoReport:
    """Write a copy of an asset with a clip of its mesh as one more animation; passes twice over the frames.

    path:  the new file, of the kind of the asset; a USD asset gets a layer over it
    Raises CorrespondenceError if the clip moves another mesh than the asset's, and OptionError for kinds of
    files that nothing can be written into.
    """
    target = Path(path)
    if into.asset.suffix.lower() not in ASSETS or not into.takes(target):
        raise OptionError(
            f"{target} cannot be {into.asset} with a motion; an asset is one of {' '.join(ASSETS)}, and the "
            "new file is of the same kind."
        )
    if target.exists() and target.samefile(into.asset):
        raise OptionError(f"{target} is the asset itself, which is never overwritten; name another file.")
    with naming(into.asset):
        if into.asset.suffix.lower() in _GLTF:
            from pliant.io.gltf.into import write_into_gltf

            return write_into_gltf(target, clip, into, progress)
        from pliant.io.usd.over import write_over_usd

        return write_over_usd(target, clip, into, progress)


def ways_into(asset: Path) -> tuple[By, ...]:
    """The ways in which a file could show a motion, the best first; none for a kind that has no choice.

    Bones are of use where joints carry the mesh, or where it has several parts that nodes carry.
    """
    if asset.suffix.lower() not in _GLTF:
        return ()
    from pliant.io.gltf.asset import GltfAsset

    with naming(asset):
        fields = GltfAsset(contents(asset)).fields
    carriers = [node for node in fields.get("nodes", []) if "mesh" in node]
    if fields.get("skins"):
        return WAYS
    return ("shapes", "bones", "both") if len(carriers) > 1 else ("shapes",)


def into_words(report: IntoReport) -> str:
    """How near the motion in a file is, for people."""
    shapes = f"{report.shapes} blend shape{'' if report.shapes == 1 else 's'}"
    shown = {
        "bones": f"{report.joints} of its own bones",
        "shapes": shapes,
        "both": f"{report.joints} of its own bones and {shapes}",
    }.get(report.by, report.by)
    return (
        f"animation '{report.name}' by {shown}; RMS {100 * report.rms:.2g}% of the diagonal, "
        f"at most {100 * report.largest:.2g}%"
    )
