"""A Handle IK rig with its held points: what each follows, then one search over pose weights per drag.

A point on a handle moves with it. A point on a soft part moves nearly as the handles' membrane weights say,
Σ b_h M_h p; the search uses that, the surface is posed, and where the point then is corrects the search.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held, checked_targets
from pliant.arrays import Floats, Ints, Targets
from pliant.errors import AnchorError, OptionError
from pliant.methods.handles.chains import blended
from pliant.methods.handles.energy import Task, points_at
from pliant.methods.handles.pattern import greedy_order
from pliant.methods.handles.search import FoundWeights, gauss_newton_search, pattern_found
from pliant.methods.handles.similarities import between_similarities
from pliant.pose import Pose, Status
from pliant.rig import Grip, check_budget
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.handles.rig import HandleIK

# Rounds of search and correction for points on soft parts at most…
ROUNDS = 8
# …and the change of the correction, in sizes of the mesh, that ends them.
CORRECTED = 1e-7
# Handles that carry a soft point less than this are left out of its search.
FAINT = 1e-9


@dataclass(frozen=True, eq=False, kw_only=True)
class HandlePose(Pose):
    """A pose with the mixture that makes it.

    weights:  (P,) of the sculpted poses
    matrices: (H, 4, 4) the handles' similarities
    order:    (P,) in which the poses act; empty where there is no order
    Its gaps are seldom zero: mixtures reach what the poses reach.
    """

    matrices: Floats
    order: Ints


class HandleGrip(Grip["HandleIK", HandlePose]):
    """Held points on a rig; made without a new factor.

    soft: whether any point lies off the rigid parts
    """

    pose_type = HandlePose
    flows = True

    def __init__(self, rig: HandleIK, held: Held) -> None:
        self.rig = rig
        self.held = held
        handle, point, row = _terms(rig, held)
        self.soft = bool(
            (~rig.editor.hold.rigid[rig.shape.of_user[held.corners]] & (held.weights != 0)).any()
        )
        self._counts = np.array([0.0 if pose.free else 1.0 for pose in rig.sculpted])
        self._order = rig.fixed_order
        options = rig.options
        lower, upper = options.bounds or (-np.inf, np.inf)
        self._task = Task(
            order=np.arange(len(rig.sculpted)) if self._order is None else self._order,
            handle=handle,
            point=point,
            row=row,
            target=np.asarray(held.rest),
            scale=1.0 / rig.shape.size**2,
            amount=float(options.amount),
            size=float(options.size),
            unity=float(options.unity),
            example=float(options.example),
            last=0.0,
            counts=self._counts,
            before=np.zeros(len(rig.sculpted)),
            lower=np.where(self._counts > 0.0, lower, -np.inf),
            upper=np.where(self._counts > 0.0, upper, np.inf),
        )

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        pose = self.drag(self.held.rest)
        self.between(self.held.rest, pose, pose, 0.5)

    def drag(
        self,
        targets: ArrayLike,
        start: HandlePose | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> HandlePose:
        """The mixture of poses that brings the held points nearest to targets (h, 3): the same as `pull`."""
        return self.pull(targets, start, coherence=coherence, budget=budget)

    @with_one_blas_thread
    def pull(
        self,
        targets: ArrayLike,
        start: HandlePose | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> HandlePose:
        """The mixture of poses that brings the held points nearest to targets (h, 3).

        From the weights of `start`, or from the rest pose. coherence: κ of κ‖t − t_start‖², per unit of
        normalised energy, keeps an animation together. It finishes whatever its budget is.
        """
        began = time.perf_counter()
        check_budget(budget)
        rig = self.rig
        goal = checked_targets(targets, len(self.held))
        t = np.zeros(len(rig.sculpted)) if start is None else self._weights_of(start)
        task = self._task._replace(target=goal, before=t, last=0.0 if start is None else float(coherence))
        if self._order is None:
            order = greedy_order(rig.chains, task)
            # Like an order that is given: kernels are compiled once for both.
            order.flags.writeable = False
            task = task._replace(order=order)
        found, matrices, V = self._searched(task, t, goal)
        return HandlePose(
            V=V,
            status=found.status,
            iterations=len(found.energies) - 1,
            energy=found.energies[-1],
            energies=found.energies,
            seconds=time.perf_counter() - began,
            weights=found.t,
            matrices=matrices,
            order=task.order.copy(),
            gaps=np.linalg.norm(self.held.on(V) - goal, axis=1),
        )

    @with_one_blas_thread
    def between(self, targets: ArrayLike, a: HandlePose, b: HandlePose, share: float) -> HandlePose:
        """The pose at a share of the way from a to b, each handle along the shortest similarity.

        The held points are about as near to targets (h, 3) as in both.
        """
        began = time.perf_counter()
        goal = checked_targets(targets, len(self.held))
        matrices = between_similarities(a.matrices, b.matrices, share)
        V = self.rig.deform(matrices)
        return replace(
            b,
            V=V,
            matrices=matrices,
            weights=(1.0 - share) * self._weights_of(a) + share * self._weights_of(b),
            gaps=np.linalg.norm(self.held.on(V) - goal, axis=1),
            status=Status.FLOWING,
            iterations=0,
            energies=(b.energy,),
            seconds=time.perf_counter() - began,
        )

    def _searched(self, task: Task, t: Floats, goal: Targets) -> tuple[FoundWeights, Floats, Floats]:
        """The mixture, the handles' matrices and the posed mesh, corrected for points on soft parts."""
        rig = self.rig
        correction = np.zeros_like(goal)
        x = np.empty_like(goal)
        rounds = ROUNDS if self.soft else 1
        while True:
            found = self._found(task._replace(target=goal - correction), t)
            matrices = blended(rig.chains, task.order, found.t)
            V = rig.deform(matrices)
            rounds -= 1
            if rounds == 0:
                return found, matrices, V
            points_at(rig.chains, task, found.t, x, np.empty((0, 3, len(t))))
            missed = self.held.on(V) - x
            if np.abs(missed - correction).max() <= CORRECTED * rig.shape.size:
                return found, matrices, V
            correction, t = missed, found.t

    def _found(self, task: Task, t: Floats) -> FoundWeights:
        rig = self.rig
        if rig.options.search == "pattern":
            return pattern_found(rig.chains, task, t, sweeps=rig.options.sweeps)
        return gauss_newton_search(
            rig.chains, task, t, iterations=rig.options.iterations, tolerance=rig.options.tolerance
        )

    def _weights_of(self, start: HandlePose) -> Floats:
        rig = self.rig
        if (
            not isinstance(start, HandlePose)
            or start.V.shape != rig.mesh.V.shape
            or start.weights.shape != (len(rig.sculpted),)
        ):
            raise OptionError("The start is a pose of another rig; give one that this rig made.")
        return start.weights.copy()


