"""Optional packages, loaded when first needed."""

from __future__ import annotations

import importlib
from typing import Any

from pliant.errors import MissingExtraError


def load(module: str, extra: str, purpose: str) -> Any:
    """The module, or a MissingExtraError that says what needs it and how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as cause:
        raise MissingExtraError(
            f"{purpose} need the package behind '{module}', which cannot be loaded ({cause}); "
            f'install it with: pip install "pliant[{extra}]"'
        ) from cause
