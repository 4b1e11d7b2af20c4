"""The work of `pliant pose`: grab, drag frame after frame, and tell how it went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pliant.anchors import checked_vertices
from pliant.arrays import Floats, Poses
from pliant.cli.console import Console, heading, usage
from pliant.cli.output import SUFFIXES, Outputs, write_frames
from pliant.cli.picture import Seen, draw_shots
from pliant.cli.pins import Pins, frozen_vertices
from pliant.cli.source import words_about
from pliant.clip import Clip
from pliant.doctor.finding import counted
from pliant.geometry.bounding_box import box_diagonal
from pliant.io.example_file import keep_example
from pliant.io.into import ASSETS, Into, into_words, write_into
from pliant.pins import Floor, asked
from pliant.pose import Pose, Status
from pliant.registry import method_named, methods
from pliant.rig import Grip, Rig
from pliant.words import Facts

# In diagonals of the mesh: held points this near to their targets are there.
NEAR = 1e-6


@dataclass(frozen=True, eq=False)
class PosedFrames:
    """The poses of all frames, and the targets (f, h, 3) of the held points."""

    grip: Grip
    pins: Pins
    targets: Floats
    poses: tuple[Pose, ...]

    @property
    def rig(self) -> Rig:
        """The rig that was posed."""
        return self.grip.rig

    @property
    def V(self) -> Poses:
        """(f, n, 3) positions."""
        return np.stack([pose.V for pose in self.poses])

    @property
    def converged(self) -> bool:
        """Whether the solver converged in every frame."""
        return all(pose.status is Status.CONVERGED for pose in self.poses)

    def miss(self, frame: int) -> float:
        """Distance of the worst point held firmly from its target, in diagonals of the mesh."""
        firm = np.array([pin.pin.weight == 1.0 for pin in self.pins.pins])
        gaps = self.poses[frame].gaps[firm[self.grip.held.group]]
        return float(gaps.max(initial=0.0) / box_diagonal(self.rig.mesh.V))


def floor_at(height: float | None, up: str, *, grips: bool) -> Floor | None:
    """The floor that --floor, --up and --floor-grips ask for."""
    if height is None:
        if grips:
            raise usage("There is no floor that could grip; give --floor.", "--floor-grips")
        return None
    return Floor.at(height, (0.0, 0.0, 1.0) if up == "z" else (0.0, 1.0, 0.0), grip=grips)


def pose_frames(
    rig: Rig,
    pins: Pins,
    freeze: str | None,
    coherence: float,
    console: Console,
    *,
    floor: Floor | None = None,
) -> PosedFrames:
    """Pose every frame, starting from the one before; the rig chooses where the first starts."""
    if coherence and not rig.names:
        made_of = method_named(rig.method).made_of
        raise usage(
            f"A rig of {made_of} has no blend to keep from frame to frame; leave it out.", "--coherence"
        )
    grip = _held(rig, freeze).grab(pins.points(rig.mesh), **asked(pins.held_as(), floor))
    return drag_frames(grip, pins, console, coherence=coherence)


def drag_frames(grip: Grip, pins: Pins, console: Console, *, coherence: float = 0.0) -> PosedFrames:
    """Drag the held points through all frames, each starting from the pose before."""
    targets = pins.targets(grip.held)
    poses: list[Pose] = []
    with console.progress("posing") as progress:
        for i, goal in enumerate(targets):
            progress(i / len(targets), pins.frames[i])
            poses.append(grip.drag(goal, poses[-1], coherence=coherence) if poses else grip.drag(goal))
    return PosedFrames(grip, pins, targets, tuple(poses))


def suffixes_of(into: Into | None) -> Mapping[str, tuple[str, ...]]:
    """What the names of files may end in, where the pose goes into an asset or not."""
    return SUFFIXES if into is None else {**SUFFIXES, "output": ASSETS}


def write(posed: PosedFrames, outputs: Outputs, console: Console, *, into: Into | None = None) -> None:
    """Write the posed mesh where that was asked for, into a copy of an asset if there is one.

    In an asset the frames are an animation, a single one a pose that stands still.
    """
    path = outputs["output"]
    if path is not None and into is not None:
        clip = Clip.of(posed.rig.mesh, posed.V, name="pose")
        with console.progress("fitting") as progress:
            told = write_into(path, clip, into, progress=progress)
        console.say(f"wrote {path}: {into_words(told)}")
    elif path is not None:
        write_frames(path, posed.rig.mesh, posed.V, posed.pins.frames, console)


def keep_pose(posed: PosedFrames, path: Path | None, console: Console) -> None:
    """Keep the pose as an example where that was asked for."""
    if path is None:
        return
    kept = keep_example(path, posed.rig.mesh, posed.V[0])
    console.say(f"kept '{kept.names[-1]}' in {path}: {counted(len(kept), 'pose')} now")


def other_pose(posed: PosedFrames, outputs: Outputs, console: Console) -> Facts | None:
    """Look for another pose that fits the pins of a single frame as well, where that was asked for.

    It takes as long as several drags. None where there is none, and for several frames.
    """
    path = outputs["other"]
    if path is None or len(posed.poses) != 1 or not posed.converged:
        return None
    pose = posed.poses[0]
    rival = posed.grip.rival(posed.targets[0], pose)
    if rival is None:
        console.say(f"no other pose was found that fits the pins as well; {path} is not written")
        return None
    away = posed.grip.moved(pose, rival) / box_diagonal(posed.rig.mesh.V)
    console.say(
        f"another pose fits the pins as well: energy {rival.energy:.3g}, up to {away:.1%} of the model's "
        "diagonal away"
    )
    write_frames(path, posed.rig.mesh, rival.V[None], posed.pins.frames, console)
    return {"energy": rival.energy, "distance": away, **words_about(posed.rig).outcome(posed.rig, rival)}


def draw(posed: PosedFrames, path: Path | None, seen: Seen, console: Console) -> None:
    """Draw the reference and the pose, or all frames, with their pins, where that was asked for."""
    if path is None:
        return
    from pliant.figures import Shot

    mesh, held = posed.rig.mesh, posed.grip.held
    stages = [(pose.V, name) for pose, name in zip(posed.poses, posed.pins.frames, strict=True)]
    if len(stages) == 1:
        stages = [(mesh.V, "reference"), (stages[0][0], "posed")]
    painted = words_about(posed.rig).colours(posed.rig)
    stays = np.array([pin.stays for pin in posed.pins.pins])[held.group]
    shots = [
        Shot(mesh.moved(V), name, painted, pinned=held.on(V)[stays], dragged=held.on(V)[~stays])
        for V, name in stages
    ]
    draw_shots(shots, path, seen, console)


def report(posed: PosedFrames, outputs: Outputs, console: Console) -> None:
    """Tell how the solver did: words to stderr, and the JSON document if it was asked for."""
    words, frames = words_about(posed.rig), []
    for i, (name, pose) in enumerate(zip(posed.pins.frames, posed.poses, strict=True)):
        title, miss = f"{name}: " if len(posed.poses) > 1 else "", posed.miss(i)
        outcome = words.outcome(posed.rig, pose)
        console.say(
            f"{title}{pose.status.value} after {pose.iterations} steps, {pose.seconds:.2g} s; "
            f"energy {pose.energy:.3g}; {words.outcome_words(outcome)}"
        )
        if miss > NEAR:
            console.say(f"{title}a pin misses its target by {miss:.2g} of the model's diagonal")
        frames.append({**frame_facts(name, pose, miss), **outcome})
    other = other_pose(posed, outputs, console)
    if console.as_json:
        console.result("", _summary(posed, frames, outputs, other))


def frame_facts(name: str, pose: Pose, miss: float) -> Facts:
    """How one frame was solved, ready for JSON; miss: in diagonals of the mesh."""
    return {
        "name": name,
        "status": pose.status.value,
        "converged": pose.status is Status.CONVERGED,
        "iterations": pose.iterations,
        "energy": pose.energy,
        "anchor_error": miss,
        "seconds": pose.seconds,
    }


def adjusted(rig: Rig, reach: float | None, stiffness: list[str]) -> Rig:
    """The rig with the reach and the stiffness that the options ask for."""
    if stiffness:
        values = np.ones(rig.mesh.n)
        for said in stiffness:
            where, _, value = said.rpartition("=")
            try:
                factor = float(value)
            except ValueError as problem:
                raise usage(f"'{said}' is not VERTICES=VALUE, such as 0-99=10.", "--stiffness") from problem
            chosen = frozen_vertices(where, rig.regions(), "--stiffness")
            values[checked_vertices(chosen, rig.mesh.n, "stiffened")] = factor
        rig = rig.stiffened(values)
    return rig if reach is None else rig.reaching(reach)


def _held(rig: Rig, freeze: str | None) -> Rig:
    """The rig with what --freeze names held still."""
    if freeze is None:
        return rig
    if rig.still == "nothing":
        able = [name for name, method in methods().items() if method.rig_class().still == "vertices"]
        raise usage(
            f"A rig made by {rig.method} moves by whole parts and cannot freeze single vertices; "
            f"pin some of them, or pose by {' or '.join(able)}.",
            "--freeze",
        )
    return rig.holding(frozen_vertices(freeze, rig.regions()))


def _summary(posed: PosedFrames, frames: list[Facts], outputs: Outputs, other: Facts | None) -> Facts:
    return {
        **heading("pose"),
        "method": posed.rig.method,
        "vertices": posed.rig.mesh.n,
        "examples": len(posed.rig.names),
        "anchors": len(posed.grip.held),
        "converged": posed.converged,
        "frames": frames,
        "other": other,
        "files": outputs.names if other else outputs.without("other").names,
    }
