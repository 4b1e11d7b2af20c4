"""Drag a rig through the moments of a track: which points are held, where, and the pose that follows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from pliant.animation.anchor import grabbed
from pliant.animation.moments import Moment
from pliant.animation.track import Track
from pliant.arrays import Floats
from pliant.pins import Pin, asked
from pliant.pose import Pose
from pliant.rig import Grip, Rig, check_incoherent

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
    """A rig and the items of a track; a set of items is grabbed when it is first held.

    coherence: strength that keeps the weights of a pose near those of the pose before
    Raises OptionError for a coherence where the rig mixes no poses.
    """

    def __init__(self, rig: Rig, track: Track, coherence: float) -> None:
        if not rig.names:
            check_incoherent(coherence, rig.method)
        self.rig, self.track, self.coherence = rig, track, coherence
        self._grips: OrderedDict[tuple[int, ...], Grip] = OrderedDict()

    def first(self, moment: Moment) -> Drag:
        """The first moment: the better pose of a cold search and of one that is led there from rest.

        A search that begins far away can end in a pose that no motion leads to, and a shot would begin with
        its way back from there.
        """
        cold = self.drag(moment, None)
        mesh = self.rig.mesh
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
            led = self._drag(replace(moment, goals=at), led.pose if i else None, 0.0)
        return min(cold, led, key=lambda each: each.pose.energy)

    def drag(self, moment: Moment, start: Pose | None) -> Drag:
        """The pose of a moment, searched from the pose `start`; without one, from where the rig chooses."""
        # Without a pose before there is nothing to keep the weights near to.
        return self._drag(moment, start, 0.0 if start is None else self.coherence)

    def _drag(self, moment: Moment, start: Pose | None, coherence: float) -> Drag:
        weights = moment.weights
        held = tuple(i for i, w in enumerate(weights) if w > 0.0)
        if not held:
            # Where nothing is held, the character rests: fading weights lead there without a jump.
            mesh = self.rig.mesh
            return self._dragged((0,), [self.track.items[0].anchor.at(mesh.V, mesh)], start, coherence)
        return self._dragged(held, self._goals(moment, start, coherence), start, coherence)

    def _goals(self, moment: Moment, start: Pose | None, coherence: float) -> list[Floats]:
        """(p, 3) goals of each item: its key, or for a weight below one a place on the way there.

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
            V = self._dragged(held, moment.goals, start, coherence).pose.V if held else mesh.V
            for i in fading:
                if weights[i] < above:
                    goals[i] = goals[i] + (above - below) * anchors[i].at(V, mesh)
        return goals

    def _dragged(
        self, held: tuple[int, ...], goals: Sequence[Floats], start: Pose | None, coherence: float
    ) -> Drag:
        """The drag that holds some items (their numbers) at their goals."""
        grip = self._grip(held)
        targets = np.concatenate([goals[i] for i in held])
        return Drag(grip.drag(targets, start, coherence=coherence), grip, targets)

    def _grip(self, held: tuple[int, ...]) -> Grip:
        """The grip that holds some items, from those that are kept where it is among them."""
        if held not in self._grips:
            self._grips[held] = self._grabbed(held)
            if len(self._grips) > MOST_GRIPS:
                self._grips.popitem(last=False)
        self._grips.move_to_end(held)
        return self._grips[held]

    def _grabbed(self, held: tuple[int, ...]) -> Grip:
        items = [self.track.items[i] for i in held]
        points = grabbed([item.anchor for item in items], self.rig.mesh)
        pins = [Pin(item.firmness, item.slide) for item in items]
        return self.rig.grab(points, firm=[item.firm for item in items], **asked(pins, self.track.floor))
