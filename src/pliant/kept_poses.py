"""Which of the poses that a rig was given it keeps as examples; many poses are near mixes of a few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pliant.checked_record import Record
from pliant.mesh import PoseSet

# More poses than any file holds.
MOST_GIVEN = 2**31


@dataclass(frozen=True)
class KeptPoses:
    """The examples of a rig among the poses that it was given.

    given: how many poses there were
    rows:  numbers of those that are kept, ascending; the reference, 0, is the first
    """

    given: int
    rows: tuple[int, ...]

    @staticmethod
    def all_of(count: int) -> KeptPoses:
        """Every one of `count` poses."""
        return KeptPoses(count, tuple(range(count)))

    @property
    def every(self) -> bool:
        """Whether no pose was left out."""
        return len(self.rows) == self.given

    @property
    def words(self) -> str:
        """How many are kept, for people; empty where no pose was left out."""
        return kept_words(len(self.rows), self.given)

    def among(self, poses: PoseSet) -> PoseSet:
        """The kept ones of the poses that were given; another number of poses is returned as it is."""
        return poses.subset(self.rows) if len(poses) == self.given and not self.every else poses

    def settings(self) -> dict[str, Any]:
        """The numbers for a rig file; none where every pose is kept."""
        return {} if self.every else {"given": self.given, "kept": list(self.rows)}

    @staticmethod
    def of_settings(settings: Mapping[str, Any], names: Sequence[str]) -> KeptPoses:
        """What `settings` wrote; names: of the examples. Raises FileFormatError for other rows than those."""
        if "given" not in settings:
            return KeptPoses.all_of(len(names))
        record = Record(settings, "settings")
        given = record.whole("given", len(names), MOST_GIVEN)
        rows = record.list_of_wholes("kept", 0, given)
        if len(rows) != len(names) or rows[0] != 0 or any(a >= b for a, b in pairwise(rows)):
            raise record.refuse("kept", rows, f"{len(names)} ascending numbers, the first 0,")
        return KeptPoses(given, tuple(rows))


def kept_words(kept: int, given: int) -> str:
    """Such as '100 of 1,663 poses kept: the others are near mixes of them'; empty where all are kept."""
    if kept >= given:
        return ""
    return f"{kept:,} of {given:,} poses kept: the others are near mixes of them"
