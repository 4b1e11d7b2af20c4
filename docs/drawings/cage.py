"""Cage IK: cages made by code, pulls on what is inside them, and cages recovered from a walk [Savoye2010]."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Floats
from pliant.figures import Look, Shot, View, render
from pliant.geometry.rotations import exp
from pliant.methods.cage.figures.cage import cage_shot, weight_look, weight_shot
from pliant.methods.cage.figures.plot import draw_recovery
from pliant.methods.cage.options import PRINTED
from pliant.samples import sample
from pliant.samples.quadruped import landmarks

from .caged import (
    EDITED,
    GAP,
    LENGTH,
    VERTICES,
    bar_cage,
    beads,
    edited_walk,
    fork,
    fox_rig,
    long_bar,
    walk_cages,
)

SIDE = View((0.55, 0.25, 1.0), centre="all")
EACH = View((0.55, 0.25, 1.0))
# Points of either end of the bar that are held.
HELD = 6


def pulled(path: Path) -> None:
    """A fox in its cage, one weight, and a pull."""
    rig = fox_rig()
    at = landmarks(sample("quadruped", vertices=VERTICES))
    held = [at[name] for name in ("left hindpaw", "right hindpaw", "left forepaw", "right forepaw", "croup")]
    grip = rig.grab([*held, at["nose"], at["tail tip"]])
    targets = np.array(grip.held.rest)
    targets[-2] += (-0.12, 0.18, 0.3)
    targets[-1] += (0.25, 0.45, 0.0)
    pose = grip.drag(targets)
    near = int(np.argmin(np.linalg.norm(rig.cage.V - rig.mesh.V[at["nose"]], axis=1)))
    shots = [
        cage_shot(rig.mesh, rig.cage, f"a cage of {rig.cage.n} vertices"),
        weight_shot(rig, near, "the weight of one of them"),
        cage_shot(
            rig.mesh.moved(pose.V),
            rig.cage.moved(pose.cage),
            "nose and tail pulled",
            pinned=targets[:-2],
            dragged=targets[-2:],
        ),
    ]
    render(shots, path, size=(1800, 720), view=SIDE, columns=3, look=weight_look(rig))


def sizes(path: Path) -> None:
    """Cages of about 50, 100 and 300 vertices around two characters."""
    shots = []
    for name in ("quadruped", "humanoid"):
        mesh = sample(name, vertices=VERTICES).mesh
        for count in (50, 100, 300):
            cage = pliant.make_cage(mesh, count)
            shots.append(cage_shot(mesh, cage, f"{cage.n} vertices"))
    render(shots, path, size=(1800, 1300), view=View((0.75, 0.3, 1.0)), columns=3)


def twist(path: Path) -> None:
    """A bar turned by half a turn at one end: the paper's linear form, and cells that may turn."""
    mesh = long_bar()
    cage = bar_cage(mesh)
    ours = pliant.CageIK(mesh, cage)
    linear = pliant.CageIK(mesh, cage, options=pliant.CageOptions(regularity="linear"), binding=ours.binding)
    printed = pliant.CageIK(mesh, cage, options=PRINTED, binding=ours.binding)
    rigs = {"as printed: linear": printed, "linear, exact anchors": linear, "ours: turning": ours}
    x, radius = mesh.V[:, 0], np.linalg.norm(mesh.V[:, 1:], axis=1)
    rims = [np.flatnonzero((np.abs(x - end) < 1e-9) & (radius > 0.12)) for end in (0.0, LENGTH)]
    ends = np.concatenate([rim[:: len(rim) // HELD] for rim in rims])
    far = x[ends] > LENGTH / 2
    shots = [cage_shot(mesh, cage, "rest")]
    for title, rig in rigs.items():
        grip = rig.grab(ends.tolist())
        pose = grip.drag(grip.held.rest)
        # As a mouse does it: half a turn at once could go either way round.
        for angle in np.radians(np.linspace(15.0, 180.0, 12)):
            targets = np.array(mesh.V[ends])
            targets[far] = targets[far] @ exp(angle * np.array([1.0, 0.0, 0.0])).T
            pose = grip.drag(targets, pose)
        posed = mesh.moved(pose.V)
        shots.append(cage_shot(posed, cage.moved(pose.cage), title, pinned=ends[~far], dragged=ends[far]))
    render(shots, path, size=(1800, 700), view=View((0.25, 0.3, 1.0)), columns=2, look=Look(floor=False))


def local(path: Path) -> None:
    """One weight of a concave cage by both coordinates: mean values leak from prong to prong."""
    mesh, cage = fork()
    rigs = [
        pliant.CageIK(mesh, cage, options=pliant.CageOptions(coordinates=kind))
        for kind in ("harmonic", "mean_value")
    ]
    near = int(np.argmin(np.linalg.norm(cage.V - (GAP, 0.8, 0.17), axis=1)))
    shots = [weight_shot(rig, near, rig.binding.kind.replace("_", " ")) for rig in rigs]
    look = replace(weight_look(rigs[1]), limits=(-0.3, 0.3), floor=False)
    render(shots, path, size=(1400, 800), view=View((0.3, 0.15, 1.0)), look=look)


def recovery(path: Path) -> None:
    """Figure 4: error and change of volume over a walk."""
    found = walk_cages()
    draw_recovery([frame.rms for frame in found], [frame.volume for frame in found], path)


def frames(path: Path) -> None:
    """Some frames of the walk in the cages that were found for them."""
    rig, found = fox_rig(), walk_cages()
    shots = [_in_cage(rig, found[i].cage, f"frame {i}") for i in range(12, 20, 2)]
    render(shots, path, size=(1800, 560), view=EACH, columns=4)


def edit(path: Path) -> None:
    """The tail lifted in one frame; the frames around it follow, less and less."""
    rig, new = fox_rig(), edited_walk()
    shown = (EDITED - 8, EDITED - 4, EDITED, EDITED + 4, EDITED + 8)
    shots = [_in_cage(rig, walk_cages()[i].cage, f"frame {i}") for i in shown]
    shots += [_in_cage(rig, new[i], "edited" if i == EDITED else "") for i in shown]
    render(shots, path, size=(1800, 800), view=EACH, columns=5)


def reskin(path: Path) -> None:
    """A fox of beads, bound to the same cage, takes the walk."""
    rig = fox_rig()
    other = pliant.CageIK(
        beads(rig.mesh, rig.cage), rig.cage, options=pliant.CageOptions(coordinates="mean_value")
    )
    shots = [Shot(other.mesh, "beads at rest", "sand")]
    for i in range(12, 18, 2):
        shots.append(Shot(other.mesh.moved(other.posed(walk_cages()[i].cage)), f"frame {i}", "sand"))
    render(shots, path, size=(1800, 560), view=EACH, columns=4)


def _in_cage(rig: pliant.CageIK, cage: Floats, title: str) -> Shot:
    return cage_shot(rig.mesh.moved(rig.posed(cage)), rig.cage.moved(cage), title)


PICTURES = {
    "cage-pulled.png": pulled,
    "cage-sizes.png": sizes,
    "cage-twist.png": twist,
    "cage-local.png": local,
    "cage-recovery.png": recovery,
    "cage-frames.png": frames,
    "cage-edit.png": edit,
    "cage-reskin.png": reskin,
}
