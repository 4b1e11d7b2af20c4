"""The options of a Reduced IK rig: our defaults, and the paper's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from pliant.errors import OptionError
from pliant.examples.options import SearchOptions
from pliant.methods.reduced.limits import MOST_INFLUENCES


@dataclass(frozen=True, kw_only=True)
class ReducedOptions(SearchOptions):
    """The options of a Reduced IK rig. Defaults are our best method; PRINTED is [Der2006] as printed.

    Beside those of SearchOptions:
    controls:       how many controls; None: as many as mean shift finds and `accuracy` asks for
    bandwidth:      bandwidth of the mean shift in radians (root mean square over the poses); None: a share
                    of the spread of the rotations
    most_controls:  most controls where `controls` is None
    accuracy:       clusters are divided until the controls alone, unblended, miss less than this percentage
                    of the movement from pose to pose; infinity: as mean shift leaves them
    influences:     controls of one vertex at most, 1 to 8
    kind:           'affine' maps, or 'rigid' ones for engines that want bones
    rounds:         rounds of fitting weights and controls after the first pass; 0 is the paper's one pass
    small:          weights below this are dropped and the others fitted again
    smoothness:     pull of a vertex's weights toward its neighbours', in units of the mean squared error
    stiffness:      pull of affine controls toward rotations, relative to the inertia of what they carry
    smallest_group: vertices of one influence set with less than this share of the area join their
                    neighbours' proxy
    contact:        stiffness of each contact of parts that touch: what it costs to open it by the extent,
                    where straining the whole surface by 1 costs 1; 0: a part only follows its nearest control
    span:           'aligned' (attitudes apart, branches matched) or 'printed' (poses as they were given)
    Raises OptionError for values out of range.
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
    contact: float = 1000.0
    span: Literal["aligned", "printed"] = "aligned"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.controls is not None and not self.controls >= 1:
            raise OptionError(f"controls={self.controls!r}; at least 1 is needed, or None.")
        if not 1 <= self.influences <= MOST_INFLUENCES:
            raise OptionError(f"influences={self.influences!r}; 1 to {MOST_INFLUENCES} are needed.")
        if not self.most_controls >= 1:
            raise OptionError(f"most_controls={self.most_controls!r}; at least 1 is needed.")
        if self.bandwidth is not None and not 0 < self.bandwidth < math.inf:
            raise OptionError(f"bandwidth={self.bandwidth!r}; a positive number of radians is needed.")
        self._check_positive("accuracy")
        for name in ("small", "smallest_group"):
            if not 0 <= vars(self)[name] < 0.5:
                raise OptionError(f"{name}={vars(self)[name]!r}; a share from 0 to below 0.5 is needed.")
        self._check_not_negative("rounds", "smoothness", "stiffness", "contact")

    @classmethod
    def of_json(cls, values: Mapping[str, Any]) -> Self:
        """The options that `to_json` described; the first files had no contacts."""
        return super().of_json({"contact": 0.0, **values})


# The paper gives no bandwidth; this one finds about as many controls as its table 1 has.
PRINTED = ReducedOptions(
    bandwidth=0.1,
    accuracy=math.inf,
    rounds=0,
    small=0.0,
    smoothness=0.0,
    stiffness=0.0,
    smallest_group=0.0,
    contact=0.0,
    span="printed",
    correction=math.inf,
    ridge=0.0,
    size=0.0,
    start="rest",
    turning="never",
    steps="gauss-newton",
    tolerance=1e-6,
    most_examples=0,
)
