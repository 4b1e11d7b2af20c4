"""Where a search ended, as plain values for the journal: after a restart the next one begins there.

The same handles may have several poses, and which of them is shown depends on the way of the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pliant.examples.search import Blend
from pliant.pose import Pulled

ARRAYS = ("weights", "attitude", "turns", "regional")


def search_state(pulled: Pulled | None) -> dict[str, Any] | None:
    """The parameters that a search found; None where nothing depends on where the next one begins."""
    if not isinstance(pulled, Blend):
        return None
    arrays = {name: getattr(pulled, name).tolist() for name in ARRAYS}
    return {**arrays, "spanned": [each.tolist() for each in pulled.spanned]}


def begun_there(pulled: Pulled, state: Mapping[str, Any]) -> Pulled | None:
    """A result with the parameters of another one, to begin from; None where these are another rig's."""
    if not isinstance(pulled, Blend):
        return None
    arrays = {name: _like(getattr(pulled, name), state.get(name, ())) for name in ARRAYS}
    spanned = state.get("spanned", ((), ()))
    weights, attitude = (_like(before, told) for before, told in zip(pulled.spanned, spanned, strict=True))
    if weights is None or attitude is None or any(array is None for array in arrays.values()):
        return None
    return replace(pulled, **arrays, spanned=(weights, attitude), trail=None)


def _like(before: np.ndarray, told: Any) -> np.ndarray | None:
    """Finite numbers in the shape of an array; None for others."""
    found = np.array(told, dtype=np.float64).reshape(-1)
    fits = found.size == before.size and np.isfinite(found).all()
    return found.reshape(before.shape) if fits else None
