"""Sparse linear systems: one Cholesky factor for many right-hand sides.

It uses cholespy where there is a wheel, and SciPy's SuperLU elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import coo_array, csc_array
from scipy.sparse.linalg import splu

from pliant.arrays import Floats, Ints
from pliant.errors import MeshError

try:
    # A compiled module without type stubs.
    from cholespy import CholeskySolverD, MatrixType  # pyright: ignore[reportAttributeAccessIssue]
except ImportError:  # no wheel for this platform
    CholeskySolverD = MatrixType = None

# cholespy takes at most this many right-hand sides in one call.
MOST_COLUMNS = 128


class HeldLaplacian:
    """Solves A x = b for the free rows while the held ones stay at zero.

    A:    (n, n) symmetric positive semi-definite Laplacian
    held: held rows, at least one in each connected component; the caller must check this, because the
          factorisation does not. They become rows of the identity, so that arrays keep their n rows.
    Raises MeshError where rounding makes A indefinite.
    """

    def __init__(self, A: csc_array, held: Ints) -> None:
        self.A = A
        self.held = held
        self.n = len(A.indptr) - 1
        self._solve_columns = _factor(_with_identity_rows(A, held), self.n)

    def solve(self, b: Floats) -> Floats:
        """x (n, …), for b (n, …): A x = b on the free rows and x = 0 on the held ones."""
        columns = np.ascontiguousarray(b).reshape(len(b), -1)
        starts = range(0, columns.shape[1], MOST_COLUMNS)
        parts = [self._solve_columns(np.ascontiguousarray(columns[:, i : i + MOST_COLUMNS])) for i in starts]
        x = parts[0] if len(parts) == 1 else np.concatenate([np.empty((self.n, 0)), *parts], axis=1)
        x[self.held] = 0.0
        return x.reshape(b.shape)

    def extension(self, positions: Floats) -> Floats:
        """x (n, c), equal to positions (held, c) on the held rows, with A x = 0 on the others."""
        x = np.zeros((self.n, positions.shape[1]))
        x[self.held] = positions
        inside = self.solve(-(self.A @ x))
        inside[self.held] = positions
        return inside


def _with_identity_rows(A: csc_array, held: Ints) -> coo_array:
    """A with the held rows and columns replaced by those of a multiple of the identity."""
    entries = A.tocoo()
    n = len(A.indptr) - 1
    is_held = np.zeros(n, dtype=bool)
    is_held[held] = True
    keep = ~(is_held[entries.row] | is_held[entries.col])
    # The size of the other diagonal entries, so that the factor stays well scaled.
    size = float(np.abs(entries.data).max(initial=0.0)) or 1.0
    rows = np.concatenate([entries.row[keep], held])
    columns = np.concatenate([entries.col[keep], held])
    data = np.concatenate([entries.data[keep], np.full(len(held), size)])
    return coo_array((data, (rows, columns)), shape=(n, n))


def _factor(A: coo_array, n: int) -> Callable[[Floats], Floats]:
    """A function that solves A x = b for b (n, c), C-ordered, c ≤ MOST_COLUMNS."""
    if CholeskySolverD is None or MatrixType is None:
        # A Laplacian needs no pivots. On 36,000 vertices a solve then takes 0.8 of the time with pivots and
        # half of that with COLAMD's order, 7 times cholespy's; factors take as long as cholespy's.
        how = {"permc_spec": "MMD_AT_PLUS_A", "diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}
        return splu(A.tocsc(), **how).solve
    rows, columns = A.row.astype(np.int32), A.col.astype(np.int32)
    try:
        solver = CholeskySolverD(n, rows, columns, A.data, MatrixType.COO)
    except ValueError as problem:
        raise MeshError(
            "The mesh's Laplacian cannot be factored: some triangles are too thin, or tiny beside others,"
            " for the precision of the machine. `pliant info` lists such triangles; remesh them."
        ) from problem

    def solve(b: Floats) -> Floats:
        x = np.empty_like(b)
        solver.solve(b, x)
        return x

    return solve
