"""Painted stiffness: some vertices, parts or materials that bend and stretch less than others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats, Ints, frozen
from pliant.errors import OptionError
from pliant.mesh import Mesh

# Beyond this the soft parts of the equations are lost in the rounding of the stiff ones.
STIFFEST = 1e4


def checked_stiffness(
    stiffness: ArrayLike | Mapping[str, float] | None, mesh: Mesh, regions: Mapping[str, Ints]
) -> Floats | None:
    """(n,) the stiffness of each vertex, frozen; None where none is given.

    stiffness: (n,) values, or values of regions by their name; where regions meet, the larger one counts
    Raises OptionError for unknown names, another number of values, and values outside of 1e-4 … 1e4.
    """
    if stiffness is None:
        return None
    values = np.ones(mesh.n)
    if isinstance(stiffness, Mapping):
        for name, value in sorted(stiffness.items(), key=lambda item: item[1]):
            if name not in regions:
                known = ", ".join(sorted(regions)) or "none"
                raise OptionError(f"The mesh has no material or group '{name}' to stiffen; it has: {known}.")
            values[regions[name]] = value
    else:
        values = np.array(stiffness, dtype=np.float64)
    if values.shape != (mesh.n,):
        raise OptionError(
            f"A stiffness of the shape {values.shape} was given; ({mesh.n},) is needed, one for each vertex."
        )
    if not ((values >= 1 / STIFFEST) & (values <= STIFFEST)).all():
        raise OptionError(f"A stiffness is below {1 / STIFFEST:g} or above {STIFFEST:g}, or no number.")
    return frozen(values, np.float64)


def painted(n: int, patches: Sequence[tuple[Ints, float, Floats | float]]) -> Floats:
    """(n,) the stiffness of vertices under painted patches: 1 where none is, the largest where several are.

    patches: vertices (v,), their stiffness s, and how far each belongs to the patch (v,), from 0 to 1; a
             vertex that does so by a share t has sᵗ, so that soft and hard patches fade alike
    """
    values = np.zeros(n)
    for vertices, stiffness, shares in patches:
        values[vertices] = np.maximum(values[vertices], stiffness**shares)
    return np.where(values > 0.0, values, 1.0)
