"""The work of `pliant cage pose`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np

from pliant.arrays import Floats
from pliant.cli.console import Console, heading
from pliant.cli.output import Outputs
from pliant.cli.picture import Seen, draw_shots
from pliant.cli.pins import Pins
from pliant.cli.work.pose import NEAR, PosedFrames, drag_frames, frame_facts
from pliant.methods.cage.cli.output import drawn_frames, write_sequence
from pliant.methods.cage.grip import CageGrip, CagePose
from pliant.methods.cage.rig import CageIK
from pliant.words import Facts

On = Literal["mesh", "cage", "both"]


@dataclass(frozen=True, eq=False)
class CagedFrames(PosedFrames):
    """The poses of all frames; the pins are those of the mesh, then those of the cage.

    on: what the held points are points of
    """

    grip: CageGrip
    poses: tuple[CagePose, ...]
    on: On

    @property
    def rig(self) -> CageIK:
        """The rig that was posed."""
        return self.grip.rig

    def places(self, V: Floats, C: Floats) -> Floats:
        """(h, 3) where the held points are on a mesh (n, 3) in its cage (c, 3)."""
        return self.grip.held.on({"mesh": V, "cage": C, "both": np.concatenate([V, C])}[self.on])


def pose_frames(rig: CageIK, of_mesh: Pins, of_cage: Pins, console: Console) -> CagedFrames:
    """Pose every frame from the one before, by points of the mesh, vertices of the cage, or both."""
    on: On = "both" if of_mesh.pins and of_cage.pins else "mesh" if of_mesh.pins else "cage"
    pins = of_cage if on == "cage" else of_mesh.and_also(of_cage.pins)
    if on == "cage":
        grip = rig.grab_cage(of_cage.points(rig.cage))
    else:
        cage = of_cage.points(rig.cage) if of_cage.pins else None
        grip = rig.grab(of_mesh.points(rig.mesh), cage, pins=of_mesh.held_as())
    posed = drag_frames(grip, pins, console)
    return CagedFrames(grip, pins, posed.targets, cast("tuple[CagePose, ...]", posed.poses), on)


def write(posed: CagedFrames, outputs: Outputs, console: Console) -> None:
    """Write the posed mesh and the posed cage where that was asked for."""
    names, mesh, cage = posed.pins.frames, outputs["output"], outputs["cage"]
    if mesh is not None:
        write_sequence(mesh, posed.rig.mesh, [pose.V for pose in posed.poses], names, console)
    if cage is not None:
        write_sequence(cage, posed.rig.cage, [pose.cage for pose in posed.poses], names, console)


def draw(posed: CagedFrames, outputs: Outputs, seen: Seen, console: Console) -> None:
    """Draw rest and pose, or the frames, in their cages and with what was held, where that was asked for."""
    path = outputs["picture"]
    if path is None:
        return
    from pliant.methods.cage.figures.cage import cage_shot

    rig, stays = posed.rig, np.array([pin.stays for pin in posed.pins.pins])[posed.grip.held.group]
    drawn = drawn_frames(len(posed.poses))
    stages = [(posed.poses[i].V, posed.poses[i].cage, posed.pins.frames[i]) for i in drawn]
    if len(stages) == 1:
        stages = [(rig.mesh.V, rig.cage.V, "rest"), (*stages[0][:2], "posed")]
    shots = []
    for V, C, name in stages:
        at = posed.places(V, C)
        shots.append(
            cage_shot(rig.mesh.moved(V), rig.cage.moved(C), name, pinned=at[stays], dragged=at[~stays])
        )
    draw_shots(shots, path, seen, console)


def report(posed: CagedFrames, outputs: Outputs, console: Console) -> None:
    """Tell how the solver did: words to stderr, and the JSON document if it was asked for."""
    frames = []
    for i, (name, pose) in enumerate(zip(posed.pins.frames, posed.poses, strict=True)):
        title, miss = f"{name}: " if len(posed.poses) > 1 else "", posed.miss(i)
        console.say(f"{title}{pose.status.value} after {pose.iterations} steps, {pose.seconds:.2g} s")
        if miss > NEAR:
            console.say(f"{title}a held point misses its place by {miss:.2g} of the diagonal")
        frames.append(frame_facts(name, pose, miss))
    if console.as_json:
        console.result("", _summary(posed, frames, outputs))


def _summary(posed: CagedFrames, frames: list[Facts], outputs: Outputs) -> Facts:
    return {
        **heading("cage pose"),
        "method": posed.rig.method,
        "vertices": posed.rig.mesh.n,
        "cage": posed.rig.cage.n,
        "held": posed.on,
        "anchors": posed.targets.shape[1],
        "converged": posed.converged,
        "frames": frames,
        "files": outputs.names,
    }
