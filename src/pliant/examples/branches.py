"""The branch of the logarithm: rotation vectors that run on smoothly from triangle to triangle.

A rotation by the angle a about an axis is also one by a + 2πk. `log` takes the shortest, so along a coil
or a 270° bend neighbours jump by 2π and a blend tears [Sumner2005, footnote 1, left to the user there].
Here a smoothed copy of the rotation field is walked from neighbour to neighbour, the most similar first, and
each triangle takes the vector nearest to the one before. Then every triangle takes the branch of its own
rotation that is nearest to the smoothed one. The raw field would let single noisy triangles start wrong
branches.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components, minimum_spanning_tree

from pliant.arrays import Floats, Ints
from pliant.geometry.rotations import closest_rotation, exp, log
from pliant.geometry.topology import neighbours
from pliant.solve.kernels import inner

# Rounds of averaging with the neighbours: enough to drown single triangles, little for a bend.
SMOOTHING = 8
# Whole turns tried for the overall offset of a component.
TURNS = (0, -1, 1, -2, 2)
TWO_PI = 2.0 * math.pi


def unwrapped(theta: Floats, pairs: Ints, areas: Floats) -> Floats:
    """(m, 3) rotation vectors of the same rotations, near those of neighbouring triangles.

    theta: (m, 3) principal logarithms
    pairs: (p, 2) neighbouring triangles
    areas: (m,) weights; each component is shifted by the whole turns that make its mean angle smallest
    """
    jump = np.linalg.norm(theta[pairs[:, 0]] - theta[pairs[:, 1]], axis=1)
    if not (jump > math.pi).any():
        return theta
    adjacency = neighbours(pairs, len(theta))
    smooth = log(_smoothed(exp(theta), adjacency, areas))
    order, parent, label = _walk(smooth, pairs, adjacency)
    best = np.full(label.max() + 1, np.inf)
    chosen = smooth.copy()
    for turns in TURNS:
        lifted = _lifted(smooth, order, parent, turns)
        mean = np.bincount(label, areas * np.linalg.norm(lifted, axis=1))
        better = mean < best * (1.0 - 1e-9)
        best[better] = mean[better]
        chosen[better[label]] = lifted[better[label]]
    return _nearest_branches(theta, chosen)


def _smoothed(R: Floats, adjacency: csr_array, areas: Floats) -> Floats:
    """Rotations (m, 3, 3) averaged with their neighbours, weighted by area, a few times over."""
    average = adjacency.multiply(areas[None, :]).tocsr()
    for _ in range(SMOOTHING):
        total = (average @ R.reshape(-1, 9)).reshape(-1, 3, 3) + areas[:, None, None] * R
        R = closest_rotation(total)
    return R


def _walk(theta: Floats, pairs: Ints, adjacency: csr_array) -> tuple[Ints, Ints, Ints]:
    """order (m,), parent (m,) and component (m,) of a spanning forest along the smallest differences.

    A root, its own parent, is the triangle of its component that turns least, where log is clearest.
    """
    R = exp(theta)
    difference = ((R[pairs[:, 0]] - R[pairs[:, 1]]) ** 2).sum(axis=(1, 2))
    # Explicit zeros would vanish from the sparse graph.
    graph = csr_array((difference + 1e-9, (pairs[:, 0], pairs[:, 1])), shape=adjacency.shape)
    tree = minimum_spanning_tree(graph)
    _, label = connected_components(tree, directed=False)
    angle = np.linalg.norm(theta, axis=1)
    by_angle = np.lexsort((angle, label))
    roots = by_angle[np.unique(label[by_angle], return_index=True)[1]]
    order, parent = [], np.arange(len(theta))
    for root in roots:
        visited, before = breadth_first_order(tree, root, directed=False)
        order.append(visited)
        parent[visited[1:]] = before[visited[1:]]
    return np.concatenate(order).astype(np.int64), parent, label.astype(np.int64)


@inner
def _nearest_branch(x, y, z, p, q, r):
    """The vector (a + 2πk)·axis of the rotation (x, y, z) = a·axis that is nearest to (p, q, r)."""
    a = math.sqrt(x * x + y * y + z * z)
    if a < 1e-9:
        # The identity: any axis will do, so keep the neighbour's.
        b = math.sqrt(p * p + q * q + r * r)
        k = round(b / TWO_PI)
        scale = TWO_PI * k / b if b > 0.0 else 0.0
        return p * scale, q * scale, r * scale
    k = round(((p * x + q * y + r * z) / a - a) / TWO_PI)
    scale = (a + TWO_PI * k) / a
    return x * scale, y * scale, z * scale


@njit(cache=True)
def _lifted(theta, order, parent, turns):
    """theta (m, 3) made smooth along the walk; its roots are shifted by whole turns about their axes."""
    lifted = theta.copy()
    for j in order:
        if parent[j] == j:
            a = math.sqrt(theta[j, 0] ** 2 + theta[j, 1] ** 2 + theta[j, 2] ** 2)
            if a > 1e-9:
                for i in range(3):
                    lifted[j, i] = theta[j, i] * (a + TWO_PI * turns) / a
            continue
        p = lifted[parent[j]]
        x, y, z = _nearest_branch(theta[j, 0], theta[j, 1], theta[j, 2], p[0], p[1], p[2])
        lifted[j, 0] = x
        lifted[j, 1] = y
        lifted[j, 2] = z
    return lifted


@njit(cache=True)
def _nearest_branches(theta, guide):
    """(m, 3) vectors of the rotations theta (m, 3), each the nearest to that of the guide (m, 3)."""
    nearest = np.empty_like(theta)
    for j in range(len(theta)):
        x, y, z = _nearest_branch(
            theta[j, 0], theta[j, 1], theta[j, 2], guide[j, 0], guide[j, 1], guide[j, 2]
        )
        nearest[j, 0] = x
        nearest[j, 1] = y
        nearest[j, 2] = z
    return nearest
