"""Drawing of the marks in front of a model, with smooth edges and a light rim against the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pliant.arrays import Array, Floats
from pliant.figures.colours import colour
from pliant.figures.extra import load
from pliant.figures.labels import write_labels
from pliant.figures.overlay import Area, Dot, Line, Overlay
from pliant.figures.page import Page, letter_height
from pliant.figures.views import Camera

FINE = 4  # samples per pixel and axis
RIM = 0.09  # width of the light rim on either side of a line, in letters
RIM_OPACITY = 0.8
HEAD = 0.62, 0.24  # length and half the width of an arrow's head, in letters


def draw_overlay(picture: Array, overlay: Overlay, page: Page, tile: int, camera: Camera) -> Array:
    """The picture (height, width, 3) uint8 with the marks in front of one tile's model."""
    sheet = _Sheet(picture, letter_height(page.size), _to_pixels(page, tile, camera))
    for area in overlay.areas:
        sheet.area(area)
    for line in overlay.lines:
        sheet.rim(line)
    for line in overlay.lines:
        sheet.line(line)
    for dot in overlay.dots:
        sheet.dot(dot)
    if not overlay.labels:
        return sheet.picture
    places = sheet.to_pixels(np.stack([label.place for label in overlay.labels]))
    left, top = page.corner(tile)
    room = (left, top, left + page.tile[0], top + page.tile[1] - page.title)
    return write_labels(sheet.picture, places, [label.text for label in overlay.labels], room)


def _to_pixels(page: Page, tile: int, camera: Camera) -> Callable[[Floats], Floats]:
    corner = np.array(page.corner(tile), np.float64)
    return lambda X: corner + camera.pixels(X, page.tile)


class _Sheet:
    """A picture that is being drawn on.

    letter:    height of the text in pixels
    to_pixels: (p, 3) places to (p, 2) columns and rows from the upper left
    """

    def __init__(self, picture: Array, letter: int, to_pixels: Callable[[Floats], Floats]) -> None:
        self.picture, self.letter, self.to_pixels = picture.copy(), letter, to_pixels

    def area(self, area: Area) -> None:
        points = self.to_pixels(area.points)
        self._stamp(points, 1.0, area.colour, area.opacity, lambda draw, at: _fill(draw, at(points)))

    def rim(self, line: Line) -> None:
        self._stroke(line, line.width + 2 * RIM, "paper", RIM_OPACITY * line.opacity)

    def line(self, line: Line) -> None:
        self._stroke(line, line.width, line.colour, line.opacity)

    def dot(self, dot: Dot) -> None:
        middle = self.to_pixels(dot.place[None])
        for radius, name, opacity in (
            (dot.radius + RIM, "paper", RIM_OPACITY * dot.opacity),
            (dot.radius, dot.colour, dot.opacity),
        ):
            r = radius * self.letter
            self._stamp(
                middle, r + 1, name, opacity, lambda draw, at, r=r: _disc(draw, at(middle)[0], FINE * r)
            )

    def _stroke(self, line: Line, width: float, name: str, opacity: float) -> None:
        points, pixels = self.to_pixels(line.points), max(width * self.letter, 1.0)
        growth = (width - line.width) / 2 * self.letter
        shaft, head = _headed(points, self.letter, growth) if line.arrow else (points, None)

        def drawn(draw: Any, at: Callable[[Floats], Floats]) -> None:
            _path(draw, at(shaft), FINE * pixels)
            if head is not None:
                _fill(draw, at(head))

        self._stamp(points, pixels + HEAD[0] * self.letter, name, opacity, drawn)

    def _stamp(
        self,
        points: Floats,
        margin: float,
        name: str,
        opacity: float,
        drawn: Callable[[Any, Callable[[Floats], Floats]], None],
    ) -> None:
        """Colour the pixels that `drawn` covers, within a margin about the points (p, 2)."""
        height, width = self.picture.shape[:2]
        low = np.maximum(np.floor(points.min(axis=0) - margin), 0).astype(int)
        high = np.minimum(np.ceil(points.max(axis=0) + margin), (width, height)).astype(int)
        if (high <= low).any():
            return
        columns, rows = (high - low).tolist()
        mask = load("PIL.Image").new("L", (FINE * columns, FINE * rows))
        drawn(load("PIL.ImageDraw").Draw(mask), lambda at: FINE * (at - low))
        share = opacity / 255 * np.asarray(mask.reduce(FINE), np.float64)[..., None]
        below = self.picture[low[1] : high[1], low[0] : high[0]]
        below[:] = np.round(share * 255 * colour(name) + (1 - share) * below).astype(np.uint8)


def _fill(draw: Any, points: Floats) -> None:
    draw.polygon([tuple(point) for point in points.tolist()], fill=255)


def _disc(draw: Any, middle: Floats, radius: float) -> None:
    x, y = middle.tolist()
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _path(draw: Any, points: Floats, width: float) -> None:
    """A line with round ends and corners."""
    draw.line([tuple(point) for point in points.tolist()], fill=255, width=max(round(width), 1))
    for point in points:
        _disc(draw, point, width / 2)


def _headed(points: Floats, letter: float, growth: float) -> tuple[Floats, Floats]:
    """The line without its end, and the corners (3, 2) of its arrow head, enlarged by `growth` pixels."""
    way = points[-1] - points[-2]
    length = float(np.linalg.norm(way))
    along = way / length if length > 0 else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]])
    long, half = HEAD[0] * letter, HEAD[1] * letter
    tip, foot = points[-1] + 1.6 * growth * along, points[-1] - (long + growth) * along
    wide = half + 1.6 * growth
    back = points[-1] - min(0.6 * long, length) * along
    return np.vstack([points[:-1], back]), np.stack([tip, foot + wide * across, foot - wide * across])
