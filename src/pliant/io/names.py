"""Names that are different from each other."""

from __future__ import annotations

from collections.abc import Iterable


def distinct(names: Iterable[str], first: int = 0) -> list[str]:
    """The names, with the number of its place after each that came before; places count from first."""
    found: dict[str, None] = {}
    for i, name in enumerate(names, start=first):
        unique = name
        while unique in found:
            unique += f" {i}"
        found[unique] = None
    return list(found)
