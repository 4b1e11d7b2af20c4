"""Where two components touch: samples of either surface that face the other nearby [Xu2009, section 3.2]."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Array, Floats
from pliant.methods.joints.part import PartSurface
from pliant.methods.joints.roughness import AROUND, fitted
from pliant.methods.joints.surface_samples import Samples, near_samples

# Two normals that make a larger angle face each other [Xu2009].
FACING = np.cos(np.radians(145.0))
# Fewer samples say nothing [Xu2009].
FEWEST = 6
# A ray along the normal may meet the other surface this much farther away than the nearest point of it.
SLANT = 1.0 / abs(FACING)
# Where less than this share of two surfaces that run along each other face each other, one is a mere shell.
ONE_SIDED = 0.2


@dataclass(frozen=True, eq=False)
class Contact:
    """Samples of the surface that two parts share.

    points:  (s, 3)
    normals: (s, 3) unit, outward of the first part
    weights: (s,) the area that each stands for
    second:  (s,) whether the sample lies on the second part
    far:     (s,) the distance to the nearest point of the other part
    around:  (q, 2) distance and area of all samples near the other part, whichever way they face
    reach:   the distance within which surfaces count as touching
    noise:   the standard deviation of the coordinates; zero where their triangles can be trusted
    """

    points: Floats
    normals: Floats
    weights: Floats
    second: Array
    far: Floats
    around: Floats
    reach: float
    noise: float

    def __len__(self) -> int:
        return len(self.points)

    @property
    def area(self) -> float:
        """The area in contact, both sides counted."""
        return float(self.weights.sum())

    @property
    def facing(self) -> float:
        """Share of the area near the other part that faces it."""
        near = float(self.around[self.around[:, 0] <= self.reach, 1].sum())
        return self.area / near if near > 0 else 0.0

    @property
    def middle(self) -> Floats:
        """(3,) the mean of the samples."""
        return self.weights @ self.points / self.area

    @property
    def longest(self) -> Array:
        """(3,) the direction in which the samples lie farthest apart."""
        offset = self.points - self.middle
        return np.linalg.eigh((offset * self.weights[:, None]).T @ offset)[1][:, 2]

    @property
    def radius(self) -> float:
        """The mean distance of the samples from their middle."""
        return float(self.weights @ np.linalg.norm(self.points - self.middle, axis=1) / self.area)

    def within(self, reach: float) -> Contact:
        """The part of the contact within a smaller distance."""
        return replace(self.pick(self.far <= reach), reach=reach)

    def pick(self, rows: Array) -> Contact:
        """The contact with some of its samples only; rows: their numbers, or a mask."""
        return replace(
            self,
            points=self.points[rows],
            normals=self.normals[rows],
            weights=self.weights[rows],
            second=self.second[rows],
            far=self.far[rows],
        )


def contact(a: PartSurface, b: PartSurface, reach: float) -> Contact:
    """The contact of two parts: what of either lies within reach of the other and faces it."""
    sides = [_near(a, b, reach), _near(b, a, reach)]
    noise = max(a.noise, b.noise)
    if any(len(samples) < FEWEST for samples, _ in sides):
        return _joined(sides, [np.zeros(len(samples), bool) for samples, _ in sides], noise, reach)
    if noise > 0:
        return _joined(sides, _opposite(sides[0][0], sides[1][0]), noise, reach)
    across = [_across(samples, part) for (samples, _), part in zip(sides, (b, a), strict=True)]
    facing = [(cosine < FACING) & (gap <= SLANT * reach) for gap, cosine in across]
    along = [(np.abs(cosine) > -FACING) & (gap <= SLANT * reach) for gap, cosine in across]
    area, either = (
        sum(float(samples.weights[kept].sum()) for (samples, _), kept in zip(sides, masks, strict=True))
        for masks in (facing, along)
    )
    # A shell without a thickness faces one way only: walls of its bore look like those of the rod within.
    return _joined(sides, along if area < ONE_SIDED * either else facing, 0.0, reach)


def _joined(sides: list[tuple[Samples, Floats]], facing: list[Array], noise: float, reach: float) -> Contact:
    (a, far_a), (b, far_b) = sides
    kept_a, kept_b = facing
    return Contact(
        np.concatenate([a.points[kept_a], b.points[kept_b]]),
        np.concatenate([a.normals[kept_a], -b.normals[kept_b]]),
        np.concatenate([a.weights[kept_a], b.weights[kept_b]]),
        np.repeat([False, True], [kept_a.sum(), kept_b.sum()]),
        np.concatenate([far_a[kept_a], far_b[kept_b]]),
        np.stack([np.concatenate([far_a, far_b]), np.concatenate([a.weights, b.weights])], axis=1),
        reach,
        noise,
    )


def _near(part: PartSurface, other: PartSurface, reach: float) -> tuple[Samples, Floats]:
    """Samples of a part within reach of the other, and how far that is."""
    low, high = other.box()
    T = part.V[part.F]
    around = reach + AROUND * part.noise
    rows = np.flatnonzero(((T.max(axis=1) >= low - around) & (T.min(axis=1) <= high + around)).all(axis=1))
    samples, far = near_samples(T[rows], part.corners[rows], other.distance, around, part.size)
    samples = replace(samples, face=rows[samples.face])
    if part.rough is None:
        return samples, far
    near = np.flatnonzero(far <= reach)
    return replace(samples.pick(near), normals=fitted(samples, near, part.rough)), far[near]


def _opposite(a: Samples, b: Samples) -> list[Array]:
    """Which samples face the nearest ones of the other part: along a noisy normal a ray goes astray."""
    result = []
    for one, other in ((a, b), (b, a)):
        nearest = KDTree(other.points).query(one.points)[1]
        result.append((one.normals * other.normals[nearest]).sum(axis=1) < FACING)
    return result


def _across(samples: Samples, other: PartSurface) -> tuple[Floats, Floats]:
    """(s,) distance of the other surface along each normal, and (s,) the cosine of the normals there.

    Where parts overlap a little it lies behind the sample: the nearer of both ways counts. The cosine is zero
    where there is nothing on either way.
    """
    lift = 1e-9 * other.size
    n = samples.normals
    ahead, far = other.hit(samples.points - lift * n, n)
    behind, deep = other.hit(samples.points + lift * n, -n)
    face = np.where(far <= deep, ahead, behind)
    cosine = np.where(face >= 0, (n * other.n[face]).sum(axis=1), 0.0)
    return np.maximum(np.minimum(far, deep) - lift, 0.0), cosine
