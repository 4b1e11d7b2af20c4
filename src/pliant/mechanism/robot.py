"""A mechanism with all that a simulator needs: metres, masses, convex pieces, pairs that never collide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pliant.arrays import frozen
from pliant.errors import OptionError
from pliant.mechanism.convex_pieces import Hull, convex_pieces, decomposes, hull_of
from pliant.mechanism.excluded_pairs import Pair, compares_surfaces, excluded_pairs
from pliant.mechanism.inertia import DENSITY, Form, Inertia, inertias
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mechanism.metric import Up, in_metres
from pliant.mechanism.piece import pieces
from pliant.mechanism.spanning_tree import spanning
from pliant.progress import Progress, silent

Collision = Literal["pieces", "hulls", "none"]


@dataclass(frozen=True)
class RobotOptions:
    """How a mechanism becomes a robot.

    density:         kg/m³ of parts that have no density or mass of their own
    metres_per_unit: length of the mesh's unit
    up:              the axis of the mesh that points upward
    collision:       convex pieces of every part, one hull for each, or nothing
    """

    density: float = DENSITY
    metres_per_unit: float = 1.0
    up: Up = "z"
    collision: Collision = "pieces"


@dataclass(frozen=True, eq=False)
class Robot:
    """A mechanism in metres with z upward, and how its parts weigh and collide.

    bodies:    the inertia of each component
    hulls:     the convex pieces of each component, in the frame of the model
    excluded:  pairs of components that should never collide
    assumed:   sentences about what was assumed
    changed:   sentences about what is not as in the mechanism
    """

    mechanism: Mechanism
    bodies: tuple[Inertia, ...]
    hulls: tuple[tuple[Hull, ...], ...]
    excluded: tuple[Pair, ...]
    assumed: tuple[str, ...]
    changed: tuple[str, ...]

    @property
    def mass(self) -> float:
        """The mass of all parts, kg."""
        return sum(body.mass for body in self.bodies)


def robot_of(
    mechanism: Mechanism, options: RobotOptions | None = None, *, progress: Progress = silent
) -> Robot:
    """The robot of a mechanism; the order of components, joints and vertices is kept.

    Ranges that do not contain the rest pose are widened to it, because a simulation begins there.
    """
    options = options or RobotOptions()
    if options.collision not in ("pieces", "hulls", "none"):
        raise OptionError(f"collision is {options.collision!r}; 'pieces', 'hulls' or 'none' is needed.")
    metric = in_metres(mechanism, options.metres_per_unit, options.up)
    metric = replace(metric, joints=tuple(_containing_rest(joint) for joint in metric.joints))
    bodies = inertias(metric, density=options.density)
    hulls = _hulls(metric, options.collision, progress)
    excluded = excluded_pairs(metric, spanning(metric), hulls) if options.collision != "none" else ()
    progress(1.0, "robot")
    assumed = _assumed(mechanism, options, bodies)
    return Robot(metric, bodies, hulls, excluded, assumed, _changed(mechanism))


def _hulls(mechanism: Mechanism, how: Collision, progress: Progress) -> tuple[tuple[Hull, ...], ...]:
    found: list[tuple[Hull, ...]] = []
    each = pieces(mechanism)
    for i, piece in enumerate(each):
        progress(i / len(each), "convex pieces")
        V, F = piece.mesh.V, piece.mesh.F
        match how:
            case "pieces":
                found.append(tuple(convex_pieces(V, F)))
            case "hulls":
                found.append((hull_of(V[np.unique(F)]),))
            case _:
                found.append(())
    return tuple(found)


def _containing_rest(joint: Joint) -> Joint:
    if not len(joint.ranges) or ((joint.ranges[:, 0] <= 0) & (joint.ranges[:, 1] >= 0)).all():
        return joint
    wide = np.stack([np.minimum(joint.ranges[:, 0], 0), np.maximum(joint.ranges[:, 1], 0)], axis=1)
    return replace(joint, ranges=frozen(wide, np.float64))


def _assumed(mechanism: Mechanism, options: RobotOptions, bodies: Sequence[Inertia]) -> tuple[str, ...]:
    mass = sum(body.mass for body in bodies)
    notes = [
        f"Lengths are metres ({options.metres_per_unit:g} for each unit of the model) and z is up. The parts "
        f"weigh {mass:.4g} kg, at {options.density:g} kg/m³ where none is given."
    ]
    open_parts = [
        part.name
        for part, body in zip(mechanism.components, bodies, strict=True)
        if body.form in (Form.WALL, Form.MIXED)
    ]
    if open_parts:
        notes.append(f"Not closed, and weighed as a thin wall where open: {', '.join(open_parts)}.")
    if options.collision == "pieces" and not decomposes():
        notes.append("Parts collide as one convex hull each: the package coacd, which cuts them, is missing.")
    if options.collision != "none" and not compares_surfaces():
        notes.append("Pairs whose convex pieces meet in any motion never collide: python-fcl is missing.")
    return tuple(notes)


def _changed(mechanism: Mechanism) -> tuple[str, ...]:
    parts, notes = mechanism.components, []
    soft = [part.name for part in parts if part.soft]
    if soft:
        notes.append(f"Soft in the model and rigid here: {', '.join(soft)}.")
    wide = [
        joint.name or f"{parts[joint.a].name} to {parts[joint.b].name}"
        for joint in mechanism.joints
        if _containing_rest(joint) is not joint
    ]
    if wide:
        notes.append(f"Ranges widened to the rest pose, which they leave out: {', '.join(wide)}.")
    return tuple(notes)
