"""The mesh doctor: what is peculiar about a mesh or pose set, in words; nothing is changed."""

from __future__ import annotations

import numpy as np

from pliant.core.doctor.case import Case
from pliant.core.doctor.finding import Finding, Report, Severity
from pliant.core.doctor.motion import motion_findings
from pliant.core.doctor.scale import scale_findings, without_size
from pliant.core.doctor.surface import surface_findings
from pliant.core.frame import Frame
from pliant.core.mesh import Mesh, PoseSet

__all__ = ["Finding", "Report", "Severity", "examine"]


def examine(subject: PoseSet | Mesh) -> Report:
    """What the doctor finds, the gravest first. NaN is not sought: no Mesh holds it."""
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
