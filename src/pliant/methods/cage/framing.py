"""Pulling on one frame of a sequence: the cage keeps the shape that it has there, not that of rest."""

from __future__ import annotations

from copy import copy

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.mesh import checked_positions
from pliant.errors import CageError
from pliant.methods.cage.rig import SHAPES, CageIK


def at_frame(rig: CageIK, cage: ArrayLike) -> CageIK:
    """The rig whose mesh and shape to keep are those of one frame's cage (c, 3); the binding is the same.

    Its grips pull on that frame: what is held rests where the frame has it, and what is not pulled stays.
    """
    C = checked_positions(cage, "cage's positions")
    framed = copy(rig)
    framed.mesh, framed.stance = rig.mesh.moved(rig.posed(C)), C
    with np.errstate(divide="ignore", invalid="ignore"):
        framed.shape = SHAPES[rig.options.regularity](rig.frame.inward(C), rig.cage.F)
    if not np.isfinite(framed.shape.K).all():
        raise CageError(
            "A face of the cage is folded flat and has no shape to keep; move its vertices apart."
        )
    return framed
