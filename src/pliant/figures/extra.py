"""The optional packages behind the pictures, loaded when first needed."""

from __future__ import annotations

from typing import Any

from pliant.core import extra


def load(module: str) -> Any:
    """The module, or a MissingExtraError that says how to install it."""
    return extra.load(module, "pictures", "Pictures")
