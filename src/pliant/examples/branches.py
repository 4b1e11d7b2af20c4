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
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit, prange
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

from pliant.arrays import Floats, Ints
from pliant.geometry.closest_rotation import closest3
from pliant.geometry.rotations import exp, log3
from pliant.geometry.topology import neighbours
from pliant.solve.kernels import inner
from pliant.solve.threads import FEW

# Rounds of averaging with the neighbours: enough to drown single triangles, little for a bend.
SMOOTHING = 8
# Whole turns tried for the overall offset of a component.
TURNS = (0, -1, 1, -2, 2)
# Elements that a thread takes at once.
BLOCK = 512
TWO_PI = 2.0 * math.pi


@dataclass(frozen=True, eq=False)
class Branches:
    """The branches of a field of rotations, from whichever attitude it is seen.

    R:     (m, 3, 3) rotations
    pairs: (p, 2) neighbouring triangles
    areas: (m,) weights; each component is shifted by the whole turns that make its mean angle smallest
    A field that is turned as a whole has the smoothed copy turned alike, and the same differences between
    neighbours; so both are computed once, where they are needed at all.
    """

    R: Floats
    pairs: Ints
    areas: Floats

    def seen_from(self, Q: Floats) -> Floats:
        """(m, 3) rotation vectors of QᵀR, near those of neighbours, for an attitude Q (3, 3)."""
        return self.matched(_turned_back(Q, self.R), Q)

    def matched(self, theta: Floats, Q: Floats) -> Floats:
        """(m, 3) vectors of the same rotations as the principal logarithms theta (m, 3) of QᵀR."""
        if not jumps(theta, self.pairs):
            return theta
        smooth = _turned_back(Q, self._smoothed)
        order, parent = self._walk(smooth)
        label = self._forest[1]
        best = np.full(label.max() + 1, np.inf)
        chosen = smooth
        for turns in TURNS:
            lifted = _lifted(smooth, order, parent, turns)
            mean = _summed_angles(lifted, self.areas, label, len(best))
            better = mean < best * (1.0 - 1e-9)
            if better.all():
                best, chosen = mean, lifted
            elif better.any():
                best[better] = mean[better]
                chosen[better[label]] = lifted[better[label]]
        return _nearest_branches(theta, chosen)

    @cached_property
    def _smoothed(self) -> Floats:
        """(m, 3, 3) rotations averaged with their neighbours, weighted by area, a few times over."""
        around = neighbours(self.pairs, len(self.R))
        R = np.ascontiguousarray(self.R)
        for _ in range(SMOOTHING):
            out = np.empty_like(R)
            kernel = _averaged_here if len(R) < FEW else _averaged
            kernel(around.indptr, around.indices, around.data, self.areas, R, out)
            R = out
        return R

    @cached_property
    def _forest(self) -> tuple[csr_array, Ints]:
        """A spanning forest (m, m) along the smallest differences, and each triangle's component (m,)."""
        apart = self._smoothed[self.pairs[:, 0]] - self._smoothed[self.pairs[:, 1]]
        difference = np.einsum("pab,pab->p", apart, apart)
        # Explicit zeros would vanish from the sparse graph.
        places = self.pairs[:, 0], self.pairs[:, 1]
        tree = minimum_spanning_tree(csr_array((difference + 1e-9, places), shape=(len(self.R),) * 2))
        _, label = connected_components(tree, directed=False)
        # Both ways, so that a walk need not ask for directions.
        return csr_array(tree + tree.T), label.astype(np.int64)

    def _walk(self, theta: Floats) -> tuple[Ints, Ints]:
        """order (m,) and parent (m,) of a walk along the forest, for smoothed vectors theta (m, 3).

        A root, its own parent, is the triangle of its component that turns least, where log is clearest.
        """
        tree, label = self._forest
        roots = _least_turned(theta, label, int(label.max()) + 1)
        order, parent = np.empty(len(theta), np.int64), np.arange(len(theta))
        _follow(tree.indptr, tree.indices, roots, order, parent)
        return order, parent


