"""The table of [Der2006] on the real sets: controls, proxies, errors, learning, an iteration, MeshIK's.

E is Karni and Gotsman's percent distortion of the examples, of all vertices and (in brackets) of the proxies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import pliant
from benchmarks.clock import medians, repeated, timed
from benchmarks.leave_out import LEAVE_OUTS, QUICK_SETS
from benchmarks.pose_sets import diagonal, pose_set, spread_pins
from benchmarks.results import Cell, Column, Table
from benchmarks.speed import one_iteration

REPEATS = 9
# Iterations of a small problem are timed so many in a row, as in a drag; moves of one gesture likewise.
IN_A_ROW = 20
GESTURE = 21
PINS = 8


@dataclass(frozen=True)
class Paper:
    """A row of the paper's table: controls, proxies, E full, E proxy."""

    controls: int
    proxies: int
    error: float
    proxy_error: float


# The paper's own sets, or the nearest to them.
PAPER = {
    "sumner_horse_poses": Paper(33, 195, 3.01, 3.00),
    "vlasic_samba": Paper(42, 471, 6.01, 5.95),
    "sumner_elephant_poses": Paper(23, 210, 5.38, 5.46),
}
COLUMNS = [
    Column("set", "set"),
    Column("method", "method"),
    Column("vertices", "vertices", ","),
    Column("examples", "examples"),
    Column("controls", "controls"),
    Column("proxies", "proxies"),
    Column("error", "E full (proxy) %"),
    Column("rms", "RMS % of diagonal", ".3f"),
    Column("paper", "paper's controls, proxies, E"),
    Column("learn", "learn s", ".2f"),
    Column("iteration", "iteration ms", ".3f"),
    Column("meshik", "MeshIK's ms", ".1f"),
    Column("ratio", "MeshIK ÷", ",.0f"),
    Column("drag", "drag ms", ".1f"),
    Column("steps", "steps"),
    Column("warm", "warm drag ms", ".1f"),
    Column("skin", "skinning ms", ".2f"),
    Column("floor", "÷ copying V", ".1f"),
]
NOTE = (
    "MeshIK's iteration in the same run, printed against printed and ours against ours. A drag: search "
    "and skinning, from the nearest example; warm: moves of a gesture, each 1% on from the one before. The "
    "floor of skinning is memory: "
    "what it reads and writes, copied by NumPy."
)


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """Two rows per set: as printed, and ours."""
    table = Table("Learned models", COLUMNS, note=NOTE)
    for name in sets or (QUICK_SETS[:1] if quick else tuple(LEAVE_OUTS)):
        poses = pose_set(name)
        for method, make, peer in (
            ("as printed", pliant.ReducedIK.as_printed, pliant.MeshIK.as_printed),
            ("Reduced IK", pliant.ReducedIK, pliant.MeshIK),
        ):
            table.add({"set": name, "method": method, **_measured(name, poses, make, peer, quick)})
    return [table]


def _measured(name: str, poses: pliant.PoseSet, make, peer, quick: bool) -> dict[str, Cell]:
    rig, learn = timed(lambda: make(poses))
    other = peer(poses)
    pins = spread_pins(poses.V[0], PINS)
    targets = poses.V[1:3].mean(axis=0)[pins]
    works = [repeated(one_iteration(rig, pins, targets), IN_A_ROW), one_iteration(other, pins, targets)]
    own, meshik = medians(works, 2 if quick else REPEATS)
    grip = rig.grab(pins)
    first = grip.drag(targets)
    t = rig.frame.outward(rig.t[1])
    out = np.empty_like(rig.mesh.V)
    skin_data = [rig.skin.rest, rig.skin.influences, rig.skin.weights]
    copies = [each.copy() for each in skin_data]

    def floor() -> None:
        for copy, each in zip(copies, skin_data, strict=True):
            np.copyto(copy, each)

    repeats = 3 if quick else 21
    skin, copied = medians([lambda: rig.skin.posed(t, out), floor], repeats)
    drag = medians([lambda: grip.drag(targets)], repeats)[0]
    gesture, pose = [], first
    for i in range(1, GESTURE):
        pose = grip.drag(targets + 0.01 * i * (targets - targets.mean(axis=0)), start=pose)
        gesture.append(pose.seconds)
    paper = PAPER.get(name)
    examples = np.stack([rig.example(i) for i in range(len(poses))])
    return {
        "vertices": poses.n,
        "examples": len(poses),
        "controls": rig.model.count,
        "proxies": len(rig.model.proxies),
        "error": f"{rig.model.error:.2f} ({rig.model.proxy_error:.2f})",
        "rms": 100.0 * np.sqrt(((examples - poses.V) ** 2).sum(axis=2).mean()) / diagonal(poses.V[0]),
        "paper": f"{paper.controls}, {paper.proxies}, {paper.error} ({paper.proxy_error})" if paper else None,
        "learn": learn,
        "iteration": 1e3 * own / IN_A_ROW,
        "meshik": 1e3 * meshik,
        "ratio": IN_A_ROW * meshik / own,
        "drag": 1e3 * drag,
        "steps": first.iterations,
        "warm": 1e3 * float(np.median(gesture)),
        "skin": 1e3 * skin,
        "floor": skin / copied,
    }
