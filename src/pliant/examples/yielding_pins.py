"""The pins of a grip that yield, resolved for its solver, and the search of a drag with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.anchors import Held
from pliant.arrays import Array, Floats, Ints, Targets
from pliant.examples.problem import PoseState
from pliant.examples.search import Blend, Start
from pliant.examples.standing import Body, FlooredFit, Ground, Search, single, stacked_rows, stood
from pliant.examples.yielding import (
    FirmFit,
    Rows,
    YieldingFit,
    anchoring_rows,
    compliances,
    pin_rows,
    rows_determine_turn,
    told_apart,
)
from pliant.geometry.frame import Frame
from pliant.pins import PinnedPoints
from pliant.pose import NO_VERTICES
from pliant.solve.gauss_newton import Outcome

# How far what only slides gives way to a floor where nothing else holds it, per what a point gives way.
LOOSE = 1e4


@dataclass(frozen=True, eq=False)
class Footholds:
    """Vertices (c,) that a floor held up in an earlier pose, with their places (c, 3) in it."""

    vertices: Ints
    places: Floats

    @staticmethod
    def none() -> Footholds:
        """No contact."""
        return Footholds(NO_VERTICES, np.empty((0, 3)))


@dataclass(frozen=True, eq=False)
class YieldingPins:
    """The pins of a grip that yield, and the floor.

    firm:       (h,) the held points that the firm fit meets
    points:     the others
    E, Y:       (e, n), (n, e) as in `Rows`, of these others
    across:     (e, 3, 3) as in `PinnedPoints`, of these others
    compliance: (e,) of each of them
    ground:     the floor, or None
    grips:      whether what stands on it keeps its place
    """

    body: Body
    firm: Array
    points: Held
    across: Floats
    E: Any
    Y: Floats
    compliance: Floats
    ground: Ground | None
    grips: bool

    @staticmethod
    def of(body: Body, inner: Held, hold: PinnedPoints, frame: Frame) -> YieldingPins:
        """The pins of a hold whose points, in the solver's numbers, are `inner`."""
        firm = hold.plain
        points = Held(inner.corners[~firm], inner.weights[~firm], inner.group[~firm], inner.rest[~firm])
        E = body.rows(points)
        Y = body.responses(E)
        sigma = compliances(E @ Y, hold.weight[~firm], points.group, floating=body.shift is not None)
        ground, grips = None, False
        if hold.floor is not None:
            ground = Ground(frame.inward(np.array(hold.floor.point)), np.array(hold.floor.normal), body)
            grips = hold.floor.grip
        return YieldingPins(body, firm, points, hold.across[~firm], E, Y, sigma, ground, grips)

    def found(
        self, firm: FirmFit, goals: Targets, search: Search, begin: Start | Blend, kept: Footholds
    ) -> tuple[Outcome[PoseState], Blend, Ints]:
        """The end of a search with the pins at goals (h, 3), and the vertices that the floor holds up.

        firm: the fit with the firm pins at their goals
        kept: contacts of an earlier pose, with their places then; a floor that grips keeps them there
        """
        if self.ground is None:
            return *search.found(self.fit(firm, goals), begin), NO_VERTICES
        places = dict(zip(kept.vertices.tolist(), kept.places, strict=True)) if self.grips else {}

        def fit_of(standing: Ints) -> YieldingFit:
            there = np.array([places[vertex] for vertex in standing.tolist()]).reshape(-1, 3)
            return self.fit(firm, goals, Footholds(standing, there))

        gripping = kept.vertices if self.grips else NO_VERTICES
        return stood(fit_of, self.ground, search, begin, kept=gripping, known=kept.vertices)

    def standing_fit(self, firm: FirmFit, goals: Targets, standing: Ints) -> YieldingFit | FlooredFit:
        """The fit with the pins at goals (h, 3), and some vertices above the floor, where there is one."""
        fit = self.fit(firm, goals)
        return fit if self.ground is None else FlooredFit.of(fit, self.ground, standing)

    def held_rows(self, standing: Ints) -> tuple[Any, Floats]:
        """E (p, n) and Y (n, p) as in `Rows`, of the points of the pins and of vertices on the floor."""
        if not len(standing):
            return self.E, self.Y
        more = self.body.rows(single(standing))
        return stacked_rows(self.E, more), np.concatenate([self.Y, self.body.responses(more)], axis=1)

    @property
    def compliances(self) -> Floats:
        """(h,) of all held points; 0 for firm ones."""
        out = np.zeros(len(self.firm))
        out[~self.firm] = self.compliance
        return out

    def fit(self, firm: FirmFit, goals: Targets, kept: Footholds | None = None) -> YieldingFit:
        """The fit with the pins at goals (h, 3), and contacts that keep their places along the floor."""
        E, Y, across, targets, sigma = self.E, self.Y, self.across, goals[~self.firm], self.compliance
        if kept is not None and self.ground is not None and len(kept.vertices):
            E, Y = self.held_rows(kept.vertices)
            along = np.eye(3) - np.outer(self.ground.normal, self.ground.normal)
            across = np.concatenate([across, np.tile(along, (len(kept.vertices), 1, 1))])
            targets = np.concatenate([targets, kept.places])
            sigma = np.concatenate([sigma, np.zeros(len(kept.vertices))])
        D, point = pin_rows(across)
        D, own = self._told_apart(E, D, sigma[point])
        if self.body.shift is not None:
            anchoring = anchoring_rows(D, len(self.points))
            weak = np.full(len(anchoring), LOOSE * np.diag(self.E @ self.Y).mean())
            D, own = np.concatenate([D, anchoring]), np.concatenate([own, weak])
        rows = Rows.of(E, Y, D, own, self.body.shift)
        return YieldingFit(firm, rows, rows.at(targets))

    def _told_apart(self, E: Any, D: Floats, compliance: Floats) -> tuple[Floats, Floats]:
        """The rows D (r, e, 3), exact ones combined to what unknowns can tell apart, and compliances."""
        exact = compliance == 0.0
        if self.body.gram is None or not exact.any():
            return D, compliance
        combined = told_apart(np.einsum("rac,ab,qbc->rq", D[exact], self.body.gram(E), D[exact]))
        rows = np.concatenate([D[~exact], np.tensordot(combined, D[exact], 1)])
        return rows, np.concatenate([compliance[~exact], np.zeros(len(combined))])

    def determine_turn(self, rest: Floats) -> bool:
        """Whether the pins, resting at (h, 3) in diagonals, fix how the whole is turned."""
        across = np.tile(np.eye(3), (len(self.firm), 1, 1))
        across[~self.firm] = self.across
        return rows_determine_turn(*pin_rows(across), rest)
