"""The terms that the solver compares: the proxies' deformation gradients, and weak ones that decide the rest.

(G t)_j − M_j(β) for every element j; an element is three rows of G, one for each column of M_j.
- proxies, by [Der2006, eq. 2];
- every control's own F, softly: where controls only appear mixed, G alone does not tell them apart;
- ties between neighbouring controls, and between parts that touch (see ties.py).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from pliant.arrays import Floats, Ints
from pliant.examples.attitudes import Attitudes, centred
from pliant.examples.span import Span
from pliant.geometry.deformation import polar
from pliant.geometry.rotations import exp, log
from pliant.methods.reduced.graph import ProxyGraph
from pliant.methods.reduced.proxies import Proxies
from pliant.methods.reduced.ties import ControlTies

# The weight of all controls' own F together, beside the proxies' 1.
OWN = 1e-3


@dataclass(frozen=True, eq=False)
class Elements:
    """The elements of a model: rows of G in blocks.

    influences: (e, q) controls of each element
    blocks:     (e, 3, q, 4) entries of its three rows of G, for each of these controls
    W:          (e,) weights; the proxies' sum to one
    home:       (e,) the proxy nearest to each element; proxies come first and are their own
    count:      how many controls there are
    """

    influences: Ints
    blocks: Floats
    W: Floats
    home: Ints
    count: int

    @property
    def angular(self) -> int:
        """How many elements have a rotation of their own: the proxies and the controls. Ties come last."""
        return int(self.home.max()) + 1 + self.count

    def matrix(self) -> Floats:
        """G (3e, 4c), dense."""
        e, q = self.influences.shape
        G = np.zeros((3 * e, self.count, 4))
        rows = np.arange(3 * e).reshape(e, 3)
        for s in range(q):
            np.add.at(G, (rows, self.influences[:, s : s + 1]), self.blocks[:, :, s])
        return G.reshape(3 * e, 4 * self.count)

    def normal_matrix(self) -> Floats:
        """A (4c, 4c) = GᵀWG."""
        G = self.matrix()
        return G.T @ (np.repeat(self.W, 3)[:, None] * G)

    def gradients(self, t: Floats) -> Floats:
        """(k, e, 3, 3) M_j of every element, for the controls t (k, 4c, 3) of k poses."""
        G = self.matrix()
        return np.stack([np.swapaxes((G @ each).reshape(-1, 3, 3), 1, 2) for each in t])


def elements(proxies: Proxies, ties: ControlTies) -> Elements:
    """The elements of a learned model."""
    p, c = len(proxies), proxies.count
    width = max(proxies.influences.shape[1], ties.influences.shape[1])
    ties = ties.widened(width)
    own = np.zeros((c, 3, width, 4))
    own[:, :, 0, :3] = np.eye(3)
    between = np.zeros((len(ties), 3, width, 4))
    here = np.concatenate([ties.points, np.ones((len(ties), 1))], axis=1)
    between[:, 0] = ties.shares[:, :, None] * here[:, None]
    missing = (0, width - proxies.influences.shape[1])
    influences = [
        np.pad(proxies.influences.astype(np.int64), ((0, 0), missing), "edge"),
        np.repeat(np.arange(c)[:, None], width, axis=1),
        ties.influences,
    ]
    dominating = np.argmax(proxies.sizes[:, None] * _dense_weights(proxies), axis=0)
    beside = cdist(ties.points, proxies.rest).argmin(axis=1) if len(ties) else np.empty(0, np.int64)
    return Elements(
        np.concatenate(influences),
        np.concatenate([np.pad(proxies.gradient_blocks(), ((0, 0), (0, 0), missing, (0, 0))), own, between]),
        np.concatenate([proxies.sizes, np.full(c, OWN / c), ties.stiffness]),
        np.concatenate([np.arange(p), dominating, beside]),
        c,
    )


def printed_span(parts: Elements, t: Floats) -> tuple[Span, Floats]:
    """The paper's span of the examples t (k, 4c, 3) as they were given, and their turns (k, 3), all zero.

    Every logarithm has a length of at most π.
    """
    M = parts.gradients(t)
    R, _ = polar(M.reshape(-1, 3, 3))
    theta = log(R).reshape(M.shape[0], -1, 3)
    return _span(parts, M, theta, np.zeros((len(t), 3))), np.zeros((len(t), 3))


def aligned_span(parts: Elements, t: Floats, graph: ProxyGraph) -> tuple[Span, Floats]:
    """The span of the examples t (k, 4c, 3), turned to the reference's attitude, and the turns (k, 3) back.

    Logarithms of neighbouring proxies lie on matching branches.
    """
    M = parts.gradients(t)
    pairs, angular = angular_pairs(parts, graph), parts.angular
    theta, turns = np.zeros((len(t), angular, 3)), np.zeros((len(t), 3))
    for i in range(len(t)):
        R, _ = polar(M[i, :angular])
        theta[i], turns[i] = centred(R, pairs, parts.W[:angular])
    return _span(parts, M, theta, turns), turns


def angular_pairs(parts: Elements, graph: ProxyGraph) -> Ints:
    """(p, 2) neighbouring proxies, and each control with its leading proxy."""
    own = np.arange(parts.angular - parts.count, parts.angular)
    return np.concatenate([graph.pairs, np.column_stack([parts.home[own], own])])


def tied_logs(parts: Elements, theta: Floats) -> Floats:
    """(e, 3) logarithms of all elements from those, theta (a, 3), of the angular; ties turn with proxies."""
    return np.concatenate([theta, theta[parts.home[parts.angular :]]])


def attitudes(turns: Floats, centre_row: Floats, t: Floats) -> Attitudes:
    """The turns (k, 3) of the examples t (k, 4c, 3), with their centres, which centre_row (4c,) gives."""
    return Attitudes(turns, np.einsum("r,krx->kx", centre_row, t))


def _span(parts: Elements, M: Floats, theta: Floats, turns: Floats) -> Span:
    """The span of gradients M with the logarithms theta of their rotations; ties turn with their proxy."""
    theta = np.stack([tied_logs(parts, each[: parts.angular]) for each in theta])
    R = exp(turns)[:, None] @ exp(theta.reshape(-1, 3)).reshape(M.shape)
    stretches = np.swapaxes(R, 2, 3) @ M
    return Span(
        np.ascontiguousarray(theta.transpose(1, 2, 0)),
        np.ascontiguousarray(stretches.transpose(1, 2, 3, 0)),
        len(M),
    )


def _dense_weights(proxies: Proxies) -> Floats:
    """(p, c) weights of the controls at the proxies."""
    out = np.zeros((len(proxies), proxies.count))
    np.add.at(out, (np.arange(len(proxies))[:, None], proxies.influences), proxies.weights)
    return out
