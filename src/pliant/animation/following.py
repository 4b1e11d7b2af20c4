"""Follow-through of a rig's poses, one after another, in the rig's own parameters.

Rigs that blend examples swing in their blend weights, and each swung pose is solved with its points held as
before. Cages and soft parts of mechanisms, whose vertices are linear in their parameters, swing as these do,
less and less toward what is held. What is held stays where it is keyed in both.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Protocol, cast

import numpy as np

from pliant.animation.follow import FollowThrough
from pliant.animation.pulling import Drag
from pliant.animation.softness import held_still, softness
from pliant.animation.spring import Spring, Swing
from pliant.core.arrays import Floats
from pliant.core.blend_rig import BlendRig
from pliant.core.example_search import Blend
from pliant.core.mechanism import Mechanism
from pliant.core.rig import Grip, Pose, Rig

# Of ‖w − w_swung‖² against the energy of order one: leaves the weights where they have swung.
FIRMLY = 1e4
# Weights this near to the keyed ones have settled on them.
SETTLED = 1e-9


class Follower(Protocol):
    """What turns each frame's drag into the pose that is seen; frames must come in order."""

    def followed(self, drag: Drag) -> Pose:
        """The pose one frame on."""
        ...


def follower(rig: Rig, follow: FollowThrough | None, fps: float) -> Follower:
    """For a rig, at so many frames per second."""
    if follow is None:
        return Unchanged()
    spring = Spring.of(follow, 1.0 / fps)
    return SwungWeights(rig, spring) if isinstance(rig, BlendRig) else SwungVertices(rig, spring)


class Unchanged:
    """Without follow-through a pose is seen as it was dragged."""

    def followed(self, drag: Drag) -> Pose:
        """The pose itself."""
        return drag.pose


class SwungWeights:
    """Blend weights on springs."""

    def __init__(self, rig: Rig, spring: Spring) -> None:
        self._spring, self._ties = spring, Ties(rig)
        self._swing: Swing | None = None

    def followed(self, drag: Drag) -> Pose:
        """The pose whose weights have swung, with the same points held."""
        pose: Any = drag.pose
        w: Floats = pose.weights
        self._swing = Swing.at_rest(w) if self._swing is None else self._spring.followed(self._swing, w)
        if np.abs(self._swing.y - w).max() <= SETTLED:
            return drag.pose
        swung = _with_weights(drag, self._swing.y)
        if isinstance(pose, Blend):
            return _settling(pose, swung, _with_weights(drag, w))
        # A mixture of sculpted poses reaches what it can; what it reached is held.
        return replace(swung, V=pose.V + self._ties.softness(drag.grip) * (swung.V - pose.V))


class SwungVertices:
    """Vertices on springs."""

    def __init__(self, rig: Rig, spring: Spring) -> None:
        self._spring, self._ties = spring, Ties(rig)
        self._swing: Swing | None = None

    def followed(self, drag: Drag) -> Pose:
        """The pose with its vertices swung; it has no parameters of the rig, which could not make it."""
        V = drag.pose.V
        self._swing = Swing.at_rest(V) if self._swing is None else self._spring.followed(self._swing, V)
        solved = {field.name: getattr(drag.pose, field.name) for field in fields(Pose)}
        return Pose(**{**solved, "V": V + self._ties.softness(drag.grip) * (self._swing.y - V)})


class Ties:
    """How freely the vertices of a rig swing, for the grip that was asked for last."""

    def __init__(self, rig: Rig) -> None:
        mechanism = getattr(rig, "mechanism", None)
        self._mesh = rig.mesh
        self._mechanism = mechanism if isinstance(mechanism, Mechanism) else None
        self._grip: Grip | None = None
        self._softness = np.empty((0, 1))

    def softness(self, grip: Grip) -> Floats:
        """(n, 1) from 0 where a vertex is held to 1."""
        if grip is not self._grip:
            still = held_still(self._mesh, grip.held, self._mechanism)
            self._grip, self._softness = grip, softness(self._mesh, still)[:, None]
        return self._softness


def _with_weights(drag: Drag, w: Floats) -> Any:
    """The pose with the points held as in the drag, but its blend weights at w."""
    pose, grip = drag.pose, drag.grip
    at = {"weights": w, "spanned": (w, pose.spanned[1])} if isinstance(pose, Blend) else {"weights": w}
    return cast(Any, grip).drag(drag.targets, replace(cast(Any, pose), **at), coherence=FIRMLY)


def _settling(pose: Any, swung: Any, still: Any) -> Pose:
    """`swung`, moved by what holding weights firmly does to a pose by itself, from `still` to `pose`.

    So a swing ends at the keyed pose. Points are held in all three, and so in the result; a palette, in which
    the vertices are linear, is moved alike.
    """
    linear = [name for name in ("V", "palette") if hasattr(pose, name)]
    return replace(swung, **{n: getattr(swung, n) + (getattr(pose, n) - getattr(still, n)) for n in linear})
