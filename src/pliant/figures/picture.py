"""Pictures of poses, drawn without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pliant.arrays import Array, Floats
from pliant.errors import OptionError
from pliant.figures.colours import colour, colour_limits, colour_map, encoded, linear
from pliant.figures.floor import floor_light
from pliant.figures.look import Look
from pliant.figures.overlay_renderer import draw_overlay
from pliant.figures.page import Page, best_page, line_height, save, write_legend, write_titles
from pliant.figures.rods import rods
from pliant.figures.scene import Scene, joined, painted, spheres, surface
from pliant.figures.shader import drawing
from pliant.figures.shots import Shot, ShotLike, Subject, subjects
from pliant.figures.views import Camera, View, centres, half_height
from pliant.geometry.bounding_box import box_diagonal
from pliant.mesh import PoseSet

LARGEST = 5000  # pixels; graphics drivers draw 16384, and every pixel takes three samples each way
MARK = 0.0105  # radius of a marked point, in diagonals of the largest shot
GHOST = 0.4  # opacity


def render(
    shots: ShotLike | Sequence[ShotLike],
    path: str | Path | None = None,
    *,
    size: tuple[int, int] = (1600, 900),
    view: View | str | Sequence[float] = "three-quarter",
    columns: int | None = None,
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of one shot, or of several with the same camera and scale.

    shots:   a `Shot`, a `Mesh` or a pair V, F; or a list of these
    path:    the picture is also written there, as PNG
    view:    where the camera stands: a View, a name such as "front", or a vector toward the camera
    columns: of the grid of shots; by default those that make the shots largest
    Raises OptionError for values out of range. The same call gives the same bits.
    """
    view = view if isinstance(view, View) else View(view)
    look = look or Look()
    check_page(size, columns, path)
    shown = staged(subjects(shots, look), view)
    limits = _limits(shown, look)
    page = page_of(shown, view, size, columns, legend=limits is not None)
    camera = camera_of(shown, page, view)
    picture = _tiles(shown, page, camera, view, look, limits)
    for i, subject in enumerate(shown):
        picture = draw_overlay(picture, subject.overlay, page, i, camera)
    if page.title:
        picture = write_titles(picture, page, [subject.title for subject in shown])
    if limits is not None:
        picture = write_legend(picture, page, limits, look)
    if path is not None:
        save(picture, Path(path))
    return picture


