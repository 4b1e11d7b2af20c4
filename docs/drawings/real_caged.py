"""Cage IK on the real gallop beside the repository, for a look; no page shows it.

One frame of the recovered cages is pulled and its neighbours follow; then another horse, of another artist
and another tessellation, takes the motion of the same cages.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Array, Vertices
from pliant.figures import Shot, render
from pliant.mesh import Mesh
from pliant.methods.cage.recovery import recovered
from pliant.methods.cage.sequence import reedited

from .real import SIDE, feet, real_poses

# As many as keep the four legs apart.
CAGE = 200
# The frame that is edited, how far the head is pulled there in heights of the horse, and when that has faded.
EDITED, PULL, REACH = 12, (0.0, 0.25, -0.15), 6.0
SHOWN = (6, 8, 10, 12, 14, 16)


def fitted(mesh: Mesh, to: Mesh) -> Mesh:
    """Another horse put over one: scaled along each axis until feet and back lie where that one has them."""
    own, goal = _marks(mesh.V), _marks(to.V)
    scale = np.ptp(goal, axis=0) / np.ptp(own, axis=0)
    return mesh.moved((mesh.V - own.min(axis=0)) * scale + goal.min(axis=0))


def upright(mesh: Mesh) -> Mesh:
    """A horse that stands along z and looks along -y, standing along y and looking along z."""
    return mesh.moved(mesh.V @ np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]))


@cache
def horses() -> tuple[pliant.CageIK, pliant.CageIK]:
    """The galloping horse and another one, in one cage that encloses both."""
    gallop = real_poses("sumner_horse_gallop").mesh
    other = fitted(upright(real_poses("tosca_horse").mesh), gallop)
    both = Mesh.of(np.vstack([gallop.V, other.V]), np.vstack([gallop.F, other.F + gallop.n]))
    cage = pliant.make_cage(both, CAGE)
    return pliant.CageIK(gallop, cage), pliant.CageIK(other, cage)


@cache
def gallop_cages() -> Array:
    """(f, c, 3) the cages of the gallop."""
    return np.stack([frame.cage for frame in recovered(horses()[0], real_poses("sumner_horse_gallop").V)])


def edited_cages() -> Array:
    """(f, c, 3) the same with the head pulled in one frame."""
    rig = horses()[0]
    grip = rig.at_frame(gallop_cages()[EDITED]).grab([*_held(rig.mesh.V), _muzzle(rig.mesh.V)])
    targets = np.array(grip.held.rest)
    targets[-1] += np.multiply(PULL, np.ptp(rig.mesh.V[:, 1]))
    return reedited(rig.cage, gallop_cages(), EDITED, grip.drag(targets).cage, reach=REACH)


def edit(path: Path) -> None:
    """The gallop, its cages, and the gallop edited."""
    rig = horses()[0]
    rows = (gallop_cages(), edited_cages())
    shots = [
        Shot(rig.mesh.moved(rig.posed(cages[f])), f"{f}", cage=rig.cage.moved(cages[f]))
        for cages in rows
        for f in SHOWN
    ]
    render(shots, path, size=(1800, 700), view=SIDE, columns=len(SHOWN))


def reskin(path: Path) -> None:
    """Both horses in the edited cages."""
    cages = edited_cages()
    shots = [Shot(rig.mesh.moved(rig.posed(cages[f])), f"{f}") for rig in horses() for f in SHOWN]
    render(shots, path, size=(1800, 700), view=SIDE, columns=len(SHOWN))


def _held(V: Vertices) -> list[int]:
    """The feet, the croup and the withers, which stay while the head is pulled."""
    back = V[:, 1] > np.quantile(V[:, 1], 0.7)
    z = np.quantile(V[:, 2], [0.15, 0.6])
    return [*feet(V), *(int(np.flatnonzero(back)[np.argmin(np.abs(V[back, 2] - at))]) for at in z)]


def _muzzle(V: Vertices) -> int:
    """The foremost vertex."""
    return int(np.argmax(V[:, 2]))


def _marks(V: Vertices) -> Array:
    """(5, 3) the four feet, and the back above their middle."""
    four = V[feet(V)]
    middle = np.abs(V[:, 2] - four[:, 2].mean()) < 0.1 * np.ptp(four[:, 2])
    return np.vstack([four, V[middle][np.argmax(V[middle, 1])]])


PICTURES = {"real-cage-edit.png": edit, "real-cage-reskin.png": reskin}
