"""What the doctor says: findings in plain words, collected in a report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Severity(IntEnum):
    """How much a finding matters.

    NOTE:    good to know; the solver works as well as without it
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
    """One kind of peculiarity.

    kind:    a short name that stays the same between versions
    count:   how many there are
    of:      what is counted, and what `first` numbers: vertex, triangle, edge, part or pose
    first:   the first example's number, from 0; of edges and parts their first vertex; None where
             the whole mesh is meant
    found, handled, advice: what there is, what Pliant does about it, and what the user may do
    """

    kind: str
    severity: Severity
    count: int
    of: str
    first: int | None
    found: str
    handled: str
    advice: str

    @property
    def words(self) -> str:
        """The finding as a paragraph."""
        return " ".join(part for part in (self.found, self.handled, self.advice) if part)

    def __str__(self) -> str:
        return f"{self.severity}: {self.words}"


@dataclass(frozen=True)
class Report:
    """Facts about a mesh or pose set, and findings, the gravest first.

    vertices, triangles, poses, parts: counts; vertices that coincide in every pose count once in parts
    closed:   whether every edge has two triangles or more
    diagonal: of the reference's bounding box, in the user's unit
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

    def of_kind(self, kind: str) -> Finding | None:
        """The finding of that kind, if there is one."""
        return next((finding for finding in self.findings if finding.kind == kind), None)

    def __str__(self) -> str:
        return "\n".join(str(finding) for finding in self.findings) or "nothing to report"


def counted(count: int, one: str, many: str | None = None) -> str:
    """'1 vertex has', '1,204 vertices have': the number with the words for it."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
