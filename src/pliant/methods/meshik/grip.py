"""A MeshIK rig with its held points: what depends on them alone, then one search per drag."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held, check_independent, checked_targets
from pliant.arrays import Floats, Ints, Targets, read_only
from pliant.errors import AnchorError
from pliant.examples.drag_search import DragSearch
from pliant.examples.flow import Between, between
from pliant.examples.guess import Guess, Guessed
from pliant.examples.live import Move
from pliant.examples.problem import Fit, PoseProblem, PoseState
from pliant.examples.search import Blend, Start, determine_turn
from pliant.examples.standing import Body
from pliant.examples.yielding import softened
from pliant.examples.yielding_pins import Footholds, YieldingPins
from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.laplacian import weighted_laplacian
from pliant.methods.meshik.constraints import Constraints
from pliant.methods.meshik.discs import MOST, above, kept_at
from pliant.methods.meshik.incidence import Incidence
from pliant.methods.meshik.vertex_fit import VertexFit
from pliant.pins import PinnedPoints
from pliant.pose import NO_VERTICES, Pose, Pulled, Status
from pliant.rig import Grip, check_budget
from pliant.solve.gauss_newton import Outcome
from pliant.solve.sparse import HeldLaplacian
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.meshik.rig import MeshIK

# Held points that are asked which examples they suggest: more say the same.
MOST_ASKED = 64
# Beyond this many anchors a new factorisation is cheaper than one solve for each.
MOST_MULTIPLIERS = 192


@dataclass(frozen=True, eq=False, kw_only=True)
class MeshIKPose(Blend, Pose):
    """A pose with the blend that it is nearest to: k weights, or k − 1 for the linear span.

    residuals: (m,) squared distance of each triangle of the mesh from the blend; a heat map of doubt
    """

    residuals: Floats


class MeshIKGrip(Grip["MeshIK", MeshIKPose]):
    """Held points on a rig. Up to a few hundred are met by multipliers, without a new factor."""

    pose_type = MeshIKPose
    flows = True

    def __init__(self, rig: MeshIK, hold: PinnedPoints) -> None:
        self.rig = rig
        self.hold, self.held = hold, hold.held
        held, firm = hold.held, hold.plain
        frozen = rig.frozen
        shape = rig.shape
        corners = shape.of_user[held.corners]
        inner = Held(corners, held.weights, held.group, held.rest)
        _check_apart(held, inner)
        if frozen is not None:
            frozen.check_not_grabbed(held, shape.of_user)
        pinned = firm.sum() > MOST_MULTIPLIERS and bool((held.weights[firm, 0] == 1.0).all())
        stay = np.empty(0, dtype=np.int64) if frozen is None else shape.of_user[frozen.vertices]
        self._frozen_at = np.empty((0, 3)) if frozen is None else shape.frame.inward(frozen.positions)
        stay, first = np.unique(stay, return_index=True)
        self._frozen_at = self._frozen_at[first]
        self._pinned = corners[firm, 0] if pinned else np.empty(0, dtype=np.int64)
        self.W = rig.W if frozen is None else _without(rig.W, rig.around, stay)
        grounded = len(stay) == 0 and not pinned
        system = rig.system if grounded else self._refactored(np.concatenate([stay, self._pinned]))
        rows = inner.matrix(len(rig.around.starts) - 1)
        check_independent(rows[:0] if pinned else rows)
        self._firm = Constraints.of(system, rows[firm][:0] if pinned else rows[firm], grounded=grounded)
        self._grounded, self._inner = grounded, inner
        self._yielding = None
        if hold.floor is not None or not firm.all():
            self._yielding = YieldingPins.of(self._body(), inner, hold, shape.frame)
            self._of_solver = np.unique(shape.of_user, return_index=True)[1]
        self._free_turn = (
            rig.options.turning == "auto"
            and frozen is None
            and determine_turn(shape.frame.inward(held.rest))
            and (self._yielding is None or self._yielding.determine_turn(shape.frame.inward(held.rest)))
        )
        self._unmoved = np.zeros((system.n, 3))
        self._asked = self._telling()
        self._guess = self._seen(inner)

    def warm(self) -> None:
        """Load every compiled kernel and touch the memory of a drag, so that the first one does not wait."""
        search = self.rig.search
        goal = self.rig.shape.frame.inward(self.held.rest)
        guessed = self._guessed(goal)
        fit, start = self._fit(goal), search.start(guessed)
        search.warm(search.problem(fit, self.W, guessed, turning=self._free_turn), start)
        blend = search.started(start)
        self._rounded(between(search, fit, self.W, (blend, blend), 0.5), goal, NO_VERTICES)

    @with_one_blas_thread
    def pace(self) -> float:
        """Seconds of a live step, measured; the first one also loads its kernels."""
        guessed = self._guessed(self.rig.shape.frame.inward(self.held.rest))
        return self.rig.live.pace(self.at_rest(), self.rig.search.start(guessed))

    def at_rest(self) -> PoseProblem:
        """The problem with the anchors where they rest."""
        goal = self.rig.shape.frame.inward(self.held.rest)
        return self.rig.search.problem(self._fit(goal), self.W, self._guessed(goal), turning=self._free_turn)

    def _guessed(self, goal: Targets) -> Guessed:
        """What the pins suggest for the solver's targets goal (h, 3)."""
        return self._guess.at(goal[self._asked])

    def _telling(self) -> Ints:
        """The held points that are asked which examples they suggest: some of those that do not slide."""
        # Where points that slide should be is not known, so that they suggest nothing.
        known = np.flatnonzero(~self.hold.slides)
        many = len(known) > MOST_ASKED
        return known[farthest_points(self.held.rest[known], MOST_ASKED)] if many else known

    def _seen(self, inner: Held) -> Guess:
        """The examples as the held points see them; where a region is frozen, bent to its place."""
        rig, at, asked, base = self.rig, self._firm, self._asked, None
        pinned = len(self._pinned) > 0
        if pinned or len(asked) != len(at.stiffness):
            system = rig.system if pinned else at.system
            at = Constraints.of(system, inner.matrix(system.n)[asked], grounded=self._grounded or pinned)
        anchors = np.stack([inner.on(pose)[asked] for pose in rig.shape.V])
        stiffness = at.stiffness
        if self._yielding is not None:
            stiffness = softened(stiffness, self._yielding.compliances[asked])
        if at.system is not rig.system:
            bends = [at.system.extension(self._frozen_at - pose[at.system.held]) for pose in rig.shape.V]
            anchors = anchors + np.stack([at.C @ bend for bend in bends])
            base = np.array([np.einsum("va,va->", bend, at.system.A @ bend) for bend in bends])
        may_turn = self._free_turn and determine_turn(anchors[0])
        return rig.search.guess(anchors, stiffness, may_turn=may_turn, base=base)

    @cached_property
    def _caps(self) -> Floats | None:
        """(n, h) what forces on discs move else than forces on the firm anchors; None without discs."""
        firm, inner, own, discs = self._firm, self._inner, self.hold.plain, self.rig.discs
        if discs is None or not 0 < len(firm.stiffness) <= MOST:
            return None
        anchors = Held(inner.corners[own], inner.weights[own], inner.group[own], inner.rest[own])
        return read_only(firm.spread(discs.loads(anchors), grounded=self._grounded))

    def _rounded(self, found: PoseState | Between, goal: Targets, standing: Ints) -> Floats:
        """The positions (n, 3) found, with forces on discs; a floor holds up the user's vertices standing."""
        if (caps := self._caps) is None:
            return found.x
        moves = caps @ self._fit(goal).constrained.missed(found.u)
        if (pins := self._yielding) is None:
            return found.x + moves
        E, Y = pins.held_rows(self.rig.shape.of_user[standing])
        x = found.x + (kept_at(E, Y, moves) if Y.shape[1] else moves)
        return x if pins.ground is None else above(found.x, x, pins.ground.point, pins.ground.normal)

    def _refactored(self, stay: Ints) -> HeldLaplacian:
        return HeldLaplacian(weighted_laplacian(self.rig.gradient, self.W), stay)

    def _body(self) -> Body:
        """How points of the solver's mesh follow its vertices, with the firm anchors held."""
        firm, n, grounded = self._firm, len(self.rig.around.starts) - 1, self._grounded
        floating = grounded and not len(firm.stiffness)
        return Body(
            rows=lambda points: points.matrix(n),
            responses=lambda E: firm.responses(E, grounded=grounded),
            vertices=lambda x: x,
            shift=np.ones(n) if floating else None,
        )

    def drag(
        self,
        targets: ArrayLike,
        start: MeshIKPose | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> MeshIKPose:
        """The pose with the anchors at targets (h, 3): the same as `pull`."""
        return self.pull(targets, start, coherence=coherence, budget=budget)

    def pull(
        self,
        targets: ArrayLike,
        start: MeshIKPose | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> MeshIKPose:
        """The pose with the anchors at targets (h, 3), from `start` or the nearest example.

        coherence: p of p‖w − w_start‖², per unit of normalised energy, keeps an animation together; a turn
        of the whole against the start costs likewise. The paper's 100 is about 0.01 here.
        budget:    seconds; as many steps as fit are taken (see examples/live.py), one at least
        """
        check_budget(budget)
        return self._pulled(targets, start, coherence, budget)

    def searches(self, targets: ArrayLike) -> Iterator[Pulled]:
        """Results of searches that begin at different places: other examples and mixes of them, too."""
        yield from super().searches(targets)
        places = checked_targets(targets, len(self.held))
        guessed = self._guessed(self.rig.shape.frame.inward(self.hold.goals(places)))
        yield from (self._pulled(targets, start) for start in self.rig.search.starts(guessed))

    @with_one_blas_thread
    def _pulled(
        self,
        targets: ArrayLike,
        start: MeshIKPose | Start | None,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> MeshIKPose:
        """The pose of a search from an earlier pose, from a start without one, or from where pins suggest."""
        began = time.perf_counter()
        rig = self.rig
        places = checked_targets(targets, len(self.held))
        goal = rig.shape.frame.inward(self.hold.goals(places))
        outcome, blend, touching = self._found(goal, start, coherence, budget)
        state = outcome.state
        V = rig.shape.outward(self._rounded(state, goal, touching))
        return MeshIKPose(
            V=V,
            gaps=self.hold.gaps(self.held.on(V), places),
            status=outcome.status,
            iterations=outcome.iterations,
            energy=state.energy,
            energies=outcome.energies,
            seconds=time.perf_counter() - began,
            residuals=self._residuals(
                rig.around.residuals(state.x, state.T) if state.squares is None else state.squares
            ),
            touching=touching,
            **vars(blend),
        )

    @with_one_blas_thread
    def between(self, targets: ArrayLike, a: MeshIKPose, b: MeshIKPose, share: float) -> MeshIKPose:
        """The pose at a share of the way from a to b, with the anchors at targets (h, 3)."""
        began = time.perf_counter()
        rig = self.rig
        places = checked_targets(targets, len(self.held))
        goal = rig.shape.frame.inward(self.hold.goals(places))
        fit: Fit = (firm := self._fit(goal))
        if self._yielding is not None:
            standing = np.union1d(self._kept(a).vertices, self._kept(b).vertices)
            fit = self._yielding.standing_fit(firm, goal, standing)
        found = between(rig.search, fit, self.W, (a, b), share)
        V = rig.shape.outward(self._rounded(found, goal, np.union1d(a.touching, b.touching)))
        return MeshIKPose(
            V=V,
            gaps=self.hold.gaps(self.held.on(V), places),
            status=Status.FLOWING,
            iterations=0,
            energy=found.energy,
            energies=(found.energy,),
            seconds=time.perf_counter() - began,
            residuals=self._residuals(rig.around.residuals(found.x, found.T)),
            touching=b.touching,
            **vars(found.blend),
        )

    def path(self, targets: ArrayLike, a: MeshIKPose, b: MeshIKPose) -> Callable[[float], MeshIKPose]:
        """The poses between a and b, which begin at a itself and end in b itself.

        A pose need not be the fit of its blend: pins that were let go have stretched it, a floor pushes it.
        What it is apart from that fades out and in along the way, and is nothing where points are held.
        """
        left = a.V - self.between(self.held.on(a.V), a, b, 0.0).V
        ahead = b.V - self.between(self.held.on(b.V), a, b, 1.0).V

        def at(share: float) -> MeshIKPose:
            found = self.between(targets, a, b, share)
            return replace(found, V=found.V + (1.0 - share) * left + share * ahead)

        return at

    def _found(
        self, goal: Targets, start: MeshIKPose | Start | None, coherence: float, budget: float | None
    ) -> tuple[Outcome[PoseState], Blend, Ints]:
        """The end of the search with the anchors at goal (h, 3), and what a floor holds up."""
        rig, guessed, finder = self.rig, self._guessed(goal), None
        earlier = None if isinstance(start, Start) else start
        if budget is not None:
            own = self._firm.system is rig.system and self.W is rig.W
            move = Move(self.hold, goal, max(1, int(budget / rig.pace)), own)
            finder = partial(rig.live.found, move=move)
        search = DragSearch(rig.search, self.W, guessed, self._free_turn, earlier, coherence, finder)
        firm, begin = self._fit(goal), start or rig.search.start(guessed)
        if self._yielding is None:
            return *search.found(firm, begin), NO_VERTICES
        outcome, blend, touching = self._yielding.found(firm, goal, search, begin, self._kept(earlier))
        return outcome, blend, self._of_solver[touching]

    def _fit(self, goal: Targets) -> VertexFit:
        """The firm anchors at their targets, the places of frozen and pinned vertices extended."""
        own = goal[self.hold.plain] if self._yielding is not None else goal
        system = self._firm.system
        if system is self.rig.system:
            return VertexFit(self.rig.around, self._firm.at(own, self._unmoved))
        pinned = len(self._pinned) > 0
        places = np.concatenate([self._frozen_at, own]) if pinned else self._frozen_at
        at = self._firm.at(own[:0] if pinned else own, system.extension(places))
        return VertexFit(self.rig.around, at)

    def _kept(self, start: MeshIKPose | None) -> Footholds:
        """What a floor held up in an earlier pose, in the solver's numbers and coordinates."""
        if start is None or self.hold.floor is None:
            return Footholds.none()
        places = self.rig.shape.frame.inward(start.V[start.touching])
        return Footholds(self.rig.shape.of_user[start.touching], places)

    def _residuals(self, solved: Floats) -> Floats:
        """(m,) for the user's triangles, from the solver's; flat ones, which it leaves out, have none."""
        rig = self.rig
        out = np.zeros(len(rig.mesh.F))
        out[rig.shape.kept] = solved[: len(rig.shape.kept)]
        return out


def _check_apart(held: Held, inner: Held) -> None:
    """Refuses two anchors on one point of the solver's mesh."""
    single = np.flatnonzero(held.weights[:, 0] == 1.0)
    _, first, counts = np.unique(inner.corners[single, 0], return_index=True, return_counts=True)
    if (counts > 1).any():
        point = inner.corners[single, 0][first[counts > 1][0]]
        same = held.corners[single, 0][inner.corners[single, 0] == point]
        raise AnchorError(
            f"The vertices {same[0]} and {same[1]} coincide in every pose and move as one; "
            "grab only one of them."
        )


def _without(W: Floats, around: Incidence, stay: Ints) -> Floats:
    """Weights of triangles and bars, zero where all corners are frozen; the triangles' sum to one."""
    vertex = np.repeat(np.arange(len(around.starts) - 1), np.diff(around.starts))
    free = np.bincount(around.element[~np.isin(vertex, stay)], minlength=len(W)) > 0
    rest, m = np.where(free, W, 0.0), len(around.F)
    if not rest.any():
        raise AnchorError("Every vertex is frozen; leave some free to be posed.")
    return np.concatenate([rest[:m] / rest[:m].sum(), rest[m:]])
