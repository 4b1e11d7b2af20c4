"""How sure a joint is, and why: shares between 0 and 1, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from pliant.methods.joints.reading import HELD

# Samples from which on more of them add nothing to the confidence.
ENOUGH = 300
# λ ratios: the threshold of the paper, and where a motion is beyond doubt.
DOUBTFUL, CERTAIN = 100.0, 10_000.0
# Share of tangent samples below which a motion explains nothing.
NOTHING = 0.5
# Facing share of what is near from which on the surfaces look made for each other.
MATED = 0.6
# What each piece of evidence weighs in the confidence.
WEIGHTS = MappingProxyType(
    {
        "tangent": 3.0,
        "agreement": 3.0,
        "gap": 1.0,
        "primitive": 1.0,
        "facing": 1.0,
        "near": 2.0,
        "grip": 1.0,
        "samples": 1.0,
    }
)


def pieces(
    *,
    tangent: float,
    agreement: float,
    ratio: float,
    primitive: float,
    facing: float,
    near: float,
    grip: float,
    samples: int,
) -> Mapping[str, float]:
    """Every piece of evidence as a share of what would be perfect.

    tangent:   of the contact's area that stays tangent under the motion
    agreement: of the contact distances that tell the same kind and axis
    ratio:     the gap between the joint's free motions and the others
    primitive: how well a fitted primitive agrees
    facing:    of what lies near the other part, how much faces it
    near:      of the contact distances, at how many there is contact at all
    grip:      of the directions square to the axis, the share from which the part is held
    samples:   how many there are
    """
    gap = np.log(np.clip(ratio, DOUBTFUL, CERTAIN) / DOUBTFUL) / np.log(CERTAIN / DOUBTFUL)
    return MappingProxyType(
        {
            "tangent": _share((tangent - NOTHING) / (1 - NOTHING)),
            "agreement": _share(agreement),
            "gap": _share(gap),
            "primitive": _share(primitive),
            "facing": _share(facing / MATED),
            "near": _share(near),
            "samples": _share(samples / ENOUGH),
            "grip": _share(grip / HELD),
        }
    )


def confidence(evidence: Mapping[str, float]) -> float:
    """The weighted geometric mean: one piece that is missing cannot be made up for by the others."""
    total = sum(WEIGHTS[name] for name in evidence if name in WEIGHTS)
    logs = sum(WEIGHTS[n] * np.log(max(v, 0.01)) for n, v in evidence.items() if n in WEIGHTS)
    return float(np.exp(logs / total))


def _share(value: float) -> float:
    return float(np.clip(value, 0.0, 1.0))
