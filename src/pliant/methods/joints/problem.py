"""Posing a tree of bodies: Newton's method over twists, of which every step keeps the joints exactly.

minimise h Σ‖Σ α T x − target‖² + s Σ‖T_i x − T_j x‖² + r Σ q² + j Σ‖loops‖²: handles, strain between the
cells of soft parts, joints toward rest, joints that close loops [Xu2009, eq. 10]. The linear step sees the
tree's joints as stiff springs between bodies, which keeps the matrix sparse; what it leaves of their freedoms
moves the coordinates, and bodies follow those (`tree.moved`). The paper's matrix is Gauss–Newton's; ours has
the Hessian's second part too, where that leaves it positive definite.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pliant.core.arrays import Floats
from pliant.methods.joints.handles import Handles
from pliant.methods.joints.joint_terms import joint_rows
from pliant.methods.joints.model import Model
from pliant.methods.joints.newton import advanced, energy, newton_step, normal_equations
from pliant.methods.joints.tree import Posture

# Springs that hold what a joint does not free: per unit of the handles' weight, and of a firm one's.
STIFF, STIFF_TO_FIRM = 1e4, 1e3
# Damping, per unit of the handles' energy at the start: it falls with every whole step and grows where one
# had to be cut; and the least of it, which holds what nothing else determines; the most in units of that.
DAMPING, LEAST, MOST = 1e-3, 1e-8, 1e60
FALL, RISE = 0.1, 4.0
# What a step is tried with until one leads down: the Hessian's second part or not, and how far ahead, in
# radians or diagonals, it is brought to limits. What is nearer would soon be stopped by them in any case.
WITHOUT_CURVATURE = ((False, np.inf), (False, 1e-3))
WAYS = ((True, np.inf), (True, 1e-3), *WITHOUT_CURVATURE)
# Damping of a step back to the floor of a valley, per unit of the handles' weight: only firm points feel it
# little.
STRAIGHT_BACK = 1.0
# Of the energy, where joints are not pulled to rest.
UNIT = 1e-6


@dataclass(frozen=True, eq=False)
class State:
    """A posture and its energy.

    gap:     (h, 3) of the held points from their targets, as the solver spreads them
    damping: of the step from here
    """

    posture: Posture
    gap: Floats
    energy: float
    damping: float

    @property
    def parameters(self) -> Floats:
        """Where the bodies are."""
        return self.posture.t.ravel()


@dataclass(frozen=True, eq=False)
class Step:
    """Twists (b, 6) of the bodies, and what the energy should fall by."""

    step: Floats
    gradient: Floats


class Problem:
    """What the Gauss–Newton loop asks, for one set of targets (h, 3)."""

    def __init__(self, model: Model, handles: Handles, targets: Floats) -> None:
        options = model.options
        # The energy of joints a radian from rest is of order one, so that the loop's tests see it.
        self._unit = options.rest or UNIT
        self._least = LEAST * options.handles
        self._tree, self._centre = handles.tree.arrays, model.centre
        self._handles, self._targets = handles.arrays, handles.spread @ targets
        self._strain = (model.pairs, model.points, model.point)
        self._pattern = handles.pattern.arrays
        self._slots = (handles.of_joints, handles.of_strain, len(handles.pattern.low))
        stiff = max(STIFF * options.handles, STIFF_TO_FIRM * float(handles.weight.max()))
        self._numbers = (float(options.rest), float(options.joints), stiff)

    def state(self, posture: Posture) -> State:
        """A posture with its energy, damped as at the start of a search."""
        gap, total = energy(
            self._tree, self._handles, self._targets, self._strain, self._numbers, *posture.arrays
        )
        return State(posture, gap, total / self._unit, max(DAMPING * total, self._least))

    def direction(self, state: State) -> Step:
        """The damped step, with coordinates stopped at their limits."""
        return self._step(state, WAYS)

    def _step(self, state: State, ways: tuple[tuple[bool, float], ...]) -> Step:
        indefinite = None
        for curved, reach in ways:
            if curved is indefinite:
                continue
            twist, slope = newton_step(
                self._tree, self._centre, self._handles, state.gap, self._strain, self._slots, self._numbers,
                state.damping, curved, reach, self._pattern, *state.posture.arrays,
            )  # fmt: skip
            if not len(twist):
                indefinite = curved
            elif slope <= 0.0 or (curved, reach) == ways[-1]:
                return Step(twist, np.array([slope / self._unit]))
        # Rounding beside stiff springs: more damping stands above it. Numbers out of range: nothing helps.
        if not state.damping < MOST * self._least:
            still = np.zeros((len(self._centre), 6))
            return Step(still, still)
        return self._step(replace(state, damping=100.0 * state.damping), ways)

    def normal_equations(self, state: State, *, curved: bool = True) -> tuple[Floats, Floats, Floats]:
        """Blocks (b, 6, 6) and (f, 6, 6) of the matrix, and the gradient (b, 6), without limits."""
        posture = state.posture.arrays
        S, _ = joint_rows(self._tree, *posture)
        return normal_equations(
            self._tree, self._centre, self._handles, state.gap, self._strain, self._slots, self._numbers,
            state.damping, curved, *posture, S,
        )  # fmt: skip

    def moved(self, state: State, direction: Step, length: float) -> State:
        """The state after a share of the step.

        A whole step along a valley that bends, as firm points make them, leaves its floor: one that rises is
        followed by another back down, and they count as one if that helps.
        """
        new = self._advanced(state, direction, length)
        if length < 1.0 or new.energy <= state.energy:
            return new
        stiff = replace(new, damping=STRAIGHT_BACK * self._least / LEAST)
        back = self._advanced(stiff, self._step(stiff, WITHOUT_CURVATURE), 1.0)
        return replace(back, damping=new.damping) if back.energy <= state.energy else new

    def _advanced(self, state: State, direction: Step, length: float) -> State:
        R, t, spin, value, gap, total = advanced(
            self._tree, self._centre, self._handles, self._targets, self._strain, self._numbers,
            *state.posture.arrays, direction.step, length,
        )  # fmt: skip
        damping = max((FALL if length == 1.0 else RISE) * state.damping, self._least)
        return State(Posture(R, t, spin, value), gap, total / self._unit, damping)
