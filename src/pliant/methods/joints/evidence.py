"""The evidence for a joint, as shares between 0 and 1 by name, and the confidence that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from pliant.mechanism.mechanism import JointKind
from pliant.methods.joints.kinds import HELD

# Samples from which on more of them add nothing to the confidence.
ENOUGH = 300
# λ ratios: the threshold of the paper, and where a motion is beyond doubt.
DOUBTFUL, CERTAIN = 100.0, 10_000.0
# Share of tangent samples below which a motion explains nothing.
NOTHING = 0.5
# Facing share of what is near from which on the surfaces look made for each other.
MATED = 0.6
# A joint below this confidence is doubtful: of those above it nine in ten are to be right.
SURE = 0.9
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
# What a perfect contact is worth as evidence for each kind, by how often such answers are right on half of
# the models with published joints: flat and fixed contacts often hide a bearing that is not modelled.
WORTH = MappingProxyType(
    {
        JointKind.REVOLUTE: 1.0,
        JointKind.CYLINDER: 1.0,
        JointKind.BALL: 0.9,
        JointKind.PRISMATIC: 0.88,
        JointKind.PLANE: 0.85,
        JointKind.FIXED: 0.8,
    }
)


@dataclass(frozen=True, kw_only=True)
class Observed:
    """What was observed of a pair of parts.

    tangent:   share of the contact's area that stays tangent under the motion
    agreement: weighted share of the contact distances that tell the same kind and axis
    ratio:     gap between the joint's free motions and the others, as a ratio of eigenvalues
    primitive: how well a fitted primitive agrees, 0 to 1
    facing:    share of what lies near the other part that faces it
    near:      share of the contact distances at which there is contact at all
    grip:      share of the directions square to the axis from which the part is held
    samples:   how many samples the contact has
    """

    tangent: float
    agreement: float
    ratio: float
    primitive: float
    facing: float
    near: float
    grip: float
    samples: int


def pieces(seen: Observed) -> Mapping[str, float]:
    """Every piece of evidence by its name, as a share of what would be perfect."""
    gap = np.log(np.clip(seen.ratio, DOUBTFUL, CERTAIN) / DOUBTFUL) / np.log(CERTAIN / DOUBTFUL)
    return MappingProxyType(
        {
            "tangent": _share((seen.tangent - NOTHING) / (1 - NOTHING)),
            "agreement": _share(seen.agreement),
            "gap": _share(gap),
            "primitive": _share(seen.primitive),
            "facing": _share(seen.facing / MATED),
            "near": _share(seen.near),
            "samples": _share(seen.samples / ENOUGH),
            "grip": _share(seen.grip / HELD),
        }
    )


def confidence(evidence: Mapping[str, float], kind: JointKind) -> float:
    """How sure a joint of a kind is, 0 to 1.

    The weighted geometric mean of the evidence, times what it is worth for the kind: strong pieces do not
    make up for a missing one.
    """
    total = sum(WEIGHTS[name] for name in evidence if name in WEIGHTS)
    logs = sum(WEIGHTS[n] * np.log(max(v, 0.01)) for n, v in evidence.items() if n in WEIGHTS)
    return float(WORTH[kind] * np.exp(logs / total))


def _share(value: float) -> float:
    return float(np.clip(value, 0.0, 1.0))
