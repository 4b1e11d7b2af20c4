"""Our kernels share the cores among themselves where there is enough to do; BLAS gets one thread.

The solver's dense products are thin (thousands of rows, a few dozen columns): more threads of BLAS gain
nothing there, and wait for each other whenever a core is busy.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from threadpoolctl import ThreadpoolController

# Below this many elements waking other cores takes longer than the work.
FEW = 2000

P = ParamSpec("P")
T = TypeVar("T")


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def one_blas_thread() -> AbstractContextManager[object]:
    """A block in which BLAS uses one thread."""
    return _controller().limit(limits=1, user_api="blas")


def with_one_blas_thread(function: Callable[P, T]) -> Callable[P, T]:
    """The function, run in such a block."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        with one_blas_thread():
            return function(*args, **kwargs)

    return run
