"""The checks of a model's size and distance from the origin."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.doctor.case import Case
from pliant.doctor.finding import Finding, Severity

# Diagonals outside this range point to a wrong unit: other programs hide or clip such models.
SMALLEST, LARGEST = 1e-6, 1e6
# At so many diagonals from the origin, single precision rounds to 1/10,000 of the diagonal.
FAR = 1e3


def without_size(diagonal: float) -> Finding:
    """The finding about a reference that is one point, or whose diagonal is infinite."""
    return Finding(
        "no size",
        Severity.ERROR,
        count=1,
        of="pose",
        first=0,
        found=f"The reference pose has the diagonal {diagonal:g}.",
        handled="Pliant refuses it, because a mesh with a finite size is needed.",
        advice="Export the reference again.",
    )


def scale_findings(case: Case) -> Iterator[Finding]:
    """Every finding about the reference's size and place."""
    if not SMALLEST <= case.frame.diagonal <= LARGEST:
        small = case.frame.diagonal < SMALLEST
        yield Finding(
            "absurd scale",
            Severity.WARNING,
            count=1,
            of="pose",
            first=0,
            found=f"The model is very {'small' if small else 'large'}: its diagonal is "
            f"{case.frame.diagonal:g}.",
            handled="Pliant gives the same pose at every scale, but other programs may not show it.",
            advice="Check the unit of the export.",
        )
    distance = float(np.linalg.norm(case.frame.middle / case.frame.diagonal))
    if distance > FAR:
        yield Finding(
            "far from the origin",
            Severity.WARNING,
            count=1,
            of="pose",
            first=0,
            found=f"The model is {distance:,.0f} times its own size away from the origin.",
            handled="Pliant reckons around the model's middle, but files in single precision (GLB, STL, "
            "most caches) "
            "round such positions visibly.",
            advice="Move the model to the origin before export.",
        )
