"""The choices of a search between examples, which all methods share that blend them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self, get_args, get_origin, get_type_hints

from pliant.errors import OptionError


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How a drag is searched for; methods add their own choices.

    correction: stiffness of the field of corrective rotations, over the energy that the span alone
                leaves: near the examples the span decides, far from them parts may turn; infinity: none
    bumps:      how many parts may turn against each other
    ridge:      pull of the weights toward their mean, per unit of normalised energy
    size:       pull of the sum of the weights toward one, likewise: the blend keeps its size
    start:      'nearest' example under the pins, or 'rest'
    turning:    whether a drag may turn the whole: 'auto' (where three pins or more tell it how) or 'never'
    steps:      'gauss-newton', or 'secant': near the minimum also by the curvature that the steps have shown
    tolerance:  ε of the three stopping tests
    iterations: Gauss–Newton steps at most
    damping:    added to the diagonal of the small system, relative to its largest entry
    """

    correction: float = 0.2
    bumps: int = 12
    ridge: float = 1e-3
    size: float = 1.0
    start: Literal["nearest", "rest"] = "nearest"
    turning: Literal["auto", "never"] = "auto"
    steps: Literal["secant", "gauss-newton"] = "secant"
    tolerance: float = 1e-6
    iterations: int = 60
    damping: float = 1e-9

    def __post_init__(self) -> None:
        check_choices(self)
        self._check_positive("correction", "tolerance")
        if not self.bumps >= 2:
            raise OptionError(f"bumps={self.bumps!r}; at least 2 are needed.")
        self._check_not_negative("ridge", "size", "damping", "iterations")

    def _check_positive(self, *names: str) -> None:
        for name in names:
            if not getattr(self, name) > 0:
                raise OptionError(f"{name}={getattr(self, name)!r}; a positive number is needed.")

    def _check_not_negative(self, *names: str) -> None:
        for name in names:
            if not 0 <= getattr(self, name) < math.inf:
                raise OptionError(f"{name}={getattr(self, name)!r}; a number of at least 0 is needed.")

    @property
    def corrects(self) -> bool:
        """Whether there are corrective rotations at all."""
        return not math.isinf(self.correction)

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary; infinity becomes the word."""
        return {
            name: "infinity" if isinstance(value, float) and math.isinf(value) else value
            for name, value in asdict(self).items()
        }

    @classmethod
    def of_json(cls, values: Mapping[str, Any]) -> Self:
        """The options that `to_json` described."""
        known: dict[str, Any] = {name: math.inf if v == "infinity" else v for name, v in values.items()}
        return cls(**known)


def check_choices(options: object) -> None:
    """Refuses a field that is none of the words which its type allows."""
    for name, hint in get_type_hints(type(options)).items():
        value = getattr(options, name)
        if get_origin(hint) is Literal and value not in get_args(hint):
            raise OptionError(f"{name}={value!r} is not one of {', '.join(get_args(hint))}.")
