"""Products of sparse matrices whose result is small and dense, without a sparse one on the way."""

from __future__ import annotations

import numpy as np
from numba import njit
from scipy.sparse import csr_array

from pliant.arrays import Array, Floats


def projected(left: csr_array, middle: csr_array, right: csr_array, shape: tuple[int, int]) -> Floats:
    """(a, b) leftᵀ · middle · right, for sparse left (n, a), middle (n, n), right (n, b); shape: (a, b)."""
    out = np.zeros(shape)
    _add_products(_parts(left), _parts(middle), _parts(right), out)
    return out


def _parts(matrix: csr_array) -> tuple[Array, Array, Array]:
    return matrix.indptr, matrix.indices, matrix.data


@njit(cache=True)
def _add_products(left, middle, right, out):
    """Add to out (a, b) the products of the rows of left and of middle · right, one row at a time."""
    row = np.zeros(out.shape[1])
    touched = np.empty(out.shape[1], dtype=np.int64)
    for i in range(len(middle[0]) - 1):
        count = 0
        for k in range(middle[0][i], middle[0][i + 1]):
            j, value = middle[1][k], middle[2][k]
            for s in range(right[0][j], right[0][j + 1]):
                column = right[1][s]
                if row[column] == 0.0:
                    touched[count] = column
                    count += 1
                row[column] += value * right[2][s]
                if row[column] == 0.0:
                    # Exactly cancelled; a trace keeps it from being listed twice.
                    row[column] = 1e-300
        for k in range(left[0][i], left[0][i + 1]):
            own, value = left[1][k], left[2][k]
            for t in range(count):
                out[own, touched[t]] += value * row[touched[t]]
        for t in range(count):
            row[touched[t]] = 0.0
