"""The checks of the poses against each other: copies, sizes, collapsed triangles and large turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.doctor.case import Case
from pliant.doctor.finding import Finding, Severity, counted
from pliant.doctor.surface import named_triangle
from pliant.doctor.triangles import Triangles

# Poses whose vertices differ by less than this share of the diagonal are equal: files often have six digits.
SAME = 1e-5
# A model whose size √area differs from the reference's by more than this factor was exported in another unit.
RESIZED = 1.5
# Coordinates beyond so many diagonals are too large to be squared; such poses are only reported by size.
BEYOND = 1e60
# Beyond this turn against the whole (radians) a little noise can reverse a rotation…
TURNED = np.radians(150.0)
# …which is reported when more than this share of the triangles turns so far.
TURNED_SHARE = 0.01


@dataclass(frozen=True, eq=False)
class Match:
    """Pose `pose` has the same shape as the earlier pose `twin`, in the same place or elsewhere."""

    pose: int
    twin: int
    in_place: bool


@dataclass(frozen=True, eq=False)
class Change:
    """How a pose changes the triangles of the reference.

    pose:      its number
    size:      its √area as a multiple of the reference's
    collapsed: (c,) triangles that lose their area
    turned:    the share of triangles that turn far against the whole
    """

    pose: int
    size: float
    collapsed: Ints
    turned: float


def motion_findings(case: Case) -> Iterator[Finding]:
    """Every finding about the poses; none for a single pose."""
    if len(case.W) > 1:
        found = matches(case.W)
        yield from _identical(case, [match for match in found if match.in_place])
        yield from _rigid(case, [match for match in found if not match.in_place])
        yield from _nothing_new(case, found)
        changes = _changes(case)
        if changes:
            yield from _collapsed(case, changes)
            yield from _resized(case, changes)
            yield from _turned(case, changes)


def matches(W: Floats) -> list[Match]:
    """Poses of W (k, n, 3) that are rigid copies of earlier ones, each with the first of these.

    Only poses of equal extents along their principal axes are compared point by point: moving each of n
    points by at most ε changes the singular values of the centred positions by at most ε√(3n).
    """
    near = [i for i, pose in enumerate(W) if np.abs(pose).max() < BEYOND]
    centred = {i: W[i] - W[i].mean(axis=0) for i in near}
    extents = {i: _extents(pose) for i, pose in centred.items()}
    originals: list[int] = []
    found: list[Match] = []
    for i, pose in centred.items():
        alike = [j for j in originals if np.abs(extents[i] - extents[j]).max() <= 2 * SAME]
        twin = next((j for j in alike if _same(_turned_onto(centred[j], pose), pose)), None)
        if twin is None:
            originals.append(i)
        else:
            found.append(Match(i, twin, _same(W[i], W[twin])))
    return found


def _changes(case: Case) -> list[Change]:
    """The changes of every pose but the reference; none where all triangles of the reference are flat."""
    reference = Triangles.of(case.W[0], case.F)
    if reference.flat.all():
        return []
    reach = np.abs(case.W).max(axis=(1, 2))
    return [
        _change(reference, Triangles.of(case.W[i], case.F), i)
        if reach[i] < BEYOND
        else Change(i, float(reach[i]), np.empty(0, dtype=np.int64), 0.0)
        for i in range(1, len(case.W))
    ]


def _change(reference: Triangles, posed: Triangles, pose: int) -> Change:
    """The change of one pose.

    The turn of the whole is the mean rotation, or none, whichever leaves fewer triangles turned far. The mean
    is right for most poses, but wings that beat from low to high can make it half a turn.
    """
    before, after = reference.frame.reshape(3, -1), posed.frame.reshape(3, -1)
    mean = _rotation(after @ (reference.frame * reference.area).reshape(3, -1).T)
    traces = [(after * (turn @ before)).sum(axis=0).reshape(3, -1).sum(axis=0) for turn in (mean, np.eye(3))]
    far = [~posed.flat & ~reference.flat & (trace < 1.0 + 2.0 * np.cos(TURNED)) for trace in traces]
    return Change(
        pose,
        float(np.sqrt(posed.area.sum() / reference.area.sum())),
        np.flatnonzero(posed.flat & ~reference.flat),
        float(min(turned.mean() for turned in far)),
    )


def _extents(centred: Vertices) -> Floats:
    """(3,) root mean square extents along the principal axes."""
    return np.sqrt(np.maximum(np.linalg.eigvalsh(centred.T @ centred / len(centred)), 0.0))


def _turned_onto(X: Vertices, Y: Vertices) -> Vertices:
    """X (n, 3) turned about the origin by the rotation that brings it nearest to Y (n, 3)."""
    return X @ _rotation(Y.T @ X).T


def _rotation(M: Floats) -> Floats:
    """(3, 3) the rotation nearest to M (3, 3). One SVD takes less time than to load compiled kernels."""
    U, _, Vt = np.linalg.svd(M)
    return U @ np.diag([1.0, 1.0, np.linalg.det(U @ Vt)]) @ Vt


def _same(X: Vertices, Y: Vertices) -> bool:
    return bool(np.abs(X - Y).max() <= SAME)


def _identical(case: Case, found: list[Match]) -> Iterator[Finding]:
    if found:
        one = found[0]
        yield Finding(
            "identical poses",
            Severity.NOTE,
            count=len(found),
            of="pose",
            first=one.pose,
            found=f"{counted(len(found), 'pose equals', 'poses equal')} an earlier one; "
            f"the first is {_name(case, one.pose)}, which is {_name(case, one.twin)}.",
            handled="Copies teach nothing and share their twin's weight.",
            advice="Leave them out.",
        )


def _rigid(case: Case, found: list[Match]) -> Iterator[Finding]:
    if found:
        one = found[0]
        yield Finding(
            "rigid copies",
            Severity.NOTE,
            count=len(found),
            of="pose",
            first=one.pose,
            found=f"{counted(len(found), 'pose differs', 'poses differ')} from an earlier one only by a "
            "turn or a "
            f"shift of the whole; the first is {_name(case, one.pose)}, a copy of {_name(case, one.twin)}.",
            handled="Pliant keeps shape and attitude apart, so such poses teach no new shape.",
            advice="Leave them out, unless the turn itself is wanted.",
        )


def _nothing_new(case: Case, found: list[Match]) -> Iterator[Finding]:
    if len(found) == len(case.W) - 1:
        yield Finding(
            "no deformation",
            Severity.WARNING,
            count=len(case.W),
            of="pose",
            first=0,
            found="All poses have the shape of the reference.",
            handled="Pliant learns from them only that the mesh is stiff.",
            advice="Give poses in which the shape changes.",
        )


def _collapsed(case: Case, changes: list[Change]) -> Iterator[Finding]:
    triangles = np.unique(np.concatenate([change.collapsed for change in changes]))
    if len(triangles):
        t = int(triangles[0])
        pose = next(change.pose for change in changes if t in change.collapsed)
        yield Finding(
            "collapsed triangles",
            Severity.WARNING,
            count=len(triangles),
            of="triangle",
            first=t,
            found=f"{counted(len(triangles), 'triangle has', 'triangles have')} no area in a pose, but one "
            "in the "
            f"reference; the first is {named_triangle(case, t)}, in {_name(case, pose)}.",
            handled="The solver uses them all the same, though how they turn in that pose is uncertain.",
            advice="Look at the pose around them if a blend creases there.",
        )


def _resized(case: Case, changes: list[Change]) -> Iterator[Finding]:
    odd = [change for change in changes if not 1 / RESIZED <= change.size <= RESIZED]
    if odd:
        yield Finding(
            "sizes differ",
            Severity.WARNING,
            count=len(odd),
            of="pose",
            first=odd[0].pose,
            found=f"{counted(len(odd), 'pose has', 'poses have')} another size than the reference; "
            f"the first is {_name(case, odd[0].pose)}, {odd[0].size:.3g} times as large.",
            handled="Pliant takes growing for a part of the pose.",
            advice="Export all poses in one unit, unless they are meant to grow.",
        )


def _turned(case: Case, changes: list[Change]) -> Iterator[Finding]:
    many = [change for change in changes if change.turned > TURNED_SHARE]
    if many:
        worst = max(many, key=lambda change: change.turned)
        yield Finding(
            "large rotations",
            Severity.NOTE,
            count=len(many),
            of="pose",
            first=many[0].pose,
            found=f"In {counted(len(many), 'pose')} parts turn by more than {np.degrees(TURNED):.0f}° "
            "against "
            f"the whole, most in {_name(case, worst.pose)} ({worst.turned:.0%} of the triangles).",
            handled="Pliant finds which way round they turn from their neighbours; the method as printed "
            "does not.",
            advice="Add a pose half-way if a blend turns the wrong way.",
        )


def _name(case: Case, pose: int) -> str:
    return f"pose {pose} '{case.poses.names[pose]}'"
