"""What the compiled loop knows of a drag: the arrays of a `PoseProblem` whose unknowns are controls.

The letters are those of problem.py and control_fit.py of the reduced method; `evaluated`, `gradient` and
`curvature` compute what `PoseProblem.state`, `.gradient` and `.curvature` do, which tests compare.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats, Ints, read_only


class ControlSystem(NamedTuple):
    """How controls t (4c, 3) follow from features, with the pins held: t = held + Pᵀ(P GᵀW T − offset).

    influences: (m, q) controls of each element; blocks (m, 3, q, 4): its three rows of G there
    P, offset:  (r, 4c), (r, 3); held (4c, 3)
    """

    influences: Ints
    blocks: Floats
    P: Floats
    held: Floats
    offset: Floats


class Mix(NamedTuple):
    """The examples: logs (m, 3, l), stretches (m, 3, 3, l), and how regions share the elements, (m, R)."""

    logs: Floats
    stretches: Floats
    regions: Floats


class Bumps(NamedTuple):
    """A `RotationField`; no bumps at all where nothing turns."""

    basis: Floats
    pairs: Ints
    stiffness: Floats
    hessian: Floats
    share: Floats


class Terms(NamedTuple):
    """What else the energy has: the prior's strength and centre, the examples' turns, the upright attitude.

    W: (m,) weights of the elements
    """

    W: Floats
    strength: Floats
    centre: Floats
    turns: Floats
    upright: Floats


class Rules(NamedTuple):
    """Scalars of a `PoseProblem`, and the most steps and the tolerance of the loop."""

    turning: bool
    corrects: bool
    pull: float
    damping: float
    near: float
    kept: int
    most: int
    tolerance: float


class LoopProblem(NamedTuple):
    """All of it."""

    system: ControlSystem
    mix: Mix
    bumps: Bumps
    terms: Terms
    rules: Rules


class LoopState(NamedTuple):
    """A `PoseState`, as kernels have it."""

    w: Floats
    Q: Floats
    turns: Floats
    R: Floats
    T: Floats
    u: Floats
    x: Floats
    r: Floats
    energy: float


def no_bumps(m: int) -> Bumps:
    """No field on m elements."""
    none = np.empty(0)
    pairs = np.empty((0, 2), dtype=np.int64)
    return Bumps(np.empty((m, 0)), pairs, none, np.empty((0, 0)), none)


def sealed(arrays: tuple) -> tuple:
    """The same arrays, C-ordered and not to be written, so that kernels are compiled for them only once."""
    return tuple(read_only(np.ascontiguousarray(each)) for each in arrays)
