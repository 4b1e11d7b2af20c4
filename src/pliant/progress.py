"""How long work reports its progress: it calls a function with the share done (0 … 1) and what it does."""

from collections.abc import Callable

Progress = Callable[[float, str], None]


def silent(share: float, what: str) -> None:
    """Report nothing; the default."""


def within(progress: Progress, low: float, high: float) -> Progress:
    """The progress of a part of the work, which takes it from `low` to `high`."""
    return lambda share, what: progress(low + (high - low) * share, what)
