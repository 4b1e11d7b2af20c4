"""Films of a clip, with one camera that stands still or goes round the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import numpy as np

from pliant.arrays import Array, Floats
from pliant.clip import Clip
from pliant.errors import OptionError
from pliant.figures.colours import encoded
from pliant.figures.light import spiral
from pliant.figures.look import Look
from pliant.figures.movie import write_movie
from pliant.figures.page import Page
from pliant.figures.picture import check_page, draw_tile, render, scenes_of
from pliant.figures.shots import OWN, Shot, Subject, subjects
from pliant.figures.views import Camera, View, centres, half_height
from pliant.geometry.bounding_box import box_diagonal
from pliant.mesh import Mesh
from pliant.progress import Progress, silent

# The camera is placed by the vertices of each frame that are farthest along each of so many directions.
DIRECTIONS = 128


@dataclass(frozen=True)
class Framing:
    """What a camera sees: the point (3,) in the middle, and half the height of the picture there."""

    middle: tuple[float, float, float]
    half: float

    def __post_init__(self) -> None:
        if not (np.isfinite([*self.middle, self.half]).all() and self.half > 0):
            raise OptionError(
                f"The camera looks at {self.middle} with half a height of {self.half}; "
                "finite numbers and more than 0 are needed."
            )


@dataclass(frozen=True, eq=False)
class Filming:
    """How a clip is filmed.

    size:   width and height of the pictures in pixels
    view:   where the camera stands in the first frame
    turn:   degrees by which the camera goes round the model, from the first frame to after the last
    look:   background, floor and lines
    colour: the model's colour, as for a `Shot`: "own", "clay", another name or '#rrggbb'
    frame:  what the camera sees; None for all of every frame
    beside: other meshes, which stand still in the scene
    """

    size: tuple[int, int] = (960, 540)
    view: View | str | Sequence[float] = "three-quarter"
    turn: float = 0.0
    look: Look = field(default_factory=Look)
    colour: str = OWN
    frame: Framing | None = None
    beside: Sequence[Mesh] = ()


@dataclass(frozen=True, eq=False)
class Stage:
    """The place of a film, the same for every frame.

    views:  the camera's place in each frame
    middle: (3,) the point that the camera looks at
    unit:   the length that is drawn as 1
    half:   half of the picture's height, in that unit
    floor:  the floor's height above the middle, in that unit
    """

    views: Sequence[View]
    middle: Floats
    unit: float
    half: float
    floor: float


def film(clip: Clip, how: Filming | None = None) -> Iterator[Array]:
    """The pictures (height, width, 3) uint8 of a clip, one by one; it passes through the clip twice."""
    how = how or Filming()
    check_page(how.size, None, None)
    view = how.view if isinstance(how.view, View) else View(how.view)
    stage = _stage(clip, _views(view, how.turn, clip.count), Page(how.size, 1, 1, 0, 0), how)
    still = subjects(Shot(clip.mesh, colour=how.colour, beside=how.beside), how.look)[0]
    for V, seen in zip(clip, stage.views, strict=True):
        shot = replace(still, mesh=clip.mesh.moved(V)).placed(stage.middle, stage.unit)
        yield _picture(shot, seen, stage, how)


def write_film(
    path: str | Path, clip: Clip, how: Filming | None = None, *, progress: Progress = silent
) -> None:
    """Write a clip as .mp4, .webm, .gif or .webp, whole or not at all.

    Raises OptionError for other suffixes and odd sizes of .mp4 and .webm, MissingExtraError where ffmpeg is
    needed for these and missing.
    """
    how = how or Filming()

    def pictures() -> Iterator[Array]:
        for i, picture in enumerate(film(clip, how)):
            progress(i / clip.count, f"drawing frame {i + 1} of {clip.count}")
            yield picture

    write_movie(path, pictures(), count=clip.count, fps=clip.fps, size=how.size)
    progress(1.0, "the film is written")


def turntable(clip: Clip, seconds: float = 4.0) -> Clip:
    """A clip that shows the first frame for so many seconds, to be filmed with a turn of 360 degrees."""
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
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of frames at even distances, each above its number.

    count: wanted number of frames, at least 1; the other options are those of `render`
    """
    if count < 1:
        raise OptionError(f"{count} frames were asked for; at least 1 is needed for a contact sheet.")
    chosen = np.unique(np.linspace(0, clip.count - 1, min(count, clip.count)).round().astype(int)).tolist()
    frames = [V for i, V in enumerate(islice(clip, chosen[-1] + 1)) if i in set(chosen)]
    view = view if isinstance(view, View) else View(view)
    names = [str(clip.first + i) for i in chosen]
    shots = [Shot(clip.mesh.moved(V), name) for V, name in zip(frames, names, strict=True)]
    return render(shots, path, size=size, view=replace(view, centre="all"), look=look)


def _views(view: View, turn: float, count: int) -> list[View]:
    """The view of each frame, turned about the vertical by equal steps."""
    if not turn:
        return [view] * count
    angles = np.radians(turn) * np.arange(count) / count
    up, toward = view.vertical, view.frame[2]
    along, across = (toward @ up) * up, np.cross(up, toward)
    flat = toward - along
    return [replace(view, direction=along + np.cos(a) * flat + np.sin(a) * across) for a in angles]


def _stage(clip: Clip, views: Sequence[View], page: Page, how: Filming) -> Stage:
    """The stage of a frame; without one, that on which every frame of the clip is within the picture."""
    rays, frame = _rays(), how.frame
    ends = [V[np.unique((V @ rays).argmax(axis=0))] for V in clip]
    cloud = np.concatenate([*ends, *(mesh.V for mesh in how.beside)])
    middle = centres([cloud], views[0])[0] if frame is None else np.array(frame.middle)
    unit = box_diagonal(cloud) or 1.0
    placed = (cloud - middle) / unit
    different = [views[0]] if views[0] is views[-1] else views
    if frame is None:
        half = max(half_height([placed], view, page.room) for view in different)
    else:
        half = frame.half / unit
    return Stage(views, middle, unit, half, float((placed @ views[0].vertical).min()))


def _rays() -> Floats:
    """(3, d) directions spread over the sphere, the axes among them."""
    return np.concatenate([np.eye(3), -np.eye(3), spiral(DIRECTIONS, -1.0)]).T


def _picture(shot: Subject, view: View, stage: Stage, how: Filming) -> Array:
    light = np.empty((how.size[1], how.size[0], 3))
    light[:] = how.look.backdrop(how.size[1])
    camera = Camera(view.frame, np.zeros(3), stage.half, view.slope)
    draw_tile(light[::-1], scenes_of(shot, how.look, None), camera, view, how.look, stage.floor)
    return np.round(255 * encoded(light)).astype(np.uint8)
