"""The checks of size and place. Pliant itself works in units of the diagonal; files often do not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.core.doctor.case import Case
from pliant.core.doctor.finding import Finding, Severity

# Diagonals outside this range point to a wrong unit: other programs hide or clip such models.
SMALLEST, LARGEST = 1e-6, 1e6
# So many diagonals from the origin, single precision resolves less than 1/10,000 of the diagonal.
FAR = 1e3


def without_size(diagonal: float) -> Finding:
    """The finding about a reference that is one point, or too large for any number."""
    return Finding(
        "no size",
        Severity.ERROR,
        1,
        "pose",
        0,
        f"The reference pose has the diagonal {diagonal:g}.",
        "Pliant refuses it, because a mesh with a finite size is needed.",
        "Export the reference again.",
    )


def scale_findings(case: Case) -> Iterator[Finding]:
    """Every finding about the reference's size and place."""
    if not SMALLEST <= case.frame.diagonal <= LARGEST:
        small = case.frame.diagonal < SMALLEST
        yield Finding(
            "absurd scale",
            Severity.WARNING,
            1,
            "pose",
            0,
            f"The model is very {'small' if small else 'large'}: its diagonal is {case.frame.diagonal:g}.",
            "Pliant gives the same pose at every scale, but other programs may not show it.",
            "Check the unit of the export.",
        )
    distance = float(np.linalg.norm(case.frame.middle / case.frame.diagonal))
    if distance > FAR:
        yield Finding(
            "far from the origin",
            Severity.WARNING,
            1,
            "pose",
            0,
            f"The model is {distance:,.0f} times its own size away from the origin.",
            "Pliant reckons around the model's middle, but files in single precision (GLB, STL, most caches) "
            "round such positions visibly.",
            "Move the model to the origin before export.",
        )
