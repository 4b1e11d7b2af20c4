"""The search of one drag: what it knows before the pins' fit is given.

Above a floor the fit changes while a pose is sought; the rest of the problem stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pliant.arrays import Floats
from pliant.examples.guess import Guessed
from pliant.examples.problem import Fit, PoseProblem, PoseState
from pliant.examples.search import Blend, ExampleSearch, Start
from pliant.solve.gauss_newton import Outcome

Finder = Callable[[PoseProblem, "Start | Blend"], tuple[Outcome[PoseState], Blend]]


@dataclass(frozen=True, eq=False)
class DragSearch:
    """The search of one drag.

    W:         (m,) weights of the elements
    guessed:   what the pins suggest
    turning:   whether the whole may turn by itself
    earlier:   the pose that `coherence` keeps near to
    finder:    how the problem is solved; the rig's search to the end by default
    """

    search: ExampleSearch
    W: Floats
    guessed: Guessed
    turning: bool
    earlier: Blend | None = None
    coherence: float = 0.0
    finder: Finder | None = None

    def problem(self, fit: Fit) -> PoseProblem:
        """The problem with the pins as a fit holds them."""
        return self.search.problem(
            fit,
            self.W,
            self.guessed,
            turning=self.turning,
            earlier=self.earlier,
            coherence=self.coherence,
        )

    def found(self, fit: Fit, begin: Start | Blend) -> tuple[Outcome[PoseState], Blend]:
        """The end of the search from a start, and the parameters that it found."""
        return (self.finder or self.search.found)(self.problem(fit), begin)

    def positions(self, fit: Fit, begin: Start | Blend) -> tuple[Floats, Floats]:
        """Unknowns (n, 3) at a start: of the span alone, and with corrections."""
        return self.search.positions(self.problem(fit), begin)
