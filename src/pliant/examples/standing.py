"""Standing on a floor: a fit whose low vertices stay above a plane, and the search that finds which are low.

minimise E(x) with the pins as they are and heights (E_c x)·n ≥ 0 of some vertices c
With the features given this is a small convex problem in the floor's forces λ ≥ 0 on these vertices,
½ λᵀSλ + h·λ, where h are their heights without a floor and S how far forces lift them. Its energy is a smooth
function of the features, so the search over blends goes on as ever; the system of a step takes those vertices
that are pushed as rows. Around it, vertices that have sunk join, until none does: in the pose, and in that of
the span alone, whose energy decides how stiff corrections are. Which vertices were known before does not
matter then, and a search that starts at its own result stays there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from scipy.optimize import nnls
from scipy.sparse import issparse, vstack

from pliant.anchors import Held
from pliant.arrays import Floats, Ints
from pliant.examples.loop.problem import ControlSystem
from pliant.examples.problem import Fit, PoseState
from pliant.examples.search import Blend, Start
from pliant.examples.yielding import Rows, YieldingFit
from pliant.geometry.farthest_points import farthest_points
from pliant.pose import Status
from pliant.solve.gauss_newton import Outcome

# In diagonals: what is less deep below the floor counts as on it.
SUNK = 1e-4
# Low vertices that join in one round; more of them are thinned out to spread ones.
MOST_LOW = 80
# Searches for one pose at most.
ROUNDS = 8
# The floor gives way by this share of what the softest vertex does, which keeps its forces finite.
GIVES = 1e-9
# A vertex that moves less than this share of the softest by the same force is held by pins.
STUCK = 1e-6


class Search(Protocol):
    """The search of one drag, for any fit of its pins."""

    def found(self, fit: Fit, begin: Start | Blend) -> tuple[Outcome[PoseState], Blend]:
        """The end of the search, and the parameters that it found."""
        ...

    def positions(self, fit: Fit, begin: Start | Blend) -> Sequence[Floats]:
        """Unknowns (n, 3) where a search would begin: those of the span alone, and with corrections."""
        ...


@dataclass(frozen=True, eq=False)
class Body:
    """How points of a rig's solver follow its unknowns, with the firm pins held.

    rows:      points -> E (e, n) that give their positions from the unknowns
    responses: E (e, n) -> Y (n, e), how a unit force on each moves the unknowns
    vertices:  unknowns x (n, 3) -> (v, 3) positions of all vertices
    shift:     as in `Rows`
    gram:      E (e, n) -> (e, e) inner products of what the firm pins leave of its rows; in combinations of
               points with a square below 1 the unknowns cannot tell the points apart. None where they
               always can
    """

    rows: Callable[[Held], Any]
    responses: Callable[[Any], Floats]
    vertices: Callable[[Floats], Floats]
    shift: Floats | None
    gram: Callable[[Any], Floats] | None = None


@dataclass(frozen=True, eq=False)
class Ground:
    """A floor in the solver's coordinates: a point of it (3,), its normal (3,), and what stands on it."""

    point: Floats
    normal: Floats
    body: Body

    def low(self, x: Floats) -> Ints:
        """Vertices that have sunk below the floor for the unknowns x (n, 3)."""
        return np.flatnonzero((self.body.vertices(x) - self.point) @ self.normal < -SUNK)

    def thinned(self, low: Ints, x: Floats) -> Ints:
        """At most MOST_LOW of the vertices low (v,): the deepest, and others spread over them."""
        if len(low) <= MOST_LOW:
            return low
        V = self.body.vertices(x)[low]
        return np.union1d(low[farthest_points(V, MOST_LOW - 1)], low[np.argmin(V @ self.normal)])


