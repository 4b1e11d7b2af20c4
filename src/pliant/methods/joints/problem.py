"""The search for a posture of a tree of bodies: Newton's method over twists that keeps joints exactly.

minimise h Σ‖Σ α T x − target‖² + s Σ‖T_i x − T_j x‖² + r Σ q² + j Σ‖loops‖²: handles, strain between the
cells of soft parts, joints toward rest, joints that close loops [Xu2009, eq. 10]. The linear step sees the
tree's joints as stiff springs between bodies, which keeps the matrix sparse; what it leaves of their freedoms
moves the coordinates, and bodies follow those (`tree.moved`). The paper's matrix is Gauss–Newton's; ours has
the Hessian's second part too, where that leaves it positive definite.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pliant.arrays import Floats
from pliant.methods.joints.handles import JointHandles
from pliant.methods.joints.joint_terms import joint_rows
from pliant.methods.joints.model import JointModel
from pliant.methods.joints.newton import energy_of, moved_by, normal_equations, step_from
from pliant.methods.joints.system import BlockEquations, JointSystem, Stiffness, StrainTerms, plain_system
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
class JointState:
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
        """(3b,) places of the bodies."""
        return self.posture.t.ravel()


@dataclass(frozen=True, eq=False)
class JointStep:
    """A change of the unknowns, and the gradient: here twists (b, 6), and the slope along them (1,)."""

    step: Floats
    gradient: Floats


class JointProblem:
    """What the Gauss–Newton loop asks, for one set of targets (h, 3).

    system: the mechanism, its held points and their targets, for the compiled kernels
    """

    def __init__(self, model: JointModel, handles: JointHandles, targets: Floats) -> None:
        options = model.options
        # The energy of joints a radian from rest is of order one, so that the loop's tests see it.
        self._unit = options.rest or UNIT
        self._least = LEAST * options.handles
        stiff = max(STIFF * options.handles, STIFF_TO_FIRM * float(handles.weight.max()))
        self.system = JointSystem(
            handles.tree,
            handles.of_joints,
            model.centre,
            handles.terms,
            handles.spread @ targets,
            StrainTerms(model.pairs, model.points, model.point, handles.of_strain),
            Stiffness(float(options.rest), float(options.joints), stiff),
            handles.pattern,
        )
        self._plain = plain_system(self.system)

    def state(self, posture: Posture) -> JointState:
        """A posture with its energy, damped as at the start of a search."""
        # Kernels take the frozen arrays of an earlier pose as another type, and would be compiled again.
        posture = Posture(*(each.copy() for each in posture))
        gap, total = energy_of(self._plain, tuple(posture))
        return JointState(posture, gap, total / self._unit, max(DAMPING * total, self._least))

    def direction(self, state: JointState) -> JointStep:
        """The damped step, with coordinates stopped at their limits."""
        return self._step(state, WAYS)

    def _step(self, state: JointState, ways: tuple[tuple[bool, float], ...]) -> JointStep:
        indefinite, posture = None, tuple(state.posture)
        for curved, reach in ways:
            if curved is indefinite:
                continue
            twist, slope = step_from(self._plain, posture, state.gap, state.damping, curved, reach)
            if not len(twist):
                indefinite = curved
            elif slope <= 0.0 or (curved, reach) == ways[-1]:
                return JointStep(twist, np.array([slope / self._unit]))
        # Rounding beside stiff springs: more damping stands above it. Numbers out of range: nothing helps.
        if not state.damping < MOST * self._least:
            still = np.zeros((len(self.system.centre), 6))
            return JointStep(still, still)
        return self._step(replace(state, damping=100.0 * state.damping), ways)

    def normal_equations(self, state: JointState, *, curved: bool = True) -> BlockEquations:
        """The matrix in blocks and the gradient, without limits.

        curved: whether the matrix has the second part of the Hessian
        """
        S, _ = joint_rows(self.system.tree, state.posture)
        return normal_equations(self.system, state.posture, state.gap, S, state.damping, curved)

    def moved(self, state: JointState, direction: JointStep, length: float) -> JointState:
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

    def _advanced(self, state: JointState, direction: JointStep, length: float) -> JointState:
        arrays, gap, total = moved_by(self._plain, tuple(state.posture), direction.step, length)
        damping = max((FALL if length == 1.0 else RISE) * state.damping, self._least)
        return JointState(Posture(*arrays), gap, total / self._unit, damping)
