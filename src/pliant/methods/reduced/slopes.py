"""Slopes Dα of the weights at the proxies [Der2006, eq. 2], fitted to the triangles around them."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Array, Faces, Floats, Vertices
from pliant.geometry.gradient import areas, double_area_normals, hat_gradients, tangent_basis
from pliant.methods.reduced.groups import vertex_masses
from pliant.skin import Skin

# Directions in which the triangles around have less than this share of their area count as normal.
TANGENTIAL = 0.05


def weight_slopes(skin: Skin, F: Faces, mean: csr_array, influences: Array) -> Floats:
    """(p, q, 3) the slopes s of the weights that best agree with the triangles around: min Σ a |P s − ∇α|².

    P projects on a triangle's plane. On a flat piece the normal component is free and taken as zero.
    mean:       (p, n) the averages over the vertices that each proxy stands for
    influences: (p, q) the controls of each proxy
    """
    V, m = skin.rest, len(F)
    normal = double_area_normals(V, F)
    unit = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    planes = np.eye(3) - unit[:, :, None] * unit[:, None, :]
    # A vertex's pull is shared by the triangles around it, by area.
    share = np.repeat(areas(V, F), 3) / vertex_masses(V, F)[F.ravel()]
    corners = csr_array((share, (F.ravel(), np.repeat(np.arange(m), 3))), shape=(len(V), m))
    around = csr_array(mean @ corners)
    left = np.asarray(around @ planes.reshape(m, 9)).reshape(-1, 3, 3)
    gradients = (csr_array(G @ skin.weight_matrix()) for G in _gradients(V, F))
    right = np.stack([csr_array(around @ each).toarray() for each in gradients], axis=2)
    slopes = right @ np.linalg.pinv(left, rcond=TANGENTIAL, hermitian=True)
    own = np.take_along_axis(slopes, influences[:, :, None].astype(np.int64), axis=1)
    return _summing_to_zero(own, influences)


def _gradients(V: Vertices, F: Faces) -> list[csr_array]:
    """Three matrices (m, n): the derivatives along x, y and z of a function given at the vertices."""
    hats = np.einsum("jce,jie->jic", tangent_basis(V, F), hat_gradients(V, F))
    starts = 3 * np.arange(len(F) + 1)
    return [csr_array((hats[..., a].ravel(), F.ravel(), starts), shape=(len(F), len(V))) for a in range(3)]


def _summing_to_zero(slopes: Floats, influences: Array) -> Floats:
    """The slopes (p, q, 3) made to sum to zero over the influences; those of padding are zero."""
    q = influences.shape[1]
    own = np.ones(influences.shape, dtype=bool)
    for s in range(1, q):
        own[:, s] = (influences[:, s : s + 1] != influences[:, :s]).all(axis=1)
    slopes = np.where(own[:, :, None], slopes, 0.0)
    excess = slopes.sum(axis=1, keepdims=True) / own.sum(axis=1)[:, None, None]
    return np.where(own[:, :, None], slopes - excess, 0.0)