def unwrapped(theta: Floats, pairs: Ints, areas: Floats) -> Floats:
    """(m, 3) rotation vectors of the same rotations, near those of neighbouring triangles.

    theta: (m, 3) principal logarithms; pairs and areas as in `Branches`
    """
    return Branches(exp(theta), pairs, areas).matched(theta, np.eye(3))


@njit(cache=True)
def _turned_back(Q, R):
    """(m, 3) rotation vectors, of length at most π, of QᵀR_j for an attitude Q (3, 3) and R (m, 3, 3)."""
    theta = np.empty((len(R), 3))
    M = np.empty((3, 3))
    for j in range(len(R)):
        for a in range(3):
            for b in range(3):
                M[a, b] = Q[0, a] * R[j, 0, b] + Q[1, a] * R[j, 1, b] + Q[2, a] * R[j, 2, b]
        theta[j, 0], theta[j, 1], theta[j, 2] = log3(M)
    return theta


@njit(cache=True)
def jumps(theta, pairs):
    """How many neighbours, pairs (p, 2), are more than half a turn apart by the vectors theta (m, 3)."""
    count = 0
    for j, k in pairs:
        x, y, z = theta[j, 0] - theta[k, 0], theta[j, 1] - theta[k, 1], theta[j, 2] - theta[k, 2]
        if x * x + y * y + z * z > math.pi * math.pi:
            count += 1
    return count


@njit(cache=True)
def _least_turned(theta, label, count):
    """(count,) the element of each component, label (m,), with the shortest vector theta (m, 3)."""
    least = np.full(count, np.inf)
    found = np.empty(count, np.int64)
    for j in range(len(theta)):
        square = theta[j, 0] ** 2 + theta[j, 1] ** 2 + theta[j, 2] ** 2
        if square < least[label[j]]:
            least[label[j]] = square
            found[label[j]] = j
    return found


@njit(cache=True)
def _summed_angles(theta, areas, label, count):
    """(count,) the angles of the vectors theta (m, 3) in each component, label (m,), weighted by area."""
    total = np.zeros(count)
    for j in range(len(theta)):
        total[label[j]] += areas[j] * math.sqrt(theta[j, 0] ** 2 + theta[j, 1] ** 2 + theta[j, 2] ** 2)
    return total


@njit(inline="always")
def _plus(m, c, R, j):
    """m + c R_j, for nine entries row by row."""
    a = m[0] + c * R[j, 0, 0], m[1] + c * R[j, 0, 1], m[2] + c * R[j, 0, 2]
    b = m[3] + c * R[j, 1, 0], m[4] + c * R[j, 1, 1], m[5] + c * R[j, 1, 2]
    d = m[6] + c * R[j, 2, 0], m[7] + c * R[j, 2, 1], m[8] + c * R[j, 2, 2]
    return a + b + d


@njit(cache=True)
def _average_block(block, around, areas, R, out):
    """out_j = the rotation nearest to the mean of R_j and its neighbours', for the elements of one block."""
    starts, neighbour, count = around
    scratch = np.empty((3, 3))
    for j in range(block * BLOCK, min(len(R), (block + 1) * BLOCK)):
        M = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for at in range(starts[j], starts[j + 1]):
            k = neighbour[at]
            M = _plus(M, count[at] * areas[k], R, k)
        closest3(_plus(M, areas[j], R, j), scratch, out[j])


@njit(cache=True, parallel=True)
def _averaged(starts, neighbour, count, areas, R, out):
    for block in prange((len(R) + BLOCK - 1) // BLOCK):
        _average_block(block, (starts, neighbour, count), areas, R, out)


@njit(cache=True)
def _averaged_here(starts, neighbour, count, areas, R, out):
    for block in range((len(R) + BLOCK - 1) // BLOCK):
        _average_block(block, (starts, neighbour, count), areas, R, out)


@njit(cache=True)
def _follow(starts, neighbour, roots, order, parent):
    """Breadth-first order (m,) of a forest given by neighbours both ways, and parents of all but roots."""
    end = 0
    for root in roots:
        begin, end = end, end + 1
        order[begin] = root
        while begin < end:
            j = order[begin]
            begin += 1
            for at in range(starts[j], starts[j + 1]):
                k = neighbour[at]
                if k != parent[j]:
                    parent[k] = j
                    order[end] = k
                    end += 1


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
