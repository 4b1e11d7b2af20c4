"""Pins that yield, on top of a fit whose firm pins are met: soft ones, sliding ones, contacts with a floor.

minimise E(x) + Σ_r (t_r − D_r·Ex)²/σ_r  over x, with D_r·Ex = t_r where σ_r = 0
E x are the positions of e points, and a row D_r takes one number from them: a coordinate, a height over a
plane. Y = M Eᵀ says how far a unit force on each point moves everything, M being the inverse of the fit's
matrix on what its firm pins leave free. Then x = x₀ + Y Σ λ_r D_r, and the multipliers λ solve the dense
system (D E Y Dᵀ + σ) λ = t − D E x₀ with Λ = (D E Y Dᵀ + σ)⁻¹. The system of a step gets back UᵀΛU with
U = D E M K.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.examples.loop.problem import ControlSystem
from pliant.examples.problem import Fit
from pliant.examples.search import SPREAD
from pliant.pose import NOTHING

# Sharers of one small system: entries below this share of the largest are rounding.
ROUNDING = 1e-12


class FirmFit(Fit, Protocol):
    """A fit whose own pins are all firm."""

    def displaced(self, E: Any, u: Floats) -> Floats:
        """(e, 3, c) how points with the rows E (e, n) move, from the u (…, 3, c) of `solved`."""
        ...


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows on e points.

    E:          (e, n) rows that give the points
    Y:          (n, e) how a unit force on each point moves all unknowns
    D:          (r, e, 3) what each row takes from the points
    compliance: (r,) σ; 0 for rows that are met exactly
    shift:      (n,) how a shift of the whole changes the unknowns, where no firm pin hinders one; else None
    inverse:    of the multipliers' system: of its r rows, then of the three coordinates of the shift
    """

    E: Any
    Y: Floats
    D: Floats
    compliance: Floats
    shift: Floats | None
    inverse: Floats

    @staticmethod
    def of(E: Any, Y: Floats, D: Floats, compliance: Floats, shift: Floats | None) -> Rows:
        """The rows with their system inverted; directions that rows determine twice are shared out."""
        r = len(D)
        S = np.einsum("rac,ab,qbc->rq", D, E @ Y, D, optimize=True)
        border = np.zeros((r, 0)) if shift is None else D.sum(axis=1)
        corner = np.zeros((border.shape[1],) * 2)
        system = np.block([[(S + S.T) / 2 + np.diag(compliance), border], [border.T, corner]])
        return Rows(E, Y, D, compliance, shift, _inverse(system))

    @property
    def stiffness(self) -> Floats:
        """Λ (r, r): moving the rows by d costs dᵀΛd."""
        r = len(self.D)
        return self.inverse[:r, :r]

    def at(self, points: Floats) -> Floats:
        """(r, …) what the rows take from points (e, 3, …)."""
        return np.tensordot(self.D, points, 2)

    def moved(self, x: Floats, values: Floats, load: Floats | None = None) -> Floats:
        """x (n, 3) moved until the rows have their values (r,).

        load: (3,) force on the whole that the rows have to bear, beside what moved x already; none by default
        The second of two rounds corrects the rounding errors of the first.
        """
        r = len(self.D)
        force, total = np.zeros(r), np.zeros(3) if load is None else load
        for _ in range(2):
            missed = values - self.at(self.E @ x) - self.compliance * force
            balance = NOTHING if self.shift is None else -total - force @ self.D.sum(axis=1)
            found: Floats = (self.inverse @ np.concatenate([missed, balance])).astype(np.float64)
            x = x + self.Y @ np.einsum("r,rac->ac", found[:r], self.D)
            if self.shift is not None:
                x = x + np.outer(self.shift, found[r:])
            force = force + found[:r]
        return x

    def compliance_along(self, E: Any, Y: Floats, normal: Floats) -> Floats:
        """(c, c) how far unit forces along a normal lift points with the rows E (c, n), whose Y is (n, c)."""
        felt = self.at((self.E @ Y)[:, None, :] * normal[None, :, None])
        if self.shift is not None:
            felt = np.concatenate([felt, np.repeat(normal[:, None], Y.shape[1], axis=1)])
        alone = E @ Y
        return (alone + alone.T) / 2 - felt.T @ self.inverse @ felt


