"""Makes a coarse cage around any mesh: closed, enclosing, snug, symmetric where the mesh is.

Bounding proxies [Calderon2017]: the mesh is grown and closed on a grid, which also closes open meshes, sheets
and parts in each other; the surface of that is coarsened and relaxed without ever touching the mesh.
"""

from __future__ import annotations

import numpy as np

from pliant.errors import CageError, OptionError
from pliant.geometry.symmetry import ASYMMETRY, Plane, symmetry_plane
from pliant.kinds import check_kind
from pliant.mesh import Mesh, PoseSet
from pliant.methods.cage.make_cage.body import body
from pliant.methods.cage.make_cage.coarsening import coarsened, size
from pliant.methods.cage.make_cage.faults import faults
from pliant.methods.cage.make_cage.fit import Limits
from pliant.methods.cage.make_cage.model_frame import ModelFrame, model_frame
from pliant.methods.cage.make_cage.relaxation import relaxed
from pliant.methods.cage.make_cage.starts import RADII, starts
from pliant.methods.cage.make_cage.surface import EditableSurface
from pliant.progress import Progress, silent

# All lengths are shares of the diagonal of the mesh's box, along its own axes.
MARGIN = 0.004
LARGEST_MARGIN = 0.1
# A cage of fewer vertices than this holds no more than a box does.
FEWEST = 8
# The mesh counts as symmetric if mirrored points miss its surface by no more than this on average.
SYMMETRIC = 0.005
# The number of vertices may be exceeded by this factor.
EXCESS = 1.2
# The cage's distance from itself, in margins.
GAP = 0.025


def make_cage(
    mesh: Mesh | PoseSet,
    vertices: int = 100,
    *,
    symmetric: bool | None = None,
    margin: float = MARGIN,
    every_pose: bool = False,
    progress: Progress = silent,
) -> Mesh:
    """A closed cage of about so many vertices that encloses the mesh, or pose 0 of a set.

    vertices:   wanted number of vertices, at least 8
    symmetric:  whether the cage has a mirror plane; None: if the mesh has one
    margin:     least distance between cage and mesh, as a share of the diagonal of the mesh's box, which
                lies along the mesh's own axes: turning the mesh turns the cage
    every_pose: whether the cage encloses every pose of the set, each at its own place
    Raises CageError where no such cage is found, OptionError for impossible numbers.
    """
    check_kind(mesh, "What a cage is made for", Mesh, PoseSet)
    _check(vertices, margin)
    reference = mesh.mesh if isinstance(mesh, PoseSet) else mesh
    V = mesh.V if isinstance(mesh, PoseSet) and every_pose else reference.V[None]
    progress(0.0, "looking for symmetry")
    plane = _plane(reference, symmetric=symmetric)
    every = np.concatenate([reference.F + i * reference.n for i in range(len(V))])
    own = model_frame(V.reshape(-1, 3), every, plane)
    held = body(V, reference.F, own, mirror=plane is not None)
    limits = Limits(margin, GAP * margin, 0.0, plane is not None, False)
    found: list[str] = []
    for i, start in enumerate(starts(held, vertices, limits)):
        progress(0.1 + 0.8 * i / len(RADII), "coarsening the cage")
        coarse = coarsened(start, held, limits, vertices)
        if size(coarse) > EXCESS * vertices:
            found.append(f"{size(coarse)} vertices were left")
            continue
        cage = _whole(relaxed(coarse, held, limits), own)
        fault = faults(cage, V, reference.F)
        if fault is None:
            progress(1.0, "the cage is made")
            return cage
        found.append(fault)
    raise CageError(
        f"No cage of about {vertices} vertices was found that keeps {margin:g} of the diagonal off the mesh: "
        f"{'; '.join(found) or 'every start had too many handles'}. Allow more vertices or a smaller margin."
    )


def _check(vertices: int, margin: float) -> None:
    if vertices < FEWEST:
        raise OptionError(f"{vertices} vertices were asked for; a cage takes at least {FEWEST}.")
    if not 0.0 < margin <= LARGEST_MARGIN:
        raise OptionError(
            f"The margin is {margin:g} of the diagonal; more than 0, at most {LARGEST_MARGIN:g} is possible."
        )


def _plane(mesh: Mesh, *, symmetric: bool | None) -> Plane | None:
    """The mirror plane that the cage gets; None: if the mesh has one."""
    if symmetric is False:
        return None
    tolerance = SYMMETRIC if symmetric is None else ASYMMETRY
    plane, residual = symmetry_plane(mesh.V, mesh.F, tolerance)
    if plane is None and symmetric:
        raise CageError(
            f"A symmetric cage was asked for, but mirrored points of the mesh miss it by {residual:.3g} of "
            f"the diagonal on average, where {tolerance:g} is possible. Pass symmetric=False or None."
        )
    return plane


def _whole(S: EditableSurface, own: ModelFrame) -> Mesh:
    """The cage of a surface, completed by its mirror image if it has a rim, in the model's frame."""
    if not S.rim.any():
        return Mesh.of(own.back(S.V), S.F)
    inner = np.flatnonzero(~S.rim)
    image = np.arange(len(S.V))
    image[inner] = len(S.V) + np.arange(len(inner))
    V = np.concatenate([S.V, S.V[inner] * [-1.0, 1.0, 1.0]])
    return Mesh.of(own.back(V), np.concatenate([S.F, image[S.F][:, [0, 2, 1]]]))
