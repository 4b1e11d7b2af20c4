"""Does a pose jump under a hand that moves smoothly, or in a bake?

One of a few pins goes once around a circle, in steps as short as those of a hand, while the others stay. The
largest step of any vertex is given in steps of the pin: 1 where the pin moves most. Drags follow every
minimum at once; `follow` lets a pose flow there; a bake of the same circle passes over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

import pliant
from benchmarks.leave_out import LEAVE_OUTS, QUICK_SETS
from benchmarks.pose_sets import data_folder, pose_set, spread_pins
from benchmarks.results import Cell, Column, Table
from pliant.animation import Anchor, Channel, Item, Track, bake
from pliant.arrays import Floats, Ints
from pliant.io.poses import read_poses
from pliant.mesh import PoseSet
from pliant.pose import Pose, Status
from pliant.rig import Grip, Rig

METHODS = {"MeshIK": pliant.MeshIK, "Reduced IK": pliant.ReducedIK}
PINS = 5
STEPS = 60
# Radii of the circles, in diagonals.
RADII = (0.05, 0.1, 0.2)
PLANES = ((0, 1), (1, 2))
# Above so many vertices one pin goes around in one plane only.
LARGE = 6_000
# Poses that are taken from the clips of a character file, at most.
THINNED = 12
# Frames of rest after which a pose that has not arrived never will.
PATIENCE = 300
COLUMNS = [
    Column("set", "set"),
    Column("method", "method"),
    Column("vertices", "vertices", ","),
    Column("circles", "circles"),
    Column("radius", "radius %", ".0f"),
    Column("drag", "drags", ".1f"),
    Column("follow", "follow", ".1f"),
    Column("flowing", "events that flow", ".0f"),
    Column("longest", "longest flow", ".0f"),
    Column("lag", "lag RMS %", ".2f"),
    Column("rest", "frames of rest", ".0f"),
    Column("closed", "closes to %", ".3f"),
    Column("bake", "bake", ".1f"),
    Column("passing", "frames that pass", ".0f"),
    Column("loop", "loop", ".0e"),
]
NOTE = (
    f"{PINS} pins by farthest-point sampling; {STEPS} events once around. Drags, follow, bake: the largest "
    "step of any vertex over the pin's, of all circles. Events that flow: in all circles; longest flow in "
    "events; lag: from what drags give, over the events that flow; frames of rest until the last pose has "
    "arrived, and its distance from the first one then. Frames that pass: of the bakes. Loop: how far frames "
    "one cycle apart are from each other in a looped bake, in diagonals."
)


@dataclass
class Circled:
    """What the circles of one radius have shown."""

    drag: float = 0.0
    follow: float = 0.0
    flowing: int = 0
    longest: int = 0
    lags: list[float] = field(default_factory=list)
    rest: int = 0
    closed: float = 0.0
    bake: float = 0.0
    passing: int = 0
    loop: float = 0.0


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """One row for each set, method and radius."""
    table = Table("Smoothness", COLUMNS, note=NOTE)
    for name, poses in _characters(quick, sets):
        for method, make in METHODS.items():
            rig = make(poses)
            for radius in RADII[1:2] if quick else RADII:
                table.add(_row(name, method, rig, radius, quick=quick))
    return [table]


def known_sets() -> tuple[str, ...]:
    """The real sets, then the character files."""
    return (*LEAVE_OUTS, *(path.stem for path in sorted((data_folder() / "characters").glob("*.glb"))))


def _characters(quick: bool, sets: Sequence[str] | None) -> Iterator[tuple[str, PoseSet]]:
    """The real sets with the examples of their first trial, then the clips of character files."""
    for name in sets or (QUICK_SETS if quick else known_sets()):
        if name in LEAVE_OUTS:
            yield name, pose_set(name).subset(LEAVE_OUTS[name].trials[0].examples)
            continue
        poses = read_poses(data_folder() / "characters" / f"{name}.glb")
        if len(poses) > 1:
            yield name, poses.subset(_thinned(len(poses)))


def _thinned(count: int) -> list[int]:
    return np.unique(np.linspace(0, count - 1, min(count, THINNED)).round().astype(int)).tolist()


def _row(name: str, method: str, rig: Rig, radius: float, *, quick: bool) -> dict[str, Cell]:
    few = quick or rig.mesh.n > LARGE
    pins, found = spread_pins(rig.mesh.V, PINS), Circled()
    grip, circles = rig.grab(pins), 0
    for pin in range(1 if few else 2):
        for plane in PLANES[: 1 if few else 2]:
            path = circle(rig.mesh.V[pins], pin, radius * rig.mesh.diagonal, plane)
            _gesture(grip, path, found)
            _baked(rig, pins, path, found, looped=circles == 0)
            circles += 1
    return {
        "set": name,
        "method": method,
        "vertices": rig.mesh.n,
        "circles": circles,
        "radius": 100 * radius,
        **vars(found),
        "lag": 100 * float(np.sqrt(np.mean(np.square(found.lags)))) if found.lags else 0.0,
        "closed": 100 * found.closed,
    }


def circle(rest: Floats, pin: int, radius: float, plane: tuple[int, int]) -> Floats:
    """(STEPS + 1, h, 3) targets: one of the pins rest (h, 3) around a circle that begins and ends at rest."""
    angle = np.linspace(0.0, 2.0 * np.pi, STEPS + 1)[:, None]
    u, v = np.eye(3)[list(plane)]
    path = np.tile(rest, (STEPS + 1, 1, 1))
    path[:, pin] += radius * (np.sin(angle) * u + (1.0 - np.cos(angle)) * v)
    path[-1] = rest
    return path


def _gesture(grip: Grip, path: Floats, found: Circled) -> None:
    """One circle by drags, and one that flows."""
    step = np.linalg.norm(path[1] - path[0], axis=1).max()
    diagonal = grip.rig.mesh.diagonal
    dragged = shown = first = grip.drag(path[0])
    flow = 0
    for targets in path[1:]:
        then, seen = grip.drag(targets, dragged), grip.follow(targets, shown)
        found.drag = max(found.drag, _farthest(dragged, then) / step)
        found.follow = max(found.follow, _farthest(shown, seen) / step)
        dragged, shown = then, seen
        flow = flow + 1 if seen.status is Status.FLOWING else 0
        found.longest = max(found.longest, flow)
        if flow:
            found.flowing += 1
            found.lags.append(float(np.sqrt(((then.V - seen.V) ** 2).sum(axis=1).mean())) / diagonal)
    for rest in range(1, PATIENCE):
        if shown.status is not Status.FLOWING:
            break
        shown = grip.follow(path[-1], shown)
        found.rest = max(found.rest, rest)
    found.closed = max(found.closed, _farthest(first, shown) / diagonal)


def _farthest(a: Pose, b: Pose) -> float:
    return float(np.linalg.norm(b.V - a.V, axis=1).max())


def _baked(rig: Rig, pins: Ints, path: Floats, found: Circled, *, looped: bool) -> None:
    """The circle as a track; as a looped one too, over a cycle and a bit."""
    step = np.linalg.norm(path[1] - path[0], axis=1).max()
    baked = bake(rig, _track(pins, path, STEPS + 1))
    V = baked.array()
    found.bake = max(found.bake, float(np.linalg.norm(np.diff(V, axis=0), axis=2).max()) / step)
    found.passing += len(baked.report.passing)
    if looped:
        V = bake(rig, _track(pins, path, STEPS + STEPS // 4)).array()
        found.loop = float(np.linalg.norm(V[STEPS:] - V[:-STEPS], axis=2).max()) / rig.mesh.diagonal


def _track(pins: Ints, path: Floats, last: int) -> Track:
    times = np.arange(1, len(path) + 1)
    after = "loop" if last > len(path) else "hold"
    items = [
        Item(f"pin {i}", Anchor.of(int(v)), Channel.of(times, path[:, i], "linear", after=after), "place")
        for i, v in enumerate(pins)
    ]
    return Track.of(items, last=last)
