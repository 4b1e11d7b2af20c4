"""Which handle carries which: told by the rest pose, unless the user says otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Floats, Ints
from pliant.errors import HandleError
from pliant.geometry.region_tree import RegionTree
from pliant.methods.handles.surface import WeldedSurface


def chosen_parents(names: tuple[str, ...], given: Sequence[str | None], tree: RegionTree) -> list[str]:
    """The name of each handle's parent, "" for none: as given, or as the tree of the rest pose has it.

    given: names, "" for none, None where the tree decides
    A handle that would come to carry itself by a parent of the tree has none.
    """
    chosen = [parent or "" for parent in given]
    open_places = [i for i, parent in enumerate(given) if parent is None]
    for i in sorted(open_places, key=lambda i: (tree.distances[i], i)):
        parent = "" if tree.parents[i] < 0 else names[int(tree.parents[i])]
        if parent and names[i] not in _above(names, chosen, parent):
            chosen[i] = parent
    return chosen


def numbered(names: tuple[str, ...], parents: Sequence[str | None]) -> tuple[int, ...]:
    """The place of each parent among the names, −1 for none."""
    return tuple(names.index(parent) if parent else -1 for parent in parents)


def check_parents(names: tuple[str, ...], given: Sequence[str | None]) -> None:
    """Raise HandleError for parents that are no handles, and for handles that carry themselves."""
    for name, parent in zip(names, given, strict=True):
        if parent and parent not in names:
            raise HandleError(
                f"Handle '{name}' hangs on '{parent}', which is no handle; there are: {', '.join(names)}."
            )
    chosen = [parent or "" for parent in given]
    for name, parent in zip(names, chosen, strict=True):
        if parent and name in _above(names, chosen, parent):
            raise HandleError(
                f"Handle '{name}' carries itself, by way of '{parent}'; let one of them hang on another, "
                "or on none."
            )


def joint(shape: WeldedSurface, region: Ints, tree: RegionTree, child: int, parent: int) -> Floats:
    """(3,) where two handles are joined: the middle of their border, or of the gap between the two.

    region: (n,) the nearest handle of each vertex
    """
    border = tree.borders.between(child, parent)
    if border is not None:
        return tree.borders.middle[border]
    ends = [shape.V[region == each] for each in (child, parent)]
    if not all(map(len, ends)):
        # A handle that others cover has no surface of its own to bend at.
        return np.concatenate(ends).mean(axis=0) if any(map(len, ends)) else shape.V.mean(axis=0)
    gap, nearest = (np.asarray(part) for part in KDTree(ends[1]).query(ends[0]))
    near = int(np.argmin(gap))
    return (ends[0][near] + ends[1][nearest[near]]) / 2


def _above(names: tuple[str, ...], parents: list[str], name: str) -> list[str]:
    """A handle and those that carry it, upwards; ends where one comes again."""
    found: list[str] = []
    while name and name not in found:
        found.append(name)
        name = parents[names.index(name)]
    return found
