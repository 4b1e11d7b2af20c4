"""The options of a MeshIK rig: our defaults, and the paper's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from pliant.examples.options import SearchOptions


@dataclass(frozen=True, kw_only=True)
class MeshIKOptions(SearchOptions):
    """The options of a MeshIK rig. Defaults are our best method; PRINTED is [Sumner2005] as printed.

    Beside those of SearchOptions:
    most_examples: as there; fewer, since a step costs three right-hand sides of the mesh's size for each
    span:        'aligned' (nonlinear; attitudes apart, branches matched), 'printed' (nonlinear, poses as
                 they were given) or 'linear' (mean-centred, k − 1 weights)
    weighting:   'area' makes the result independent of the triangulation; 'uniform' is the paper's sum
    reliability: τ: a triangle whose half-way blends miss integrability by e counts 1/(1 + e/τ);
                 infinity trusts every triangle
    contact:     stiffness of each contact of parts that touch: what it costs to open it by the extent, where
                 straining all triangles by 1 costs 1; 0: a part is only joined to its nearest neighbour
    disc:        radius of the disc that each pin pulls on, in extents, about the diagonal; 0: its vertex
                 alone, which is drawn out to a spike where triangles are small (see discs.py)
    Raises OptionError for values out of range.
    """

    most_examples: int = 60
    span: Literal["aligned", "printed", "linear"] = "aligned"
    weighting: Literal["area", "uniform"] = "area"
    reliability: float = 0.03
    contact: float = 1000.0
    disc: float = 0.02

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_positive("reliability")
        self._check_not_negative("contact", "disc")

    @classmethod
    def of_json(cls, values: Mapping[str, Any]) -> Self:
        """The options that `to_json` described; old ones have null for infinity, no contacts, no discs."""
        known = {name: math.inf if v is None else v for name, v in values.items()}
        return super().of_json({"contact": 0.0, "disc": 0.0, **known})


PRINTED = MeshIKOptions(
    span="printed",
    weighting="uniform",
    reliability=math.inf,
    contact=0.0,
    disc=0.0,
    correction=math.inf,
    ridge=0.0,
    size=0.0,
    start="rest",
    turning="never",
    steps="gauss-newton",
    tolerance=1e-6,
    most_examples=0,
)
