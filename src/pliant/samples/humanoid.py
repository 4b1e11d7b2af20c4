"""A person in A-pose, at any resolution, with twenty-one handles to pose it by.

It stands on y = 0 and looks along z, its left side at x > 0; it is 1.78 high. The mesh is closed, of one
piece and without holes, finer on the face, the hands and the toes, and its own mirror image in x = 0.
"""

from __future__ import annotations

import numpy as np

from pliant.errors import OptionError
from pliant.mesh import PoseSet
from pliant.samples.handles import PaintedHandle, handles_of_bones
from pliant.samples.human.anatomy import JOINTS, person
from pliant.samples.implicit.surface_mesh import symmetric_surface_mesh

FEWEST, MOST = 3_000, 200_000


def humanoid(vertices: int = 10_000) -> PoseSet:
    """A person of about this many vertices (3,000 to 200,000), in one pose.

    Raises OptionError for a number outside this range.
    """
    if not FEWEST <= vertices <= MOST:
        raise OptionError(
            f"A humanoid of {vertices} vertices was asked for; choose between {FEWEST:,} and {MOST:,}. "
            "With fewer, fingers and toes would lose their shape."
        )
    V, F = symmetric_surface_mesh(person(), vertices)
    return PoseSet.of(V[np.newaxis], F, ("A-pose",))


def handles(poses: PoseSet) -> tuple[PaintedHandle, ...]:
    """Painted handles of a humanoid: trunk, neck and head, and eight of each side from shoulder to toes."""
    return handles_of_bones(person(), poses.V[0], JOINTS, {bone: (bone,) for bone in JOINTS})
