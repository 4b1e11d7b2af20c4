"""How long work reports its progress: it calls a function with the share done (0 … 1) and what it does."""

from collections.abc import Callable

Progress = Callable[[float, str], None]


def silent(share: float, what: str) -> None:
    """Report nothing; the default."""