def strip(
    poses: PoseSet,
    path: str | Path | None = None,
    *,
    size: tuple[int, int] = (1600, 900),
    view: View | str | Sequence[float] = "three-quarter",
    columns: int | None = None,
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of every pose above its name; options as for `render`."""
    shots = [Shot(poses.mesh.moved(V), name) for V, name in zip(poses.V, poses.names, strict=True)]
    return render(shots, path, size=size, view=view, columns=columns, look=look)


def staged(shown: list[Subject], view: View) -> list[Subject]:
    """The subjects moved to the middle of their tiles and scaled alike; the largest has a diagonal of 1."""
    clouds = [subject.cloud for subject in shown]
    unit = max(box_diagonal(cloud) for cloud in clouds) or 1.0
    middles = centres(clouds, view)
    return [subject.placed(middle, unit) for subject, middle in zip(shown, middles, strict=True)]


def page_of(
    shown: list[Subject],
    view: View,
    size: tuple[int, int],
    columns: int | None = None,
    *,
    legend: bool = False,
) -> Page:
    """The grid that shows the subjects largest, with room for their titles and the legend."""
    line = line_height(size)
    lines = (line if any(subject.title for subject in shown) else 0, line if legend else 0)
    clouds = [subject.cloud for subject in shown]
    return best_page(size, len(shown), columns, lines, lambda page: half_height(clouds, view, page.room))


def _tiles(
    shown: list[Subject],
    page: Page,
    camera: Camera,
    view: View,
    look: Look,
    limits: tuple[float, float] | None,
) -> Array:
    """A picture (height, width, 3) uint8 of every subject in its tile, without text."""
    width, height = page.tile
    floors = [float((subject.solid @ view.vertical).min()) for subject in shown]
    light = np.empty((page.size[1], page.size[0], 3))
    light[:] = look.backdrop(page.size[1])
    for i, subject in enumerate(shown):
        floor = floors[i] if view.centre == "each" else min(floors)
        left, top = page.corner(i)
        tile = light[top : top + height, left : left + width][::-1]
        draw_tile(tile, scenes_of(subject, look, limits), camera, view, look, floor)
    return np.round(255 * encoded(light)).astype(np.uint8)


def camera_of(shown: list[Subject], page: Page, view: View) -> Camera:
    """The camera of every tile."""
    half = half_height([subject.cloud for subject in shown], view, page.room)
    # The title takes the foot of the tile, so the model's middle lies above the tile's.
    return Camera(view.frame, -view.frame[1] * half * page.title / page.tile[1], half, view.slope)


def draw_tile(
    tile: Floats, scenes: list[Scene], camera: Camera, view: View, look: Look, floor: float
) -> None:
    """Draw into a tile (height, width, 3), whose row 0 is the lowest: floor, ghosts, then the model.

    scenes: the model's scene, then one for each ghost
    floor:  its height along the vertical
    """
    size = (tile.shape[1], tile.shape[0])
    model = drawing(scenes[0], camera, size, view.vertical, wires=look.wires, light=look.light)
    if look.floor and view.frame[2] @ view.vertical > 0:
        tile *= floor_light(camera, size, model.lights, view.vertical, floor)[..., None]
    # Each ghost is drawn solid, then made translucent; otherwise its far side would show through.
    ghosts = [
        drawing(scene, camera, size, view.vertical, wires=False, light=look.light) for scene in scenes[1:]
    ]
    for rgba in [*(GHOST * ghost.rgba for ghost in ghosts), model.rgba]:
        tile[:] = rgba[..., :3] + (1 - rgba[..., 3:]) * tile


def scenes_of(subject: Subject, look: Look, limits: tuple[float, float] | None) -> list[Scene]:
    """The scene of the subject with its marked points and cage, then one scene for each ghost."""
    rgb = subject.rgb if subject.values is None else colour_map(subject.values, look.colours, limits)
    if subject.paint is None:
        parts = [surface(subject.mesh, subject.mesh.V, linear(np.asarray(rgb)), look.crease)]
    else:
        parts = [painted(subject.mesh, subject.paint, look.crease)]
    for points, name in ((subject.pinned, "pinned"), (subject.dragged, "dragged")):
        if len(points):
            parts.append(spheres(points, MARK, linear(colour(name))))
    for mesh in subject.beside:
        rgb = np.broadcast_to(linear(colour("stone")), mesh.V.shape)
        parts.append(surface(mesh, mesh.V, rgb, look.crease))
    if subject.cage is not None:
        parts.append(rods(subject.cage, linear(colour("cage"))))
    pale = np.broadcast_to(linear(colour("ghost")), subject.mesh.V.shape)
    return [joined(parts), *(surface(subject.mesh, V, pale, look.crease) for V in subject.ghosts)]


def _limits(shown: list[Subject], look: Look) -> tuple[float, float] | None:
    """The numbers at the ends of the colour map; None where no subject has numbers."""
    values = [subject.values for subject in shown if subject.values is not None]
    if not values:
        return None
    return look.limits if look.limits is not None else colour_limits(values, look.colours)


def check_page(size: tuple[int, int], columns: int | None, path: str | Path | None) -> None:
    """Raise OptionError for sizes that cannot be drawn, columns below 1 and files that are no PNG."""
    if len(size) != 2 or not all(isinstance(side, int) and 16 <= side <= LARGEST for side in size):
        raise OptionError(f"The size is {size!r}; width and height in pixels, 16 to {LARGEST}, are needed.")
    if columns is not None and columns < 1:
        raise OptionError(f"{columns} columns were asked for; at least 1 is needed.")
    if path is not None and Path(path).suffix.lower() != ".png":
        raise OptionError(f"The picture '{path}' would not be a PNG; give a name that ends in .png.")
