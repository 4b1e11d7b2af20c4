"""The work of `pliant cage pose`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pliant import __version__
from pliant.cli.cage.picture import draw_caged, evenly
from pliant.cli.cage.writing import check_sequences, write_sequence
from pliant.cli.console import Console
from pliant.cli.picture import Seen
from pliant.cli.pins import Pins
from pliant.core.anchors import Held
from pliant.core.arrays import Floats
from pliant.core.gauss_newton import Status
from pliant.methods.cage.grip import CagePose
from pliant.methods.cage.rig import CageIK

On = Literal["mesh", "cage", "both"]


@dataclass(frozen=True)
class Places:
    """The files that were asked for; None where one was not."""

    mesh: Path | None = None
    cage: Path | None = None
    picture: Path | None = None

    @property
    def sequences(self) -> dict[str, Path]:
        """Those that hold every frame, by their options."""
        options = {"--output": self.mesh, "--cage": self.cage}
        return {option: path for option, path in options.items() if path is not None}

    @property
    def named(self) -> dict[str, Path]:
        """The files asked for, by their options."""
        return self.sequences | ({} if self.picture is None else {"--picture": self.picture})

    def check(self, read: list[str], frames: int, seen: Seen) -> None:
        """Refuses, before any work, what could not be drawn or written after it, and files that are read."""
        pictures = {} if self.picture is None else {"--picture": self.picture}
        check_sequences(self.sequences, pictures, read, frames, seen)


@dataclass(frozen=True, eq=False)
class Posed:
    """The poses of all frames.

    pins:    of the mesh, then of the cage
    held:    the points that were held, (h, 3) at rest; on: of what they are
    targets: (f, h, 3) where they were taken
    """

    rig: CageIK
    pins: Pins
    held: Held
    targets: Floats
    poses: tuple[CagePose, ...]
    on: On

    @property
    def converged(self) -> bool:
        """Whether the solver converged in every frame."""
        return all(pose.status is Status.CONVERGED for pose in self.poses)

    def places(self, V: Floats, C: Floats) -> Floats:
        """(h, 3) where the held points are on a mesh (n, 3) in its cage (c, 3)."""
        return self.held.on({"mesh": V, "cage": C, "both": np.concatenate([V, C])}[self.on])

    def miss(self, pose: CagePose) -> float:
        """How far the worst held point is from its target, in diagonals of the mesh."""
        return float(pose.gaps.max() / self.rig.frame.diagonal)


def pose_frames(rig: CageIK, of_mesh: Pins, of_cage: Pins, console: Console) -> Posed:
    """Every frame from the one before, with points of the mesh held, vertices of the cage, or both."""
    on: On = "both" if of_mesh.pins and of_cage.pins else "mesh" if of_mesh.pins else "cage"
    pins = of_cage if on == "cage" else of_mesh.and_also(of_cage.pins)
    if on == "cage":
        grip = rig.grab_cage(of_cage.points(rig.cage))
    else:
        grip = rig.grab(of_mesh.points(rig.mesh), of_cage.points(rig.cage) if of_cage.pins else None)
    targets = pins.targets(grip.held)
    poses: list[CagePose] = []
    with console.progress("posing") as progress:
        for i, goal in enumerate(targets):
            progress(i / len(targets), pins.frames[i])
            poses.append(grip.drag(goal, poses[-1] if poses else None))
    return Posed(rig, pins, grip.held, targets, tuple(poses), on)


def write(posed: Posed, places: Places, console: Console) -> None:
    """Writes the posed mesh and the posed cage where that was asked for."""
    names = posed.pins.frames
    if places.mesh is not None:
        write_sequence(places.mesh, posed.rig.mesh, [pose.V for pose in posed.poses], names, console)
    if places.cage is not None:
        write_sequence(places.cage, posed.rig.cage, [pose.cage for pose in posed.poses], names, console)


def draw(posed: Posed, places: Places, seen: Seen, console: Console) -> None:
    """Draws rest and pose, or the frames, in their cages and with what was held."""
    if places.picture is None:
        return
    from pliant.figures.cage import cage_shot

    rig, stays = posed.rig, np.array([pin.stays for pin in posed.pins.pins])
    stages = [(posed.poses[i].V, posed.poses[i].cage, posed.pins.frames[i]) for i in evenly(len(posed.poses))]
    if len(stages) == 1:
        stages = [(rig.mesh.V, rig.cage.V, "rest"), (*stages[0][:2], "posed")]
    shots = []
    for V, C, name in stages:
        at = posed.places(V, C)
        shots.append(
            cage_shot(rig.mesh.moved(V), rig.cage.moved(C), name, pinned=at[stays], dragged=at[~stays])
        )
    draw_caged(shots, places.picture, seen, console, centre="all")


def report(posed: Posed, places: Places, console: Console) -> None:
    """Tells how the solver did: words to stderr, and the JSON document if it was asked for."""
    for name, pose in zip(posed.pins.frames, posed.poses, strict=True):
        title = f"{name}: " if len(posed.poses) > 1 else ""
        console.say(f"{title}{pose.status.value} after {pose.iterations} steps, {pose.seconds:.2g} s")
        if posed.miss(pose) > 1e-6:
            console.say(f"{title}a held point misses its place by {posed.miss(pose):.2g} of the diagonal")
    if console.as_json:
        console.result("", _summary(posed, places))


def _summary(posed: Posed, places: Places) -> dict[str, Any]:
    frames = [
        {
            "name": name,
            "status": pose.status.value,
            "converged": pose.status is Status.CONVERGED,
            "iterations": pose.iterations,
            "energy": pose.energy,
            "anchor_error": posed.miss(pose),
            "seconds": pose.seconds,
        }
        for name, pose in zip(posed.pins.frames, posed.poses, strict=True)
    ]
    return {
        "pliant": __version__,
        "verb": "cage pose",
        "method": posed.rig.method,
        "vertices": posed.rig.mesh.n,
        "cage": posed.rig.cage.n,
        "held": posed.on,
        "anchors": posed.targets.shape[1],
        "converged": posed.converged,
        "frames": frames,
        "files": [str(path) for path in places.named.values()],
    }
