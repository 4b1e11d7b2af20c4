"""Blends half-way to an example at the proxies, whose energy tells which way round limbs turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Ints, Poses
from pliant.examples.sides import Changes, pose_tree, sided
from pliant.examples.span import Span
from pliant.methods.reduced.control_fit import ControlPins
from pliant.methods.reduced.elements import Elements, angular_pairs, tied_logs
from pliant.methods.reduced.graph import ProxyGraph

HALF = np.array([0.5, 0.5])


@dataclass(frozen=True, eq=False)
class ControlHalfWay:
    """A `HalfWay` of proxies, controls and ties: example i, half-way to each of some partners.

    parts:    the elements; G: (3e, 4c) their matrix
    P:        (r, 4c) with PᵀP the inverse of GᵀWG where the centre is held
    span:     of all examples
    example:  number i
    partners: numbers of poses whose sides are chosen already
    """

    parts: Elements
    G: Floats
    P: Floats
    span: Span
    example: int
    partners: Sequence[int]

    def energy(self, theta: Floats) -> float:
        """How far the controls are from following the half-way blends if the example has theta (a, 3)."""
        return sum(float(self._missed(self._rows(theta, partner))[0]) for partner in self.partners)

    def changes(self, theta: Floats, other: Floats) -> Changes:
        """The energy's changes, exactly: there are few limbs, and all are computed at once."""
        here = [self._rows(theta, partner) for partner in self.partners]
        there = [self._rows(other, partner) for partner in self.partners]
        now = [self._missed(rows) for rows in here]

        def change(label: Ints) -> Floats:
            limbs = np.arange(int(label.max()) + 1)
            turned = np.concatenate([label, label[self.parts.home[self.parts.angular :]]])[:, None] == limbs
            choice = np.repeat(turned, 3, axis=0)[:, :, None]
            found = [self._missed(np.where(choice, b, a)) for a, b in zip(here, there, strict=True)]
            return sum(found, np.zeros(len(limbs))) - sum(now, np.zeros(1))

        return change

    def _rows(self, theta: Floats, partner: int) -> Floats:
        """(3e, 1, 3) the columns T_jᵀ of the blend with one partner."""
        logs = np.stack([self.span.logs[:, :, partner], tied_logs(self.parts, theta)], axis=2)
        # A turn the other way round is the same rotation, so the stretches stay what they are.
        span = Span(logs, np.ascontiguousarray(self.span.stretches[..., [partner, self.example]]), 2)
        T = span.tangents(HALF, np.broadcast_to(np.eye(3), (len(logs), 3, 3)).copy())
        return np.swapaxes(T, 1, 2).reshape(-1, 1, 3)

    def _missed(self, rows: Floats) -> Floats:
        """(c,) min over t of Σ W ‖G t − rows‖², for the rows (3e, c, 3) of c blends."""
        weighted = np.repeat(self.parts.W, 3)[:, None, None] * rows
        reached = self.P @ (self.G.T @ weighted.reshape(len(rows), -1))
        square = (reached**2).reshape(len(reached), -1, 3).sum(axis=(0, 2))
        return (weighted * rows).sum(axis=(0, 2)) - square


def sided_span(span: Span, parts: Elements, graph: ProxyGraph, pins: ControlPins, V: Poses) -> Span:
    """The span of the elements, every limb the way round that the controls can follow best.

    pins: the centre, held
    V:    (k, p, 3) the proxies in every pose, aligned
    """
    logs, G = span.logs.copy(), parts.matrix()
    chosen = Span(logs, span.stretches, span.free)
    pairs, angular = angular_pairs(parts, graph), parts.angular
    for i, parent in pose_tree(V):
        half_way = ControlHalfWay(parts, G, pins.P, chosen, i, sorted({0, parent}))
        theta = sided(logs[:angular, :, i], pairs, parts.W[:angular], half_way)
        logs[:, :, i] = tied_logs(parts, theta)
    return chosen
