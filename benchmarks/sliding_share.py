"""Does geometry tell a joint? How much of the contact of its parts slides along its true motion.

Samples of both parts near the other one count where the two surfaces run along each other; a sample slides
where its own normal is square to the true velocity. Nothing of the analysis is used but its samples.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.methods.joints.part import PartSurface, part_of
from pliant.methods.joints.slippage import twists
from pliant.methods.joints.surface_samples import near_samples

# How near a sample lies to the other part, over the diagonal of the smaller part's box.
NEAR = 0.005
# Surfaces run along each other, whichever way they face, where they make less than this angle.
ALONG = np.cos(np.radians(60.0))
# A sample slides where its velocity leaves the surface by less than this angle.
SLIDES = np.sin(np.radians(10.0))
# A joint is told by at least so many samples, of whose area this share slides.
FEWEST, ENOUGH = 30, 0.8


class Sliding(NamedTuple):
    """Samples of a contact, and the share of their area that slides along the true motion."""

    samples: int
    share: float

    @property
    def tells(self) -> bool:
        """Whether geometry tells the joint."""
        return self.samples >= FEWEST and self.share >= ENOUGH


def told(mechanism: Mechanism) -> list[bool]:
    """Of each joint of a mechanism, whether its geometry tells it."""
    parts = [part_of(mechanism, i) for i in range(len(mechanism.components))]
    found = []
    for joint in mechanism.joints:
        a, b = parts[joint.a], parts[joint.b]
        found.append(a is not None and b is not None and sliding(a, b, joint).tells)
    return found


def sliding(a: PartSurface, b: PartSurface, joint: Joint) -> Sliding:
    """How much of the contact of two parts slides along the motion of their joint."""
    reach = NEAR * min(float(np.linalg.norm(np.ptp(part.box(), axis=0))) for part in (a, b))
    weights, slides = [np.zeros(0)], [np.zeros(0, bool)]
    for part, other in ((a, b), (b, a)):
        points, normals, area = _near(part, other, reach)
        free = twists(joint.kind, joint.axis, joint.origin)
        moves = np.cross(free[:, None, :3], points) + free[:, None, 3:]
        lift = np.abs((moves * normals).sum(axis=2))
        weights.append(area)
        slides.append((lift <= SLIDES * np.linalg.norm(moves, axis=2)).all(axis=0))
    w, s = np.concatenate(weights), np.concatenate(slides)
    return Sliding(len(w), float(w[s].sum() / w.sum()) if len(w) and len(joint.freedoms) else 0.0)


def _near(part: PartSurface, other: PartSurface, reach: float) -> tuple[Floats, Floats, Floats]:
    """Points, normals and areas of samples of a part within reach of another one that run along it."""
    low, high = other.box()
    T = part.V[part.F]
    rows = np.flatnonzero(((T.max(axis=1) >= low - reach) & (T.min(axis=1) <= high + reach)).all(axis=1))
    flat = np.repeat(part.n[rows, None], 3, axis=1)
    samples, _ = near_samples(T[rows], flat, other.distance, reach, part.size)
    if not len(samples):
        return samples.points, samples.normals, samples.weights
    facing = np.abs((samples.normals * other.n[other.closest(samples.points)[1]]).sum(axis=1))
    kept = samples.pick(facing >= ALONG)
    return kept.points, kept.normals, kept.weights
