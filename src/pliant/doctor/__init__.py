"""The mesh doctor: it tells what is unusual about a mesh or pose set, and changes nothing."""

from __future__ import annotations

import numpy as np

from pliant.doctor.case import Case
from pliant.doctor.finding import Finding, Report, Severity
from pliant.doctor.motion import motion_findings
from pliant.doctor.scale import scale_findings, without_size
from pliant.doctor.surface import surface_findings
from pliant.geometry.frame import Frame
from pliant.kinds import check_kind
from pliant.mesh import Mesh, PoseSet

__all__ = ["Finding", "Report", "Severity", "examine"]


def examine(subject: PoseSet | Mesh) -> Report:
    """A report on a mesh or pose set, the gravest finding first."""
    check_kind(subject, "What is examined", Mesh, PoseSet)
    poses = subject if isinstance(subject, PoseSet) else PoseSet.of_meshes([subject])
    diagonal = Frame.of(poses.V[0]).diagonal
    if not 0.0 < diagonal < np.inf:
        findings = (without_size(diagonal),)
        return Report(poses.n, len(poses.F), len(poses), 0, False, diagonal, findings)
    # Poses of absurd size overflow in comparisons, which then fail as they should.
    with np.errstate(over="ignore", invalid="ignore"):
        case = Case.of(poses)
        found = [*surface_findings(case), *scale_findings(case), *motion_findings(case)]
    return Report(
        vertices=poses.n,
        triangles=len(poses.F),
        poses=len(poses),
        parts=len(case.parts),
        closed=len(case.rim) == 0,
        diagonal=diagonal,
        findings=tuple(sorted(found, key=lambda finding: -finding.severity)),
    )