@dataclass(frozen=True, eq=False)
class YieldingFit:
    """A `Fit` with rows on top of a firm one; values (r,) are what the rows should have."""

    firm: FirmFit
    rows: Rows
    values: Floats

    @property
    def controls(self) -> ControlSystem | None:
        """Those of the firm fit as long as no row is on top of it: rows are none of the compiled loop's."""
        return None if len(self.values) else self.firm.controls

    def gathered(self, rows: Floats) -> Floats:
        """As the firm fit's."""
        return self.firm.gathered(rows)

    def spread(self, T: Floats, weights: Floats) -> Floats:
        """As the firm fit's."""
        return self.firm.spread(T, weights)

    def solved(self, K: Floats) -> Floats:
        """As the firm fit's."""
        return self.firm.solved(K)

    def features(self, x: Floats) -> Floats:
        """As the firm fit's."""
        return self.firm.features(x)

    def differences(self, x: Floats, T: Floats) -> Floats:
        """As the firm fit's."""
        return self.firm.differences(x, T)

    def positions(self, u: Floats) -> Floats:
        """The best x (n, 3), from the u (…, 3) of the features."""
        return self.rows.moved(self.firm.positions(u), self.values)

    def springs(self, x: Floats) -> float:
        """What soft rows cost at x (n, 3)."""
        soft = self.rows.compliance > 0.0
        missed = (self.values - self.rows.at(self.rows.E @ x))[soft]
        return float((missed * missed / self.rows.compliance[soft]).sum())

    def products(self, K: Floats, u: Floats) -> Floats:
        """As the firm fit's."""
        return self.firm.products(K, u)

    def eliminated(self, products: Floats, u: Floats) -> Floats:
        """(c, c) the firm fit's, less what the rows take back."""
        U = self._felt(u)
        return self.firm.eliminated(products, u) - U.T @ self.rows.stiffness @ U

    def _felt(self, u: Floats) -> Floats:
        """(r, c) U: what the rows see of the columns u (…, 3, c) of `solved`."""
        return self.rows.at(self.firm.displaced(self.rows.E, u))


def pin_rows(across: Floats) -> tuple[Floats, Ints]:
    """D (r, h, 3) of points held along the ranges of projectors (h, 3, 3), and the point (r,) of each row."""
    values, vectors = np.linalg.eigh(across)
    point, axis = np.nonzero(values > 0.5)
    D = np.zeros((len(point), len(across), 3))
    D[np.arange(len(point)), point] = vectors[point, :, axis]
    return D, point


def anchoring_rows(D: Floats, pins: int) -> Floats:
    """(q, e, 3) rows that hold the mean of the first `pins` points where no row hinders a shift.

    What only slides would otherwise be nowhere. Nothing resists such a shift, so that these rows push nothing
    and a weak spring is enough.
    """
    mean = D.sum(axis=1)
    values, vectors = np.linalg.eigh(mean.T @ mean)
    free = vectors[:, values < ROUNDING * max(float(values.max(initial=0.0)), 1.0)].T
    out = np.zeros((len(free), D.shape[1], 3))
    out[:, :pins] = free[:, None] / max(pins, 1)
    return out


def rows_determine_turn(D: Floats, point: Ints, rest: Floats) -> bool:
    """Whether rows D (r, h, 3) of points (r,) at rest (h, 3), in diagonals, fix a rotation.

    A small turn moves a row by its lever; what a shift of all rows could do as well does not count.
    """
    direction = D[np.arange(len(D)), point]
    lever = np.cross(rest[point] - rest.mean(axis=0), direction)
    shift = direction @ np.linalg.pinv(direction)
    turned = np.linalg.svd(lever - shift @ lever, compute_uv=False)
    return len(turned) == 3 and bool(turned[2] > SPREAD)


def compliances(S: Floats, weight: Floats, group: Ints, *, floating: bool) -> Floats:
    """(e,) σ of each point: (1 − w)/w times what its item gives way, shared out; 0 for firm ones.

    S:        (e, e) how far a unit force on one point moves another, the firm pins held
    group:    (e,) points with equal numbers are one item, which gives way as its mean does
    floating: whether no firm pin holds the whole; then forces are balanced by all points alike
    """
    e = len(S)
    held = np.eye(e) - 1.0 / e if floating else np.eye(e)
    own = held @ S @ held
    out = np.zeros(e)
    for item in np.unique(group[weight < 1.0]):
        points = np.flatnonzero(group == item)
        gives = float(own[np.ix_(points, points)].mean())
        w = float(weight[points[0]])
        out[points] = (1.0 - w) / w * gives * len(points)
    return np.where(out > ROUNDING * np.abs(S).max(initial=0.0), out, 0.0)


def told_apart(gram: Floats) -> Floats:
    """(k, e) orthonormal combinations of e points, or rows, that unknowns can tell apart; see `Body.gram`."""
    values, vectors = np.linalg.eigh((gram + gram.T) / 2)
    return vectors[:, values > 1.0].T


def softened(stiffness: Floats, compliance: Floats) -> Floats:
    """(h, h) the stiffness Λ of points, each behind a spring that gives way by compliance (h,)."""
    soft = np.linalg.solve(np.eye(len(stiffness)) + stiffness * compliance, stiffness)
    return soft.astype(np.float64)


def _inverse(system: Floats) -> Floats:
    """The inverse of a symmetric matrix; scaled first, since multipliers and shifts differ in size."""
    size = np.sqrt(np.maximum(np.abs(system).max(axis=1, initial=0.0), np.finfo(float).tiny))
    scaled = system / np.outer(size, size)
    inverse = np.linalg.pinv(scaled, rcond=ROUNDING, hermitian=True) / np.outer(size, size)
    return (inverse + inverse.T) / 2
