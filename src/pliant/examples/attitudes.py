"""Attitudes: how each example is turned as a whole, apart from its shape.

R_ij = exp(qᵢ) exp(θ_ij): the rotations of a rearing horse are one turn of the whole and those of its pose.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Ints, Poses
from pliant.examples.branches import Branches, jumps
from pliant.geometry.rotations import closest_rotation, exp, left_jacobian, log

# Rounds in which the mean rotation is moved from the span to the attitude; smooth sets need two, coils more.
CENTRING_ROUNDS = 10
CENTRED = 1e-6
# Where more than this share of the area turns by over π, several attitudes are tried.
WRAPPED = 0.01
ATTITUDES = np.radians([60.0, 120.0, 180.0, 240.0, 300.0])


@dataclass(frozen=True, eq=False)
class Attitudes:
    """How each example is turned and where it stands as a whole.

    turns:   (k, 3) rotation vectors qᵢ of the attitudes Qᵢ
    centres: (k, 3) area centroids, in the solver's units
    """

    turns: Floats
    centres: Floats

    @property
    def still(self) -> bool:
        """Whether no example is turned against the reference."""
        return not self.turns.any()

    def turn(self, w: Floats) -> Floats:
        """(3, 3) the attitude exp(Σ wᵢ qᵢ) of a blend with weights w (k,)."""
        return exp(w @ self.turns)

    def centre(self, w: Floats) -> Floats:
        """(3,) the centroid of a blend with weights w (k,), which need not sum to one."""
        return self.centres[0] + w @ (self.centres - self.centres[0])

    def turn_derivatives(self, w: Floats) -> Floats:
        """(l, 3) vectors vᵢ with ∂Q/∂wᵢ = [vᵢ]ₓ Q, for weights w (l,)."""
        if self.still:
            return np.zeros((len(w), 3))
        return self.turns @ left_jacobian(w @ self.turns).T

    def upright(self, V: Poses) -> Floats:
        """(k, n, 3) the poses V, each moved with its centre to the origin and turned back."""
        return np.einsum("kba,knb->kna", exp(self.turns), V - self.centres[:, None])


def centred(R: Floats, pairs: Ints, size: Floats) -> tuple[Floats, Floats]:
    """theta (m, 3) and turn (3,) with R_j = exp(turn) exp(theta_j) and the mean of theta near zero.

    R:     (m, 3, 3) rotations of the triangles
    pairs: (p, 2) neighbouring triangles, between which theta is smooth
    size:  (m,) areas
    """
    Q = closest_rotation(np.einsum("j,jab->ab", size, R))
    principal, branches = log(Q.T @ R), Branches(R, pairs, size)
    theta = branches.matched(principal, Q)
    if size @ (np.linalg.norm(theta, axis=1) > np.pi) > WRAPPED * size.sum():
        # A whole turn has no axis, so a coil is best seen from its middle: turned about its main axis.
        axis = np.linalg.eigh((size[:, None] * principal).T @ principal)[1][:, -1]
        seen = [(Q, theta)]
        for angle in ATTITUDES:
            turned = Q @ exp(angle * axis)
            seen.append((turned, branches.seen_from(turned)))
        Q, theta = min(seen, key=lambda each: _tornness(each[1], pairs))
    torn = _tornness(theta, pairs)
    for _ in range(CENTRING_ROUNDS):
        mean = size @ theta / size.sum()
        if np.linalg.norm(mean) < CENTRED:
            break
        turned = Q @ exp(mean)
        centred = branches.seen_from(turned)
        if (found := _tornness(centred, pairs)) >= torn:
            break
        Q, theta, torn = turned, centred, found
    return theta, log(Q)


def _tornness(theta: Floats, pairs: Ints) -> tuple[int, float]:
    """The number of neighbours more than half a turn apart, then the largest squared angle."""
    return int(jumps(theta, pairs)), float(np.einsum("ja,ja->j", theta, theta).max())
