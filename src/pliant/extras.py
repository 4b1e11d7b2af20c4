"""Optional packages, loaded when first needed."""

from __future__ import annotations

import importlib
from typing import Any

from pliant.errors import MissingExtraError


def load(module: str, extra: str, purpose: str) -> Any:
    """The module; raises MissingExtraError, which says how to install it, where it cannot be loaded.

    extra:   the extra of the package `pliant` that brings it
    purpose: what needs it, in the plural, to begin the message with
    """
    try:
        return importlib.import_module(module)
    except ImportError as cause:
        raise MissingExtraError(
            f"{purpose} need the package behind '{module}', which cannot be loaded ({cause}); "
            f'install it with: pip install "pliant[{extra}]"'
        ) from cause
