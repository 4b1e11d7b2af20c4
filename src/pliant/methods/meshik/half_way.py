"""The blend half-way between the reference and an example, whose energy tells which way round limbs turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit

from pliant.arrays import Floats, Ints, Poses
from pliant.examples.attitudes import Attitudes
from pliant.examples.sides import Changes, pair_changes, pose_tree, sided
from pliant.examples.span import Span
from pliant.examples.tears import Tear, tears
from pliant.geometry.rotations import exp
from pliant.geometry.solvable import Solvable
from pliant.geometry.topology import shared_edges
from pliant.methods.meshik.bars import Bars
from pliant.methods.meshik.incidence import Incidence
from pliant.solve.sparse import HeldLaplacian

HALF = np.array([0.5, 0.5])


@dataclass(frozen=True, eq=False)
class Surface:
    """What all half-way blends of a mesh share.

    bars:   between its parts
    around: sums around its vertices
    W:      (m + b,) plain weights of triangles and bars
    system: the Laplacian with these weights, factored
    pairs:  (p, 2) neighbouring triangles
    edges:  (p, 3) the edge of the reference that each pair shares
    """

    bars: Bars
    around: Incidence
    W: Floats
    system: HeldLaplacian
    pairs: Ints
    edges: Floats

    @staticmethod
    def of(shape: Solvable, bars: Bars, around: Incidence, W: Floats, system: HeldLaplacian) -> Surface:
        """The surface of the solver's mesh."""
        pairs, ends = shared_edges(shape.F)
        V = shape.V[0]
        return Surface(bars, around, W, system, pairs, V[ends[:, 1]] - V[ends[:, 0]])

    def missed(self, T: Floats) -> float:
        """min over x of Σ W ‖(G x)_j − T_j‖² for the tangents T (m + b, 3, 2)."""
        g = self.around.gathered(T, self.W)
        # The minimum is ‖T‖² less ⟨g, A⁻¹g⟩, because the residual is orthogonal to the range of G.
        return float(self.W @ (T * T).sum(axis=(1, 2)) - (g * self.system.solve(g)).sum())


@dataclass(frozen=True, eq=False)
class SurfaceHalfWay:
    """A `HalfWay` of triangles and bars: example i, half-way to each of some partners.

    span, attitudes, V: of all poses, V (k, n, 3)
    example:  number i
    partners: numbers of poses whose sides are chosen already
    """

    surface: Surface
    span: Span
    attitudes: Attitudes
    V: Poses
    example: int
    partners: Sequence[int]

    def energy(self, theta: Floats) -> float:
        """How far the half-way blends are from being meshes if the example has the vectors theta (m, 3)."""
        return sum(self.surface.missed(self._tangents(theta, partner)) for partner in self.partners)

    def _tangents(self, theta: Floats, partner: int) -> Floats:
        """(m + b, 3, 2) the blend with a partner."""
        both = [partner, self.example]
        logs = np.stack([self.span.logs[:, :, partner], theta], axis=2)
        triangles = Span(logs, self.span.stretches[..., both], 2)
        turns = Attitudes(self.attitudes.turns[both], self.attitudes.centres[both])
        span = self.surface.bars.span(self.V[both], triangles, turns)
        still = np.broadcast_to(np.eye(3), (len(span.logs), 3, 3)).copy()
        return span.tangents(HALF, still)

    def changes(self, theta: Floats, other: Floats) -> Changes:
        """Estimates by how the half-way turns of neighbours disagree about the edge they share."""
        pairs, e = self.surface.pairs, self.surface.edges
        costs = np.zeros((4, len(pairs)))
        for partner in self.partners:
            logs = self.span.logs[:, :, partner]
            here, there = exp(0.5 * (logs + theta)), exp(0.5 * (logs + other))
            _add_disagreements(pairs, e, here, there, costs)
        return pair_changes(pairs, costs / np.linalg.norm(e, axis=1))


def sided_span(span: Span, attitudes: Attitudes, surface: Surface, V: Poses) -> Span:
    """The span of the triangles in the poses V (k, n, 3), every limb the way round that a mesh can follow."""
    logs = span.logs.copy()
    chosen = Span(logs, span.stretches, span.free)
    size = surface.W[: len(logs)]
    for i, parent in pose_tree(attitudes.upright(V)):
        half_way = SurfaceHalfWay(surface, chosen, attitudes, V, i, sorted({0, parent}))
        logs[:, :, i] = sided(logs[:, :, i], surface.pairs, size, half_way)
    return chosen


def surface_tears(span: Span, shape: Solvable) -> tuple[Tear, ...]:
    """The tears of the triangles' span, bridges left out, at vertices of the user's mesh."""
    pairs, ends = shared_edges(shape.F[: len(shape.kept)])
    V = shape.V[0]
    lengths = np.linalg.norm(V[ends[:, 1]] - V[ends[:, 0]], axis=1)
    of_solver = np.unique(shape.of_user, return_index=True)[1]
    return tuple(tears(span.logs, pairs, ends, lengths, of_solver[ends[:, 0]]))


@njit(cache=True)
def _add_disagreements(pairs, e, here, there, out):
    """Add to out (4, p) the squared distances of where two rotations carry the edge e (p, 3) of each pair.

    The rotations: both here (m, 3, 3), both there, the first there, and the second there.
    """
    for p in range(len(pairs)):
        j, k = pairs[p, 0], pairs[p, 1]
        x, y, z = e[p, 0], e[p, 1], e[p, 2]
        for a in range(3):
            first = here[j, a, 0] * x + here[j, a, 1] * y + here[j, a, 2] * z
            second = here[k, a, 0] * x + here[k, a, 1] * y + here[k, a, 2] * z
            third = there[j, a, 0] * x + there[j, a, 1] * y + there[j, a, 2] * z
            fourth = there[k, a, 0] * x + there[k, a, 1] * y + there[k, a, 2] * z
            out[0, p] += (first - second) ** 2
            out[1, p] += (third - fourth) ** 2
            out[2, p] += (third - second) ** 2
            out[3, p] += (first - fourth) ** 2
