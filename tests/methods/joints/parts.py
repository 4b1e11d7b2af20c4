"""Small parts with known contact, for the tests of the analysis."""

from __future__ import annotations

import manifold3d
import numpy as np

from pliant.arrays import Floats
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mesh import Mesh

Solid = manifold3d.Manifold


def block(size, at=(0.0, 0.0, 0.0)) -> Solid:
    """A box around a point."""
    return Solid.cube(tuple(map(float, size)), True).translate(tuple(map(float, at)))


def rod(radius: float, length: float, sides: int = 48, at=(0.0, 0.0, 0.0)) -> Solid:
    """A round rod along z around a point."""
    return Solid.cylinder(length, radius, radius, sides, True).translate(tuple(map(float, at)))


def assembled(*parts: Solid, joints: tuple[Joint, ...] = ()) -> Mechanism:
    """The solids as components of one mechanism."""
    meshes = [part.to_mesh() for part in parts]
    V = [np.asarray(mesh.vert_properties, float)[:, :3] for mesh in meshes]
    starts = np.cumsum([0, *map(len, V)])
    F = [np.asarray(mesh.tri_verts, np.int64) + start for mesh, start in zip(meshes, starts, strict=False)]
    component = np.repeat(np.arange(len(parts)), [len(each) for each in V])
    mesh = Mesh.of(np.concatenate(V), np.concatenate(F))
    return Mechanism.of(mesh, component, [f"part {i}" for i in range(len(parts))], joints)


def pin_and_fork(sides: int = 48) -> Mechanism:
    """A pin with collars in a block: a hinge along z through the origin."""
    pin = rod(0.3, 2.4, sides) + rod(0.6, 0.3, sides, (0, 0, 1.15)) + rod(0.6, 0.3, sides, (0, 0, -1.15))
    pin += block((2.0, 0.3, 0.3), (1.3, 0.0, 1.15))
    return assembled(block((2, 2, 1.98)) - rod(0.305, 3, sides), pin)


def rod_in_sleeve(sides: int = 48) -> Mechanism:
    """A round rod through a sleeve."""
    return assembled(block((2, 2, 2)) - rod(0.405, 3, sides), rod(0.4, 5, sides))


def drawer() -> Mechanism:
    """A square bar in a square channel along x."""
    return assembled(block((2, 2, 2)) - block((3, 1.01, 1.01)), block((4, 1, 1)))


def moved(mechanism: Mechanism, turn: Floats, scale: float, shift: Floats) -> Mechanism:
    """The mechanism turned, scaled and shifted."""
    V = scale * mechanism.mesh.V @ exp(turn).T + shift
    return Mechanism(mechanism.mesh.moved(V), mechanism.component, mechanism.components)


def soup(V, F, component, names) -> Mechanism:
    """A mechanism straight from arrays."""
    return Mechanism.of(Mesh.of(np.asarray(V, float), np.asarray(F)), component, names)
