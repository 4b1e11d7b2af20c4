"""Bars of rigid parts with soft joints: characters whose controls and weights are known."""

from __future__ import annotations

from functools import cache

import numpy as np

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.geometry.rotations import exp
from pliant.methods.reduced.proxies import Proxies
from pliant.samples.bar import bar, straight_bar
from pliant.skin import Skin


@cache
def bar_mesh(vertices: int = 900) -> tuple[Vertices, Faces]:
    """A straight bar along x, of diagonal one."""
    V = straight_bar(vertices)
    V = V - V.min(axis=0)
    return V / np.linalg.norm(V.max(axis=0)), bar(vertices).F


def jointed_skin(parts: int, joint: float = 0.06, vertices: int = 900) -> Skin:
    """The bar as `parts` of equal length, blended linearly over joints of this half width."""
    rest, _ = bar_mesh(vertices)
    cuts = np.linspace(0.0, rest[:, 0].max(), parts + 1)[1:-1]
    passed = np.clip((rest[:, :1] - cuts + joint) / (2.0 * joint), 0.0, 1.0)
    level = np.minimum(passed.sum(axis=1), parts - 1)
    first = np.minimum(level.astype(np.int64), max(parts - 2, 0))
    weight = level - first
    influences = np.column_stack([first, np.minimum(first + 1, parts - 1)])
    return Skin.of(rest, influences, np.column_stack([1.0 - weight, weight]), parts)


def jointed_controls(skin: Skin, poses: int, seed: int = 0, most: float = 0.9) -> Floats:
    """(k, 4c, 3) rigid controls hinged at the joints, turned at random; pose 0 at rest, part 0 still."""
    rng = np.random.default_rng(seed)
    length = skin.rest[:, 0].max()
    middle = skin.rest.mean(axis=0)
    t = np.tile(np.eye(4, 3), (poses, skin.count, 1, 1))
    for pose in range(1, poses):
        for i in range(1, skin.count):
            hinge = np.array([length * i / skin.count, middle[1], middle[2]])
            turn = exp(rng.uniform(-most, most, size=3)).T
            before = t[pose, i - 1]
            # First about the hinge in the part's own frame, then as the part before.
            own = np.vstack([turn, hinge - hinge @ turn])
            t[pose, i, :3] = own[:3] @ before[:3]
            t[pose, i, 3] = own[3] @ before[:3] + before[3]
    return t.reshape(poses, -1, 3)


def jointed(parts: int, poses: int, seed: int = 0) -> tuple[Skin, Floats, Poses, Faces]:
    """The skin, its controls, the poses (k, n, 3) and the triangles."""
    skin = jointed_skin(parts)
    t = jointed_controls(skin, poses, seed)
    return skin, t, np.stack([skin.posed(each) for each in t]), bar_mesh()[1]


def part_of(F: Faces, rest: Vertices, parts: int) -> Ints:
    """(m,) the part in which each triangle's middle lies."""
    share = rest[F].mean(axis=1)[:, 0] / rest[:, 0].max()
    return np.minimum((share * parts).astype(np.int64), parts - 1)


def gradient_matrix(proxies: Proxies) -> Floats:
    """G (3p, 4c): rows 3j…3j+2 of G t hold (D v)ᵀ at proxy j."""
    blocks = proxies.gradient_blocks()
    p, _, q, _ = blocks.shape
    G = np.zeros((p, 3, proxies.count, 4))
    for s in range(q):
        G[np.arange(p), :, proxies.influences[:, s]] += blocks[:, :, s]
    return G.reshape(3 * p, -1)
