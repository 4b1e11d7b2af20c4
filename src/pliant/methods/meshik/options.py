"""The choices of a MeshIK rig: ours, and the paper's."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pliant.errors import OptionError


@dataclass(frozen=True)
class MeshIKOptions:
    """Defaults are our best method; PRINTED is [Sumner2005] as printed.

    span:        'aligned' (nonlinear; attitudes apart, branches matched), 'printed' (nonlinear, as it
                 stands) or 'linear' (mean-centred, k − 1 weights)
    weighting:   'area' makes the result independent of the triangulation; 'uniform' is the paper's sum
    reliability: τ: a triangle whose half-way blends miss integrability by e counts 1/(1 + e/τ);
                 infinity trusts every triangle
    correction:  stiffness of the field of corrective rotations, over the energy that the span alone
                 leaves: near the examples the span decides, far from them parts may turn; infinity: none
    bumps:       how many parts may turn against each other
    ridge:       pull of the weights toward their mean, per unit of normalised energy
    size:        pull of the sum of the weights toward one, likewise: the blend keeps its size
    start:       'nearest' example under the pins, or 'rest'
    turning:     whether a drag may turn the whole: 'auto' (where three pins or more tell it how) or 'never'
    steps:       'gauss-newton', or 'secant': near the minimum also by the curvature that the steps have shown
    tolerance:   ε of the three stopping tests
    iterations:  Gauss–Newton steps at most
    damping:     added to the diagonal of the small system, relative to its largest entry
    """

    span: Literal["aligned", "printed", "linear"] = "aligned"
    weighting: Literal["area", "uniform"] = "area"
    reliability: float = 0.03
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
        choices = {
            "span": ("aligned", "printed", "linear"),
            "weighting": ("area", "uniform"),
            "start": ("nearest", "rest"),
            "turning": ("auto", "never"),
            "steps": ("secant", "gauss-newton"),
        }
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise OptionError(f"{name}={getattr(self, name)!r} is not one of {', '.join(allowed)}.")
        for name in ("reliability", "correction", "tolerance"):
            if not getattr(self, name) > 0:
                raise OptionError(f"{name}={getattr(self, name)!r}; a positive number is needed.")
        if not self.bumps >= 2:
            raise OptionError(f"bumps={self.bumps!r}; at least 2 are needed.")
        for name in ("ridge", "size", "damping", "iterations"):
            if not 0 <= getattr(self, name) < math.inf:
                raise OptionError(f"{name}={getattr(self, name)!r}; a number of at least 0 is needed.")

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary; infinity becomes null."""
        return {
            name: None if isinstance(value, float) and math.isinf(value) else value
            for name, value in asdict(self).items()
        }

    @staticmethod
    def of_json(values: dict[str, Any]) -> MeshIKOptions:
        """The options that `to_json` described."""
        known: dict[str, Any] = {name: math.inf if v is None else v for name, v in values.items()}
        return MeshIKOptions(**known)


PRINTED = MeshIKOptions(
    span="printed",
    weighting="uniform",
    reliability=math.inf,
    correction=math.inf,
    ridge=0.0,
    size=0.0,
    start="rest",
    turning="never",
    steps="gauss-newton",
)
