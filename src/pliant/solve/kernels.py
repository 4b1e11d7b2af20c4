"""Decorators of compiled kernels.

Kernels that Python calls are `njit(cache=True)`: compiled once, and kept beside the sources. Kernels that
only other kernels call are `inner`: they are compiled into their callers, which are kept.
"""

from __future__ import annotations

from numba import njit

# A Python wrapper, which nobody would call, would take a third of the compile time.
inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)  # pyright: ignore[reportCallIssue]
