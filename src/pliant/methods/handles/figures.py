"""Pictures of a rig of handles: each in its colour, fading where it is less rigid [Baerentzen, fig. 1]."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.figures.colours import colour, encoded, linear
from pliant.figures.hues import HUES, hues, spread_hues
from pliant.figures.look import Look
from pliant.figures.picture import render
from pliant.figures.shots import Shot
from pliant.figures.views import View
from pliant.methods.handles.centre import nearest_handle
from pliant.methods.handles.handle import Handles
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.surface import WeldedSurface

# Poses drawn beside the handles at most; more would be too small to see.
MOST_POSES = 11


def spread_colours(handles: Handles, shape: WeldedSurface) -> Ints:
    """(H,) a number of HUES for each handle; those whose regions of the surface meet have unlike ones."""
    region = nearest_handle(shape, handles.on(shape)[0])
    a, b = region[shape.edges].T
    known = (a >= 0) & (b >= 0)
    meeting = np.zeros((len(handles), len(handles)))
    np.add.at(meeting, (a[known], b[known]), 1.0)
    return spread_hues(meeting + meeting.T)


def handle_hues(rig: HandleIK) -> Ints:
    """(H,) the hue of each handle, as a number of HUES: as painted, or spread where all are painted alike."""
    painted = np.array([handle.colour for handle in rig.handles])
    if len(set(painted.tolist())) > 1:
        return painted % len(HUES)
    return spread_colours(rig.handles, rig.shape)


def handle_colours(rig: HandleIK) -> Floats:
    """(n, 3) sRGB: the hue of each vertex's handle, mixed with clay as its rigidity falls."""
    owner, rigidity = rig.handles.on(rig.shape)
    own = linear(hues()[handle_hues(rig)])[np.maximum(owner, 0)]
    share = rigidity[:, None]
    return encoded(share * own + (1.0 - share) * linear(colour("clay")))[rig.shape.of_user]


def handles_shot(rig: HandleIK, V: Vertices | None = None, title: str = "") -> Shot:
    """The mesh, in the pose V (n, 3) where one is given, in its handles' colours."""
    mesh = rig.mesh if V is None else rig.mesh.moved(V)
    return Shot(mesh, title, colour=handle_colours(rig))


def draw_handles(
    rig: HandleIK,
    path: str | Path | None = None,
    *,
    size: tuple[int, int] = (1600, 900),
    view: View | str | Sequence[float] = "three-quarter",
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of the handles and the sculpted poses; options as for `render`."""
    count = len(rig.handles)
    shots = [handles_shot(rig, title=f"{count} handle{'s' if count > 1 else ''}")]
    for pose in rig.sculpted[:MOST_POSES]:
        shots.append(handles_shot(rig, rig.deform(pose.matrices(rig.handles)), pose.name))
    return render(shots, path, size=size, view=view, look=look)
