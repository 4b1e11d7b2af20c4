"""The work of `pliant pose`: grab, drag frame after frame, and tell how it went."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np

from pliant import __version__
from pliant.cli.console import Console, usage
from pliant.cli.output import Outputs, write_frames
from pliant.cli.parting import moved_joints, moved_words, with_parts_held
from pliant.cli.pins import Pins, frozen_vertices
from pliant.cli.source import PulledRig, example_names
from pliant.core.arrays import Floats, Poses
from pliant.core.gauss_newton import Status
from pliant.methods.cage.grip import CageGrip, CagePose
from pliant.methods.cage.rig import CageIK
from pliant.methods.handles.grip import HandleGrip, HandlePose
from pliant.methods.joints.grip import JointGrip, JointPose
from pliant.methods.joints.rig import JointIK
from pliant.methods.meshik.grip import MeshIKGrip, MeshIKPose
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.grip import ReducedGrip, ReducedPose

PulledGrip: TypeAlias = MeshIKGrip | ReducedGrip | HandleGrip | JointGrip | CageGrip
PulledPose: TypeAlias = MeshIKPose | ReducedPose | HandlePose | JointPose | CagePose

# Examples that a message names, the heaviest first.
MOST_WEIGHTS = 3


@dataclass(frozen=True, eq=False)
class Posed:
    """The poses of all frames, and the targets (f, h, 3) that they met."""

    rig: PulledRig
    grip: PulledGrip
    pins: Pins
    targets: Floats
    poses: tuple[PulledPose, ...]

    @property
    def V(self) -> Poses:
        """(f, n, 3) positions."""
        return np.stack([pose.V for pose in self.poses])

    @property
    def converged(self) -> bool:
        """Whether the solver converged in every frame."""
        return all(pose.status is Status.CONVERGED for pose in self.poses)

    def miss(self, frame: int) -> float:
        """How far the worst anchor is from its target, in diagonals."""
        off = self.grip.held.on(self.poses[frame].V) - self.targets[frame]
        diagonal = np.linalg.norm(np.ptp(self.rig.mesh.V, axis=0))
        return float(np.linalg.norm(off, axis=1).max() / diagonal)


def pose_frames(rig: PulledRig, pins: Pins, freeze: str | None, coherence: float, console: Console) -> Posed:
    """Every frame from the one before, the first from the nearest example, or from rest."""
    without_blend = isinstance(rig, JointIK | CageIK)
    if without_blend and coherence:
        what = "joints" if isinstance(rig, JointIK) else "a cage"
        raise usage(f"A rig of {what} has no blend to keep from frame to frame; leave it out.", "--coherence")
    if isinstance(rig, JointIK):
        pins, freeze = with_parts_held(rig.mechanism, pins, freeze), None
    grip = _grabbed(rig, pins, freeze)
    near = {} if without_blend else {"coherence": coherence}
    targets = pins.targets(grip.held)
    # A start has the type of its grip's own poses, which the union of grips does not tell.
    poses: list[Any] = []
    with console.progress("posing") as progress:
        for i, goal in enumerate(targets):
            progress(i / len(targets), pins.frames[i])
            if poses:
                poses.append(grip.drag(goal, poses[-1], **near))
            else:
                poses.append(grip.drag(goal))
    return Posed(rig, grip, pins, targets, tuple(poses))


def write(posed: Posed, outputs: Outputs, console: Console) -> None:
    """Writes the posed mesh where that was asked for."""
    if outputs.mesh is not None:
        write_frames(outputs.mesh, posed.rig.mesh, posed.V, posed.pins.frames, console)


def draw(posed: Posed, path: Path | None, seen: tuple[str, str], console: Console) -> None:
    """Draws the reference and the pose, or all frames, with their pins."""
    if path is None:
        return
    from pliant.cli.picture import draw_shots
    from pliant.figures import Shot
    from pliant.figures.mechanism import part_colours

    mesh, held = posed.rig.mesh, posed.grip.held
    stages = [(pose.V, name) for pose, name in zip(posed.poses, posed.pins.frames, strict=True)]
    if len(stages) == 1:
        stages = [(mesh.V, "reference"), (stages[0][0], "posed")]
    painted = part_colours(posed.rig.mechanism) if isinstance(posed.rig, JointIK) else "clay"
    stays = np.array([pin.stays for pin in posed.pins.pins])
    shots = [
        Shot(mesh.moved(V), name, painted, pinned=held.on(V)[stays], dragged=held.on(V)[~stays])
        for V, name in stages
    ]
    draw_shots(shots, path, seen, console)


def report(posed: Posed, outputs: Outputs, console: Console) -> None:
    """Tells how the solver did: words to stderr, and the JSON document if it was asked for."""
    for i, (name, pose) in enumerate(zip(posed.pins.frames, posed.poses, strict=True)):
        title = f"{name}: " if len(posed.poses) > 1 else ""
        console.say(
            f"{title}{pose.status.value} after {pose.iterations} steps, {pose.seconds:.2g} s; "
            f"energy {pose.energy:.3g}; {_outcome(posed.rig, pose)}"
        )
        if posed.miss(i) > 1e-6:
            console.say(f"{title}a pin misses its target by {posed.miss(i):.2g} of the model's diagonal")
    if console.as_json:
        console.result("", _summary(posed, outputs))


def _grabbed(rig: PulledRig, pins: Pins, freeze: str | None) -> PulledGrip:
    points = pins.points(rig.mesh)
    if isinstance(rig, MeshIK):
        return rig.grab(points, frozen=None if freeze is None else frozen_vertices(freeze, rig.mesh))
    if freeze is not None:
        raise usage(
            f"A rig made by {rig.method} moves by whole parts and cannot freeze single vertices; "
            "pin some of them, or pose by meshik.",
            "--freeze",
        )
    return rig.grab(points)


def _summary(posed: Posed, outputs: Outputs) -> dict[str, Any]:
    frames = [
        {
            "name": name,
            "status": pose.status.value,
            "converged": pose.status is Status.CONVERGED,
            "iterations": pose.iterations,
            "energy": pose.energy,
            "anchor_error": posed.miss(i),
            "seconds": pose.seconds,
            **_parameters(posed.rig, pose),
        }
        for i, (name, pose) in enumerate(zip(posed.pins.frames, posed.poses, strict=True))
    ]
    return {
        "pliant": __version__,
        "verb": "pose",
        "method": posed.rig.method,
        "vertices": posed.rig.mesh.n,
        "examples": len(example_names(posed.rig)),
        "anchors": len(posed.grip.held),
        "converged": posed.converged,
        "frames": frames,
        "files": [str(path) for path in outputs.named.values()],
    }


def _parameters(rig: PulledRig, pose: PulledPose) -> dict[str, Any]:
    """The blend weights with their examples' names, where the joints of a mechanism went, or its cage."""
    if isinstance(rig, JointIK) or isinstance(pose, JointPose):
        return {"joints": moved_joints(cast("JointIK", rig), cast("JointPose", pose))}
    if isinstance(rig, CageIK) or isinstance(pose, CagePose):
        moved = cast("CagePose", pose).cage - cast("CageIK", rig).cage.V
        return {"cage_moved": float(np.linalg.norm(moved, axis=1).max())}
    # The linear span leaves the last example out.
    pairs = zip(example_names(rig), pose.weights.tolist(), strict=False)
    return {"weights": [{"pose": name, "weight": weight} for name, weight in pairs]}


def _outcome(rig: PulledRig, pose: PulledPose) -> str:
    """What did most of it, in words."""
    found = _parameters(rig, pose)
    if "joints" in found:
        return moved_words(found["joints"])
    if "cage_moved" in found:
        return f"the cage's vertices moved by up to {found['cage_moved']:.3g}"
    best = sorted(found["weights"], key=lambda item: -abs(item["weight"]))[:MOST_WEIGHTS]
    return "most of " + ", ".join(f"{item['pose']} ({item['weight']:.2f})" for item in best)