def _terms(rig: HandleIK, held: Held) -> tuple[Ints, Floats, Ints]:
    """handle (T,), point (T, 4), row (T,): anchor a is at the sum of M_h p over its terms."""
    vertex = rig.shape.of_user[held.corners]
    used = np.unique(vertex[held.weights != 0.0])
    _check_held(rig, held, vertex)
    share = rig.editor.weights(used)
    places = np.searchsorted(used, vertex)
    places[held.weights == 0.0] = 0
    # (h, 3, H) how much each handle carries each corner, then (h, H, 4) the homogeneous points.
    carried = held.weights[:, :, None] * share[places]
    corner = np.concatenate([rig.mesh.V[held.corners], np.ones((len(held), 3, 1))], axis=2)
    points = np.einsum("acm,acx->amx", carried, corner)
    handle, row = np.nonzero((np.abs(carried).sum(axis=1) > FAINT).T)
    # In memory of their own: kernels are compiled for that alone, however many points are held.
    return np.ascontiguousarray(handle), np.ascontiguousarray(points[row, handle]), np.ascontiguousarray(row)


def _check_held(rig: HandleIK, held: Held, vertex: Ints) -> None:
    """Refuses points on parts that no handle moves."""
    lost = np.isin(vertex, rig.editor.still) & (held.weights != 0.0)
    if lost.any():
        first = held.corners[lost][0]
        raise AnchorError(
            f"Vertex {first} lies on a part of the mesh without a handle, so nothing moves it; "
            "paint a handle there, or grab another point."
        )
