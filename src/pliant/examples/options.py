"""Options of the search for a pose that mixes examples; shared by all methods that mix them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

from pliant.errors import OptionError
from pliant.option_checks import check_fields

# Regions of a local rig where nobody says how many: enough for the limbs of an animal. With 20 a drag takes
# up to five times as long, and poses that were left out are found no better.
REGIONS = 12


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How a drag searches for its pose; methods add their own options.

    most_examples: most poses that are mixed; of more, those are chosen that mixes of the others do not
                explain (see representative.py); 0: all
    correction: stiffness of the field of corrective rotations, over the energy that the span alone
                leaves: near the examples the span decides, far from them parts may turn; infinity for none
    bumps:      how many parts may turn against each other
    regions:    how many regions have weights of their own, so that a leg may follow one example and the tail
                another (see regions.py); 1: one set of weights serves the whole
    cohesion:   pull of the weights of neighbouring regions toward each other, over the energy that one set
                of weights alone leaves: near the examples one mix decides
    ridge:      pull of the weights toward the mix of examples that the pins suggest (see guess.py), per unit
                of normalised energy; less of it where the examples hardly differ
    size:       pull of the sum of the weights toward one, in the same unit, so that the blend keeps its size
    start:      'nearest' example under the pins, or 'rest'
    turning:    whether a drag may turn the whole: 'auto' (where three or more pins determine it) or 'never'
    steps:      'gauss-newton', or 'secant', which adds near the minimum the curvature that the steps show
    tolerance:  ε of the three stopping tests
    iterations: Gauss–Newton steps at most
    damping:    added to the diagonal of the small system, relative to its largest entry
    Raises OptionError for values out of range.
    """

    most_examples: int = 100
    correction: float = 0.2
    bumps: int = 12
    regions: int = 1
    cohesion: float = 3e-4
    ridge: float = 1e-3
    size: float = 1.0
    start: Literal["nearest", "rest"] = "nearest"
    turning: Literal["auto", "never"] = "auto"
    steps: Literal["secant", "gauss-newton"] = "secant"
    tolerance: float = 1e-8
    iterations: int = 60
    damping: float = 1e-9

    def __post_init__(self) -> None:
        check_fields(self)
        self._check_positive("correction", "tolerance", "cohesion")
        if not self.bumps >= 2:
            raise OptionError(f"bumps={self.bumps!r}; at least 2 are needed.")
        if not self.regions >= 1:
            raise OptionError(f"regions={self.regions!r}; at least 1 is needed, which is the whole.")
        self._check_not_negative("ridge", "size", "damping", "iterations")
        if self.most_examples != 0 and not self.most_examples >= 2:
            raise OptionError(f"most_examples={self.most_examples!r}; at least 2 are needed, or 0 for all.")

    def _check_positive(self, *names: str) -> None:
        for name in names:
            if not vars(self)[name] > 0:
                raise OptionError(f"{name}={vars(self)[name]!r}; a positive number is needed.")

    def _check_not_negative(self, *names: str) -> None:
        for name in names:
            if not 0 <= vars(self)[name] < math.inf:
                raise OptionError(f"{name}={vars(self)[name]!r}; a number of at least 0 is needed.")

    @property
    def corrects(self) -> bool:
        """Whether there are corrective rotations at all."""
        return not math.isinf(self.correction)

    @property
    def local(self) -> bool:
        """Whether regions have weights of their own."""
        return self.regions > 1

    def to_json(self) -> dict[str, Any]:
        """The options for a JSON file; infinity becomes the word "infinity"."""
        return {
            name: "infinity" if isinstance(value, float) and math.isinf(value) else value
            for name, value in asdict(self).items()
        }

    @classmethod
    def of_json(cls, values: Mapping[str, Any]) -> Self:
        """The options that `to_json` wrote; the first files kept all examples."""
        known: dict[str, Any] = {name: math.inf if v == "infinity" else v for name, v in values.items()}
        known = {"most_examples": 0, **known}
        return cls(**known)
