"""Standing on a floor: which vertices it holds up, found by an active set around the search of a drag.

A search without contacts shows what sinks. With its features kept, the positions are a small problem with
one-sided rows, height ≥ 0, whose multipliers say which of the low vertices the floor pushes: a non-negative
least-squares problem. Those become rows of the next search, and so on until nothing sinks and nothing is
pulled down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import nnls

from pliant.anchors import Held
from pliant.arrays import Array, Floats, Ints, Targets
from pliant.examples.problem import PoseState
from pliant.examples.search import Blend, Start
from pliant.examples.yielding import (
    FirmFit,
    Rows,
    YieldingFit,
    anchoring_rows,
    compliances,
    pin_rows,
    rows_determine_turn,
)
from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.frame import Frame
from pliant.pins import PinnedPoints
from pliant.pose import NO_VERTICES, Status
from pliant.solve.gauss_newton import Outcome

# In diagonals: what is less deep below the floor counts as on it.
SUNK = 1e-4
# Low vertices that one round looks at; more of them are thinned out to spread ones.
MOST_LOW = 160
# Searches for one pose at most.
ROUNDS = 8
# A vertex that moves less than this share of the others' most by the same force is held by pins.
STUCK = 1e-9
# Added to the diagonal of the contacts' system, relative to its largest entry, against rounding.
ROUNDING = 1e-12

Search = Callable[[Any, "Start | Blend"], tuple[Outcome[PoseState], Blend]]


@dataclass(frozen=True, eq=False)
class Body:
    """How points of a rig's solver follow its unknowns, with the firm pins held.

    rows:      points -> E (e, n) that give their positions from the unknowns
    responses: E (e, n) -> Y (n, e), how a unit force on each moves the unknowns
    vertices:  unknowns x (n, 3) -> (v, 3) positions of all vertices
    shift:     as in `Rows`
    """

    rows: Callable[[Held], Any]
    responses: Callable[[Any], Floats]
    vertices: Callable[[Floats], Floats]
    shift: Floats | None


@dataclass(frozen=True, eq=False)
class Contacts:
    """Vertices (c,) that a floor holds up; places (c, 3) where those that grip stay, NaN for the others."""

    vertices: Ints
    places: Floats

    @staticmethod
    def none() -> Contacts:
        """No contact."""
        return Contacts(np.empty(0, dtype=np.int64), np.empty((0, 3)))


@dataclass(frozen=True, eq=False)
class YieldingPins:
    """The pins of a grip that yield, and the floor; point and normal of a floor in the solver's coordinates.

    firm:       (h,) the held points that the firm fit meets
    points:     the others
    E, Y:       (e, n), (n, e) as in `Rows`, of these others
    across:     (e, 3, 3) as in `PinnedPoints`, of these others
    compliance: (e,) of each of them
    floor:      None, or a point of it and its normal, in the solver's coordinates
    grips:      whether what stands on it keeps its place
    """

    body: Body
    firm: Array
    points: Held
    across: Floats
    E: Any
    Y: Floats
    compliance: Floats
    floor: tuple[Floats, Floats] | None
    grips: bool

    @staticmethod
    def of(body: Body, inner: Held, hold: PinnedPoints, frame: Frame) -> YieldingPins:
        """The pins of a hold whose points, in the solver's numbers, are `inner`."""
        firm = hold.plain
        points = Held(inner.corners[~firm], inner.weights[~firm], inner.group[~firm], inner.rest[~firm])
        E = body.rows(points)
        Y = body.responses(E)
        sigma = compliances(E @ Y, hold.weight[~firm], points.group, floating=body.shift is not None)
        floor, grips = None, False
        if hold.floor is not None:
            floor = frame.inward(np.array(hold.floor.point)), np.array(hold.floor.normal)
            grips = hold.floor.grip
        return YieldingPins(body, firm, points, hold.across[~firm], E, Y, sigma, floor, grips)

    def found(
        self, firm: FirmFit, goals: Targets, search: Search, begin: Start | Blend, kept: Contacts
    ) -> tuple[Outcome[PoseState], Blend, Ints]:
        """The end of a search with the pins at goals (h, 3), and the vertices that the floor holds up.

        firm: the fit with the firm pins at their goals
        kept: contacts of an earlier pose, with their places then; a floor that grips keeps them there
        """
        if self.floor is None:
            return *search(self.fit(firm, goals, Contacts.none()), begin), NO_VERTICES
        point, normal = self.floor
        places = kept.places - np.outer((kept.places - point) @ normal, normal)
        if not self.grips:
            places = np.full_like(places, np.nan)
        return Floored(self, firm, goals, point, normal, replace(kept, places=places)).found(search, begin)

    def starting_compliance(self) -> Floats:
        """(h,) of all held points where examples are compared: pins that slide count half, as if at ½."""
        slides = np.trace(self.across, axis1=1, axis2=2) < 2.5
        half = compliances(
            self.E @ self.Y,
            np.where(slides, 0.5, 1.0),
            self.points.group,
            floating=self.body.shift is not None,
        )
        out = np.zeros(len(self.firm))
        out[~self.firm] = self.compliance + half
        return out

    def fit(self, firm: FirmFit, goals: Targets, contacts: Contacts) -> YieldingFit:
        """The fit with the pins at goals (h, 3) and contacts on the floor."""
        E, Y, across, targets, sigma = self.E, self.Y, self.across, goals[~self.firm], self.compliance
        if self.floor is not None and len(contacts.vertices):
            touching = _single(contacts.vertices)
            E = self.body.rows(self._joined(touching))
            Y = np.concatenate([Y, self.body.responses(self.body.rows(touching))], axis=1)
            grips = np.asarray(np.isfinite(contacts.places).all(axis=1))
            upward = np.outer(self.floor[1], self.floor[1])
            across = np.concatenate([across, np.where(grips[:, None, None], np.eye(3), upward)])
            targets = np.concatenate([targets, np.where(grips[:, None], contacts.places, self.floor[0])])
            sigma = np.concatenate([sigma, np.zeros(len(touching))])
        D, point = pin_rows(across)
        own = sigma[point]
        if self.body.shift is not None:
            anchoring = anchoring_rows(D, len(self.points))
            D, own = np.concatenate([D, anchoring]), np.concatenate([own, np.zeros(len(anchoring))])
        rows = Rows.of(E, Y, D, own, self.body.shift)
        return YieldingFit(firm, rows, rows.at(targets))

    def determine_turn(self, rest: Floats) -> bool:
        """Whether the pins, resting at (h, 3) in diagonals, fix how the whole is turned."""
        across = np.tile(np.eye(3), (len(self.firm), 1, 1))
        across[~self.firm] = self.across
        return rows_determine_turn(*pin_rows(across), rest)

    def _joined(self, touching: Held) -> Held:
        return self.points.and_also(touching) if len(self.points) else touching


