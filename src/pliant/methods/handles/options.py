"""The choices of a Handle IK rig: ours, and the paper's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pliant.checked_record import is_finite
from pliant.errors import OptionError
from pliant.option_checks import check_fields

# Rounds and sweeps of a drag: each passes over the whole mesh, and a hundred settle any.
MOST_ROUNDS = 1000


@dataclass(frozen=True)
class HandleOptions:
    """Options of a Handle IK rig. Defaults are our best method; PRINTED is [Baerentzen] as printed.

    weighting:  'cotangent' follows the surface's shape whatever its triangles; 'umbrella' is the paper's
    frames:     the first pose, on which the turn of each soft vertex is read: 'blended' turns by a blend of
                the handles' rotations; twists collapse the paper's 'membrane'
    hold:       'exact': vertices of rigidity 1 follow their handle; 'pulled': the paper's rows, which give
                way to the soft parts
    order:      in which poses act: 'nested' (those of fewer handles first: a forearm's turn happens within
                the arm's, and the order never changes), 'given', 'greedy' (the paper's, by each pose's
                distance to the targets), or 'free' (logarithms are blended; there is no order)
    search:     'gauss-newton', or the paper's 'pattern'
    amount:     μ of the paper's first term, the plain sum of the weights, per unit of normalised energy; it
                rewards negative weights, so bound them, or let another term hold them
    size:       α: pull of the weights toward zero, by their squares
    unity:      β: pull of their sum toward one
    example:    γ: pull toward the nearest sculpted pose
    bounds:     lowest and highest weight in a drag, (0, 1) for mixtures without overshoot; None for no
                bounds. Free poses are not bounded
    refinement: rounds of as-rigid-as-possible refinement of the soft parts; 0 for none
    sweeps:     sweeps of the pattern search in one drag
    iterations: Gauss–Newton steps at most
    tolerance:  largest change of a weight in the last step
    Raises OptionError for numbers out of range and unknown words.
    """

    weighting: Literal["cotangent", "umbrella"] = "cotangent"
    frames: Literal["blended", "membrane"] = "blended"
    hold: Literal["exact", "pulled"] = "exact"
    order: Literal["nested", "given", "greedy", "free"] = "nested"
    search: Literal["gauss-newton", "pattern"] = "gauss-newton"
    amount: float = 0.0
    size: float = 1e-4
    unity: float = 0.0
    example: float = 0.0
    bounds: tuple[float, float] | None = None
    refinement: int = 0
    sweeps: int = 1
    iterations: int = 100
    tolerance: float = 1e-8

    def __post_init__(self) -> None:
        check_fields(self)
        for name in ("refinement", "sweeps"):
            if getattr(self, name) > MOST_ROUNDS:
                raise OptionError(f"{name}={getattr(self, name)!r}; at most {MOST_ROUNDS} are taken.")
        for name in ("amount", "size", "unity", "example", "refinement", "tolerance"):
            if not 0 <= getattr(self, name) < math.inf:
                raise OptionError(f"{name}={getattr(self, name)!r}; a number of at least 0 is needed.")
        for name in ("sweeps", "iterations"):
            if not 1 <= getattr(self, name) < math.inf:
                raise OptionError(f"{name}={getattr(self, name)!r}; a number of at least 1 is needed.")
        self._check_bounds()

    def _check_bounds(self) -> None:
        if self.bounds is not None:
            pair = tuple(self.bounds)
            known = len(pair) == 2 and all(is_finite(each) for each in pair)
            if not known or not pair[0] < pair[1]:
                raise OptionError(
                    f"bounds={self.bounds!r}; two finite numbers, the lower one first, are needed."
                )
        elif self.amount > 0.0 and not self.size + self.unity + self.example > 0.0:
            raise OptionError(
                f"amount={self.amount!r} with nothing against it: weights would fall for ever. "
                "Give bounds, or a positive size, unity or example."
            )

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary."""
        return asdict(self)

    @staticmethod
    def of_json(values: Mapping[str, Any]) -> HandleOptions:
        """The options that `to_json` described."""
        bounds = values.get("bounds")
        return HandleOptions(**{**values, "bounds": None if bounds is None else tuple(bounds)})


# The paper recommends its second term, and does not say how much of it.
PRINTED = HandleOptions(
    weighting="umbrella",
    frames="membrane",
    hold="pulled",
    order="greedy",
    search="pattern",
    size=0.0,
    unity=1e-3,
)
