"""What may not change an answer: another tessellation, noise, another attitude, another unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from tests.models import mechanism as model

from benchmarks.judging import judge
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Array, Floats
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import FREEDOMS, Joint, JointKind, Mechanism
from pliant.methods.joints.analysis import analyse
from pliant.methods.joints.contact import contact
from pliant.methods.joints.kinds import SIDEWAYS, TANGENT
from pliant.methods.joints.pairs import SCALES
from pliant.methods.joints.part import PartSurface, part_of

FINER, COARSER = 2.0, 0.5
# Normal, the length of every vertex's shift in shares of the diagonal.
NOISE = 1e-3
SMALL, LARGE = 1e-3, 1e3

# A bearing whose radius is smaller than this many lengths of such a shift is below the noise's floor: a third
# of what tells its axis is noise.
FLOOR = 3.0

NOTE = (
    "Joints right up to geometry after the change, of all; and false joints, where there are any. Noise "
    "moves every vertex by a normal vector of 0.1% of the whole model's diagonal. Below its floor: joints "
    f"whose bearing, measured on the model without noise, has a radius of less than {FLOOR:g} such shifts, "
    "whatever became of them; they are counted apart."
)

Change = Callable[[str, Mechanism, int], Mechanism | None]


def table(models: Sequence[tuple[str, Mechanism]], seeds: int) -> Table:
    """The answers after every change; noise and attitude are drawn once per seed."""
    columns = [Column("model", "model"), *(Column(key, key) for key in CHANGES)]
    found = Table("The same answer", columns, note=NOTE)
    for name, mechanism in models:
        row: dict[str, Cell] = {"model": name}
        for key in CHANGES:
            row[key] = _answers(name, mechanism, key, seeds if key in DRAWN else 1)
        found.add(row)
    return found


def _answers(name: str, mechanism: Mechanism, key: str, seeds: int) -> Cell:
    low = below_floor(mechanism) if key == NOISY else np.zeros(len(mechanism.joints), bool)
    right, false = np.zeros(len(low), int), 0
    for seed in range(seeds):
        changed = CHANGES[key](name, mechanism, seed)
        if changed is None:
            return None
        judged, wrong = judge(changed, analyse(changed))
        right += np.array([each.equivalent for each in judged], int)
        false += len(wrong)
    said = f"{right[~low].sum()} of {seeds * (~low).sum()}"
    if low.any():
        said += f", below the floor {right[low].sum()} of {seeds * low.sum()}"
    return said + (f", {false} false" if false else "")


def below_floor(mechanism: Mechanism) -> Array:
    """(j,) which joints have a bearing too small for the noise; known before anything is looked for."""
    shift = NOISE * float(np.linalg.norm(np.ptp(mechanism.mesh.V, axis=0)))
    parts = [part_of(mechanism, i) for i in range(len(mechanism.components))]
    return np.array([_bearing(parts[j.a], parts[j.b], j) < FLOOR * shift for j in mechanism.joints], bool)


def _bearing(a: PartSurface | None, b: PartSurface | None, joint: Joint) -> float:
    """The radius of a contact: of what a joint turns along about its axis, else about its middle."""
    found = contact(a, b, SCALES[-1] * min(a.size, b.size)) if a is not None and b is not None else None
    if found is None or not len(found):
        return 0.0
    if joint.kind not in (JointKind.REVOLUTE, JointKind.CYLINDER):
        return found.radius
    offset = found.points - joint.origin
    offset -= np.outer(offset @ joint.axis, joint.axis)
    far = np.linalg.norm(offset, axis=1)
    along = np.abs((np.cross(joint.axis, offset) * found.normals).sum(axis=1)) <= np.sin(TANGENT) * far
    wall = along & (np.abs(found.normals @ joint.axis) < SIDEWAYS)
    rows = wall if wall.any() else along
    return float(np.average(far[rows], weights=found.weights[rows])) if rows.any() else 0.0


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
    """A model made by code, cut more coarsely or more finely; None for one that comes from a file."""
    return model(name, resolution=resolution) if name in MODELS else None


NOISY = "noise 0.1%"
MODELS = ("lamp", "chair", "brush", "robot", "dog", "bee", "office")
CHANGES: dict[str, Change] = {
    "half the resolution": lambda name, _, __: _resolved(name, COARSER),
    "twice the resolution": lambda name, _, __: _resolved(name, FINER),
    NOISY: lambda _, mechanism, seed: noisy(mechanism, seed),
    "turned": lambda _, mechanism, seed: turned(mechanism, seed),
    "a thousandth of the size": lambda _, mechanism, __: scaled(mechanism, SMALL),
    "a thousand times the size": lambda _, mechanism, __: scaled(mechanism, LARGE),
}
# The changes that chance has a part in.
DRAWN = (NOISY, "turned")
