"""Held points on an elastic body: a live pose of the skin, which settles at full resolution."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from pliant.anchors import Held, check_independent, checked_targets
from pliant.arrays import Floats
from pliant.errors import OptionError
from pliant.geometry.rotations import closest_rotation, exp, log
from pliant.immutable import freeze_arrays
from pliant.methods.elastic.full_level import FullLevel
from pliant.methods.elastic.held_system import HeldSystem
from pliant.methods.elastic.skin_level import SkinHold, SkinLevel
from pliant.methods.elastic.turns import Found, Level, minimised
from pliant.pose import NOTHING, Pose, Pulled, Status
from pliant.rig import Grip, check_budget, check_incoherent
from pliant.skin import skinned
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.elastic.rig import ElasticIK

# Steps of a live move, and how many make a factor: from a neighbouring pose the first one serves all.
LIVE_STEPS = 3
LIVE_FACTORS = 1
# Held points that spread less than this share across their line leave a turn about it open.
LEAST = 1e-3
# With at most this many vertices a solve at full resolution takes a few milliseconds, and live poses have it.
FEW = 6_000
# …unless more points than this are held, each of which takes part in every solve.
FEW_HELD = 60


@dataclass(frozen=True, eq=False, kw_only=True)
class PulledBody(Pulled):
    """The parameters of an elastic pose.

    turns: (g, 3, 3) the rotation of each cell
    goal:  (h, 3) targets that they were found for
    x:     (n', 3) settled positions in the solver's coordinates; None for a live pose, which the palette has
    """

    turns: Floats
    goal: Floats
    x: Floats | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class ElasticPose(PulledBody, Pose):
    """A pose with the rotations that make it."""


class ElasticGrip(Grip["ElasticIK", ElasticPose]):
    """Held points on an elastic body."""

    pose_type = ElasticPose
    flows = True

    def __init__(self, rig: ElasticIK, held: Held) -> None:
        self.rig, self.held = rig, held
        C = held.matrix(rig.mesh.n)
        check_independent(C)
        self.C = csr_array(C @ rig.gather)
        self.rest = self.C @ rig.body.p
        self.skin = SkinHold(rig.subspace, self.C)

    @cached_property
    def system(self) -> HeldSystem:
        """The held points at full resolution; made when a pose first settles."""
        made = HeldSystem(self.rig.factor, self.C)
        freeze_arrays(made)
        return made

    @property
    def is_quick(self) -> bool:
        """Whether live poses have full resolution."""
        n = self.rig.shape.V.shape[1]
        return n <= FEW and len(self.held) * n <= FEW_HELD * FEW

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        pulled = self.pull(self.held.rest, budget=0.0)
        self.posed(pulled)
        between_turns(pulled.turns, closest_rotation(pulled.turns.copy()), 0.5)

    @with_one_blas_thread
    def pull(
        self,
        targets: ArrayLike,
        start: PulledBody | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> PulledBody:
        """The rotations with the held points at targets (h, 3), from `start` or the rest pose.

        Within a budget this is a pose of the skin, after a few steps; called again from there with the same
        targets, it settles at full resolution. Small meshes have it at once.
        """
        began = time.perf_counter()
        check_budget(budget)
        check_incoherent(coherence, self.rig.method)
        goal = checked_targets(targets, len(self.held))
        shift = self.rig.shape.frame.inward(goal) - self.rest
        T = self._start(goal, start)
        live = budget is not None
        options = self.rig.options
        again = start is not None and np.array_equal(start.goal, goal)
        if not (live and again and start is not None and start.x is not None):
            level = SkinLevel(self.skin, shift)
            found = self._searched(level, T, live=live)
            T = found.state.T
            ended = found.status is not Status.OUT_OF_ITERATIONS
            if not options.settles or (live and not self.is_quick and not (again and ended)):
                status = found.status if ended and not options.settles else Status.OUT_OF_TIME
                return self._skinned(level, found, goal, status, began)
        level = FullLevel(self.rig.body, self.system, self.skin.Q, shift)
        return self._settled(self._searched(level, T, live=live), goal, began, live=live)

    def _start(self, goal: Floats, start: PulledBody | None) -> Floats:
        """(3g, 3) rotations to begin with: those of a start, or one that brings the points near the goal."""
        count = self.rig.body.cells.count
        if start is None:
            return np.tile(least_placing_rotation(self.held.rest, goal).T, (count, 1))
        return _transposed(self._checked(start))

    def _checked(self, start: PulledBody) -> Floats:
        """(g, 3, 3) the rotations of a result; raises OptionError if it is not of this rig."""
        if not isinstance(start, PulledBody) or start.turns.shape != (self.rig.body.cells.count, 3, 3):
            raise OptionError("The start is no pose of this rig; give one that its grips have made.")
        return start.turns

    @with_one_blas_thread
    def between(self, targets: ArrayLike, a: PulledBody, b: PulledBody, share: float) -> PulledBody:
        """The pose whose cells have turned a share of the way from a to b, with points at targets (h, 3)."""
        began = time.perf_counter()
        goal = checked_targets(targets, len(self.held))
        shift = self.rig.shape.frame.inward(goal) - self.rest
        T = _transposed(between_turns(self._checked(a), self._checked(b), share))
        if a.x is None and b.x is None:
            level = SkinLevel(self.skin, shift)
            found = Found(level.at(T), Status.FLOWING, (b.energy,))
            pulled = self._skinned(level, found, goal, Status.FLOWING, began)
        else:
            level = FullLevel(self.rig.body, self.system, self.skin.Q, shift)
            found = Found(level.at(T), Status.FLOWING, (b.energy,))
            pulled = self._settled(found, goal, began, live=False)
        return replace(pulled, energy=b.energy, energies=(b.energy,))

    def _searched(self, level: Level, T: Floats, *, live: bool) -> Found:
        options = self.rig.options
        if live:
            return minimised(level, T, tolerance=options.tolerance, most=LIVE_STEPS, factors=LIVE_FACTORS)
        return minimised(level, T, tolerance=options.tolerance, most=options.iterations)

    def _skinned(
        self, level: SkinLevel, found: Found, goal: Floats, status: Status, began: float
    ) -> PulledBody:
        rig = self.rig
        palette = rig.shape.frame.palette(level.controls(found.state.T))
        corners = self.held.corners
        reached = skinned(rig.cell_skin, palette, corners.ravel()).reshape(-1, 3, 3)
        gaps = np.linalg.norm(np.einsum("hi,hic->hc", self.held.weights, reached) - goal, axis=1)
        return replace(self._pulled(found, goal, status, began), gaps=gaps, palette=palette)

    def _settled(self, found: Found, goal: Floats, began: float, *, live: bool) -> PulledBody:
        rig = self.rig
        x = rig.body.p + found.state.moves
        gaps = np.linalg.norm(rig.shape.frame.outward(self.C @ x) - goal, axis=1)
        status = found.status
        if live and status is Status.OUT_OF_ITERATIONS:
            status = Status.OUT_OF_TIME
        return replace(self._pulled(found, goal, status, began), gaps=gaps, x=x)

    def _pulled(self, found: Found, goal: Floats, status: Status, began: float) -> PulledBody:
        """The result of a search, without positions."""
        area = self.rig.body.area
        return PulledBody(
            status=status,
            iterations=len(found.energies) - 1,
            energy=found.energies[-1] / area,
            energies=tuple(energy / area for energy in found.energies),
            seconds=time.perf_counter() - began,
            gaps=NOTHING,
            turns=np.swapaxes(found.state.T.reshape(-1, 3, 3), 1, 2).copy(),
            goal=goal,
        )


def least_placing_rotation(points: Floats, places: Floats) -> Floats:
    """(3, 3) the rotation that brings points (h, 3) nearest to places (h, 3).

    Where these leave a turn open, as one point or two do, it turns no farther than it must.
    """
    M = (places - places.mean(axis=0)).T @ (points - points.mean(axis=0))
    sizes = np.linalg.svd(M, compute_uv=False)
    if sizes[0] == 0.0:
        return np.eye(3)
    return closest_rotation(M if sizes[1] > LEAST * sizes[0] else M + LEAST * sizes[0] * np.eye(3))


def between_turns(a: Floats, b: Floats, share: float) -> Floats:
    """(g, 3, 3) rotations a share of the way from a to b, along the shortest turns."""
    return np.einsum("rij,rjk->rik", a, exp(share * log(np.einsum("rji,rjk->rik", a, b))))


def _transposed(turns: Floats) -> Floats:
    """(3g, 3) the transposes of turns (g, 3, 3), one below the other."""
    return np.swapaxes(turns, 1, 2).reshape(-1, 3)
