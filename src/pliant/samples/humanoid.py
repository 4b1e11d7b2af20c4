"""A person in A-pose, at any resolution, with twenty-one handles to pose it by.

It stands on y = 0 and looks along z, its left side at x > 0; it is 1.78 high. The mesh is closed, of one
piece and without holes, finer on the face, the hands and the toes, and its own mirror image in x = 0.
"""

from __future__ import annotations

import numpy as np

from pliant.core.mesh import PoseSet
from pliant.errors import OptionError
from pliant.samples.handles import Handle, handles_of_bones
from pliant.samples.human.anatomy import person
from pliant.samples.human.skeleton import JOINTS
from pliant.samples.implicit.hide import symmetric_hide

FEWEST, MOST = 3_000, 200_000


def humanoid(vertices: int = 10_000) -> PoseSet:
    """A person of about this many vertices (3,000 to 200,000), in one pose."""
    if not FEWEST <= vertices <= MOST:
        raise OptionError(
            f"A humanoid of {vertices} vertices was asked for; choose between {FEWEST:,} and {MOST:,}. "
            "With fewer, fingers and toes would lose their shape."
        )
    V, F = symmetric_hide(person(), vertices)
    return PoseSet.of(F, V[np.newaxis], ("A-pose",))


def handles(poses: PoseSet) -> tuple[Handle, ...]:
    """The handles of a humanoid: its trunk, neck and head, and eight for every side from shoulder to toes."""
    return handles_of_bones(person(), poses.V[0], JOINTS, {bone: (bone,) for bone in JOINTS})
