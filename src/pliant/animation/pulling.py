"""A rig pulled through the moments of a track: which points are held, where, and the drag that follows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from inspect import signature
from itertools import pairwise
from typing import Any

import numpy as np

from pliant.animation.anchor import grabbed
from pliant.animation.moments import Moment
from pliant.animation.track import Track
from pliant.core.anchors import Anchors
from pliant.core.arrays import Floats
from pliant.core.blend_rig import BlendRig
from pliant.core.rig import Grip, Pose, Rig
from pliant.errors import OptionError

# Sets of held items whose grips are kept: a walk alternates between a few.
MOST_GRIPS = 8
# Drags on the way from rest to the first frame.
RUN_UP = 8


@dataclass(frozen=True, eq=False)
class Drag:
    """A pose with the grip and the targets (h, 3) that led to it."""

    pose: Pose
    grip: Grip
    targets: Floats


class Puller:
    """A rig and the items of a track; a set of items is grabbed when it is first held."""

    def __init__(self, rig: Rig, track: Track, coherence: float) -> None:
        if coherence and not isinstance(rig, BlendRig):
            raise OptionError(
                f"coherence={coherence:g} was given, but poses of '{rig.method}' have no blend weights to "
                "keep together; leave it at 0."
            )
        self.rig, self.track, self.coherence = rig, track, coherence
        self._grips: OrderedDict[tuple[int, ...], Grip] = OrderedDict()

    def first(self, moment: Moment) -> Drag:
        """The pose of the first moment: of a cold search and of one led there from rest, the better.

        A search that begins far away can end in a pose that no motion leads to, and a shot would begin with
        its way back from there.
        """
        cold = self.drag(moment, None)
        mesh, free = self.rig.mesh, Puller(self.rig, self.track, 0.0)
        # The way there needs no coherence, but the same grips.
        free._grips = self._grips
        ways = [
            (item.anchor.at(mesh.V, mesh), goal)
            for item, goal in zip(self.track.items, moment.goals, strict=True)
        ]
        if all(np.array_equal(rest, goal) for rest, goal in ways):
            return cold
        led = cold
        for i in range(RUN_UP):
            share = (i + 1) / RUN_UP
            at = tuple((1.0 - share) * rest + share * goal for rest, goal in ways)
            led = free.drag(replace(moment, goals=at), led.pose if i else None)
        return min(cold, led, key=lambda each: each.pose.energy)

    def drag(self, moment: Moment, start: Pose | None) -> Drag:
        """The pose of a moment, from the pose before."""
        weights = moment.weights
        held = tuple(i for i, w in enumerate(weights) if w > 0.0)
        if not held:
            # What a fading weight leads to: the character rests.
            mesh = self.rig.mesh
            return self._dragged((0,), [self.track.items[0].anchor.at(mesh.V, mesh)], start)
        return self._dragged(held, self._goals(moment, start), start)

    def _goals(self, moment: Moment, start: Pose | None) -> list[Floats]:
        """(p, 3) for each item: where it is keyed, or that share of the way there from where it would be.

        With the weights sorted down, w₁ > w₂ > …, an item of weight wᵢ goes to wᵢ times its key and
        (1 − w₁) V₀ + (w₁ − w₂) V₁ + … + (wᵢ₋₁ − wᵢ) Vᵢ₋₁, where Vⱼ holds the items of at least the weight wⱼ
        at their keys. This is continuous in all weights together, also where two become equal.
        """
        weights, mesh, anchors = moment.weights, self.rig.mesh, [item.anchor for item in self.track.items]
        fading = [i for i, w in enumerate(weights) if 0.0 < w < 1.0]
        goals = [w * goal if w < 1.0 else goal for w, goal in zip(weights, moment.goals, strict=True)]
        levels = [1.0, *sorted({weights[i] for i in fading}, reverse=True)]
        for above, below in pairwise(levels):
            held = tuple(i for i, w in enumerate(weights) if w >= above)
            V = self._dragged(held, moment.goals, start).pose.V if held else mesh.V
            for i in fading:
                if weights[i] < above:
                    goals[i] = goals[i] + (above - below) * anchors[i].at(V, mesh)
        return goals

    def _dragged(self, held: tuple[int, ...], goals: Sequence[Floats], start: Pose | None) -> Drag:
        grip = self._grip(held)
        targets = np.concatenate([goals[i] for i in held])
        together = {"coherence": self.coherence} if self.coherence and start is not None else {}
        return Drag(grip.drag(targets, start, **together), grip, targets)

    def _grip(self, held: tuple[int, ...]) -> Grip:
        if held not in self._grips:
            self._grips[held] = self._grabbed(held)
            if len(self._grips) > MOST_GRIPS:
                self._grips.popitem(last=False)
        self._grips.move_to_end(held)
        return self._grips[held]

    def _grabbed(self, held: tuple[int, ...]) -> Grip:
        items = [self.track.items[i] for i in held]
        points = grabbed([item.anchor for item in items], self.rig.mesh)
        grab: Any = self.rig.grab
        # Rigs that hold every point exactly make no difference between firm and not.
        if not any(item.firm for item in items) or "firm" not in signature(grab).parameters:
            return grab(points)
        counts = [len(item.anchor) if isinstance(points, Anchors) else 1 for item in items]
        return grab(points, firm=np.repeat([item.firm for item in items], counts))
