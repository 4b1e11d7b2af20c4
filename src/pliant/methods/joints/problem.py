"""Posing a tree of bodies: Gauss–Newton over twists, of which every step keeps the joints exactly.

minimise h Σ‖Σ α T x − target‖² + s Σ‖T_i x − T_j x‖² + r Σ q² + j Σ‖loops‖²: handles, strain between the
cells of soft parts, joints toward rest, joints that close loops [Xu2009, eq. 10]. The linear step sees the
tree's joints as stiff springs between bodies, which keeps the matrix sparse; what it leaves of their freedoms
moves the coordinates, and bodies follow those (`tree.moved`). Coordinates at a limit that the step would
overrun are held, and the step is taken again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pliant.core.arrays import Array, Floats, Ints
from pliant.methods.joints import terms
from pliant.methods.joints.block_cholesky import M, Pattern, factor, solve
from pliant.methods.joints.model import Model
from pliant.methods.joints.tree import Posture, moved, relative_twists

# Springs that hold what a joint does not free, per unit of the handles' weight.
STIFF = 1e4
# Damping, per unit of the handles' energy at the start: it falls with every whole step and grows where one
# had to be cut; and the least of it, which holds what nothing else determines.
DAMPING, LEAST = 0.01, 1e-8
FALL, RISE = 0.2, 4.0
# Of the energy, where joints are not pulled to rest.
UNIT = 1e-6
# A coordinate this near to a limit, in radians or diagonals, is at it.
AT_LIMIT = 1e-9
# How often limits are looked at again in one step.
ROUNDS = 4


@dataclass(frozen=True, eq=False)
class State:
    """A posture and its energy.

    gap:     (h, 3) of the held points from their targets
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


@dataclass(frozen=True, eq=False)
class Handles:
    """Held points: bodies (h, q), shares (h, q), rest (h, 3) and the places of their pairs (h, q, q)."""

    bodies: Ints
    shares: Floats
    rest: Floats
    slots: Ints
    pattern: Pattern


class Problem:
    """What the Gauss–Newton loop asks, for one set of targets (h, 3)."""

    def __init__(self, model: Model, handles: Handles, targets: Floats) -> None:
        self.model, self.handles, self.targets = model, handles, targets
        # The energy of joints a radian from rest is of order one, so that the loop's tests see it.
        self._unit = model.options.rest or UNIT
        self._joint_slots = handles.pattern.slots(model.tree.ends)
        self._strain_slots = handles.pattern.slots(model.pairs)

    def state(self, posture: Posture, damping: float | None = None) -> State:
        """A posture with its energy; by default damped as at the start of a search."""
        model, held, options = self.model, self.handles, self.model.options
        tree, R, t = model.tree, posture.R, posture.t
        gap = terms.handle_gaps(held.bodies, held.shares, held.rest, self.targets, R, t)
        total = options.handles * float((gap**2).sum())
        total += terms.strain_energy(model.pairs, model.points, model.point, R, t)
        total += options.rest * float((posture.value[tree.order] ** 2)[tree.free[tree.order]].sum())
        total += options.joints * float((self._open(posture) ** 2).sum())
        amount = DAMPING * total if damping is None else damping
        return State(posture, gap, total / self._unit, max(amount, LEAST * options.handles))

    def _open(self, posture: Posture) -> Floats:
        """(l, 6) what joints that close loops are off in the directions that they do not free."""
        tree = self.model.tree
        value = posture.value[tree.loops]
        # A joint with one turn keeps its axis, whatever it turns by: the sine of the angle between axes.
        P = posture.spin[tree.loops]
        one = tree.free[tree.loops, 0] & ~tree.ball[tree.loops]
        axis = np.stack([np.zeros(len(P)), -P[:, 2, 0], P[:, 1, 0]], axis=1)
        value = np.concatenate([np.where(one[:, None], axis, value[:, :3]), value[:, 3:]], axis=1)
        return np.where(tree.free[tree.loops], 0.0, value)

    def direction(self, state: State) -> Step:
        """The Gauss–Newton step, with coordinates held that it would push over their limits."""
        held = np.zeros_like(self.model.tree.free)
        twist, fall = self._solved(state, held)
        for _ in range(ROUNDS):
            more = self._pushed(state, twist) & ~held
            if not more.any():
                break
            held |= more
            twist, fall = self._solved(state, held)
        return Step(twist, np.array([fall]))

    def _pushed(self, state: State, twist: Floats) -> Array:
        """(j, 6) the coordinates of the tree at a limit which the step would leave."""
        tree, posture = self.model.tree, state.posture
        step = relative_twists(tree.ends, tree.origin, tree.frame, posture.R, posture.t, twist)
        step[:, :3] = np.linalg.solve(self.model.turn_axes(posture), step[:, :3, None])[:, :, 0]
        angles = self.model.angles(posture)
        over = (angles >= tree.high - AT_LIMIT) & (step > 0)
        under = (angles <= tree.low + AT_LIMIT) & (step < 0)
        held = tree.free & (over | under)
        held[tree.loops] = False
        return held

    def _solved(self, state: State, held: Array) -> tuple[Floats, float]:
        """Twists (b, 6) and the fall of the energy to first order."""
        D, L, g = self.normal_equations(state, held)
        twist, pattern = -g, self.handles.pattern
        try:
            panels = factor(pattern, D, L)
        except np.linalg.LinAlgError:  # rounding beside stiff springs: more damping stands above it
            return self._solved(replace(state, damping=100.0 * state.damping), held)
        solve(pattern, panels, twist)
        return twist, float((g * twist).sum()) / self._unit

    def normal_equations(self, state: State, held: Array) -> tuple[Floats, Floats, Floats]:
        """Blocks (b, 6, 6) and (f, 6, 6) of the matrix, and the gradient (b, 6), with coordinates held."""
        model, handles, options = self.model, self.handles, self.model.options
        tree, posture, pattern = model.tree, state.posture, handles.pattern
        R, t, b = posture.R, posture.t, len(posture.t)
        D, L, g = np.zeros((b, M, M)), np.zeros((len(pattern.low), M, M)), np.zeros((b, M))
        terms.add_handles(
            handles.bodies,
            handles.shares,
            handles.rest,
            state.gap,
            handles.slots,
            options.handles,
            R,
            t,
            D,
            L,
            g,
        )
        terms.add_strain(model.pairs, self._strain_slots, model.points, model.point, R, t, D, L, g)
        damping = state.damping
        stiff = np.where(tree.free, options.rest + damping, STIFF * options.handles)
        stiff[held] = STIFF * options.handles
        axes = model.turn_axes(posture)
        pull = np.where(tree.free, options.rest * posture.value, 0.0)
        pull[:, :3] = np.einsum("jab,ja->jb", axes, pull[:, :3])
        turns = np.linalg.solve(axes, tree.frame)
        stiff[tree.loops] = np.where(tree.free[tree.loops], damping, options.joints)
        pull[tree.loops] = options.joints * self._open(posture)
        terms.add_joints(
            tree.ends, tree.origin, tree.frame, turns, self._joint_slots, stiff, pull, R, t, D, L, g
        )
        terms.add_damping(tree.roots, model.centre, damping, R, t, D)
        return D, L, g

    def moved(self, state: State, direction: Step, length: float) -> State:
        """The state after a share of the step."""
        model, change = self.model, FALL if length == 1.0 else RISE
        posture = moved(model.tree, state.posture, model.centre, length * direction.step)
        return self.state(posture, change * state.damping)
