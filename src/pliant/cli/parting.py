"""Posing by whole parts: how a rig of joints holds one still, and how its joints moved."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from pliant.cli.console import usage
from pliant.cli.jointed import joint_title
from pliant.cli.pins import Pin, Pins, Spot, frozen_vertices
from pliant.core.arrays import Floats, Ints, frozen
from pliant.core.mechanism import Mechanism
from pliant.core.mesh import Mesh
from pliant.methods.joints.grip import JointPose
from pliant.methods.joints.rig import JointIK

# Points that hold a part, as far from each other as they can be.
HELD = 4
# Joints that a message names, those that turned most first.
MOST_JOINTS = 3


def with_parts_held(mechanism: Mechanism, pins: Pins, freeze: str | None) -> Pins:
    """The pins, and some on every part that --freeze names or has a vertex of."""
    if freeze is None:
        return pins
    names = [part.name for part in mechanism.components]
    parts = [i for i, name in enumerate(names) if name == freeze] or _parts_of(mechanism, freeze)
    taken = {pin.spot.vertex for pin in pins.pins}
    spread = [vertex for part in parts for vertex in _far_apart(mechanism, part).tolist()]
    return pins.and_also(Pin.held(Spot(vertex)) for vertex in spread if vertex not in taken)


def moved_joints(rig: JointIK, pose: JointPose) -> list[dict[str, Any]]:
    """Every joint that can move, with its turns in degrees and slides in the model's unit."""
    names = [part.name for part in rig.mechanism.components]
    return [
        {
            "joint": joint_title(joint, names),
            "turns": [float(np.degrees(row[f.row])) for f in joint.freedoms if f.turns],
            "slides": [float(row[3 + f.row]) for f in joint.freedoms if not f.turns],
        }
        for joint, row in zip(rig.model.joints, pose.values, strict=True)
    ]


def moved_words(joints: list[dict[str, Any]]) -> str:
    """What turned most, in words."""
    turned = [(float(np.linalg.norm(item["turns"])), item["joint"]) for item in joints if item["turns"]]
    best = sorted(turned, key=lambda pair: -pair[0])[:MOST_JOINTS]
    return (
        "turned most: " + ", ".join(f"{name} ({angle:.0f}°)" for angle, name in best) if best else "no turn"
    )


def grouped(mechanism: Mechanism) -> Mesh:
    """The mesh with a group for each part; a polygon between two counts to that of its first corner."""
    of_polygon = mechanism.component[mechanism.mesh.polygons.corners[mechanism.mesh.polygons.starts[:-1]]]
    names = [part.name for part in mechanism.components]
    groups = {name: frozen(np.flatnonzero(of_polygon == i), np.int64) for i, name in enumerate(names)}
    return replace(mechanism.mesh, groups=MappingProxyType(groups))


def _parts_of(mechanism: Mechanism, freeze: str) -> list[int]:
    """The parts that have one of the vertices."""
    vertices = frozen_vertices(freeze, grouped(mechanism))
    if len(vertices) and vertices[-1] >= mechanism.mesh.n:
        raise usage(f"There is no vertex {vertices[-1]}; the mesh has {mechanism.mesh.n}.", "--freeze")
    return np.unique(mechanism.component[vertices]).tolist()


def _far_apart(mechanism: Mechanism, part: int) -> Ints:
    """(…,) vertices of a part, each the farthest from those before; the first from its middle."""
    own = np.flatnonzero(mechanism.component == part)
    V = mechanism.mesh.V[own]
    chosen: list[int] = []
    distance: Floats = np.linalg.norm(V - V.mean(axis=0), axis=1)
    for _ in range(min(HELD, len(own))):
        chosen.append(int(np.argmax(distance)))
        gap = np.linalg.norm(V - V[chosen[-1]], axis=1)
        distance = gap if len(chosen) == 1 else np.minimum(distance, gap)
    return own[np.unique(chosen)]
