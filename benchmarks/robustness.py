"""What may not change an answer: another tessellation, noise, another attitude, another unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.judging import judge
from benchmarks.results import Cell, Column, Table
from pliant.core.arrays import Floats
from pliant.core.mechanism import FREEDOMS, Joint, Mechanism
from pliant.core.rotations import exp
from pliant.methods.joints.analysis import analyse
from pliant.samples.mechanisms import mechanism as sample

FINER, COARSER = 2.0, 0.5
# Normal, the length of every vertex's shift in shares of the diagonal.
NOISE = 1e-3
SMALL, LARGE = 1e-3, 1e3

NOTE = (
    "Joints right up to geometry after the change, of all; and false joints, where there are any. Noise "
    "moves every vertex by a normal vector of 0.1% of the model's diagonal."
)

Change = Callable[[str, Mechanism, int], Mechanism | None]


def table(models: Sequence[tuple[str, Mechanism]], seeds: int) -> Table:
    """The answers after every change; noise and attitude are drawn once per seed."""
    columns = [Column("model", "model"), *(Column(key, key) for key in CHANGES)]
    found = Table("The same answer", columns, note=NOTE)
    for name, mechanism in models:
        row: dict[str, Cell] = {"model": name}
        for key, change in CHANGES.items():
            row[key] = _answers(name, mechanism, change, seeds if key in DRAWN else 1)
        found.add(row)
    return found


def _answers(name: str, mechanism: Mechanism, change: Change, seeds: int) -> Cell:
    right = total = false = 0
    for seed in range(seeds):
        changed = change(name, mechanism, seed)
        if changed is None:
            return None
        judged, wrong = judge(changed, analyse(changed))
        right += sum(each.equivalent for each in judged)
        total, false = total + len(judged), false + len(wrong)
    return f"{right} of {total}" + (f", {false} false" if false else "")


def turned(mechanism: Mechanism, seed: int) -> Mechanism:
    """The mechanism in another attitude."""
    return _moved(mechanism, exp(np.random.default_rng(seed).normal(size=3)), 1.0)


def scaled(mechanism: Mechanism, scale: float) -> Mechanism:
    """The mechanism in another unit."""
    return _moved(mechanism, np.eye(3), scale)


def _moved(mechanism: Mechanism, R: Floats, scale: float) -> Mechanism:
    joints = []
    for j in mechanism.joints:
        units = np.array([[1.0 if turns else scale] for turns, _ in FREEDOMS[j.kind]]).reshape(-1, 1)
        joints.append(
            Joint(j.a, j.b, j.kind, scale * (R @ j.origin), j.frame @ R.T, units * j.ranges, j.name)
        )
    mesh = mechanism.mesh.moved(scale * mechanism.mesh.V @ R.T)
    return Mechanism(mesh, mechanism.component, mechanism.components, tuple(joints))


def noisy(mechanism: Mechanism, seed: int = 0, noise: float = NOISE) -> Mechanism:
    """The mechanism with every vertex moved at random; vertices of one part that coincide stay together."""
    V = mechanism.mesh.V
    places, same = np.unique(np.column_stack([V, mechanism.component]), axis=0, return_inverse=True)
    diagonal = np.linalg.norm(np.ptp(V, axis=0))
    shift = np.random.default_rng(seed).normal(size=(len(places), 3)) * noise * diagonal / np.sqrt(3)
    mesh = mechanism.mesh.moved(V + shift[same])
    return Mechanism(mesh, mechanism.component, mechanism.components, mechanism.joints)


def _resolved(name: str, resolution: float) -> Mechanism | None:
    """A sample, cut more coarsely or more finely; None for a model that comes from a file."""
    return sample(name, resolution=resolution) if name in SAMPLES else None


SAMPLES = ("lamp", "chair", "brush", "robot", "dog", "bee", "office")
CHANGES: dict[str, Change] = {
    "half the resolution": lambda name, _, __: _resolved(name, COARSER),
    "twice the resolution": lambda name, _, __: _resolved(name, FINER),
    "noise 0.1%": lambda _, mechanism, seed: noisy(mechanism, seed),
    "turned": lambda _, mechanism, seed: turned(mechanism, seed),
    "a thousandth of the size": lambda _, mechanism, __: scaled(mechanism, SMALL),
    "a thousand times the size": lambda _, mechanism, __: scaled(mechanism, LARGE),
}
# The changes that chance has a part in.
DRAWN = ("noise 0.1%", "turned")
