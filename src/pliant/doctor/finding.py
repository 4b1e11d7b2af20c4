"""The doctor's findings in plain words, and the report that collects them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Severity(IntEnum):
    """How much a finding matters.

    NOTE:    good to know; it does not disturb the solver
    WARNING: something is left out, or may look wrong
    ERROR:   Pliant cannot pose this
    """

    NOTE = 0
    WARNING = 1
    ERROR = 2

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Finding:
    """One kind of defect or peculiarity of a mesh, with how often it occurs.

    kind:    a short name that stays the same between versions
    count:   how many there are
    of:      what is counted, and what `first` numbers: vertex, triangle, edge, part or pose
    first:   number of the first, from 0; for edges and parts, of its first vertex; None for the whole mesh
    found:   what there is
    handled: what Pliant does about it
    advice:  what the user may do; empty where nothing needs to be done
    """

    kind: str
    severity: Severity
    count: int
    of: str
    first: int | None
    found: str
    handled: str
    advice: str = ""

    @property
    def words(self) -> str:
        """The finding as a paragraph."""
        return " ".join(part for part in (self.found, self.handled, self.advice) if part)

    def __str__(self) -> str:
        return f"{self.severity}: {self.words}"


@dataclass(frozen=True)
class Report:
    """Facts about a mesh or pose set, and findings, the gravest first.

    vertices, triangles, poses: counts
    parts:    number of connected parts, where vertices that coincide in every pose are one
    closed:   whether every edge has two triangles or more
    diagonal: length of the diagonal of the reference's bounding box, in the user's unit
    """

    vertices: int
    triangles: int
    poses: int
    parts: int
    closed: bool
    diagonal: float
    findings: tuple[Finding, ...]

    @property
    def worst(self) -> Severity | None:
        """The gravest severity, or None for a mesh without findings."""
        return max((finding.severity for finding in self.findings), default=None)

    def __str__(self) -> str:
        return "\n".join(str(finding) for finding in self.findings) or "nothing to report"


def counted(count: int, one: str, many: str | None = None) -> str:
    """The number with its words, as in '1,204 vertices have'; without `many`, an s is added to `one`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
