"""Threads: compiled kernels use all cores where there is enough work; BLAS uses one thread.

The solver's dense products are thin (thousands of rows, a few dozen columns). More threads of BLAS gain
nothing there, and wait for each other whenever a core is busy.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from threadpoolctl import ThreadpoolController

# With fewer elements than this, waking other cores takes longer than the work.
FEW = 2000
# As above, for kernels that do little for each element.
LIGHT = 20_000

P = ParamSpec("P")
T = TypeVar("T")


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def one_blas_thread() -> AbstractContextManager[object]:
    """A context in which BLAS uses one thread."""
    return _controller().limit(limits=1, user_api="blas")


def with_one_blas_thread(function: Callable[P, T]) -> Callable[P, T]:
    """A decorator: the function runs in the context of `one_blas_thread`."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        with one_blas_thread():
            return function(*args, **kwargs)

    return run
