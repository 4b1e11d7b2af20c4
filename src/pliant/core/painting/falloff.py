"""How a brush fades from its middle to its rim: rigidity in [0, 1] by distance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.arrays import Floats
from pliant.errors import OptionError

# t -> strength in [0, 1], where t runs from 0 in the middle to 1 at the rim
Curve = Callable[[Floats], Floats]


def constant(t: Floats) -> Floats:
    """1 everywhere."""
    return np.ones_like(t)


def linear(t: Floats) -> Floats:
    """A straight line from 1 to 0."""
    return 1.0 - t


def smooth(t: Floats) -> Floats:
    """From 1 to 0, level at both ends."""
    return 1.0 - t * t * (3.0 - 2.0 * t)


CURVES: Mapping[str, Curve] = MappingProxyType({"constant": constant, "linear": linear, "smooth": smooth})


def falloff(distances: ArrayLike, radius: float, curve: Curve = smooth, *, core: float = 0.0) -> Floats:
    """(d,) rigidity at these distances: 1 up to the share `core` of the radius, then the curve, 0 beyond."""
    if not radius > 0.0:
        raise OptionError(f"The radius is {radius}; a length above 0 is needed.")
    if not 0.0 <= core < 1.0:
        raise OptionError(f"The core is {core}; a share of the radius from 0 on and below 1 is needed.")
    share = np.asarray(distances, dtype=np.float64) / radius
    t = np.clip((share - core) / (1.0 - core), 0.0, 1.0)
    return np.where(share <= 1.0, curve(t), 0.0)
