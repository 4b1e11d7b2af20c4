"""The place of the camera, and its distance, from which every shot fits its tile at one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pliant.arrays import Array, Floats
from pliant.errors import OptionError

# Azimuth from the front toward the model's left, and elevation, in degrees. A model that looks along
# +z (up 'y') or -y (up 'z') faces the front camera, and faces right in the side views.
NAMED = {
    "front": (0.0, 8.0),
    "three-quarter": (-48.0, 14.0),
    "side": (-90.0, 8.0),
    "back": (180.0, 8.0),
    "top": (0.0, 90.0),
}

SMALLEST = 1e-3  # half a picture's height where the model is a single point


@dataclass(frozen=True)
class View:
    """The place of the camera.

    direction:   a name of NAMED, or a vector from the model toward the camera
    up:          the model's vertical axis, 'y' or 'z'
    perspective: opening angle in degrees; 0 is orthographic
    centre:      'each' puts every shot in the middle of its tile, all on one ground line;
                 'all' keeps the shots in their common space, so that held points stay in place
    Raises OptionError for values out of range.
    """

    direction: str | Sequence[float] = "three-quarter"
    up: Literal["y", "z"] = "y"
    perspective: float = 14.0
    centre: Literal["each", "all"] = "each"

    def __post_init__(self) -> None:
        if self.up not in ("y", "z"):
            raise OptionError(f"up is '{self.up}'; the vertical axis is 'y' or 'z'.")
        if self.centre not in ("each", "all"):
            raise OptionError(f"centre is '{self.centre}'; give 'each' or 'all'.")
        if not 0 <= self.perspective <= 120:
            raise OptionError(f"The opening angle is {self.perspective}°; 0 to 120 is possible.")

    @property
    def vertical(self) -> Floats:
        """(3,) the unit vector upward in the model's space."""
        return np.array([0.0, 1.0, 0.0]) if self.up == "y" else np.array([0.0, 0.0, 1.0])

    @property
    def slope(self) -> float:
        """Tangent of half the opening angle."""
        return float(np.tan(np.radians(self.perspective) / 2))

    @property
    def frame(self) -> Floats:
        """(3, 3) rows: right and up in the picture, toward the camera."""
        back = self._toward_camera()
        right = np.cross(self.vertical, back)
        if np.linalg.norm(right) < 1e-6:  # seen along the vertical: the front edge of the picture is below
            right = np.array([1.0, 0.0, 0.0])
        right = right / np.linalg.norm(right)
        return np.stack([right, np.cross(back, right), back])

    def _toward_camera(self) -> Floats:
        if isinstance(self.direction, str):
            if self.direction not in NAMED:
                raise OptionError(
                    f"There is no view '{self.direction}'; choose one of {', '.join(NAMED)}, "
                    "or give a vector from the model toward the camera."
                )
            azimuth, elevation = np.radians(NAMED[self.direction])
            flat = np.cos(elevation)
            x, y, z = np.sin(azimuth) * flat, np.sin(elevation), np.cos(azimuth) * flat
            return np.array([x, y, z]) if self.up == "y" else np.array([x, -z, y])
        vector = np.asarray(self.direction, dtype=np.float64)
        if vector.shape != (3,) or not np.isfinite(vector).all() or not vector.any():
            raise OptionError(
                f"The direction {self.direction!r} is no vector; three finite numbers are needed."
            )
        return vector / np.linalg.norm(vector)


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera that looks at centre.

    frame:  (3, 3) rows right, up, toward the camera
    centre: (3,) the point in the middle of the picture
    half:   half of the picture's height, in the plane through centre
    slope:  tangent of half the opening angle; 0 is orthographic
    """

    frame: Floats
    centre: Floats
    half: float
    slope: float

    @property
    def eye(self) -> Floats:
        """(3,) the place of the camera; an orthographic one stands outside the model."""
        return self.centre + self.frame[2] * (self.half / self.slope if self.slope else 10.0)

    def rays(self, columns: Array, rows: Array, size: tuple[int, int]) -> tuple[Floats, Floats]:
        """(q, 3) origins and (q, 3) directions, of unit depth, of rays through pixels counted from below."""
        width, height = size
        x = (2 * (columns + 0.5) - width) / height
        y = (2 * (rows + 0.5) - height) / height
        offset = self.half * (x[:, None] * self.frame[0] + y[:, None] * self.frame[1])
        if not self.slope:
            return self.eye + offset, np.broadcast_to(-self.frame[2], offset.shape)
        directions = offset * (self.slope / self.half) - self.frame[2]
        return np.broadcast_to(self.eye, offset.shape), directions

    def pixels(self, X: Floats, size: tuple[int, int]) -> Floats:
        """(q, 2) the places of points X (q, 3) in a picture, in pixels from the left and from the top."""
        x, y, z = ((X - self.centre) @ self.frame.T).T
        # Projected on the plane through centre; nearer points are larger.
        larger = size[1] / 2 / (self.half - self.slope * z)
        return np.stack([size[0] / 2 + x * larger, size[1] / 2 - y * larger], axis=1)


def centres(clouds: Sequence[Floats], view: View) -> Floats:
    """(s, 3) for each cloud of points (p, 3) the point in the middle of its tile."""
    frame = view.frame
    boxes = np.array([[(X @ frame.T).min(axis=0), (X @ frame.T).max(axis=0)] for X in clouds])
    if view.centre == "all":
        middle = (boxes[:, 0].min(axis=0) + boxes[:, 1].max(axis=0)) / 2
        return np.broadcast_to(middle @ frame, (len(clouds), 3))
    middles = boxes.mean(axis=1)
    tallest = (boxes[:, 1, 1] - boxes[:, 0, 1]).max()
    middles[:, 1] = boxes[:, 0, 1] + tallest / 2
    return middles @ frame


def half_height(clouds: Sequence[Floats], view: View, room: tuple[float, float]) -> float:
    """Half the height of a picture that holds every cloud (p, 3), each about its centre.

    room: half the width and half the height that the model may fill, as shares of half the height
    """
    needed = SMALLEST
    for X in clouds:
        x, y, z = (X @ view.frame.T).T
        across = np.maximum(np.abs(x) / room[0], np.abs(y) / room[1])
        needed = max(needed, float((across + view.slope * z).max()))
    return needed