@dataclass(frozen=True, eq=False)
class Floored:
    """The search of one drag above a floor.

    pins, firm, goals: as `YieldingPins.fit` takes them
    point, normal:     of the floor, in the solver's coordinates
    kept:              contacts of the pose before, with the places that they keep where the floor grips
    """

    pins: YieldingPins
    firm: FirmFit
    goals: Targets
    point: Floats
    normal: Floats
    kept: Contacts

    def found(self, search: Search, begin: Start | Blend) -> tuple[Outcome[PoseState], Blend, Ints]:
        """The end of the last search, its parameters, and the vertices (c,) that the floor holds up.

        What still sinks after all rounds makes the outcome one that ran out of iterations.
        """
        contacts = self.kept
        fit = self._fit(contacts)
        outcome, blend = search(fit, begin)
        stuck = np.empty(0, dtype=np.int64)
        for _ in range(ROUNDS):
            low = np.setdiff1d(self._low(outcome.state.x), stuck)
            kept = contacts.vertices[~self._pulls(fit, outcome.state)]
            if not len(low) and len(kept) == len(contacts.vertices):
                return outcome, blend, contacts.vertices
            pushed, held = self._pushed(outcome.state, kept, low)
            contacts, stuck = self._with_places(np.union1d(kept, pushed)), np.union1d(stuck, held)
            fit = self._fit(contacts)
            outcome, blend = search(fit, blend)
        if len(np.setdiff1d(self._low(outcome.state.x), stuck)):
            outcome = replace(outcome, status=Status.OUT_OF_ITERATIONS)
        return outcome, blend, contacts.vertices

    def _fit(self, contacts: Contacts) -> YieldingFit:
        return self.pins.fit(self.firm, self.goals, contacts)

    def _low(self, x: Floats) -> Ints:
        """Vertices below the floor, the deepest and others spread among them."""
        heights = (self.pins.body.vertices(x) - self.point) @ self.normal
        return np.flatnonzero(heights < -SUNK)

    def _pulls(self, fit: YieldingFit, state: PoseState) -> Array:
        """(c,) which contacts are pulled down to the floor, which should let them go."""
        force = np.tensordot(fit.forces(state.u[..., -1]), fit.rows.D, 1) @ self.normal
        mine = force[len(self.pins.points) :]
        return np.asarray(mine < -ROUNDING * np.abs(force).max(initial=0.0))

    def _pushed(self, state: PoseState, kept: Ints, low: Ints) -> tuple[Ints, Ints]:
        """What the floor pushes of some vertices for the features of a state, and what pins hold."""
        vertices = np.union1d(kept, _thinned(low, self.pins.body.vertices(state.x), self.normal))
        E = self.pins.body.rows(_single(vertices))
        Y = self.pins.body.responses(E)
        free = self._fit(Contacts.none())
        S = free.rows.compliance_along(E, Y, self.normal)
        moves = np.diag(S) > STUCK * np.diag(S).max(initial=0.0)
        heights = (E @ free.positions(state.u[..., -1]) - self.point) @ self.normal
        force = _non_negative(S[np.ix_(moves, moves)], heights[moves])
        return vertices[moves][force > 0.0], vertices[~moves]

    def _with_places(self, vertices: Ints) -> Contacts:
        """Contacts; those that the floor held up before stay where they are kept."""
        places = np.full((len(vertices), 3), np.nan)
        known, here, there = np.intersect1d(vertices, self.kept.vertices, return_indices=True)
        if len(known):
            places[here] = self.kept.places[there]
        return Contacts(vertices, places)


