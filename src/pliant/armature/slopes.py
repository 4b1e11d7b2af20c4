"""The matrices of bones and their derivatives by turns, moves and growths of nodes.

A node is L = T R S in its parent. Turned by a rotation vector θ in the parent's axes, moved by τ and scaled
by exp σ along its own axes, dL = T [θ]ₓ R S + [0 τ] + T R S diag(σ). Everything below it follows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.armature.armature import Armature
from pliant.armature.bone_pose import BonePose
from pliant.arrays import Array, Floats, Ints
from pliant.geometry.rotations import cross_matrix

# The derivatives of a rotation by its rotation vector, at no rotation.
_GENERATORS = cross_matrix(np.eye(3))


@dataclass(frozen=True, eq=False)
class Freedom:
    """What a fit may change: (k,) whether each node may turn, move and scale."""

    turns: Array
    moves: Array
    scales: Array

    def columns(self) -> Ints:
        """(u,) numbers of the unknowns among 9k: of each node three turns, three moves, three growths."""
        free = np.stack([self.turns, self.moves, self.scales], axis=1)
        return np.flatnonzero(np.repeat(free.ravel(), 3))


@dataclass(frozen=True, eq=False)
class Family:
    """Pairs of a node that may move and a bone below it or on it.

    nodes, bones: (p,) the node and the bone of each pair
    steps:        (p,) the place of the pair's node among those above the bone's own, from the top
    """

    nodes: Ints
    bones: Ints
    steps: Ints

    @staticmethod
    def of(armature: Armature) -> Family:
        """All pairs of an armature."""
        nodes, bones, steps = [], [], []
        for b, carrier in enumerate(armature.carriers):
            line = lineage(armature.parents, int(carrier))
            for step, node in enumerate(line):
                if armature.movable[node]:
                    nodes.append(node)
                    bones.append(b)
                    steps.append(step)
        return Family(np.array(nodes, int), np.array(bones, int), np.array(steps, int))


def lineage(parents: Ints, node: int) -> list[int]:
    """The nodes above a node, from the top, and the node."""
    line = [node]
    while parents[line[-1]] >= 0:
        line.append(int(parents[line[-1]]))
    return line[::-1]


def palette_of(armature: Armature, world: Floats, pose: BonePose) -> Floats:
    """(b, 3, 4) what each bone carries the mesh by, seen in coordinates that world (4, 4) leads to."""
    return (world @ armature.global_matrices(pose)[armature.carriers] @ armature.binds)[:, :3]


def palette_slopes(
    armature: Armature, family: Family, world: Floats, pose: BonePose, units: Floats
) -> Floats:
    """(9k, b, 3, 4) derivatives of the palette by turns, moves and growths of each node.

    units: (k,) the length in each node's parent that a move by 1 means
    """
    k, local = len(armature.parents), armature.local_matrices(pose)
    globals_ = world @ armature.global_matrices(pose)
    above = np.where(armature.parents[:, None, None] >= 0, globals_[armature.parents], world)
    below = _below(armature, local, family)
    at = above[family.nodes]
    T = np.broadcast_to(np.eye(4), (len(at), 4, 4)).copy()
    T[:, :3, 3] = pose.translation[family.nodes]
    placed = at @ T
    RS = pose.R * pose.scale[:, None, :]
    found = np.zeros((k, 9, len(armature.carriers), 3, 4))
    turned = np.einsum("pij,ajk,pkl->pail", placed[:, :3, :3], _GENERATORS, RS[family.nodes])
    found[family.nodes, :3, family.bones] = turned @ below[:, None, :3]
    moved = at[:, :3, :3].transpose(0, 2, 1) * units[family.nodes, None, None]
    found[family.nodes, 3:6, family.bones, :, 3] = moved
    grown = (placed[:, :3, :3] @ RS[family.nodes]).transpose(0, 2, 1)
    found[family.nodes, 6:, family.bones] = grown[..., None] * below[:, :3, None]
    return found.reshape(9 * k, len(armature.carriers), 3, 4)


def _below(armature: Armature, local: Floats, family: Family) -> Floats:
    """(p, 4, 4) of each pair: from the mesh, through the bone, to its node."""
    chains: list[Floats] = []
    for i, parent in enumerate(armature.parents):
        before = chains[parent] @ local[i] if parent >= 0 else np.zeros((0, 4, 4))
        chains.append(np.concatenate([before, np.eye(4)[None]]))
    starts = np.cumsum([0, *map(len, chains)])
    rows = starts[armature.carriers[family.bones]] + family.steps
    return np.concatenate(chains)[rows] @ armature.binds[family.bones]
