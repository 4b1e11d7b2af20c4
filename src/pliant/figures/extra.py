"""The optional packages behind the pictures, loaded when first needed."""

from __future__ import annotations

import importlib
from typing import Any

from pliant.errors import MissingExtraError


def load(module: str) -> Any:
    """The module, or a MissingExtraError that says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as cause:
        raise MissingExtraError(
            f"Pictures need the package behind '{module}', which cannot be loaded ({cause}); "
            'install it with: pip install "pliant[pictures]"'
        ) from cause
