"""Which poses of each real set are examples, and which are left out to be found again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Trial:
    """One rig: the poses it learns from, the reference first, and those it has to find."""

    examples: tuple[int, ...]
    left_out: tuple[int, ...]


@dataclass(frozen=True)
class LeaveOut:
    """The trials of one set, how many vertices are pinned, and whether only among those that move.

    Pins spread over a whole head would lie on its outline, and say nothing about the mouth.
    """

    trials: tuple[Trial, ...]
    pins: int = 8
    where_it_moves: bool = False

    @property
    def count(self) -> int:
        """How many poses are left out in all trials."""
        return sum(len(trial.left_out) for trial in self.trials)

    def quick(self) -> LeaveOut:
        """Its first trial with at most two poses left out."""
        first = self.trials[0]
        return replace(self, trials=(Trial(first.examples, first.left_out[:2]),))


def sequence(k: int) -> LeaveOut:
    """k frames in order: every fourth is an example, those half-way between two are left out."""
    examples = tuple(range(0, k, 4))
    return LeaveOut((Trial(examples, tuple(range(2, examples[-1], 4))),))


def one_by_one(k: int, left_out: Iterable[int] | None = None) -> LeaveOut:
    """k separate poses: each (or each of those named) is left out in turn, all others are examples."""
    chosen = range(1, k) if left_out is None else left_out
    return LeaveOut(tuple(Trial(tuple(i for i in range(k) if i != out), (out,)) for out in chosen))


def one_fold(k: int, left_out: Iterable[int]) -> LeaveOut:
    """k separate poses: those named are all left out of one rig."""
    out = tuple(left_out)
    return LeaveOut((Trial(tuple(i for i in range(k) if i not in out), out),))


LEAVE_OUTS: dict[str, LeaveOut] = {
    "sumner_horse_gallop": sequence(25),
    "sumner_horse_collapse": sequence(53),
    "sumner_horse_poses": one_by_one(11),
    "sumner_lion_poses": one_by_one(10),
    "sumner_elephant_gallop": sequence(26),
    "sumner_elephant_poses": one_by_one(11),
    "libigl_elephant": sequence(29),
    "tosca_horse": one_by_one(8),
    "vlasic_samba": sequence(35),
    "khronos_cesiumman": sequence(17),
    "khronos_fox": sequence(25),
    "threejs_horse": sequence(15),
    "threejs_flamingo": sequence(14),
    "chicken_crossing": sequence(50),
    "cragl_cheburashka": one_by_one(12),
    "dembones_bone": sequence(40),
    "ict_face": replace(one_fold(56, range(5, 56, 5)), pins=10, where_it_moves=True),
}

# Small enough for a test to run: a few hundred vertices.
QUICK_SETS = ("threejs_flamingo", "threejs_horse", "khronos_fox")
