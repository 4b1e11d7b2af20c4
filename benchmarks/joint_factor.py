"""What would a library cost in the place of the block Cholesky of Joint IK?"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from cholespy import CholeskySolverD, MatrixType  # pyright: ignore[reportAttributeAccessIssue]
from numba import njit
from scipy.linalg import cho_factor, cho_solve, solveh_banded
from scipy.sparse import csc_array, csc_matrix, csr_array, triu
from scipy.sparse.csgraph import reverse_cuthill_mckee
from scipy.sparse.linalg import splu
from tests.models import mechanism

from benchmarks.articulation import BARS, PAPER, prepared, soft_bar
from benchmarks.clock import medians
from benchmarks.results import Cell, Column, Table
from pliant.mechanism.mechanism import Mechanism
from pliant.methods.joints.block_cholesky import BlockPattern, M, factored_blocks, solve_blocks
from pliant.methods.joints.system import BlockEquations
from pliant.solve.threads import with_one_blas_thread

REPEATS = 31
# Dense matrices with more unknowns take seconds, and say nothing new.
DENSE = 3_000

Solve = Callable[[], np.ndarray]


def tables(*, quick: bool = False) -> list[Table]:
    """One factorisation and solve of the matrix of a step: ours, and libraries as multiples of it."""
    names = ["snake", "lamp"] if quick else list(PAPER)
    cases: list[tuple[str, Mechanism]] = [(name, mechanism(name)) for name in names]
    cases += [(f"bar {count}", soft_bar(count)) for count in (BARS[:1] if quick else BARS)]
    factors = Table(
        "Factor and solve",
        [
            Column("model", "model"),
            Column("cells", "cells", ","),
            Column("unknowns", "unknowns", ","),
            Column("entries", "entries", ","),
            Column("ours", "ours µs", ",.0f"),
            Column("qdldl", "qdldl ÷", ".1f"),
            Column("superlu", "SuperLU ÷", ".1f"),
            Column("cholespy", "cholespy ÷", ".1f"),
            Column("banded", "LAPACK pbsv ÷", ".1f"),
            Column("dense", "LAPACK potrf ÷", ".1f"),
            Column("general", "LAPACK gesv ÷", ".1f"),
            Column("differs", "differs", ".0e"),
        ],
        note="Libraries get the matrix assembled in their own format, which ours does within its time, and "
        "one BLAS thread, as in a drag. qdldl keeps its order and fill (`update`), SuperLU gets our order of "
        "elimination, pbsv that of reverse Cuthill–McKee; cholespy has no way to keep anything. Differs: "
        "largest distance of any solution from ours, over the largest entry of ours.",
    )
    for name, model in cases:
        factors.add(_row(name, model, 3 if quick else REPEATS))
    return [factors]


@with_one_blas_thread
def _row(name: str, model: Mechanism, repeats: int) -> dict[str, Cell]:
    rig, grip, problem, state = prepared(model)
    pattern, equations = grip.handles.pattern, problem.normal_equations(state, curved=False)
    A, b = assembled(pattern, equations), equations.g.ravel()
    works = {"ours": _ours(pattern, equations), **_peers(A, b, pattern)}
    found = {key: work() for key, work in works.items()}
    scale = np.abs(found["ours"]).max()
    seconds = dict(zip(works, medians(list(works.values()), repeats), strict=True))
    ours = seconds.pop("ours")
    return {
        "model": name,
        "cells": len(rig.model.cells),
        "unknowns": len(b),
        "entries": A.nnz,
        "ours": 1e6 * ours,
        **{key: taken / ours for key, taken in seconds.items()},
        "differs": float(max(np.abs(x - found["ours"]).max() for x in found.values()) / scale),
    }


def assembled(pattern: BlockPattern, equations: BlockEquations) -> csc_array:
    """(6b, 6b) the whole symmetric matrix of the blocks."""
    D, L, _ = equations
    own = np.arange(len(D))
    high = np.concatenate([own, pattern.high, pattern.low])
    low = np.concatenate([own, pattern.low, pattern.high])
    blocks = np.concatenate([D, L, np.swapaxes(L, 1, 2)])
    rows = np.broadcast_to(M * high[:, None, None] + np.arange(M)[:, None], blocks.shape)
    columns = np.broadcast_to(M * low[:, None, None] + np.arange(M), blocks.shape)
    return csc_array((blocks.ravel(), (rows.ravel(), columns.ravel())), shape=(D.shape[0] * M,) * 2)


def _ours(pattern: BlockPattern, equations: BlockEquations) -> Solve:
    D, L, g = equations

    return lambda: _factored_and_solved(pattern, D, L, g).ravel()


@njit(cache=True)
def _factored_and_solved(pattern, D, L, g):
    """As a step of the solver does it: within compiled code."""
    x, panels = g.copy(), np.empty(pattern.panels[-1])
    if not factored_blocks(pattern, D, L, panels):
        return x[:0]
    solve_blocks(pattern, panels, x)
    return x


def _peers(A: csc_array, b: np.ndarray, pattern: BlockPattern) -> dict[str, Solve]:
    """The libraries that are there and take a matrix of this size."""
    peers = {
        "superlu": _superlu(A, b, (M * pattern.order[:, None] + np.arange(M)).ravel()),
        "cholespy": _cholespy(csr_array(A), b),
        "banded": _banded(A, b),
    }
    if find_spec("qdldl"):
        peers["qdldl"] = _qdldl(A, b)
    if len(b) <= DENSE:
        full = A.toarray()
        peers["dense"] = lambda: cho_solve(cho_factor(full, check_finite=False), b, check_finite=False)
        peers["general"] = lambda: np.linalg.solve(full, b)
    return peers


def _superlu(A: csc_array, b: np.ndarray, order: np.ndarray) -> Solve:
    ordered, right = csc_array(A[order][:, order]), b[order]

    def solve() -> np.ndarray:
        x = np.empty_like(b)
        x[order] = splu(ordered, permc_spec="NATURAL", diag_pivot_thresh=0.0).solve(right)
        return x

    return solve


def _cholespy(A: csr_array, b: np.ndarray) -> Solve:
    right, x = b[:, None].copy(), np.empty((len(b), 1))

    def solve() -> np.ndarray:
        CholeskySolverD(len(b), A.indptr, A.indices, A.data, MatrixType.CSR).solve(right, x)
        return x.ravel().copy()

    return solve


def _banded(A: csc_array, b: np.ndarray) -> Solve:
    order = reverse_cuthill_mckee(csr_array(A), symmetric_mode=True)
    upper = triu(A[order][:, order]).tocoo()
    width = int((upper.col - upper.row).max())
    bands, right = np.zeros((width + 1, len(b))), b[order]
    bands[width + upper.row - upper.col, upper.col] = upper.data

    def solve() -> np.ndarray:
        x = np.empty_like(b)
        x[order] = solveh_banded(bands, right, check_finite=False)
        return x

    return solve


def _qdldl(A: csc_array, b: np.ndarray) -> Solve:
    import qdldl  # pyright: ignore[reportMissingImports]

    upper = csc_matrix(triu(A))
    solver = qdldl.Solver(upper, upper=True)

    def solve() -> np.ndarray:
        solver.update(upper, upper=True)
        return solver.solve(b)

    return solve
