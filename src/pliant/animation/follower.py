"""Follow-through of a rig's poses, one after another, in the rig's own parameters.

Rigs that mix poses swing in their blend weights, and each swung pose is solved with its points held as
before. All other rigs swing in their vertices, less and less toward the held points and rigid parts. Held
points stay where they are keyed in both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np

from pliant.animation.follow_through import FollowThrough
from pliant.animation.puller import Drag
from pliant.animation.softness import softness
from pliant.animation.spring import Spring, Swing
from pliant.arrays import Floats
from pliant.pose import Pose
from pliant.rig import Grip, Rig

# Strength of ‖w − w_swung‖² against the energy of order one: leaves the weights where they have swung.
FIRMLY = 1e4
# Weights this near to the keyed ones have settled on them.
SETTLED = 1e-9


class Follower(Protocol):
    """Turns the drag of each frame into the pose that is seen; frames must come in order."""

    @property
    def lead(self) -> int:
        """Number of frames after which it does not depend any more on how it began."""
        ...

    def followed(self, drag: Drag) -> Pose:
        """The pose that is seen in the next frame, which was dragged so."""
        ...


def follower(rig: Rig, follow: FollowThrough | None, fps: float) -> Follower:
    """The follower for a rig and its follow-through, at so many frames per second."""
    if follow is None:
        return Unchanged()
    spring = Spring.of(follow, 1.0 / fps)
    return SwungWeights(rig, spring) if rig.names else SwungVertices(rig, spring)


class Unchanged:
    """No follow-through: every pose is seen as it was dragged."""

    lead = 0

    def followed(self, drag: Drag) -> Pose:
        """The pose itself."""
        return drag.pose


class SwungWeights:
    """Blend weights on springs."""

    def __init__(self, rig: Rig, spring: Spring) -> None:
        self._spring, self._freedom, self._exact = spring, GripSoftness(rig), rig.exact
        self.lead = spring.settling
        self._swing: Swing | None = None

    def followed(self, drag: Drag) -> Pose:
        """The pose whose weights have swung, with the same points held."""
        pose, w = drag.pose, drag.pose.weights
        self._swing = Swing.at_rest(w) if self._swing is None else self._spring.followed(self._swing, w)
        if np.abs(self._swing.y - w).max() <= SETTLED:
            return pose
        swung = _with_weights(drag, self._swing.y)
        if self._exact:
            return _settling(pose, swung, _with_weights(drag, w))
        # Where weights decide what the held points reach, they stay at what they reached when dragged.
        return replace(swung, V=pose.V + self._freedom.softness(drag.grip) * (swung.V - pose.V))


class SwungVertices:
    """Vertices on springs."""

    def __init__(self, rig: Rig, spring: Spring) -> None:
        self._spring, self._freedom = spring, GripSoftness(rig)
        self.lead = spring.settling
        self._swing: Swing | None = None

    def followed(self, drag: Drag) -> Pose:
        """The pose with its vertices swung, without the parameters of the rig, which could not make it."""
        pose, V = drag.pose, drag.pose.V
        self._swing = Swing.at_rest(V) if self._swing is None else self._spring.followed(self._swing, V)
        return Pose(
            status=pose.status,
            iterations=pose.iterations,
            energy=pose.energy,
            energies=pose.energies,
            seconds=pose.seconds,
            gaps=pose.gaps,
            V=V + self._freedom.softness(drag.grip) * (self._swing.y - V),
        )


class GripSoftness:
    """How freely the vertices of a rig swing; kept for the grip that was asked for last."""

    def __init__(self, rig: Rig) -> None:
        self._mesh, self._rigid = rig.mesh, rig.rigid
        self._grip: Grip | None = None
        self._softness = np.empty((0, 1))

    def softness(self, grip: Grip) -> Floats:
        """(n, 1) freedom of each vertex, from 0 where it is held or rigid to 1."""
        if grip is not self._grip:
            self._grip, self._softness = grip, softness(self._mesh, grip.held, self._rigid)[:, None]
        return self._softness


def _with_weights(drag: Drag, w: Floats) -> Pose:
    """The pose with the points held as in the drag, but its blend weights at w (k,)."""
    return drag.grip.drag(drag.targets, drag.pose.reweighted(w), coherence=FIRMLY)


def _settling(pose: Pose, swung: Pose, still: Pose) -> Pose:
    """The pose `swung`, moved by the difference from `still` to `pose`.

    That is what holding weights firmly changes by itself, so that a swing ends at the keyed pose. Points are
    held in all three, and so in the result; a palette, in which the vertices are linear, is moved alike.
    """
    V = swung.V + (pose.V - still.V)
    if swung.palette is None or pose.palette is None or still.palette is None:
        return replace(swung, V=V)
    return replace(swung, V=V, palette=swung.palette + (pose.palette - still.palette))
