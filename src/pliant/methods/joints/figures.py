"""Pictures of a rig of joints."""

from __future__ import annotations

from pathlib import Path

from pliant.arrays import Array
from pliant.figures.mechanism import draw_mechanism
from pliant.figures.views import View
from pliant.methods.joints.rig import JointIK


def draw_joints(rig: JointIK, path: str | Path | None = None, *, view: View) -> Array:
    """A picture (height, width, 3) uint8 of the parts in colours, with their joints."""
    return draw_mechanism(rig.mechanism, path, view=view)
