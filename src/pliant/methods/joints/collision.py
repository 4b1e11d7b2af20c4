"""Whether a part, moved, runs into another one: collision queries, measured against the rest pose."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.extras import load
from pliant.methods.joints.normals import face_normals
from pliant.methods.joints.part import PartSurface

# Faces longer than this share of their part are split: one that collides at rest is left out alone.
LONGEST = 0.1
# Contacts asked for: all.
MANY = 100_000
# Noise moves a vertex by up to this many times its standard deviation.
NOISE = 2.5
# A penetration is visible where more of the faces run into the other part than this share of the contact's
# area: less is the corner of a thin wall, bent by shrinking it. Noise makes so many times more than at rest.
VISIBLE, ELSEWHERE = 0.03, 2.0
# A vertex moves inward by at most this many times the depth, where its faces are steep to each other.
STEEPEST = 2.0


class Clearance:
    """A part b that can be moved against a part a.

    V, F is b, shrunk by a depth that does not count as penetration: bearings touch at rest, and round ones
    made of flat faces overlap when they turn. Faces that overlap at rest in spite of that are left out.

    overlap: share of b's faces that overlap at rest
    resting: area of those faces
    """

    def __init__(self, still: Any, V: Vertices, F: Faces) -> None:
        self._fcl = load("fcl", "joints", "Joint ranges")
        self._still = still
        self._moving: Any = obstacle(V, F) if len(F) else None
        hit = self._faces_hit() if len(F) else np.zeros(0, np.int64)
        self.overlap = len(hit) / max(len(F), 1)
        area = face_normals(V, F)[1]
        self.resting, self._area = float(area[hit].sum()), np.delete(area, hit)
        if len(hit):
            F = np.delete(F, hit, axis=0)
            self._moving = obstacle(V, F) if len(F) else None

    def penetration(self, R: Floats, t: Floats) -> float:
        """Area of the faces of b that run into a when b moves by x → R x + t."""
        if self._moving is None:
            return 0.0
        self._moving.setTransform(self._fcl.Transform(R, t))
        return float(self._area[self._faces_hit()].sum())

    def _faces_hit(self) -> Ints:
        """Numbers of the faces of b, as it was last moved, that run into a."""
        result = self._fcl.CollisionResult()
        request = self._fcl.CollisionRequest(num_max_contacts=MANY, enable_contact=True)
        self._fcl.collide(self._still, self._moving, request, result)
        return np.unique([contact.b2 for contact in result.contacts]).astype(np.int64)


def obstacle(V: Vertices, F: Faces) -> Any:
    """A mesh as the collision library takes it."""
    fcl = load("fcl", "joints", "Joint ranges")
    model = fcl.BVHModel()
    model.beginModel(len(V), len(F))
    model.addSubModel(V, F)
    model.endModel()
    return fcl.CollisionObject(model, fcl.Transform())


class Clearances:
    """Clearances at several depths of shrinking: a stop counts only where every depth shows it.

    A large depth forgives coarse polygons; walls thinner than it turn inside out and need a smaller one. The
    smaller depths are tried only where something overlaps at rest. Noisy parts are shrunk by their noise
    too, and may run into each other as much as they do at rest.

    depths:  the largest first
    ignored: area that may run into the other part in any case
    """

    def __init__(self, a: PartSurface, b: PartSurface, depths: Sequence[float], ignored: float = 0.0) -> None:
        self._ignored, self._times = ignored, ELSEWHERE if a.noise + b.noise > 0 else 0.0
        self._rubbing = 0.0
        self._each: list[Clearance] = []
        still = obstacle(*_split(_shrunk(a, NOISE * a.noise), a.F, LONGEST * a.size))
        for depth in depths:
            V, F = _split(_shrunk(b, depth + NOISE * b.noise), b.F, LONGEST * b.size)
            self._each.append(Clearance(still, V, F))
            if self._each[-1].overlap == 0.0:
                break

    def blocked(self, R: Floats, t: Floats) -> bool:
        """Whether b, moved by x → R x + t, runs into a at every depth."""
        return all(each.penetration(R, t) > self._allowed(each.resting) for each in self._each)

    def _allowed(self, resting: float) -> float:
        """The area that may run into the other part, where so much overlaps at rest."""
        return max(self._ignored, self._times * resting, min(self._rubbing, resting))

    def ignoring(self, area: float) -> Clearances:
        """The same clearances with another area that is ignored."""
        other = copy(self)
        other._ignored = area
        return other

    def rubbing(self, area: float) -> Clearances:
        """The same clearances for parts that rub on an area, but on no more than overlaps at rest."""
        other = copy(self)
        other._rubbing = area
        return other


def _shrunk(part: PartSurface, depth: float) -> Vertices:
    """(n, 3) the part's vertices, moved inward so that every face moves by the depth or more."""
    total = np.zeros_like(part.V)
    for corner in range(3):
        np.add.at(total, part.F[:, corner], part.n * part.area[:, None])
    length = np.linalg.norm(total, axis=1)
    inward = -total / np.where(length > 0, length, 1.0)[:, None]
    least = np.ones(len(part.V))
    for corner in range(3):
        np.minimum.at(least, part.F[:, corner], -(inward[part.F[:, corner]] * part.n).sum(axis=1))
    return part.V + inward * (depth / np.maximum(least, 1 / STEEPEST))[:, None]


def _split(V: Vertices, F: Faces, longest: float) -> tuple[Vertices, Faces]:
    """The mesh with long triangles bisected; neighbours need not match."""
    T = V[F]
    done = []
    while len(T):
        lengths = np.linalg.norm(np.roll(T, -1, axis=1) - T, axis=2)
        small = lengths.max(axis=1) <= longest
        done.append(T[small])
        T, edge = T[~small], lengths[~small].argmax(axis=1)
        rows = np.arange(len(T))
        a, b, c = (T[rows, (edge + k) % 3] for k in range(3))
        middle = (a + b) / 2
        T = np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])
    whole = np.concatenate(done)
    return whole.reshape(-1, 3), np.arange(3 * len(whole)).reshape(-1, 3)
