"""Dense Cholesky factors of a front inside compiled code, by the addresses of SciPy's BLAS and LAPACK.

Addresses are arguments, so that compiled kernels can be cached on disk. Matrices are row-major; Fortran sees
them transposed, with their lower triangles as upper ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import get_cython_function_address, intrinsic

from pliant.arrays import Ints
from pliant.solve.kernels import inner

# Fronts with fewer products than this are faster without a call.
WORTH_A_CALL = 6_000


def addresses() -> Ints:
    """(3,) addresses of LAPACK's dpotrf and of BLAS' dtrsm and dsyrk in this process."""
    names = (("lapack", "dpotrf"), ("blas", "dtrsm"), ("blas", "dsyrk"))
    found = [get_cython_function_address(f"scipy.linalg.cython_{library}", name) for library, name in names]
    return np.array(found, dtype=np.int64)


def _calling(typingctx, address, arguments):
    """The code that calls the function at an address with pointers, given as a tuple of integers."""

    def code(context, builder, signature, values):
        at, pack = values
        pointer = ir.IntType(8).as_pointer()
        given = [builder.inttoptr(value, pointer) for value in cgutils.unpack_tuple(builder, pack)]
        kind = ir.FunctionType(ir.VoidType(), [pointer] * len(given))
        builder.call(builder.inttoptr(at, kind.as_pointer()), given)
        return context.get_dummy_value()

    return types.void(address, arguments), code


_call: Any = intrinsic(_calling)


@inner
def factored(panel, rest, blas):
    """Factor a front in place; returns whether its matrix is positive definite.

    panel: (m, k) its first k rows are the matrix C₁ C₁ᵀ, whose lower triangle counts; becomes [C₁; C₂] with
           C₂ = panel₂ C₁⁻ᵀ
    rest:  (m − k, m − k) loses C₂ C₂ᵀ
    blas:  (3,) see `addresses`
    """
    m, k = panel.shape
    if k * m * m < WORTH_A_CALL:
        return _by_rows(panel, rest)
    n = np.array([k, m - k, 0], dtype=np.int32)
    one = np.array([1.0, -1.0])
    letters = np.array([ord("U"), ord("L"), ord("T"), ord("N")], dtype=np.uint8)
    K, R, info = n[0:].ctypes.data, n[1:].ctypes.data, n[2:].ctypes.data
    U, L, T, N = (
        letters[0:].ctypes.data, letters[1:].ctypes.data, letters[2:].ctypes.data, letters[3:].ctypes.data
    )  # fmt: skip
    A, X, C = panel.ctypes.data, panel[k:].ctypes.data, rest.ctypes.data
    plus, minus = one[0:].ctypes.data, one[1:].ctypes.data
    _call(blas[0], (U, K, A, K, info))
    if n[2] != 0:
        return False
    if m > k:
        _call(blas[1], (L, U, T, N, K, R, plus, A, K, X, K))
        _call(blas[2], (U, T, R, K, minus, X, K, plus, C, R))
    return True


@inner
def _by_rows(panel, rest):
    """The same without a library, which is faster for small fronts."""
    m, k = panel.shape
    for i in range(m):
        for j in range(min(i, k - 1) + 1):
            s = panel[i, j]
            for p in range(j):
                s -= panel[i, p] * panel[j, p]
            if i > j:
                panel[i, j] = s / panel[j, j]
            elif s > 0.0:
                panel[j, j] = np.sqrt(s)
            else:
                return False
        for j in range(k, i + 1):
            s = rest[i - k, j - k]
            for p in range(k):
                s -= panel[i, p] * panel[j, p]
            rest[i - k, j - k] = s
    return True
