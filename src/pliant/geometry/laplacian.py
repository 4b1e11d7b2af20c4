"""Laplacians, positive semi-definite: L = GᵀWG, the cotangent matrix where W holds the areas."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csc_array, csr_array

from pliant.arrays import Floats


def weighted_laplacian(G: csr_array, weights: Floats) -> csc_array:
    """L (n, n) = GᵀWG for the gradient G (2m, n) and one weight (m,) per triangle."""
    W = np.repeat(weights, 2)
    return csc_array(G.T @ (G.multiply(W[:, None])))
