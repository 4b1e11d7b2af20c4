"""Time: medians of works that take turns, and the share of each part of a work."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar
from unittest import mock

import numpy as np

Work = Callable[[], object]
T = TypeVar("T")


def seconds(work: Work) -> float:
    """Wall time of one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What a call returns, and its wall time."""
    began = time.perf_counter()
    found = work()
    return found, time.perf_counter() - began


def worked(work: Callable[[], T]) -> tuple[T, float]:
    """What a call returns, and its processor time, which a busy machine hardly changes."""
    began = time.process_time()
    found = work()
    return found, time.process_time() - began


def repeated(work: Work, times: int) -> Work:
    """The work so often in a row, as the iterations of one drag follow each other."""

    def run() -> None:
        for _ in range(times):
            work()

    return run


def medians(works: Sequence[Work], repeats: int) -> list[float]:
    """Median seconds of each work. They take turns, so that a busy machine slows all of them alike."""
    for work in works:
        work()
    return np.median([[seconds(work) for work in works] for _ in range(repeats)], axis=0).tolist()


class Parts:
    """Seconds spent in each named part of a work, without what other parts inside it took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, adding its own time to the part."""

        def call(*args: Any, **kwargs: Any) -> Any:
            self._inner.append(0.0)
            began = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                took = time.perf_counter() - began
                self.seconds[name] += took - self._inner.pop()
                if self._inner:
                    self._inner[-1] += took

        return call


@contextmanager
def watched(methods: Mapping[tuple[Any, str], str]) -> Iterator[Parts]:
    """While it lasts, the methods (class or module, name) add their time to the parts that they map to."""
    parts = Parts()
    with ExitStack() as patches:
        for (owner, method), part in methods.items():
            patches.enter_context(mock.patch.object(owner, method, parts.timed(part, getattr(owner, method))))
        yield parts
