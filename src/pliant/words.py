"""What people are told about rigs and poses, in words and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from pliant.arrays import Floats
from pliant.kept_poses import kept_words
from pliant.rig import Rig

RigT = TypeVar("RigT", bound=Rig)
Facts = dict[str, Any]

# Examples that a message names, the heaviest first.
MOST_WEIGHTS = 3
WIDTH = 98  # columns of text, behind an indent of two
MOST_NAMES = 12  # poses named in words; JSON has all of them


class RigWords(Generic[RigT]):
    """What is told about the rigs of a method. This serves every rig; methods say more."""

    # Kinds of the doctor's findings that are no peculiarity of such a rig.
    usual_findings: tuple[str, ...] = ()

    def facts(self, rig: RigT) -> Facts:
        """What `pliant info` tells beside the mesh and the names of the poses, ready for JSON."""
        return {}

    def lines(self, facts: Mapping[str, Any]) -> list[str]:
        """The facts for people, a line each, beginning with the `names` of the poses that the rig mixes."""
        names = facts.get("names", ())
        lines = wrapped(f"{len(names)} examples: {shortened(names)}") if len(names) > 1 else []
        left_out = kept_words(len(names), facts.get("given", len(names)))
        return [*lines, left_out] if left_out else lines

    def outcome(self, rig: RigT, pose: Any) -> Facts:
        """What a drag found, ready for JSON: the weights of the mixed poses, or the largest gap."""
        if not rig.names:
            return {"gap": float(pose.gaps.max())}
        # A linear span leaves the last example out.
        pairs = zip(rig.names, pose.weights.tolist(), strict=False)
        found: Facts = {"weights": [{"pose": name, "weight": weight} for name, weight in pairs]}
        return {**found, "regional": pose.regional.tolist()} if len(pose.regional) else found

    def outcome_words(self, outcome: Mapping[str, Any]) -> str:
        """The same in a few words."""
        if "weights" not in outcome:
            return f"the farthest point misses its target by {outcome['gap']:.3g}"
        best = sorted(outcome["weights"], key=lambda item: -abs(item["weight"]))[:MOST_WEIGHTS]
        return "most of " + ", ".join(f"{item['pose']} ({item['weight']:.2f})" for item in best)

    def colours(self, rig: RigT) -> str | Floats:
        """Colours of the mesh in pictures of poses: a name of `figures`, or (n, 3) for the vertices.

        By default its own materials and textures, or clay where it has none.
        """
        return "own"


def wrapped(text: str) -> list[str]:
    """The text in lines of at most WIDTH columns; all but the first are indented."""
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ")


def shortened(names: Sequence[str]) -> str:
    """The first MOST_NAMES names, and how many more there are."""
    shown = ", ".join(names[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else f"{shown} and {len(names) - MOST_NAMES} more"


def file_size(path: str | Path) -> int:
    """Size of a file in bytes."""
    return Path(path).stat().st_size


def size_words(count: int) -> str:
    """Bytes in words: '238 kB'."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= scale:
            return f"{count / scale:.3g} {unit}"
    return f"{count} bytes"
