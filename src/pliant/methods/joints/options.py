"""The choices of a Joint IK rig: ours, and the paper's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pliant.errors import OptionError
from pliant.option_checks import LARGEST_WEIGHT, check_fields


@dataclass(frozen=True)
class JointOptions:
    """Options of a Joint IK rig. Defaults are our best method; PRINTED is [Xu2009] as printed.

    Weights count for squared lengths in diagonals of the model.
    cells:      'rigid': six unknowns each; cells are exactly rigid and joints exactly kept; or the paper's
                'affine': twelve unknowns each, rigidity and joints as penalties
    handles:    pull of the held points toward their targets
    strain:     resistance of neighbouring cells of a soft component to moving apart
    joints:     penalty that holds joints: all of them as printed, in ours only those that close loops
    rigidity:   penalty that keeps affine cells rigid
    rest:       pull of every joint toward its rest position, which decides where targets leave a choice
    iterations: Gauss–Newton steps at most
    tolerance:  of the stopping tests
    Raises OptionError for numbers out of range and unknown words.
    """

    cells: Literal["rigid", "affine"] = "rigid"
    handles: float = 1.0
    strain: float = 1e-4
    joints: float = 1e4
    rigidity: float = 0.0
    rest: float = 1e-6
    iterations: int = 60
    tolerance: float = 1e-9

    def __post_init__(self) -> None:
        check_fields(self)
        for name in ("rigidity", "rest", "strain"):
            if not 0 <= getattr(self, name) <= LARGEST_WEIGHT:
                raise OptionError(
                    f"{name}={getattr(self, name)!r}; a number from 0 to {LARGEST_WEIGHT:g} is needed."
                )
        for name in ("handles", "joints", "tolerance", "iterations"):
            if not 0 < getattr(self, name) <= LARGEST_WEIGHT:
                raise OptionError(
                    f"{name}={getattr(self, name)!r}; a number above 0, up to {LARGEST_WEIGHT:g}, is needed."
                )

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return asdict(self)

    @staticmethod
    def of_json(values: Mapping[str, Any]) -> JointOptions:
        """The options that `to_json` described."""
        return JointOptions(**values)


# [Xu2009, sec. 4.3]
PRINTED = JointOptions(cells="affine", handles=1e2, strain=1e3, joints=1e5, rigidity=1e4, rest=0.0)
