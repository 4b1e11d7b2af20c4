"""Painted patches as the stiffness of vertices, and back."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pliant.arrays import Floats
from pliant.errors import AnchorError
from pliant.methods.elastic.stiffness import painted
from pliant.methods.elastic.studio.wire import StiffPatch
from pliant.studio.session.regions import Marked, region_of, rigidity_of
from pliant.studio.wire.messages import Region

# Other values than so many are told by one patch that is harder and one that is softer, which fade.
VALUES = 12


def stiffness_of(patches: tuple[StiffPatch, ...], regions: Mapping[str, Marked], n: int) -> Floats | None:
    """(n,) the stiffness of each vertex; None where nothing is painted."""
    if not patches:
        return None
    layers = []
    for patch in patches:
        if patch.region not in regions:
            raise AnchorError(
                f"The region of '{patch.name}' was not marked; mark it before a document names it."
            )
        vertices, levels = rigidity_of(regions[patch.region].region, n)
        layers.append((vertices, patch.stiffness, levels))
    return painted(n, layers)


def patches_of(stiffness: Floats | None) -> tuple[tuple[StiffPatch, ...], tuple[Region, ...]]:
    """Patches and their regions that tell a stiffness (n,): of many values to within one of 255 levels."""
    if stiffness is None:
        return (), ()
    values = np.unique(stiffness[stiffness != 1.0])
    if len(values) <= VALUES:
        layers = [(value, (stiffness == value).astype(np.float64)) for value in values]
    else:
        ends = [*values[:1][values[:1] < 1.0], *values[-1:][values[-1:] > 1.0]]
        layers = [(end, np.log(stiffness) / np.log(end)) for end in ends]
    patches, regions = [], []
    for i, (value, levels) in enumerate(layers, start=1):
        inside = np.flatnonzero(levels > 0.5 / 255)
        region = region_of(f"stiff {i}", inside, levels[inside], len(stiffness))
        regions.append(region)
        patches.append(StiffPatch(i, f"Patch {i}", region.name, float(value)))
    return tuple(patches), tuple(regions)
