"""Moving pictures of a clip: one camera for all of it, standing still or going round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from pliant.core.arrays import Array, Floats
from pliant.core.clip import Clip
from pliant.core.mesh import PoseSet
from pliant.core.progress import Progress, silent
from pliant.errors import OptionError
from pliant.figures.colours import colour, encoded, linear
from pliant.figures.light import spiral
from pliant.figures.look import Look
from pliant.figures.movie import write_movie
from pliant.figures.page import Page
from pliant.figures.picture import check_page, draw_tile, scenes_of, strip
from pliant.figures.shots import Shot, Subject, subjects
from pliant.figures.views import Camera, View, centres, half_height

# Of a frame's vertices, those farthest along each of so many directions stand for all when the camera is set.
DIRECTIONS = 128


@dataclass(frozen=True, eq=False)
class Set:
    """Where a film is drawn, the same for every frame.

    views:  the camera's place in each frame
    middle: (3,) what the camera looks at; unit: the length that is drawn as 1
    half:   half of the picture's height, in that unit
    floor:  the floor's height above the middle, in that unit
    """

    views: Sequence[View]
    middle: Floats
    unit: float
    half: float
    floor: float


def film(
    clip: Clip,
    *,
    size: tuple[int, int] = (960, 540),
    view: View | str | Sequence[float] = "three-quarter",
    turn: float = 0.0,
    look: Look | None = None,
    colour: str = "clay",
) -> Iterator[Array]:
    """The clip's pictures (height, width, 3) uint8, one by one; the clip is passed through twice.

    turn: degrees by which the camera goes round the model from the first frame to after the last
    """
    check_page(size, None, None)
    view = view if isinstance(view, View) else View(view)
    look = look or Look()
    page = Page(size, 1, 1, 0, 0)
    stage = _stage(clip, _views(view, turn, clip.count), page)
    for V, seen in zip(clip, stage.views, strict=True):
        shot = subjects(Shot(clip.mesh.moved(V), colour=colour))[0].placed(stage.middle, stage.unit)
        yield _picture(shot, seen, stage, look, size)


def write_film(
    path: str | Path,
    clip: Clip,
    *,
    size: tuple[int, int] = (960, 540),
    view: View | str | Sequence[float] = "three-quarter",
    turn: float = 0.0,
    look: Look | None = None,
    colour: str = "clay",
    progress: Progress = silent,
) -> None:
    """Writes a clip as .mp4, .webm, .gif or .webp; options as for `film`."""

    def pictures() -> Iterator[Array]:
        drawn = film(clip, size=size, view=view, turn=turn, look=look, colour=colour)
        for i, picture in enumerate(drawn):
            progress(i / clip.count, f"drawing frame {i + 1} of {clip.count}")
            yield picture

    write_movie(path, pictures(), count=clip.count, fps=clip.fps, size=size)
    progress(1.0, "the film is written")


def turntable(clip: Clip, seconds: float = 4.0) -> Clip:
    """The clip's first frame, standing still for so long at the clip's rate: to be filmed going round."""
    count = max(1, round(seconds * clip.fps))

    def stream() -> Iterator[Array]:
        V = next(iter(clip))
        for _ in range(count):
            yield V

    return replace(clip, count=count, stream=stream)


def contact_sheet(
    clip: Clip,
    path: str | Path | None = None,
    *,
    count: int = 12,
    size: tuple[int, int] = (1600, 900),
    view: View | str | Sequence[float] = "three-quarter",
    columns: int | None = None,
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of frames at even distances, each under its number."""
    if count < 1:
        raise OptionError(f"{count} frames were asked for; at least 1 is needed for a contact sheet.")
    chosen = np.unique(np.linspace(0, clip.count - 1, min(count, clip.count)).round().astype(int)).tolist()
    frames = [V for i, V in enumerate(islice(clip, chosen[-1] + 1)) if i in set(chosen)]
    poses = PoseSet.of_positions(clip.mesh, frames, [str(clip.first + i) for i in chosen])
    view = view if isinstance(view, View) else View(view)
    return strip(poses, path, size=size, view=replace(view, centre="all"), columns=columns, look=look)


def _views(view: View, turn: float, count: int) -> list[View]:
    if not turn:
        return [view] * count
    angles = np.radians(turn) * np.arange(count) / count
    up, toward = view.vertical, view.frame[2]
    along, across = (toward @ up) * up, np.cross(up, toward)
    flat = toward - along
    return [replace(view, direction=along + np.cos(a) * flat + np.sin(a) * across) for a in angles]


def _stage(clip: Clip, views: Sequence[View], page: Page) -> Set:
    """One place for the camera's middle and distance that holds every frame."""
    rays = _rays()
    cloud = np.concatenate([V[np.unique((V @ rays).argmax(axis=0))] for V in clip])
    middle = centres([cloud], views[0])[0]
    unit = float(np.linalg.norm(np.ptp(cloud, axis=0))) or 1.0
    placed = (cloud - middle) / unit
    different = [views[0]] if views[0] is views[-1] else views
    half = max(half_height([placed], view, page.room) for view in different)
    return Set(views, middle, unit, half, float((placed @ views[0].vertical).min()))


def _rays() -> Floats:
    """(3, d) directions all around, the axes among them."""
    return np.concatenate([np.eye(3), -np.eye(3), spiral(DIRECTIONS, -1.0)]).T


def _picture(shot: Subject, view: View, stage: Set, look: Look, size: tuple[int, int]) -> Array:
    light = np.empty((size[1], size[0], 3))
    light[:] = linear(colour(look.background))
    camera = Camera(view.frame, np.zeros(3), stage.half, view.slope)
    draw_tile(light[::-1], scenes_of(shot, look, None), camera, view, look, stage.floor)
    return np.round(255 * encoded(light)).astype(np.uint8)
