"""Motion without cuts: where a search ends far away at once, the pose goes there in several steps.

A minimum can vanish under a moving pin, as when a limb buckles. The next one is somewhere else, and a pose
that followed at once would jump. Here a vertex moves in one event at most a few times as far as the pins,
and the rest of the way is left to the events that come after.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats
from pliant.pose import Pulled

if TYPE_CHECKING:
    from pliant.rig import Grip

PulledT = TypeVar("PulledT", bound=Pulled)

# A vertex may move this many times as far as the farthest pin: what a pin leads stays below two.
REACH = 3.0
# In diagonals of the mesh: so short a way in one frame is slow motion, and never looks like a cut.
SLOW = 5e-3
# While the pins rest, a frame takes one part in so many of the way that is left, slower toward the end…
FRAMES = 8
# …and at most so many diagonals.
FAST = 1.5e-2
# Results that are tried at most to find one that just keeps a limit…
TRIES = 5
# …and the share of the limit that is near enough.
NEAR = 0.8
# A result that has gone a smaller share of it stands before a cut, which has to come.
STILL = 1e-3


def flowed(
    grip: Grip[Any, Any], targets: ArrayLike, start: Any, *, coherence: float, budget: float | None
) -> Pulled:
    """What `pull` finds or, where that is a jump from `start`, a result on the way to it.

    The search goes on from what the start is on its way to, so that its minima are those of `pull`.
    """
    if not grip.flows:
        return grip.pull(targets, start, coherence=coherence, budget=budget)
    goal = grip.pull(targets, start and (start.toward or start), coherence=coherence, budget=budget)
    places = np.array(targets, dtype=np.float64)
    if start is None:
        return goal.led(places, None)
    distance, diagonal = grip.moved(start, goal), grip.rig.mesh.diagonal
    unhurried = min(distance / FRAMES, FAST * diagonal)
    limit = max(REACH * _hand_step(grip, start, places), unhurried, SLOW * diagonal)
    found = goal if distance <= limit else nearer(grip, places, (start, goal), limit)
    return found.led(places, None if found is goal else goal)


def nearer(grip: Grip[Any, Any], targets: ArrayLike, ends: tuple[Pulled, Pulled], limit: float) -> Pulled:
    """The second of two results or, where that is farther from the first than a limit, one on the way.

    The held points are at targets (h, 3) all the way. Where no way leads there, it is the second one.
    """
    start, goal = ends
    distance = grip.moved(start, goal)
    if distance <= limit:
        return goal
    found = largest_share(
        grip.path(targets, start, goal),
        lambda found: grip.moved(start, found),
        limit,
        limit / distance,
    )
    return found if grip.moved(start, found) > STILL * limit else goal


def _hand_step(grip: Grip[Any, Any], start: Pulled, targets: Floats) -> float:
    """How far the farthest held point is led from where it was led, or else from where it is."""
    step = np.linalg.norm(targets - grip.reached(start), axis=1)
    if start.targets is not None and start.targets.shape == targets.shape:
        # A point that does not reach its target is not led farther by what it lacks.
        step = np.minimum(step, np.linalg.norm(targets - start.targets, axis=1))
    return float(step.max())


def largest_share(
    made: Callable[[float], PulledT], distance: Callable[[PulledT], float], limit: float, first: float
) -> PulledT:
    """The result of the largest share (0 … 1) that keeps a limit of distance, nearly.

    first: the share that is tried first
    Where none keeps the limit, it is the least that was tried, so that there is always some way ahead.
    """
    best = least = None
    low, high, share = (0.0, 0.0), (1.0, np.inf), first
    for _ in range(TRIES):
        found = made(share)
        gone = distance(found)
        if gone > limit:
            least, high = found, (share, gone)
        else:
            best, low = found, (share, gone)
            if gone >= NEAR * limit or share >= 1.0:
                break
        share = _next(low, high, limit)
    return best or least or made(share)


def _next(low: tuple[float, float], high: tuple[float, float], limit: float) -> float:
    """Where a straight line through two measured shares comes to a little less than the limit."""
    wanted = 0.5 * (1.0 + NEAR) * limit
    if np.isinf(high[1]):
        ahead = low[0] * wanted / low[1] if low[1] > 0.0 else high[0]
        return min(max(ahead, low[0]), high[0])
    return low[0] + (high[0] - low[0]) * max(0.1, (wanted - low[1]) / (high[1] - low[1]))
