"""Held points on an elastic body: a live pose of the skin, which settles at full resolution."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from pliant.arrays import Floats
from pliant.geometry.rotations import closest_rotation, exp, log
from pliant.immutable import freeze_arrays
from pliant.methods.elastic.fine_surface import FineSurface
from pliant.methods.elastic.full_level import FullLevel
from pliant.methods.elastic.grip_points import GripPoints, Pull, PulledBody, checked_turns
from pliant.methods.elastic.held_system import HeldSystem, independent
from pliant.methods.elastic.limited_search import within_limit
from pliant.methods.elastic.loose_pins import Standing
from pliant.methods.elastic.skin_level import LooseSkin, SkinHold, SkinLevel
from pliant.methods.elastic.turns import Found, Level, Limited, minimised
from pliant.pins import PinnedPoints
from pliant.pose import NOTHING, Pose, Status
from pliant.rig import Grip
from pliant.skin import skinned
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.elastic.rig import ElasticIK

# Steps of a live move, and how many make a factor: from a neighbouring pose the first one serves all.
LIVE_STEPS = 3
LIVE_FACTORS = 1
# Steps of a call that settles a large mesh: carrying its details takes longer than so many.
LARGE_STEPS = 12
# Steps of the skin where full resolution goes on from it: far twists would take hundreds.
BEGINNING = 20
# Steps of one call that bring crushed triangles back: see `limited_search.py`. With 8, cut short while the
# hand moves, a cow's triangles jumped 1.8 times as far as the hand; with 24 none moves farther than without.
LIVE_LIMITED = 24
# Searches for one pose above a floor at most, while what has sunk joins; live, the others follow later.
ROUNDS = 12
LIVE_ROUNDS = 2
# With at most this many vertices a solve at full resolution takes a few milliseconds, and live poses have it.
FEW = 6_000
# …unless more points than this are held, each of which takes part in every solve.
FEW_HELD = 60

LevelT = TypeVar("LevelT", bound=Level)


@dataclass(frozen=True, eq=False, kw_only=True)
class ElasticPose(PulledBody, Pose):
    """A pose with the rotations that make it."""


class ElasticGrip(Grip["ElasticIK", ElasticPose]):
    """Held points on an elastic body."""

    pose_type = ElasticPose
    flows = True

    def __init__(self, rig: ElasticIK, hold: PinnedPoints) -> None:
        self.rig, self.hold, self.held = rig, hold, hold.held
        self.points = GripPoints.of(rig, hold)
        self.skin = SkinHold(rig.subspace, self.points.firm)

    @cached_property
    def system(self) -> HeldSystem:
        """The held points at full resolution; made when a pose first settles."""
        proxy, C = self.rig.proxy, self.points.firm
        if proxy is None:
            made = HeldSystem(self.rig.resolution, C)
        else:
            # Points between the same vertices of the coarser surface depend on each other.
            made = HeldSystem(self.rig.resolution, csr_array(C @ proxy.matrix), independent)
        freeze_arrays(made)
        return made

    @cached_property
    def fine_surface(self) -> FineSurface | None:
        """A large mesh above its coarser surface; None for other meshes."""
        if self.rig.proxy is None:
            return None
        made = self.rig.fine_surface(self.rig.proxy, self.points.firm)
        freeze_arrays(made)
        return made

    @property
    def is_quick(self) -> bool:
        """Whether live poses have full resolution."""
        n = self.rig.shape.V.shape[1]
        return n <= FEW and len(self.held) * n <= FEW_HELD * FEW

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        # At rest nothing is searched.
        pulled = self.pull(self.held.rest + 0.01 * self.rig.shape.frame.diagonal, budget=0.0)
        self.posed(pulled)
        self.moved(pulled, pulled)
        self.rig.warm_limit()
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
        pull = self.points.pull(targets, coherence, budget)
        T = transposed(self.points.turns(pull, start, self.rig.cells.count))
        if self.points.rests(pull):
            return self._resting(pull, began)
        again = start is not None and np.array_equal(start.goal, pull.goal)
        standing = self.points.standing(start, again=again)
        if not (pull.live and again and start is not None and start.x is not None):
            found, level, standing = self._found(
                self._skin_level, self._skin_search(live=pull.live), pull, T, standing
            )
            T = found.state.T
            ended = found.status is not Status.OUT_OF_ITERATIONS
            settles = self.rig.options.settles
            if not settles or (pull.live and not self.is_quick and not (again and ended)):
                status = found.status if ended and not settles else Status.OUT_OF_TIME
                return self._skinned(level, found, pull, standing, status, began)
        search = self._full_search(start, live=pull.live, again=again)
        found, level, standing = self._found(self._full_level, search, pull, T, standing)
        return self._settled(level, found, pull, standing, began)

    def _resting(self, pull: Pull, began: float) -> PulledBody:
        """The rest pose, which has no energy, so that no other has less; it needs no factor."""
        count = self.rig.cells.count
        palette = np.tile(np.eye(3, 4), (count, 1, 1)) if not self.rig.options.settles else None
        return PulledBody(
            status=Status.CONVERGED,
            iterations=0,
            energy=0.0,
            energies=(0.0,),
            seconds=time.perf_counter() - began,
            gaps=np.zeros(len(self.held)),
            turns=np.tile(np.eye(3), (count, 1, 1)),
            goal=pull.goal,
            x=None if palette is not None else self.rig.shape.V[0],
            placed=None if palette is not None else self.rig.learned.p,
            palette=palette,
        )

    @with_one_blas_thread
    def between(self, targets: ArrayLike, a: PulledBody, b: PulledBody, share: float) -> PulledBody:
        """The pose whose cells have turned a share of the way from a to b, with points at targets (h, 3)."""
        began = time.perf_counter()
        pull = self.points.pull(targets, 0.0, None)
        count = self.rig.cells.count
        T = transposed(between_turns(checked_turns(a, count), checked_turns(b, count), share))
        standing = self.points.standing(a, b)
        if a.x is None and b.x is None:
            level = self._skin_level(pull, standing)
            found = Found(level.at(T), Status.FLOWING, (b.energy,))
            pulled = self._skinned(level, found, pull, standing, Status.FLOWING, began)
        else:
            level = self._full_level(pull, standing)
            state = level.at(T)
            moves = state.moves + (1.0 - share) * self._limited_moves(a) + share * self._limited_moves(b)
            found = Found(replace(state, moves=moves), Status.FLOWING, (b.energy,))
            pulled = self._settled(level, found, pull, standing, began)
        return replace(pulled, energy=b.energy, energies=(b.energy,), touching=b.touching)

    def _limited_moves(self, pulled: PulledBody) -> Floats | float:
        """(n, 3) how far the limit of strain has moved a result from what its turns give."""
        if pulled.limited is Limited.NOTHING or pulled.placed is None:
            return 0.0
        level = self._full_level(self.points.pull(pulled.goal, 0.0, None), self.points.standing(pulled))
        return pulled.placed - level.placed(level.at(transposed(pulled.turns)))

    def _skin_level(self, pull: Pull, standing: Standing) -> SkinLevel:
        pins, loose = self.points.pins, None
        if pins.has_rows(standing):
            P, Y = LooseSkin.responses(self.skin, pins.points(standing))
            rows = pins.rows(P @ self.skin.space.U @ Y, standing, floats=self.skin.floats)
            loose = LooseSkin(self.skin, P, Y, rows, rows.at(pins.targets(pull.shift, standing)))
        return SkinLevel(self.skin, self.points.lead(pull, standing), loose)

    def _full_level(self, pull: Pull, standing: Standing) -> FullLevel:
        pins = self.points.pins
        loose = pins.system(self.system, pull.shift, standing, self.rig.proxy)
        lead, fine = self.points.lead(pull, standing), self._fine(pull, standing)
        return FullLevel(self.rig.body, self.system, self.skin.Q, lead, loose, fine)

    def _fine(self, pull: Pull, standing: Standing) -> Callable[[Floats, Floats], Floats] | None:
        """How positions of a large mesh follow from those of its coarser surface; None for other meshes."""
        surface = self.fine_surface
        if surface is None:
            return None
        firm, skin = self.points.firm, self._skin_level(pull, standing)
        goal = firm @ self.rig.shape.V[0] + pull.shift[~self.points.pins.loose]
        return lambda y, T: surface.positions(y, skin.controls(T), goal)

    def _found(
        self,
        level_of: Callable[[Pull, Standing], LevelT],
        searched: Callable[[LevelT, Floats], Found],
        pull: Pull,
        T: Floats,
        standing: Standing,
    ) -> tuple[Found, LevelT, Standing]:
        """The end of a search above the floor, its level, and what stands there."""

        def search(standing: Standing) -> tuple[Found, LevelT]:
            nonlocal T
            level = level_of(pull, standing)
            found = searched(level, T)
            T = found.state.T
            return found, level

        found, level = search(standing)
        if self.points.pins.point is None:
            # Without a floor nobody asks where the vertices are, which would cost as much as there are.
            return found, level, standing
        for _ in range(LIVE_ROUNDS if pull.live else ROUNDS):
            new = self.points.pins.stands(level.positions(found.state), found.state.acting, standing)
            if new is None:
                return found, level, standing
            standing = new
            found, level = search(standing)
        return replace(found, status=Status.OUT_OF_ITERATIONS), level, standing

    def _skin_search(self, *, live: bool) -> Callable[[SkinLevel, Floats], Found]:
        options = self.rig.options
        most = min(BEGINNING, options.iterations) if options.settles else options.iterations
        return lambda level, T: self._searched(level, T, most, live=live)

    def _full_search(
        self, start: PulledBody | None, *, live: bool, again: bool
    ) -> Callable[[FullLevel, Floats], Found]:
        """The search at full resolution, under the limit of strain.

        again: whether the start has the same targets; live poses turn cells for the limit only then
        """
        options, floor = self.rig.options, self.points.pins.point is not None
        goes_on = live and again and not floor and start is not None and start.limited is Limited.TURNED

        def search(level: FullLevel, T: Floats) -> Found:
            if goes_on and start is not None and start.placed is not None:
                state = replace(level.at(T), moves=start.placed - self.rig.body.p)
                found = Found(state, Status.CONVERGED, (state.energy,))
            else:
                found = self._searched(level, T, options.iterations, live=live)
            rests = not live or (again and found.status is not Status.OUT_OF_ITERATIONS)
            # A search that goes on does not know what a floor holds up; above one it is never cut short.
            most = LIVE_LIMITED if live and not (rests and floor) else options.iterations
            return within_limit(
                level, found, self.rig.limit, tolerance=options.tolerance, most=most, turning=rests
            )

        return search

    def _searched(self, level: Level, T: Floats, most: int, *, live: bool) -> Found:
        tolerance = self.rig.options.tolerance
        if live and level.nearly and self.rig.proxy is not None:
            return minimised(level, T, tolerance=tolerance, most=min(LARGE_STEPS, most))
        if live:
            return minimised(level, T, tolerance=tolerance, most=LIVE_STEPS, factors=LIVE_FACTORS)
        return minimised(level, T, tolerance=tolerance, most=most)

    def _skinned(
        self, level: SkinLevel, found: Found, pull: Pull, standing: Standing, status: Status, began: float
    ) -> PulledBody:
        rig = self.rig
        palette = rig.shape.frame.palette(level.controls(found.state.T))
        corners = self.held.corners
        carried = skinned(rig.cell_skin, palette, corners.ravel()).reshape(-1, 3, 3)
        reached = np.einsum("hi,hic->hc", self.held.weights, carried)
        made = self._pulled(found, pull, standing, status, began)
        return replace(made, gaps=self.hold.gaps(reached, pull.goal), palette=palette)

    def _settled(
        self, level: FullLevel, found: Found, pull: Pull, standing: Standing, began: float
    ) -> PulledBody:
        x = level.positions(found.state)
        status = found.status
        if pull.live and status is Status.OUT_OF_ITERATIONS:
            status = Status.OUT_OF_TIME
        made = self._pulled(found, pull, standing, status, began)
        gaps = self.hold.gaps(self.points.reached(x), pull.goal)
        return replace(made, gaps=gaps, x=x, placed=level.placed(found.state), limited=found.limited)

    def _pulled(
        self, found: Found, pull: Pull, standing: Standing, status: Status, began: float
    ) -> PulledBody:
        """The result of a search, without positions."""
        area = self.rig.learned.area
        return PulledBody(
            status=status,
            iterations=len(found.energies) - 1,
            energy=found.energies[-1] / area,
            energies=tuple(energy / area for energy in found.energies),
            seconds=time.perf_counter() - began,
            gaps=NOTHING,
            turns=np.swapaxes(found.state.T.reshape(-1, 3, 3), 1, 2).copy(),
            goal=pull.goal,
            touching=self.points.touching(standing, found.state.acting),
            asked=self.points.asked(standing),
        )


def between_turns(a: Floats, b: Floats, share: float) -> Floats:
    """(g, 3, 3) rotations a share of the way from a to b, along the shortest turns."""
    return np.einsum("rij,rjk->rik", a, exp(share * log(np.einsum("rji,rjk->rik", a, b))))


def transposed(turns: Floats) -> Floats:
    """(3g, 3) the transposes of turns (g, 3, 3), one below the other."""
    return np.swapaxes(turns, 1, 2).reshape(-1, 3)
