"""Long work tells how far it is: a function of the share done (0 … 1) and what is being done."""

from collections.abc import Callable

Progress = Callable[[float, str], None]


def silent(share: float, what: str) -> None:
    """The default: tell nobody."""
