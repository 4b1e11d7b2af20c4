"""Decorators of compiled kernels.

Kernels that Python calls are `njit(cache=True)`: compiled once, and kept beside the sources. Kernels that
only other kernels call are `inner`: they are compiled into their callers, which are kept. Loops on several
threads count with unsigned numbers; they hand these on as `np.int64`, for which the inner kernel is compiled.
"""

from __future__ import annotations

from numba import njit

# A Python wrapper, which nobody would call, would take a third of the compile time.
inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)  # pyright: ignore[reportCallIssue]
# The same, with sums in any order, so that several numbers are taken at once; never NaN or sign tricks.
FAST = {"reassoc", "contract"}
inner_fast = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath=FAST)  # pyright: ignore[reportCallIssue]


@inner
def write(source, out):
    """Write a vector or a matrix to the beginning of another one, which it does not overlap.

    `out[:] = source` does the same, but has words for other shapes, which take seconds to compile.
    """
    if source.ndim == 1:
        for i in range(len(source)):
            out[i] = source[i]
    else:
        for i in range(len(source)):
            for j in range(source.shape[1]):
                out[i, j] = source[i, j]
