"""The options of a Cage IK rig: our defaults, and the paper's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pliant.errors import OptionError
from pliant.option_checks import check_fields


@dataclass(frozen=True)
class CageOptions:
    """The options of a Cage IK rig. Defaults are our best method; PRINTED is [Savoye2010] as printed.

    coordinates: 'harmonic', 'mean_value' or 'green': how the cage carries the mesh
    regularity:  'turning': each cage vertex keeps the shape of its faces up to a turn of its own; 'linear':
                 the paper's differential coordinates, which a large turn shears
    anchors:     'exact': held points are where they are pulled, as far as the cage can bring them there;
                 'soft': the paper's least squares
    alpha:       α: how much the cage's shape counts
    beta:        β: how much each soft anchor counts
    accuracy:    largest error of a weight of harmonic coordinates, estimated from two refinements
    tolerance:   largest movement of a cage vertex in the last step, in diagonals of the mesh
    iterations:  steps at most
    Raises OptionError for values that are no choice, or not positive.
    """

    coordinates: Literal["harmonic", "mean_value", "green"] = "harmonic"
    regularity: Literal["turning", "linear"] = "turning"
    anchors: Literal["exact", "soft"] = "exact"
    alpha: float = 1.0
    beta: float = 1.0
    accuracy: float = 5e-3
    tolerance: float = 1e-7
    iterations: int = 200

    def __post_init__(self) -> None:
        check_fields(self)
        for name in ("alpha", "beta", "accuracy", "tolerance"):
            if not 0 < vars(self)[name] < math.inf:
                raise OptionError(f"{name}={vars(self)[name]!r}; a positive number is needed.")
        if not self.iterations >= 1:
            raise OptionError(f"iterations={self.iterations!r}; a number of at least 1 is needed.")

    def to_json(self) -> dict[str, Any]:
        """The options as a dictionary, ready for JSON."""
        return asdict(self)

    @staticmethod
    def of_json(values: Mapping[str, Any]) -> CageOptions:
        """The options that `to_json` described."""
        return CageOptions(**values)


# The paper names α and β and gives no value for them.
PRINTED = CageOptions(regularity="linear", anchors="soft")
