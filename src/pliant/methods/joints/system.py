"""One posing problem as arrays: what the compiled kernels of Joint IK take, and what they write."""

from __future__ import annotations

from typing import NamedTuple

from pliant.arrays import Floats, Ints
from pliant.methods.joints.block_cholesky import BlockPattern
from pliant.methods.joints.tree import JointTree
from pliant.solve.kernels import inner


class HandleTerms(NamedTuple):
    """The held points: w‖Σ share T_b x − target‖² for each of h points, carried by at most q bodies.

    bodies: (h, q) the bodies that carry each point, −1 behind the last
    shares: (h, q) the share of each body in the point's motion
    rest:   (h, 3) the points x at rest
    weight: (h,) the weights w
    slots:  (h, q, q) the block below the diagonal of each pair of bodies
    """

    bodies: Ints
    shares: Floats
    rest: Floats
    weight: Floats
    slots: Ints


class StrainTerms(NamedTuple):
    """Neighbouring cells: Σ‖T_i x − T_j x‖² over four points of each of p pairs.

    pairs:  (p, 2) bodies i, j
    points: (p, 4, 3) the points x, scaled by the root of their weight
    point:  (p, 4) that scale for points, 0 for directions
    slots:  (p,) the block below the diagonal of each pair
    """

    pairs: Ints
    points: Floats
    point: Floats
    slots: Ints


class Stiffness(NamedTuple):
    """Weights of the joints' terms.

    rest:  pull of free coordinates toward rest
    loops: of joints that close loops
    held:  of the springs that stand for what a joint does not free
    """

    rest: float
    loops: float
    held: float


class JointSystem(NamedTuple):
    """A mechanism with held points and their targets.

    tree:    the joints
    slots:   (j,) the block below the diagonal of each joint's two bodies
    centre:  (b, 3) centre of each body at rest
    targets: (h, 3) where the held points should go
    pattern: where the blocks of the matrix are
    """

    tree: JointTree
    slots: Ints
    centre: Floats
    handles: HandleTerms
    targets: Floats
    strain: StrainTerms
    stiffness: Stiffness
    pattern: BlockPattern


def plain_system(system: JointSystem) -> tuple:
    """The system as plain tuples, for calls from Python: unpacking named ones takes as long as a step."""
    return tuple(tuple(part) if isinstance(part, tuple) else part for part in system)


@inner
def named_system(plain):
    """The system that `plain_system` took apart."""
    tree, slots, centre, handles, targets, strain, stiffness, pattern = plain
    return JointSystem(
        JointTree(*tree),
        slots,
        centre,
        HandleTerms(*handles),
        targets,
        StrainTerms(*strain),
        Stiffness(*stiffness),
        BlockPattern(*pattern),
    )


class BlockEquations(NamedTuple):
    """Normal equations, written by the terms.

    D: (b, 6, 6) blocks on the diagonal of the matrix
    L: (f, 6, 6) blocks below it, as the pattern numbers them
    g: (b, 6) gradient
    """

    D: Floats
    L: Floats
    g: Floats


class Forces(NamedTuple):
    """Forces f of handles and strain on the points y of each body.

    F: (b, 3) Σ f
    T: (b, 3, 3) Σ f yᵀ
    """

    F: Floats
    T: Floats


class CoupledBodies(NamedTuple):
    """Bodies a and b of a joint, and the slot of their block below the diagonal."""

    a: int
    b: int
    slot: int
