"""The choices of a Reduced IK rig: ours, and the paper's."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pliant.errors import OptionError

# A vertex's normal equations live on the stack of one kernel.
MOST_INFLUENCES = 8


@dataclass(frozen=True)
class ReducedOptions:
    """Defaults are our best method; PRINTED is [Der2006] as printed.

    controls:       how many controls; None: as many as mean shift finds and `accuracy` asks for
    bandwidth:      of the mean shift, radians (root mean square over the poses); None: a share of the
                    spread of the rotations
    most_controls:  never more than these when they are not counted by the user
    accuracy:       clusters are divided until the controls alone, unblended, miss less than this percentage
                    of the movement from pose to pose; infinity: as mean shift leaves them
    influences:     controls of one vertex at most, 1 to 8
    kind:           'affine' maps, or 'rigid' ones for engines that want bones
    rounds:         of weights and controls in turn after the first pass; 0 is the paper's one pass
    small:          weights below this are dropped and the others fitted again
    smoothness:     pull of a vertex's weights toward its neighbours', in units of the mean squared error
    stiffness:      pull of affine controls toward rotations, relative to the inertia of what they carry
    smallest_group: vertices of one influence set with less than this share of the area join their
                    neighbours' proxy
    The search, as of MeshIKOptions:
    span:           'aligned' (attitudes apart, branches matched) or 'printed' (as it stands)
    correction:     stiffness of the corrective rotations, over the energy that the span alone leaves;
                    infinity: none
    bumps:          how many parts may turn against each other
    ridge, size:    pull of the weights toward their mean, and of their sum toward one
    start:          'nearest' example under the pins, or 'rest'
    turning:        whether a drag may turn the whole: 'auto' (three pins or more tell it how) or 'never'
    steps:          'gauss-newton', or 'secant': near the minimum also by the curvature that steps have shown
    tolerance:      ε of the three stopping tests
    iterations:     Gauss–Newton steps at most
    damping:        added to the diagonal of the small system, relative to its largest entry
    """

    controls: int | None = None
    bandwidth: float | None = None
    most_controls: int = 64
    accuracy: float = 6.2
    influences: int = 4
    kind: Literal["affine", "rigid"] = "affine"
    rounds: int = 12
    small: float = 0.04
    smoothness: float = 1.0
    stiffness: float = 1e-3
    smallest_group: float = 5e-4
    span: Literal["aligned", "printed"] = "aligned"
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
            "kind": ("affine", "rigid"),
            "span": ("aligned", "printed"),
            "start": ("nearest", "rest"),
            "turning": ("auto", "never"),
            "steps": ("secant", "gauss-newton"),
        }
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise OptionError(f"{name}={getattr(self, name)!r} is not one of {', '.join(allowed)}.")
        if self.controls is not None and not self.controls >= 1:
            raise OptionError(f"controls={self.controls!r}; at least 1 is needed, or None.")
        if not 1 <= self.influences <= MOST_INFLUENCES:
            raise OptionError(f"influences={self.influences!r}; 1 to {MOST_INFLUENCES} are needed.")
        if not self.most_controls >= 1:
            raise OptionError(f"most_controls={self.most_controls!r}; at least 1 is needed.")
        if self.bandwidth is not None and not 0 < self.bandwidth < math.inf:
            raise OptionError(f"bandwidth={self.bandwidth!r}; a positive number of radians is needed.")
        for name in ("accuracy", "correction", "tolerance"):
            if not getattr(self, name) > 0:
                raise OptionError(f"{name}={getattr(self, name)!r}; a positive number is needed.")
        if not self.bumps >= 2:
            raise OptionError(f"bumps={self.bumps!r}; at least 2 are needed.")
        for name in ("small", "smallest_group"):
            if not 0 <= getattr(self, name) < 0.5:
                raise OptionError(f"{name}={getattr(self, name)!r}; a share from 0 to below 0.5 is needed.")
        for name in ("rounds", "smoothness", "stiffness", "ridge", "size", "damping", "iterations"):
            if not 0 <= getattr(self, name) < math.inf:
                raise OptionError(f"{name}={getattr(self, name)!r}; a number of at least 0 is needed.")

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary; infinity becomes the word."""
        return {
            name: "infinity" if isinstance(value, float) and math.isinf(value) else value
            for name, value in asdict(self).items()
        }

    @staticmethod
    def of_json(values: dict[str, Any]) -> ReducedOptions:
        """The options that `to_json` described."""
        known: dict[str, Any] = {name: math.inf if v == "infinity" else v for name, v in values.items()}
        return ReducedOptions(**known)


# The paper gives no bandwidth; this one finds about as many controls as its table 1 has.
PRINTED = ReducedOptions(
    bandwidth=0.1,
    accuracy=math.inf,
    rounds=0,
    small=0.0,
    smoothness=0.0,
    stiffness=0.0,
    smallest_group=0.0,
    span="printed",
    correction=math.inf,
    ridge=0.0,
    size=0.0,
    start="rest",
    turning="never",
    steps="gauss-newton",
)
