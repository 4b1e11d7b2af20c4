"""Optional packages for pictures, loaded when first needed."""

from __future__ import annotations

from typing import Any

from pliant import extras as extra


def load(module: str) -> Any:
    """The module; raises MissingExtraError, which says how to install it, where it cannot be loaded."""
    return extra.load(module, "pictures", "Pictures")
