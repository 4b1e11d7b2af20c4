"""A Joint IK rig with its held points: the pattern of its factors, then one search per drag."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held, checked_targets
from pliant.arrays import Array, Floats
from pliant.errors import OptionError
from pliant.examples.search import determine_turn
from pliant.geometry.rigid_placement import placing_rotation
from pliant.methods.joints.flow import between, between_motions
from pliant.methods.joints.handles import JointHandles
from pliant.methods.joints.model import JointModel
from pliant.methods.joints.printed import PrintedProblem
from pliant.methods.joints.problem import JointProblem
from pliant.methods.joints.tree import Posture
from pliant.pins import PinnedPoints
from pliant.pose import Pose, Pulled, Status
from pliant.rig import Grip, check_budget, check_incoherent
from pliant.solve.gauss_newton import minimise
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.joints.rig import JointIK


# Steps at most that bring firm points all the way.
FIRMER = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class PulledBodies(Pulled):
    """Where the bodies are.

    palette: (b, 3, 4) their motions [R t] in the user's coordinates: V = Σ αᵢ (Rᵢ x + tᵢ)
    values:  (j, 6) the joints' coordinates, three turns in radians and three slides in the model's lengths
    posture: in the solver's coordinates, to start from
    """

    palette: Floats  # pyright: ignore[reportGeneralTypeIssues] - always given here
    values: Floats
    posture: Posture


@dataclass(frozen=True, eq=False, kw_only=True)
class JointPose(PulledBodies, Pose):
    """A pose with the motions that make it."""


class JointGrip(Grip["JointIK", JointPose]):
    """Held points on a mechanism."""

    pose_type = JointPose
    flows = True

    def __init__(self, rig: JointIK, hold: PinnedPoints, firm: Array, still: Held | None = None) -> None:
        """firm (h,): the points that are met first, however far the others are pulled.

        still: further points, which stay at rest
        """
        held, weight = hold.held, hold.weight
        self.rig, self.held = rig, held
        self._at_rest = np.empty((0, 3))
        if still is not None:
            held, self._at_rest = held.and_also(still), still.rest
            firm = np.concatenate([firm, np.full(len(still), firm.any())])
            weight = np.concatenate([weight, np.ones(len(still))])
        self.handles = JointHandles.of(rig.model, held, firm, weight)
        # What places the whole at the start of a search.
        self._placing = firm if firm.any() else np.ones(len(held), dtype=bool)
        self._may_turn = determine_turn(self.handles.rest[self._placing])
        bodies, pieces = self.handles.bodies, rig.model.pieces
        self._pulled = np.isin(pieces, pieces[bodies[bodies >= 0]])

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        placing_rotation(self.held.rest, self.held.rest)
        targets = self.held.rest + 1e-3 * self.rig.model.frame.diagonal
        pose = self.drag(targets)
        self.between(targets, pose, pose, 0.5)
        self.moved(pose, pose)

    @with_one_blas_thread
    def pull(
        self,
        targets: ArrayLike,
        start: PulledBodies | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> PulledBodies:
        """The motions of the bodies that bring the held points as near to targets (h, 3) as joints let them.

        Its cost does not depend on the mesh. Bodies mix no poses: any coherence is refused.
        It finishes whatever its budget is.
        """
        check_incoherent(coherence, self.rig.method)
        check_budget(budget)
        began = time.perf_counter()
        model = self.rig.model
        goals = checked_targets(targets, len(self.held))
        places = model.frame.inward(np.concatenate([goals, self._at_rest]))
        # Seen from where the whole is pulled to: twists about a place far away would be badly rounded.
        away = (places - self.handles.rest)[self._placing].mean(axis=0)
        posture = _shifted(self._placed(places) if start is None else self._checked(start), -away)
        places = places - away
        solver = JointProblem if model.options.cells == "rigid" else PrintedProblem
        problem: Any = solver(model, self.handles, places)
        options = model.options
        outcome = minimise(
            problem, problem.state(posture), tolerance=options.tolerance, most=options.iterations
        )
        final, gap = outcome.state.posture, self.handles.true_gaps(outcome.state.gap)
        if self.handles.firm.any():
            final, gap = self._firmer(solver, places, final, gap)
        final = _shifted(final, away)
        return PulledBodies(
            palette=model.frame.palette(_stacked(final)),
            values=self._values(final),
            gaps=np.linalg.norm(gap[: len(self.held)], axis=1) * model.frame.diagonal,
            posture=final,
            status=outcome.status,
            iterations=outcome.iterations,
            energy=outcome.state.energy,
            energies=outcome.energies,
            seconds=time.perf_counter() - began,
        )

    def between(self, targets: ArrayLike, a: PulledBodies, b: PulledBodies, share: float) -> PulledBodies:
        """The bodies at a share of the way from a to b, held points about as near to targets as in both."""
        began = time.perf_counter()
        goals, model = checked_targets(targets, len(self.held)), self.rig.model
        # As printed, joints are only as firm as their penalties, and values do not say where bodies are.
        way = between if model.options.cells == "rigid" else between_motions
        posture = way(model.tree, model.centre, self._checked(a), self._checked(b), share)
        pulled = replace(
            b,
            palette=model.frame.palette(_stacked(posture)),
            values=self._values(posture),
            posture=posture,
            status=Status.FLOWING,
            iterations=0,
            energies=(b.energy,),
            seconds=time.perf_counter() - began,
        )
        return replace(pulled, gaps=np.linalg.norm(self.reached(pulled) - goals, axis=1))

    def _values(self, posture: Posture) -> Floats:
        """(j, 6) the joints' coordinates, slides in the model's lengths."""
        values = posture.value.copy()
        values[:, 3:] *= self.rig.model.frame.diagonal
        return values

    def _firmer(self, solver: Any, places: Floats, posture: Posture, gap: Floats) -> tuple[Posture, Floats]:
        """The posture with firm points pulled beyond their targets by what they had given way, and the gaps.

        A round of the method of multipliers. Its energy is another one, so that it is not among the pose's.
        """
        beyond = np.where(self.handles.firm[:, None], gap, 0.0)
        problem = solver(self.rig.model, self.handles, places - beyond)
        tolerance = self.rig.model.options.tolerance
        state = minimise(problem, problem.state(posture), tolerance=tolerance, most=FIRMER).state
        return state.posture, self.handles.true_gaps(state.gap) - beyond

    def _checked(self, start: PulledBodies) -> Posture:
        """The posture of an earlier pose, which this rig must have made."""
        return posture_of(self.rig.model, start)

    def _placed(self, places: Floats) -> Posture:
        """The rest pose, what is held moved as one onto the targets, of firm points where there are any."""
        model, rest, places = self.rig.model, self.handles.rest[self._placing], places[self._placing]
        posture = Posture.resting(len(model.centre), len(model.tree.ends))
        R = placing_rotation(rest, places) if self._may_turn else np.eye(3)
        posture.R[self._pulled] = R
        posture.t[self._pulled] = places.mean(axis=0) - R @ rest.mean(axis=0)
        return posture


def posture_of(model: JointModel, pulled: Pulled) -> Posture:
    """The posture of an earlier pose; raises OptionError for one of another rig."""
    posture = getattr(pulled, "posture", None)
    if posture is None or len(posture.t) != len(model.centre) or len(posture.value) != len(model.joints):
        raise OptionError("The start is a pose of another rig; give one that this rig made.")
    return posture


def pulled_bodies(model: JointModel, posture: Posture) -> PulledBodies:
    """The parameters of a posture that no pull found."""
    values = posture.value.copy()
    values[:, 3:] *= model.frame.diagonal
    return PulledBodies(
        palette=model.frame.palette(_stacked(posture)),
        values=values,
        gaps=np.empty(0),
        posture=posture,
        status=Status.CONVERGED,
        iterations=0,
        energy=0.0,
        energies=(0.0,),
        seconds=0.0,
    )


def _shifted(posture: Posture, way: Floats) -> Posture:
    """The posture moved as one."""
    return posture._replace(t=posture.t + way)


def _stacked(posture: Posture) -> Floats:
    """(4b, 3) the motions as controls of a skin."""
    return np.concatenate([np.swapaxes(posture.R, 1, 2), posture.t[:, None]], axis=1).reshape(-1, 3)
