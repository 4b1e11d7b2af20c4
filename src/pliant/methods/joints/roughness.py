"""The noise of a surface, and normals that it does not disturb.

Noise of σ on every vertex tilts a triangle of height h at random by about σ/h. It shows where two triangles
share an edge: their four corners miss a common plane, now to this side and now to that, where a designed
surface misses it not at all or to one side only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import KDTree

from pliant.arrays import Array, Faces, Floats, Vertices
from pliant.methods.joints.normals import face_normals, inner_edges
from pliant.methods.joints.surface_samples import Samples

# Of the distances from a plane the quarter that is smallest tells the noise, since edges are meant to be
# large; in units of σ it ends here, and half of the distances to one side end there.
QUARTER, QUARTILE, MEDIAN = 0.25, 0.3186, 0.6745
# Noise goes both ways: at least this share of the edges bends to the rarer side. Fewer edges tell nothing.
BOTH_WAYS, EDGES = 0.2, 60
# Noise leaves 1.6% of the edges flat within this many σ; a designed surface leaves more than this share,
# beside what chance does among few edges.
EXACT, DESIGNED, CHANCE = 0.02, 0.035, 0.25
# Noise that tilts most triangles by less than this is none: coarse facets look like it.
SLIGHT = np.radians(3.0)

# Rounds of averaging with the neighbours; more would round off spheres.
ROUNDS = 4
# Normals farther apart than this, beside what noise does, belong to two faces; no mean is surer than the
# second.
APART, SURE = 0.2, 0.03

# Neighbours in the largest ball in which a plane is fitted, and in the smaller ones before it.
BALLS = (12, 16, 20, 28, 40, 56, 80, 112, 160)
# Samples within a ball whose normals make a larger angle lie on another face.
SAME_FACE = np.cos(np.radians(50.0))
# A plane fits while its samples scatter less than this; balls smaller than the second are all noise. In σ.
SCATTER, SMALLEST = 0.8, 4.0
# The samples of a plane reach at least this far, in σ, across the narrower way.
BREADTH = 2.5
# What a plane leaves of the noise, over the breadth of its samples, in σ.
LEFT = 0.5
# Triangles that noise tilts by more than this may be folded over; what they make up together within so many
# σ is not.
ASTRAY, PATCH = np.radians(15.0), 2.0
# How far around a contact the surface is looked at, so that no ball ends at its rim, in σ.
AROUND = 12.0


@dataclass(frozen=True, eq=False)
class Rough:
    """A noisy surface.

    noise:   standard deviation of every coordinate of its vertices
    own:     (m, 3) unit normals of its triangles
    normals: (m, 3) the same, averaged with neighbours on the same face
    tilt:    (m,) standard deviation of the tilt that noise gives each triangle, in radians
    """

    noise: float
    own: Floats
    normals: Floats
    tilt: Floats


def noise_level(V: Vertices, F: Faces) -> float:
    """Standard deviation of the noise in every coordinate of V (n, 3); zero where it does not matter."""
    miss = _missed(V, F)
    bent = miss[np.abs(miss) > 1e-9 * np.ptp(V, axis=0).max()]
    rarer = min(bent[bent > 0], -bent[bent < 0], key=len)
    if len(miss) < EDGES or len(rarer) < BOTH_WAYS * len(miss):
        return 0.0
    noise = min(np.quantile(np.abs(miss), QUARTER) / QUARTILE, np.median(rarer) / MEDIAN)
    if (np.abs(miss) < EXACT * noise).mean() > DESIGNED + CHANCE / np.sqrt(len(miss)):
        return 0.0
    return float(noise) if np.median(tilts(V, F, float(noise))) > SLIGHT else 0.0


def _missed(V: Vertices, F: Faces) -> Floats:
    """(e,) distance of the four corners at every inner edge from a plane, in units of their own noise."""
    edges = inner_edges(F)
    n, area = face_normals(V, F)
    n, area, right = n[edges.left], area[edges.left], F[edges.right]
    T = V[F[edges.left]]
    fourth = V[right[(right != edges.ends[:, :1]) & (right != edges.ends[:, 1:])]]
    height = ((fourth - T[:, 0]) * n).sum(axis=1)
    foot = fourth - height[:, None] * n
    # The noise of the three corners comes in by the coordinates of the fourth in their triangle.
    squares = np.ones(len(T))
    for k in range(3):
        opposite = np.cross(T[:, (k + 1) % 3] - foot, T[:, (k + 2) % 3] - foot)
        squares += ((opposite * n).sum(axis=1) / (2 * area)) ** 2
    return height / np.sqrt(squares)


def tilts(V: Vertices, F: Faces, noise: float) -> Floats:
    """(m,) standard deviation of the tilt of every triangle, in radians: the noise over its heights."""
    T = V[F]
    sides = ((np.roll(T, -1, axis=1) - T) ** 2).sum(axis=(1, 2))
    return noise * np.sqrt(sides) / (2 * face_normals(V, F)[1])


def rough(V: Vertices, F: Faces, noise: float) -> Rough:
    """The surface with its normals averaged, as far as noise alone explains how they differ.

    Each mean weighs normals by area and by how sure they are, and becomes surer itself.
    """
    m = len(F)
    corners = csr_array((np.ones(3 * m), (np.repeat(np.arange(m), 3), F.ravel())), shape=(m, len(V)))
    near = (corners @ corners.T).tocoo()
    i, j = near.row, near.col
    own, area = face_normals(V, F)
    normals, tilt = own, tilts(V, F, noise)
    doubt = tilt**2
    for _ in range(ROUNDS):
        apart = ((normals[i] - normals[j]) ** 2).sum(axis=1)
        w = area[j] / (doubt[j] + SURE**2) * np.exp(-apart / (2 * (APART**2 + doubt[i] + doubt[j])))
        W = csr_array((w, (i, j)), shape=(m, m))
        normals = W @ normals
        normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
        doubt = W.power(2) @ doubt / np.asarray(W.sum(axis=1)).ravel() ** 2
    return Rough(noise, own, normals, tilt)


def fitted(samples: Samples, wanted: Array, surface: Rough) -> Floats:
    """(w, 3) normals of the wanted samples (w,), from planes fitted to the samples around each.

    The plane is that of the largest ball in which noise alone explains the scatter. Triangles so large that
    noise tilts them less than such a plane keep their own normal.
    """
    if not len(wanted):
        return samples.normals[wanted]
    samples = replace(samples, normals=_unfolded(samples, surface))
    own = samples.normals[wanted]
    count = min(BALLS[-1], len(samples))
    far, near = KDTree(samples.points).query(samples.points[wanted], k=count)
    far, near = far.reshape(len(own), -1), near.reshape(len(own), -1)
    offset = samples.points[near] - samples.points[wanted][:, None]
    w = samples.weights[near] * ((samples.normals[near] * own[:, None]).sum(axis=2) > SAME_FACE)
    total = np.cumsum(w, axis=1)
    first = np.cumsum(w[:, :, None] * offset, axis=1)
    second = np.cumsum(w[:, :, None, None] * offset[:, :, :, None] * offset[:, :, None], axis=1)
    best, breadth, fits = own.copy(), np.zeros(len(own)), np.ones(len(own), bool)
    for last in [ball - 1 for ball in BALLS if ball <= count]:
        mean = first[:, last] / total[:, last, None]
        values, vectors = np.linalg.eigh(
            second[:, last] / total[:, last, None, None] - mean[:, :, None] * mean[:, None]
        )
        spread = np.sqrt(np.maximum(values, 0.0)) / surface.noise
        fits &= (spread[:, 0] < SCATTER) | (far[:, last] < SMALLEST * surface.noise)
        broad = fits & (spread[:, 1] > BREADTH)
        best[broad], breadth[broad] = vectors[broad, :, 0], spread[broad, 1]
    best *= np.where((best * own).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    surer = surface.tilt[samples.face[wanted]] * breadth > LEFT
    return np.where(surer[:, None], best, own)


def _unfolded(samples: Samples, surface: Rough) -> Floats:
    """(s, 3) normals of the samples; where noise folds triangles, the normal of the patch around.

    The sum of directed areas does not depend on how a patch is folded within its rim.
    """
    folded = np.flatnonzero(surface.tilt[samples.face] > ASTRAY)
    normals = samples.normals.copy()
    if not len(folded):
        return normals
    far, near = KDTree(samples.points).query(samples.points[folded], k=min(BALLS[-1], len(samples)))
    far, near = far.reshape(len(folded), -1), near.reshape(len(folded), -1)
    w = samples.weights[near] * np.exp(-0.5 * (far / (PATCH * surface.noise)) ** 2)
    total = (w[:, :, None] * surface.own[samples.face[near]]).sum(axis=1)
    size = np.linalg.norm(total, axis=1)
    seen = size > 0
    normals[folded[seen]] = total[seen] / size[seen, None]
    return normals