def _single(vertices: Ints) -> Held:
    """Vertices as held points; where they rest is of no use here."""
    corners = np.repeat(vertices[:, None], 3, axis=1)
    weights = np.tile([1.0, 0.0, 0.0], (len(vertices), 1))
    return Held(corners, weights, np.arange(len(vertices)), np.zeros((len(vertices), 3)))


def _thinned(low: Ints, V: Floats, normal: Floats) -> Ints:
    """At most MOST_LOW of the vertices low (v,): the deepest, and others spread over them."""
    if len(low) <= MOST_LOW:
        return low
    deepest = low[np.argmin(V[low] @ normal)]
    return np.union1d(low[farthest_points(V[low], MOST_LOW - 1)], deepest)


def _non_negative(S: Floats, heights: Floats) -> Floats:
    """(c,) forces λ ≥ 0 with heights + S λ ≥ 0, no force where a vertex is above the floor."""
    if not len(S):
        return np.empty(0)
    values, vectors = np.linalg.eigh(S)
    values = np.maximum(values, ROUNDING * values[-1])
    root = np.sqrt(values)
    # ½ λᵀSλ + heights·λ = ½ ‖√S λ + √S⁻¹ heights‖² less a constant
    return nnls(root[:, None] * vectors.T, -(vectors.T @ heights) / root, maxiter=30 * len(S))[0]
