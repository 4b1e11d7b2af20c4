"""A mechanism made ready to be posed: bodies, their tree, the strain between cells, and the skin."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Floats, Ints, Vertices, frozen
from pliant.geometry.frame import Frame
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.methods.joints.block_cholesky import elimination_order
from pliant.methods.joints.bodies import Bodies, bodies
from pliant.methods.joints.cell_weights import blended
from pliant.methods.joints.cells import Cells, cells
from pliant.methods.joints.options import JointOptions
from pliant.methods.joints.tree import JointTree
from pliant.skin import Skin


@dataclass(frozen=True, eq=False)
class JointModel:
    """All that the solver needs of a mechanism, in diameters of it about its middle.

    frame:   between the user's coordinates and the solver's; no turn of the model changes its unit
    cells:   the cells of all components, in the user's coordinates
    of_cell: (k,) the body of each cell
    centre:  (b, 3) the centre of each body
    sizes:   (b,) volumes of the bodies
    tree:    the joints between bodies
    pairs:   (p, 2) bodies of neighbouring cells
    points:  (p, 4, 3) where they strain against each other, scaled
    point:   (p, 4) that scale for points, 0 for directions
    skin:    how bodies carry the vertices, in the user's coordinates
    joints:  the joints of the tree
    joint_corners: (j, 8, 3) corners of the cell that each joint holds on its second side
    rows:    (…,) the place of each of the mechanism's joints among them, −1 for one that moves nothing
    """

    frame: Frame
    cells: Cells
    of_cell: Ints
    centre: Floats
    sizes: Floats
    tree: JointTree
    pairs: Ints
    points: Floats
    point: Floats
    skin: Skin
    joints: tuple[Joint, ...]
    joint_corners: Floats
    rows: Ints
    options: JointOptions

    @staticmethod
    def of(mechanism: Mechanism, options: JointOptions) -> JointModel:
        """The model of a mechanism: cut into cells, welded into bodies, numbered for the solver."""
        frame = _round_frame(mechanism.mesh.V)
        made = cells(mechanism)
        welded = _in_elimination_order(bodies(mechanism, made), made)
        volumes = made.half.prod(axis=1)
        sizes = np.bincount(welded.of_cell, weights=volumes, minlength=welded.count).astype(np.float64)
        joints = tuple(_inward(joint, frame) for joint in welded.joints)
        tree = JointTree.of(joints, welded.ends, sizes)
        apart = welded.of_cell[made.pairs]
        differ = apart[:, 0] != apart[:, 1]
        points, point = strain_points(made, frame)
        scale = np.sqrt(_stiffness(mechanism, made, points, options)[differ])
        return JointModel(
            frame,
            made,
            welded.of_cell,
            frame.inward(welded.centre),
            sizes,
            tree,
            apart[differ],
            # In memory of their own, as kernels are compiled for.
            np.ascontiguousarray(points[differ] * scale[:, None, None]),
            point[differ] * scale[:, None],
            blended(mechanism, made, welded),
            joints,
            frame.inward(_joint_corners(welded, made)),
            welded.rows,
            options,
        )

    @property
    def pieces(self) -> Ints:
        """(b,) the connected piece of each body: joints and neighbouring cells connect."""
        b, links = len(self.centre), np.concatenate([self.pairs, self.tree.ends])
        graph = csr_array((np.ones(len(links)), (links[:, 0], links[:, 1])), shape=(b, b))
        return connected_components(graph, directed=False)[1]


def _round_frame(V: Vertices) -> Frame:
    """The frame about the mean of V, in diameters of the sphere about it that holds V."""
    middle = V.mean(axis=0)
    return Frame(frozen(middle, np.float64), 2.0 * float(np.linalg.norm(V - middle, axis=1).max()))


def strain_points(made: Cells, frame: Frame) -> tuple[Floats, Floats]:
    """points (p, 4, 3), point (p, 4): four points for the 16 corners of two neighbours [Xu2009, eq. 2].

    Σ‖T_i x − T_j x‖² over the corners is its value at their mean, and at their main directions.
    """
    corners = frame.inward(made.corners()[made.pairs].reshape(len(made.pairs), 16, 3))
    mean = corners.mean(axis=1)
    spread = corners - mean[:, None]
    variance, directions = np.linalg.eigh(np.swapaxes(spread, 1, 2) @ spread)
    lengths = np.sqrt(np.maximum(variance, 0.0))[:, None, :] * directions
    points = np.concatenate([4.0 * mean[:, None], np.swapaxes(lengths, 1, 2)], axis=1)
    return points, np.tile([4.0, 0.0, 0.0, 0.0], (len(points), 1))


def _stiffness(mechanism: Mechanism, made: Cells, points: Floats, options: JointOptions) -> Floats:
    """(p,) the weight of each pair of neighbours.

    As printed one for all. Ours bends a soft part by the same effort whatever its size and however many cells
    its section has: only how many follow each other counts.
    """
    weight = options.strain * made.strength
    if options.cells == "affine":
        return weight
    owner, count = made.component[made.pairs[:, 0]], len(mechanism.components)
    pairs = np.maximum(np.bincount(owner, minlength=count), 1)
    spread = (points[:, 1:] ** 2).sum(axis=(1, 2))
    lever = np.bincount(owner, weights=spread, minlength=count) / pairs
    length = np.array([part.soft.cells if part.soft else 1 for part in mechanism.components])
    section = np.bincount(made.component, minlength=count) / length
    return weight / (lever * section)[owner]


def _joint_corners(welded: Bodies, made: Cells) -> Floats:
    """(j, 8, 3) the corners of the cell of body b that is nearest to each joint."""
    corners, out = made.corners(), []
    for joint, (_, b) in zip(welded.joints, welded.ends, strict=True):
        own = np.flatnonzero(welded.of_cell == b)
        out.append(corners[own[np.argmin(((made.centre[own] - joint.origin) ** 2).sum(axis=1))]])
    return np.array(out).reshape(-1, 8, 3)


def _in_elimination_order(welded: Bodies, made: Cells) -> Bodies:
    """The bodies numbered so that factors fill little."""
    pairs = np.concatenate([welded.of_cell[made.pairs], welded.ends])
    order = elimination_order(welded.count, pairs[pairs[:, 0] != pairs[:, 1]])
    rank = np.empty(welded.count, dtype=np.int64)
    rank[order] = np.arange(welded.count)
    return replace(welded, of_cell=rank[welded.of_cell], centre=welded.centre[order], ends=rank[welded.ends])


def _inward(joint: Joint, frame: Frame) -> Joint:
    """A joint in the solver's coordinates."""
    scale = np.array([1.0 if freedom.turns else 1.0 / frame.diagonal for freedom in joint.freedoms])
    return replace(joint, origin=frame.inward(joint.origin), ranges=joint.ranges * scale[:, None])
