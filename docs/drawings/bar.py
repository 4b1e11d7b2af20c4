"""Figures 1 and 5 of [Sumner2005]: one cap of a bar is held, one vertex of the other is dragged."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Floats, Targets
from pliant.figures import Shot, View, render
from pliant.samples.bar import Plane, bar, bent, straight_bar, twisted

VERTICES = 1_200
STRAIGHT = straight_bar(VERTICES)
FRONT = View((0.0, 0.0, 1.0), centre="all")
ABOVE = View((0.25, 1.0, 0.6), centre="all")


def held_and_pulled(V: Floats) -> tuple[list[int], int]:
    """The vertices of the left cap, and the vertex at the tip of the right one."""
    return np.flatnonzero(V[:, 0] <= 0.02).tolist(), int(np.argmax(V[:, 0]))


def examples(*poses: Floats) -> pliant.PoseSet:
    return pliant.PoseSet.of(np.stack([STRAIGHT, *poses]), bar(VERTICES).F)


def tip(angle: float, plane: Plane = "xy") -> Targets:
    """Where the tip of the bar is when it is bent by an angle in degrees."""
    return bent(STRAIGHT, angle, plane)[held_and_pulled(STRAIGHT)[1]]


def pulled(rig: pliant.MeshIK, target: Targets, title: str, colour: str = "clay") -> Shot:
    cap, end = held_and_pulled(rig.mesh.V)
    pose = rig.grab([*cap, end]).drag(np.vstack([rig.mesh.V[cap], target]))
    return Shot(rig.mesh.moved(pose.V), title, colour, pinned=rig.mesh.V[cap], dragged=target[None])


def generalises(path: Path) -> None:
    """Figure 5 A–C: beyond the example and against it; the linear span collapses."""
    poses = examples(bent(STRAIGHT, 90.0))
    nonlinear = pliant.MeshIK(poses)
    linear = pliant.MeshIK(poses, options=pliant.MeshIKOptions(span="linear", correction=float("inf")))
    shots = [Shot(poses.mesh.moved(V), "example", "sage") for V in poses.V]
    for rig, name in ((nonlinear, "nonlinear"), (linear, "linear")):
        shots += [pulled(rig, tip(angle), f"{name}, {angle:g}°") for angle in (45.0, 150.0, -90.0)]
    render(shots, path, size=(1600, 900), view=FRONT, columns=4)


def other_bend(path: Path) -> None:
    """Figure 1: another example gives another bend."""
    early = bent(STRAIGHT, 90.0)
    straight = straight_bar(VERTICES)
    late = np.where(straight[:, :1] < 0.5, straight, _bent_late(straight))
    shots = []
    for name, example in (("even bend", early), ("bend at the end", late)):
        rig = pliant.MeshIK(examples(example))
        shots.append(Shot(rig.mesh.moved(example), f"example: {name}", "sage"))
        end = held_and_pulled(straight)[1]
        for share in (0.5, 1.0, 1.4):
            blend = rig.blend([1.0 - share, share])
            shots.append(pulled(rig, blend[end], f"pulled, {name}"))
    render(shots, path, size=(1600, 900), view=FRONT, columns=4)


def _bent_late(V: Floats) -> Floats:
    """The half of the bar beyond x = 0.5 bent by 90°."""
    half = V.copy()
    angle = np.pi / 2 * np.clip((V[:, 0] - 0.5) / 0.5, 0.0, 1.0)
    radius = 0.5 / (np.pi / 2)
    beyond = np.maximum(V[:, 0] - 1.0, 0.0)
    centre = np.stack([0.5 + radius * np.sin(angle), radius * (1.0 - np.cos(angle))], axis=1)
    along = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    half[:, :2] = (
        centre + beyond[:, None] * along + V[:, 1:2] * np.stack([-np.sin(angle), np.cos(angle)], axis=1)
    )
    return half


def two_planes(path: Path) -> None:
    """Figure 5 D–F: across the example's plane; a third example spans both planes and what lies between."""
    one = pliant.MeshIK.as_printed(examples(bent(STRAIGHT, 90.0)))
    ours = pliant.MeshIK(one.poses)
    three = pliant.MeshIK(examples(bent(STRAIGHT, 90.0), bent(STRAIGHT, 90.0, "xz")))
    diagonal = tip(75.0)
    diagonal = np.array([diagonal[0], *(np.hypot(*diagonal[1:]) * np.array([0.7071, 0.7071]))])
    shots = [
        Shot(one.mesh.moved(one.poses.V[1]), "the only example", "sage"),
        pulled(one, tip(70.0, "xz"), "across, as printed: shear"),
        pulled(ours, tip(70.0, "xz"), "across, with corrections"),
        pulled(three, tip(70.0, "xz"), "third example: its plane"),
        pulled(three, diagonal, "between the planes"),
    ]
    render(shots, path, size=(1600, 520), view=ABOVE, columns=5)


def branches(path: Path) -> None:
    """Half-way between a straight bar and one bent by 270° or twisted by 540°, with and without branches."""
    shots = []
    for name, example in (
        ("270° bend", bent(STRAIGHT, 270.0)),
        ("540° twist", twisted(STRAIGHT, 540.0)),
    ):
        poses = examples(example)
        shots.append(Shot(poses.mesh.moved(example), name, "sage"))
        shots.append(
            Shot(poses.mesh.moved(pliant.MeshIK(poses).blend([0.5, 0.5])), "half-way, branches matched")
        )
        shots.append(
            Shot(poses.mesh.moved(pliant.MeshIK.as_printed(poses).blend([0.5, 0.5])), "half-way, as printed")
        )
    render(shots, path, size=(1600, 900), view=FRONT, columns=3)


PICTURES = {
    "bar-generalises.png": generalises,
    "bar-other-bend.png": other_bend,
    "bar-two-planes.png": two_planes,
    "bar-branches.png": branches,
}