@dataclass(frozen=True, eq=False)
class FlooredFit:
    """A `Fit` with some vertices above a floor.

    pins:     the fit without the floor
    vertices: (c,) those vertices
    E, Y:     (c, n), (n, c) as in `Rows`, of those vertices
    S:        (c, c) how far unit forces along the normal lift them
    """

    pins: YieldingFit
    ground: Ground
    vertices: Ints
    E: Any
    Y: Floats
    S: Floats

    @property
    def controls(self) -> ControlSystem | None:
        """Those of the pins' fit as long as the floor holds nothing up: it is none of the compiled loop's."""
        return None if len(self.vertices) else self.pins.controls

    @staticmethod
    def of(pins: YieldingFit, ground: Ground, vertices: Ints) -> FlooredFit:
        """The fit with these vertices above the floor, less those that pins hold."""
        E = ground.body.rows(single(vertices))
        Y = ground.body.responses(E)
        S = pins.rows.compliance_along(E, Y, ground.normal)
        softest = float(np.diag(S).max(initial=0.0))
        moves = np.flatnonzero(np.diag(S) > STUCK * softest)
        S = S[np.ix_(moves, moves)] + GIVES * softest * np.eye(len(moves))
        return FlooredFit(pins, ground, vertices[moves], E[moves], Y[:, moves], S)

    def forces(self, u: Floats) -> Floats:
        """(c,) what the floor pushes each vertex up with, for the u (…, 3) of the features."""
        if not len(self.S):
            return np.empty(0)
        heights = (self.E @ self.pins.positions(u) - self.ground.point) @ self.ground.normal
        root = np.linalg.cholesky(self.S)
        return nnls(root.T, -np.linalg.solve(root, heights), maxiter=30 * len(self.S))[0]

    def positions(self, u: Floats) -> Floats:
        """The best x (n, 3) above the floor, from the u (…, 3) of the features."""
        force = self.forces(u)
        if not force.any():
            return self.pins.positions(u)
        pushed = self.pins.firm.positions(u) + np.outer(self.Y @ force, self.ground.normal)
        return self.pins.rows.moved(pushed, self.pins.values, force.sum() * self.ground.normal)

    def gathered(self, rows: Floats) -> Floats:
        """As the pins' fit."""
        return self.pins.gathered(rows)

    def spread(self, T: Floats, weights: Floats) -> Floats:
        """As the pins' fit."""
        return self.pins.spread(T, weights)

    def solved(self, K: Floats) -> Floats:
        """As the pins' fit."""
        return self.pins.solved(K)

    def features(self, x: Floats) -> Floats:
        """As the pins' fit."""
        return self.pins.features(x)

    def differences(self, x: Floats, T: Floats) -> Floats:
        """As the pins' fit."""
        return self.pins.differences(x, T)

    def springs(self, x: Floats) -> float:
        """As the pins' fit: the floor costs nothing."""
        return self.pins.springs(x)

    def products(self, K: Floats, u: Floats) -> Floats:
        """As the pins' fit."""
        return self.pins.products(K, u)

    def eliminated(self, products: Floats, u: Floats) -> Floats:
        """(c, c) with what the floor pushes as further rows; the features come last in u."""
        return self._pushing(u).eliminated(products, u)

    def _pushing(self, u: Floats) -> YieldingFit:
        """The fit that holds what the floor pushes at it, for the features last in u (…, 3, c)."""
        pushed = self.forces(u[..., -1]) > 0.0
        if not pushed.any():
            return self.pins
        rows, count = self.pins.rows, int(pushed.sum())
        D = np.zeros((len(rows.D) + count, rows.D.shape[1] + count, 3))
        D[: len(rows.D), : rows.D.shape[1]] = rows.D
        D[np.arange(-count, 0), np.arange(-count, 0)] = self.ground.normal
        more = Rows.of(
            stacked_rows(rows.E, self.E[np.flatnonzero(pushed)]),
            np.concatenate([rows.Y, self.Y[:, pushed]], axis=1),
            D,
            np.append(rows.compliance, np.zeros(count)),
            rows.shift,
        )
        values = np.append(self.pins.values, np.full(count, self.ground.point @ self.ground.normal))
        return YieldingFit(self.pins.firm, more, values)


def stood(
    fit_of: Callable[[Ints], YieldingFit],
    ground: Ground,
    search: Search,
    begin: Start | Blend,
    *,
    kept: Ints,
    known: Ints,
) -> tuple[Outcome[PoseState], Blend, Ints]:
    """The end of a search above a floor, its parameters, and the vertices (t,) that the floor holds up.

    fit_of: from vertices that keep their place along the floor while they stand on it, the fit of the pins
    kept:   such vertices; those that rise are let go, and the search goes on without them
    known:  vertices that are likely to be low
    What still sinks after all rounds makes the outcome one that ran out of iterations.
    """
    vertices, blend, rounds = known, begin, 0
    while True:
        fit, vertices = _settled(fit_of(kept), ground, search, blend, vertices)
        outcome, blend = search.found(fit, blend)
        pushed = fit.vertices[fit.forces(outcome.state.u) > 0.0]
        low = _low(ground, [outcome.state.x, search.positions(fit, blend)[0]], vertices)
        risen = ~np.isin(kept, pushed)
        if not len(low) and not risen.any():
            return outcome, blend, pushed
        rounds += 1
        if rounds == ROUNDS:
            return replace(outcome, status=Status.OUT_OF_ITERATIONS), blend, pushed
        kept, vertices = kept[~risen], np.union1d(vertices, low)


def _settled(
    pins: YieldingFit, ground: Ground, search: Search, begin: Start | Blend, vertices: Ints
) -> tuple[FlooredFit, Ints]:
    """The fit above a floor in which nothing is low where a search begins, and the vertices that it knows.

    Without what is held up there, the first step of the search would leave a minimum of it.
    """
    fit = FlooredFit.of(pins, ground, vertices)
    for _ in range(ROUNDS):
        low = _low(ground, search.positions(fit, begin), vertices)
        if not len(low):
            break
        vertices = np.union1d(vertices, low)
        fit = FlooredFit.of(pins, ground, vertices)
    return fit, vertices


def _low(ground: Ground, unknowns: Sequence[Floats], vertices: Ints) -> Ints:
    """What has sunk below the floor for some of the unknowns (n, 3), less the vertices that are known."""
    low = [ground.thinned(np.setdiff1d(ground.low(x), vertices), x) for x in unknowns]
    return np.unique(np.concatenate(low))


def stacked_rows(above: Any, below: Any) -> Any:
    """Rows E of a body above others, sparse if they are."""
    return vstack([above, below], format="csr") if issparse(above) else np.concatenate([above, below])


def single(vertices: Ints) -> Held:
    """Vertices as held points; where they rest is of no use here."""
    corners = np.repeat(vertices[:, None], 3, axis=1)
    weights = np.tile([1.0, 0.0, 0.0], (len(vertices), 1))
    return Held(corners, weights, np.arange(len(vertices)), np.zeros((len(vertices), 3)))
