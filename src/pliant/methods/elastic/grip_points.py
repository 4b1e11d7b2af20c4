"""What a grip of an elastic rig holds, in the solver's coordinates, and where a pull begins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from pliant.anchors import check_independent, checked_targets
from pliant.arrays import Array, Floats, Ints
from pliant.errors import OptionError
from pliant.geometry.rotations import closest_rotation
from pliant.methods.elastic.loose_pins import LoosePins, Standing
from pliant.methods.elastic.turns import Lead, Limited
from pliant.pins import PinnedPoints
from pliant.pose import NO_VERTICES, Pulled
from pliant.rig import check_budget, check_incoherent

if TYPE_CHECKING:
    from pliant.methods.elastic.rig import ElasticIK

# Held points that spread less than this share across their line leave a turn about it open.
LEAST = 1e-3
# Points that are held nearer than this to a line, in extents, are on it.
IN_LINE = 1e-6


@dataclass(frozen=True, eq=False, kw_only=True)
class PulledBody(Pulled):
    """The parameters of an elastic pose.

    turns: (g, 3, 3) the rotation of each cell
    goal:  (h, 3) targets that they were found for
    x:     (n', 3) settled positions in the solver's coordinates; None for a live pose, which the palette has
    placed: (k, 3) those of the body that was solved for: the same, or of the coarser surface of a large mesh
    limited: what the limit of strain has changed; then x is not only what the turns give
    asked: (c,) vertices of which the search has asked whether the floor holds them up
    """

    turns: Floats
    goal: Floats
    x: Floats | None = None
    placed: Floats | None = None
    limited: Limited = Limited.NOTHING
    asked: Ints = field(default_factory=lambda: NO_VERTICES)


@dataclass(frozen=True, eq=False)
class Pull:
    """Where a pull goes: targets (h, 3), displacements (h, 3) in the solver's units; whether it is live."""

    goal: Floats
    shift: Floats
    live: bool


@dataclass(frozen=True, eq=False)
class GripPoints:
    """The held points of a grip.

    C:     (h, n) sparse: their positions
    apart: (h, 3) how far they are from where seams are sewn
    firm:  (f, n) sparse: those that are met exactly
    pins:  the others, and the floor
    users: (n,) a vertex of the user for each of the solver's
    """

    rig: ElasticIK
    hold: PinnedPoints
    C: csr_array
    apart: Floats
    firm: csr_array
    pins: LoosePins
    users: Ints

    @staticmethod
    def of(rig: ElasticIK, hold: PinnedPoints) -> GripPoints:
        """Those of a hold; raises AnchorError where they depend on each other or are frozen."""
        if rig.frozen is not None:
            rig.frozen.check_not_grabbed(hold.held, rig.shape.of_user)
        C = hold.held.matrix(rig.mesh.n)
        check_independent(C)
        C, apart = csr_array(C @ rig.gather), C @ rig.apart
        pins = LoosePins.of(hold, C, rig.shape)
        users = np.unique(rig.shape.of_user, return_index=True)[1]
        return GripPoints(rig, hold, C, apart, csr_array(C[np.flatnonzero(hold.plain)]), pins, users)

    def pull(self, targets: ArrayLike, coherence: float, budget: float | None) -> Pull:
        """A pull to targets (h, 3), checked."""
        check_budget(budget)
        check_incoherent(coherence, self.rig.method)
        goal = checked_targets(targets, len(self.hold.held))
        places = self.rig.shape.frame.inward(self.hold.goals(goal) - self.apart)
        return Pull(goal, places - self.C @ self.rig.shape.V[0], budget is not None)

    def rests(self, pull: Pull) -> bool:
        """Whether every point is held where it rests, and nothing pushes."""
        frozen = self.rig.frozen
        moved = frozen is not None and (frozen.positions != self.rig.mesh.V[frozen.vertices]).any()
        return self.pins.point is None and not moved and np.array_equal(pull.goal, self.hold.held.rest)

    def turns(self, pull: Pull, start: Pulled | None, count: int) -> Floats:
        """(count, 3, 3) rotations to begin with: a start's, or one that brings points near their goals.

        Where points that slide should be is not known, so that they suggest nothing.
        """
        if start is not None:
            return checked_turns(start, count)
        known = ~self.hold.slides
        rest, goal = self.hold.held.rest[known], self.hold.goals(pull.goal)[known]
        frozen = self.rig.frozen
        if frozen is not None:
            rest = np.concatenate([rest, self.rig.mesh.V[frozen.vertices]])
            goal = np.concatenate([goal, frozen.positions])
        return np.tile(least_placing_rotation(rest, goal), (count, 1, 1))

    def lead(self, pull: Pull, standing: Standing) -> Lead:
        """Where the firm points are led.

        A turn of the whole costs nothing about axes through all that is held: three through one point, a line
        through several that stand in it.
        """
        shift = pull.shift[~self.pins.loose]
        if self.pins.has_rows(standing) or not self.rig.subspace.floats:
            return Lead(shift)
        places = self.C @ self.rig.shape.V[0] + shift
        spread, axes = np.linalg.eigh(np.cov(places.T, bias=True))
        across = int((spread > IN_LINE**2).sum())
        return Lead(shift) if across > 1 else Lead(shift, axes[:, -1:].T if across else np.eye(3))

    def standing(self, *starts: PulledBody | None, again: bool = False) -> Standing:
        """What stood on the floor in earlier poses.

        again: whether the search goes on, so that everything is asked again that was asked there
        """
        if self.pins.point is None:
            return Standing.none()
        vertices, places = [NO_VERTICES], [np.empty((0, 3))]
        for start in starts:
            if start is not None and len(start.touching):
                vertices.append(start.touching)
                places.append(self.rig.carried(start)[start.touching])
        user, first = np.unique(np.concatenate(vertices), return_index=True)
        own = self.rig.shape.of_user
        stood = self.pins.begun(own[user], self.rig.shape.frame.inward(np.concatenate(places)[first]))
        if not again:
            return stood
        asked = np.concatenate([NO_VERTICES, *(start.asked for start in starts if start is not None)])
        return stood.and_also(np.setdiff1d(own[asked], stood.vertices))

    def asked(self, standing: Standing) -> Ints:
        """The user's vertices that may stand."""
        return np.sort(self.users[standing.vertices])

    def touching(self, standing: Standing, acting: Array | None) -> Ints:
        """The user's vertices that the floor holds up, where its rows, which come last, act."""
        if acting is None or not len(standing.vertices):
            return NO_VERTICES
        return np.sort(self.users[standing.vertices[acting[-len(standing.vertices) :]]])

    def reached(self, x: Floats) -> Floats:
        """(h, 3) where the points are at the solver's positions x (n, 3)."""
        return self.rig.shape.frame.outward(self.C @ x) + self.apart


def checked_turns(start: Pulled, count: int) -> Floats:
    """(count, 3, 3) the rotations of a result; raises OptionError if it is not of this rig."""
    if not isinstance(start, PulledBody) or start.turns.shape != (count, 3, 3):
        raise OptionError("The start is no pose of this rig; give one that its grips have made.")
    return start.turns


def least_placing_rotation(points: Floats, places: Floats) -> Floats:
    """(3, 3) the rotation that brings points (h, 3) nearest to places (h, 3).

    Where these leave a turn open, as one point or two do, it turns no farther than it must.
    """
    if not len(points):
        return np.eye(3)
    M = (places - places.mean(axis=0)).T @ (points - points.mean(axis=0))
    sizes = np.linalg.svd(M, compute_uv=False)
    if sizes[0] == 0.0:
        return np.eye(3)
    return closest_rotation(M if sizes[1] > LEAST * sizes[0] else M + LEAST * sizes[0] * np.eye(3))
